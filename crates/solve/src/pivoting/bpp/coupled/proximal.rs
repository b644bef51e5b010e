//! Stage 3: a proximal loop (see [`crate::proximal_point`]) whose state solves the problem
//! with an offset exactly, w = A x + b + off. Paths carry it to the next centre, or jump to
//! off = 0.

use stickslip_linalg::infinity_norm;

use super::interior::{self, InteriorLimits};
use super::sets::scales;
use super::{PIVOTS_FROM_OPEN, Search};
use crate::proximal_point::{Beyond, End, Schedule, Shifted, Step, Verdict};

const SCHEDULE: Schedule = Schedule {
    weights: (1e-12, 1e3),
    beyond: Beyond::StaysLargest,
    growth: 4.0,
    caution: 0.0,
    falls: &[(10, 0.1), (50, 0.3)],
    least_fall: 0.5,
    rounds: 80,
};
const FIRST_WEIGHT: f64 = 1e-2;
/// From this weight on the path to off = 0 is tried.
const JUMPS_BELOW: f64 = 1e-3;
/// A path that gets no nearer than this part of the offset is given up.
const FAR: f64 = 0.7;

/// The state of the loop.
struct Terms<'s, 'a, 'r> {
    search: &'s mut Search<'a, 'r>,
    diagonal: Vec<f64>,
    b: Vec<f64>,
    /// What makes w = A x + b + off satisfy complementarity at the centre.
    off: Option<Vec<f64>>,
    /// Whether the path to off = 0 is worth trying, and whether it has led there.
    jumps: bool,
    has_jumped: bool,
}

/// Whether the loop finds a solution.
pub fn run(search: &mut Search<'_, '_>) -> bool {
    let (diagonal, b) = (scales(&search.system), search.system.b.clone());
    let mut x = vec![0.0; b.len()];
    let mut terms = Terms { search, diagonal, b, off: None, jumps: true, has_jumped: false };
    SCHEDULE.run(&mut terms, FIRST_WEIGHT, &mut x).0 == End::Solved
}

impl Shifted for Terms<'_, '_, '_> {
    /// What the last stage needs is left to it.
    fn is_exhausted(&self) -> bool {
        self.search.counts.iterations + PIVOTS_FROM_OPEN >= self.search.max_steps
    }

    fn solve(&mut self, weight: f64, centre: &mut Vec<f64>, x: &mut Vec<f64>) -> Step {
        if self.jumps && weight <= JUMPS_BELOW && self.jump(centre) {
            x.clone_from(&self.search.best.1);
            return Step::Solved(0);
        }
        for (row, diagonal) in self.diagonal.iter().enumerate() {
            self.search.system.shift[row] = weight * diagonal;
            self.search.system.b[row] = self.b[row] - self.search.system.shift[row] * centre[row];
        }
        let inner = self.step(centre, weight);
        self.search.system.shift.fill(0.0);
        self.search.system.b.copy_from_slice(&self.b);
        let Some(Inner { x: next, part, work }) = inner else {
            self.jumps = false;
            return Step::Failed;
        };
        let old = self.off.take();
        let offset = |row: usize| {
            let kept = old.as_ref().map_or(0.0, |old| part * old[row]);
            weight * self.diagonal[row] * (next[row] - centre[row]) + kept
        };
        self.off = Some((0..next.len()).map(offset).collect());
        *x = next;
        if part > 0.0 { Step::Partial(work) } else { Step::Solved(work) }
    }

    fn judge(&mut self, x: &[f64], step: Step) -> Verdict {
        if self.has_jumped || self.search.note(x) {
            return Verdict::Solved;
        }
        self.jumps = match step {
            Step::Solved(work) => work <= 30,
            Step::Partial(work) => self.jumps && work <= 30,
            Step::Failed | Step::Ended => false,
        };
        Verdict::Continue
    }
}

impl Terms<'_, '_, '_> {
    /// Follows the path to off = 0, or the centre down to where it has got; whether that
    /// solves the problem.
    fn jump(&mut self, centre: &mut Vec<f64>) -> bool {
        let Some(off) = &mut self.off else { return false };
        let end = self.search.follow(centre, off, (1.0, 2.0), 40);
        self.has_jumped = end.finished.as_ref().is_some_and(|(_, x)| self.search.note(x));
        if self.has_jumped {
            return true;
        }
        let is_solved = match end.lowest {
            Some((tau, lower)) if tau < FAR => {
                *centre = lower;
                off.iter_mut().for_each(|value| *value *= tau);
                self.search.note(centre)
            }
            _ => false,
        };
        self.jumps = is_solved || end.finished.is_some();
        false
    }

    /// Solves the shifted problem from the exact state at the centre, or from nothing.
    fn step(&mut self, centre: &[f64], weight: f64) -> Option<Inner> {
        let search = &mut *self.search;
        let size = 1.0 + infinity_norm(&search.system.b);
        if let Some(off) = &self.off {
            let end = search.follow(centre, off, (1.0, 4.0), 200);
            if let Some((error, x)) = end.finished
                && error <= 1e-9 * size
            {
                return Some(Inner { x, part: 0.0, work: end.pivots });
            }
            if let Some((part, x)) = end.lowest
                && part < FAR
            {
                return Some(Inner { x, part, work: end.pivots });
            }
        }
        if self.off.is_some() && weight < JUMPS_BELOW {
            return None;
        }
        let before = search.counts.factorisations;
        let limits =
            InteriorLimits { iterations: 60, tolerance: 1e-11 * size, shortest_step: 1e-4 };
        let (error, x) =
            interior::solve(&mut search.system, &mut search.solver, limits, search.counts);
        let work = search.counts.factorisations - before;
        (error <= 1e-9 * size).then_some(Inner { x, part: 0.0, work })
    }
}

/// A proximal step: how much of the old offset is left, and what it took.
struct Inner {
    x: Vec<f64>,
    part: f64,
    work: usize,
}
