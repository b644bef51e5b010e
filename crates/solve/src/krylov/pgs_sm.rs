//! Projected Gauss–Seidel with subspace minimisation (SIGGRAPH 2022 course,
//! §3.2.6, Eq 165–168, Alg 9): sweeps guess the index sets, a direct solve of
//! the free rows then takes the step that sweeps would need hundreds for:
//!
//! A_FF d = −w_F, x_F ← clamp(x_F + d), again while F changes.
//!
//! A_FF may be singular, so a small multiple of the diagonal is added; since d
//! is a correction, this only makes the last digits take one more step. After
//! a wrong guess of F the residual leaps up; `accept=improving` then goes back
//! to the iterate of the sweeps.

use std::sync::Arc;

use stickslip_linalg::Ordering;
use stickslip_linalg::cholesky::{Analysis, CholeskyFactor};

use crate::options::{OptionDescription, OptionError, OptionValues, choice, options};
use crate::outcome::Counts;
use crate::problem::{Kind, Problem, ProductScratch};
use crate::request::Request;
use crate::residual::decisive_residual;
use crate::solver::{Accepts, Attempt, Entry, Method, Refusal, Sections};
use crate::splitting::psor::{LIMIT, SweepOptions};
use crate::stopping::{StoppingOptions, Watch, project, start};

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "krylov",
    summary: "Gauss-Seidel sweeps to guess the index sets, direct solves on the free rows",
    accepts: Accepts {
        kinds: &[Kind::Lcp, Kind::Blcp],
        symmetric: true,
        coupled: true,
        positive_diagonal: true,
        sections: Sections::Disc,
    },
    options: describe,
    make,
};

const NAME: &str = "pgs-sm";

choice! {
    /// When the result of a subspace minimisation is kept.
    enum Accept {
        /// When the residual fell.
        Improving = "improving",
        /// Always, as the algorithm is printed.
        Always = "always",
    }
}

options! {
    /// Options of `pgs-sm` beside those of a sweep.
    struct SubspaceOptions {
        /// Sweeps before each subspace minimisation.
        sweeps: usize = 10,
        /// Most direct solves in a row.
        solves: usize = 5,
        /// Whether a minimisation that raises the residual is kept: improving or always.
        accept: Accept = Accept::Improving,
    }
}

/// What is added to the diagonal, as a share of it.
const SHIFT: f64 = 1e-9;

fn describe() -> Vec<OptionDescription> {
    let mut own = SubspaceOptions::describe();
    own.extend(SweepOptions::describe());
    StoppingOptions::described_after(own)
}

fn make(settings: &OptionValues) -> Result<Box<dyn Method>, OptionError> {
    let (rules, own) = StoppingOptions::split(NAME, settings, &describe())?;
    let (subspace, sweep) = own.partition(&SubspaceOptions::describe());
    Ok(Box::new(PgsSm {
        subspace: SubspaceOptions::from_settings(NAME, &subspace)?,
        sweep: SweepOptions::read(NAME, &sweep)?,
        rules,
    }))
}

struct PgsSm {
    subspace: SubspaceOptions,
    sweep: SweepOptions,
    rules: StoppingOptions,
}

impl Method for PgsSm {
    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        let mut sweep = self.sweep.row_sweeps(NAME, problem, 1.0)?;
        let mut subspace = Subspace::new(problem)?;
        let x = start(problem, request);
        let mut rejected = 0;
        let watch = Watch::new(problem, request, &self.rules, LIMIT);
        let mut attempt = watch.run(x, Counts::default(), |x, counts| {
            sweep.reset(x);
            for _ in 0..self.subspace.sweeps {
                sweep.run(x, counts);
            }
            let swept = x.to_vec();
            let before = subspace.residual(x, counts);
            for _ in 0..self.subspace.solves {
                if !subspace.minimise(x, counts) {
                    break;
                }
            }
            let keep =
                self.subspace.accept == Accept::Always || subspace.residual(x, counts) < before;
            if !keep {
                rejected += 1;
                x.copy_from_slice(&swept);
            }
        });
        attempt.figures.insert("rejected_minimisations", rejected as f64);
        Ok(attempt)
    }
}

struct Subspace<'a> {
    problem: &'a Problem,
    factor: CholeskyFactor,
    free: Vec<bool>,
    w: Vec<f64>,
    map: Vec<f64>,
    scratch: ProductScratch,
}

impl<'a> Subspace<'a> {
    fn new(problem: &'a Problem) -> Result<Self, Refusal> {
        let n = problem.size();
        let analysis = Analysis::new(problem.matrix(), Ordering::MinimumDegree)
            .map_err(|error| Refusal::Unfit { solver: NAME, reason: error.to_string() })?;
        Ok(Self {
            problem,
            factor: CholeskyFactor::new(Arc::new(analysis)),
            free: Vec::new(),
            w: vec![0.0; n],
            map: vec![0.0; n],
            scratch: ProductScratch::default(),
        })
    }

    fn residual(&mut self, x: &[f64], counts: &mut Counts) -> f64 {
        self.problem.velocity_in(x, &mut self.w, &mut self.scratch);
        counts.products += 1;
        decisive_residual(self.problem, x, &self.w, &mut self.map)
    }

    /// One direct solve; false when F is that of the last one, or when A_FF is
    /// not positive definite. Expects w at x and leaves it so.
    fn minimise(&mut self, x: &mut [f64], counts: &mut Counts) -> bool {
        let n = x.len();
        let (mut lo, mut hi) = (vec![0.0; n], vec![0.0; n]);
        self.problem.bounds_at(x, &mut lo, &mut hi);
        let free: Vec<bool> = (0..n).map(|row| lo[row] < x[row] && x[row] < hi[row]).collect();
        let same = free == self.free;
        if !same {
            counts.factorisations += 1;
            let changed = free.iter().zip(&self.free).filter(|(now, then)| now != then).count();
            counts.pivots += changed;
            let diagonal = self.problem.diagonal();
            let shift = |row: usize| SHIFT * diagonal[row];
            let matrix = self.problem.matrix();
            if self.factor.factorise(matrix, |row| free[row], shift).is_err() {
                self.free.clear();
                return false;
            }
            self.free = free;
        }
        let mut step: Vec<f64> =
            (0..n).map(|row| if self.free[row] { -self.w[row] } else { 0.0 }).collect();
        self.factor.solve(&mut step);
        for row in (0..n).filter(|&row| self.free[row]) {
            x[row] += step[row];
        }
        project(self.problem, x);
        self.problem.velocity_in(x, &mut self.w, &mut self.scratch);
        counts.products += 1;
        !same
    }
}
