//! The pivoting loop with cycle detection and breaking (Júdice and Pires 1994;
//! Ho 2022, Alg 1).
//!
//! All violators pivot at once until sets come back, or `patience` steps bring
//! no new minimum of their number. Then the violator of least index pivots
//! alone, until there is a new minimum: for a P-matrix that rule is finite
//! (Murty 1974), so it goes on as long as its own sets do not come back. Where
//! friction bounds follow the normal impulses no rule is finite, and runs go
//! round with moving bounds: sets come back with their bounds.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use stickslip_linalg::infinity_norm;

use super::regularisation::Regularisation;
use super::{BoxSystem, Breakdown, FreeSystem};
use crate::outcome::{Counts, Label};
use crate::request::Recorder;

/// Limits of one pivoting run.
#[derive(Clone, Debug)]
pub struct BlockPivoting {
    /// Most steps altogether.
    pub max_steps: usize,
    /// Steps without a new minimum of violators before single pivoting
    /// (Júdice and Pires use 10).
    pub patience: usize,
    /// Most single pivots without a new minimum before giving up; 0 goes on.
    pub max_single: usize,
    /// Single pivots without a new minimum after which all violators pivot
    /// again; 0 waits for a new minimum.
    pub single_run: usize,
    /// Largest share of a row's terms that counts as rounding, not violation.
    pub rounding: f64,
    /// Residual at which the run may stop although signs are not all right.
    pub tolerance: f64,
    /// Whether friction bounds follow the current normal impulses (T3 iii).
    pub coupled: bool,
    /// Pivots of a friction row before its first shift; 0 switches adaptive
    /// regularisation off (Ho 2022, Alg 9).
    pub pivot_limit: usize,
    /// The shift of adaptive regularisation.
    pub pivot_shift: f64,
}

/// Why a pivoting run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// No violators are left.
    Solved,
    /// Sets came back that lead to themselves, single pivots included.
    Cycled,
    /// As many single pivots as allowed brought no new minimum, or as many inner
    /// iterations no solution.
    Capped,
    /// The step limit came first.
    Exhausted,
    /// A_FF was singular or indefinite.
    Broken,
}

/// Where a pivoting run ended: its last iterate if solved, else the one with
/// the smallest residual.
#[derive(Clone, Debug)]
pub struct Pivoted {
    /// Why it ended.
    pub ending: Ending,
    /// The iterate.
    pub x: Vec<f64>,
    /// Its index sets.
    pub labels: Vec<Label>,
    /// Its residual in the system worked on.
    pub residual: f64,
    /// Steps taken.
    pub steps: usize,
    /// Sum of all shifts by adaptive regularisation.
    pub total_shift: f64,
}

impl BlockPivoting {
    /// Pivots `system` from `labels` and `x` until no row violates.
    pub fn run(
        &self,
        system: &mut BoxSystem<'_>,
        solver: &mut dyn FreeSystem,
        labels: Vec<Label>,
        x: Vec<f64>,
        counts: &mut Counts,
        recorder: &mut Recorder,
    ) -> Pivoted {
        Run::new(self, labels, x).run(system, solver, counts, recorder)
    }
}

/// The state of a run.
struct Run<'a> {
    limits: &'a BlockPivoting,
    labels: Vec<Label>,
    x: Vec<f64>,
    w: Vec<f64>,
    step: Vec<f64>,
    free: Vec<bool>,
    pivots: Vec<(usize, Label)>,
    /// Sets that all violators pivoted from.
    seen: HashSet<u64>,
    /// Sets of this stretch of single pivots.
    visited: HashSet<u64>,
    /// Sets since the last new minimum that single pivoting began from.
    begun: HashSet<u64>,
    /// Sets without violators whose bounds moved.
    drifted: HashSet<u64>,
    regularisation: Option<Regularisation>,
    total_shift: f64,
    best: (f64, Vec<f64>, Vec<Label>),
}

impl<'a> Run<'a> {
    fn new(limits: &'a BlockPivoting, labels: Vec<Label>, x: Vec<f64>) -> Self {
        let n = labels.len();
        let regularisation = (limits.pivot_limit > 0)
            .then(|| Regularisation::new(n, limits.pivot_limit, limits.pivot_shift));
        Self {
            limits,
            best: (f64::INFINITY, x.clone(), labels.clone()),
            labels,
            x,
            w: vec![0.0; n],
            step: vec![0.0; n],
            free: vec![false; n],
            pivots: Vec::new(),
            seen: HashSet::new(),
            visited: HashSet::new(),
            begun: HashSet::new(),
            drifted: HashSet::new(),
            regularisation,
            total_shift: 0.0,
        }
    }

    fn run(
        mut self,
        system: &mut BoxSystem<'_>,
        solver: &mut dyn FreeSystem,
        counts: &mut Counts,
        recorder: &mut Recorder,
    ) -> Pivoted {
        let mut fewest = usize::MAX;
        let mut patience = self.limits.patience;
        let mut single = 0;
        for steps in 1..=self.limits.max_steps {
            counts.iterations += 1;
            if self.solve_free(system, solver, counts).is_err() {
                return self.finish(Ending::Broken, steps);
            }
            let moved = self.limits.coupled && self.refresh(system);
            let residual = system.residual(&self.x, &self.w);
            if residual < self.best.0 {
                self.best.0 = residual;
                self.best.1.copy_from_slice(&self.x);
                self.best.2.copy_from_slice(&self.labels);
            }
            self.find_violators(system);
            self.record(system, counts, recorder);
            let settled = self.pivots.is_empty() && !moved;
            let close = residual <= 0.01 * self.limits.tolerance;
            if close || (settled && !solver.tighten()) {
                // Without violators there may still be numbers beyond all bounds,
                // which violate nothing.
                if residual <= self.limits.tolerance {
                    self.best = (residual, self.x.clone(), self.labels.clone());
                }
                return self.finish(Ending::Solved, steps);
            }
            if solver.is_spent(counts) {
                return self.finish(Ending::Capped, steps);
            }
            let state = self.fingerprint(system, moved);
            if self.pivots.is_empty() {
                // Only the bounds or the accuracy moved: go on with the same sets.
                if moved && !self.drifted.insert(state) {
                    return self.finish(Ending::Cycled, steps);
                }
                continue;
            }
            let again = |known: &mut HashSet<u64>| !known.insert(state);
            if self.pivots.len() < fewest {
                fewest = self.pivots.len();
                patience = self.limits.patience;
                single = 0;
                self.begun.clear();
                again(&mut self.seen);
            } else if solver.tighten() {
                // Inexact solves may have been to blame.
                self.forget();
            } else if single > 0 {
                single += 1;
            } else if again(&mut self.seen) || patience == 0 {
                single = 1;
                self.visited.clear();
                if again(&mut self.begun) {
                    return self.finish(Ending::Cycled, steps);
                }
            } else {
                patience -= 1;
            }
            if single > 0 {
                if again(&mut self.visited) {
                    return self.finish(Ending::Cycled, steps);
                }
                if self.limits.max_single > 0 && single > self.limits.max_single {
                    return self.finish(Ending::Capped, steps);
                }
                if self.limits.single_run > 0 && single > self.limits.single_run {
                    (single, patience) = (0, self.limits.patience);
                    self.seen.clear();
                } else {
                    self.pivots.truncate(1);
                }
            }
            self.pivot(system, counts);
        }
        let steps = self.limits.max_steps;
        self.finish(Ending::Exhausted, steps)
    }

    /// History speaks of the given problem, whatever is added to it here.
    fn record(&self, system: &BoxSystem<'_>, counts: &Counts, recorder: &mut Recorder) {
        if recorder.is_wanted() {
            let mut w = vec![0.0; self.x.len()];
            system.problem.velocity(&self.x, &mut w);
            recorder.note(system.problem, counts.iterations, &self.x, &w, self.pivots.len());
        }
    }

    /// x_T to the bounds, then A_FF δ_F = −w_F and x_F += δ_F: the correction
    /// form loses no digits that the last iterate already had.
    fn solve_free(
        &mut self,
        system: &BoxSystem<'_>,
        solver: &mut dyn FreeSystem,
        counts: &mut Counts,
    ) -> Result<(), Breakdown> {
        for row in 0..self.labels.len() {
            self.free[row] = self.labels[row] == Label::Free;
            if let Some(bound) = system.bound(row, self.labels[row]) {
                self.x[row] = bound;
            }
        }
        solver.prepare(system, &self.free, counts)?;
        system.velocity(&self.x, &mut self.w);
        counts.products += 1;
        let mut before = f64::INFINITY;
        // One solve, then refinement as long as it pays.
        for _ in 0..solver.passes() {
            for row in 0..self.free.len() {
                self.step[row] = if self.free[row] { -self.w[row] } else { 0.0 };
            }
            let size = infinity_norm(&self.step);
            if size <= 1e-3 * self.limits.tolerance || size > 0.25 * before || size.is_nan() {
                break;
            }
            before = size;
            solver.solve(system, &mut self.step);
            for row in 0..self.free.len() {
                if self.free[row] {
                    self.x[row] += self.step[row];
                }
            }
            system.velocity(&self.x, &mut self.w);
            counts.products += 1;
            solver.count(counts);
        }
        if self.x.iter().all(|value| value.is_finite()) { Ok(()) } else { Err(Breakdown) }
    }

    /// Moves coupled bounds along; says whether a tight row now stands off.
    fn refresh(&mut self, system: &mut BoxSystem<'_>) -> bool {
        system.refresh_bounds(&self.x);
        (0..self.labels.len()).any(|row| {
            system
                .bound(row, self.labels[row])
                .is_some_and(|bound| (bound - self.x[row]).abs() > STILL * self.limits.tolerance)
        })
    }

    fn find_violators(&mut self, system: &BoxSystem<'_>) {
        self.pivots.clear();
        let slack = self.limits.rounding * (1.0 + infinity_norm(&system.b));
        for row in 0..self.labels.len() {
            if let Some(label) =
                system.wanted(row, self.labels[row], self.x[row], self.w[row], slack)
            {
                self.pivots.push((row, label));
            }
        }
    }

    fn pivot(&mut self, system: &mut BoxSystem<'_>, counts: &mut Counts) {
        counts.active_set_changes += 1;
        counts.pivots += self.pivots.len();
        let before = self.total_shift;
        for &(row, label) in &self.pivots {
            self.labels[row] = label;
            if let Some(regularisation) = &mut self.regularisation {
                self.total_shift += regularisation.note(system, row);
            }
        }
        if self.total_shift > before {
            // The same sets stand for another x from now on.
            self.forget();
        }
    }

    /// Forgets all sets: none of them says anything about what follows.
    fn forget(&mut self) {
        self.seen.clear();
        self.visited.clear();
        self.begun.clear();
        self.drifted.clear();
    }

    /// What follows is determined by the labels alone, and while bounds move by
    /// these, too.
    fn fingerprint(&self, system: &BoxSystem<'_>, moved: bool) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.labels.hash(&mut hasher);
        if moved {
            for row in system.coupled_rows() {
                rounded(system.hi[row], STILL * self.limits.tolerance).hash(&mut hasher);
            }
        }
        hasher.finish()
    }

    fn finish(self, ending: Ending, steps: usize) -> Pivoted {
        let (residual, x, labels) = self.best;
        Pivoted { ending, x, labels, residual, steps, total_shift: self.total_shift }
    }
}

/// Bounds that move by less than this share of the tolerance stand still.
pub const STILL: f64 = 0.01;

/// The nearest multiple of `unit`, as a count that can be hashed.
pub fn rounded(value: f64, unit: f64) -> i64 {
    (value / unit).round() as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{Kind, Problem, ProblemData};
    use crate::request::Request;
    use stickslip_linalg::SparseMatrix;

    /// Divides by the diagonal, whatever its sign.
    struct Diagonal;

    impl FreeSystem for Diagonal {
        fn prepare(
            &mut self,
            _: &BoxSystem<'_>,
            _: &[bool],
            _: &mut Counts,
        ) -> Result<(), Breakdown> {
            Ok(())
        }

        fn solve(&mut self, system: &BoxSystem<'_>, rhs: &mut [f64]) {
            rhs.iter_mut().zip(system.problem.diagonal()).for_each(|(x, a)| *x /= a);
        }
    }

    fn run(diagonal: &[f64], b: &[f64], limits: &BlockPivoting) -> Pivoted {
        run_counting(diagonal, b, limits, &mut Counts::default())
    }

    fn run_counting(
        diagonal: &[f64],
        b: &[f64],
        limits: &BlockPivoting,
        counts: &mut Counts,
    ) -> Pivoted {
        let matrix = SparseMatrix::diagonal_matrix(diagonal);
        let data = ProblemData::assembled("diagonal", Kind::Lcp, matrix, b.to_vec());
        let problem = Problem::new(data).expect("well formed");
        let x = vec![0.0; b.len()];
        let mut system = BoxSystem::new(&problem, &x);
        let labels = vec![Label::Free; b.len()];
        let mut recorder = Recorder::new(&Request::default());
        limits.run(&mut system, &mut Diagonal, labels, x, counts, &mut recorder)
    }

    const LIMITS: BlockPivoting = BlockPivoting {
        max_steps: 1000,
        patience: 3,
        max_single: 0,
        single_run: 0,
        rounding: 1e-13,
        tolerance: 1e-9,
        coupled: false,
        pivot_limit: 0,
        pivot_shift: 0.0,
    };

    /// w = −1 at x = 0, and x = −1 where w = 0: the only two sets lead to each
    /// other, alone and beside a row that is solved.
    #[test]
    fn sets_that_lead_to_themselves_are_a_cycle() {
        for (diagonal, b) in [(vec![-1.0], vec![-1.0]), (vec![2.0, -1.0], vec![-1.0, -1.0])] {
            for single_run in [0, 1, 2, 5] {
                let limits = BlockPivoting { single_run, ..LIMITS };
                let ended = run(&diagonal, &b, &limits);
                assert_eq!(ended.ending, Ending::Cycled, "{single_run}");
                assert!(ended.steps < 40, "{single_run}: {}", ended.steps);
            }
            let limits = BlockPivoting { max_single: 1, ..LIMITS };
            assert_eq!(run(&diagonal, &b, &limits).ending, Ending::Capped);
        }
    }

    /// Three rows as above never get fewer violators: all three pivot from their two
    /// sets, then the first alone, and with `single_run` all of them again after so
    /// many steps.
    #[test]
    fn all_pivot_again_after_a_run_of_single_pivots() {
        for (single_run, steps, pivots) in
            [(0, 3, 3 + 3 + 1), (0, 4, 3 + 3 + 1 + 1), (1, 4, 3 + 3 + 1 + 3)]
        {
            let limits = BlockPivoting { single_run, max_steps: steps, ..LIMITS };
            let mut counts = Counts::default();
            let ended = run_counting(&[-1.0; 3], &[-1.0; 3], &limits, &mut counts);
            assert_eq!(ended.ending, Ending::Exhausted, "{single_run}, {steps} steps");
            assert_eq!(counts.pivots, pivots, "{single_run}, {steps} steps");
        }
    }
}
