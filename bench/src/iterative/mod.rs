//! Time and iterations of every iterative method to three residuals, over
//! structure and size, and the memory traffic of a sweep.

mod bandwidth;
mod contest;

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use stickslip_problems::generate;
use stickslip_solve::{OptionValues, Problem};

use contest::{Contender, Contest};

const STRUCTURES: [&str; 4] = ["cable", "wall", "spheres", "boxes"];
/// Contacts, with joints counted as three rows each like them.
const SIZES: [usize; 3] = [1_000, 10_000, 100_000];
/// Residuals to reach (m/s).
const TOLERANCES: [f64; 3] = [1e-3, 1e-6, 1e-9];

/// Soft contacts and mild mass ratios: on harder problems none of these
/// methods reaches the smaller residuals in any time worth waiting for.
const COMPLIANCE: f64 = 1e-2;
const MASS_RATIO: f64 = 10.0;

/// A contact problem with `contacts` contacts and joints.
fn problem(structure: &str, contacts: usize, frozen: bool) -> Option<Problem> {
    let settings = OptionValues::new()
        .set("rows", 3 * contacts)
        .set("compliance", COMPLIANCE)
        .set("mass_ratio", MASS_RATIO)
        .set("bounds", if frozen { "frozen" } else { "coupled" });
    let (generator, settings) = match structure {
        // About eight contacts carry a brick: as many courses as columns.
        "wall" => ("wall", settings.set("columns", ((contacts / 8) as f64).sqrt().ceil())),
        "spheres" => ("pile", settings.set("shape", "sphere")),
        "boxes" => ("pile", settings.set("shape", "box")),
        other => (other, settings),
    };
    generate::find(generator).ok()?.generate(1, &settings).ok()
}

/// Runs all cells and prints the tables; returns the figures.
pub fn run(quick: bool) -> Value {
    let sizes: &[usize] = if quick { &SIZES[..2] } else { &SIZES };
    let budget = if quick { 0.3 } else { 1.5 };
    let mut contest = Contest::new(budget);
    let bar = ProgressBar::new((STRUCTURES.len() * sizes.len() * contest.contenders.len()) as u64);
    if let Ok(style) = ProgressStyle::with_template("{msg:24} {bar:40} {pos}/{len} {eta}") {
        bar.set_style(style);
    }
    let mut traffic = Vec::new();
    for structure in STRUCTURES {
        contest.contenders.iter_mut().for_each(Contender::forget);
        for &size in sizes {
            bar.set_message(format!("{structure} {size}"));
            let problems = [problem(structure, size, false), problem(structure, size, true)];
            if let [Some(coupled), Some(frozen)] = &problems {
                traffic.push(bandwidth::measure(structure, coupled));
                contest.run(structure, coupled, frozen, || bar.inc(1));
            }
        }
    }
    bar.finish_and_clear();
    println!("{}", contest.table());
    println!(
        "Each cell: iterations, time, and time of pgs over it (above 1 is faster), medians of turns \
         for what ends within {} s. In brackets: the residual reached in {budget} s.\n\
         multigrid has constant friction bounds and is compared with pgs on bounds that follow \
         the normals.\n",
        contest::REPEATED,
    );
    println!("{}", bandwidth::table_of(&traffic));
    println!(
        "Sweeps of pgs against copying as many bytes in memory, on one thread: the least of some \
         turns, and the quartiles of the share turn by turn. threads: time of one thread over that \
         of two, by colours."
    );
    json!({
        "benchmark": "iterative", "compliance": COMPLIANCE, "mass_ratio": MASS_RATIO,
        "budget_s": budget, "cells": contest.figures,
        "traffic": traffic.iter().map(bandwidth::Traffic::figure).collect::<Vec<_>>(),
    })
}
