//! Builds the viewer's page with Node.js and puts its files into the program.
//! Where that is not possible everything else still builds, and
//! `stickslip view` says what is missing.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Set to `skip`, the page is left out: for quick builds.
const SWITCH: &str = "STICKSLIP_PAGE";
/// What is made from the sources, and by whom.
const MADE: [&str; 2] = ["node_modules", "dist"];
/// No part of the page.
const TESTS: [&str; 3] = ["test", "tests", "test-results"];
/// What the page's tools need.
const OLDEST_NODE: (u32, u32) = (20, 19);

fn main() {
    println!("cargo:rerun-if-env-changed={SWITCH}");
    let folder = |name| PathBuf::from(std::env::var_os(name).unwrap_or_default());
    let sources = folder("CARGO_MANIFEST_DIR").join("../../viewer");
    let out = folder("OUT_DIR");
    watch(&sources);
    let listing = match build(&sources, &out.join("viewer")) {
        Ok(files) => listing(&files, None),
        Err(reason) => {
            if std::env::var(SWITCH).as_deref() != Ok("skip") {
                println!("cargo:warning=the viewer's page is left out: {reason}");
            }
            listing(&[], Some(&reason))
        }
    };
    fs::write(out.join("page.rs"), listing).expect("cargo's own folder can be written");
}

/// Cargo looks at these before it runs this program again.
fn watch(sources: &Path) {
    println!("cargo:rerun-if-changed=build.rs");
    for (name, path) in entries(sources) {
        if !MADE.contains(&&*name) && !TESTS.contains(&&*name) && !name.starts_with('.') {
            println!("cargo:rerun-if-changed={}", path.display());
        }
    }
}

/// The built files by their names in addresses, or why there are none.
fn build(sources: &Path, copy: &Path) -> Result<Vec<(String, PathBuf)>, String> {
    if std::env::var(SWITCH).as_deref() == Ok("skip") {
        return Err(format!("it was built with {SWITCH}=skip"));
    }
    if !sources.join("package.json").is_file() {
        return Err("the folder viewer/ is not there".into());
    }
    let version = output("node", &["--version"], Path::new("."))?;
    let version = version.trim().trim_start_matches('v');
    let mut numbers = version.split('.').map(|part| part.parse::<u32>().unwrap_or(0));
    if (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)) < OLDEST_NODE {
        let (major, minor) = OLDEST_NODE;
        return Err(format!("Node.js {major}.{minor} or newer is needed, not {version}"));
    }
    // A copy, so that the folder of the sources stays as it is.
    let cannot = |error| format!("cannot copy the sources: {error}");
    remove_all_but_modules(copy).and_then(|()| copy_folder(sources, copy)).map_err(cannot)?;
    install(copy)?;
    output(npm(), &["run", "build"], copy)?;
    let mut files = Vec::new();
    collect(&copy.join("dist"), "", &mut files);
    if files.iter().any(|(name, _)| name == "index.html") {
        Ok(files)
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

fn remove_all_but_modules(folder: &Path) -> std::io::Result<()> {
    for (name, path) in entries(folder) {
        match (name.as_str(), path.is_dir()) {
            ("node_modules", _) => {}
            (_, true) => fs::remove_dir_all(path)?,
            (_, false) => fs::remove_file(path)?,
        }
    }
    Ok(())
}

fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for (name, path) in entries(from) {
        if MADE.contains(&&*name) {
            continue;
        }
        if path.is_dir() {
            copy_folder(&path, &to.join(name))?;
        } else {
            fs::copy(path, to.join(name))?;
        }
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
fn listing(files: &[(String, PathBuf)], missing: Option<&str>) -> String {
    let mut text = String::from("pub static FILES: &[(&str, &[u8])] = &[\n");
    for (name, path) in files {
        let _ = writeln!(text, "    ({name:?}, include_bytes!({:?})),", path.display().to_string());
    }
    let _ = writeln!(text, "];\npub const MISSING: Option<&str> = {missing:?};");
    text
}
