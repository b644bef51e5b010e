//! Robots from their own files on a plane, ours and MuJoCo's in turns in one run, on one
//! thread: what the ground carries of their weight, how deep they go in, CPU time of a step.
//!
//! The files are those of `shared/problems/models/robots` beside the repository; where that is
//! not there, our own models take their place. Both engines take the step of the file and its
//! first pose. *Passive* is without actuators. *Driven*, the first pose is held: servos have it
//! from the file, and motors get u = k (q₀ − q) − d q̇ from outside before every step. All else
//! is as the files say, where an engine follows it: margins and soft contacts are MuJoCo's alone.

mod crowd;
mod ours;

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::peers::process::{ask, folder, python_with};
use crate::timing::{quartiles, table};

/// A robot, and how it begins.
#[derive(Clone, Copy)]
struct Robot {
    name: &'static str,
    /// Below the folder of robots; of ours, the name of the built-in model.
    file: &'static str,
    key: Option<&'static str>,
    /// Whether a plane is added at z = 0.
    ground: bool,
    /// Where given, the root moves freely from this height (m).
    height: Option<f64>,
    /// Where given, so many of it, above each other; without actuators.
    crowd: Option<Crowd>,
    /// k (1/rad) and d (s/rad), as stiff as the steps of the files allow without chatter in MuJoCo.
    law: [f64; 2],
}

/// How many, and the line of the file that its first body begins with.
#[derive(Clone, Copy)]
struct Crowd {
    count: usize,
    root: &'static str,
}

impl Robot {
    const fn new(name: &'static str, file: &'static str) -> Self {
        Self { name, file, key: None, ground: false, height: None, crowd: None, law: [6.0, 0.1] }
    }

    const fn of_ours(name: &'static str, file: &'static str, key: &'static str) -> Self {
        Self { key: Some(key), ground: true, ..Self::new(name, file) }
    }
}

const THEIRS: [Robot; 6] = [
    Robot::new("ant", "mjcf/ant/ant.xml"),
    Robot::new("walker", "mjcf/walker/walker.xml"),
    Robot { law: [4.0, 0.05], ..Robot::new("humanoid", "mjcf/humanoid/humanoid.xml") },
    Robot::new("car", "mjcf/car/car.xml"),
    Robot {
        ground: true,
        height: Some(0.2),
        ..Robot::new("allegro", "mjcf/allegro/right_hand.xml")
    },
    Robot {
        crowd: Some(Crowd {
            count: 100,
            root: r#"<body name="torso" pos="0 0 1.282" childclass="body">"#,
        }),
        ..Robot::new("100 humanoids", "mjcf/humanoid/humanoid.xml")
    },
];

const OURS: [Robot; 2] = [
    Robot::of_ours("our quadruped", "quadruped.xml", "stand"),
    Robot::of_ours("our gripper", "gripper.xml", "lift"),
];

/// Every run takes so long, and forces are averaged over the end of it (s).
const SECONDS: f64 = 4.0;
const TAIL: f64 = 1.0;

/// What an engine says of a run.
#[derive(Clone, Copy)]
struct Figures {
    /// CPU time of stepping (s).
    seconds: f64,
    /// Upward force of the ground over the weight, on average at the end.
    carried: f64,
    /// Deepest contact with the ground (m).
    deepest: f64,
    /// Centre of mass at the end (m).
    height: f64,
}

/// What is asked of both engines.
struct Run {
    robot: &'static Robot,
    file: PathBuf,
    driven: bool,
    step: f64,
    steps: usize,
    tail: usize,
}

/// Runs the benchmark on all robots or on those named in `only`.
pub fn run(quick: bool, only: Option<&str>) -> Result<Value, String> {
    let (robots, place) = robots()?;
    let python = python_with("mujoco").map_err(|reason| println!("without MuJoCo: {reason}")).ok();
    let turns = if quick { 1 } else { 3 };
    let mut shown =
        table(&["robot", "engine", "carried", "deepest mm", "height m", "ms/step", "× ours"]);
    let mut lines = Vec::new();
    let wanted = |robot: &&Robot| {
        // A crowd takes minutes: it runs where it is named.
        only.map_or(robot.crowd.is_none(), |list| {
            list.split(',').any(|name| name.trim() == robot.name)
        })
    };
    for robot in robots.iter().filter(wanted) {
        let all: &[bool] = if robot.crowd.is_some() { &[false] } else { &[false, true] };
        for &driven in all {
            let asked = asked(robot, &place, driven)?;
            let mut rows = [Row::new("Stickslip"), Row::new("MuJoCo")];
            for _ in 0..turns {
                rows[0].note(ours::run(&asked));
                if let Some(python) = &python {
                    rows[1].note(theirs(&asked, python));
                }
            }
            let case = format!("{}, {}", robot.name, if driven { "driven" } else { "passive" });
            let base = rows[0].median(asked.steps);
            for row in &rows {
                shown.add_row(row.cells(&case, asked.steps, base));
            }
            let figures: Vec<Value> = rows.iter().map(|row| row.json(asked.steps)).collect();
            lines.push(json!({ "robot": robot.name, "driven": driven, "engines": figures }));
        }
    }
    println!("{SECONDS} s, forces over the last {TAIL} s\n{shown}");
    Ok(json!({ "schema": "stickslip-bench/1", "benchmark": "robots", "robots": lines }))
}

/// The robots that are there, and the folder of their files.
fn robots() -> Result<(&'static [Robot], PathBuf), String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let found = here.ancestors().map(|above| above.join("shared/problems/models/robots"));
    if let Some(found) = found.into_iter().find(|folder| folder.is_dir()) {
        return Ok((&THEIRS, found));
    }
    println!("there is no folder shared/problems beside the repository: our own models run");
    let place = folder().join("robots");
    for robot in &OURS {
        let text = stickslip_scene::find_model(robot.file).unwrap_or_default();
        write(&place.join(robot.file), text)?;
    }
    Ok((&OURS, place))
}

fn asked(robot: &'static Robot, place: &Path, driven: bool) -> Result<Run, String> {
    let mut file = place.join(robot.file);
    if let Some(Crowd { count, root }) = robot.crowd {
        let text = std::fs::read_to_string(&file)
            .map_err(|error| format!("cannot read {}: {error}", file.display()))?;
        let text = crowd::text(&text, root, count)
            .ok_or_else(|| format!("{} does not begin with {root}", file.display()))?;
        file = folder().join("crowd.xml");
        write(&file, &text)?;
    }
    let step = ours::step_of(&file)?;
    let steps = |seconds: f64| (seconds / step).round() as usize;
    Ok(Run { robot, file, driven, step, steps: steps(SECONDS), tail: steps(TAIL) })
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let parent = path.parent().unwrap_or(Path::new(""));
    std::fs::create_dir_all(parent)
        .map_err(|error| format!("cannot make {}: {error}", parent.display()))?;
    stickslip_files::replace_file(path, text.as_bytes())
        .map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// MuJoCo's run.
fn theirs(run: &Run, python: &Path) -> Result<Figures, String> {
    let &Robot { key, ground, height, law: [stiffness, damping], .. } = run.robot;
    let question = json!({
        "file": run.file, "key": key, "ground": ground, "height": height,
        "driven": run.driven, "stiffness": stiffness, "damping": damping,
        "step": run.step, "steps": run.steps, "tail": run.tail,
    });
    let file = folder().join("robot.json");
    write(&file, &question.to_string())?;
    let told = ask(python, "mujoco_robot.py", [&file])?;
    let number = |key: &str| told[key].as_f64().ok_or_else(|| format!("no {key}: {told}"));
    Ok(Figures {
        seconds: number("seconds")?,
        carried: number("carried")?,
        deepest: number("deepest")?,
        height: number("height")?,
    })
}

/// What a row of the table says.
struct Row {
    name: &'static str,
    seconds: Vec<f64>,
    outcome: Result<Figures, String>,
}

impl Row {
    fn new(name: &'static str) -> Self {
        Self { name, seconds: Vec::new(), outcome: Err("did not run".to_owned()) }
    }

    fn note(&mut self, figures: Result<Figures, String>) {
        self.seconds.extend(figures.as_ref().ok().map(|figures| figures.seconds));
        self.outcome = figures;
    }

    /// Milliseconds of a step.
    fn median(&self, steps: usize) -> f64 {
        1e3 * quartiles(self.seconds.clone())[1] / steps as f64
    }

    fn cells(&self, case: &str, steps: usize, base: f64) -> Vec<String> {
        let mut cells = vec![case.to_owned(), self.name.to_owned()];
        match &self.outcome {
            Ok(told) => cells.extend([
                format!("{:.4}", told.carried),
                format!("{:.4}", 1e3 * told.deepest),
                format!("{:.3}", told.height),
                format!("{:.3}", self.median(steps)),
                format!("{:.2}", self.median(steps) / base),
            ]),
            Err(reason) => cells.push(reason.clone()),
        }
        cells
    }

    fn json(&self, steps: usize) -> Value {
        match &self.outcome {
            Ok(told) => json!({
                "engine": self.name, "carried": told.carried, "deepest": told.deepest,
                "height": told.height, "seconds": self.seconds, "steps": steps,
            }),
            Err(reason) => json!({ "engine": self.name, "reason": reason }),
        }
    }
}
