//! Steps of a breaking dam in space, on one thread, by the number of cells, and
//! every solver that takes its pressures to 1e-8 m/s.

use std::sync::OnceLock;
use std::time::Instant;

use glam::DVec3;
use serde_json::{Value, json};
use stickslip_liquid::{
    DEFAULT_SOLVER, DEFAULT_TOLERANCE, Liquid, LiquidDescription, LiquidState, NoSolids,
    default_options,
};
use stickslip_solve::{OptionValues, Problem, ProblemData, Request, Status, registry};

use crate::timing::{quartiles, table};

/// Time step (s).
const STEP: f64 = 1.0 / 120.0;
/// Steps before anything is timed: the column has begun to break.
const BEFORE: usize = 20;
/// Steps that are timed.
const TIMED: usize = 12;
/// A solver is left out of sizes where it would take longer than this (s).
const BUDGET: f64 = 10.0;
/// How the time of a solver is taken to grow with the rows, to leave it out.
const GROWTH: f64 = 1.4;

/// Solvers beside the default one, with their options.
const OTHERS: [(&str, &str, &str); 10] = [
    ("bpp-pcg, ic0", "bpp-pcg", "preconditioner=ic0 proximal=false"),
    ("bpp-pcg", "bpp-pcg", ""),
    ("pgcg, aggregation", "pgcg", "preconditioner=aggregation"),
    ("multigrid", "multigrid", ""),
    ("minmap-newton", "minmap-newton", ""),
    ("bpp", "bpp", ""),
    ("cpg", "cpg", ""),
    ("nncg", "nncg", ""),
    ("psor 1.9", "psor", "relaxation=1.9"),
    ("pgs", "pgs", ""),
];

/// A cube of 1 m, a quarter full: a column of half its width and height.
fn dam(resolution: usize) -> Option<(Liquid, LiquidState)> {
    let domain = [DVec3::ZERO, DVec3::ONE];
    let region = [DVec3::ZERO, DVec3::new(0.5, 0.5, 1.0)];
    let description = LiquidDescription::new("dam", domain, region, resolution);
    let solver = registry::find(DEFAULT_SOLVER).ok()?.build(&default_options()).ok()?;
    let request = Request { tolerance: Some(DEFAULT_TOLERANCE), ..Request::default() };
    let mut liquid = Liquid::new(description, solver, request).ok()?;
    liquid.place(&NoSolids);
    let state = LiquidState::new(liquid.description(), &NoSolids);
    Some((liquid, state))
}

/// Runs all sizes and prints the tables; returns the figures.
pub fn run(quick: bool) -> Value {
    let sizes: &[usize] = if quick { &[16, 24, 32] } else { &[16, 24, 32, 48, 64, 80] };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    match pool {
        Ok(pool) => pool.install(|| measure(sizes)),
        Err(error) => json!({ "benchmark": "liquid", "error": error.to_string() }),
    }
}

fn measure(sizes: &[usize]) -> Value {
    let mut steps = table(&[
        "cells",
        "liquid",
        "particles",
        "step",
        "solve",
        "unpack",
        "inner",
        "separating",
        "steps/s",
        "failed",
    ]);
    let header: Vec<&str> =
        ["rows", "default"].into_iter().chain(OTHERS.iter().map(|other| other.0)).collect();
    let mut solvers = table(&header);
    let (mut figures, mut curve, mut cold) = (Vec::new(), Vec::new(), Vec::new());
    let mut limit = [f64::INFINITY; OTHERS.len()];
    for &resolution in sizes {
        let Some((mut liquid, mut state)) = dam(resolution) else { continue };
        let gravity = DVec3::new(0.0, -9.81, 0.0);
        let (mut seconds, mut solving, mut unpacking) = (Vec::new(), Vec::new(), Vec::new());
        let mut inner = 0;
        let (mut separating, mut failed) = (0, 0);
        for step in 0..BEFORE + TIMED {
            let clock = running();
            let Ok(report) = liquid.step(&mut state, gravity, STEP, true) else { break };
            failed += report.failed;
            if step >= BEFORE {
                seconds.push(running() - clock);
                solving.push(report.solve_s);
                unpacking.push(report.unpack_s);
                inner += report.inner_iterations;
                separating = separating.max(report.separating);
            }
        }
        let [step, solve, unpack] = [seconds, solving, unpacking].map(|all| quartiles(all)[1]);
        let Some((problem, _)) = liquid.solved() else { continue };
        let rows = problem.size();
        steps.add_row([
            format!("{resolution}³"),
            rows.to_string(),
            state.particles.len().to_string(),
            format!("{:.1} ms", 1e3 * step),
            format!("{:.1} ms", 1e3 * solve),
            format!("{:.1} ms", 1e3 * unpack),
            format!("{:.1}", inner as f64 / TIMED as f64),
            separating.to_string(),
            format!("{:.2}", 1.0 / step),
            failed.to_string(),
        ]);
        curve.push([rows as f64, step]);
        let again = ProblemData { x0: None, ..problem.data().clone() };
        let Ok(problem) = problem.with_data(again) else { continue };
        let (line, default) = contest(&problem, &mut limit, &mut solvers);
        cold.push([rows as f64, default]);
        figures.push(json!({
            "cells": resolution.pow(3), "rows": rows, "particles": state.particles.len(),
            "step_s": step, "solve_s": solve, "unpack_s": unpack, "inner": inner as f64 / TIMED as f64,
            "failed": failed, "solvers": line,
        }));
        println!("{steps}\n{solvers}");
    }
    let (warm, cold) = (exponent(&curve), exponent(&cold));
    println!(
        "Medians of {TIMED} steps on one thread, step in time of the processor; solve: pressure alone. Solvers: cold, to \
         {DEFAULT_TOLERANCE:e} m/s; × did not reach it. Time of the default solver grows with rows \
         to the power {cold:.2}, that of a step {warm:.2}."
    );
    json!({ "benchmark": "liquid", "exponent": cold, "exponent_step": warm, "sizes": figures })
}

/// Every solver on one problem, from nothing. Seconds of the default one.
fn contest(
    problem: &Problem,
    limit: &mut [f64],
    table: &mut comfy_table::Table,
) -> (Vec<Value>, f64) {
    let rows = problem.size() as f64;
    let request = Request { tolerance: Some(DEFAULT_TOLERANCE), ..Request::default() };
    let mut cells = vec![problem.size().to_string()];
    let mut line = Vec::new();
    let mut solve = |label: &str, name: &str, options: OptionValues| {
        let mut solver = registry::find(name).ok()?.build(&options).ok()?;
        let clock = running();
        let outcome = solver.solve(problem, &request).ok()?;
        let seconds = running() - clock;
        let converged = outcome.status == Status::Converged;
        let mark = if converged { "" } else { " ×" };
        cells.push(format!("{:.1} ms{mark}", 1e3 * seconds));
        line.push(json!({
            "solver": label, "seconds": seconds, "status": outcome.status.name(),
            "iterations": outcome.counts.iterations, "inner": outcome.counts.inner_iterations,
            "residual": outcome.residuals.decisive(),
        }));
        Some(seconds)
    };
    let default = solve("default", DEFAULT_SOLVER, default_options()).unwrap_or(f64::NAN);
    for ((label, name, options), limit) in OTHERS.iter().zip(limit) {
        let options = OptionValues::parse(options.split_whitespace()).unwrap_or_default();
        if rows > *limit {
            continue;
        }
        if let Some(seconds) = solve(label, name, options) {
            *limit = rows * (BUDGET / seconds).powf(1.0 / GROWTH);
        }
    }
    let mut at = 1;
    let ordered: Vec<String> = std::iter::once(cells[0].clone())
        .chain(std::iter::once("default").chain(OTHERS.iter().map(|other| other.0)).map(|label| {
            let there = line.iter().any(|each| each["solver"] == *label);
            if there {
                at += 1;
                cells[at - 1].clone()
            } else {
                "–".into()
            }
        }))
        .collect();
    table.add_row(ordered);
    (line, default)
}

/// How long this thread has run on a processor (s), so that a busy machine does
/// not count; the clock on the wall where the system does not tell.
fn running() -> f64 {
    static BEGUN: OnceLock<Instant> = OnceLock::new();
    // Linux: "time on the processor, time waiting, slices", in nanoseconds.
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let told = told.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    told.map_or_else(|| BEGUN.get_or_init(Instant::now).elapsed().as_secs_f64(), |ns| 1e-9 * ns)
}

/// The slope of log y against log x by least squares.
pub fn exponent(points: &[[f64; 2]]) -> f64 {
    let logs: Vec<[f64; 2]> = points.iter().map(|point| point.map(f64::ln)).collect();
    let mean = |axis: usize| logs.iter().map(|point| point[axis]).sum::<f64>() / logs.len() as f64;
    let (x, y) = (mean(0), mean(1));
    let above: f64 = logs.iter().map(|point| (point[0] - x) * (point[1] - y)).sum();
    above / logs.iter().map(|point| (point[0] - x).powi(2)).sum::<f64>()
}
