//! Each part of a release in an empty folder, with nothing of this machine's tools on its path.

use std::env;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::archive::unpack;
use super::make;
use crate::page::run as call;
use crate::{python, root};

/// The program of an archive: says its version, runs a scene, serves the page.
pub fn archive(archive: &Path, name: &str) -> Result<(), String> {
    let folder = env::temp_dir().join("stickslip-dist");
    unpack(archive, &folder)?;
    let program = folder.join(name).join("bin");
    let program = program.join(format!("stickslip{}", env::consts::EXE_SUFFIX));
    program_works(&program, &folder)?;
    clear(&folder)
}

/// The wheel in an empty environment: the script of the guide, and `stickslip view`.
pub fn wheel(wheel: &Path) -> Result<(), String> {
    let folder = env::temp_dir().join("stickslip-wheel");
    let _ = std::fs::remove_dir_all(&folder);
    make(&folder)?;
    let own = python::environment(&folder.join("python"))?;
    call(Command::new(&own).args(["-m", "pip", "install", "--quiet"]).arg(wheel), "the wheel")?;
    let script = root().join("python/tests/script.py");
    call(bare(&own, &folder).arg(script), "the wheel")?;
    let program = own.with_file_name(format!("stickslip{}", env::consts::EXE_SUFFIX));
    program_works(&program, &folder)?;
    clear(&folder)
}

fn clear(folder: &Path) -> Result<(), String> {
    std::fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

/// A command without the tools of this machine.
fn bare(program: &Path, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).env_clear();
    if cfg!(unix) {
        command.env("PATH", "/usr/bin:/bin");
    } else if let Some(system) = env::var_os("SystemRoot") {
        command.env("PATH", PathBuf::from(&system).join("System32")).env("SystemRoot", system);
    }
    command
}

fn program_works(program: &Path, folder: &Path) -> Result<(), String> {
    call(bare(program, folder).arg("--version"), "the program")?;
    call(bare(program, folder).args(["run", "heavy-stack", "--seconds", "0.1"]), "the program")?;
    let mut view = bare(program, folder);
    view.args(["view", "dominoes", "--port", "0", "--quiet"]).stdout(Stdio::piped());
    let mut server = Server(view.spawn().map_err(|error| format!("cannot serve: {error}"))?);
    let stdout = server.0.stdout.take().ok_or("the server has no output")?;
    let mut line = String::new();
    BufReader::new(stdout).read_line(&mut line).map_err(|error| error.to_string())?;
    let address = line.trim().trim_start_matches("http://").trim_end_matches('/');
    for (path, sign) in [("/", "<!doctype html"), ("/page.js", "three")] {
        let found = answer(address, path)?;
        if !found.starts_with("HTTP/1.1 200") || !found.to_lowercase().contains(sign) {
            return Err(format!("the viewer of {} has no page at {path}", program.display()));
        }
    }
    println!("── the program: serves its page at {address}");
    Ok(())
}

/// Ends with the trial.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn answer(address: &str, path: &str) -> Result<String, String> {
    let ask = || -> std::io::Result<Vec<u8>> {
        let mut stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(Duration::from_secs(20)))?;
        let lines = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        stream.write_all(lines.as_bytes())?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = ask().map_err(|error| format!("{address}{path}: {error}"))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
