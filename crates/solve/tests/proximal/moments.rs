//! Contacts with torsion and rolling: 4, 5 and 6 rows.
//!
//! The laws are written out as what they promise: impulses inside their
//! section, and power equal to the most that friction can take. No projection,
//! no natural map.

use stickslip_linalg::SparseMatrix;
use stickslip_solve::{
    FrictionContact, Kind, Problem, ProblemData, Request, Rolling, Section, SectionShape, Status,
};

use crate::samples::{distance, several, solve_from, takers};

/// Torsion, rolling, and both; the last has rolling of a fixed radius.
fn sections() -> [(usize, Section); 5] {
    let rolling = |radius| Some(Rolling { rows: 2, mu: 0.15, radius });
    let ball = SectionShape::Ellipse(vec![1.0, 0.7, 0.3]);
    [
        (4, Section { shape: ball.clone(), ..Section::default() }),
        (5, Section { rolling: rolling(None), ..Section::default() }),
        (6, Section { shape: ball.clone(), radius: None, rolling: rolling(None) }),
        (6, Section { shape: ball.clone(), radius: None, rolling: rolling(Some(0.1)) }),
        (6, Section { shape: ball, radius: Some(0.2), rolling: rolling(Some(0.1)) }),
    ]
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn norm(values: impl Iterator<Item = f64>) -> f64 {
    values.map(|value| value * value).sum::<f64>().sqrt()
}

/// The largest violation of any contact's law at x.
fn violation(problem: &Problem, x: &[f64]) -> f64 {
    let n = problem.size();
    let velocity =
        |i: usize| problem.b()[i] + (0..n).map(|j| problem.matrix().get(i, j) * x[j]).sum::<f64>();
    let w: Vec<f64> = (0..n).map(velocity).collect();
    let mut worst = 0.0_f64;
    for FrictionContact { normal, tangents, mu, section } in problem.contacts() {
        let (load, gap) = (x[*normal], w[*normal]);
        let turning = section.rolling.map_or(0, |rolling| rolling.rows);
        let (sliding, rolling) = tangents.split_at(tangents.len() - turning);
        let axes = match &section.shape {
            SectionShape::Ellipse(axes) => axes.clone(),
            _ => vec![1.0; sliding.len()],
        };
        let pick = |rows: &[usize], of: &[f64]| rows.iter().map(|&row| of[row]).collect::<Vec<_>>();
        let mut most = 0.0;
        let mut part = |rows: &[usize], axes: &[f64], per_load: f64, radius: Option<f64>| {
            let (force, slip) = (pick(rows, x), pick(rows, &w));
            let size = radius.unwrap_or(per_load * load);
            let support = norm(slip.iter().zip(axes).map(|(slip, axis)| slip * axis));
            worst =
                worst.max(norm(force.iter().zip(axes).map(|(force, axis)| force / axis)) - size);
            if problem.kind() == Kind::Ncp || radius.is_some() {
                worst = worst.max((dot(&force, &slip) + size * support).abs());
            } else {
                most += per_load * support;
            }
        };
        part(sliding, &axes, *mu, section.radius);
        if let Some(Rolling { mu, radius, .. }) = section.rolling {
            part(rolling, &[1.0, 1.0], mu, radius);
        }
        // For `ccp` the normal opens by as much as friction could take.
        worst = worst.max(-load).max(-(gap - most)).max((load * (gap - most)).abs());
    }
    worst
}

fn solve(method: &str, problem: &Problem) -> (Status, Vec<f64>) {
    let request = Request { tolerance: Some(1e-11), ..Request::default() };
    let outcome = solve_from(method, &[], &request, problem);
    (outcome.status, outcome.x)
}

#[test]
fn moments_obey_their_law_and_solvers_agree() {
    for (size, section) in sections() {
        for kind in [Kind::Ncp, Kind::Ccp] {
            for seed in 0..8 {
                let problem = several(kind, seed, 3, size, &section);
                let methods = takers(&problem);
                let relaxed = kind == Kind::Ccp && section.radius.is_none();
                assert!(methods.len() >= if relaxed { 3 } else { 5 }, "{methods:?}");
                let mut first: Option<Vec<f64>> = None;
                for method in methods {
                    let place = format!("{method}, {kind}, {section:?}, seed {seed}");
                    let (status, x) = solve(method, &problem);
                    assert_eq!(status, Status::Converged, "{place}");
                    let worst = violation(&problem, &x);
                    assert!(worst < 1e-8, "{place}: {worst:e}");
                    let gap = distance(&x, first.get_or_insert(x.clone()));
                    assert!(gap < 1e-8, "{place}: {gap:e}");
                }
            }
        }
    }
}

/// A disc that slides and spins on one contact, m = 1, I = 1/2: with
/// s² = μ² v² + ℓ² ω², v⁺ (1 + λ μ²/s) = v and ω⁺ (1 + 2 λ ℓ²/s) = ω, where s is
/// found by halving. Both stop in the same step.
#[test]
fn sliding_and_spinning_stop_together() {
    let (mu, arm, load) = (0.3, 0.2, 0.0981);
    let entries = [1.0, 1.0, 1.0, 2.0];
    let section =
        Section { shape: SectionShape::Ellipse(vec![1.0, 1.0, arm / mu]), ..Section::default() };
    let mut at = [0.0, 0.6, 0.25, 1.2];
    let mut stopped = false;
    for step in 0..60 {
        at[0] = -load;
        let matrix = SparseMatrix::diagonal_matrix(&entries);
        let mut data = ProblemData::assembled("disc", Kind::Ncp, matrix, at.to_vec());
        data.contacts = vec![FrictionContact {
            normal: 0,
            tangents: vec![1, 2, 3],
            mu,
            section: section.clone(),
        }];
        data.lo[1..].fill(f64::NEG_INFINITY);
        let problem = Problem::new(data).expect("well formed");
        let axes = [mu, mu, arm];
        let after = |s: f64| -> [f64; 3] {
            std::array::from_fn(|i| {
                at[i + 1] / (1.0 + load * entries[i + 1] * axes[i] * axes[i] / s)
            })
        };
        let size = |v: [f64; 3]| norm(v.iter().zip(axes).map(|(v, axis)| v * axis));
        let (mut low, mut high) = (0.0, 10.0);
        for _ in 0..200 {
            let middle = 0.5 * (low + high);
            if size(after(middle)) > middle { low = middle } else { high = middle }
        }
        let expected = if high < 1e-12 { [0.0; 3] } else { after(high) };
        for method in takers(&problem) {
            let (status, x) = solve(method, &problem);
            assert_eq!(status, Status::Converged, "{method}, step {step}");
            for i in 0..3 {
                let found = at[i + 1] + entries[i + 1] * x[i + 1];
                let gap = (found - expected[i]).abs();
                assert!(gap < 1e-9, "{method}, step {step}, row {i}: {gap:e}");
            }
        }
        assert_eq!(expected[0].abs() < 1e-12, expected[2].abs() < 1e-12, "step {step}");
        stopped |= expected[2].abs() < 1e-12;
        at[1..].copy_from_slice(&expected);
    }
    assert!(stopped);
}

/// Without resistance its rows have no impulses.
#[test]
fn rolling_of_nothing_is_allowed() {
    for radius in [None, Some(0.0)] {
        let rolling = Some(Rolling { rows: 2, mu: 0.0, radius });
        let problem = several(Kind::Ncp, 3, 2, 5, &Section { rolling, ..Section::default() });
        for method in takers(&problem) {
            let outcome = solve_from(method, &[], &Request::default(), &problem);
            for contact in problem.contacts() {
                let turning = &contact.tangents[contact.tangents.len() - 2..];
                assert!(turning.iter().all(|&row| outcome.x[row] == 0.0), "{method}");
            }
        }
    }
}
