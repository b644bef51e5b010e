//! The Python package: its tests in an environment of its own, and its wheel.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::root;

/// Names that an interpreter goes by, newest first.
const NAMES: [&str; 7] =
    ["python3", "python3.14", "python3.13", "python3.12", "python3.11", "python3.10", "python"];
const MATURIN: &str = "maturin>=1.16,<2";
/// What the tests need besides.
const PACKAGES: [&str; 12] = [
    "numpy",
    "scipy",
    "pandas",
    "matplotlib",
    "pytest",
    "mypy",
    "pdoc",
    "nbclient",
    "nbformat",
    "ipykernel",
    "gymnasium>=1.0",
    "dask[distributed]",
];

/// Builds the package into an environment under `target/` and runs its tests.
pub fn test() -> Result<(), String> {
    let title = "the Python package";
    let Some(python) = interpreter() else {
        println!("── {title}: skipped, since there is no Python ≥ 3.10; nothing else needs it");
        return Ok(());
    };
    let environment = root().join("target/python");
    let own = make_environment(&python, &environment, title)?;
    let install = ["-m", "pip", "install", "--quiet", MATURIN];
    run(Command::new(&own).args(install).args(PACKAGES), title)?;
    let build = ["-m", "maturin", "develop", "--quiet"];
    run(in_package(&own, &environment).args(build), title)?;
    let mut tests = in_package(&own, &environment);
    if let Ok(binary) = crate::page::binary()
        && binary.is_file()
    {
        tests.env("STICKSLIP_BINARY", binary);
    }
    run(tests.args(["-m", "pytest"]), title)
}

/// Builds the wheel with all optimisations, and tries it in an empty
/// environment.
pub fn wheel() -> Result<(), String> {
    let title = "the wheel";
    let python = interpreter().ok_or("a wheel needs Python ≥ 3.10")?;
    let environment = root().join("target/python");
    let own = make_environment(&python, &environment, title)?;
    run(Command::new(&own).args(["-m", "pip", "install", "--quiet", MATURIN]), title)?;
    let folder = root().join("target/wheels");
    let _ = std::fs::remove_dir_all(&folder);
    let build = ["-m", "maturin", "build", "--release", "--out"];
    run(in_package(&own, &environment).args(build).arg(&folder), title)?;
    let found = std::fs::read_dir(&folder).map_err(|error| format!("{title}: {error}"))?;
    let wheel = found.filter_map(Result::ok).map(|entry| entry.path()).next();
    let wheel = wheel.ok_or("maturin has left no wheel")?;
    let empty = root().join("target/wheels/empty");
    let other = make_environment(&python, &empty, title)?;
    run(Command::new(&other).args(["-m", "pip", "install", "--quiet"]).arg(&wheel), title)?;
    run(Command::new(&other).arg(root().join("python/tests/script.py")), title)?;
    println!("── {title}: {}", wheel.display());
    Ok(())
}

/// An interpreter that is new enough.
fn interpreter() -> Option<PathBuf> {
    const ASK: &str = "import sys, venv; sys.exit(sys.version_info < (3, 10))";
    let works = |name: &&&str| {
        let mut command = Command::new(name);
        command.args(["-c", ASK]).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    NAMES.iter().find(works).map(PathBuf::from)
}

/// The interpreter of an environment, which is made where it is not there.
fn make_environment(python: &Path, folder: &Path, title: &str) -> Result<PathBuf, String> {
    let own = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    if !own.is_file() {
        run(Command::new(python).args(["-m", "venv"]).arg(folder), title)?;
    }
    Ok(own)
}

/// A command in the folder of the package that takes `folder` for its environment.
fn in_package(python: &Path, folder: &Path) -> Command {
    let mut command = Command::new(python);
    command.current_dir(root().join("python")).env("VIRTUAL_ENV", folder);
    command
}

fn run(command: &mut Command, title: &str) -> Result<(), String> {
    crate::page::run(command, title)
}
