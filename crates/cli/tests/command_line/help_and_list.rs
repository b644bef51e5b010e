//! What the binary tells about itself.

use std::path::Path;
use std::process::Stdio;

use crate::{Workspace, command};

#[test]
fn alone_it_shows_three_things_to_try() {
    let ran = Workspace::new(&[]).run("");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    for start in ["stickslip run ", "stickslip compare problems/", "stickslip list solvers"] {
        assert!(ran.stdout.contains(start), "{start}: {}", ran.stdout);
    }
    assert!(ran.stdout.lines().count() < 25);
}

#[test]
fn what_it_tells_to_try_works() {
    let workspace = Workspace::new(&[]);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::fs::create_dir(workspace.path("problems")).expect("a folder");
    let bundled = "problems/two-spheres.json";
    std::fs::copy(root.join(bundled), workspace.path(bundled)).expect("a bundled problem");
    let welcome = workspace.run("").stdout;
    let lines: Vec<_> =
        welcome.lines().filter_map(|line| line.strip_prefix("  stickslip ")).collect();
    assert_eq!(lines.len(), 3, "{welcome}");
    for line in lines {
        // A server does not end by itself; that its scene is there shows here.
        let line = line.replace("view ", "run --quiet --steps 1 ");
        let ran = workspace.run(&line);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{line}: {ran:?}");
    }
}

#[test]
fn every_command_has_help() {
    let workspace = Workspace::new(&[]);
    for name in ["run", "view", "solve", "compare", "experiment", "generate", "list", "check"] {
        let ran = workspace.run(&format!("help {name}"));
        assert_eq!(ran.code, Some(0), "{name}");
        assert!(ran.stdout.contains("Usage: stickslip"), "{name}: {}", ran.stdout);
    }
    assert_eq!(workspace.run("--version").code, Some(0));
}

#[test]
fn solvers_are_listed_one_line_each() {
    let workspace = Workspace::new(&[]);
    let documents = workspace.run("list solvers --json").json();
    let documents = documents.as_array().expect("an array");
    let text = workspace.run("list solvers").stdout;
    let (table, advice) = text.split_once("\n\n").expect("a table and advice");
    assert_eq!(table.lines().count(), documents.len() + 2, "a header, a rule, the solvers");
    let known = |name: &str| documents.iter().any(|document| document["name"] == name);
    let advised = advice.lines().skip(2).filter_map(|line| line.rsplit_once("  "));
    let advised: Vec<&str> = advised.flat_map(|(_, names)| names.split(", ")).collect();
    assert!(advised.len() >= 5 && advised.iter().all(|name| known(name)), "{advised:?}");
    for document in documents {
        let name = document["name"].as_str().expect("a name");
        let summary = document["summary"].as_str().expect("a summary");
        assert!(text.lines().any(|line| line.contains(name) && line.contains(summary)), "{name}");
        assert!(!document["kinds"].as_array().expect("kinds").is_empty(), "{name}");
        let one = workspace.run(&format!("list solver {name} --json")).json();
        assert_eq!(&one, document);
        let described = workspace.run(&format!("list solver {name}")).stdout;
        for option in document["options"].as_array().expect("options") {
            for part in ["key", "default", "help"] {
                let part = option[part].as_str().expect("text");
                assert!(described.contains(part), "{name}: {part} not in {described}");
            }
        }
        assert!(workspace.run("list solvers --verbose").stdout.contains(&described));
    }
}

#[test]
fn generators_are_listed_and_generate_without_a_kind_lists_them_too() {
    let workspace = Workspace::new(&[]);
    let listed = workspace.run("list generators");
    assert_eq!(listed.code, Some(0));
    assert_eq!(workspace.run("generate").stdout, listed.stdout);
    for document in workspace.run("list generators --json").json().as_array().expect("an array") {
        let name = document["name"].as_str().expect("a name");
        assert!(listed.stdout.contains(name));
        assert!(
            workspace.run(&format!("list generator {name}")).stdout.contains("--set"),
            "{name}"
        );
    }
}

#[test]
fn preconditioners_are_listed() {
    let workspace = Workspace::new(&[]);
    let listed = workspace.run("list preconditioners");
    assert_eq!(listed.code, Some(0));
    let documents = workspace.run("list preconditioners --json").json();
    let documents = documents.as_array().expect("an array");
    assert!(documents.iter().any(|document| document["name"] == "ic0-imaginary"));
    assert!(documents.iter().any(|document| document["name"] == "body-space"));
    for document in documents {
        for part in ["name", "summary"] {
            assert!(listed.stdout.contains(document[part].as_str().expect("text")), "{document}");
        }
    }
}

#[test]
fn friction_is_listed() {
    let workspace = Workspace::new(&[]);
    let listed = workspace.run("list friction");
    assert_eq!(listed.code, Some(0));
    let document = workspace.run("list friction --json").json();
    for (list, name, key, value) in [
        ("models", "pyramid", "solver", "bpp"),
        ("models", "prism", "kind", "ncp"),
        ("laws", "tensors", "takes_most_power", "only as a cone"),
        ("laws", "tresca", "scaling", "constant"),
    ] {
        let items = document[list].as_array().expect("a list");
        let found = items.iter().find(|item| item["name"] == name).expect(name);
        assert_eq!(found[key], value, "{found}");
        assert!(items.iter().all(|it| listed.stdout.contains(it["name"].as_str().expect("text"))));
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let workspace = Workspace::new(&[]);
    let mut child = command(workspace.0.path(), "list solvers --verbose")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn solvers_are_listed_with_the_kinds_that_they_take() {
    let workspace = Workspace::new(&[]);
    let table = workspace.run("list solvers").stdout;
    for document in workspace.run("list solvers --json").json().as_array().expect("an array") {
        let kinds = document["kinds"].as_array().expect("a list").iter();
        let kinds: Vec<&str> = kinds.map(|kind| kind.as_str().expect("text")).collect();
        let name = document["name"].as_str().expect("text");
        let start = format!(" {name} ");
        let line = table.lines().find(|line| line.contains(&start)).expect(name);
        assert!(line.contains(&kinds.join(" ")), "{line}");
        let described = workspace.run(&format!("list solver {name}")).stdout;
        assert!(described.contains(&format!("takes {}; needs", kinds.join(" "))), "{described}");
    }
}
