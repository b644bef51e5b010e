//! What the numbers were measured on.

use std::process::{Command, Stdio};

use serde::Serialize;

/// What stands for what cannot be found out.
pub const UNKNOWN: &str = "unknown";

/// The machine and the state of the source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Machine {
    /// Model of the processor.
    pub processor: String,
    /// Threads that it runs at once.
    pub cores: usize,
    /// The commit of the source.
    pub commit: String,
}

impl Machine {
    /// Processor and cores in one.
    pub fn told(&self) -> String {
        format!("{}, {} cores", self.processor, self.cores)
    }

    /// This one; what cannot be found out is "unknown".
    pub fn this() -> Self {
        Self {
            processor: processor().unwrap_or_else(|| UNKNOWN.into()),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            commit: commit().unwrap_or_else(|| UNKNOWN.into()),
        }
    }
}

fn processor() -> Option<String> {
    let linux = || {
        let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    linux().or_else(|| said("sysctl", &["-n", "machdep.cpu.brand_string"]))
}

/// The commit that the program was built from, if its build was told
/// (`STICKSLIP_COMMIT`), so that it can be measured where there is no checkout;
/// else that of the source in the current folder.
fn commit() -> Option<String> {
    if let Some(built_from) = option_env!("STICKSLIP_COMMIT") {
        return Some(built_from.to_owned());
    }
    let commit = said("git", &["rev-parse", "--short=12", "HEAD"])?;
    let clean = said("git", &["status", "--porcelain", "--untracked-files=no"]).is_none();
    Some(if clean { commit } else { format!("{commit} with changes") })
}

/// What a command said, if it went well and said anything.
fn said(command: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(command).args(arguments).stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}
