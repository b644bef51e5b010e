//! Derivatives against finite differences, and the laws of a direction and of
//! a line search.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stickslip_linalg::{SparseMatrix, dot};

use super::equations::{Equations, Linearisation, normals};
use super::fischer_map::{FischerEquations, Strategy};
use super::linear::Directions;
use super::natural::{BoundRows, NaturalEquations};
use super::options::{LineSearch, LinearSolver, NewtonOptions, Scaling};
use super::search::Search;
use crate::outcome::Counts;
use crate::problem::{FrictionContact, Kind, Problem, ProblemData};

const ROWS: usize = 8;

/// Two contacts when coupled, else every sort of bound; A is unsymmetric and
/// well conditioned.
fn example(coupled: bool) -> Problem {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let entries: Vec<f64> = (0..ROWS * ROWS)
        .map(|at| f64::from(u8::from(at % (ROWS + 1) == 0)) * 4.0 + random.random_range(-0.5..0.5))
        .collect();
    let b = (0..ROWS).map(|_| random.random_range(-1.0..1.0)).collect();
    let matrix = SparseMatrix::from_dense(ROWS, ROWS, &entries);
    let mut data = ProblemData::assembled("example", Kind::Blcp, matrix, b);
    let free = f64::NEG_INFINITY;
    if coupled {
        data.contacts = vec![
            FrictionContact {
                normal: 0,
                tangents: vec![1, 2],
                mu: 0.4,
                ..FrictionContact::default()
            },
            FrictionContact {
                normal: 5,
                tangents: vec![3, 4],
                mu: 0.9,
                ..FrictionContact::default()
            },
        ];
        (data.lo[6], data.hi[7]) = (free, 0.1);
    } else {
        data.lo = vec![0.0, 0.0, free, free, -0.3, -0.2, 0.0, -1.0];
        data.hi[3] = 0.2;
        (data.hi[4], data.hi[5], data.hi[6], data.hi[7]) = (0.3, 0.4, 0.1, 1.0);
    }
    Problem::new(data).expect("well formed")
}

fn random_vector(random: &mut ChaCha8Rng) -> Vec<f64> {
    (0..ROWS).map(|_| random.random_range(-1.0..1.0)).collect()
}

/// J v and Jᵀ F against central differences of F and of ½‖F‖² at points where
/// no kink is nearer than the difference, recognised by a second difference.
fn check(problem: &Problem, equations: &mut dyn Equations) {
    let normal_of = normals(problem);
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let mut smooth = 0;
    for _ in 0..200 {
        let (x, v) = (random_vector(&mut random), random_vector(&mut random));
        let at = |h: f64| {
            let moved: Vec<f64> = x.iter().zip(&v).map(|(x, v)| x + h * v).collect();
            let (mut w, mut value) = (vec![0.0; ROWS], vec![0.0; ROWS]);
            problem.velocity(&moved, &mut w);
            equations.value(&moved, &w, &mut value);
            value
        };
        let h = 1e-6;
        let (back, here, ahead) = (at(-h), at(0.0), at(h));
        let bend =
            (0..ROWS).map(|i| (ahead[i] - 2.0 * here[i] + back[i]).abs()).fold(0.0, f64::max);
        if bend > 1e-9 {
            continue;
        }
        smooth += 1;
        let mut w = vec![0.0; ROWS];
        problem.velocity(&x, &mut w);
        let mut found = Linearisation::new(ROWS);
        equations.linearise(&x, &w, &mut found);
        let mut product = vec![0.0; ROWS];
        problem.multiply(&v, &mut product);
        let image = found.apply(&normal_of, &v, &product);
        for i in 0..ROWS {
            let slope = (ahead[i] - back[i]) / (2.0 * h);
            assert!((slope - image[i]).abs() < 1e-7, "row {i}: {slope} and {}", image[i]);
        }
        let merit = |value: &[f64]| 0.5 * dot(value, value);
        let slope = (merit(&ahead) - merit(&back)) / (2.0 * h);
        let gradient = dot(&found.gradient(problem, &normal_of), &v);
        assert!((slope - gradient).abs() < 1e-6, "{slope} and {gradient}");
    }
    assert!(smooth > 150, "{smooth}");
}

#[test]
fn jacobians_agree_with_finite_differences() {
    let (boxed, coupled) = (example(false), example(true));
    for scaling in [Scaling::None, Scaling::Diagonal] {
        for problem in [&boxed, &coupled] {
            check(problem, &mut NaturalEquations::new(problem, BoundRows::Coupled, scaling));
        }
        for share in [1.0, 0.9] {
            let strategy = Strategy::Zero;
            for problem in [&boxed, &coupled] {
                let mut equations = FischerEquations::new(problem, strategy, share, scaling, 0);
                check(problem, &mut equations);
            }
        }
    }
}

/// ‖(p + 1, q + 1)‖ ≤ 1 at the kink, and each strategy is what it says.
#[test]
fn every_strategy_stays_in_clarkes_disc() {
    let matrix = SparseMatrix::identity(64);
    let data = ProblemData::assembled("zeros", Kind::Lcp, matrix, vec![0.0; 64]);
    let problem = Problem::new(data).expect("well formed");
    let zeros = vec![0.0; 64];
    for (strategy, expected) in [
        (Strategy::Random, None),
        (Strategy::Zero, Some((-1.0, -1.0))),
        (Strategy::Perturbation, Some((0.0, -1.0))),
    ] {
        let mut equations = FischerEquations::new(&problem, strategy, 1.0, Scaling::None, 3);
        let mut found = Linearisation::new(64);
        equations.linearise(&zeros, &zeros, &mut found);
        for (&p, &q) in found.own.iter().zip(&found.matrix) {
            assert!((p + 1.0).hypot(q + 1.0) <= 1.0, "{strategy:?}");
            assert!(expected.is_none_or(|expected| expected == (p, q)), "{strategy:?}");
        }
    }
}

/// Fᵀ J Δx = −‖F‖² for every way to solve exactly (Erleben 2013, Eq 69).
#[test]
fn exact_directions_have_the_slope_of_theory() {
    let symmetric = SparseMatrix::from_dense(3, 3, &[4.0, 1.0, 0.0, 1.0, 3.0, 1.0, 0.0, 1.0, 2.0]);
    let data = ProblemData::assembled("three", Kind::Lcp, symmetric, vec![-1.0, 2.0, -3.0]);
    let three = Problem::new(data).expect("well formed");
    let coupled = example(true);
    for (problem, linear) in [
        (&three, LinearSolver::Gmres),
        (&three, LinearSolver::Pcg),
        (&three, LinearSolver::Direct),
        (&coupled, LinearSolver::Gmres),
        (&coupled, LinearSolver::Direct),
    ] {
        let n = problem.size();
        let options = NewtonOptions { linear, forcing: 1e-12, ..NewtonOptions::default() };
        let normal_of = normals(problem);
        let mut equations = NaturalEquations::new(problem, BoundRows::Coupled, Scaling::None);
        let x: Vec<f64> = (0..n).map(|row| 0.3 + 0.1 * row as f64).collect();
        let (mut w, mut found) = (vec![0.0; n], Linearisation::new(n));
        problem.velocity(&x, &mut w);
        equations.linearise(&x, &w, &mut found);
        let mut directions = Directions::new(problem, &normal_of, &options);
        let step = directions.find(&equations, &x, &w, &found, &mut Counts::default());
        let mut product = vec![0.0; n];
        problem.multiply(&step, &mut product);
        let slope = dot(&found.value, &found.apply(&normal_of, &step, &product));
        assert!((slope + 2.0 * found.merit()).abs() < 1e-9, "{linear:?}: {slope}");
    }
}

#[test]
fn a_search_takes_the_longest_step_that_is_good_enough() {
    let options = NewtonOptions::default();
    let mut search = Search::new(&options);
    search.begin(1.0);
    // θ(τ) = (1 − 4τ)² has slope −8 at 0: τ = 1 and ½ rise or stay, ¼ is the minimum.
    let merit = |step: f64| (1.0 - 4.0 * step) * (1.0 - 4.0 * step);
    assert_eq!(search.find(-8.0, merit), Some(0.25));
    assert_eq!(search.find(-1.0, |_| 1.0), None, "no step, but an end");
    let lenient = NewtonOptions { line_search: LineSearch::NonMonotone, ..options.clone() };
    let mut search = Search::new(&lenient);
    search.begin(9.5);
    search.begin(1.0);
    assert_eq!(search.find(-8.0, merit), Some(1.0), "the worst of the last merits counts");
    let whole = NewtonOptions { line_search: LineSearch::None, ..options };
    assert_eq!(Search::new(&whole).find(-1.0, |_| 1e9), Some(1.0));
}
