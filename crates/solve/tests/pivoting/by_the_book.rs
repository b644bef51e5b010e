//! Block pivoting as it is printed (Júdice and Pires 1994; Ho 2022, Alg 1) on dense
//! arrays: step for step the same sets, whatever makes runs go on and end.

use std::collections::HashSet;

use stickslip_solve::{OptionValues, Request, Status};

use crate::samples::{generator, gram, lcp, solve_with, vector};

/// Limits of a run.
#[derive(Clone, Copy, Debug)]
struct Limits {
    patience: usize,
    max_single: usize,
    single_run: usize,
}

/// How it ended, after so many steps and pivots.
type End = (Status, usize, usize);

/// A_FF x_F = −b_F by elimination; w = A x + b.
fn solve_free(a: &[f64], b: &[f64], free: &[bool]) -> (Vec<f64>, Vec<f64>) {
    let n = b.len();
    let mut rows: Vec<Vec<f64>> = (0..n)
        .map(|i| {
            let entry = |j: usize| match free[i] && free[j] {
                true => a[i * n + j],
                false => f64::from(u8::from(i == j)),
            };
            (0..n).map(entry).chain([if free[i] { -b[i] } else { 0.0 }]).collect()
        })
        .collect();
    for k in 0..n {
        let pivot = rows[k].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(i, _)| *i != k) {
            let scale = row[k] / pivot[k];
            row.iter_mut().zip(&pivot).for_each(|(entry, above)| *entry -= scale * above);
        }
    }
    let x: Vec<f64> = (0..n).map(|k| rows[k][n] / rows[k][k]).collect();
    let w = (0..n).map(|i| b[i] + (0..n).map(|j| a[i * n + j] * x[j]).sum::<f64>()).collect();
    (x, w)
}

/// All violators pivot at once, and after `patience` steps without fewer of them, or
/// when sets come back, the one of least index alone until there are fewer.
fn by_the_book(a: &[f64], b: &[f64], limits: Limits, most: usize) -> End {
    let n = b.len();
    let mut free = vec![true; n];
    let (mut fewest, mut left, mut alone) = (usize::MAX, limits.patience, None);
    let (mut blocks, mut singles, mut begun) = (HashSet::new(), HashSet::new(), HashSet::new());
    let mut pivots = 0;
    for step in 1..=most {
        let (x, w) = solve_free(a, b, &free);
        let mut wrong: Vec<usize> = (0..n)
            .filter(|&row| if free[row] { x[row] < -1e-10 } else { w[row] < -1e-10 })
            .collect();
        if wrong.is_empty() {
            return (Status::Converged, step, pivots);
        }
        if wrong.len() < fewest {
            (fewest, left, alone) = (wrong.len(), limits.patience, None);
            begun.clear();
            blocks.insert(free.clone());
        } else if let Some(count) = &mut alone {
            *count += 1;
        } else if !blocks.insert(free.clone()) || left == 0 {
            alone = Some(1);
            singles.clear();
            if !begun.insert(free.clone()) {
                return (Status::Cycled, step, pivots);
            }
        } else {
            left -= 1;
        }
        if let Some(count) = alone {
            if !singles.insert(free.clone()) {
                return (Status::Cycled, step, pivots);
            }
            if limits.max_single > 0 && count > limits.max_single {
                return (Status::Capped, step, pivots);
            }
            if limits.single_run > 0 && count > limits.single_run {
                (alone, left) = (None, limits.patience);
                blocks.clear();
            } else {
                wrong.truncate(1);
            }
        }
        pivots += wrong.len();
        wrong.iter().for_each(|&row| free[row] = !free[row]);
    }
    (Status::MaxIterations, most, pivots)
}

/// Definite matrices on which pivots go back and forth: U Uᵀ of Murty's example, with
/// b of both signs.
fn problems() -> Vec<(Vec<f64>, Vec<f64>)> {
    let upper = |n: usize, row: usize, column: usize| match row.cmp(&column) {
        _ if column >= n => 0.0,
        std::cmp::Ordering::Less => 2.0,
        std::cmp::Ordering::Equal => 1.0,
        std::cmp::Ordering::Greater => 0.0,
    };
    let mut all = Vec::new();
    for n in 3..=7 {
        let entry = |i: usize, j: usize| (0..n).map(|k| upper(n, i, k) * upper(n, j, k)).sum();
        let a: Vec<f64> = (0..n * n).map(|at| entry(at / n, at % n)).collect();
        for seed in 0..12 {
            let number = |row: usize| ((7 * row + 11 * seed + row * seed) % 13) as f64;
            let b = (0..n).map(|row| number(row) - 8.5 + 0.1 * (row as f64 + 2.0).sqrt());
            all.push((a.clone(), b.collect()));
        }
        all.push((a, vec![-1.0; n]));
    }
    // And nearly singular ones, on which many pivots are single.
    for seed in 0..120 {
        let mut random = generator(seed);
        let n = 8 + seed as usize % 5;
        let a = gram(&mut random, n, n - 2, 1e-3);
        let b = vector(&mut random, n).iter().map(|b| b - 0.5).collect();
        all.push((a, b));
    }
    all
}

#[test]
fn pivoting_takes_the_steps_of_the_book() {
    let mut ends = HashSet::new();
    for (a, b) in problems() {
        for (patience, max_single, single_run) in [
            (0, 0, 0),
            (1, 0, 0),
            (3, 0, 0),
            (10, 0, 0),
            (0, 0, 1),
            (0, 0, 3),
            (1, 0, 2),
            (0, 2, 0),
            (1, 5, 0),
            (0, 4, 2),
        ] {
            let limits = Limits { patience, max_single, single_run };
            let expected = by_the_book(&a, &b, limits, 300);
            let settings = OptionValues::new()
                .set("patience", patience)
                .set("max_single", max_single)
                .set("single_run", single_run);
            let request = Request { max_iterations: Some(300), ..Request::default() };
            let found = solve_with("bpp-full", &settings, &request, &lcp(&a, &b));
            let counts = (found.status, found.counts.iterations, found.counts.pivots);
            assert_eq!(counts, expected, "{b:?}, {limits:?}");
            ends.insert(expected.0.name());
        }
    }
    assert!(ends.contains("converged") && ends.contains("capped"), "{ends:?}");
}
