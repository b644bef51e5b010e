//! What the program is made of, as cargo knows it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use crate::root;

/// A crate that is compiled in.
pub struct Package {
    pub name: String,
    pub version: String,
    /// SPDX expression.
    pub license: String,
    /// The folder of its sources.
    pub folder: PathBuf,
    /// Where it comes from; `None` for crates of the workspace.
    pub registry: Option<String>,
}

/// All crates of the program and the Python package.
pub struct Packages {
    /// The target of this machine.
    pub host: String,
    /// Where cargo builds.
    pub target: PathBuf,
    /// By name and version.
    pub list: Vec<Package>,
}

/// The packages whose dependencies count.
const ROOTS: [&str; 2] = ["stickslip-cli", "stickslip-python"];

/// Asks cargo.
pub fn read() -> Result<Packages, String> {
    let version = output("rustc", &["-vV"])?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.ok_or("rustc does not tell its host")?.to_owned();
    let words = ["metadata", "--format-version", "1", "--filter-platform", &host];
    let told: Value = serde_json::from_str(&output(env!("CARGO"), &words)?)
        .map_err(|error| format!("cargo metadata: {error}"))?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    // Crates that are needed to run, and not to build or to test.
    let mut edges: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for node in list(&told["resolve"]["nodes"]) {
        let normal = |dependency: &Value| {
            list(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"].is_null())
        };
        let all = list(&node["deps"]);
        let needed = all.iter().filter(|it| normal(it)).map(|it| text(&it["pkg"])).collect();
        edges.insert(text(&node["id"]), needed);
    }
    let packages = list(&told["packages"]);
    let is_root = |package: &&Value| ROOTS.contains(&text(&package["name"]).as_str());
    let mut waiting: Vec<String> =
        packages.iter().filter(is_root).map(|package| text(&package["id"])).collect();
    let mut known = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        if known.insert(id.clone()) {
            waiting.extend(edges.get(&id).cloned().unwrap_or_default());
        }
    }
    let package = |package: &Value| Package {
        name: text(&package["name"]),
        version: text(&package["version"]),
        license: text(&package["license"]),
        folder: PathBuf::from(text(&package["manifest_path"])).parent().unwrap_or(root()).into(),
        registry: package["source"].as_str().map(str::to_owned),
    };
    let mut found: Vec<Package> =
        packages.iter().filter(|it| known.contains(&text(&it["id"]))).map(package).collect();
    found.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    Ok(Packages { host, target: PathBuf::from(text(&told["target_directory"])), list: found })
}

fn output(program: &str, arguments: &[&str]) -> Result<String, String> {
    let done = Command::new(program).args(arguments).current_dir(root()).output();
    let done = done.map_err(|error| format!("cannot run {program}: {error}"))?;
    match done.status.success() {
        true => Ok(String::from_utf8_lossy(&done.stdout).into_owned()),
        false => Err(format!("{program}: {}", String::from_utf8_lossy(&done.stderr).trim())),
    }
}
