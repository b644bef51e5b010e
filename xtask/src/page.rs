//! The viewer's page in a real browser.

use std::env;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::root;

/// The names that Chromium goes by.
const BROWSERS: [&str; 4] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Runs the page's own tests against the binary that was built beside this
/// program: first that the page in `crates/cli/page` is what `viewer` builds.
pub fn test() -> Result<(), String> {
    let title = "the page in a browser";
    if !is_there("node", "--version") || !is_there("npm", "--version") {
        println!(
            "── {title}: skipped, since Node.js and npm are not there; only its tests need them"
        );
        return Ok(());
    }
    find_browser()?;
    // As for the tests, which then have built it already.
    run(Command::new(env!("CARGO")).args(["test", "--workspace", "--no-run", "--quiet"]), title)?;
    let viewer = root().join("viewer");
    let ci = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
    run(npm().args(ci).current_dir(&viewer), title)?;
    run(npm().arg("test").current_dir(&viewer).env("STICKSLIP_BINARY", binary()?), title)
}

fn find_browser() -> Result<(), String> {
    if BROWSERS.iter().any(|name| is_there(name, "--version")) {
        return Ok(());
    }
    let install = ["install", "-y", "--no-install-recommends", "chromium"];
    if !is_root() || !is_there("apt-get", "--version") {
        return Err("the page's tests need Chromium: `apt-get install chromium`, or the package \
                    of that name of your system"
            .into());
    }
    run(Command::new("apt-get").arg("update"), "Chromium")?;
    run(Command::new("apt-get").args(install), "Chromium")
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn npm() -> Command {
    Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" })
}

/// `stickslip` is built into the folder that this program is in.
pub fn binary() -> Result<PathBuf, String> {
    let own = env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    Ok(own.with_file_name(format!("stickslip{}", env::consts::EXE_SUFFIX)))
}

fn is_there(program: &str, argument: &str) -> bool {
    let mut command = Command::new(program);
    command.arg(argument).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Runs a command, and says which.
pub fn run(command: &mut Command, title: &str) -> Result<(), String> {
    let arguments = command.get_args().map(|argument| argument.to_string_lossy());
    let program = PathBuf::from(command.get_program());
    let program = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let line = [program.into()].into_iter().chain(arguments).collect::<Vec<_>>().join(" ");
    println!("── {title}: {line}");
    let status = command.status().map_err(|error| format!("cannot start `{line}`: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{title} failed: `{line}`")) }
}
