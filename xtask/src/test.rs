//! Everything that must hold before a change is kept.

use std::process::{Command, Stdio};
use std::time::Instant;

/// A cargo command that has to succeed.
struct Step {
    /// What it shows.
    title: &'static str,
    arguments: &'static [&'static str],
    /// Set in its environment.
    environment: Option<(&'static str, &'static str)>,
}

impl Step {
    const fn new(title: &'static str, arguments: &'static [&'static str]) -> Self {
        Self { title, arguments, environment: None }
    }

    fn run(&self) -> Result<(), String> {
        let line = format!("cargo {}", self.arguments.join(" "));
        println!("── {}: {line}", self.title);
        let status = cargo()
            .args(self.arguments)
            .envs(self.environment)
            .status()
            .map_err(|error| format!("cannot start `{line}`: {error}"))?;
        if status.success() { Ok(()) } else { Err(format!("{} failed: `{line}`", self.title)) }
    }
}

/// Ranks as processes: another build, which needs Open MPI.
const MPI: Step = Step::new(
    "ranks over MPI",
    &["test", "--package", "stickslip-cli", "--features", "mpi", "--test", "command_line", "ranks"],
);

/// Runs every step, whatever became of those before it, and lists those that failed. Ranks as
/// processes are tried where MPI is there, or `needs_mpi`.
pub fn run(needs_mpi: bool) -> Result<(), String> {
    let begun = Instant::now();
    let tests = if has_nextest() {
        Step::new("tests", &["nextest", "run", "--workspace", "--no-fail-fast"])
    } else {
        println!("cargo-nextest is not there, so `cargo test` runs the tests, more slowly;");
        println!("`cargo install cargo-nextest --locked` installs it.");
        Step::new("tests", &["test", "--workspace", "--all-targets", "--no-fail-fast"])
    };
    let steps = [
        Step::new("formatting", &["fmt", "--all", "--check"]),
        Step::new("lints", &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]),
        tests,
        Step::new("examples in the documentation", &["test", "--workspace", "--doc"]),
        Step {
            title: "documentation",
            arguments: &["doc", "--workspace", "--no-deps"],
            environment: Some(("RUSTDOCFLAGS", "-D warnings")),
        },
    ];
    let required = Some(("STICKSLIP_REQUIRE_MPI", "1"));
    let mpi = (needs_mpi || is_there("mpicc")).then_some(Step { environment: required, ..MPI });
    if mpi.is_none() {
        println!("skipped: no Open MPI (mpicc), so that ranks are tried as threads only");
    }
    let others: [fn() -> Result<(), String>; 4] =
        [crate::api::check, || crate::guide::run(None), crate::page::test, crate::python::test];
    let outcomes: Vec<Result<(), String>> =
        steps.iter().chain(&mpi).map(Step::run).chain(others.iter().map(|step| step())).collect();
    let count = outcomes.len();
    let failures: Vec<String> = outcomes.into_iter().filter_map(Result::err).collect();
    if failures.is_empty() {
        println!("── all {count} steps passed in {:.0} s", begun.elapsed().as_secs_f64());
        return Ok(());
    }
    Err(format!("{} of {count} steps failed:\n  {}", failures.len(), failures.join("\n  ")))
}

fn is_there(program: &str) -> bool {
    let mut version = Command::new(program);
    version.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    version.status().is_ok_and(|status| status.success())
}

fn has_nextest() -> bool {
    let version =
        cargo().args(["nextest", "--version"]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    version.is_ok_and(|status| status.success())
}

/// The cargo that runs this, in the folder of the workspace.
fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(crate::root());
    command
}
