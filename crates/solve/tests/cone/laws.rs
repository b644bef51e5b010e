//! Coulomb's law and its convex relaxation written out, as the oracle: no
//! projection, no natural map, no code of the library but its data.

use stickslip_solve::{Kind, OptionValues, Outcome, Problem, Request, registry};

/// Every solver of this family that takes `kind`.
pub fn solvers(kind: Kind) -> Vec<&'static str> {
    registry::SOLVERS
        .iter()
        .filter(|entry| entry.accepts.kinds.contains(&kind))
        .map(|entry| entry.name)
        .collect()
}

/// Solves with the defaults.
pub fn solve(solver: &str, problem: &Problem) -> Outcome {
    solve_with(solver, problem, &Request::default())
}

/// Solves with the default options.
pub fn solve_with(solver: &str, problem: &Problem, request: &Request) -> Outcome {
    let entry = registry::find(solver).expect("registered");
    let mut solver = entry.build(&OptionValues::new()).expect("defaults");
    solver.solve(problem, request).expect("a problem it takes")
}

/// A x + b from the entries of A.
pub fn velocity(problem: &Problem, x: &[f64]) -> Vec<f64> {
    let mut w = problem.b().to_vec();
    let triplets = problem.matrix().to_triplets();
    for ((&row, &col), value) in triplets.rows.iter().zip(&triplets.cols).zip(&triplets.vals) {
        w[row] += value * x[col];
    }
    w
}

/// The largest violation of any law at x, impulses and velocities measured
/// with 1; products are divided by the larger of 1 and the impulse.
pub fn violation(problem: &Problem, x: &[f64]) -> f64 {
    let w = velocity(problem, x);
    let mut worst = 0.0_f64;
    let mut single = vec![true; x.len()];
    for contact in problem.contacts() {
        let (normal, mu) = (contact.normal, contact.mu);
        let length =
            |v: &[f64]| contact.tangents.iter().map(|&row| v[row] * v[row]).sum::<f64>().sqrt();
        let (force, speed) = (length(x), length(&w));
        let size = x[normal].abs().max(1.0);
        contact.rows().for_each(|row| single[row] = false);
        worst = worst.max(-x[normal]).max(force - mu * x[normal]);
        if problem.kind() == Kind::Ccp {
            let power: f64 = contact.rows().map(|row| x[row] * w[row]).sum();
            worst = worst.max(mu * speed - w[normal]).max(power.abs() / size);
        } else {
            worst = worst.max(-w[normal]).max((x[normal] * w[normal]).abs() / size);
            for &row in &contact.tangents {
                // Friction opposes sliding with all its strength.
                worst = worst.max((speed * x[row] + mu * x[normal] * w[row]).abs() / size);
            }
        }
    }
    for row in (0..x.len()).filter(|&row| single[row]) {
        let (lo, hi) = (problem.lo()[row], problem.hi()[row]);
        worst = worst.max(lo - x[row]).max(x[row] - hi);
        // Between the bounds w = 0; at a bound w pushes against it.
        if x[row] > lo + 1e-7 {
            worst = worst.max(w[row]);
        }
        if x[row] < hi - 1e-7 {
            worst = worst.max(-w[row]);
        }
    }
    worst
}
