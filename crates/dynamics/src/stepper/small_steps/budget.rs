//! What a step may cost.
//!
//! A budget in seconds bounds the number of sub-steps by counted work, never by a clock, so
//! that the motion is the same on every machine, busy or not. Prices are estimates from times
//! of one thread (`docs/measured.md`), good to a factor of two.

use super::SmallSteps;
use super::group::POINTS;
use super::lane::LANES;
use super::pairs::NONE;

/// A look at a pair that touches, with all that follows of it until it is reported (s).
const LOOK: f64 = 1.5e-6;
/// A look at one that does not, in looks.
const NOTHING_SEEN: f64 = 0.1;
/// Both sweeps of a sub-step, and the warm start, over a point of eight manifolds (s).
const POINTS_OF_EIGHT: f64 = 1.6e-7;
/// A body in a sub-step (s).
const BODY: f64 = 3e-8;
/// A row of a joint in a sub-step (s).
const ROW: f64 = 1e-6;

/// Seconds of a sub-step over so many points.
pub(super) fn points_cost(points: usize) -> f64 {
    POINTS_OF_EIGHT / LANES as f64 * points as f64
}

/// What a step is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Work {
    /// Looks at pairs in a whole step.
    looks: f64,
    /// In every sub-step: points of eight manifolds, bodies, rows of joints.
    points: usize,
    bodies: usize,
    rows: usize,
}

impl Work {
    /// Seconds in which so many points are found anew.
    pub(super) fn look_cost(points: usize) -> f64 {
        LOOK * points as f64 / POINTS as f64
    }

    fn substep(&self) -> f64 {
        POINTS_OF_EIGHT * self.points as f64 + BODY * self.bodies as f64 + ROW * self.rows as f64
    }

    /// Seconds of so many sub-steps.
    pub(super) fn cost(&self, count: usize) -> f64 {
        LOOK * self.looks + self.substep() * count as f64
    }

    /// Sub-steps that so many seconds buy, at least one.
    pub(super) fn affordable(&self, seconds: f64) -> usize {
        let left = (seconds - LOOK * self.looks).max(0.0);
        (left / self.substep().max(f64::MIN_POSITIVE)).clamp(1.0, 1e9) as usize
    }
}

impl SmallSteps {
    /// The work of a step of `h` seconds that begins here: pairs that touch are looked at as
    /// often as they move by what makes a look due.
    pub(super) fn work(&self, h: f64) -> Work {
        let pairs = self.pairs.manifolds.iter().enumerate();
        let looks = |(pair, &head): (usize, &u32)| {
            if head == NONE {
                return NOTHING_SEEN;
            }
            let [(va, wa), (vb, wb)] =
                self.pairs.bodies(pair).map(|body| self.bodies.motion(body as usize));
            let reach =
                |side: usize| self.bodies.rows[self.pairs.bodies(pair)[side] as usize].fourth();
            let speed = (va - vb).length() + wa.length() * reach(0) + wb.length() * reach(1);
            1.0 + speed * h / self.pairs.look_again
        };
        Work {
            looks: pairs.map(looks).sum(),
            points: self.colours.groups.iter().flatten().map(|group| group.points).sum(),
            bodies: self.bodies.constants.iter().filter(|own| own.is_dynamic).count(),
            rows: self.joints.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As many as are paid for, and never more; one where nothing is left.
    #[test]
    fn a_budget_buys_what_it_pays_for() {
        let work = Work { looks: 1000.0, points: 300, bodies: 500, rows: 20 };
        for seconds in [2e-3, 8e-3, 0.3] {
            let count = work.affordable(seconds);
            assert!(work.cost(count) <= seconds && work.cost(count + 1) > seconds, "{count}");
        }
        // Looks alone take 1.5 ms.
        assert_eq!((work.affordable(1e-3), work.affordable(0.0)), (1, 1));
        assert_eq!(Work::default().affordable(8e-3), 1_000_000_000);
    }
}
