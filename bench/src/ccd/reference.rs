//! The IPC Toolkit in a process of its own, which answers turn by turn.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};
use stickslip_geometry::ccd::{Case, Kind};

use super::Scene;

const SCRIPT: &str = include_str!("reference.py");

/// What the toolkit measured in a turn.
pub struct Turn {
    /// Nanoseconds of every query, less the cost of a call.
    pub times: Vec<f64>,
    /// Nanoseconds and pairs of every scene.
    pub broad: Vec<(f64, u64)>,
}

/// The process.
pub struct Reference {
    child: Child,
    ask: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Drop for Reference {
    fn drop(&mut self) {
        // It ends with its standard input; what is left of it does not matter.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Reference {
    /// Starts it, or says why not.
    pub fn start(cases: &[Case], scenes: &[Scene]) -> Result<Self, String> {
        let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target");
        let python: PathBuf = target.join("ipctk/bin/python");
        if !python.is_file() {
            return Err(format!(
                "there is no {}; make it by `python3 -m venv target/ipctk` and `target/ipctk/bin/pip install ipctk`",
                python.display()
            ));
        }
        let questions = target.join("bench-ccd.json");
        std::fs::write(&questions, questions_text(cases, scenes))
            .map_err(|error| format!("cannot write {}: {error}", questions.display()))?;
        let mut child = Command::new(python)
            .args(["-c", SCRIPT])
            .arg(questions)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start Python: {error}"))?;
        let (ask, answers) = (child.stdin.take(), child.stdout.take());
        match (ask, answers) {
            (Some(ask), Some(answers)) => Ok(Self { child, ask, answers: BufReader::new(answers) }),
            _ => Err("Python has no standard streams".into()),
        }
    }

    /// One turn over everything.
    pub fn turn(&mut self) -> Result<Turn, String> {
        writeln!(self.ask, "turn").map_err(|error| error.to_string())?;
        let mut line = String::new();
        self.answers.read_line(&mut line).map_err(|error| error.to_string())?;
        let answer: Value = serde_json::from_str(&line).map_err(|error| error.to_string())?;
        let floor = answer["floor_ns"].as_f64().unwrap_or(0.0);
        let numbers = |value: &Value| -> Vec<f64> {
            value.as_array().into_iter().flatten().filter_map(Value::as_f64).collect()
        };
        let times = numbers(&answer["ns"]).into_iter().map(|ns| (ns - floor).max(0.0)).collect();
        let scene =
            |entry: &Value| (entry[0].as_f64().unwrap_or(0.0), entry[1].as_u64().unwrap_or(0));
        let broad = answer["broad"].as_array().into_iter().flatten().map(scene).collect();
        Ok(Turn { times, broad })
    }
}

fn questions_text(cases: &[Case], scenes: &[Scene]) -> String {
    let query = |case: &Case| {
        let kind = if case.query.kind == Kind::VertexFace { "vf" } else { "ee" };
        let points = case.query.start.iter().chain(&case.query.end);
        let numbers: Vec<f64> = points.flat_map(|point| point.to_array()).collect();
        json!([kind, numbers])
    };
    let scene = |scene: &Scene| {
        let points = |all: &[stickslip_geometry::glam::DVec3]| -> Vec<[f64; 3]> {
            all.iter().map(|point| point.to_array()).collect()
        };
        let first = scene.vertices[0].len();
        let patches: Vec<u32> = (0..scene.start.len()).map(|at| u32::from(at >= first)).collect();
        json!({
            "start": points(&scene.start), "end": points(&scene.end), "patches": patches,
            "edges": scene.edges.concat(), "faces": scene.faces.concat(),
        })
    };
    json!({
        "queries": cases.iter().map(query).collect::<Vec<_>>(),
        "scenes": scenes.iter().map(scene).collect::<Vec<_>>(),
    })
    .to_string()
}
