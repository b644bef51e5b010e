//! `cargo xtask bench NAME`: builds the benchmarks with all optimisations and
//! runs one of them.

use std::process::Command;

use crate::root;

/// Runs benchmark `name` with its own arguments.
pub fn run(name: &str, arguments: &[String]) -> Result<(), String> {
    if name == "view" {
        // It measures the program itself.
        cargo(&["build", "--quiet", "--profile", "dist", "--package", "stickslip-cli"], &[])?;
    }
    if name == "ranks" {
        let run = [
            "run",
            "--quiet",
            "--profile",
            "dist",
            "--package",
            "stickslip-cluster",
            "--example",
            "ranks",
            "--",
        ];
        return cargo(&run, arguments).map_err(|_| format!("benchmark {name} failed"));
    }
    if name == "gpu" {
        // It needs nothing but the card.
        let run = ["run", "--quiet", "--profile", "dist", "--package", "stickslip-gpu"];
        return cargo(&[&run[..], &["--example", "piles", "--"]].concat(), arguments)
            .map_err(|_| format!("benchmark {name} failed"));
    }
    let run = ["run", "--quiet", "--profile", "dist", "--package", "stickslip-bench", "--", name];
    cargo(&run, arguments).map_err(|_| format!("benchmark {name} failed"))
}

fn cargo(words: &[&str], arguments: &[String]) -> Result<(), String> {
    let status = Command::new(env!("CARGO"))
        .args(words)
        .args(arguments)
        .current_dir(root())
        .status()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("cargo {} failed", words.join(" "))) }
}
