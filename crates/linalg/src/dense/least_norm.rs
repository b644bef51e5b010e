//! Solutions of systems that are singular but consistent.

use pulp::{Arch, Simd, WithSimd};

use super::sums::{dot_in_lanes, subtract_scaled};

/// The x of least norm among those with the least ‖A x − c‖, where A (column by column, square)
/// has singular values that are only rounding: A P = Q R by reflections, the longest column
/// first, until what is left is below `floor` of the longest; then the rows of R that count are
/// reflected from the right, R = \[T 0\] Z, so that x = P Zᵀ T⁻¹ Qᵀ c.
pub fn least_norm(matrix: &[f64], right: &[f64], floor: f64) -> Vec<f64> {
    Arch::new().dispatch(LeastNorm { matrix, right, floor })
}

struct LeastNorm<'a> {
    matrix: &'a [f64],
    right: &'a [f64],
    floor: f64,
}

impl WithSimd for LeastNorm<'_> {
    type Output = Vec<f64>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Vec<f64> {
        let Self { matrix, right, floor } = self;
        let size = right.len();
        let mut columns: Vec<Vec<f64>> =
            matrix.chunks_exact(size.max(1)).map(<[f64]>::to_vec).collect();
        let mut right = right.to_vec();
        let mut order: Vec<usize> = (0..size).collect();
        let length = |column: &[f64]| dot_in_lanes(simd, column, column).sqrt();
        let longest = columns.iter().map(|column| length(column)).fold(0.0, f64::max);
        let mut rank = 0;
        while rank < size {
            let (mut best, mut most) = (rank, -1.0);
            for (at, column) in columns.iter().enumerate().skip(rank) {
                let own = length(&column[rank..]);
                if own > most {
                    (best, most) = (at, own);
                }
            }
            if most.is_nan() || most <= floor * longest {
                break;
            }
            columns.swap(rank, best);
            order.swap(rank, best);
            let mirror = mirror(simd, &columns[rank][rank..]);
            for column in &mut columns[rank..] {
                reflect(simd, &mirror, &mut column[rank..]);
            }
            reflect(simd, &mirror, &mut right[rank..]);
            rank += 1;
        }
        // Rows of R from the last: what stands right of the triangle is turned into its diagonal.
        let mut mirrors = Vec::with_capacity(rank);
        for row in (0..rank).rev() {
            let line: Vec<f64> =
                std::iter::once(row).chain(rank..size).map(|column| columns[column][row]).collect();
            let mirror = mirror(simd, &line);
            for other in 0..=row {
                let places = || std::iter::once(row).chain(rank..size);
                let mut line: Vec<f64> = places().map(|column| columns[column][other]).collect();
                reflect(simd, &mirror, &mut line);
                for (column, value) in places().zip(line) {
                    columns[column][other] = value;
                }
            }
            mirrors.push((row, mirror));
        }
        let mut turned = vec![0.0; size];
        for row in (0..rank).rev() {
            turned[row] = right[row] / columns[row][row];
            let (value, column) = (turned[row], &columns[row][..row]);
            subtract_scaled(simd, &mut right[..row], value, column);
        }
        for (row, mirror) in mirrors.iter().rev() {
            let places = || std::iter::once(*row).chain(rank..size);
            let mut line: Vec<f64> = places().map(|at| turned[at]).collect();
            reflect(simd, mirror, &mut line);
            places().zip(line).for_each(|(at, value)| turned[at] = value);
        }
        let mut x = vec![0.0; size];
        order.iter().zip(turned).for_each(|(&at, value)| x[at] = value);
        x
    }
}

/// A vector v with (1 − v vᵀ) x along the first axis.
#[inline(always)]
fn mirror<S: Simd>(simd: S, x: &[f64]) -> Vec<f64> {
    let length = dot_in_lanes(simd, x, x).sqrt();
    let mut mirror = x.to_vec();
    if length > 0.0 {
        mirror[0] += length.copysign(x[0]);
        let size = (0.5 * dot_in_lanes(simd, &mirror, &mirror)).sqrt();
        mirror.iter_mut().for_each(|value| *value /= size);
    }
    mirror
}

#[inline(always)]
fn reflect<S: Simd>(simd: S, mirror: &[f64], x: &mut [f64]) {
    let along = dot_in_lanes(simd, mirror, x);
    subtract_scaled(simd, x, along, mirror);
}
