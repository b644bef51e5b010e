//! `bpp-full` against the variants that keep a factor, over structure, size
//! and share of tight rows (Lefebvre 2020, Fig 2.4 and Table 2.3).

use crate::timing::table;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use stickslip_problems::generate;
use stickslip_solve::{OptionValues, Problem};

use crate::timing::{Sample, in_turns, ratio};

const SOLVERS: [&str; 5] = ["bpp-full", "bpp-downdate", "bpp-skyline", "bpp-cached", "bpp"];
const STRUCTURES: [&str; 4] = ["dense", "cable", "wall", "pile"];
const SIZES: [usize; 4] = [100, 300, 1000, 3000];
const SHARES: [f64; 6] = [0.01, 0.05, 0.10, 0.15, 0.30, 0.50];

/// Compliance of the contact problems. Softer than a machine's, so that plain
/// block pivoting, which the baseline is, converges and can be compared.
const COMPLIANCE: f64 = 1e-2;

/// A solver is left out of a cell that would take longer than this (seconds),
/// going by its time at the next smaller size and cubic growth.
const BUDGET: f64 = 6.0;
/// Cubic growth from one size to the next, three times as large.
const GROWTH: f64 = 27.0;

/// A box problem of about `size` rows with a planted share of tight rows.
fn problem(structure: &str, size: usize, share: f64, seed: u64) -> Option<Problem> {
    let (name, settings) = match structure {
        "dense" => (
            "spd",
            OptionValues::new()
                .set("size", size)
                .set("active", share)
                .set("boxed", true)
                .set("condition", 100),
        ),
        other => (
            other,
            OptionValues::new().set("rows", size).set("tight", share).set("compliance", COMPLIANCE),
        ),
    };
    generate::find(name).ok()?.generate(seed, &settings).ok()
}

/// Runs all cells and prints the table; returns the figures.
pub fn run(quick: bool) -> Value {
    let sizes: Vec<usize> = SIZES.into_iter().filter(|&size| !quick || size <= 300).collect();
    let turns = if quick { 5 } else { 7 };
    let bar = ProgressBar::new((STRUCTURES.len() * sizes.len() * SHARES.len()) as u64);
    if let Ok(style) = ProgressStyle::with_template("{msg:24} {bar:40} {pos}/{len} {eta}") {
        bar.set_style(style);
    }
    let mut table = table(&[
        "structure",
        "m",
        "tight",
        "bpp-full",
        "steps",
        "downdate",
        "skyline",
        "cached",
        "bpp",
        "bpp quartiles",
    ]);
    let mut figures = Vec::new();
    let mut rows = Vec::new();
    for structure in STRUCTURES {
        for share in SHARES {
            let mut left_out: Vec<&str> = Vec::new();
            for &size in &sizes {
                bar.set_message(format!("{structure} {size} {:.0} %", 100.0 * share));
                bar.inc(1);
                let Some(problem) = problem(structure, size, share, 1) else { continue };
                let solvers: Vec<&str> =
                    SOLVERS.into_iter().filter(|name| !left_out.contains(name)).collect();
                let samples = in_turns(&problem, &solvers, turns);
                for sample in &samples {
                    let slowest = sample.seconds.iter().copied().fold(0.0, f64::max);
                    if slowest * GROWTH > BUDGET {
                        left_out.push(sample.solver);
                    }
                }
                rows.push((structure, size, cells(structure, &problem, share, &samples)));
                figures.push(figure(structure, &problem, share, &samples));
            }
        }
    }
    rows.sort_by_key(|(structure, size, _)| {
        (STRUCTURES.iter().position(|name| name == structure), *size)
    });
    for (_, _, cells) in rows {
        table.add_row(cells);
    }
    bar.finish_and_clear();
    println!("{table}");
    println!(
        "Columns of solvers: time of bpp-full over theirs, median of {turns} turns; above 1 is faster."
    );
    json!({ "benchmark": "pivoting", "turns": turns, "compliance": COMPLIANCE, "cells": figures })
}

fn find<'a>(samples: &'a [Sample], name: &str) -> Option<&'a Sample> {
    samples.iter().find(|sample| sample.solver == name)
}

fn cells(structure: &str, problem: &Problem, share: f64, samples: &[Sample]) -> Vec<String> {
    let base = find(samples, "bpp-full");
    let speed = |name: &str| match (base, find(samples, name)) {
        (Some(base), Some(other)) => ratio(base, other),
        _ => None,
    };
    let show =
        |name: &str| speed(name).map_or("–".into(), |[_, median, _]| format!("{median:.2}"));
    let time = base.and_then(|base| base.seconds.iter().copied().min_by(f64::total_cmp));
    let steps =
        base.and_then(|base| base.outcome.as_ref()).map(|outcome| outcome.counts.iterations);
    vec![
        structure.into(),
        problem.size().to_string(),
        format!("{:.0} %", 100.0 * share),
        time.map_or("–".into(), |time| format!("{:.2} ms", 1e3 * time)),
        steps.map_or("–".into(), |steps| steps.to_string()),
        show("bpp-downdate"),
        show("bpp-skyline"),
        show("bpp-cached"),
        show("bpp"),
        speed("bpp").map_or("–".into(), |[low, _, high]| format!("{low:.2}–{high:.2}")),
    ]
}

fn figure(structure: &str, problem: &Problem, share: f64, samples: &[Sample]) -> Value {
    let base = find(samples, "bpp-full");
    let solvers: Vec<Value> = samples
        .iter()
        .map(|sample| {
            let outcome = sample.outcome.as_ref();
            json!({
                "solver": sample.solver,
                "status": outcome.map(|outcome| outcome.status.name()),
                "iterations": outcome.map(|outcome| outcome.counts.iterations),
                "factorisations": outcome.map(|outcome| outcome.counts.factorisations),
                "natural": outcome.map(|outcome| outcome.residuals.natural.value),
                "seconds": sample.seconds,
                "speedup_quartiles": base.and_then(|base| ratio(base, sample)),
            })
        })
        .collect();
    json!({ "structure": structure, "rows": problem.size(), "tight": share, "solvers": solvers })
}
