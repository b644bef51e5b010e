//! What helps a newcomer: a first scene, hints, completions, keys, colours.

use crate::{TWO_ROWS, Workspace, command};

#[test]
fn a_new_scene_is_valid_and_is_never_overwritten() {
    let workspace = Workspace::new(&[]);
    let ran = workspace.run("new yard");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{ran:?}");
    assert!(ran.stdout.contains("stickslip view yard.toml"), "{}", ran.stdout);
    let checked = workspace.run("check yard.toml");
    assert!(checked.code == Some(0) && !checked.stdout.contains("warning"), "{checked:?}");
    let ran = workspace.run("run yard.toml --steps 120 --json").json();
    assert_eq!((ran["scene"].as_str(), &ran["solve"]["failed_steps"]), (Some("yard"), &0.into()));
    let again = workspace.run("new yard");
    assert!(again.code == Some(2) && again.stderr.contains("--force"), "{again:?}");
    assert_eq!(workspace.run("new yard.toml --force").code, Some(0));
    for wrong in ["new nowhere/yard", "new .toml"] {
        assert_eq!(workspace.run(wrong).code, Some(2), "{wrong}");
    }
    assert_eq!(workspace.names(), ["yard.toml"]);
}

#[test]
fn hints_lead_to_the_right_command() {
    let overlap = "name = 'x'\n[[body]]\nname = 'ground'\nmotion = 'static'\n\
        shape = { type = 'half-space' }\n[[body]]\nname = 'box'\nposition = [0, 0.2, 0]\n\
        shape = { type = 'box', size = [1, 1, 1] }\n";
    let friction = format!("{overlap}friction = 0.3\n");
    let workspace = Workspace::new(&[
        ("problem.json", TWO_ROWS),
        ("overlap.toml", overlap),
        ("friction.toml", &friction),
    ]);
    workspace.run("run stack --steps 2 --quiet --record motion.stick");
    for (line, said) in [
        ("run problem.json", "problem.json is a problem, not a scene"),
        ("run problem.json", "`stickslip solve problem.json`"),
        ("run motion.stick", "`stickslip view motion.stick`"),
        ("solve overlap.toml", "`stickslip run overlap.toml`"),
        ("run stack --solver cone-ip", "with --friction cone"),
        ("run friction.toml", "it belongs to [[material]]"),
        ("list keys joint.gaer", "did you mean \"joint.gear\"?"),
        ("help rnu", "did you mean \"run\"?"),
    ] {
        let ran = workspace.run(line);
        assert!(ran.code == Some(2) && ran.stderr.contains(said), "{line}: {ran:?}");
    }
    assert_eq!(
        workspace.run("run stack --steps 1 --quiet --solver cone-ip --friction cone").code,
        Some(0)
    );
    let checked = workspace.run("check overlap.toml");
    assert_eq!(checked.code, Some(0));
    assert!(checked.stdout.contains("warning: ground and box begin 0.300 m inside"), "{checked:?}");
    let document = workspace.run("check overlap.toml --json").json();
    assert_eq!(document[0]["warnings"].as_array().map(Vec::len), Some(1));
}

#[test]
fn built_in_scenes_begin_without_deep_overlaps() {
    let workspace = Workspace::new(&[]);
    for name in ["stack", "arch", "grasp", "card-house", "forklift"] {
        std::fs::write(
            workspace.path("s.toml"),
            workspace.run(&format!("list scene {name}")).stdout,
        )
        .expect("written");
        let checked = workspace.run("check s.toml");
        assert!(!checked.stdout.contains("warning"), "{name}: {}", checked.stdout);
    }
}

#[test]
fn keys_are_shown_with_examples() {
    let workspace = Workspace::new(&[]);
    let gear = workspace.run("list keys joint.gear").stdout;
    assert!(gear.contains("ratio = 2") && gear.contains("carrier"), "{gear}");
    let help = workspace.run("help scene").stdout;
    assert!(help.contains(gear.lines().next().expect("a title")), "the same words");
    let document = workspace.run("list keys motor --json").json();
    assert_eq!((&document[0]["section"], &document[0]["schema"]), (&"motor".into(), &2.into()));
}

#[test]
fn shells_and_manuals_get_theirs() {
    let workspace = Workspace::new(&[]);
    for shell in ["bash", "zsh", "fish"] {
        let script = workspace.run(&format!("completions {shell}")).stdout;
        assert!(script.contains("dump-problems") && script.contains("experiment"), "{shell}");
    }
    let page = workspace.run("man").stdout;
    assert!(page.contains(".TH stickslip") && page.contains("compare"), "{page}");
    assert!(workspace.run("man run").stdout.contains("friction"));
    assert_eq!(workspace.run("man dance").code, Some(2));
}

#[test]
fn colours_are_for_terminals_and_never_in_json() {
    let workspace = Workspace::new(&[("two.json", TWO_ROWS)]);
    let run = |line: &str, variables: &[(&str, &str)]| {
        let output = command(workspace.0.path(), line).envs(variables.iter().copied()).output();
        String::from_utf8_lossy(&output.expect("the binary runs").stdout).into_owned()
    };
    assert!(!run("solve two.json", &[]).contains('\u{1b}'));
    let forced = run("solve two.json", &[("CLICOLOR_FORCE", "1")]);
    assert!(forced.contains("\u{1b}[32mconverged\u{1b}[0m"), "{forced:?}");
    let refused = run("solve two.json", &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]);
    assert!(!refused.contains('\u{1b}'), "{refused:?}");
    assert!(!run("solve two.json --json", &[("CLICOLOR_FORCE", "1")]).contains('\u{1b}'));
}

#[test]
fn every_document_has_a_schema() {
    let workspace = Workspace::new(&[("two.json", TWO_ROWS)]);
    for line in ["solve two.json", "compare two.json", "run stack --steps 1", "list solver bpp"] {
        assert_eq!(workspace.run(&format!("{line} --json")).json()["schema"], 2, "{line}");
    }
    for line in ["list scenes", "list solvers", "list generators", "check two.json"] {
        let documents = workspace.run(&format!("{line} --json")).json();
        let all = documents.as_array().expect("a list");
        assert!(!all.is_empty() && all.iter().all(|each| each["schema"] == 2), "{line}");
    }
}
