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

/// Runs every step, whatever became of those before it, and lists those that failed.
pub fn run() -> Result<(), String> {
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
    let others: [fn() -> Result<(), String>; 3] =
        [crate::guide::run, crate::page::test, crate::python::test];
    let outcomes: Vec<Result<(), String>> =
        steps.iter().map(Step::run).chain(others.iter().map(|step| step())).collect();
    let count = outcomes.len();
    let failures: Vec<String> = outcomes.into_iter().filter_map(Result::err).collect();
    if failures.is_empty() {
        println!("── all {count} steps passed in {:.0} s", begun.elapsed().as_secs_f64());
        return Ok(());
    }
    Err(format!("{} of {count} steps failed:\n  {}", failures.len(), failures.join("\n  ")))
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
