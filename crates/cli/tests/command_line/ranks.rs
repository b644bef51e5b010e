//! `stickslip run --ranks`.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use stickslip_scene::recording::{BLOCK, Recording};
use stickslip_scene::{Overrides, SavedState, SceneSource};

use crate::{Workspace, command};

/// Any number of ranks, threads or processes, gives one hash; a saved state goes on on another
/// number of them, and a recording has every step.
#[test]
fn ranks_agree() {
    let workspace = Workspace::new(&[]);
    let hash = |line: &str| {
        let ran = workspace.run(&format!("run mill --set n=120 --quiet {line}"));
        assert_eq!(ran.code, Some(0), "{ran:?}");
        ran.stdout
    };
    let alone = hash("--ranks 1 --steps 24");
    assert_eq!(alone.trim().len(), 16, "{alone}");
    assert_eq!(hash("--ranks 3 --steps 24 --record m.rec"), alone);
    let frames = Recording::read_file(&workspace.path("m.rec")).expect("a recording").frames;
    assert_eq!(frames.len(), 25);
    let last = frames.last().expect("a frame");
    assert_eq!(format!("{:016x}\n", last.hash.expect("its hash")), alone);
    assert!(last.contacts.len() > 50, "{}", last.contacts.len());
    hash("--ranks 2 --steps 12 --save-state half.state");
    assert_eq!(hash("--ranks 4 --steps 12 --from-state half.state"), alone);
    hash("--ranks 2 --steps 15 --save-state often.state --save-every 6");
    if !has_mpi() {
        return;
    }
    let recorded = std::fs::read(workspace.path("m.rec")).expect("a recording");
    std::fs::remove_file(workspace.path("m.rec")).expect("was there");
    let line = "run mill --set n=120 --quiet --steps 24 --ranks mpi --record m.rec";
    let program = command(workspace.0.path(), "").get_program().to_owned();
    let ran = Command::new("mpirun")
        .args(["--oversubscribe", "-n", "3"])
        .arg(program)
        .args(line.split(' '))
        .envs([("OMPI_ALLOW_RUN_AS_ROOT", "1"), ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")])
        .current_dir(workspace.0.path())
        .output()
        .expect("mpirun runs");
    assert!(ran.status.success(), "{ran:?}");
    assert_eq!(String::from_utf8_lossy(&ran.stdout), alone);
    let again = std::fs::read(workspace.path("m.rec")).expect("a recording");
    assert!(again == recorded, "processes have written another recording than threads");
}

/// A recording of several blocks has the same bytes for any number of ranks; its last frame is
/// the state at the end, to the units of a recording, with its hash and its energy.
#[test]
fn ranks_write_one_recording() {
    let workspace = Workspace::new(&[]);
    let parameters = [("n", 2500.0), ("width", 16.0)];
    let record = |ranks: usize| {
        let line = "run bed --set n=2500 --set width=16 --steps 14 --quiet --record b.rec";
        let ran = workspace.run(&format!("{line} --save-state b.state --ranks {ranks}"));
        assert_eq!(ran.code, Some(0), "{ran:?}");
        std::fs::read(workspace.path("b.rec")).expect("a recording")
    };
    let bytes = record(1);
    assert!([3, 5].into_iter().all(|ranks| record(ranks) == bytes));
    let recording = Recording::read(&bytes, "b.rec").expect("whole");
    assert!(recording.cut.is_none() && recording.header.bodies.len() > 2 * BLOCK);
    let last = recording.frames.last().expect("a frame");
    let parameters = parameters.map(|(name, value)| (name.into(), value)).into();
    let overrides = Overrides { parameters, seed: 0 };
    let scene = SceneSource::find("bed").and_then(|it| it.read(&overrides)).expect("a scene");
    let mut simulation = scene.simulation().expect("a simulation");
    let saved = SavedState::read_file(&workspace.path("b.state")).expect("saved");
    simulation.restore(saved.state).expect("of this scene");
    let state = simulation.state();
    assert_eq!((last.step, last.hash), (14, Some(state.hash())));
    assert_eq!(last.figure("energy"), simulation.energy());
    for (found, exact) in last.bodies.iter().zip(&state.bodies) {
        let apart = (found.pose.position - exact.pose.position).abs().max_element();
        assert!(apart <= 0.5 / 67_108_864.0, "{apart} m");
    }
    // What saved contacts carry is what acted in the contacts of the frame.
    let kept: f64 = state.contacts.iter().map(|own| own.impulses[0]).sum();
    let found: f64 = last.contacts.iter().map(|own| own.impulse.dot(own.normal)).sum();
    assert!(kept > 0.0 && (found - kept).abs() < 1e-4 * kept, "{found} N·s, {kept} are kept");
    assert!(last.contacts.len() > 300, "{} contacts", last.contacts.len());
    assert_eq!(last.figure("contacts"), last.contacts.len() as f64);
    assert!(last.contacts.is_sorted_by_key(|own| (own.first, own.second)));
}

/// Repeated bodies that live on their ranks move as those of a scene that every rank has whole,
/// which an empty group makes of it; also from a state, and with a wide body among them.
#[test]
fn copies_move_as_bodies_of_the_whole_scene() {
    let board = "[[body]]\nname = 'board'\nrepeat = { count = 2 }\nposition = [0, '= 2 + i', 0]\n\
        shape = { type = 'box', size = [0.6, 0.03, 0.6] }\n";
    let sparse = format!("{}\n{board}", SceneSource::find("mill").expect("built in").text);
    let whole = format!("{sparse}\n[[group]]\nname = 'nothing'\n");
    let workspace = Workspace::new(&[("sparse.toml", &sparse), ("whole.toml", &whole)]);
    let hash = |line: &str| {
        let ran = workspace.run(&format!("run {line} --set n=150 --quiet"));
        assert_eq!(ran.code, Some(0), "{ran:?}");
        ran.stdout
    };
    let expected = hash("whole.toml --ranks 1 --steps 40");
    assert_eq!(hash("sparse.toml --ranks 1 --steps 40"), expected);
    assert_eq!(hash("sparse.toml --ranks 3 --steps 40"), expected);
    hash("sparse.toml --ranks 3 --steps 25 --save-state s.state");
    hash("whole.toml --ranks 2 --steps 25 --save-state w.state");
    let [one, two] = ["s.state", "w.state"].map(|name| std::fs::read(workspace.path(name)));
    assert!(one.expect("saved") == two.expect("saved"), "other states");
    assert_eq!(hash("sparse.toml --ranks 2 --steps 15 --from-state w.state"), expected);
    assert_eq!(hash("whole.toml --ranks 4 --steps 15 --from-state s.state"), expected);
    let ran = workspace.run("run sparse.toml --set n=151 --ranks 2 --from-state s.state");
    assert!(ran.code == Some(1) && ran.stderr.contains("the state has 174 bodies"), "{ran:?}");
}

/// A run without ranks in the order of cells ends in their bits, recorded, saved and gone on from
/// alike; so does one whose settings leave the number of sub-steps open.
#[test]
fn the_order_of_cells_is_that_of_ranks() {
    for (name, fixed) in [("mill", true), ("silo", false)] {
        let text = SceneSource::find(name).expect("built in").text;
        let asked = "stepper = \"small-steps\"\norder = \"cells\"";
        let text = text.replace("stepper = \"small-steps\"", asked);
        let workspace = Workspace::new(&[("it.toml", &text)]);
        let run = |line: &str| {
            let ran = workspace.run(&format!("run it.toml --set n=120 --quiet {line}"));
            assert_eq!(ran.code, Some(0), "{ran:?}");
            ran.stdout
        };
        let read = |name: &str| std::fs::read(workspace.path(name)).expect("a file");
        let alone = run("--steps 40 --record a.rec --save-state a.state");
        assert_eq!(run("--ranks 1 --steps 40 --record r.rec --save-state r.state"), alone);
        assert_eq!(run("--ranks 3 --steps 40"), alone);
        assert!(read("a.state") == read("r.state"), "other states of {name}");
        run("--steps 25 --save-state half.state");
        assert_eq!(run("--steps 15 --from-state half.state"), alone);
        assert_eq!(run("--ranks 2 --steps 15 --from-state half.state"), alone);
        let [one, two] = ["a.rec", "r.rec"]
            .map(|name| Recording::read(&read(name), name).expect("a recording").frames);
        for (one, two) in one.iter().zip(&two) {
            assert_eq!((one.step, one.time, one.hash), (two.step, two.time, two.hash));
            assert_eq!(one.figure("energy"), two.figure("energy"));
            assert!(one.bodies == two.bodies, "step {}", one.step);
            // Forces; impulses of sub-steps of the settings, and of those that there were.
            let points = |frame: &stickslip_scene::recording::Frame| -> Vec<_> {
                frame.contacts.iter().map(|it| (it.first, it.second, it.state, it.gap)).collect()
            };
            assert_eq!(points(one), points(two));
            assert!(!fixed || one.contacts == two.contacts, "step {}", one.step);
        }
        assert!(one.last().is_some_and(|frame| frame.contacts.len() > 20));
    }
    let workspace = Workspace::new(&[]);
    let text = SceneSource::find("ball-pit").expect("built in").text;
    let asked = text.replacen("[settings]", "[settings]\norder = \"cells\"", 1);
    std::fs::write(workspace.path("pit.toml"), asked).expect("a file");
    let ran = workspace.run("run pit.toml --steps 1 --budget 0.1");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("setting order: \"cells\": ranks do not know budget"), "{ran:?}");
}

/// Joints among grains: any number of ranks, and the order of cells without ranks, end in the same
/// bits and in files of the same bytes, and a saved state goes on.
#[test]
fn ranks_have_mechanisms() {
    let text = SceneSource::find("ball-pit").expect("built in").text;
    let asked = text.replacen("[settings]", "[settings]\norder = \"cells\"", 1);
    let workspace = Workspace::new(&[("pit.toml", &text), ("cells.toml", &asked)]);
    let run = |line: &str| {
        let ran = workspace.run(&format!("run {line} --set n=60 --quiet"));
        assert_eq!(ran.code, Some(0), "{ran:?}");
        ran.stdout
    };
    let read = |name: &str| std::fs::read(workspace.path(name)).expect("a file");
    let alone = run("pit.toml --ranks 1 --steps 16 --record a.rec --save-state a.state");
    assert_eq!(run("pit.toml --ranks 3 --steps 16 --record b.rec --save-state b.state"), alone);
    assert!(read("a.rec") == read("b.rec") && read("a.state") == read("b.state"));
    assert_eq!(run("cells.toml --steps 16 --save-state c.state"), alone);
    assert!(read("a.state") == read("c.state"), "another state without ranks");
    let saved = SavedState::read_file(&workspace.path("a.state")).expect("saved").state;
    assert!(saved.joint_impulses.iter().any(|own| *own != 0.0));
    run("pit.toml --ranks 2 --steps 9 --save-state half.state");
    assert_eq!(run("pit.toml --ranks 4 --steps 7 --from-state half.state"), alone);
    assert_eq!(run("cells.toml --steps 7 --from-state half.state"), alone);
}

/// A state that was changed or cut is refused by all ranks with one sentence.
#[test]
fn ranks_refuse_broken_states() {
    let workspace = Workspace::new(&[]);
    let line = "run mill --set n=60 --ranks 3 --steps 2 --quiet";
    assert_eq!(workspace.run(&format!("{line} --save-state s.state")).code, Some(0));
    let whole = std::fs::read(workspace.path("s.state")).expect("saved");
    let mut changed = whole.clone();
    changed[whole.len() / 2] ^= 1;
    let cases =
        [(&changed[..], "its checksum is wrong"), (&whole[..200], "does not have the length")];
    for (bytes, said) in cases {
        std::fs::write(workspace.path("b.state"), bytes).expect("written");
        let ran = workspace.run(&format!("{line} --from-state b.state"));
        assert_ne!(ran.code, Some(0), "{ran:?}");
        assert!(ran.stderr.trim().lines().count() == 1 && ran.stderr.contains(said), "{ran:?}");
    }
    let ran = workspace.run(&format!("{line} --save-state /dev/null"));
    assert!(ran.code != Some(0) && ran.stderr.contains("it is no file"), "{ran:?}");
}

/// Ctrl-C ends all ranks after the step, with everything written; any number of ranks goes on.
#[cfg(unix)]
#[test]
fn interrupted_ranks_write_what_they_did() {
    let workspace = Workspace::new(&[]);
    let line = "run mill --set n=60 --steps 1000000 --ranks 3 --json --record m.rec \
                --save-state s.state";
    let child = command(workspace.0.path(), line)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let frames = || Recording::read_file(&workspace.path("m.rec")).map_or(0, |it| it.frames.len());
    while frames() < 4 {
        std::thread::sleep(Duration::from_millis(5));
    }
    signal(child.id(), "INT");
    let ran = crate::Ran::from(child.wait_with_output().expect("it ends"));
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let document = ran.json();
    assert_eq!(document["stopped"], "interrupted");
    let steps = document["steps"].as_u64().expect("a number") as usize;
    assert_eq!(frames(), steps + 1);
    goes_on(&workspace, "s.state", steps, "mill --set n=60");
}

/// A run whose process is killed goes on from what it saved last.
#[cfg(unix)]
#[test]
fn killed_ranks_go_on_from_what_they_saved() {
    let workspace = Workspace::new(&[]);
    let line = "run mill --set n=60 --steps 1000000 --ranks 3 --quiet --save-state s.state \
                --save-every 2";
    let mut child = command(workspace.0.path(), line)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs");
    while !workspace.path("s.state").exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    signal(child.id(), "KILL");
    assert!(!child.wait().expect("it ends").success());
    let said = workspace.run("check s.state").stdout;
    let steps = (1..10_000).find(|steps| said.contains(&format!("after {steps} steps")));
    let steps = steps.expect(&said);
    assert_eq!(steps % 2, 0, "{said}");
    goes_on(&workspace, "s.state", steps, "mill --set n=60");
}

/// Two more steps on two ranks from a saved state are those of one rank from the beginning.
fn goes_on(workspace: &Workspace, state: &str, steps: usize, scene: &str) {
    let run = |line: &str| workspace.run(&format!("run {scene} --quiet {line}")).stdout;
    let rest = run(&format!("--ranks 2 --steps 2 --from-state {state}"));
    assert_eq!(rest.trim().len(), 16, "{rest}");
    assert_eq!(rest, run(&format!("--ranks 1 --steps {}", steps + 2)));
}

fn signal(process: u32, name: &str) {
    let sent = Command::new("kill").args(["-s", name, &process.to_string()]).status();
    assert!(sent.expect("kill runs").success());
}

/// Where the disk is full, or files may not grow, ranks end with one sentence, and what was
/// saved before stays.
#[cfg(unix)]
#[test]
fn ranks_that_cannot_write_end_with_one_sentence() {
    let workspace = Workspace::new(&[]);
    workspace.run("run mill --set n=60 --ranks 2 --steps 2 --quiet --save-state s.state");
    let before = std::fs::read(workspace.path("s.state")).expect("saved");
    let begin = Instant::now();
    let program = command(workspace.0.path(), "").get_program().to_owned();
    // 512 bytes; the signal that comes with it otherwise ends the process.
    let ran = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\""])
        .arg(program)
        .args("run mill --set n=60 --ranks 3 --steps 100000 --quiet".split(' '))
        .args("--save-state s.state --save-every 3".split(' '))
        .current_dir(workspace.0.path())
        .output()
        .expect("it runs");
    assert!(begin.elapsed() < Duration::from_secs(60));
    let ran = crate::Ran::from(ran);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert_eq!(ran.stderr.trim().lines().count(), 1, "{ran:?}");
    assert!(ran.stderr.starts_with("error: ") && ran.stderr.contains("s.state"), "{ran:?}");
    assert_eq!(std::fs::read(workspace.path("s.state")).expect("still there"), before);
    assert_eq!(workspace.names(), ["s.state"]);
}

/// Whether ranks can be processes here; says so where they cannot.
fn has_mpi() -> bool {
    let required = std::env::var("STICKSLIP_REQUIRE_MPI").is_ok_and(|value| value == "1");
    let missing = match cfg!(feature = "mpi") {
        false => Some("skipped: built without mpi"),
        true if Command::new("mpirun").arg("--version").output().is_err() => {
            Some("skipped: no mpirun")
        }
        true => None,
    };
    if let Some(reason) = missing {
        assert!(!required, "{reason}");
        println!("{reason}");
    }
    missing.is_none()
}

/// The table has a line for each rank, and the document a record.
#[test]
fn ranks_tell_what_they_did() {
    let workspace = Workspace::new(&[]);
    let ran = workspace.run("run bed --set n=60 --steps 3 --ranks 2");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    for word in ["2 ranks", "busiest rank over mean", "ghosts", "state hash"] {
        assert!(ran.stdout.contains(word), "{word}: {}", ran.stdout);
    }
    let document = workspace.run("run bed --set n=60 --steps 3 --ranks 2 --json").json();
    let ranks = document["ranks"].as_array().expect("a list");
    let bodies: u64 = ranks.iter().filter_map(|rank| rank["bodies"].as_u64()).sum();
    assert_eq!((ranks.len(), bodies), (2, 60));
    assert_eq!(document["steps"], 3);
}

/// A light box under a heavy one, in two sub-steps.
const PRESS: &str = "name = 'press'\n[settings]\nstepper = 'small-steps'\naccuracy = 'off'\n\
    substeps = 2\n[[body]]\nname = 'ground'\nmotion = 'static'\n\
    shape = { type = 'half-space' }\n[[body]]\nname = 'light'\nmass = 1\n\
    shape = { type = 'box', size = [1, 1, 1] }\nposition = [0, 0.5, 0]\n[[body]]\n\
    name = 'heavy'\nmass = 100\nshape = { type = 'box', size = [1, 1, 1] }\n\
    position = [0, 1.51, 0]\n";

/// A step that ends too deep is not converged, for the reasons that it is not without ranks.
#[test]
fn ranks_say_why_steps_are_not_converged() {
    let workspace = Workspace::new(&[("press.toml", PRESS)]);
    let line = "run press.toml --steps 12";
    let alone = workspace.run(&format!("{line} --json")).json();
    let ranks = workspace.run(&format!("{line} --ranks 2 --json")).json();
    let (solve, reasons) = (&alone["solve"], &ranks["failed_by"]);
    assert!(reasons["gap"].as_u64() < reasons["round"].as_u64(), "{ranks}");
    assert_eq!(reasons, &solve["failed_by"]);
    assert_eq!(ranks["failed_steps"], solve["failed_steps"]);
    assert_eq!(ranks["beyond_accuracy"], alone["quality"]["beyond_accuracy"]);
    let table = workspace.run(&format!("{line} --ranks 2")).stdout;
    assert!(table.contains("  for gaps beyond accuracy "), "{table}");
}

/// What ranks have no part in is named, before anything is written.
#[test]
fn what_does_not_go_with_ranks_is_refused() {
    let workspace = Workspace::new(&[]);
    let cases = [
        ("run bed --ranks 0", "expected a whole number ≥ 1"),
        ("run bed --ranks 2 --solver pgs", "--solver does not go with --ranks"),
        ("run bed --ranks 2 --picture p.svg", "--picture does not go with --ranks"),
        ("run soft-heap --ranks 2", "ranks take stepper = \"small-steps\""),
        ("run bed --ranks 2 --budget 0.1", "ranks do not know budget"),
        ("run bed --save-every 3", "--ranks"),
    ];
    for (line, said) in cases {
        let ran = workspace.run(line);
        assert_eq!(ran.code, Some(2), "{line}: {ran:?}");
        assert!(ran.stderr.contains(said), "{line}: {ran:?}");
    }
    assert!(workspace.names().is_empty(), "{:?}", workspace.names());
    let ran = workspace.run("run bed --ranks 2 --steps 1 --record /dev/full");
    assert_ne!(ran.code, Some(0), "{ran:?}");
    assert!(ran.stderr.contains("cannot write /dev/full"), "{ran:?}");
}

/// The script for Slurm runs, and goes on where it ended; the container takes the packages and the
/// features of the page.
#[cfg(unix)]
#[test]
fn clusters_take_what_the_guide_says() {
    let page = super::snippets::root().join("docs/guide/src/ranks.md");
    let page = std::fs::read_to_string(page).expect("a page");
    let block = |kind: &str| {
        let after = page.split_once(&format!("```{kind}\n")).expect(kind).1;
        after.split_once("```").expect("its end").0
    };
    let (container, commands) = (block("dockerfile"), block("sh"));
    let packages = |text: &str| {
        let own = text.split_once("apt-get install").expect("packages").1;
        let words = own.split_whitespace().take_while(|word| *word != "cargo" && *word != "COPY");
        let names = words.filter(|word| word.starts_with("lib") || word.starts_with("openmpi"));
        names.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(packages(container), packages(commands));
    assert_eq!(packages(commands).len(), 4);
    for text in [container, commands] {
        assert!(text.contains("-p stickslip-cli --features mpi"), "{text}");
    }
    let script = block("bash").replace("n=90000 --set width=60", "n=60");
    let script = script.replace("--ranks mpi", "--ranks 2 --steps 3 --quiet");
    let workspace = Workspace::new(&[("bed.sh", &script)]);
    let program = command(workspace.0.path(), "").get_program().to_owned();
    for steps in [3, 6] {
        let ran = Command::new("bash")
            .args(["-e", "-c"])
            .arg("stickslip() { \"$STICKSLIP\" \"$@\"; }; srun() { shift; \"$@\"; }; . ./bed.sh")
            .env("STICKSLIP", &program)
            .current_dir(workspace.0.path())
            .output();
        let ran = crate::Ran::from(ran.expect("bash runs"));
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let said = workspace.run("check bed.state").stdout;
        assert!(said.contains(&format!("after {steps} steps")), "{said}");
    }
}
