//! The server as a process, and what the system knows of it.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// `stickslip view`, ended when it is dropped.
pub struct Server {
    child: Child,
    /// Host and port.
    pub address: String,
}

/// The binary that was built beside this one.
fn binary() -> Result<PathBuf, String> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let binary = own.with_file_name(format!("stickslip{}", std::env::consts::EXE_SUFFIX));
    if binary.exists() { Ok(binary) } else { Err(format!("{} is not there", binary.display())) }
}

/// Runs `stickslip` to its end.
pub fn run(folder: &Path, arguments: &[&str]) -> Result<(), String> {
    let mut command = Command::new(binary()?);
    command.args(arguments).current_dir(folder).stdout(Stdio::null());
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("stickslip {}: {status}", arguments.join(" "))),
        Err(error) => Err(error.to_string()),
    }
}

impl Server {
    /// Serves a scene or recording of the folder, on one core if that can be asked for.
    pub fn start(folder: &Path, what: &str) -> Result<Self, String> {
        let binary = binary()?;
        let pinned = Command::new("taskset").arg("--version").output().is_ok();
        let mut command = Command::new(if pinned { Path::new("taskset") } else { &binary });
        if pinned {
            command.args(["--cpu-list", "0"]).arg(&binary);
        }
        command.args(["view", what, "--port", "0", "--threads", "1", "--quiet", "--page", "page"]);
        command.current_dir(folder).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|error| error.to_string())?;
        let mut line = String::new();
        if let Some(stdout) = child.stdout.take() {
            BufReader::new(stdout).read_line(&mut line).map_err(|error| error.to_string())?;
        }
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        if address.is_empty() {
            Err("it did not start".into())
        } else {
            Ok(Self { child, address })
        }
    }

    fn fact(&self, file: &str) -> String {
        std::fs::read_to_string(format!("/proc/{}/{file}", self.child.id())).unwrap_or_default()
    }

    /// Processor time so far (s); 0 where the system does not tell.
    pub fn processor_s(&self) -> f64 {
        // Ticks of 10 ms, after the name in brackets.
        const TICKS_PER_SECOND: f64 = 100.0;
        let stat = self.fact("stat");
        let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
        let ticks = fields.skip(11).take(2).filter_map(|field| field.parse::<f64>().ok());
        ticks.sum::<f64>() / TICKS_PER_SECOND
    }

    /// Resident memory (MiB); 0 where the system does not tell.
    pub fn memory_mib(&self) -> f64 {
        let status = self.fact("status");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
        kib.unwrap_or(0.0) / 1024.0
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
