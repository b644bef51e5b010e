//! Vectors and matrices of one contact.

/// Normal and two tangents; unused tangents are zero.
pub type Vector = [f64; 3];
/// A matrix by rows.
pub type Matrix = [[f64; 3]; 3];

/// 0.
pub const ZERO: Matrix = [[0.0; 3]; 3];
/// 1.
pub const IDENTITY: Matrix = diagonal([1.0; 3]);

/// The diagonal matrix of `entries`.
pub const fn diagonal(entries: Vector) -> Matrix {
    let [a, b, c] = entries;
    [[a, 0.0, 0.0], [0.0, b, 0.0], [0.0, 0.0, c]]
}

/// a · b.
pub fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// a + s b.
pub fn add(a: Vector, s: f64, b: Vector) -> Vector {
    [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]]
}

/// ‖(t, s)‖ of (n, t, s).
pub fn tangential(a: Vector) -> f64 {
    a[1].hypot(a[2])
}

/// M a.
pub fn apply(matrix: &Matrix, a: Vector) -> Vector {
    [dot(matrix[0], a), dot(matrix[1], a), dot(matrix[2], a)]
}

/// L R.
pub fn product(left: &Matrix, right: &Matrix) -> Matrix {
    let mut result = ZERO;
    for (row, out) in result.iter_mut().enumerate() {
        for (col, entry) in out.iter_mut().enumerate() {
            *entry = (0..3).map(|inner| left[row][inner] * right[inner][col]).sum();
        }
    }
    result
}

/// L + s R.
pub fn sum(left: &Matrix, s: f64, right: &Matrix) -> Matrix {
    let mut result = *left;
    for (out, line) in result.iter_mut().zip(right) {
        *out = add(*out, s, *line);
    }
    result
}

/// The inverse by cofactors; not finite where there is none.
pub fn inverse(m: &Matrix) -> Matrix {
    let minor = |i: usize, j: usize| {
        let (a, b) = ((i + 1) % 3, (i + 2) % 3);
        let (c, d) = ((j + 1) % 3, (j + 2) % 3);
        m[a][c] * m[b][d] - m[a][d] * m[b][c]
    };
    let determinant: f64 = (0..3).map(|j| m[0][j] * minor(0, j)).sum();
    let mut result = ZERO;
    for (i, line) in result.iter_mut().enumerate() {
        for (j, entry) in line.iter_mut().enumerate() {
            *entry = minor(j, i) / determinant;
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

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
