//! Puts the files of the viewer's page into the program.
//!
//! The built page is kept in `page/`, so that nothing but Rust is needed. Its
//! `sources.txt` tells what it was built from: in a checkout whose `viewer/`
//! differs, the page is built anew with Node.js; where that cannot be, the kept
//! page is taken and a warning says so.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the page is built from, in `viewer/`; the same as in `vite.config.ts` there.
const SOURCES: [&str; 7] = [
    "gallery",
    "index.html",
    "package-lock.json",
    "package.json",
    "src",
    "tsconfig.json",
    "vite.config.ts",
];
/// In the kept page: a hash and a path a line.
const LIST: &str = "sources.txt";
/// What the page's tools need.
const OLDEST_NODE: (u32, u32) = (20, 19);

fn main() {
    let folder = |name| PathBuf::from(std::env::var_os(name).unwrap_or_default());
    let (here, out) = (folder("CARGO_MANIFEST_DIR"), folder("OUT_DIR"));
    let (kept, viewer) = (here.join("page"), here.join("../../viewer"));
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={}", kept.display());
    let sources = sources(&viewer);
    for (_, path) in &sources {
        println!("cargo:rerun-if-changed={}", path.display());
    }
    let list = fs::read_to_string(kept.join(LIST)).unwrap_or_default();
    // A published crate has no `viewer/`.
    let differs = viewer.is_dir() && list_of(&sources) != list;
    let built = if differs { build(&sources, &out.join("viewer")) } else { Ok(kept.clone()) };
    let page = built.unwrap_or_else(|reason| {
        println!("cargo:warning=viewer/ differs from the page that is kept in {}", kept.display());
        println!("cargo:warning=the kept page is taken, since another cannot be built: {reason}");
        kept
    });
    let mut files = Vec::new();
    collect(&page, "", &mut files);
    assert!(files.iter().any(|file| file.0 == "index.html"), "no page in {}", page.display());
    let listing = listing(&files, !differs);
    fs::write(out.join("page.rs"), listing).expect("cargo's own folder can be written");
}

/// All files that the page is built from by their names in `viewer/`, and what
/// has to be watched for others.
fn sources(viewer: &Path) -> Vec<(String, PathBuf)> {
    let mut files = Vec::new();
    for name in SOURCES {
        let path = viewer.join(name);
        if path.is_dir() {
            println!("cargo:rerun-if-changed={}", path.display());
            collect(&path, &format!("{name}/"), &mut files);
        } else if path.is_file() {
            files.push((name.to_owned(), path));
        }
    }
    files.sort();
    files
}

/// As `vite.config.ts` writes it.
fn list_of(sources: &[(String, PathBuf)]) -> String {
    let line = |(name, path): &(String, PathBuf)| {
        format!("{:08x} {name}\n", fnv(&fs::read(path).unwrap_or_default()))
    };
    sources.iter().map(line).collect()
}

/// FNV-1a of 32 bits (Fowler, Noll and Vo; IETF draft-eastlake-fnv).
fn fnv(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Builds the page; where it is, or why it is not.
fn build(sources: &[(String, PathBuf)], copy: &Path) -> Result<PathBuf, String> {
    let version = output("node", &["--version"], Path::new("."))?;
    let version = version.trim().trim_start_matches('v');
    let mut numbers = version.split('.').map(|part| part.parse::<u32>().unwrap_or(0));
    if (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)) < OLDEST_NODE {
        let (major, minor) = OLDEST_NODE;
        return Err(format!("Node.js {major}.{minor} or newer is needed, not {version}"));
    }
    // A copy, so that the folder of the sources stays as it is.
    copy_sources(sources, copy).map_err(|error| format!("cannot copy the sources: {error}"))?;
    install(copy)?;
    output(npm(), &["run", "build"], copy)?;
    let dist = copy.join("dist");
    if dist.join("index.html").is_file() {
        Ok(dist)
    } else {
        Err("`npm run build` made no dist/index.html".into())
    }
}

/// Installs what the lock file names, unless that is there already.
fn install(copy: &Path) -> Result<(), String> {
    let lock = fs::read(copy.join("package-lock.json"))
        .map_err(|error| format!("viewer/package-lock.json: {error}"))?;
    let installed = copy.join("node_modules/.stickslip-lock");
    if fs::read(&installed).is_ok_and(|before| before == lock) {
        return Ok(());
    }
    // Without scripts: no package of the page needs one.
    output(npm(), &["ci", "--ignore-scripts", "--no-audit", "--no-fund"], copy)?;
    fs::write(installed, lock).map_err(|error| format!("cannot note what is installed: {error}"))
}

fn npm() -> &'static str {
    if cfg!(windows) { "npm.cmd" } else { "npm" }
}

/// Standard output of a command, or one line that says what went wrong.
fn output(program: &str, arguments: &[&str], folder: &Path) -> Result<String, String> {
    let line = format!("{program} {}", arguments.join(" "));
    let done = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .output()
        .map_err(|error| format!("`{line}` cannot be run: {error}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if done.status.success() {
        return Ok(text(&done.stdout));
    }
    // The compiler speaks at the end of the one, npm at the beginning of the other.
    let (stdout, stderr) = (text(&done.stdout), text(&done.stderr));
    let stdout: Vec<_> = stdout.lines().filter(|line| !line.trim().is_empty()).collect();
    let stderr = stderr.lines().filter(|line| !line.trim().is_empty()).take(8);
    let last = &stdout[stdout.len().saturating_sub(8)..];
    let said: Vec<_> = last.iter().copied().chain(stderr).collect();
    Err(format!("`{line}` failed: {}", said.join(" | ")))
}

fn entries(folder: &Path) -> Vec<(String, PathBuf)> {
    let listed = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut entries: Vec<_> = listed
        .map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path()))
        .collect();
    entries.sort();
    entries
}

/// Files that are no longer there go; what is installed stays.
fn copy_sources(sources: &[(String, PathBuf)], copy: &Path) -> std::io::Result<()> {
    for (_, path) in entries(copy).into_iter().filter(|entry| entry.0 != "node_modules") {
        if path.is_dir() { fs::remove_dir_all(path)? } else { fs::remove_file(path)? }
    }
    for (name, path) in sources {
        let target = copy.join(name);
        fs::create_dir_all(target.parent().unwrap_or(copy))?;
        fs::copy(path, target)?;
    }
    Ok(())
}

fn collect(folder: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) {
    for (name, path) in entries(folder) {
        let name = format!("{prefix}{name}");
        if path.is_dir() {
            collect(&path, &format!("{name}/"), files);
        } else {
            files.push((name, path));
        }
    }
}

/// The files as Rust.
fn listing(files: &[(String, PathBuf)], is_kept: bool) -> String {
    let mut text = String::from("pub static FILES: &[(&str, &[u8])] = &[\n");
    for (name, path) in files.iter().filter(|file| file.0 != LIST) {
        let _ = writeln!(text, "    ({name:?}, include_bytes!({:?})),", path.display().to_string());
    }
    let _ = writeln!(text, "];\n#[cfg(test)]\npub const IS_KEPT: bool = {is_kept};");
    text
}
