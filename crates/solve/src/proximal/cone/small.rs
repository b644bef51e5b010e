//! Vectors and matrices of one contact.

/// Normal and tangents; unused tangents are zero.
pub type Vector<const N: usize = 3> = [f64; N];
/// A matrix by rows.
pub type Matrix<const N: usize = 3> = [[f64; N]; N];

/// 0.
pub const fn zero<const N: usize>() -> Matrix<N> {
    [[0.0; N]; N]
}

/// 1.
pub const fn identity<const N: usize>() -> Matrix<N> {
    diagonal([1.0; N])
}

/// The diagonal matrix of `entries`.
pub const fn diagonal<const N: usize>(entries: Vector<N>) -> Matrix<N> {
    let mut matrix = [[0.0; N]; N];
    let mut at = 0;
    while at < N {
        matrix[at][at] = entries[at];
        at += 1;
    }
    matrix
}

/// The normal alone.
pub fn normal<const N: usize>(value: f64) -> Vector<N> {
    let mut vector = [0.0; N];
    vector[0] = value;
    vector
}

/// a · b.
pub fn dot<const N: usize>(a: Vector<N>, b: Vector<N>) -> f64 {
    let mut sum = a[0] * b[0];
    for at in 1..N {
        sum += a[at] * b[at];
    }
    sum
}

/// a + s b.
pub fn add<const N: usize>(a: Vector<N>, s: f64, b: Vector<N>) -> Vector<N> {
    std::array::from_fn(|at| a[at] + s * b[at])
}

/// ‖v_t‖ of v = (v_n, v_t).
pub fn tangential<const N: usize>(a: Vector<N>) -> f64 {
    let mut length = libm::hypot(a[1], a[2]);
    for value in &a[3..] {
        length = libm::hypot(length, *value);
    }
    length
}

/// M a.
pub fn apply<const N: usize>(matrix: &Matrix<N>, a: Vector<N>) -> Vector<N> {
    std::array::from_fn(|row| dot(matrix[row], a))
}

/// L R.
pub fn product<const N: usize>(left: &Matrix<N>, right: &Matrix<N>) -> Matrix<N> {
    let mut result = zero();
    for (row, out) in result.iter_mut().enumerate() {
        for (col, entry) in out.iter_mut().enumerate() {
            *entry = (0..N).map(|inner| left[row][inner] * right[inner][col]).sum();
        }
    }
    result
}

/// L + s R.
pub fn sum<const N: usize>(left: &Matrix<N>, s: f64, right: &Matrix<N>) -> Matrix<N> {
    let mut result = *left;
    for (out, line) in result.iter_mut().zip(right) {
        *out = add(*out, s, *line);
    }
    result
}

/// The inverse; not finite where there is none.
pub fn inverse<const N: usize>(m: &Matrix<N>) -> Matrix<N> {
    if N == 3 { by_cofactors(m) } else { by_elimination(m) }
}

/// The inverse of three rows.
fn by_cofactors<const N: usize>(m: &Matrix<N>) -> Matrix<N> {
    let minor = |i: usize, j: usize| {
        let (a, b) = ((i + 1) % 3, (i + 2) % 3);
        let (c, d) = ((j + 1) % 3, (j + 2) % 3);
        m[a][c] * m[b][d] - m[a][d] * m[b][c]
    };
    let determinant: f64 = (0..3).map(|j| m[0][j] * minor(0, j)).sum();
    let mut result = zero();
    for (i, line) in result.iter_mut().enumerate() {
        for (j, entry) in line.iter_mut().enumerate() {
            *entry = minor(j, i) / determinant;
        }
    }
    result
}

/// Gauss and Jordan, the largest entry of each column first.
fn by_elimination<const N: usize>(m: &Matrix<N>) -> Matrix<N> {
    let (mut left, mut right) = (*m, identity::<N>());
    for col in 0..N {
        let larger = |&a: &usize, &b: &usize| left[a][col].abs().total_cmp(&left[b][col].abs());
        let pivot = (col..N).max_by(larger).unwrap_or(col);
        left.swap(col, pivot);
        right.swap(col, pivot);
        let scale = 1.0 / left[col][col];
        left[col] = left[col].map(|entry| scale * entry);
        right[col] = right[col].map(|entry| scale * entry);
        for row in (0..N).filter(|&row| row != col) {
            let factor = -left[row][col];
            left[row] = add(left[row], factor, left[col]);
            right[row] = add(right[row], factor, right[col]);
        }
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elimination_undoes_the_product_of_six_rows() {
        let matrix: Matrix<6> = std::array::from_fn(|i| {
            std::array::from_fn(|j| ((7 * i + 3 * j) as f64).sin() + if i == j { 0.2 } else { 0.0 })
        });
        let one = product(&matrix, &inverse(&matrix));
        for (i, line) in one.iter().enumerate() {
            for (j, entry) in line.iter().enumerate() {
                assert!((entry - f64::from(u8::from(i == j))).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn the_inverse_undoes_the_product() {
        let matrix = [[2.0, -1.0, 0.5], [0.25, 3.0, 1.0], [-4.0, 0.0, 1.5]];
        let one = product(&matrix, &inverse(&matrix));
        for (i, line) in one.iter().enumerate() {
            for (j, entry) in line.iter().enumerate() {
                assert!((entry - f64::from(u8::from(i == j))).abs() < 1e-15);
            }
        }
    }
}
