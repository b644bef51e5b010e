//! Positive parts of symmetric matrices.
//!
//! A = H T Hᵀ with reflections H and a tridiagonal T, and T = Zᵀ Λ Z by implicit QL steps
//! with Wilkinson's shift. Then A₊ = Σ_{λ > 0} λ v vᵀ = A + Σ_{λ < 0} |λ| v vᵀ with v = H z,
//! of which the shorter sum is taken.

use glam::{DMat3, DVec3};

/// QL steps for an eigenvalue after which it is taken as it is; two are usual.
const MAX_STEPS: usize = 50;

/// A symmetric matrix with its negative eigenvalues set to zero.
pub fn positive_part<const N: usize>(matrix: &[[f64; N]; N]) -> [[f64; N]; N] {
    let mut reflected = *matrix;
    let (mut values, mut beside) = tridiagonal(&mut reflected);
    let mut vectors = [[0.0; N]; N];
    for (at, row) in vectors.iter_mut().enumerate() {
        row[at] = 1.0;
    }
    for at in 0..N {
        diagonalise(&mut values, &mut beside, &mut vectors, at);
    }
    let negative = values.iter().filter(|&&value| value < 0.0).count();
    let from_above = 2 * negative <= N;
    let mut positive = if from_above { *matrix } else { [[0.0; N]; N] };
    for (&value, vector) in values.iter().zip(&mut vectors) {
        if value != 0.0 && (value < 0.0) == from_above {
            reflect(&reflected, vector);
            for i in 0..N {
                let share = value.abs() * vector[i];
                (0..N).for_each(|j| positive[i][j] += share * vector[j]);
            }
        }
    }
    positive
}

/// Makes a matrix tridiagonal: its diagonal and what is beside it. Row k then has, from
/// k + 1 on, the vector u with |u|² = 2 of the reflection I − u uᵀ of the rows after k.
fn tridiagonal<const N: usize>(matrix: &mut [[f64; N]; N]) -> ([f64; N], [f64; N]) {
    let (mut diagonal, mut beside) = ([0.0; N], [0.0; N]);
    for k in 0..N {
        diagonal[k] = matrix[k][k];
        if k + 1 == N {
            break;
        }
        let mut u = [0.0; N];
        u[k + 1..].copy_from_slice(&matrix[k][k + 1..]);
        let further: f64 = u[k + 2..].iter().map(|x| x * x).sum();
        if further == 0.0 {
            beside[k] = u[k + 1];
            matrix[k] = [0.0; N];
            continue;
        }
        let length = (u[k + 1] * u[k + 1] + further).sqrt();
        beside[k] = -length.copysign(u[k + 1]);
        u[k + 1] -= beside[k];
        // |u|² = 2 length (length + |first|)
        let scale = 1.0 / (length * u[k + 1].abs()).sqrt();
        u.iter_mut().for_each(|x| *x *= scale);
        matrix[k] = u;
        // (I − u uᵀ) A (I − u uᵀ) = A − u wᵀ − w uᵀ with w = A u − ½ (uᵀ A u) u.
        // Sums over all entries, of which u has zeros up to k, are faster than shorter ones.
        let mut w = [0.0; N];
        for i in k + 1..N {
            (0..N).for_each(|j| w[j] += u[i] * matrix[i][j]);
        }
        w[..=k].fill(0.0);
        let half = 0.5 * u.iter().zip(&w).map(|(u, w)| u * w).sum::<f64>();
        (0..N).for_each(|i| w[i] -= half * u[i]);
        for i in k + 1..N {
            let (own, other) = (u[i], w[i]);
            (0..N).for_each(|j| matrix[i][j] -= own * w[j] + other * u[j]);
        }
    }
    (diagonal, beside)
}

/// QL steps until the eigenvalue `at` stands alone; rows of `vectors` turn with them.
fn diagonalise<const N: usize>(
    values: &mut [f64; N],
    beside: &mut [f64; N],
    vectors: &mut [[f64; N]; N],
    at: usize,
) {
    for _ in 0..MAX_STEPS {
        let alone =
            |k: usize| beside[k].abs() <= f64::EPSILON * (values[k].abs() + values[k + 1].abs());
        let end = (at..N - 1).find(|&k| alone(k)).unwrap_or(N - 1);
        if end == at {
            return;
        }
        let ratio = (values[at + 1] - values[at]) / (2.0 * beside[at]);
        let shift = beside[at] / (ratio + (1.0 + ratio * ratio).sqrt().copysign(ratio));
        let (mut sine, mut cosine, mut moved) = (1.0, 1.0, 0.0);
        let mut bulge = values[end] - values[at] + shift;
        for k in (at..end).rev() {
            let (first, second) = (sine * beside[k], cosine * beside[k]);
            let length = (first * first + bulge * bulge).sqrt();
            beside[k + 1] = length;
            if length == 0.0 {
                values[k + 1] -= moved;
                beside[end] = 0.0;
                break;
            }
            let inverse = 1.0 / length;
            (sine, cosine) = (first * inverse, bulge * inverse);
            let next = values[k + 1] - moved;
            let turned = (values[k] - next) * sine + 2.0 * cosine * second;
            moved = sine * turned;
            values[k + 1] = next + moved;
            bulge = cosine * turned - second;
            let (upper, lower) = vectors.split_at_mut(k + 1);
            for (x, y) in upper[k].iter_mut().zip(&mut lower[0]) {
                (*x, *y) = (cosine * *x - sine * *y, sine * *x + cosine * *y);
            }
            if k == at {
                values[at] -= moved;
                beside[at] = bulge;
                beside[end] = 0.0;
            }
        }
    }
}

/// H z.
fn reflect<const N: usize>(reflections: &[[f64; N]; N], vector: &mut [f64; N]) {
    for k in (0..N.saturating_sub(2)).rev() {
        let u = &reflections[k];
        let part: f64 = u.iter().zip(&*vector).map(|(u, x)| u * x).sum();
        (0..N).for_each(|j| vector[j] -= part * u[j]);
    }
}

/// The positive part of a Hessian in four points that a common translation does not
/// change: three combinations of the points, orthonormal, see all of it.
pub(crate) fn positive_blocks(hessian: &mut [[DMat3; 4]; 4]) {
    let rows = (*hessian).map(|row| halves(&row));
    let columns = [0, 1, 2].map(|b| halves(&[0, 1, 2, 3].map(|i| rows[i][b])));
    let mut reduced = [[0.0; 9]; 9];
    for a in 0..3 {
        for r in 0..3 {
            for c in 0..9 {
                reduced[3 * a + r][c] = columns[c / 3][a].col(c % 3)[r];
            }
        }
    }
    let positive = positive_part(&reduced);
    let column = |a: usize, c: usize| DVec3::from_array([0, 1, 2].map(|r| positive[3 * a + r][c]));
    let block = |a: usize, b: usize| {
        DMat3::from_cols(column(a, 3 * b), column(a, 3 * b + 1), column(a, 3 * b + 2))
    };
    let rows = [0, 1, 2].map(|a| spread(&[0, 1, 2].map(|b| block(a, b))));
    let columns = [0, 1, 2, 3].map(|j| spread(&[0, 1, 2].map(|a| rows[a][j])));
    *hessian = [0, 1, 2, 3].map(|i| [0, 1, 2, 3].map(|j| columns[j][i]));
}

/// ½ (1, 1, −1, −1), ½ (1, −1, 1, −1) and ½ (1, −1, −1, 1) of four.
fn halves(of: &[DMat3; 4]) -> [DMat3; 3] {
    let (first, second) = ((of[0] - of[3]) * 0.5, (of[1] - of[2]) * 0.5);
    [first + second, first - second, (of[0] + of[3] - of[1] - of[2]) * 0.5]
}

/// The transpose of `halves`.
fn spread(of: &[DMat3; 3]) -> [DMat3; 4] {
    let (sum, difference, third) = (of[0] + of[1], of[0] - of[1], of[2]);
    [sum + third, difference - third, -difference - third, third - sum].map(|it| it * 0.5)
}
