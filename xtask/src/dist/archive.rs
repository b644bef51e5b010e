//! The program with what belongs beside it, in one archive.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::packages::Packages;
use super::{keep, make, notices, write};
use crate::page::run as call;
use crate::root;

/// Where each shell looks for completions, below a prefix.
const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "share/bash-completion/completions/stickslip"),
    ("zsh", "share/zsh/site-functions/_stickslip"),
    ("fish", "share/fish/vendor_completions.d/stickslip.fish"),
    ("elvish", "share/elvish/lib/stickslip.elv"),
    ("powershell", "share/powershell/stickslip.ps1"),
];

/// A folder with everything, as below `/usr/local`.
pub fn stage(built: &Path, folder: &Path, packages: &Packages) -> Result<PathBuf, String> {
    make(&folder.join("bin"))?;
    let program = keep(built, &folder.join("bin"))?;
    for (shell, place) in COMPLETIONS {
        put(folder, place, &output(&program, &["completions", shell])?)?;
    }
    put(folder, "share/man/man1/stickslip.1", &output(&program, &["man"])?)?;
    for name in ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "CHANGELOG.md", "CITATION.cff"] {
        keep(&root().join(name), folder)?;
    }
    write(&folder.join("THIRD-PARTY.txt"), &notices::text(packages))?;
    Ok(folder.to_owned())
}

fn put(folder: &Path, place: &str, text: &str) -> Result<(), String> {
    let path = folder.join(place);
    make(path.parent().unwrap_or(folder))?;
    write(&path, text)
}

/// Packs a folder under its own name.
pub fn pack(folder: &Path, archive: &Path) -> Result<PathBuf, String> {
    let (above, name) = (folder.parent(), folder.file_name());
    let mut tar = Command::new("tar");
    tar.arg("-czf").arg(archive).arg("-C").arg(above.unwrap_or(folder));
    call(tar.arg(name.unwrap_or_default()), "the archive")?;
    Ok(archive.to_owned())
}

fn output(program: &Path, words: &[&str]) -> Result<String, String> {
    let done = Command::new(program).args(words).output();
    let done = done.map_err(|error| format!("{}: {error}", program.display()))?;
    match done.status.success() {
        true => Ok(String::from_utf8_lossy(&done.stdout).into_owned()),
        false => Err(format!("`stickslip {}` failed", words.join(" "))),
    }
}

/// Unpacks an archive into an empty folder.
pub fn unpack(archive: &Path, folder: &Path) -> Result<(), String> {
    let _ = fs::remove_dir_all(folder);
    make(folder)?;
    let mut tar = Command::new("tar");
    call(tar.arg("-xzf").arg(archive).arg("-C").arg(folder), "the archive")
}
