//! `stickslip experiment`.

use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use crate::{Workspace, command};

#[test]
fn experiments_are_listed_one_line_each() {
    let workspace = Workspace::new(&[]);
    let listed = workspace.run("list experiments");
    assert_eq!((listed.code, listed.stderr.as_str()), (Some(0), ""));
    assert_eq!(workspace.run("experiment --list").stdout, listed.stdout);
    let documents = workspace.run("list experiments --json").json();
    let documents = documents.as_array().expect("an array");
    assert_eq!(listed.stdout.lines().count(), documents.len() + 2, "a header, a rule, the lines");
    for document in documents {
        for part in ["name", "artefact", "title"] {
            let part = document[part].as_str().expect("text");
            assert!(listed.stdout.contains(part), "{part}");
        }
        assert!(document["agreement"].as_str().expect("text").ends_with('.'), "{document}");
    }
    let named = |name: &str| documents.iter().any(|document| document["name"] == name);
    assert!(named("erleben-table-2") && named("preclik-fig-3") && named("course-fig-16"));
}

#[test]
fn one_experiment_leaves_everything_in_its_folder() {
    let workspace = Workspace::new(&[]);
    let ran = workspace.run("experiment course-fig-29 -o out/deep");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{ran:?}");
    for part in ["SIGGRAPH 2022 course, Fig. 29", "D/(D + r)", "holds", "agrees"] {
        assert!(ran.stdout.contains(part), "{part}: {}", ran.stdout);
    }
    let read = |name: &str| {
        std::fs::read_to_string(workspace.path(&format!("out/deep/{name}")))
            .unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    let page = read("results.html");
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    for part in ["<svg ", "experiment course-fig-29 --quick", "processor", "commit"] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("http-equiv") && !page.contains("<script") && !page.contains("src="));
    let link = "(results/siggraph-2022-course.md#course-fig-29)";
    assert!(read("results.md").contains(link));
    assert!(read("results/siggraph-2022-course.md").contains("(course-fig-29-iterates.svg)"));
    assert!(read("results/course-fig-29-iterates.svg").starts_with("<svg "));
    assert!(read("results/course-fig-29-rates.csv").starts_with("r,measured,D/(D + r)\n0.1,"));
    assert!(read("results/course-fig-29-iterates.csv").starts_with("panel,series,x,y\n"));
    let document: serde_json::Value =
        serde_json::from_str(&read("results.json")).expect("a document");
    assert_eq!(document["experiments"][0]["verdict"], "agrees");
}

/// Killed in the midst of all, it leaves what was done by then, whole.
#[test]
fn the_report_is_there_after_every_experiment() {
    let workspace = Workspace::new(&[]);
    let mut all = command(workspace.0.path(), "experiment all -o out --quiet");
    let mut all = all.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the binary runs");
    let page = || std::fs::read_to_string(workspace.path("out/results.html")).unwrap_or_default();
    let done = || page().contains("erleben-fig-2");
    while !done() && all.try_wait().expect("a child").is_none() {
        sleep(Duration::from_millis(20));
    }
    all.kill().expect("it runs");
    all.wait().expect("it ends");
    assert!(done() && page().starts_with("<!doctype html>") && page().ends_with("</html>\n"));
    let text = std::fs::read_to_string(workspace.path("out/results.json")).expect("a document");
    let document: Value = serde_json::from_str(&text).expect("a whole document");
    let named = |name: &str| {
        let done = document["experiments"].as_array().expect("a list");
        done.iter().any(|experiment| experiment["name"] == name)
    };
    assert!(named("erleben-fig-1") && named("erleben-fig-2") && !named("profile"), "not the last");
}

/// What a folder holds of the same commit is not measured again.
#[test]
fn a_run_that_was_cut_off_goes_on() {
    let workspace = Workspace::new(&[]);
    let row = |name: &str| workspace.path(&format!("out/results/rows/{name}.json"));
    let run = |line: &str| {
        let ran = workspace.run(line);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        std::fs::metadata(row("course-fig-29")).expect("a row").modified().expect("a time")
    };
    let first = run("experiment course-fig-29 -o out --quiet");
    // No commit is known in a bare folder, and what is not known is not the same.
    assert_ne!(run("experiment course-fig-29 -o out --quiet --resume"), first);
    run("experiment course-fig-30 -o out --quiet");
    let page = std::fs::read_to_string(workspace.path("out/results.md")).expect("a page");
    assert!(page.contains("#course-fig-29)") && page.contains("#course-fig-30)"), "{page}");
}

#[test]
fn json_is_the_whole_of_standard_output() {
    let workspace = Workspace::new(&[]);
    let document = workspace.run("experiment course-fig-23 --json").json();
    assert_eq!((&document["effort"], &document["seed"]), (&"quick".into(), &0.into()));
    let experiment = &document["experiments"][0];
    assert_eq!(experiment["name"], "course-fig-23");
    assert_eq!(experiment["tables"][0]["rows"][1][0], 0.25);
    assert!(experiment["claims"].as_array().is_some_and(|claims| claims.len() > 1));
    assert!(document["machine"]["cores"].as_u64().is_some_and(|cores| cores > 0));
}

#[test]
fn quiet_is_one_line_and_the_same_seed_says_the_same() {
    let workspace = Workspace::new(&[]);
    let ran = workspace.run("experiment course-fig-30 --quiet");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(ran.stdout.lines().count(), 3, "a header, a rule, one line: {}", ran.stdout);
    let tables = |line: &str| workspace.run(line).json()["experiments"][0]["tables"].clone();
    let line = "experiment course-fig-7 --json --seed 5";
    assert_eq!(tables(line), tables(line));
}

#[test]
fn wrong_usage_ends_with_two_and_a_hint() {
    let workspace = Workspace::new(&[("file", "")]);
    for (line, said) in [
        ("experiment erleben-fig2", "did you mean \"erleben-fig-2\"?"),
        ("experiment xyzzy-plugh", "`stickslip list experiments` names them all"),
        ("experiment course-fig-29 -o file/deep", "cannot write file/deep"),
        ("experiment course-fig-29 --quick --full", "cannot be used with"),
        ("experiment course-fig-29 --seed -1", "-1"),
        ("experiment course-fig-29 --seed 3", "draws no random numbers"),
        ("experiment course-fig-29 --part times", "course-fig-29 is one"),
        ("experiment all --resume", "--output"),
        ("experiment", "required"),
    ] {
        let ran = workspace.run(line);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{line}: {ran:?}");
        assert!(ran.stderr.contains(said), "{line}: {}", ran.stderr);
    }
    assert_eq!(workspace.names(), ["file"]);
}

/// The same report, whatever the number of experiments at once: there is only one here.
#[test]
fn experiments_run_beside_each_other() {
    let workspace = Workspace::new(&[]);
    let ran = workspace.run("experiment course-fig-29 --jobs 4 --json").json();
    let alone = workspace.run("experiment course-fig-29 --json").json();
    assert_eq!((&ran["jobs"], &alone["jobs"]), (&1.into(), &1.into()), "no more than there are");
    assert_eq!(ran["experiments"][0]["claims"], alone["experiments"][0]["claims"]);
    let refused = workspace.run("experiment all --jobs 0");
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("≥ 1"), "{refused:?}");
}
