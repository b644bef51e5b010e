//! Levels and the cycle over them (Preclik et al., §3.4, Eq 22–24).
//!
//! On each level: sweeps; then the problem of the correction e on the coarse
//! rows, A^H e + Pᵀw complementary to (lo − x)_C ≤ e ≤ (hi − x)_C with
//! A^H = Pᵀ A P, by the same means; then x + α d and sweeps in reverse, where d
//! is P e without the entries that would leave the box.
//!
//! A coarse problem knows the bounds of its own rows only, so d need not be a
//! descent. Beyond the paper, α ∈ [0, 1] minimises the objective along it,
//! which makes every cycle at least as good as its sweeps; `line_search=false`
//! is the paper's α = 1.

use stickslip_linalg::{SparseMatrix, dot};

use crate::options::choice;
use crate::problem::{Kind, Problem, ProblemData};
use crate::request::Request;
use crate::sets::interval;
use crate::solver::Solver;

use super::coarsening::{split, strong_dependence};
use super::interpolation::prolongation;
use super::transfer::{Transfer, least};

choice! {
    /// What becomes of a correction that leaves the box.
    pub enum Violations {
        /// The row keeps its value.
        Reject = "reject",
        /// The row goes to its bound.
        Project = "project",
    }
}

/// How a cycle works.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Sweeps before the correction.
    pub before: usize,
    /// Sweeps after it.
    pub after: usize,
    /// Visits of the coarser level in a cycle: 1 is a V, 2 a W.
    pub visits: usize,
    /// What becomes of corrections that leave the box.
    pub violations: Violations,
    /// Whether α is chosen; else it is 1.
    pub line_search: bool,
    /// What a coarse level hands to a fine one.
    pub transfer: Transfer,
    /// Most steps towards the least impulses of a transferred velocity.
    pub transfer_steps: usize,
}

/// The matrices of all levels, the finest first.
pub struct Hierarchy {
    levels: Vec<Level>,
    coarsest: Solver,
    /// Rows of the finest level that take no correction.
    tight: Vec<bool>,
    threshold: f64,
    smallest: usize,
    /// How often the levels were made.
    pub setups: usize,
    /// Work so far, in products with the finest matrix.
    pub work: f64,
}

struct Level {
    matrix: SparseMatrix,
    diagonal: Vec<f64>,
    /// To the next coarser level, and the rows that live on there.
    coarser: Option<(SparseMatrix, Vec<usize>)>,
    /// Stored entries over those of the finest matrix.
    cost: f64,
}

/// The levels of a problem whose `tight` rows keep their value.
fn coarsen(problem: &Problem, tight: &[bool], threshold: f64, smallest: usize) -> Vec<Level> {
    let sides = problem.lo().iter().zip(problem.hi());
    let class = |(lo, hi): (&f64, &f64)| u8::from(lo.is_finite()) + 2 * u8::from(hi.is_finite());
    let mut class: Vec<Option<u8>> =
        sides.map(class).zip(tight).map(|(class, tight)| (!tight).then_some(class)).collect();
    let finest = problem.matrix().stored() as f64;
    let mut levels = Vec::new();
    let mut matrix = problem.matrix().clone();
    loop {
        let cost = matrix.stored() as f64 / finest;
        let diagonal = matrix.diagonal();
        let mut coarser = None;
        if matrix.rows() > smallest {
            let strong = strong_dependence(&matrix, &class, threshold);
            let (p, rows) = prolongation(&matrix, &class, &strong, &split(&strong));
            if !rows.is_empty() && rows.len() < matrix.rows() {
                coarser = Some((p, rows));
            }
        }
        let Some((p, rows)) = coarser else {
            levels.push(Level { matrix, diagonal, coarser, cost });
            return levels;
        };
        let coarse = p.transposed().product(&matrix).product(&p);
        class = rows.iter().map(|&row| class[row]).collect();
        levels.push(Level { matrix, diagonal, coarser: Some((p, rows)), cost });
        matrix = coarse;
    }
}

/// Tolerance of the coarsest level over that of any problem of its size: its
/// right-hand side shrinks with the error of the finer levels.
const COARSEST_TOLERANCE: f64 = 1e-4;

/// x, b and the box on one level.
struct Part<'s> {
    x: &'s mut [f64],
    b: &'s [f64],
    lo: &'s [f64],
    hi: &'s [f64],
}

impl Hierarchy {
    /// Coarsens until `smallest` rows are left, or nothing more can be left
    /// out. `coarsest` solves the last level.
    pub fn new(problem: &Problem, threshold: f64, smallest: usize, coarsest: Solver) -> Self {
        let tight = vec![false; problem.size()];
        let levels = coarsen(problem, &tight, threshold, smallest);
        Self { levels, tight, threshold, smallest, coarsest, setups: 1, work: 0.0 }
    }

    /// Coarsens again when other rows than before are tight at x, so that no
    /// correction is lost on rows that cannot take it. Costs a product.
    pub fn adapt(&mut self, problem: &Problem, x: &[f64]) {
        let mut w = vec![0.0; x.len()];
        self.multiply(0, x, &mut w);
        let tight: Vec<bool> = (0..x.len())
            .map(|row| {
                let (lo, hi, w) = (problem.lo()[row], problem.hi()[row], w[row] + problem.b()[row]);
                (x[row] <= lo && w > 0.0) || (x[row] >= hi && w < 0.0) || lo == hi
            })
            .collect();
        if tight != self.tight {
            self.levels = coarsen(problem, &tight, self.threshold, self.smallest);
            self.tight = tight;
            self.setups += 1;
        }
    }

    /// Number of levels.
    pub fn levels(&self) -> usize {
        self.levels.len()
    }

    /// Stored entries of all levels over those of the finest.
    pub fn complexity(&self) -> f64 {
        self.levels.iter().map(|level| level.cost).sum()
    }

    /// One cycle on the problem.
    pub fn cycle(&mut self, problem: &Problem, x: &mut [f64], plan: &Plan) {
        let part = Part { x, b: problem.b(), lo: problem.lo(), hi: problem.hi() };
        self.descend(0, part, plan);
    }

    fn descend(&mut self, at: usize, mut part: Part<'_>, plan: &Plan) {
        let Some((p, rows)) = self.levels[at].coarser.take() else {
            if at > 0 && self.solve_coarsest(at, &mut part) {
                return;
            }
            for _ in 0..plan.before + plan.after {
                self.smooth(at, &mut part, false);
            }
            return;
        };
        for _ in 0..plan.before {
            self.smooth(at, &mut part, false);
        }
        let n = part.x.len();
        let mut w = vec![0.0; n];
        self.multiply(at, part.x, &mut w);
        w.iter_mut().zip(part.b).for_each(|(w, b)| *w += b);
        let mut coarse_b = vec![0.0; rows.len()];
        p.multiply_transposed(&w, &mut coarse_b);
        let room = |bound: &[f64]| rows.iter().map(|&row| bound[row] - part.x[row]).collect();
        let (lo, hi): (Vec<f64>, Vec<f64>) = (room(part.lo), room(part.hi));
        let mut e = vec![0.0; rows.len()];
        for _ in 0..plan.visits {
            self.descend(at + 1, Part { x: &mut e, b: &coarse_b, lo: &lo, hi: &hi }, plan);
        }
        let mut d = vec![0.0; n];
        p.multiply(&e, &mut d);
        if plan.transfer == Transfer::Velocity {
            // Only the finest level has rows that take no correction.
            let none = vec![false; if at == 0 { 0 } else { n }];
            let held = if at == 0 { &self.tight } else { &none };
            let products = least(&self.levels[at].matrix, held, &mut d, plan.transfer_steps);
            self.work += products as f64 * self.levels[at].cost;
        }
        for row in 0..n {
            let inside = interval::project(part.x[row] + d[row], part.lo[row], part.hi[row]);
            if inside != part.x[row] + d[row] {
                d[row] = match plan.violations {
                    Violations::Reject => 0.0,
                    Violations::Project => inside - part.x[row],
                };
            }
        }
        let alpha = if plan.line_search { self.best_length(at, &w, &d) } else { 1.0 };
        // x + d lies in the box, and so does every point between, up to
        // rounding, which the projection takes away.
        for (row, x) in part.x.iter_mut().enumerate() {
            *x = interval::project(*x + alpha * d[row], part.lo[row], part.hi[row]);
        }
        self.levels[at].coarser = Some((p, rows));
        for _ in 0..plan.after {
            self.smooth(at, &mut part, true);
        }
    }

    /// The α ∈ [0, 1] at which the objective along d is least.
    fn best_length(&mut self, at: usize, w: &[f64], d: &[f64]) -> f64 {
        let mut product = vec![0.0; d.len()];
        self.multiply(at, d, &mut product);
        let (slope, curvature) = (-dot(w, d), dot(d, &product));
        if slope.is_nan() || slope <= 0.0 {
            0.0
        } else if curvature > slope {
            slope / curvature
        } else {
            1.0
        }
    }

    fn multiply(&mut self, at: usize, x: &[f64], product: &mut [f64]) {
        self.levels[at].matrix.multiply(x, product);
        self.work += self.levels[at].cost;
    }

    /// One projected Gauss–Seidel sweep. A coarse row of zero norm has nothing
    /// to correct.
    fn smooth(&mut self, at: usize, part: &mut Part<'_>, backward: bool) {
        let Level { matrix, diagonal, cost, .. } = &self.levels[at];
        self.work += cost;
        let n = diagonal.len();
        for step in 0..n {
            let row = if backward { n - 1 - step } else { step };
            if diagonal[row] > 0.0 {
                let w = matrix.row_dot(row, part.x) + part.b[row];
                let trial = part.x[row] - w / diagonal[row];
                part.x[row] = interval::project(trial, part.lo[row], part.hi[row]);
            }
        }
    }

    /// Solves the last level directly; false when that fails.
    fn solve_coarsest(&mut self, at: usize, part: &mut Part<'_>) -> bool {
        let data = ProblemData::assembled(
            "coarsest level",
            Kind::Blcp,
            self.levels[at].matrix.clone(),
            part.b.to_vec(),
        );
        let data = ProblemData { lo: part.lo.to_vec(), hi: part.hi.to_vec(), ..data };
        let Ok(problem) = Problem::new(data) else {
            return false;
        };
        let tolerance = COARSEST_TOLERANCE * Request::default().tolerance_for(&problem);
        let request = Request { tolerance: Some(tolerance), ..Request::default() };
        let Ok(outcome) = self.coarsest.solve(&problem, &request) else {
            return false;
        };
        let sound = outcome.x.iter().all(|x| x.is_finite());
        if sound {
            part.x.copy_from_slice(&outcome.x);
        }
        sound
    }
}
