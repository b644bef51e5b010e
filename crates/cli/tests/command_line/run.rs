//! `stickslip run`, `list scenes`, and `check` of what they read and write.

use crate::{Workspace, numbers};

/// A ball that falls freely for 60 steps of 1/60 s.
const FALL: &str = "name = 'fall'\ndescription = 'a ball'\nseconds = 1\n\
    [parameters]\nheight = 10\n\
    [[body]]\nname = 'ball, the'\nposition = [0, '= height', 0]\n\
    shape = { type = 'sphere', radius = 0.5 }\nmass = 2\n";

/// A box at rest on the ground.
pub const REST: &str = "name = 'rest'\nseconds = 0.5\n[[body]]\nname = 'ground'\nmotion = 'static'\n\
    shape = { type = 'half-space' }\n[[body]]\nname = 'box'\nposition = [0, 0.5, 0]\n\
    shape = { type = 'box', size = [1, 1, 1] }\nmass = 3\n";

#[test]
fn json_has_the_promised_shape() {
    let workspace = Workspace::new(&[("rest.toml", REST)]);
    let ran = workspace.run("run rest.toml --json");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{ran:?}");
    assert_eq!(ran.stdout.lines().count(), 1);
    let document = ran.json();
    assert_eq!(document["scene"], "rest");
    assert_eq!(document["solver"], "bpp");
    assert_eq!(document["stepper"], "auto");
    assert_eq!(document["dt"], 1.0 / 60.0);
    assert_eq!((document["steps"].as_u64(), document["seed"].as_u64()), (Some(30), Some(0)));
    assert_eq!(document["bodies"], 2);
    assert_eq!(document["islands_max"], 1);
    let islands = &document["islands"];
    assert_eq!((&islands["exact"], &islands["small_steps"]), (&1.0.into(), &0.0.into()));
    assert_eq!((&document["substeps_max"], &document["device"]), (&0.into(), &"cpu".into()));
    assert_eq!(document["quality"]["accurate"], true);
    assert_eq!(document["mass_ratio_max"], 1.0);
    // Four corners with a normal and two tangents each.
    assert_eq!(document["constraints_max"], 12);
    for key in ["total_s", "collide_s", "assemble_s", "solve_s", "realtime_factor"] {
        assert!(document["time"][key].as_f64().is_some_and(|value| value > 0.0), "{key}");
    }
    for key in ["iterations_mean", "inner_iterations_mean", "ms_mean", "ms_p99", "tight_share_mean"]
    {
        assert!(document["solve"][key].is_number(), "{key}");
    }
    assert_eq!(document["solve"]["failed_steps"], 0);
    for key in ["energy_mean", "energy_max", "natural_max"] {
        assert!(document["error"][key].as_f64().is_some_and(|value| value < 1e-6), "{key}");
    }
    for key in ["penetration_max", "joint_error_max"] {
        assert!(document["quality"][key].as_f64().is_some_and(|value| value < 1e-5), "{key}");
    }
    let energy = 3.0 * 9.81 * 0.5;
    for key in ["energy_start", "energy_end"] {
        let value = document["quality"][key].as_f64().expect("a number");
        assert!((value - energy).abs() < 1e-3, "{key}: {value}");
    }
    let hash = document["state_hash"].as_str().expect("a hash");
    assert!(hash.len() == 16 && hash.chars().all(|digit| digit.is_ascii_hexdigit()));
    let fluid = workspace.run("run rest.toml --stepper fluid --json").json();
    assert_eq!((&fluid["stepper"], &fluid["state_hash"]), (&"fluid".into(), &hash.into()));
    let text = workspace.run("run rest.toml");
    assert!(text.stdout.contains("real-time factor") && text.stdout.contains(hash), "{text:?}");
    assert_eq!(workspace.run("run rest.toml --quiet").stdout, format!("{hash}\n"));
}

/// Small steps tell their sub-steps, their residual, and where a budget has bounded them.
#[test]
fn small_steps_tell_what_they_did() {
    let workspace = Workspace::new(&[("rest.toml", REST)]);
    let told = workspace.run("run rest.toml --steps 4 --stepper small-steps --json").json();
    let substeps = told["quality"]["substeps"].as_u64().expect("a count");
    assert!(substeps > 4 && told["quality"]["budgeted"].is_null(), "{told}");
    assert!(told["islands"]["small_steps"].as_f64().is_some_and(|it| it > 0.5), "{told}");
    assert_eq!(told["substeps_mean"].as_f64(), Some(substeps as f64 / 4.0));
    assert!(told["error"]["small_max"].as_f64().is_some_and(|it| it < 0.1), "{told}");
    let flags = "--steps 4 --stepper small-steps --budget 1e-9";
    let bounded = workspace.run(&format!("run rest.toml {flags} --json")).json();
    let quality = &bounded["quality"];
    assert_eq!((&quality["substeps"], &quality["budgeted"]), (&4.into(), &4.into()));
    let text = workspace.run(&format!("run rest.toml {flags}")).stdout;
    assert!(text.contains("bounded by the budget") && text.contains("of small steps"), "{text}");
    let over = workspace.run("run rest.toml --steps 1 --budget 8e-3 --stepper complementarity");
    assert!(over.stderr.contains("pass over budget"), "{over:?}");
    assert_eq!(workspace.run("run rest.toml --budget 0").code, Some(2));
}

/// The table tells what there is, and has no lines for what was not measured.
#[test]
fn tables_leave_out_what_is_not_there() {
    let workspace = Workspace::new(&[("rest.toml", REST)]);
    let told = |line: &str, there: &[&str], missing: &[&str]| {
        let text = workspace.run(line).stdout;
        let has = |word: &&&str| text.contains(**word);
        assert_eq!(there.iter().find(|word| !has(word)), None, "{line}: {text}");
        assert_eq!(missing.iter().find(has), None, "{line}: {text}");
    };
    let contacts = ["most constraints", "mass ratio", "rows at a bound", "steps halved"];
    let soft = ["cantilever: 1 soft body, ", "residual of soft steps", "steps not converged"];
    told("run cantilever --set n=1 --steps 2", &soft, &contacts);
    let linear = [&contacts[..], &["residual of soft steps", "joint error", "begun with"]].concat();
    told("run twist --steps 1", &["twist: 2 bodies, 1 soft body, ", "iterations per"], &linear);
    let document = workspace.run("run twist --steps 1 --json").json();
    assert!(document["error"]["soft_max"].is_null(), "{document}");
    told("run rest.toml --steps 4", &contacts, &["soft", "liquid", "sub-steps"]);
}

/// What is asked of soft bodies on the command line is what they do.
#[test]
fn soft_bodies_are_stepped_as_they_are_asked_to() {
    let workspace = Workspace::new(&[]);
    let left = |flags: &str| {
        let ran = workspace.run(&format!("run cantilever --set n=1 --steps 10 --json {flags}"));
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let document = ran.json();
        let residual = document["error"]["soft_max"].as_f64().expect("a residual");
        (residual, document["quality"]["inaccurate"].as_u64())
    };
    let (linear, _) = left("");
    assert!(linear > 1e-6, "{linear}");
    let (small, beyond) = left("--soft-tolerance 1e-9");
    assert!(small <= 1e-9 && beyond == Some(0), "{small}");
    // One round is not enough, and that is reported.
    let (some, beyond) = left("--soft-tolerance 1e-12 --soft-rounds 1");
    assert!(some < linear && some > 1e-12 && beyond.is_some_and(|it| it > 0), "{some}");
    let line = "run cantilever --set n=1 --steps 10 --soft-tolerance 1e-12 --soft-rounds 1";
    let solve = &workspace.run(&format!("{line} --json")).json()["solve"];
    assert_eq!((&solve["failed_steps"], &solve["failed_by"]["round"]), (&10.into(), &10.into()));
    let text = workspace.run(line).stdout;
    assert!(text.contains("for the last round or halving"), "{text}");
    assert!(left("--soft-inertia diagonal").0 > linear);
    let ran = workspace.run("run cantilever --steps 1 --soft-inertia heavy");
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("expected one of full, mass, diagonal"), "{ran:?}");
    let ran = workspace.run("run cantilever --steps 1 --soft-inertia mass --soft-tolerance 1e-6");
    assert!(ran.code == Some(2) && ran.stderr.contains("whose steps are explicit"), "{ran:?}");
}

/// Semi-implicit Euler: after n steps v = −g n h and y = y₀ − g h² n(n+1)/2.
/// Each vertex of a cube that falls free falls as the ball below does.
#[test]
fn vertices_are_those_of_a_falling_cube() {
    let cube = "name = 'cube'\n[[soft]]\nname = 'a, b'\nmesh = 'box'\nsize = [1, 1, 1]\n\
                cut = [1, 1, 1]\nyoung = 1e5\nposition = [0, 20, 0]\n";
    let held = format!("{cube}pins = [3]\n");
    let workspace = Workspace::new(&[("cube.toml", cube), ("held.toml", &held)]);
    // They have the numbers of the mesh: the one that is pinned stays.
    assert_eq!(workspace.run("run held.toml --steps 1 --poses h.csv").code, Some(0));
    let text = std::fs::read_to_string(workspace.path("h-vertices.csv")).expect("written");
    let still: Vec<&str> =
        text.lines().filter(|line| line.starts_with("1,") && line.contains(",0,0,0,")).collect();
    assert!(still.len() == 1 && still[0].starts_with("1,\"a, b\",3,"), "{still:?}");
    let ran = workspace.run("run cube.toml --dt 0.1 --steps 4 --poses p.csv --json");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let text = std::fs::read_to_string(workspace.path("p-vertices.csv")).expect("written");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("step,soft,vertex,x,y,z,vx,vy,vz,time"));
    let rows: Vec<Vec<f64>> = lines
        .map(|line| {
            let (step, rest) = line.split_once(",\"a, b\",").expect("a quoted name");
            let numbers = [step].into_iter().chain(rest.split(','));
            numbers.map(|word| word.parse().expect("a number")).collect()
        })
        .collect();
    let vertices = rows.len() / 5;
    assert_eq!((vertices >= 8, rows.len() % 5), (true, 0));
    for row in &rows {
        let start = &rows[row[1] as usize];
        let fallen = 9.81 * 0.01 * row[0] * (row[0] + 1.0) / 2.0;
        assert!((start[3] - row[3] - fallen).abs() < 1e-9, "{row:?}");
        assert!((row[6] + 9.81 * 0.1 * row[0]).abs() < 1e-9, "{row:?}");
        assert!((row[8] - 0.1 * row[0]).abs() < 1e-12, "{row:?}");
    }
}

#[test]
fn poses_are_those_of_a_falling_ball() {
    let workspace = Workspace::new(&[("fall.toml", FALL)]);
    let ran =
        workspace.run("run fall.toml --set height=20 --dt 0.1 --steps 5 --poses p.csv --json");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let csv = std::fs::read_to_string(workspace.path("p.csv")).expect("written");
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("step,body,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,time"));
    assert_eq!(lines.clone().count(), 6, "the beginning and five steps");
    for (step, line) in lines.enumerate() {
        let (before, after) = line.split_once("\"ball, the\",").expect("a quoted name");
        let numbers: Vec<f64> = after.split(',').map(|it| it.parse().expect("a number")).collect();
        let n = step as f64;
        assert_eq!(before, format!("{step},"));
        assert!((numbers[13] - 0.1 * n).abs() < 1e-12, "{line}");
        assert!((numbers[1] - (20.0 - 9.81 * 0.01 * n * n / 2.0)).abs() < 1e-12, "{line}");
        assert_eq!(numbers[3..7], [1.0, 0.0, 0.0, 0.0]);
        assert!((numbers[8] + 9.81 * 0.1 * n).abs() < 1e-12, "{line}");
    }
}

#[test]
fn a_run_does_not_depend_on_threads_and_depends_on_the_seed() {
    let workspace = Workspace::new(&[]);
    let hash = |line: &str| {
        let ran = workspace.run(&format!("run pile --set n=12 --steps 40 --json {line}"));
        assert_eq!(ran.code, Some(0), "{ran:?}");
        ran.json()["state_hash"].as_str().expect("a hash").to_owned()
    };
    let one = hash("--threads 1");
    assert_eq!(one, hash("--threads 3"));
    assert_eq!(one, hash("--seed 0"));
    assert_ne!(one, hash("--seed 1"));
}

#[test]
fn a_saved_state_goes_on_as_if_nothing_had_happened() {
    let workspace = Workspace::new(&[]);
    let hash = |line: &str| workspace.run(line).json()["state_hash"].clone();
    let whole = hash("run stack --steps 30 --json");
    hash("run stack --steps 10 --save-state half.state --json");
    assert_eq!(whole, hash("run stack --steps 20 --from-state half.state --json"));
    let ran = workspace.run("check half.state");
    assert!(ran.stdout.contains("after 10 steps"), "{ran:?}");
    let ran = workspace.run("run tower10 --steps 1 --from-state half.state");
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("a state of scene stack, not of tower10"), "{ran:?}");
}

#[test]
fn a_recording_can_be_checked_whole_and_cut() {
    let workspace = Workspace::new(&[("rest.toml", REST)]);
    let ran = workspace.run("run rest.toml --steps 7 --record r.rec --json");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let document = workspace.run("check r.rec --json").json();
    assert_eq!(document[0]["recording"], "rest");
    assert_eq!(
        (document[0]["frames"].as_u64(), document[0]["bodies"].as_u64()),
        (Some(8), Some(2))
    );
    assert!(document[0]["cut"].is_null());
    let bytes = std::fs::read(workspace.path("r.rec")).expect("there");
    std::fs::write(workspace.path("cut.rec"), &bytes[..bytes.len() - 5]).expect("written");
    let ran = workspace.run("check cut.rec");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.stdout.contains("7 frames") && ran.stdout.contains("are lost"), "{ran:?}");
    // One byte in the middle: what lies behind it is lost, and that is said.
    let mut damaged = bytes.clone();
    let all = bytes.len();
    // The first frame begins behind the header; the last byte of its length is
    // flipped in the second case, so that it seems to reach beyond the end.
    let header = u32::from_le_bytes([bytes[12], bytes[13], bytes[14], bytes[15]]) as usize;
    for at in [all / 2, 16 + header + 3] {
        damaged[at] ^= 1;
        std::fs::write(workspace.path("damaged.rec"), &damaged).expect("written");
        let ran = workspace.run("check damaged.rec");
        assert_eq!(ran.code, Some(1), "{ran:?}");
        assert!(ran.stdout.contains("damaged.rec: damaged"), "{ran:?}");
        assert!(ran.stdout.contains(&format!(" of {all} bytes, from byte ")), "{ran:?}");
        let document = workspace.run("check damaged.rec --json").json();
        assert_eq!(
            (&document[0]["valid"], &document[0]["cut"]["torn"]),
            (&false.into(), &false.into())
        );
        let lost = document[0]["cut"]["bytes"].as_u64().expect("a number") as usize;
        assert!(lost > all / 4 && lost < all, "{lost} of {all} bytes, byte {at}");
        damaged[at] ^= 1;
    }
    std::fs::write(workspace.path("stump.rec"), &bytes[..20]).expect("written");
    let ran = workspace.run("check stump.rec");
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.stdout.contains("ends in its header"), "{ran:?}");
}

#[test]
fn dumped_problems_are_the_ones_that_were_solved() {
    let workspace = Workspace::new(&[("rest.toml", REST)]);
    let ran = workspace.run("run rest.toml --steps 6 --dump-problems d --every 3 --json");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let files = ["d/step-000003-island-0000.json", "d/step-000006-island-0000.json"];
    assert_eq!(std::fs::read_dir(workspace.path("d")).expect("a folder").count(), files.len());
    for file in files {
        let solved = workspace.run(&format!("solve {file} --json")).json();
        assert_eq!((solved["kind"].as_str(), solved["size"].as_u64()), (Some("blcp"), Some(12)));
        assert_eq!(solved["status"], "converged");
        // The four normal impulses carry the weight for a step.
        let x = numbers(&solved["x"]);
        let normal: f64 = x.iter().step_by(3).sum();
        assert!((normal - 3.0 * 9.81 / 60.0).abs() < 1e-3, "{normal}: {x:?}");
    }
}

#[test]
fn scenes_are_listed_with_their_sources() {
    let workspace = Workspace::new(&[]);
    let documents = workspace.run("list scenes --json").json();
    let text = workspace.run("list scenes").stdout;
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for document in documents.as_array().expect("an array") {
        let name = document["name"].as_str().expect("a name");
        let summary = document["summary"].as_str().expect("a summary");
        assert!(text.lines().any(|line| line.contains(name) && line.contains(summary)), "{name}");
        let source = root.join(document["source"].as_str().expect("a source"));
        let content = std::fs::read_to_string(source).expect("a file");
        assert_eq!(workspace.run(&format!("list scene {name}")).stdout, content);
        assert_eq!(&workspace.run(&format!("list scene {name} --json")).json(), document);
    }
    for name in ["tower10", "heavy5", "grid125", "incline", "arch", "newtons-cradle"] {
        assert!(documents.as_array().expect("an array").iter().any(|it| it["name"] == name));
    }
}

/// Scene and model as they are printed, side by side, are the built-in scene.
#[test]
fn a_built_in_scene_with_a_model_can_be_taken_over() {
    let workspace = Workspace::new(&[]);
    let [scene, model] =
        ["gripper", "gripper.xml"].map(|name| workspace.run(&format!("list scene {name}")).stdout);
    let own = Workspace::new(&[("mine.toml", &scene), ("gripper.xml", &model)]);
    let hash = |workspace: &Workspace, name: &str| {
        workspace.run(&format!("run {name} --steps 5 --json")).json()["state_hash"].clone()
    };
    assert!(hash(&workspace, "gripper").is_string());
    assert_eq!(hash(&own, "mine.toml"), hash(&workspace, "gripper"));
}

#[test]
fn checked_scenes_say_what_they_hold() {
    let broken = REST.replace("mass = 3", "masss = 3");
    let workspace = Workspace::new(&[("rest.toml", REST), ("broken.toml", &broken)]);
    let ran = workspace.run("check rest.toml broken.toml");
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(
        ran.stdout.contains("rest: a scene of 2 bodies and 0 joints, solved by bpp"),
        "{ran:?}"
    );
    assert!(ran.stdout.contains("not valid: broken.toml: line 11: body \"box\""), "{ran:?}");
    assert!(ran.stdout.contains("did you mean \"mass\"?"), "{ran:?}");
}

#[test]
fn bad_usage_is_refused_and_leaves_nothing_behind() {
    let workspace = Workspace::new(&[("rest.toml", REST), ("bad.toml", "name = ")]);
    let before = workspace.names();
    let cases = [
        ("run", "SCENE"),
        ("run nowhere", "no built-in scene \"nowhere\""),
        ("run stak", "did you mean \"stack\"?"),
        ("run nowhere.toml", "cannot be read"),
        ("run bad.toml --record r.rec", "bad.toml: line 1"),
        ("run rest.toml --steps 0", "≥ 1"),
        ("run rest.toml --steps 2 --seconds 1", "--seconds"),
        ("run rest.toml --dt 0", "> 0"),
        ("run rest.toml --dt -1", "> 0"),
        ("run rest.toml --threads 0", "≥ 1"),
        ("run rest.toml --seed x", "x"),
        ("run rest.toml --solver bbp", "did you mean \"bpp\"?"),
        ("run rest.toml --solver murty --set strat=1", "did you mean \"start\"?"),
        ("run rest.toml --set n=3", "no parameter \"n\""),
        ("run stack --set n=many", "n=many"),
        ("run stack --set m=3", "did you mean \"n\"?"),
        ("run stack --set n=-3", "whole number"),
        ("run stack --set n", "key=value"),
        ("run rest.toml --friction sticky", "convex-cone"),
        ("run stack --friction cone --solver bpp", "with --friction pyramid, bpp takes it"),
        (
            "run stack --friction polyhedral --solver lemke",
            "with --friction stewart-trinkle, lemke",
        ),
        ("run stack --solver interior-point", "with --friction stewart-trinkle, interior-point"),
        ("run stack --solver keller", "with --friction box-normal-first, keller takes it"),
        ("run rest.toml --stepper magic", "known are complementarity, fluid"),
        ("run dam-break --stepper complementarity", "needs stepper = \"fluid\""),
        ("run rest.toml --poses p.txt", ".csv"),
        ("run rest.toml --poses nowhere/p.csv", "nowhere"),
        ("run rest.toml --record nowhere/r.rec", "nowhere"),
        ("run rest.toml --save-state nowhere/s", "nowhere"),
        ("run rest.toml --from-state rest.toml", "not a saved state"),
        ("run rest.toml --from-state gone", "gone"),
        ("run rest.toml --every 2", "--dump-problems"),
        ("list scene nowhere", "nowhere"),
    ];
    for (line, said) in cases {
        let ran = workspace.run(line);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{line}: {ran:?}");
        assert!(ran.stderr.contains(said), "{line}: {}", ran.stderr);
        assert_eq!(workspace.names(), before, "{line}: something was left behind");
    }
}

/// The tight share and the iterations of a solve are those of one sub-step.
#[test]
fn figures_do_not_depend_on_the_number_of_substeps() {
    for substeps in [1, 2, 4] {
        let head = format!("seconds = 0.5\n[settings]\nsubsteps = {substeps}\n");
        let workspace = Workspace::new(&[("rest.toml", &REST.replace("seconds = 0.5\n", &head))]);
        let solve = &workspace.run("run rest.toml --json").json()["solve"];
        assert_eq!(solve["iterations_mean"], 1.0, "{substeps}: {solve}");
        assert_eq!(solve["tight_share_mean"], 0.0, "{substeps}: {solve}");
    }
}

/// An island that sleeps has no problem to write, least of all an old one.
#[test]
fn problems_of_sleeping_islands_are_not_written_again() {
    let rule = "sleeping = { speed = 0.01, seconds = 0.1 }";
    let scene = REST.replace("seconds = 0.5\n", &format!("seconds = 0.5\n[settings]\n{rule}\n"));
    let workspace = Workspace::new(&[("rest.toml", &scene)]);
    let ran = workspace.run("run rest.toml --dump-problems problems");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let written = std::fs::read_dir(workspace.path("problems")).expect("the folder").count();
    assert!((5..10).contains(&written), "{written} of 30 steps");
}
