//! Each part of a release in an empty folder, with nothing of this machine's tools on its path.

use std::env;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::archive::unpack;
use super::{keep, make, write};
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

/// A program of somebody else, built from the packed crates alone: they stand where the
/// registry will have them, all else comes from the registry.
pub fn packages() -> Result<(), String> {
    let folder = env::temp_dir().join("stickslip-packages");
    let _ = std::fs::remove_dir_all(&folder);
    make(&folder.join("src"))?;
    let mut pack = Command::new(env!("CARGO"));
    pack.args(["package", "--workspace", "--no-verify", "--allow-dirty", "--quiet"]);
    pack.args(["--exclude", "xtask", "--exclude", "stickslip-bench"]);
    pack.arg("--target-dir").arg(&folder).current_dir(root());
    call(&mut pack, "the packages")?;
    let packed = folder.join("package");
    let mut manifest = MANIFEST.replace("@VERSION@", env!("CARGO_PKG_VERSION"));
    for file in std::fs::read_dir(&packed).map_err(|error| error.to_string())?.flatten() {
        let path = file.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if path.extension().is_some_and(|it| it == "crate") {
            call(Command::new("tar").arg("-xzf").arg(&path).arg("-C").arg(&packed), "a package")?;
            let package = name.trim_end_matches(concat!("-", env!("CARGO_PKG_VERSION")));
            manifest += &format!("{package} = {{ path = \"package/{name}\" }}\n");
        }
    }
    write(&folder.join("Cargo.toml"), &manifest)?;
    let example = root().join("crates/stickslip/examples/falling_box.rs");
    keep(&example, &folder.join("src"))?;
    call(Command::new(env!("CARGO")).args(["run", "--quiet"]).current_dir(&folder), "a program")?;
    clear(&folder)
}

/// Of the program that [`packages`] builds.
const MANIFEST: &str = "\
[package]
name = \"falling\"
version = \"0.1.0\"
edition = \"2024\"

[[bin]]
name = \"falling_box\"
path = \"src/falling_box.rs\"

[dependencies]
stickslip = \"@VERSION@\"

[profile.dev]
opt-level = 1

[patch.crates-io]
";

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
