//! A fingerprint of this machine's arithmetic, for tests that keep bits.
//!
//! Kernels of linear algebra choose their width by the processor and the order
//! of their sums by its caches, and elementary functions come from the system's
//! library. The name of a processor says nothing of either: virtual machines of
//! different processors share one. So the kernels themselves are run and the
//! bits of their results hashed. Tests compare kept bits and paths where the
//! fingerprint is the one that was kept.

use faer::linalg::solvers::Solve;
use faer::{Mat, Side};
use stickslip_linalg::{dot, norm};

/// Sizes on both sides of every width of registers and block of a kernel.
const SIZES: [usize; 9] = [1, 3, 5, 6, 9, 17, 33, 130, 520];

/// A hash of what kernels of every kind make of the same numbers, with the
/// profile that the calling test was built with.
pub fn fingerprint() -> String {
    let mut hash = Hash(0xcbf2_9ce4_8422_2325);
    for size in SIZES {
        dense(size, &mut hash);
        vectors(size, &mut hash);
    }
    elementary(&mut hash);
    let profile = if cfg!(debug_assertions) { "dev" } else { "release" };
    format!("{}, {profile}, {:016x}", std::env::consts::ARCH, hash.0)
}

/// FNV-1a over whole numbers of 64 bits.
struct Hash(u64);

impl Hash {
    fn add(&mut self, value: f64) {
        self.0 = (self.0 ^ value.to_bits()).wrapping_mul(0x0000_0100_0000_01b3);
    }
}

/// Numbers without a pattern, the same everywhere: multiplication and
/// remainder of whole numbers, and one division.
fn number(row: usize, column: usize) -> f64 {
    let mixed = (row as u64 * 7919 + column as u64 * 104_729 + 12_345) % 65_521;
    mixed as f64 / 65_521.0 - 0.5
}

/// Products, Cholesky and LU factors, and their solves.
fn dense(size: usize, hash: &mut Hash) {
    let some = Mat::from_fn(size, size, number);
    let raised = |matrix: &Mat<f64>| {
        let size = matrix.nrows();
        Mat::from_fn(size, size, |i, j| matrix[(i, j)] + if i == j { 1.0 } else { 0.0 })
    };
    let square = raised(&(&some * some.transpose()));
    let right = Mat::from_fn(size, 3, |i, j| number(j, i));
    add(&square, hash);
    if let Ok(factor) = square.llt(Side::Lower) {
        add(&factor.solve(&right), hash);
    }
    add(&raised(&some).partial_piv_lu().solve(&right), hash);
}

fn vectors(size: usize, hash: &mut Hash) {
    let one: Vec<f64> = (0..size).map(|at| number(at, 1)).collect();
    let two: Vec<f64> = (0..size).map(|at| number(2, at)).collect();
    hash.add(dot(&one, &two));
    hash.add(norm(&one));
}

/// Functions of the system's library.
fn elementary(hash: &mut Hash) {
    for at in 0..200 {
        let x = 8.0 * number(at, 3);
        let positive = x.abs() + 1e-3;
        let values = [x.sin(), x.cos(), x.tan(), x.exp(), x.atan2(positive), x.cbrt()];
        let others = [positive.ln(), positive.powf(0.37), (x / 4.0).acos(), positive.log10()];
        values.into_iter().chain(others).for_each(|value| hash.add(value));
    }
}

fn add(matrix: &Mat<f64>, hash: &mut Hash) {
    for column in 0..matrix.ncols() {
        matrix.col(column).iter().for_each(|&value| hash.add(value));
    }
}

#[test]
fn the_same_each_time() {
    assert_eq!(fingerprint(), fingerprint());
}
