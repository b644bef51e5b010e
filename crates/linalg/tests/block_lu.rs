//! Block factors against dense elimination with pivoting.

use faer::Mat;
use faer::linalg::solvers::Solve;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stickslip_linalg::{BLOCK, BlockLu, SingularMatrix};

/// Fills every named block with random numbers and makes the diagonal heavy;
/// returns the same matrix densely.
fn random(matrix: &mut BlockLu, pairs: &[(usize, usize)], random: &mut ChaCha8Rng) -> Mat<f64> {
    let size = matrix.size();
    let mut dense = Mat::zeros(size * BLOCK, size * BLOCK);
    matrix.clear();
    let both = pairs.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
    let blocks: std::collections::BTreeSet<(usize, usize)> =
        both.chain((0..size).map(|block| (block, block))).collect();
    for (row, col) in blocks {
        let slot = matrix.slot(row, col).expect("named");
        for i in 0..BLOCK {
            for j in 0..BLOCK {
                let heavy = if (row, i) == (col, j) { 20.0 } else { 0.0 };
                let value = random.random_range(-1.0..1.0) + heavy;
                matrix.block_mut(slot)[i * BLOCK + j] = value;
                dense[(row * BLOCK + i, col * BLOCK + j)] = value;
            }
        }
    }
    dense
}

#[test]
fn solves_as_dense_elimination_does() {
    let mut generator = ChaCha8Rng::seed_from_u64(1);
    for size in [1, 2, 5, 12, 30] {
        for _ in 0..5 {
            let pairs: Vec<(usize, usize)> = (0..2 * size)
                .map(|_| (generator.random_range(0..size), generator.random_range(0..size)))
                .filter(|(a, b)| a != b)
                .collect();
            let mut matrix = BlockLu::new(size, &pairs).expect("small");
            let dense = random(&mut matrix, &pairs, &mut generator);
            let rhs: Vec<f64> =
                (0..size * BLOCK).map(|_| generator.random_range(-1.0..1.0)).collect();
            let expected =
                dense.partial_piv_lu().solve(Mat::from_fn(rhs.len(), 1, |row, _| rhs[row]));
            matrix.factorise().expect("heavy diagonal");
            let mut x = rhs.clone();
            matrix.solve(&mut x);
            for row in 0..x.len() {
                assert!((x[row] - expected[(row, 0)]).abs() < 1e-12, "size {size}, row {row}");
            }
        }
    }
}

/// Most named pairs stay empty, others in every round, and a block that was
/// filled before counts no more.
#[test]
fn blocks_that_nobody_touched_are_zero() {
    let mut generator = ChaCha8Rng::seed_from_u64(3);
    let size = 20;
    let pairs: Vec<(usize, usize)> = (0..size)
        .flat_map(|a| (a + 1..size).map(move |b| (a, b)))
        .filter(|(a, b)| (a * 7 + b * 3) % 4 == 0)
        .collect();
    let mut matrix = BlockLu::new(size, &pairs).expect("small");
    for _ in 0..10 {
        let used: Vec<_> = pairs.iter().copied().filter(|_| generator.random_bool(0.3)).collect();
        let dense = random(&mut matrix, &used, &mut generator);
        let rhs: Vec<f64> = (0..size * BLOCK).map(|_| generator.random_range(-1.0..1.0)).collect();
        let expected = dense.partial_piv_lu().solve(Mat::from_fn(rhs.len(), 1, |row, _| rhs[row]));
        matrix.factorise().expect("heavy diagonal");
        let mut x = rhs.clone();
        matrix.solve(&mut x);
        for row in 0..x.len() {
            assert!((x[row] - expected[(row, 0)]).abs() < 1e-12, "row {row}");
        }
    }
}

#[test]
fn pairs_that_were_not_named_have_no_block_unless_filled() {
    let matrix = BlockLu::new(4, &[(0, 1), (2, 3)]).expect("small");
    assert_eq!(matrix.slot(0, 2), None);
    assert!(matrix.slot(1, 0).is_some() && matrix.slot(0, 1) != matrix.slot(1, 0));
}

#[test]
fn a_vanishing_pivot_is_said() {
    let mut matrix = BlockLu::new(1, &[]).expect("small");
    matrix.block_mut(0)[0] = 1.0;
    assert_eq!(matrix.factorise(), Err(SingularMatrix));
}
