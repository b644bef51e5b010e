//! The licences of what is compiled in, as they ask to be passed on.

use std::collections::BTreeMap;
use std::fs;

use super::packages::{Package, Packages};

const BEGINNINGS: [&str; 5] = ["license", "licence", "copying", "notice", "copyright"];

/// One text: every crate with its expression, then every text of a licence with the crates that
/// come with it.
pub fn text(packages: &Packages) -> String {
    let others = || packages.list.iter().filter(|package| package.registry.is_some());
    let mut text = String::from("Stickslip is compiled from these crates besides its own.\n\n");
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in others() {
        let Package { name, version, license, .. } = package;
        text += &format!("{name} {version}: {license}\n");
        for found in own_texts(package) {
            texts.entry(found).or_default().push(format!("{name} {version}"));
        }
    }
    for (license, names) in &texts {
        text += &format!("\n{}\n{}\n\n{license}\n", "─".repeat(79), names.join(", "));
    }
    text
}

fn own_texts(package: &Package) -> Vec<String> {
    let Ok(entries) = fs::read_dir(&package.folder) else { return Vec::new() };
    let is_license = |name: &str| {
        let name = name.to_lowercase();
        BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
    };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.file_name().is_some_and(|name| is_license(&name.to_string_lossy())));
    paths.sort();
    paths.iter().filter_map(|path| fs::read_to_string(path).ok()).collect()
}
