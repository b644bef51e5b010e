//! The documents of `--json`. Numbers that are NaN or infinite become null.

use std::collections::BTreeMap;

use serde::Serialize;
use stickslip_solve::{Entry, OptionDescription, Outcome, Residuals};

use crate::posed::Posed;

/// One solve without its vectors.
#[derive(Serialize)]
pub struct Solve<'a> {
    problem: &'a str,
    solver: &'static str,
    status: &'static str,
    iterations: usize,
    inner_iterations: usize,
    pivots: usize,
    time_s: f64,
    residual: Residual,
    tolerance: f64,
    kind: &'static str,
    size: usize,
    bounds: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    coupled_natural: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    preliminary: Option<Preliminary>,
    counts: Counts,
    figures: &'a BTreeMap<&'static str, f64>,
}

impl<'a> Solve<'a> {
    /// What `outcome` says about `posed`.
    pub fn new(posed: &'a Posed, outcome: &'a Outcome) -> Self {
        Self {
            problem: posed.original().name(),
            solver: outcome.solver,
            status: outcome.status.name(),
            iterations: outcome.counts.iterations,
            inner_iterations: outcome.counts.inner_iterations,
            pivots: outcome.counts.pivots,
            time_s: outcome.time_s,
            residual: Residual::new(&outcome.residuals),
            tolerance: outcome.tolerance,
            kind: posed.original().kind().name(),
            size: posed.original().size(),
            bounds: posed.bounds.name(),
            coupled_natural: posed.coupled_natural(outcome),
            preliminary: posed.preliminary.as_ref().map(Preliminary::new),
            counts: Counts::new(&outcome.counts),
            figures: &outcome.figures,
        }
    }
}

/// One solve with x and w.
#[derive(Serialize)]
pub struct SolveWithVectors<'a> {
    #[serde(flatten)]
    solve: Solve<'a>,
    x: &'a [f64],
    w: &'a [f64],
}

impl<'a> SolveWithVectors<'a> {
    /// What `outcome` says about `posed`.
    pub fn new(posed: &'a Posed, outcome: &'a Outcome) -> Self {
        Self { solve: Solve::new(posed, outcome), x: &outcome.x, w: &outcome.w }
    }
}

/// Every measure of x.
#[derive(Serialize)]
pub struct Residual {
    natural: f64,
    natural_row: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    relative: Option<f64>,
    energy_mean: f64,
    energy_max: f64,
    energy_max_row: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    fischer: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fischer_row: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimum_merit: Option<f64>,
}

impl Residual {
    /// The same numbers by name.
    pub fn new(residuals: &Residuals) -> Self {
        Self {
            natural: residuals.natural.value,
            natural_row: residuals.natural.row,
            relative: residuals.relative,
            energy_mean: residuals.energy_mean,
            energy_max: residuals.energy_max.value,
            energy_max_row: residuals.energy_max.row,
            fischer: residuals.fischer.map(|worst| worst.value),
            fischer_row: residuals.fischer.map(|worst| worst.row),
            minimum_merit: residuals.minimum_merit,
        }
    }
}

#[derive(Serialize)]
struct Counts {
    iterations: usize,
    inner_iterations: usize,
    products: usize,
    factorisations: usize,
    pivots: usize,
    active_set_changes: usize,
}

impl Counts {
    fn new(counts: &stickslip_solve::Counts) -> Self {
        Self {
            iterations: counts.iterations,
            inner_iterations: counts.inner_iterations,
            products: counts.products,
            factorisations: counts.factorisations,
            pivots: counts.pivots,
            active_set_changes: counts.active_set_changes,
        }
    }
}

/// The frictionless solve that `--bounds normal-first` begins with.
#[derive(Serialize)]
struct Preliminary {
    solver: &'static str,
    status: &'static str,
    iterations: usize,
    time_s: f64,
    natural: f64,
}

impl Preliminary {
    fn new(outcome: &Outcome) -> Self {
        Self {
            solver: outcome.solver,
            status: outcome.status.name(),
            iterations: outcome.counts.iterations,
            time_s: outcome.time_s,
            natural: outcome.residuals.natural.value,
        }
    }
}

/// A line of `list solvers`.
#[derive(Serialize)]
pub struct Solver {
    name: &'static str,
    family: &'static str,
    summary: &'static str,
    kinds: Vec<&'static str>,
    needs_symmetry: bool,
    needs_constant_bounds: bool,
    needs_positive_diagonal: bool,
    options: Vec<Setting>,
}

impl Solver {
    /// What the registry knows of it.
    pub fn new(entry: &Entry) -> Self {
        Self {
            name: entry.name,
            family: entry.family,
            summary: entry.summary,
            kinds: entry.accepts.kinds.iter().map(|kind| kind.name()).collect(),
            needs_symmetry: entry.accepts.symmetric,
            needs_constant_bounds: !entry.accepts.coupled,
            needs_positive_diagonal: entry.accepts.positive_diagonal,
            options: Setting::all((entry.options)()),
        }
    }
}

/// One option for `--set`.
#[derive(Serialize)]
pub struct Setting {
    key: &'static str,
    default: String,
    help: &'static str,
}

impl Setting {
    /// The same descriptions, ready to be written.
    pub fn all(options: Vec<OptionDescription>) -> Vec<Self> {
        let make = |OptionDescription { key, default, help }| Self { key, default, help };
        options.into_iter().map(make).collect()
    }
}
