//! The Rust snippets of README and guide, compiled and run: each is the body of a
//! function here, word for word, and a snippet that is not here fails.

use std::error::Error;
use std::path::Path;

type Done = Result<(), Box<dyn Error>>;

#[test]
fn the_first_snippet_of_the_readme_runs() -> Done {
    use stickslip::prelude::*;

    let mut fall = World::new()
        .ground()
        .body(Rigid::dynamic("crate").cuboid([1.0, 0.5, 1.0]).at([0.0, 2.0, 0.0]).mass(20.0))
        .body(Rigid::dynamic("lid").cuboid([1.0, 0.02, 1.0]).at([0.0, 2.26, 0.0]))
        .hinge("hinge", "crate", "lid", [0.5, 2.25, 0.0], [0.0, 0.0, 1.0])
        .simulate()?;
    let report = fall.step()?;
    println!("{} contacts, {} solves failed", report.contacts, report.failed_solves);
    assert_eq!(report.failed_solves, 0);
    Ok(())
}

#[test]
fn the_snippet_of_the_crate_runs() -> Done {
    use stickslip::prelude::*;

    let mut fall = World::new()
        .ground()
        .body(Rigid::dynamic("crate").cuboid([1.0, 0.5, 1.0]).at([0.0, 2.0, 0.0]).mass(20.0))
        .simulate()?;
    for _ in 0..120 {
        let report = fall.step()?;
        assert!(report.converged());
    }
    Ok(())
}

#[test]
fn the_second_snippet_of_the_readme_runs() -> Done {
    use stickslip::prelude::*;

    let scene = SceneSource::find("grasp")?.read(&Overrides::default())?;
    let mut simulation = scene.simulation()?;
    simulation.set_control("slide-0", 0.1)?; // motors by the names of their joints
    simulation.step()?;
    Ok(())
}

#[test]
fn the_snippets_of_the_guide_run() -> Done {
    use stickslip::prelude::*;

    let mut door = World::new()
        .body(Rigid::fixed("frame").at([0.0, 1.0, 0.0]).cuboid([0.1, 2.0, 0.1]))
        .body(Rigid::dynamic("leaf").at([0.5, 1.0, 0.0]).cuboid([0.8, 1.9, 0.04]).mass(15.0))
        .hinge("hinge", "frame", "leaf", [0.05, 1.0, 0.0], [0.0, 1.0, 0.0])
        .simulate()?;
    let leaf = door.model().body_named("leaf")?;
    for _ in 0..60 {
        let handle = door.state().bodies[leaf.0].pose.position;
        door.push(leaf, DVec3::Z * 5.0, handle, DVec3::ZERO)?;
        assert!(door.step()?.converged());
    }

    let scene = SceneSource::find("grasp")?.read(&Overrides::default())?;
    let mut simulation = scene.simulation()?;
    simulation.set_control("slide-0", 0.1)?;
    for _ in 0..120 {
        let report = simulation.step()?;
        assert_eq!(report.failed_solves, 0);
    }

    let mut yard = World::new().ground().simulate()?;
    yard.watch_contacts(true);
    let ball = ColliderDescription::new(Shape::sphere(0.2)?);
    let ball = BodyDescription::dynamic("ball", Pose::at(DVec3::Y), vec![ball]);
    let key = yard.add_body(ball)?;
    while yard.contact_events().is_empty() {
        yard.step()?;
    }
    assert_eq!(yard.contact_events()[0].change, ContactChange::Began);
    yard.remove_body(key)?;
    assert!(yard.model().body_with_key(key).is_none());
    Ok(())
}

/// The snippets of a page in Rust, by the lines at which they begin.
fn snippets(text: &str) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut inside = false;
    for (at, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            inside = line == "```rust";
            if inside {
                found.push((at + 1, String::new()));
            }
        } else if let (true, Some((_, snippet))) = (inside, found.last_mut()) {
            *snippet += line.trim();
            *snippet += "\n";
        }
    }
    found
}

/// Where a page has a snippet that is not compiled here.
fn strangers(page: &str, text: &str) -> Vec<String> {
    // Spaces before comments are the page's own.
    let plain = |text: &str| -> String {
        let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
    };
    let own = plain(include_str!("snippets.rs"));
    { snippets(text).into_iter() }
        .filter(|(_, snippet)| !own.contains(&plain(snippet)))
        .map(|(line, _)| format!("{page}:{line}"))
        .collect()
}

#[test]
fn every_snippet_is_compiled() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    if !root.join("docs/guide").is_dir() {
        println!("skipped: a published crate has no guide");
        return;
    }
    let guide = std::fs::read_dir(root.join("docs/guide/src")).expect("the guide");
    let mut pages: Vec<_> = guide.map(|entry| entry.expect("an entry").path()).collect();
    pages.extend(["README.md", "crates/stickslip/README.md"].map(|page| root.join(page)));
    let mut count = 0;
    for page in pages.iter().filter(|page| page.extension().is_some_and(|it| it == "md")) {
        let text = std::fs::read_to_string(page).expect("a page");
        count += snippets(&text).len();
        let wrong = strangers(&page.display().to_string(), &text);
        assert!(wrong.is_empty(), "not in snippets.rs: {wrong:?}");
    }
    assert!(count >= 5);
}

#[test]
fn a_changed_snippet_is_found() {
    // Put together, so that no line of this file is the changed one.
    let with = |verb: &str| format!("```rust\nlet report = simulation.{verb}()?;\n```\n");
    assert_eq!(strangers("page.md", &with("stop")), ["page.md:1"]);
    assert!(strangers("page.md", &with("step")).is_empty());
}
