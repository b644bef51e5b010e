//! `cargo xtask dist`: all that a release has, and a trial of each part.

mod archive;
mod notices;
mod packages;
mod sbom;
mod trial;

pub use trial::wheel as try_wheel;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use sha2::{Digest, Sha256};

use crate::page::run as call;
use crate::{python, root};

/// All that a release has.
#[derive(clap::Args)]
pub struct Arguments {
    /// The profile of the builds: dev tries all of it in a tenth of the time
    #[arg(long, default_value = "dist")]
    profile: String,
    /// Wheels for these targets besides, such as aarch64-unknown-linux-gnu: each needs the standard library of its target (`rustup target add`)
    #[arg(long = "target", value_name = "TARGET")]
    targets: Vec<String>,
    /// Leave the wheels out
    #[arg(long)]
    no_wheel: bool,
    /// Only pack the crates, and build a program of somebody else from the packages alone
    #[arg(long)]
    packages: bool,
}

/// How `Containerfile` makes an image of the archive beside it.
const CONTAINER: &str = "\
# podman build -t stickslip . && podman run --rm -p 8080:8080 stickslip
FROM debian:12-slim
ADD @ARCHIVE@ /opt/
RUN ln -s /opt/@FOLDER@/bin/stickslip /usr/local/bin/stickslip
RUN useradd --create-home stickslip
USER stickslip
WORKDIR /home/stickslip
EXPOSE 8080
ENTRYPOINT [\"stickslip\"]
CMD [\"view\", \"dominoes\", \"--host\", \"0.0.0.0\", \"--port\", \"8080\"]
";

/// Builds, gathers and tries everything in `target/dist`.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    if arguments.packages {
        return trial::packages();
    }
    let folder = root().join("target/dist");
    let _ = fs::remove_dir_all(&folder);
    make(&folder)?;
    let packages = packages::read()?;
    let host = &packages.host;
    let name = format!("stickslip-{}-{host}", env!("CARGO_PKG_VERSION"));
    let build = ["build", "--package", "stickslip-cli", "--profile", &arguments.profile];
    call(Command::new(env!("CARGO")).args(build).current_dir(root()), "the program")?;
    let built = built_in(&packages.target, &arguments.profile);
    let staged = archive::stage(&built, &folder.join(&name), &packages)?;
    let archive = archive::pack(&staged, &folder.join(format!("{name}.tar.gz")))?;
    trial::archive(&archive, &name)?;
    write(&folder.join("Containerfile"), &{
        CONTAINER.replace("@ARCHIVE@", &format!("{name}.tar.gz")).replace("@FOLDER@", &name)
    })?;
    let document = format!("stickslip-{}.cdx.json", env!("CARGO_PKG_VERSION"));
    write(&folder.join(document), &sbom::cyclone(&packages))?;
    if !arguments.no_wheel {
        let own = python::wheel(&arguments.profile, None)?;
        trial::wheel(&keep(&own, &folder)?)?;
        for target in &arguments.targets {
            // That of another processor cannot run here.
            keep(&python::wheel(&arguments.profile, Some(target))?, &folder)?;
        }
    }
    let _ = fs::remove_dir_all(&staged);
    trial::packages()?;
    sums(&folder)
}

/// Where cargo leaves the program of a profile.
fn built_in(target: &Path, profile: &str) -> PathBuf {
    let folder = if profile == "dev" { "debug" } else { profile };
    target.join(folder).join(format!("stickslip{}", std::env::consts::EXE_SUFFIX))
}

fn keep(file: &Path, folder: &Path) -> Result<PathBuf, String> {
    let target = folder.join(file.file_name().unwrap_or_default());
    fs::copy(file, &target).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(target)
}

/// `SHA256SUMS`, as `sha256sum --check` reads it, and a table of sizes.
fn sums(folder: &Path) -> Result<(), String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    let mut lines = String::new();
    for file in files.iter().filter(|file| file.is_file()) {
        let bytes = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let sum = Sha256::digest(&bytes);
        let sum = sum.iter().map(|byte| format!("{byte:02x}"));
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        println!("{:>10.2} MB  {name}", bytes.len() as f64 / 1e6);
        lines += &format!("{}  {name}\n", sum.collect::<String>());
    }
    write(&folder.join("SHA256SUMS"), &lines)
}

fn make(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))
}

fn write(file: &Path, text: &str) -> Result<(), String> {
    fs::write(file, text).map_err(|error| format!("cannot write {}: {error}", file.display()))
}
