//! Newton's method on Coulomb's exact law.

use stickslip_linalg::SparseMatrix;
use stickslip_solve::{FrictionContact, Kind, Problem, ProblemData, Request, Start, Status};

use crate::brute_force::eliminate;
use crate::samples::{distance, generated, solve, solve_from};

/// A particle of mass 2 on a plane, pressed down with speed `load`, sliding with
/// (t, s), coefficient ½.
fn particle(load: f64, t: f64, s: f64) -> Problem {
    let matrix = SparseMatrix::diagonal_matrix(&[0.5, 0.5, 0.5]);
    let mut data = ProblemData::assembled("particle", Kind::Ncp, matrix, vec![-load, t, s]);
    data.contacts = vec![FrictionContact {
        normal: 0,
        tangents: vec![1, 2],
        mu: 0.5,
        ..FrictionContact::default()
    }];
    Problem::new(data).expect("well formed")
}

/// λ_n = 2·load; friction −2 v as long as that is at most μ λ_n = load, else of
/// that length against the slip; nothing where the particle flies off.
#[test]
fn a_particle_obeys_coulombs_law() {
    for options in [&["sweeps=0"][..], &["sweeps=0", "function=fischer"], &[]] {
        for (load, t, s) in [(1.0, 0.1, -0.2), (1.0, 3.0, 4.0), (2.0, -0.3, 5.0), (-1.0, 1.0, 1.0)]
        {
            let outcome = solve("friction-newton", options, &particle(load, t, s));
            assert_eq!(outcome.status, Status::Converged, "{options:?} {load} {t} {s}");
            let speed = f64::hypot(t, s);
            let most = load.max(0.0);
            let share = if 2.0 * speed <= most { -2.0 } else { -most / speed };
            let expected = [2.0 * load.max(0.0), share * t, share * s];
            assert!(distance(&outcome.x, &expected) < 1e-7, "{options:?}: {:?}", outcome.x);
        }
    }
}

/// Piles of soft contacts move as the interior point method says, and the last
/// steps are quadratic: a few from the sweeps to rounding.
#[test]
fn piles_move_as_another_method_says() {
    for function in ["function=minimum", "function=fischer"] {
        let (mut solved, mut tried) = (0, 0);
        for seed in 0..8 {
            let settings = ["bodies=2", "compliance=0.05", "mu=0.4"];
            let pile = generated("pile", seed, &settings);
            let data = ProblemData { kind: Kind::Ncp, ..pile.data().clone() };
            let problem = Problem::new(data).expect("cones");
            let reference = solve("cone-ip", &[], &problem);
            let request = Request { tolerance: Some(1e-10), ..Request::default() };
            let outcome = solve_from("friction-newton", &[function], &request, &problem);
            tried += 1;
            if outcome.status == Status::Converged {
                solved += 1;
                assert!(distance(&outcome.w, &reference.w) < 1e-6, "{function}, seed {seed}");
                assert!(outcome.counts.iterations < 60, "{function}, seed {seed}");
            }
        }
        println!("{function}: {solved} of {tried}");
        assert!(2 * solved >= tried, "{function}: {solved} of {tried}");
    }
}

/// ψ(w_n, x_n), w_t + γ x_t/‖x_t‖ and ψ(γ, μ x_n − ‖x_t‖) of every contact; x_t and
/// γ of those that open.
fn conditions(problem: &Problem, fischer: bool, z: &[f64]) -> Vec<f64> {
    let n = problem.size();
    let psi = |a: f64, b: f64| if fischer { a + b - a.hypot(b) } else { a.min(b) };
    let mut w = vec![0.0; n];
    problem.velocity(&z[..n], &mut w);
    let mut value = vec![0.0; z.len()];
    for (at, contact) in problem.contacts().iter().enumerate() {
        let (normal, slip, rows) = (contact.normal, z[n + at], &contact.tangents);
        let length = rows.iter().map(|&row| z[row] * z[row]).sum::<f64>().sqrt();
        let opens = w[normal] > z[normal];
        value[normal] = psi(w[normal], z[normal]);
        for &row in rows {
            value[row] = if opens { z[row] } else { w[row] + slip * z[row] / length };
        }
        value[n + at] = if opens { slip } else { psi(slip, contact.mu * z[normal] - length) };
    }
    value
}

/// The first step solves the equations that differences of these conditions make,
/// from contacts that slip, stick and open.
#[test]
fn steps_are_newtons_on_coulombs_conditions() {
    let mut sorts = [0; 3];
    for (seed, fischer) in (0..8).map(|seed| (seed, seed % 2 == 1)) {
        let pile = generated("pile", seed, &["bodies=2", "compliance=0.05", "mu=0.4"]);
        let problem = Problem::new(ProblemData { kind: Kind::Ncp, ..pile.data().clone() });
        let problem = problem.expect("cones");
        let n = problem.size();
        let mut x = vec![0.0; n];
        for (at, contact) in problem.contacts().iter().enumerate() {
            x[contact.normal] = if at % 3 == 2 { 0.01 } else { 0.3 + 0.1 * at as f64 };
            let share = if at % 3 == 0 { 1.0 } else { 0.4 };
            for (&row, part) in contact.tangents.iter().zip([0.6, -0.8]) {
                x[row] = share * contact.mu * x[contact.normal] * part;
            }
        }
        let request = Request {
            max_iterations: Some(1),
            history: true,
            iterates: true,
            start: Start { x: Some(x), labels: None },
            ..Request::default()
        };
        let function = if fischer { "function=fischer" } else { "function=minimum" };
        let options = [function, "sweeps=0", "line_search=false"];
        let outcome = solve_from("friction-newton", &options, &request, &problem);
        let mut z = outcome.history[0].x.clone();
        let mut w = vec![0.0; n];
        problem.velocity(&z, &mut w);
        for (at, contact) in problem.contacts().iter().enumerate() {
            let opens = w[contact.normal] > z[contact.normal];
            let slips = at % 3 == 0;
            let slip = contact.tangents.iter().map(|&row| w[row] * w[row]).sum::<f64>().sqrt();
            z.push(if slips { slip } else { 0.0 });
            sorts[if opens { 0 } else { 1 + usize::from(slips) }] += 1;
        }
        let here = conditions(&problem, fischer, &z);
        let columns: Vec<Vec<f64>> = (0..z.len())
            .map(|column| {
                let at = |h: f64| {
                    let mut moved = z.clone();
                    moved[column] += h;
                    conditions(&problem, fischer, &moved)
                };
                let (back, ahead) = (at(-1e-6), at(1e-6));
                ahead.iter().zip(&back).map(|(ahead, back)| (ahead - back) / 2e-6).collect()
            })
            .collect();
        let rows = (0..z.len()).map(|row| columns.iter().map(|column| column[row]).collect());
        let step = eliminate(rows.collect(), here.iter().map(|value| -value).collect());
        let step = step.expect("regular");
        let expected: Vec<f64> = z.iter().zip(&step).map(|(z, step)| z + step).collect();
        let size = expected.iter().fold(1.0_f64, |size, value| size.max(value.abs()));
        let gap = distance(&outcome.history[1].x, &expected[..n]);
        assert!(gap < 1e-6 * size, "seed {seed}, {function}: {gap:e} of {size:e}");
    }
    assert!(sorts.iter().all(|&count| count > 2), "open, stick, slip: {sorts:?}");
}

/// min(10 x − 1, x) from x = 1: the whole step ends at 0, where it is −1 in the place of
/// 1, and half of it is the first that makes the merit smaller.
#[test]
fn a_step_is_halved_until_the_merit_falls() {
    let matrix = SparseMatrix::diagonal_matrix(&[10.0, 1.0, 1.0]);
    let mut data = ProblemData::assembled("contact", Kind::Ncp, matrix, vec![-1.0, 0.0, 0.0]);
    data.contacts =
        vec![FrictionContact { normal: 0, tangents: vec![1, 2], mu: 0.0, ..Default::default() }];
    let problem = Problem::new(data).expect("well formed");
    for (search, expected, forced) in
        [("line_search=true", 0.5, 0.0), ("line_search=false", 0.0, 1.0)]
    {
        let request = Request {
            max_iterations: Some(1),
            history: true,
            iterates: true,
            start: Start { x: Some(vec![1.0, 0.0, 0.0]), labels: None },
            ..Request::default()
        };
        let outcome = solve_from("friction-newton", &["sweeps=0", search], &request, &problem);
        assert!((outcome.history[1].x[0] - expected).abs() < 1e-12, "{search}");
        assert_eq!(outcome.figures["forced_steps"], forced, "{search}");
    }
}

/// Rows of no contact keep to their bounds, and inside them stand still: x = 5 is too
/// much for one, −5 too little, and 1 is the answer of the third.
#[test]
fn rows_beside_a_contact_are_boxed() {
    let matrix = SparseMatrix::diagonal_matrix(&[0.5, 0.5, 0.5, 8.0, 8.0, 8.0]);
    let b = vec![-1.0, 3.0, 4.0, -40.0, 40.0, -8.0];
    let mut data = ProblemData::assembled("beside", Kind::Ncp, matrix, b);
    data.lo[3..].copy_from_slice(&[-1.0, -2.0, -3.0]);
    data.hi[3..].copy_from_slice(&[2.0, 3.0, 4.0]);
    data.contacts =
        vec![FrictionContact { normal: 0, tangents: vec![1, 2], mu: 0.5, ..Default::default() }];
    let problem = Problem::new(data).expect("well formed");
    for options in [&["sweeps=0"][..], &["sweeps=0", "function=fischer"]] {
        let outcome = solve("friction-newton", options, &problem);
        assert_eq!(outcome.status, Status::Converged, "{options:?}");
        let expected = [2.0, -0.6, -0.8, 2.0, -2.0, 1.0];
        assert!(distance(&outcome.x, &expected) < 1e-7, "{options:?}: {:?}", outcome.x);
        // A row at its bound is there after one step.
        assert!(outcome.counts.iterations < 12, "{options:?}: {:?}", outcome.counts);
    }
}
