//! The other engines: how each is installed into a folder of its own, and run.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use super::Run;
use super::analysis::Sample;

/// An engine that can be had from a package registry.
pub struct Peer {
    /// What the table says.
    pub name: &'static str,
    program: Program,
    variant: &'static str,
}

enum Program {
    /// A package of Python's registry, and the script beside `common.py`.
    Python { package: &'static str, script: &'static str },
    /// The crate in `bench/peers/rapier`.
    Rapier,
}

const fn from_python(
    name: &'static str,
    package: &'static str,
    script: &'static str,
    variant: &'static str,
) -> Peer {
    Peer { name, program: Program::Python { package, script }, variant }
}

/// All of them. Siconos is in no registry.
pub const PEERS: [Peer; 9] = [
    from_python("MuJoCo pyramid", "mujoco", "mujoco_peer.py", "pyramidal"),
    from_python("MuJoCo elliptic", "mujoco", "mujoco_peer.py", "elliptic"),
    from_python("MuJoCo pyramid, stiff", "mujoco", "mujoco_peer.py", "pyramidal stiff"),
    from_python("MuJoCo elliptic, stiff", "mujoco", "mujoco_peer.py", "elliptic stiff"),
    Peer { name: "Rapier", program: Program::Rapier, variant: "impulse" },
    Peer { name: "Rapier multibody", program: Program::Rapier, variant: "multibody" },
    from_python("Drake SAP", "drake", "drake_peer.py", ""),
    from_python("DART", "dartpy", "dart_peer.py", ""),
    from_python("PyBullet", "pybullet", "bullet_peer.py", ""),
];

/// Those of closed forms of motion: every integrator of MuJoCo, and Drake with steps of its
/// own choice.
pub const MOTION_PEERS: [Peer; 6] = [
    from_python("MuJoCo Euler", "mujoco", "mujoco_peer.py", "elliptic"),
    from_python("MuJoCo implicitfast", "mujoco", "mujoco_peer.py", "elliptic implicitfast"),
    from_python("MuJoCo RK4", "mujoco", "mujoco_peer.py", "elliptic RK4"),
    Peer { name: "Rapier", program: Program::Rapier, variant: "impulse" },
    from_python("Drake SAP", "drake", "drake_peer.py", ""),
    from_python("Drake, error-controlled", "drake", "drake_peer.py", "continuous"),
];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("peers")
}

/// Where everything of the other engines is.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/peers")
}

impl Peer {
    /// Installs what it needs, where it is not there yet.
    pub fn install(&self) -> Result<(), String> {
        match self.program {
            Program::Python { package, .. } => python_with(package).map(drop),
            Program::Rapier => {
                let manifest = source().join("rapier/Cargo.toml");
                let mut build = Command::new(env!("CARGO"));
                build.args(["build", "--quiet", "--release", "--locked", "--manifest-path"]);
                build.arg(manifest).arg("--target-dir").arg(folder().join("rapier"));
                run(&mut build)
            }
        }
    }

    /// Steps the scene in `file` for at most `patience` seconds.
    pub fn step(&self, file: &Path, patience: f64) -> Result<Run, String> {
        let mut command = match self.program {
            Program::Python { script, .. } => {
                let mut command = Command::new(interpreter());
                command.arg(source().join(script));
                command
            }
            Program::Rapier => Command::new(folder().join("rapier/release/peer-rapier")),
        };
        command.arg(file).arg(self.variant).arg(patience.to_string());
        let told = answer(&mut command)?;
        read(&told).ok_or_else(|| "an answer that is none".to_owned())
    }
}

fn interpreter() -> PathBuf {
    folder().join("python/bin/python")
}

/// Installs a package of Python's registry where it is not there yet, and gives the
/// interpreter that has it.
pub fn python_with(package: &str) -> Result<PathBuf, String> {
    let python = interpreter();
    if !python.is_file() {
        let place = folder().join("python");
        run(Command::new("python3").args(["-m", "venv"]).arg(place))?;
    }
    let pip = ["-m", "pip", "install", "--quiet", "--only-binary", ":all:", package];
    run(Command::new(&python).args(pip))?;
    Ok(python)
}

/// What a script of `bench/peers` answers.
pub fn ask<A: AsRef<OsStr>>(
    python: &Path,
    script: &str,
    arguments: impl IntoIterator<Item = A>,
) -> Result<Value, String> {
    answer(Command::new(python).arg(source().join(script)).args(arguments))
}

/// The last line of JSON that a program prints, on one thread; what it writes besides
/// stays in the folder of the engines.
fn answer(command: &mut Command) -> Result<Value, String> {
    let threads = ["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "RAYON_NUM_THREADS"];
    command.envs(threads.map(|name| (name, "1"))).stderr(Stdio::piped()).current_dir(folder());
    let output = command.output().map_err(|error| format!("cannot be started: {error}"))?;
    let told = String::from_utf8_lossy(&output.stdout);
    let answer = told.lines().rev().find_map(|line| serde_json::from_str(line.trim()).ok());
    answer.ok_or_else(|| last_line(&output.stderr))
}

fn read(value: &Value) -> Option<Run> {
    let samples = value["samples"].as_array()?.iter();
    let samples: Option<Vec<Sample>> =
        samples.map(|sample| serde_json::from_value(sample.clone()).ok()).collect();
    Some(Run {
        seconds: value["seconds"].as_f64()?,
        steps: value["steps"].as_u64()? as usize,
        failed: 0,
        samples: samples?,
    })
}

fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("cannot be started: {error}"))?;
    if output.status.success() { Ok(()) } else { Err(last_line(&output.stderr)) }
}

fn last_line(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("no answer").trim().to_owned()
}
