//! The Jacobian of the conditions against differences of themselves.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stickslip_linalg::SparseMatrix;

use super::*;
use crate::problem::ProblemData;

const ROWS: usize = 8;

/// Two contacts and two rows alone; A is unsymmetric and has entries everywhere.
fn example() -> Problem {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let entries: Vec<f64> = (0..ROWS * ROWS)
        .map(|at| if at % (ROWS + 1) == 0 { 3.0 } else { random.random_range(-0.5..0.5) })
        .collect();
    let matrix = SparseMatrix::from_dense(ROWS, ROWS, &entries);
    let mut data = ProblemData::assembled("example", Kind::Ncp, matrix, vec![0.0; ROWS]);
    let contact = |normal: usize, tangents: [usize; 2], mu: f64| FrictionContact {
        normal,
        tangents: tangents.to_vec(),
        mu,
        ..FrictionContact::default()
    };
    data.contacts = vec![contact(0, [1, 2], 0.4), contact(5, [3, 4], 0.9)];
    (data.lo[6], data.lo[7], data.hi[7]) = (f64::NEG_INFINITY, -0.3, 0.3);
    Problem::new(data).expect("well formed")
}

/// At points that stick, slip and open, with no kink nearer than the difference.
#[test]
fn jacobians_agree_with_finite_differences() {
    let problem = example();
    let mut random = ChaCha8Rng::seed_from_u64(3);
    for function in [Function::Minimum, Function::Fischer] {
        let options = FrictionOptions { function, ..FrictionOptions::default() };
        let newton = Newton::new(&problem, &options, &[0.0; ROWS]);
        let (mut smooth, mut slides) = (0, 0);
        for _ in 0..300 {
            let mut draw = |count: usize, least: f64| -> Vec<f64> {
                (0..count).map(|_| random.random_range(least..1.0)).collect()
            };
            let (x, slip, way) = (draw(ROWS, -1.0), draw(2, 0.05), draw(ROWS + 2, -1.0));
            let at = |h: f64, derivative: bool| {
                let moved = |from: &[f64], by: &[f64]| -> Vec<f64> {
                    from.iter().zip(by).map(|(from, by)| from + h * by).collect()
                };
                let (x, slip) = (moved(&x, &way[..ROWS]), moved(&slip, &way[ROWS..]));
                newton.conditions(&x, &slip, derivative, &mut Counts::default())
            };
            let h = 1e-6;
            let (back, here, ahead) = (at(-h, false).value, at(0.0, true), at(h, false).value);
            let rows = 0..ROWS + 2;
            let bend = |i: usize| (ahead[i] - 2.0 * here.value[i] + back[i]).abs();
            if rows.clone().map(bend).fold(0.0, f64::max) > 1e-9 {
                continue;
            }
            smooth += 1;
            slides += usize::from(here.value[1] != x[1]);
            let triplets = here.jacobian.expect("asked for");
            let jacobian = SparseMatrix::from_triplets(ROWS + 2, ROWS + 2, &triplets);
            for i in rows {
                let slope = (ahead[i] - back[i]) / (2.0 * h);
                let image: f64 = jacobian.row(i).map(|(column, value)| value * way[column]).sum();
                assert!((slope - image).abs() < 1e-7, "{function:?}, row {i}: {slope}, {image}");
            }
        }
        assert!(smooth > 150 && slides > 50, "{function:?}: {smooth} points, {slides} slide");
    }
}
