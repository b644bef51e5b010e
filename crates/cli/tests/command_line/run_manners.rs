//! How `stickslip run` behaves: threads, names of figures, Ctrl-C.

use stickslip_scene::recording::Recording;

use crate::run::REST;
use crate::{Ran, Workspace, command};

/// Five thousand threads would wait for each other for ever.
#[test]
fn more_threads_than_the_machine_has_are_not_started() {
    let workspace = Workspace::new(&[("rest.toml", REST), ("p.json", crate::TWO_ROWS)]);
    let cores = std::thread::available_parallelism().expect("a number");
    for line in ["run rest.toml --steps 3", "solve p.json", "compare p.json --solvers murty"] {
        let ran = workspace.run(&format!("{line} --json --threads 5000"));
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let said = format!("warning: --threads 5000: this machine runs {cores} at once");
        assert!(ran.stderr.starts_with(&said), "{ran:?}");
        ran.json();
        let ran = workspace.run(&format!("{line} --json --threads 1"));
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{ran:?}");
    }
}

/// With cones the solver is measured by `relative`, and says so.
#[test]
fn residuals_have_the_name_of_their_measure() {
    let workspace = Workspace::new(&[("rest.toml", REST)]);
    let error =
        |line: &str| workspace.run(&format!("run rest.toml --steps 5 --json {line}")).json();
    let boxes = error("")["error"].clone();
    assert!(boxes["natural_max"].is_number() && boxes["relative_max"].is_null(), "{boxes}");
    for model in ["cone", "convex-cone"] {
        let cones = error(&format!("--friction {model}"))["error"].clone();
        assert!(cones["natural_max"].is_null(), "{cones}");
        assert!(cones["relative_max"].as_f64().is_some_and(|it| it < 1e-6), "{cones}");
    }
    assert!(workspace.run("run rest.toml --steps 5").stdout.contains("(natural)"));
    assert!(workspace.run("run rest.toml --steps 5 --friction cone").stdout.contains("(relative)"));
}

/// Ctrl-C keeps what there is, and a second one does not wait.
#[cfg(unix)]
#[test]
fn an_interrupted_run_shows_and_writes_what_it_did() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let workspace = Workspace::new(&[("rest.toml", REST)]);
    let line = "run rest.toml --steps 100000000 --json --record r.rec --poses p.csv \
                --save-state s.state --picture p.svg";
    let mut child = crate::command(workspace.0.path(), line)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let frames = || Recording::read_file(&workspace.path("r.rec")).map_or(0, |it| it.frames.len());
    while frames() < 5 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let process = child.id().to_string();
    let sent = Command::new("kill").args(["-s", "INT", &process]).status();
    assert!(sent.expect("kill runs").success());
    let mut said = String::new();
    let stderr = child.stderr.take().expect("a pipe");
    BufReader::new(stderr).read_line(&mut said).expect("a line");
    assert!(said.starts_with("interrupted: ends after this step"), "{said}");
    let ran = crate::Ran::from(child.wait_with_output().expect("it ends"));
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let document = ran.json();
    assert_eq!(document["stopped"], "interrupted");
    let steps = document["steps"].as_u64().expect("a number") as usize;
    assert!(steps >= 4, "{steps}");
    // All files hold the beginning and every step.
    let recording = Recording::read_file(&workspace.path("r.rec")).expect("readable");
    assert_eq!((recording.frames.len(), recording.cut), (steps + 1, None));
    let csv = std::fs::read_to_string(workspace.path("p.csv")).expect("written");
    assert_eq!(csv.lines().count(), 1 + 2 * (steps + 1));
    assert!(workspace.run("check s.state").stdout.contains(&format!("after {steps} steps")));
    assert!(std::fs::read_to_string(workspace.path("p.svg")).expect("drawn").ends_with("</svg>\n"));
}

/// A GIF needs nothing else; a film of the page needs a browser, and that is
/// said before the first step.
#[test]
fn films_are_made_or_refused_at_once() {
    let workspace = Workspace::new(&[("rest.toml", REST)]);
    let bare = |line: &str| {
        let mut command = command(workspace.0.path(), line);
        let command = command.env("PATH", "").env_remove("CHROMIUM");
        Ran::from(command.output().expect("the binary runs"))
    };
    let ran = bare("run rest.toml --steps 9 --video film.gif --quiet");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let film = std::fs::read(workspace.path("film.gif")).expect("written");
    assert!(film.starts_with(b"GIF89a") && film.ends_with(b";") && film.len() > 1000);
    let ran = bare("run rest.toml --steps 9 --video film.webm");
    assert_eq!((ran.code, workspace.names().len()), (Some(2), 2), "{ran:?}");
    assert!(ran.stderr.contains("Chromium is not there") && ran.stderr.contains("FILE.gif"));
    for line in ["--video film.mp4", "--video film", "--video nowhere/film.gif"] {
        let ran = bare(&format!("run rest.toml --steps 9 {line}"));
        assert_eq!((ran.code, workspace.names().len()), (Some(2), 2), "{ran:?}");
    }
}
