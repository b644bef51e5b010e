//! A factor after any sequence of changes equals a fresh one.

use std::sync::Arc;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stickslip_linalg::cholesky::{Analysis, CholeskyFactor};
use stickslip_linalg::{Ordering, SparseMatrix, Triplets};

const ORDERINGS: [Ordering; 5] = [
    Ordering::Natural,
    Ordering::CuthillMcKee,
    Ordering::ReverseCuthillMcKee,
    Ordering::MinimumDegree,
    Ordering::NestedDissection,
];

/// A random sparse G Gᵀ + small diagonal; `width` entries per row of G.
fn random_spd(n: usize, width: usize, rng: &mut ChaCha8Rng) -> SparseMatrix {
    let mut triplets = Triplets::new();
    for row in 0..n {
        triplets.push(row, row, 1.0);
        for _ in 0..width {
            triplets.push(row, rng.random_range(0..n), rng.random_range(-1.0..1.0));
        }
    }
    let g = SparseMatrix::from_triplets(n, n, &triplets);
    g.product(&g.transposed()).sum(&SparseMatrix::diagonal_matrix(&vec![1e-3; n]))
}

/// Dense Gaussian elimination of the active rows: the oracle.
fn dense_solution(matrix: &SparseMatrix, active: &[bool], shift: &[f64], rhs: &[f64]) -> Vec<f64> {
    let n = matrix.rows();
    let mut a = matrix.to_dense();
    let mut x = rhs.to_vec();
    for i in 0..n {
        a[i * n + i] += shift[i];
        for j in 0..n {
            if !active[i] || !active[j] {
                a[i * n + j] = if i == j { 1.0 } else { 0.0 };
            }
        }
    }
    for k in 0..n {
        for i in k + 1..n {
            let scale = a[i * n + k] / a[k * n + k];
            if scale != 0.0 {
                for j in k..n {
                    a[i * n + j] -= scale * a[k * n + j];
                }
                x[i] -= scale * x[k];
            }
        }
    }
    for k in (0..n).rev() {
        let sum: f64 = (k + 1..n).map(|j| a[k * n + j] * x[j]).sum();
        x[k] = (x[k] - sum) / a[k * n + k];
    }
    x
}

fn largest_gap(left: &[f64], right: &[f64]) -> f64 {
    let scale = right.iter().fold(1.0f64, |m, v| m.max(v.abs()));
    left.iter().zip(right).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max) / scale
}

#[test]
fn removals_and_returns_equal_a_fresh_factor() {
    for seed in 0..60 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let n = rng.random_range(1..90);
        // From nearly diagonal to full, so that both of faer's layouts occur.
        let density = if seed % 4 == 3 { 40 } else { rng.random_range(0..6) };
        let matrix = random_spd(n, density, &mut rng);
        let ordering = ORDERINGS[seed as usize % 5];
        let analysis = Arc::new(Analysis::new(&matrix, ordering).expect("square"));
        let mut factor = CholeskyFactor::new(Arc::clone(&analysis));
        let shift: Vec<f64> = (0..n).map(|_| rng.random_range(0.0..0.1)).collect();
        factor.factorise(&matrix, |_| true, |row| shift[row]).expect("positive definite");
        let mut active = vec![true; n];
        for _ in 0..120 {
            let row = rng.random_range(0..n);
            if active[row] {
                factor.remove(row);
            } else {
                factor.restore(&matrix, row, shift[row]).expect("positive definite");
            }
            active[row] = !active[row];
        }
        let rhs: Vec<f64> = (0..n).map(|_| rng.random_range(-1.0..1.0)).collect();
        let expected = dense_solution(&matrix, &active, &shift, &rhs);
        let mut changed = rhs.clone();
        factor.solve(&mut changed);
        assert!(
            largest_gap(&changed, &expected) < 1e-10,
            "seed {seed}: {}",
            largest_gap(&changed, &expected)
        );
        factor.factorise(&matrix, |row| active[row], |row| shift[row]).expect("positive definite");
        let mut fresh = rhs.clone();
        factor.solve(&mut fresh);
        assert!(largest_gap(&fresh, &expected) < 1e-11, "seed {seed}");
    }
}

#[test]
fn rank_one_changes_equal_a_fresh_factor() {
    for seed in 0..40 {
        let mut rng = ChaCha8Rng::seed_from_u64(1000 + seed);
        let n = rng.random_range(2..70);
        let mut matrix = random_spd(n, 2, &mut rng);
        let analysis =
            Arc::new(Analysis::new(&matrix, ORDERINGS[seed as usize % 5]).expect("square"));
        let mut factor = CholeskyFactor::new(analysis);
        factor.factorise(&matrix, |_| true, |_| 0.0).expect("positive definite");
        let mut added: Vec<Vec<(usize, f64)>> = Vec::new();
        for step in 0..40 {
            let take_away = step % 3 == 2;
            let entries = if take_away {
                added.swap_remove(rng.random_range(0..added.len()))
            } else {
                // A vector inside the pattern: some column of the matrix
                // restricted to two entries that are stored together.
                let row = rng.random_range(0..n);
                let (cols, _) = matrix.row_slices(row);
                let other = cols[rng.random_range(0..cols.len())];
                let mut entries = vec![(row, rng.random_range(-1.0..1.0))];
                if other != row {
                    entries.push((other, rng.random_range(-1.0..1.0)));
                }
                entries
            };
            let sign = if take_away { -1.0 } else { 1.0 };
            for &(i, a) in &entries {
                for &(j, b) in &entries {
                    let begin = matrix.row_starts()[i];
                    let place =
                        matrix.row_slices(i).0.binary_search(&j).expect("inside the pattern");
                    matrix.values_mut()[begin + place] += sign * a * b;
                }
            }
            if take_away {
                factor.subtract_rank_one(&entries).expect("stays positive definite");
            } else {
                factor.add_rank_one(&entries);
                added.push(entries);
            }
        }
        let rhs: Vec<f64> = (0..n).map(|_| rng.random_range(-1.0..1.0)).collect();
        let expected = dense_solution(&matrix, &vec![true; n], &vec![0.0; n], &rhs);
        let mut changed = rhs;
        factor.solve(&mut changed);
        assert!(largest_gap(&changed, &expected) < 1e-10, "seed {seed}");
    }
}

#[test]
fn taking_away_too_much_is_an_error() {
    let matrix = SparseMatrix::identity(3);
    let analysis = Arc::new(Analysis::new(&matrix, Ordering::Natural).expect("square"));
    let mut factor = CholeskyFactor::new(analysis);
    factor.factorise(&matrix, |_| true, |_| 0.0).expect("positive definite");
    assert!(factor.subtract_rank_one(&[(1, 1.5)]).is_err());
    let indefinite = SparseMatrix::diagonal_matrix(&[1.0, -1.0, 1.0]);
    assert!(factor.factorise(&indefinite, |_| true, |_| 0.0).is_err());
}
