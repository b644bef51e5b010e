//! The Rust snippets of README and guide, compiled and run: each is the body of a
//! function here, word for word, and a snippet that is not here fails.

use std::error::Error;
use std::path::Path;

type Done = Result<(), Box<dyn Error>>;

#[test]
fn the_snippet_of_the_readme_runs() -> Done {
    use stickslip_scene::{Overrides, SceneSource};

    let scene = SceneSource::find("grasp")?.read(&Overrides::default())?;
    let mut simulation = scene.simulation()?;
    simulation.set_control("slide-0", 0.1)?; // motors by the names of their joints
    let report = simulation.step()?;
    println!("{} contacts, {} solves failed", report.contacts, report.failed_solves);
    assert_eq!(report.failed_solves, 0);
    Ok(())
}

#[test]
fn the_snippet_of_the_guide_runs() -> Done {
    use stickslip_scene::{Overrides, SceneSource};

    let scene = SceneSource::find("grasp")?.read(&Overrides::default())?;
    let mut simulation = scene.simulation()?;
    simulation.set_control("slide-0", 0.1)?;
    for _ in 0..120 {
        let report = simulation.step()?;
        assert_eq!(report.failed_solves, 0);
    }
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
    let guide = std::fs::read_dir(root.join("docs/guide/src")).expect("the guide");
    let mut pages: Vec<_> = guide.map(|entry| entry.expect("an entry").path()).collect();
    pages.push(root.join("README.md"));
    let mut count = 0;
    for page in pages.iter().filter(|page| page.extension().is_some_and(|it| it == "md")) {
        let text = std::fs::read_to_string(page).expect("a page");
        count += snippets(&text).len();
        let wrong = strangers(&page.display().to_string(), &text);
        assert!(wrong.is_empty(), "not in snippets.rs: {wrong:?}");
    }
    assert!(count >= 2);
}

#[test]
fn a_changed_snippet_is_found() {
    // Put together, so that no line of this file is the changed one.
    let with = |verb: &str| format!("```rust\nlet report = simulation.{verb}()?;\n```\n");
    assert_eq!(strangers("page.md", &with("stop")), ["page.md:1"]);
    assert!(strangers("page.md", &with("step")).is_empty());
}

/// The examples of the crate end well, too.
#[path = "../../examples/falling_box.rs"]
mod falling_box;
#[path = "../../examples/run_scene.rs"]
mod run_scene;

#[test]
fn examples_end_well() -> Done {
    run_scene::main()?;
    falling_box::main()
}

/// Scenes that a page shows whole can be read, but for those that name files.
#[test]
fn whole_scenes_of_the_pages_are_valid() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut scenes = 0;
    for page in ["README.md", "docs/guide/src/expressions.md", "docs/guide/src/sensors.md"] {
        let text = std::fs::read_to_string(root.join(page)).expect(page);
        for block in text.split("```toml\n").skip(1) {
            let block = block.split("```").next().unwrap_or_default();
            let source = stickslip_scene::SceneSource::new(block, page);
            let scene = source.read(&stickslip_scene::Overrides::default());
            scene.expect("valid").simulation().expect("sound");
            scenes += 1;
        }
    }
    assert!(scenes >= 3);
}
