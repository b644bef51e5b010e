//! The state of a run between its steps: what is seen, and what follows.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use stickslip_linalg::infinity_norm;

use crate::outcome::{Counts, Label, Status};
use crate::pivoting::block::{BoxSystem, Regularisation, STILL, rounded};

/// How much smaller the inner tolerance becomes when it was not small enough.
const TIGHTENING: f64 = 1e-3;

/// Most bent steps in a row that do not halve the residual before all further
/// steps are cut.
const MAX_VAIN: usize = 40;

/// Rounding of w beside the size of b.
const ROUNDING: f64 = 1e-13;

/// Where a run stands.
pub struct Run<'p> {
    pub system: BoxSystem<'p>,
    pub x: Vec<f64>,
    pub w: Vec<f64>,
    pub labels: Vec<Label>,
    /// The residual asked for.
    pub tolerance: f64,
    /// ‖r‖ of inner solves, and the least that it may become.
    pub accuracy: f64,
    pub least: f64,
    /// Whether steps are bent, and how many in a row were in vain.
    pub bends: bool,
    pub vain: usize,
    /// States between steps, where bounds follow the normal impulses.
    pub known: HashSet<u64>,
    pub regularisation: Option<Regularisation>,
    pub total_shift: f64,
    pub best: (f64, Vec<f64>, Vec<Label>),
}

/// What a step did.
pub struct Step {
    /// Rows that met a bound.
    pub tightened: Vec<usize>,
    pub is_bent: bool,
}

/// What there is to see after a step.
pub struct Seen {
    pub residual: f64,
    /// Whether the residual fell by half.
    pub progress: bool,
    /// Whether coupled bounds moved away from a row.
    pub moved: bool,
    /// Tight rows that should be free.
    pub freed: Vec<usize>,
}

impl Run<'_> {
    /// Measures x, keeps it if it is the best so far, and finds the rows to free.
    pub fn look(&mut self, step: &Step, counts: &mut Counts) -> Seen {
        let Self { system, x, w, labels, .. } = self;
        system.velocity(x, w);
        counts.products += 1;
        let moved =
            system.problem.has_coupled_bounds() && refresh(system, labels, x, self.tolerance);
        let residual = system.residual(x, w);
        let progress = residual < 0.5 * self.best.0;
        if residual < self.best.0 {
            self.best = (residual, x.clone(), labels.clone());
        }
        // A bent step leaves r_F as large as it is: only signs beyond
        // rounding count. After cut steps r_F is as small as was asked.
        let n = x.len();
        let solved = if step.is_bent { 0.0 } else { self.accuracy / (n as f64).sqrt() };
        let slack = solved.max(ROUNDING * (1.0 + infinity_norm(&system.b)));
        let freed = (0..n)
            .filter(|&row| labels[row] != Label::Free)
            .filter(|&row| system.wanted(row, labels[row], x[row], w[row], slack).is_some())
            .collect();
        Seen { residual, progress, moved, freed }
    }

    /// Gets ready for the next step, or says how the run ends.
    pub fn go_on(&mut self, step: &Step, seen: &Seen) -> Option<Status> {
        if seen.residual <= 0.1 * self.tolerance && !seen.moved {
            return Some(Status::Converged);
        }
        if seen.residual.is_nan() {
            return Some(Status::Diverged);
        }
        for &row in step.tightened.iter().chain(&seen.freed) {
            if let Some(regularisation) = &mut self.regularisation {
                self.total_shift += regularisation.note(&mut self.system, row);
            }
        }
        if step.is_bent {
            self.vain = if seen.progress { 0 } else { self.vain + 1 };
            // Without a change of sets the free rows must come closer.
            let changed = !(step.tightened.is_empty() && seen.freed.is_empty());
            self.bends = seen.progress || (changed && self.vain < MAX_VAIN);
        } else if seen.freed.is_empty() && !seen.moved {
            if self.accuracy <= self.least {
                return Some(Status::Stagnated);
            }
            self.accuracy = (TIGHTENING * self.accuracy).max(self.least);
        }
        for &row in &seen.freed {
            self.labels[row] = Label::Free;
        }
        let goes_round = self.system.problem.has_coupled_bounds() && {
            let state = self.fingerprint();
            !self.known.insert(state)
        };
        goes_round.then_some(Status::Cycled)
    }

    /// Whatever determines the steps that follow.
    fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.labels.hash(&mut hasher);
        self.x.iter().for_each(|&x| rounded(x, STILL * self.tolerance).hash(&mut hasher));
        (self.accuracy.to_bits(), self.total_shift.to_bits()).hash(&mut hasher);
        hasher.finish()
    }
}

/// Moves coupled bounds along; says whether any row now stands off.
fn refresh(system: &mut BoxSystem<'_>, labels: &[Label], x: &[f64], tolerance: f64) -> bool {
    system.refresh_bounds(x);
    (0..x.len()).any(|row| {
        let wanted = system
            .bound(row, labels[row])
            .unwrap_or_else(|| x[row].max(system.lo[row]).min(system.hi[row]));
        (wanted - x[row]).abs() > STILL * tolerance
    })
}
