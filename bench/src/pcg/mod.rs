//! Where do conjugate gradients overtake direct pivoting (the open question of
//! Ho 2022, §6.3)? Time, iterations, energy error and memory by size.
//!
//! Every cell is a process of its own: solvers start cold, and memory is what
//! the process grew by at most while it solved (`VmHWM` of Linux).

pub mod cell;

use std::process::Command;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use crate::timing::table;
use cell::{FAMILIES, SOLVERS};

const SIZES: [usize; 7] = [300, 1000, 3000, 10_000, 30_000, 100_000, 300_000];

/// A solver is left out of the next size when it is likely to exceed the
/// limit: at best its time grows with the size, which is three times as large.
const GROWTH: f64 = 3.0;

/// Seconds after which a family begins no further cell.
const FAMILY_BUDGET: f64 = 140.0;

/// Figures of one solver in one cell.
struct Entry {
    solver: &'static str,
    /// The last turn's figures.
    figures: Value,
    /// Seconds of each turn; `None` where it did not converge.
    seconds: Vec<Option<f64>>,
}

/// Runs all cells and prints the tables; returns the figures.
pub fn run(quick: bool) -> Value {
    let sizes: Vec<usize> = SIZES.into_iter().filter(|&size| !quick || size <= 3000).collect();
    let limit = if quick { 4.0 } else { 30.0 };
    let bar = ProgressBar::new((FAMILIES.len() * sizes.len()) as u64);
    if let Ok(style) = ProgressStyle::with_template("{msg:24} {bar:40} {pos}/{len} {eta}") {
        bar.set_style(style);
    }
    let mut detail = table(&[
        "family",
        "m",
        "solver",
        "status",
        "seconds",
        "bpp/this",
        "quartiles",
        "outer",
        "inner",
        "factors",
        "imaginary",
        "energy J",
        "MB",
    ]);
    let mut figures = Vec::new();
    for family in FAMILIES {
        let begun = Instant::now();
        let mut left_out: Vec<&str> = Vec::new();
        for &size in &sizes {
            bar.set_message(format!("{family} {size}"));
            bar.inc(1);
            let turns = if size <= 3000 { 3 } else { 1 };
            let mut entries: Vec<Entry> = SOLVERS
                .iter()
                .filter(|solver| !left_out.contains(&solver.0))
                .map(|solver| Entry { solver: solver.0, figures: Value::Null, seconds: Vec::new() })
                .collect();
            for _ in 0..turns {
                for entry in &mut entries {
                    if begun.elapsed().as_secs_f64() > FAMILY_BUDGET {
                        break;
                    }
                    entry.figures = solve(family, size, entry.solver, limit);
                    let converged = entry.figures["status"] == "converged";
                    let seconds = entry.figures["seconds"].as_f64();
                    entry.seconds.push(seconds.filter(|_| converged));
                }
            }
            for entry in &entries {
                let seconds = entry.figures["seconds"].as_f64();
                if seconds.is_none_or(|seconds| GROWTH * seconds > limit) {
                    left_out.push(entry.solver);
                }
                let base = entries.iter().find(|other| other.solver == "bpp");
                detail.add_row(cells(family, size, entry, base));
                figures.push(json!({
                    "family": family, "size": size, "solver": entry.solver,
                    "seconds": entry.seconds, "last": entry.figures,
                }));
            }
        }
    }
    bar.finish_and_clear();
    println!("{detail}");
    println!(
        "bpp/this: time of bpp over that of the solver, turn by turn; above 1 is faster than bpp.\n\
         Ho: the variants of Ho 2022, whose inner solves stop at ‖r‖ = 1e-6 and so \"stagnate\" above \
         the tolerance of the others.\n\
         Out of time after {limit} s; then, and where {GROWTH} times the last time exceeds that, a \
         solver is left out of larger sizes. A family stops after {FAMILY_BUDGET} s."
    );
    json!({
        "benchmark": "pcg", "compliance": cell::COMPLIANCE, "tight": cell::TIGHT,
        "limit_s": limit, "cells": figures,
    })
}

/// One cell in a child process.
fn solve(family: &str, size: usize, solver: &str, limit: f64) -> Value {
    let child = std::env::current_exe().and_then(|path| {
        Command::new(path)
            .args(["pcg", "--cell", family, &size.to_string(), solver, &limit.to_string()])
            .output()
    });
    match child {
        Err(error) => json!({ "error": error.to_string() }),
        Ok(output) if !output.status.success() => json!({ "status": "killed" }),
        Ok(output) => serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| json!({ "error": error.to_string() })),
    }
}

/// Quartiles of base/other over the turns in which both converged.
fn ratios(base: &[Option<f64>], other: &[Option<f64>]) -> Option<[f64; 3]> {
    let turns = base.iter().zip(other);
    let mut ratios: Vec<f64> =
        turns.filter_map(|(base, other)| Some((*base)? / (*other)?)).collect();
    ratios.sort_by(f64::total_cmp);
    let last = ratios.len().checked_sub(1)?;
    Some([0.25, 0.5, 0.75].map(|share| ratios[(last as f64 * share).round() as usize]))
}

fn cells(family: &str, size: usize, entry: &Entry, base: Option<&Entry>) -> Vec<String> {
    let figures = &entry.figures;
    let count = |key: &str| figures[key].as_f64().map_or("–".into(), |value| value.to_string());
    let status = figures["status"].as_str().or(figures["error"].as_str()).unwrap_or("not run");
    let ratio = base.and_then(|base| ratios(&base.seconds, &entry.seconds));
    vec![
        family.into(),
        count("rows").replace('–', &size.to_string()),
        entry.solver.into(),
        status.into(),
        figures["seconds"].as_f64().map_or("–".into(), |value| format!("{value:.4}")),
        ratio.map_or("–".into(), |[_, median, _]| format!("{median:.2}")),
        ratio.map_or("–".into(), |[low, _, high]| format!("{low:.2}–{high:.2}")),
        count("outer"),
        count("inner"),
        count("factorisations"),
        count("imaginary_columns"),
        figures["energy_max"].as_f64().map_or("–".into(), |value| format!("{value:.1e}")),
        figures["memory_mb"].as_f64().map_or("–".into(), |value| format!("{value:.0}")),
    ]
}
