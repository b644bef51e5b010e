//! Dense factors, solutions of least norm and orders of least degree, against another library.

use faer::linalg::solvers::Solve;
use faer::sparse::SymbolicSparseColMatRef;
use faer::sparse::linalg::amd;
use faer::{Mat, Side};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stickslip_linalg::cholesky::factor_pattern;
use stickslip_linalg::{
    DenseCholesky, DenseLu, Ordering, SparseMatrix, SymmetricEigen, Triplets, least_norm,
};

/// On both sides of every tile, block and half of a block.
const SIZES: [usize; 17] = [1, 2, 3, 5, 7, 8, 11, 12, 13, 24, 25, 37, 49, 97, 130, 300, 600];

fn random(seed: u64, rows: usize, columns: usize) -> Mat<f64> {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    Mat::from_fn(rows, columns, |_, _| generator.random_range(-1.0..1.0))
}

fn by_rows(matrix: &Mat<f64>) -> Vec<f64> {
    let n = matrix.ncols();
    (0..matrix.nrows() * n).map(|at| matrix[(at / n, at % n)]).collect()
}

fn column(matrix: &Mat<f64>) -> Vec<f64> {
    matrix.col(0).iter().copied().collect()
}

fn distance(found: &[f64], expected: &[f64]) -> f64 {
    let largest = expected.iter().fold(1.0, |most: f64, value| most.max(value.abs()));
    let gaps = found.iter().zip(expected).map(|(found, expected)| (found - expected).abs());
    gaps.fold(0.0, f64::max) / largest
}

#[test]
fn factors_solve_at_every_size() {
    for size in SIZES {
        let half = random(size as u64, size, size);
        let definite = &half * half.transpose() + Mat::<f64>::identity(size, size);
        let right = random(99, size, 1);
        let mut factor = DenseCholesky::default();
        factor.begin(size).copy_from_slice(&by_rows(&definite));
        factor.factorise().expect("definite");
        let mut x = column(&right);
        factor.solve(&mut x);
        let expected = column(&definite.llt(Side::Lower).expect("definite").solve(&right));
        assert!(distance(&x, &expected) < 1e-11, "Cholesky of {size}");
        let mut x = column(&right);
        factor.solve_lower(&mut x);
        let lower = definite.llt(Side::Lower).expect("definite");
        let product = lower.L() * Mat::from_fn(size, 1, |row, _| x[row]);
        assert!(distance(&column(&product), &column(&right)) < 1e-11, "L of {size}");

        let shifted = &half + Mat::<f64>::identity(size, size);
        let mut lu = DenseLu::default();
        lu.begin(size).copy_from_slice(&by_rows(&shifted));
        lu.factorise().expect("regular");
        let mut x = column(&right);
        lu.solve(&mut x);
        let product = &shifted * Mat::from_fn(size, 1, |row, _| x[row]);
        assert!(distance(&column(&product), &column(&right)) < 1e-11, "LU of {size}");
    }
}

#[test]
fn what_has_no_factor_is_told() {
    for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        for at in [0, 11, 12, 29] {
            let mut factor = DenseCholesky::default();
            let mut values = vec![0.0; 900];
            values.iter_mut().step_by(31).for_each(|entry| *entry = 1.0);
            values[31 * at] = bad;
            factor.begin(30).copy_from_slice(&values);
            assert!(factor.factorise().is_err(), "{bad} at {at}");
        }
    }
}

/// Against the pseudo-inverse by singular values.
#[test]
fn least_norms_are_those_of_singular_values() {
    for (size, rank) in [(1, 0), (1, 1), (3, 2), (8, 5), (20, 20), (30, 1), (40, 33)] {
        let seed = (100 * size + rank) as u64;
        let matrix = random(seed, size, rank) * random(seed + 1, rank, size);
        let right = &matrix * random(seed + 2, size, 1);
        let columns: Vec<f64> = (0..size * size).map(|at| matrix[(at % size, at / size)]).collect();
        let found = least_norm(&columns, &column(&right), 1e-12);
        let factors = matrix.svd().expect("finite");
        let mut along = factors.U().transpose() * &right;
        for row in 0..size {
            let value = factors.S().column_vector()[row];
            along[(row, 0)] = if row < rank { along[(row, 0)] / value } else { 0.0 };
        }
        let expected = column(&(factors.V() * along));
        assert!(distance(&found, &expected) < 1e-9, "{size} of rank {rank}");
    }
}

#[test]
fn eigenvalues_are_those_of_another_library() {
    for size in [1, 2, 9, 40, 81] {
        let half = random(size as u64, size, size);
        let matrix = &half + half.transpose();
        let expected = matrix.self_adjoint_eigenvalues(Side::Lower).expect("finite");
        let found = SymmetricEigen::of(&by_rows(&matrix), size).expect("finite");
        assert!(distance(&found.values, &expected) < 1e-12, "{size}");
    }
}

fn symmetric(size: usize, pairs: impl Iterator<Item = (usize, usize)>) -> SparseMatrix {
    let mut triplets = Triplets::new();
    (0..size).for_each(|row| triplets.push(row, row, 1.0));
    for (row, column) in pairs.filter(|(row, column)| row != column) {
        triplets.push(row, column, 0.01);
        triplets.push(column, row, 0.01);
    }
    SparseMatrix::from_triplets(size, size, &triplets)
}

fn fill(matrix: &SparseMatrix, order: &[usize]) -> usize {
    factor_pattern(matrix, order).iter().map(Vec::len).sum()
}

/// Fill within a fifth of that of another library's approximate minimum degree, and within
/// 3 % of it over all.
#[test]
fn least_degrees_leave_little_fill() {
    let grid = |n: usize| {
        let pairs = (0..n * n).flat_map(move |at| {
            let right = (at % n + 1 < n).then_some((at, at + 1));
            let below = (at / n + 1 < n).then_some((at, at + n));
            right.into_iter().chain(below)
        });
        symmetric(n * n, pairs)
    };
    let scattered = |size: usize, count: usize, seed: u64| {
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        let pairs: Vec<_> = (0..count)
            .map(|_| (generator.random_range(0..size), generator.random_range(0..size)))
            .collect();
        symmetric(size, pairs.into_iter())
    };
    // Groups of alike rows, a star, and one row that all others know.
    let groups = symmetric(300, (0..300).flat_map(|a| (0..3).map(move |b| (a, a / 6 * 6 + b))));
    let star = symmetric(500, (1..500).map(|at| (0, at)));
    let mut all = vec![grid(7), grid(40), groups, star, symmetric(5, std::iter::empty())];
    all.extend((0..10).map(|seed| scattered(200, 150 + 60 * seed as usize, seed)));
    let (mut ours, mut theirs) = (0, 0);
    for (place, matrix) in all.iter().enumerate() {
        let n = matrix.rows();
        let order = Ordering::MinimumDegree.permutation(matrix);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..n), "{place}: not a permutation");
        let (starts, columns) = (matrix.row_starts(), matrix.column_indices());
        let pattern = SymbolicSparseColMatRef::new_checked(n, n, starts, None, columns);
        let (mut forward, mut inverse) = (vec![0; n], vec![0; n]);
        let mut memory =
            faer::dyn_stack::MemBuffer::new(amd::order_scratch::<usize>(n, matrix.stored()));
        let stack = faer::dyn_stack::MemStack::new(&mut memory);
        amd::order(&mut forward, &mut inverse, pattern, amd::Control::default(), stack)
            .expect("enough memory");
        let found = [fill(matrix, &order), fill(matrix, &forward)];
        assert!(10 * found[0] <= 12 * found[1], "{place}: {found:?}");
        ours += found[0];
        theirs += found[1];
    }
    assert!(100 * ours <= 103 * theirs, "{ours} {theirs}");
}
