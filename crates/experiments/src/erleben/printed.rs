//! Fischer–Newton with φ(y, x) = √(y² + x²) − y − x evaluated as it is printed
//! (Erleben 2013, Eq 92), and derivatives by differences of that: Δx from
//! (φ(x + h v) − φ(x))/h with h = 1e-7 by GMRES(10), the set-up of the author's
//! strategy *approximation*. The library's φ has no cancellation, so that its
//! differences are better than those that the document speaks of.

use stickslip_linalg::dot;
use stickslip_linalg::krylov::{GmresWorkspace, LinearOperator, Stopping, gmres};
use stickslip_linalg::preconditioner::Identity;
use stickslip_solve::Problem;

/// h.
const DIFFERENCE: f64 = 1e-7;
/// Rows nearer to the kink than this are left out.
const KINK: f64 = 1e-28;
/// GMRES as MATLAB has it without being asked otherwise, and its restart.
const STOPPING: Stopping = Stopping { absolute: 0.0, relative: 1e-6, max_iterations: 100 };
const RESTART: usize = 10;
/// Armijo's share of the predicted decrease.
const SUFFICIENT: f64 = 1e-3;

fn fischer(y: f64, x: f64) -> f64 {
    (y * y + x * x).sqrt() - y - x
}

/// φ of every row.
fn values(problem: &Problem, x: &[f64]) -> Vec<f64> {
    let mut y = vec![0.0; x.len()];
    problem.velocity(x, &mut y);
    y.iter().zip(x).map(|(&y, &x)| fischer(y, x)).collect()
}

/// v ↦ (φ(x + h v) − φ(x))/h on the rows that are not at the kink.
struct Differences<'a> {
    problem: &'a Problem,
    x: &'a [f64],
    value: &'a [f64],
    kept: &'a [bool],
}

impl LinearOperator for Differences<'_> {
    fn size(&self) -> usize {
        self.x.len()
    }

    fn apply(&mut self, v: &[f64], y: &mut [f64]) {
        let there = |row: usize| {
            if self.kept[row] { self.x[row] + DIFFERENCE * v[row] } else { self.x[row] }
        };
        let moved: Vec<f64> = (0..v.len()).map(there).collect();
        let value = values(self.problem, &moved);
        for row in 0..v.len() {
            let slope = (value[row] - self.value[row]) / DIFFERENCE;
            y[row] = if self.kept[row] { slope } else { v[row] };
        }
    }
}

/// φᵀ J Δx with J of the rows that are not at the kink.
fn slope(problem: &Problem, x: &[f64], value: &[f64], kept: &[bool], step: &[f64]) -> f64 {
    let (mut y, mut image) = (vec![0.0; x.len()], vec![0.0; x.len()]);
    problem.velocity(x, &mut y);
    problem.multiply(step, &mut image);
    let of = |row: usize| {
        let length = (y[row] * y[row] + x[row] * x[row]).sqrt();
        let (p, q) = (x[row] / length - 1.0, y[row] / length - 1.0);
        if kept[row] { value[row] * (p * step[row] + q * image[row]) } else { 0.0 }
    };
    (0..x.len()).map(of).sum()
}

/// The merit ½‖φ‖² of every iterate, from x = 0 on.
pub fn merits(problem: &Problem, limit: usize) -> Vec<f64> {
    let merit = |value: &[f64]| 0.5 * dot(value, value);
    let mut x = vec![0.0; problem.size()];
    let mut found = Vec::new();
    for _ in 0..limit {
        let value = values(problem, &x);
        found.push(merit(&value));
        let is_kept = |(value, x): (&f64, &f64)| value.abs() >= KINK || x.abs() >= KINK;
        let kept: Vec<bool> = value.iter().zip(&x).map(is_kept).collect();
        let down = |(value, &kept): (&f64, &bool)| if kept { -value } else { 0.0 };
        let b: Vec<f64> = value.iter().zip(&kept).map(down).collect();
        let mut step = vec![0.0; x.len()];
        let mut operator = Differences { problem, x: &x, value: &value, kept: &kept };
        let memory = &mut GmresWorkspace::new(true);
        gmres(&mut operator, &mut Identity, &b, &mut step, RESTART, &STOPPING, memory);
        let predicted = slope(problem, &x, &value, &kept, &step);
        let downhill = predicted < -f64::EPSILON * dot(&step, &step);
        if !downhill || step.iter().all(|it| it.abs() < f64::EPSILON) {
            break;
        }
        let begun = merit(&value);
        let mut length = 1.0;
        loop {
            let along = |(x, step): (&f64, &f64)| (x + length * step).max(0.0);
            let next: Vec<f64> = x.iter().zip(&step).map(along).collect();
            let enough = merit(&values(problem, &next)) <= begun + SUFFICIENT * length * predicted;
            if enough || length * length < KINK {
                x = next;
                break;
            }
            length *= 0.5;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_solves_a_fluid_problem_and_no_better_than_differences_allow() {
        let problem = super::super::fluid(0, 6).expect("a problem");
        let merits = merits(&problem, 30);
        let best = merits.iter().copied().fold(f64::INFINITY, f64::min);
        assert!(best < 1e-10, "{merits:?}");
        assert!(merits.windows(2).all(|two| two[1] <= two[0] * (1.0 + 1e-9)), "{merits:?}");
    }
}
