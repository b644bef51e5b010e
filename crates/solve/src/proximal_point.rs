//! The proximal point method (Rockafellar 1976), one loop around any inner solve.
//!
//! Where a problem leads its method nowhere, A + ρ D with b − ρ D x̄ does for a large enough
//! weight ρ, D = diag(A). Each solution is the next centre x̄; at a fixed point the extra
//! terms cancel, so that the limit solves the problem itself. ρ falls as long as the inner
//! solves are easy and grows where one fails.

/// What the loop stands around.
pub trait Shifted {
    /// Whether the work that is allowed has been done.
    fn is_exhausted(&self) -> bool {
        false
    }

    /// Solves the problem with the terms of `weight` and `centre`, and leaves its solution in
    /// x; may move the centre before.
    fn solve(&mut self, weight: f64, centre: &mut Vec<f64>, x: &mut Vec<f64>) -> Step;

    /// What the solution x of a shifted problem is worth to the problem itself.
    fn judge(&mut self, x: &[f64], step: Step) -> Verdict;
}

/// How an inner solve ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// With a solution, after so much work.
    Solved(usize),
    /// With the solution of a problem nearer to it than the last one.
    Partial(usize),
    /// Without one: a larger weight may help.
    Failed,
    /// Without one, and no weight would help.
    Ended,
}

/// Whether to go on from a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is the next centre.
    Continue,
    /// It is good enough.
    Solved,
    /// Nothing gets better.
    Stalled,
}

/// How the loop ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// With a solution of the problem itself.
    Solved,
    /// Without anything getting better.
    Stalled,
    /// The largest weight does not help.
    Weights,
    /// The work or the rounds that are allowed have been done.
    Exhausted,
}

/// What happens where a weight would grow beyond the largest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beyond {
    /// The loop ends.
    Ends,
    /// The largest is tried once.
    TriesLargest,
    /// The largest stays, as long as there are rounds.
    StaysLargest,
}

/// How the weight follows the inner solves.
#[derive(Debug)]
pub struct Schedule {
    /// Smallest and largest weight.
    pub weights: (f64, f64),
    /// See [`Beyond`].
    pub beyond: Beyond,
    /// By what it grows where a solve fails.
    pub growth: f64,
    /// How far above a weight that failed it stays at first; half of that is forgotten in
    /// every round.
    pub caution: f64,
    /// By what it falls after so much work at most; after more it stays.
    pub falls: &'static [(usize, f64)],
    /// By what it falls after more work than any of `falls`.
    pub least_fall: f64,
    /// Most rounds.
    pub rounds: usize,
}

/// A weight on its way.
struct Weight {
    value: f64,
    floor: f64,
}

impl Schedule {
    /// Solves from the centre x with the weight `first`; x is the last solution of a shifted
    /// problem, or whatever the inner solve has left there. Gives the rounds, too.
    pub fn run(&self, inner: &mut impl Shifted, first: f64, x: &mut Vec<f64>) -> (End, usize) {
        let mut centre = x.clone();
        let mut weight = Weight { value: first, floor: 0.0 };
        for round in 0..self.rounds {
            if inner.is_exhausted() {
                return (End::Exhausted, round);
            }
            let step = inner.solve(weight.value, &mut centre, x);
            match step {
                Step::Ended => return (End::Exhausted, round + 1),
                Step::Failed if self.grow(&mut weight) => continue,
                Step::Failed => return (End::Weights, round + 1),
                Step::Solved(_) | Step::Partial(_) => centre.clone_from(x),
            }
            match inner.judge(x, step) {
                Verdict::Continue => {}
                Verdict::Solved => return (End::Solved, round + 1),
                Verdict::Stalled => return (End::Stalled, round + 1),
            }
            match step {
                Step::Solved(work) => self.fall(&mut weight, work),
                _ => weight.value = (2.0 * weight.value).min(self.weights.1),
            }
        }
        (End::Exhausted, self.rounds)
    }

    /// After a solve that failed; whether there is a weight left to try.
    fn grow(&self, weight: &mut Weight) -> bool {
        let (old, largest) = (weight.value, self.weights.1);
        weight.floor = self.caution * old;
        weight.value = self.growth * old;
        if weight.value <= largest {
            return true;
        }
        weight.value = largest;
        match self.beyond {
            Beyond::Ends => false,
            Beyond::TriesLargest => old < largest,
            Beyond::StaysLargest => true,
        }
    }

    /// After a solve that took so much work.
    fn fall(&self, weight: &mut Weight, work: usize) {
        let found = self.falls.iter().find(|(most, _)| work <= *most);
        let factor = found.map_or(self.least_fall, |(_, factor)| *factor);
        weight.value = (factor * weight.value).max(weight.floor).max(self.weights.0);
        weight.floor *= 0.5;
    }
}

/// The best solution so far, and how long nothing was better.
#[derive(Debug)]
pub struct Best {
    /// Its residual.
    pub residual: f64,
    /// The solution.
    pub x: Vec<f64>,
    idle: usize,
    patience: usize,
}

impl Best {
    /// None yet but `x`, of which nothing is known; ends after more rounds than `patience`
    /// without one that is better by a tenth.
    pub fn new(x: &[f64], patience: usize) -> Self {
        Self { residual: f64::INFINITY, x: x.to_vec(), idle: 0, patience }
    }

    /// Keeps x where it is better.
    pub fn judge(&mut self, x: &[f64], residual: f64, tolerance: f64) -> Verdict {
        if residual <= tolerance {
            return Verdict::Solved;
        }
        if residual < 0.9 * self.residual {
            self.residual = residual;
            self.x.copy_from_slice(x);
            self.idle = 0;
        } else {
            self.idle += 1;
        }
        if self.idle > self.patience { Verdict::Stalled } else { Verdict::Continue }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A solve that fails below a weight and takes as many steps as `work` says.
    struct Stub {
        fails_below: f64,
        work: usize,
        seen: Vec<f64>,
    }

    impl Shifted for Stub {
        fn solve(&mut self, weight: f64, _: &mut Vec<f64>, _: &mut Vec<f64>) -> Step {
            self.seen.push(weight);
            if weight < self.fails_below { Step::Failed } else { Step::Solved(self.work) }
        }

        fn judge(&mut self, _: &[f64], _: Step) -> Verdict {
            Verdict::Continue
        }
    }

    const SCHEDULE: Schedule = Schedule {
        weights: (0.25, 16.0),
        beyond: Beyond::Ends,
        growth: 4.0,
        caution: 2.0,
        falls: &[(1, 0.25), (3, 0.5)],
        least_fall: 1.0,
        rounds: 6,
    };

    fn weights(schedule: &Schedule, fails_below: f64, work: usize) -> (End, Vec<f64>) {
        let mut stub = Stub { fails_below, work, seen: Vec::new() };
        let (end, rounds) = schedule.run(&mut stub, 2.0, &mut vec![0.0]);
        assert_eq!(rounds, stub.seen.len());
        (end, stub.seen)
    }

    #[test]
    fn weights_fall_by_work_down_to_the_smallest() {
        let fast = weights(&SCHEDULE, 0.0, 1);
        assert_eq!(fast, (End::Exhausted, vec![2.0, 0.5, 0.25, 0.25, 0.25, 0.25]));
        assert_eq!(weights(&SCHEDULE, 0.0, 3).1, [2.0, 1.0, 0.5, 0.25, 0.25, 0.25]);
        assert_eq!(weights(&SCHEDULE, 0.0, 4).1, [2.0; 6]);
    }

    /// 2 fails, 8 does not: 4 is as far down as it goes, then 2 again, which fails again.
    #[test]
    fn weights_stay_above_one_that_failed_for_a_while() {
        assert_eq!(weights(&SCHEDULE, 3.0, 1).1, [2.0, 8.0, 4.0, 2.0, 8.0, 4.0]);
    }

    #[test]
    fn beyond_the_largest_the_loop_ends_tries_it_or_stays() {
        assert_eq!(weights(&SCHEDULE, 1e9, 1), (End::Weights, vec![2.0, 8.0]));
        let once = Schedule { beyond: Beyond::TriesLargest, ..SCHEDULE };
        assert_eq!(weights(&once, 1e9, 1), (End::Weights, vec![2.0, 8.0, 16.0]));
        let stays = Schedule { beyond: Beyond::StaysLargest, ..SCHEDULE };
        let all = vec![2.0, 8.0, 16.0, 16.0, 16.0, 16.0];
        assert_eq!(weights(&stays, 1e9, 1), (End::Exhausted, all));
    }
}
