//! The share of random problems with friction bounds coupled to their own
//! normals that `bpp` solves, by compliance.

use crate::timing::table;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use stickslip_problems::generate;
use stickslip_solve::{OptionValues, Outcome, Request, Status, registry};

const FAMILIES: [&str; 3] = ["wall", "pile", "cable"];
const COMPLIANCES: [f64; 4] = [1e-3, 1e-5, 1e-7, 1e-9];

/// Sizes, friction and mass ratios change with the seed.
fn settings(family: &str, seed: u64, compliance: f64) -> OptionValues {
    let mu = 0.3 + 0.1 * (seed % 6) as f64;
    let base = OptionValues::new().set("mu", mu).set("compliance", compliance);
    match family {
        "wall" => base.set("bricks", 18 + 6 * (seed % 4)),
        "pile" => {
            base.set("bodies", 12 + 4 * (seed % 4)).set("mass_ratio", 10f64.powi((seed % 7) as i32))
        }
        _ => {
            base.set("links", 20 + 10 * (seed % 3)).set("mass_ratio", 10f64.powi((seed % 5) as i32))
        }
    }
}

/// Runs everything and prints the table; returns the figures.
pub fn run(quick: bool) -> Value {
    let seeds: u64 = if quick { 10 } else { 100 };
    let bar = ProgressBar::new(seeds * (FAMILIES.len() * COMPLIANCES.len()) as u64);
    if let Ok(style) = ProgressStyle::with_template("{msg:24} {bar:40} {pos}/{len} {eta}") {
        bar.set_style(style);
    }
    let mut table = table(&[
        "family",
        "compliance",
        "solved",
        "by stage 1/2/3/4",
        "worst residual/tolerance",
        "median ms",
        "largest ms",
    ]);
    let mut figures = Vec::new();
    for family in FAMILIES {
        for compliance in COMPLIANCES {
            bar.set_message(format!("{family} {compliance:e}"));
            let outcomes: Vec<Outcome> = (0..seeds)
                .filter_map(|seed| {
                    bar.inc(1);
                    solve(family, seed, compliance)
                })
                .collect();
            let (cells, figure) = summarise(family, compliance, seeds, &outcomes);
            table.add_row(cells);
            figures.push(figure);
        }
    }
    bar.finish_and_clear();
    println!("{table}");
    json!({ "benchmark": "coupled", "seeds": seeds, "cells": figures })
}

fn solve(family: &str, seed: u64, compliance: f64) -> Option<Outcome> {
    let problem =
        generate::find(family).ok()?.generate(seed, &settings(family, seed, compliance)).ok()?;
    let mut solver = registry::find("bpp").ok()?.build(&OptionValues::new()).ok()?;
    solver.solve(&problem, &Request::default()).ok()
}

fn summarise(
    family: &str,
    compliance: f64,
    seeds: u64,
    outcomes: &[Outcome],
) -> (Vec<String>, Value) {
    let solved = outcomes.iter().filter(|outcome| outcome.status == Status::Converged).count();
    let stage = |wanted: f64| {
        outcomes
            .iter()
            .filter(|outcome| outcome.status == Status::Converged)
            .filter(|outcome| outcome.figures.get("stage") == Some(&wanted))
            .count()
    };
    let stages: Vec<usize> = [1.0, 2.0, 3.0, 4.0].into_iter().map(stage).collect();
    let worst = outcomes
        .iter()
        .map(|outcome| outcome.residuals.natural.value / outcome.tolerance)
        .fold(0.0, f64::max);
    let mut times: Vec<f64> = outcomes.iter().map(|outcome| 1e3 * outcome.time_s).collect();
    times.sort_by(f64::total_cmp);
    let median = times.get(times.len() / 2).copied().unwrap_or(f64::NAN);
    let largest = times.last().copied().unwrap_or(f64::NAN);
    let text = stages.iter().map(usize::to_string).collect::<Vec<_>>().join("/");
    let cells = vec![
        family.into(),
        format!("{compliance:e}"),
        format!("{solved}/{seeds}"),
        text,
        format!("{worst:.1e}"),
        format!("{median:.1}"),
        format!("{largest:.1}"),
    ];
    let figure = json!({
        "family": family, "compliance": compliance, "seeds": seeds, "solved": solved,
        "stages": stages, "worst_over_tolerance": worst, "median_ms": median, "largest_ms": largest,
    });
    (cells, figure)
}
