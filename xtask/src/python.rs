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

/// Builds the wheel for a target (`None`: of this machine), and tells where it is.
pub fn wheel(profile: &str, target: Option<&str>) -> Result<PathBuf, String> {
    let title = "the wheel";
    let python = interpreter().ok_or("a wheel needs Python ≥ 3.10")?;
    let environment = root().join("target/python");
    let own = make_environment(&python, &environment, title)?;
    run(Command::new(&own).args(["-m", "pip", "install", "--quiet", MATURIN]), title)?;
    let folder = root().join("target/wheels").join(target.unwrap_or_default());
    let _ = std::fs::remove_dir_all(&folder);
    let mut build = in_package(&own, &environment);
    build.args(["-m", "maturin", "build", "--profile", profile, "--out"]).arg(&folder);
    if let Some(target) = target {
        // Its linker has the libraries of old systems and of other processors.
        run(Command::new(&own).args(["-m", "pip", "install", "--quiet", "ziglang"]), title)?;
        build.args(["--zig", "--target", target]);
    }
    run(&mut build, title)?;
    let found = std::fs::read_dir(&folder).map_err(|error| format!("{title}: {error}"))?;
    let paths = found.filter_map(Result::ok).map(|entry| entry.path());
    let wheel = { paths }.find(|path| path.extension().is_some_and(|it| it == "whl"));
    let wheel = wheel.ok_or("maturin has left no wheel")?;
    println!("── {title}: {}", wheel.display());
    Ok(wheel)
}
/// The interpreter of a fresh environment.
pub fn environment(folder: &Path) -> Result<PathBuf, String> {
    let python = interpreter().ok_or("an environment needs Python ≥ 3.10")?;
    make_environment(&python, folder, "the wheel")
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
