//! Pang's variant on boxes: rows that are tied are decided together with the
//! others, here by trying all that the tied rows may do.

use stickslip_solve::{Problem, Request, Start};

use crate::brute_force::eliminate;
use crate::samples::{distance, generated, solve_from};

/// What Newton's step does with a row.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Branch {
    Free,
    Below,
    Above,
    TiedBelow,
    TiedAbove,
}

/// Whether two numbers differ by at most half of the larger.
fn near(a: f64, b: f64) -> bool {
    b.is_finite() && (a - b).abs() <= 0.5 * a.abs().max(b.abs())
}

fn branch(x: f64, w: f64, lo: f64, hi: f64) -> Branch {
    let (below, above) = (x - lo, x - hi);
    match () {
        () if near(w, below) => Branch::TiedBelow,
        () if near(w, above) => Branch::TiedAbove,
        () if w > below => Branch::Below,
        () if w < above => Branch::Above,
        () => Branch::Free,
    }
}

fn velocity(problem: &Problem, x: &[f64]) -> Vec<f64> {
    let (a, n) = (problem.matrix().to_dense(), x.len());
    (0..n).map(|i| problem.b()[i] + (0..n).map(|j| a[i * n + j] * x[j]).sum::<f64>()).collect()
}

/// The x with w = 0 in free rows, held rows at their bounds, and tied rows at a
/// bound that w presses them to, or inside with w = 0.
fn mixed(problem: &Problem, branches: &[Branch]) -> Vec<f64> {
    let (a, n) = (problem.matrix().to_dense(), branches.len());
    let (lo, hi) = (problem.lo(), problem.hi());
    let tied: Vec<usize> = (0..n)
        .filter(|&row| matches!(branches[row], Branch::TiedBelow | Branch::TiedAbove))
        .collect();
    for choice in 0..3_usize.pow(tied.len() as u32) {
        let of = |row: usize| match tied.iter().position(|&at| at == row) {
            Some(at) => {
                [Branch::Free, Branch::Below, Branch::Above][choice / 3_usize.pow(at as u32) % 3]
            }
            None => branches[row],
        };
        let mut x: Vec<f64> = (0..n)
            .map(|row| match of(row) {
                Branch::Below => lo[row],
                Branch::Above => hi[row],
                _ => 0.0,
            })
            .collect();
        if x.iter().any(|x| !x.is_finite()) {
            continue;
        }
        let free: Vec<usize> = (0..n).filter(|&row| of(row) == Branch::Free).collect();
        let held = velocity(problem, &x);
        let block = free.iter().map(|&i| free.iter().map(|&j| a[i * n + j]).collect()).collect();
        let part = eliminate(block, free.iter().map(|&row| -held[row]).collect());
        free.iter().zip(part.expect("definite")).for_each(|(&row, value)| x[row] = value);
        let w = velocity(problem, &x);
        let holds = |row: usize| match of(row) {
            Branch::Below => w[row] >= 0.0,
            Branch::Above => w[row] <= 0.0,
            _ => lo[row] <= x[row] && x[row] <= hi[row],
        };
        if tied.iter().all(|&row| holds(row)) {
            return x;
        }
    }
    panic!("a definite problem has a solution");
}

#[test]
fn tied_rows_of_boxes_are_left_to_a_mixed_problem() {
    let (mut tied_above, mut held_above, mut beyond) = (0, 0, 0);
    for seed in 0..30 {
        let problem = generated("spd", seed, &["size=6", "condition=20", "boxed=true"]);
        let bounds = problem.lo().iter().zip(problem.hi());
        let x: Vec<f64> = bounds
            .enumerate()
            .map(|(row, (lo, hi))| {
                let share = (7 * row as u64 + 5 * seed) % 11;
                lo + share as f64 / 10.0 * (hi - lo).min(2.0)
            })
            .collect();
        let w = velocity(&problem, &x);
        let branches: Vec<Branch> = (0..6)
            .map(|row| branch(x[row], w[row], problem.lo()[row], problem.hi()[row]))
            .collect();
        let is_tied = |it: &Branch| matches!(it, Branch::TiedBelow | Branch::TiedAbove);
        if !branches.iter().any(is_tied) {
            continue;
        }
        let expected = mixed(&problem, &branches);
        let request = Request {
            max_iterations: Some(1),
            history: true,
            iterates: true,
            start: Start { x: Some(x), labels: None },
            ..Request::default()
        };
        let options = ["ties=0.5", "line_search=none", "projected=false"];
        let outcome = solve_from("minmap-newton", &options, &request, &problem);
        let gap = distance(&outcome.history[1].x, &expected);
        assert!(gap < 1e-8, "seed {seed}, {branches:?}: {gap:e}");
        let count = |of: Branch| branches.iter().filter(|it| **it == of).count();
        tied_above += count(Branch::TiedAbove);
        held_above += count(Branch::Above);
        beyond += (0..6)
            .filter(|&row| branches[row] == Branch::Free)
            .filter(|&row| expected[row] < problem.lo()[row] || expected[row] > problem.hi()[row])
            .count();
    }
    println!("tied above {tied_above}, held above {held_above}, free beyond bounds {beyond}");
    assert!(tied_above > 2 && held_above > 2 && beyond > 2);
}
