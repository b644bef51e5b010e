//! Iterates against dense equations written out here: a wrong Jacobian still
//! arrives in the end, but not by the same steps.

use stickslip_linalg::SparseMatrix;
use stickslip_solve::{
    FrictionContact, Kind, Outcome, Problem, ProblemData, Request, Start, Status,
};

use crate::brute_force::eliminate;
use crate::samples::{distance, generated, lcp, solve_from};

/// Runs from x₀ for so many steps, each of which is kept.
fn steps(method: &str, options: &[&str], problem: &Problem, x: &[f64], count: usize) -> Outcome {
    let request = Request {
        max_iterations: Some(count),
        history: true,
        iterates: true,
        start: Start { x: Some(x.to_vec()), labels: None },
        ..Request::default()
    };
    solve_from(method, options, &request, problem)
}

/// The iterate after so many steps.
fn iterate(outcome: &Outcome, step: usize) -> Vec<f64> {
    let point = outcome.history.iter().find(|point| point.iteration == step);
    point.expect("so many steps").x.clone()
}

fn rows(problem: &Problem) -> Vec<Vec<f64>> {
    let n = problem.size();
    problem.matrix().to_dense().chunks(n).map(<[f64]>::to_vec).collect()
}

fn velocity(a: &[Vec<f64>], b: &[f64], x: &[f64]) -> Vec<f64> {
    let product = |row: &Vec<f64>| row.iter().zip(x).map(|(a, x)| a * x).sum::<f64>();
    a.iter().zip(b).map(|(row, b)| product(row) + b).collect()
}

/// F and J of the minimum map.
fn minimum_map(problem: &Problem, x: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let a = rows(problem);
    let w = velocity(&a, problem.b(), x);
    let n = x.len();
    let unit = |row: usize| (0..n).map(|at| f64::from(u8::from(at == row))).collect();
    let jacobian = (0..n).map(|row| if w[row] < x[row] { a[row].clone() } else { unit(row) });
    ((0..n).map(|row| x[row].min(w[row])).collect(), jacobian.collect())
}

/// (JᵀJ + ν I) d = −JᵀF.
fn marquardt((value, jacobian): &(Vec<f64>, Vec<Vec<f64>>), damping: f64) -> Vec<f64> {
    let n = value.len();
    let product = |i: usize, j: usize| {
        (0..n).map(|k| jacobian[k][i] * jacobian[k][j]).sum::<f64>()
            + if i == j { damping } else { 0.0 }
    };
    let normal = (0..n).map(|i| (0..n).map(|j| product(i, j)).collect()).collect();
    let right = (0..n).map(|i| -(0..n).map(|k| jacobian[k][i] * value[k]).sum::<f64>()).collect();
    eliminate(normal, right).expect("regular")
}

fn norm(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// Levenberg and Marquardt: ν is the damping times ‖F‖.
#[test]
fn damped_steps_solve_the_shifted_normal_equations() {
    for seed in 0..4 {
        let problem = generated("spd", seed, &["size=6", "condition=20"]);
        let x = vec![0.5; 6];
        let known = minimum_map(&problem, &x);
        let options = ["linear=normal", "forcing=1e-13", "line_search=none", "projected=false"];
        for damping in [0.0, 0.1, 1.0] {
            let own = format!("damping={damping}");
            let options = [&options[..], &[&own]].concat();
            let found = iterate(&steps("minmap-newton", &options, &problem, &x, 1), 1);
            let step = marquardt(&known, damping * norm(&known.0));
            let expected: Vec<f64> = x.iter().zip(step).map(|(x, step)| x + step).collect();
            assert!(distance(&found, &expected) < 1e-8, "seed {seed}, {damping}");
        }
    }
}

/// The first radius is 1 near the origin, and doubles after a step that did what
/// the model said. The solution is far away, and no step makes the merit larger.
#[test]
fn steps_keep_to_the_trust_region() {
    let merit = |problem: &Problem, x: &[f64]| norm(&minimum_map(problem, x).0);
    for seed in 0..6 {
        let near = generated("spd", seed, &["size=6", "condition=20"]);
        let b: Vec<f64> = near.b().iter().map(|b| 100.0 * b).collect();
        let problem = lcp(&near.matrix().to_dense(), &b);
        let options = ["linear=normal", "line_search=trust-region", "projected=false"];
        // The first of the conjugate gradients leads beyond the radius, and is the last.
        let once = steps("minmap-newton", &options, &problem, &[0.0; 6], 1);
        assert_eq!(once.counts.inner_iterations, 1, "seed {seed}");
        let outcome = steps("minmap-newton", &options, &problem, &[0.0; 6], 60);
        let path: Vec<Vec<f64>> = outcome.history.iter().map(|point| point.x.clone()).collect();
        let length = |at: usize| distance_of(&path[at + 1], &path[at]);
        assert!((length(0) - 1.0).abs() < 1e-12, "seed {seed}: {}", length(0));
        assert!(length(1) <= 2.0 + 1e-12 && length(1) > 1.0, "seed {seed}: {}", length(1));
        for two in path.windows(2) {
            assert!(merit(&problem, &two[1]) <= merit(&problem, &two[0]), "seed {seed}");
        }
        assert_eq!(outcome.status, Status::Converged, "seed {seed}");
    }
}

fn distance_of(x: &[f64], y: &[f64]) -> f64 {
    norm(&x.iter().zip(y).map(|(x, y)| x - y).collect::<Vec<_>>())
}

/// Pang's variant solves rows that are tied with all others as one mixed problem:
/// here x₂ = w₂, and its solution is that of the whole.
#[test]
fn a_tied_row_is_left_to_a_mixed_problem() {
    let problem = lcp(&[4.0, 1.0, 1.0, 2.0], &[-5.0, -3.0]);
    let x = [0.5, 2.5];
    let tied = steps("minmap-newton", &["ties=0.1"], &problem, &x, 9);
    assert!(distance(&iterate(&tied, 1), &[1.0, 1.0]) < 1e-12);
    // A row that is only near a tie is held at 0.
    for ties in ["ties=0", "ties=1e-3"] {
        let found = steps("minmap-newton", &[ties, "line_search=none"], &problem, &[0.5, 2.6], 9);
        assert!(distance(&iterate(&found, 1), &[1.25, 0.0]) < 1e-5, "{ties}");
    }
}

/// Robinson's map F(z) = A z₊ + b + z − z₊, whose J is A on positive columns and
/// the identity on the others; steps are halved until the merit falls enough.
#[test]
fn the_normal_map_steps_as_robinson_has_it() {
    for seed in 0..6 {
        let problem = generated("spd", seed, &["size=6", "condition=200"]);
        let (a, n) = (rows(&problem), 6);
        let positive = |z: &[f64]| z.iter().map(|z| z.max(0.0)).collect::<Vec<_>>();
        let value = |z: &[f64]| -> Vec<f64> {
            let w = velocity(&a, problem.b(), &positive(z));
            w.iter().zip(z).map(|(w, z)| w + z.min(0.0)).collect()
        };
        let x: Vec<f64> = (0..n).map(|row| 0.3 * row as f64).collect();
        let w = velocity(&a, problem.b(), &x);
        let mut z: Vec<f64> = x.iter().zip(&w).map(|(x, w)| x - w).collect();
        let outcome = steps("normal-map-newton", &[], &problem, &x, 3);
        let last = outcome.history.last().expect("a start").iteration;
        for step in 1..=last.min(3) {
            let here = value(&z);
            let entry = |i: usize, j: usize| match z[j] > 0.0 {
                true => a[i][j],
                false => f64::from(u8::from(i == j)),
            };
            let jacobian = (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect();
            let way = eliminate(jacobian, here.iter().map(|f| -f).collect()).expect("regular");
            let mut length = 1.0;
            z = loop {
                let trial: Vec<f64> = z.iter().zip(&way).map(|(z, d)| z + length * d).collect();
                let (then, now) = (norm(&value(&trial)).powi(2), norm(&here).powi(2));
                if then <= (1.0 - 2.0 * 1e-4 * length) * now {
                    break trial;
                }
                length *= 0.5;
            };
            let gap = distance(&iterate(&outcome, step), &positive(&z));
            assert!(gap < 1e-9, "seed {seed}, step {step}: {gap:e}");
        }
    }
}

/// One row, a x + b: Newton's step on √(x² + w² + 2ε) − x − w, by differences.
#[test]
fn continuation_steps_on_the_smoothed_function() {
    let (a, b, x) = (2.0, -3.0, 0.4);
    let problem = lcp(&[a], &[b]);
    for smoothing in [0.0_f64, 1e-3, 0.05] {
        let phi = |smoothing: f64, x: f64| {
            let w = a * x + b;
            (x * x + w * w + 2.0 * smoothing).sqrt() - x - w
        };
        // ε is a tenth of F² at most.
        let epsilon = smoothing.min(0.1 * phi(smoothing, x).powi(2));
        let slope = (phi(epsilon, x + 1e-6) - phi(epsilon, x - 1e-6)) / 2e-6;
        let expected = x - phi(epsilon, x) / slope;
        let options = ["line_search=none".into(), format!("smoothing={smoothing}")];
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        let found = iterate(&steps("fischer-newton", &options, &problem, &[x], 1), 1)[0];
        assert!((found - expected).abs() < 1e-8, "{smoothing}: {found} and {expected}");
    }
}

/// Without friction the conditions of a contact are one equation, ψ(w, x) = 0.
#[test]
fn a_contact_without_friction_steps_on_fischers_function() {
    let (a, b, x) = (2.0, -3.0, 0.4);
    let matrix = SparseMatrix::diagonal_matrix(&[a, 1.0, 1.0]);
    let mut data = ProblemData::assembled("contact", Kind::Ncp, matrix, vec![b, 0.0, 0.0]);
    data.contacts =
        vec![FrictionContact { normal: 0, tangents: vec![1, 2], mu: 0.0, ..Default::default() }];
    let problem = Problem::new(data).expect("well formed");
    let psi = |x: f64| (a * x + b) + x - (a * x + b).hypot(x);
    let expected = x - psi(x) * 2e-6 / (psi(x + 1e-6) - psi(x - 1e-6));
    let options = ["function=fischer", "sweeps=0", "line_search=false"];
    let outcome = steps("friction-newton", &options, &problem, &[x, 0.0, 0.0], 1);
    let found = iterate(&outcome, 1)[0];
    assert!((found - expected).abs() < 1e-7, "{found} and {expected}");
}

/// H = min(x, w) with w = 2x − 3: from x = 3.5 a difference of length 1 reaches across
/// x = 3, where H turns from x to w, and so sees the slope (H(3.5) − H(2.5))/1 = 3/2.
#[test]
fn differences_of_the_minimum_map_reach_across_its_kink() {
    let (problem, x) = (lcp(&[2.0], &[-3.0]), 3.5);
    for (options, slope) in
        [(&["differences=true", "difference=1"][..], 1.5), (&["differences=true"], 1.0), (&[], 1.0)]
    {
        let options = [options, &["line_search=none", "inner_iterations=1"]].concat();
        let found = iterate(&steps("minmap-newton", &options, &problem, &[x], 1), 1)[0];
        assert!((found - (x - x / slope)).abs() < 1e-6, "{options:?}: {found}");
    }
}

/// Bounds ±μ xₙ have an entry of their own in J, which differences of F as it is
/// printed have, too: on Fischer's function, and where tangents stand at the lower
/// and the upper bound of the minimum map.
#[test]
fn bounds_that_follow_have_their_entry() {
    let entries = [2.0, 0.3, -0.2, 0.3, 1.5, 0.1, -0.2, 0.1, 1.8];
    let (b, mu, x) = (vec![-1.0, 0.8, -0.6], 0.5, [0.7, 0.2, -0.1]);
    let matrix = SparseMatrix::from_dense(3, 3, &entries);
    let mut data = ProblemData::assembled("contact", Kind::Blcp, matrix, b.clone());
    data.contacts =
        vec![FrictionContact { normal: 0, tangents: vec![1, 2], mu, ..Default::default() }];
    let problem = Problem::new(data).expect("well formed");
    let phi = |a: f64, b: f64| if a.is_infinite() { -b } else { (a * a + b * b).sqrt() - a - b };
    let fischer = |below: f64, above: f64, w: f64| phi(below, phi(above, -w));
    let minimum = |below: f64, above: f64, w: f64| w.min(below).max(-above);
    type Function<'a> = &'a dyn Fn(f64, f64, f64) -> f64;
    let functions: [(&str, Function); 2] =
        [("fischer-newton", &fischer), ("semismooth-newton", &minimum)];
    for (method, function) in functions {
        let value = |x: &[f64]| -> Vec<f64> {
            let w = velocity(&rows(&problem), &b, x);
            let row = |at: usize| match at {
                0 => function(x[0], f64::INFINITY, w[0]),
                _ => function(x[at] + mu * x[0], mu * x[0] - x[at], w[at]),
            };
            (0..3).map(row).collect()
        };
        let column = |at: usize| -> Vec<f64> {
            let [low, high] = [-1e-6, 1e-6].map(|h| {
                let mut x = x;
                x[at] += h;
                value(&x)
            });
            low.iter().zip(high).map(|(low, high)| (high - low) / 2e-6).collect()
        };
        let columns: Vec<Vec<f64>> = (0..3).map(column).collect();
        let jacobian = (0..3).map(|i| (0..3).map(|j| columns[j][i]).collect()).collect();
        let way = eliminate(jacobian, value(&x).iter().map(|f| -f).collect()).expect("regular");
        let expected: Vec<f64> = x.iter().zip(way).map(|(x, d)| x + d).collect();
        let options = ["linear=direct", "line_search=none", "projected=false"];
        let found = iterate(&steps(method, &options, &problem, &x, 1), 1);
        assert!(distance(&found, &expected) < 1e-8, "{method}: {found:?} and {expected:?}");
    }
}
