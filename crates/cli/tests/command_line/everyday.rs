//! What people type in their first hour.

use super::{Workspace, numbers};

const HELD: &str = "name = 'held'\nseconds = 0.2\n[[body]]\nname = 'arm'\nposition = [0.5, 1, 0]\n\
    mass = 2\nshape = { type = 'box', size = [1, 0.1, 0.1] }\n[[joint]]\nname = 'wrist'\n\
    type = 'fixed'\nsecond = 'arm'\nanchor = [0, 1, 0]\n";
const SENSED: &str = "[[sensor]]\nname = 'load'\ntype = 'force-torque'\njoint = 'wrist'\n\
    [[sensor]]\nname = 'imu'\ntype = 'imu'\nbody = 'arm'\n";

/// 2 kg half a metre out: 19.62 N and 9.81 N·m, in every row after the first steps.
#[test]
fn sensors_are_written_and_plotted() {
    let sensed = format!("{HELD}{SENSED}");
    let workspace = Workspace::new(&[("held.toml", &sensed), ("bare.toml", HELD)]);
    let ran = workspace.run("run held.toml --sensors out.csv --quiet");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let csv = std::fs::read_to_string(workspace.path("out.csv")).expect("written");
    let mut lines = csv.lines();
    assert_eq!(
        lines.next(),
        Some(
            "step,time,load.fx,load.fy,load.fz,load.tx,load.ty,load.tz,imu.ax,imu.ay,imu.az,\
             imu.wx,imu.wy,imu.wz"
        )
    );
    assert_eq!(lines.clone().count(), 13);
    let last: Vec<f64> =
        lines.last().expect("rows").split(',').map(|it| it.parse().expect("a number")).collect();
    assert!((last[3] - 19.62).abs() < 1e-3 && (last[7] - 9.81).abs() < 1e-3, "{last:?}");
    assert!((last[9] - 9.81).abs() < 1e-3, "{last:?}");
    assert_eq!(workspace.run("run held.toml --sensors out.svg --quiet").code, Some(0));
    let plot = std::fs::read_to_string(workspace.path("out.svg")).expect("written");
    assert!(plot.contains("imu") && plot.contains("time (s)"), "{plot}");
    let none = workspace.run("run bare.toml --sensors out.csv");
    assert!(none.code == Some(2) && none.stderr.contains("has no sensors"), "{none:?}");
    let wrong = workspace.run("run held.toml --sensors out.txt");
    assert_eq!(wrong.code, Some(2), "{wrong:?}");
}

/// What broke is said with its time, and where few bodies ended.
#[test]
fn joints_that_break_are_events() {
    let weak = format!("{HELD}break_force = 10\n");
    let workspace = Workspace::new(&[("weak.toml", &weak), ("held.toml", HELD)]);
    let ran = workspace.run("run weak.toml");
    assert!(ran.stdout.contains("wrist broke"), "{ran:?}");
    assert!(ran.stdout.contains("arm ended at"), "{ran:?}");
    let document = workspace.run("run weak.toml --json").json();
    assert_eq!(document["events"][0]["broke"], "wrist");
    assert!(document["events"][0]["time"].as_f64().is_some_and(|time| time > 0.0));
    assert!(workspace.run("run held.toml --json").json().get("events").is_none());
}

/// Small numbers have exponents, and nothing is lost.
#[test]
fn numbers_of_tables_have_exponents() {
    let workspace = Workspace::new(&[("held.toml", HELD)]);
    workspace.run("run held.toml --poses poses.csv --quiet");
    let csv = std::fs::read_to_string(workspace.path("poses.csv")).expect("written");
    let mut small = 0;
    for cell in csv.lines().skip(1).flat_map(|line| line.split(',').skip(2)) {
        assert!(!cell.contains("0.0000000"), "{cell}");
        small += usize::from(cell.contains("e-"));
        cell.parse::<f64>().expect("a number");
    }
    assert!(small > 0);
}

/// Bounds that a parameter declares hold on the command line.
#[test]
fn bounds_of_parameters_hold() {
    let text = "name = 'it'\n[parameters]\nmass = [5, 1, 50]\n[[body]]\nname = 'b'\n\
        mass = '= mass'\nshape = { type = 'sphere', radius = 1 }\n";
    let workspace = Workspace::new(&[("it.toml", text)]);
    assert_eq!(workspace.run("run it.toml --steps 1 --quiet --set mass=50").code, Some(0));
    let beyond = workspace.run("run it.toml --steps 1 --set mass=5000");
    assert!(beyond.code == Some(2), "{beyond:?}");
    assert!(beyond.stderr.contains("5000 does not lie between 1 and 50"), "{beyond:?}");
}

/// Lemke's method ends on a ray where A is zero; only who tries every index set has a proof.
#[test]
fn a_ray_is_no_proof() {
    let none = r#"{"name": "none", "kind": "lcp", "n": 1, "A": {"rows": [0], "cols": [0],
        "vals": [0]}, "b": [-1]}"#;
    let workspace = Workspace::new(&[("none.json", none)]);
    let told = workspace.run("compare none.json --solvers lemke,enumerate").stdout;
    let line =
        |name: &str| told.lines().find(|line| line.contains(name)).unwrap_or_default().to_owned();
    let words = |name: &str| line(name).split_whitespace().nth(1).unwrap_or_default().to_owned();
    assert_eq!([words("lemke"), words("enumerate")], ["ray", "unsolvable"], "{told}");
    assert!(told.contains("a ray, not a proof"), "{told}");
    let alone = |solver: &str| workspace.run(&format!("solve none.json --solver {solver}")).stdout;
    assert!(alone("lemke").contains("no proof that there is no solution"), "{told}");
    assert!(alone("enumerate").contains("There is no solution"), "{told}");
}

/// A bare question gets all answers: uniaxial strain e of a linear tetrahedron has the
/// energy V (μ + λ/2) e², and a bar hangs by ρ g L²/(2E).
#[test]
fn elastic_questions_are_answered() {
    let questions = r#"{"elements": [{"id": "one", "model": "linear", "E": 2.6, "nu": 0.3,
        "X": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]],
        "x": [[0, 0, 0], [1.1, 0, 0], [0, 1, 0], [0, 0, 1]]}],
        "hanging_bar": [{"cells": [1, 1, 2], "size": [0.1, 0.1, 1], "E": 1e5, "nu": 0,
        "rho": 1000, "g": 9.81}]}"#;
    let workspace = Workspace::new(&[("fem.json", questions)]);
    let document = workspace.run("query elastic fem.json --json").json();
    let element = &document["elements"][0];
    let energy = element["energy"].as_f64().expect("an energy");
    assert!((energy - (1.0 + 0.75) * 0.01 / 6.0).abs() < 1e-12, "{energy}");
    assert_eq!(numbers(&element["stiffness"]).len(), 78);
    assert_eq!(element["negative_eigenvalues"], 0);
    let force = numbers(&element["force"]);
    assert!((force[3] + 3.5 * 0.1 / 6.0).abs() < 1e-12, "{force:?}");
    let tip = document["hanging_bar"][0]["tip_mean_lumped"].as_f64().expect("a tip");
    assert!((tip + 0.04905).abs() < 2e-3, "{tip}");
    let asked = workspace.run("query elastic fem.json");
    assert!(asked.code == Some(0) && asked.stdout.contains("hanging_bar"), "{asked:?}");
    std::fs::write(workspace.path("none.json"), "{}").expect("written");
    let none = workspace.run("query elastic none.json");
    assert!(none.code == Some(2) && none.stderr.contains("there is none of"), "{none:?}");
}

/// Answers of other programs, where they are.
#[test]
fn answers_agree_with_those_of_other_programs() {
    let folder = super::snippets::root().join("../shared/problems/soft");
    if !folder.is_dir() {
        println!("{} is not here: nothing is compared", folder.display());
        return;
    }
    let workspace = Workspace::new(&[]);
    for (kind, file) in [
        ("elastic", "fem.json.gz"),
        ("barrier", "ipc.json.gz"),
        ("barrier-steps", "ipc-steps.json.gz"),
    ] {
        let ran = workspace.run(&format!("query {kind} {}", folder.join(file).display()));
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let errors = ran.stdout.lines().filter_map(|line| line.split_whitespace().nth(2));
        let errors: Vec<f64> = errors.filter_map(|word| word.parse().ok()).collect();
        assert!(errors.len() >= 2 && errors.iter().all(|error| *error < 1e-6), "{}", ran.stdout);
    }
}

/// Motors that a URDF names by a transmission count as those of MJCF do.
#[test]
fn transmissions_are_actuators() {
    const ARM: &str = r#"<robot name="arm"><link name="base"/><link name="forearm"><inertial>
        <mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
        </link><joint name="elbow" type="continuous"><parent link="base"/><child link="forearm"/>
        </joint><transmission name="t"><joint name="elbow"/></transmission></robot>"#;
    let workspace = Workspace::new(&[("arm.urdf", ARM)]);
    let told = workspace.run("model arm.urdf").stdout;
    assert!(told.contains("1 actuator"), "{told}");
}
