//! Gaussian elimination with full pivoting, for the oracle alone: it shares
//! nothing with the factorisations of the methods that it judges.

/// Σ coefficients·x = right.
#[derive(Clone, Debug)]
pub struct Equation {
    /// One number per unknown.
    pub coefficients: Vec<f64>,
    /// The right-hand side.
    pub right: f64,
}

/// What the equations leave of the space.
#[derive(Clone, Debug)]
pub struct Elimination {
    /// Number of independent equations.
    pub rank: usize,
    /// Whether the dependent equations agree with the others.
    pub consistent: bool,
    /// The solution of least norm (of the independent equations).
    pub x: Vec<f64>,
}

/// A pivot below this, in rows scaled to a largest entry of one, is zero.
const PIVOT: f64 = 1e-13;
/// Dependent equations may disagree by this, relative to the largest
/// right-hand side. It only prunes: every candidate is measured afterwards.
const CONSISTENCY: f64 = 1e-6;

/// Gauss–Jordan to [I R | c; 0 0 | gap] in permuted columns.
pub fn eliminate(equations: &[Equation], unknowns: usize) -> Elimination {
    let mut rows: Vec<Equation> = equations.iter().map(scaled).collect();
    let largest_right = rows.iter().fold(0.0, |largest: f64, row| largest.max(row.right.abs()));
    let mut columns: Vec<usize> = (0..unknowns).collect();
    let mut rank = 0;
    while let Some((row, at, pivot)) = largest_entry(&rows[rank..], &columns[rank..]) {
        if pivot <= PIVOT {
            break;
        }
        rows.swap(rank, rank + row);
        columns.swap(rank, rank + at);
        clear_column(&mut rows, rank, columns[rank]);
        rank += 1;
    }
    let gap = rows[rank..].iter().fold(0.0, |largest: f64, row| largest.max(row.right.abs()));
    let consistent = gap <= CONSISTENCY * largest_right;
    Elimination { rank, consistent, x: least_norm(&rows[..rank], &columns) }
}

fn scaled(equation: &Equation) -> Equation {
    let largest =
        equation.coefficients.iter().fold(0.0, |largest: f64, value| largest.max(value.abs()));
    let scale = if largest > 0.0 { 1.0 / largest } else { 1.0 };
    Equation {
        coefficients: equation.coefficients.iter().map(|value| value * scale).collect(),
        right: equation.right * scale,
    }
}

fn largest_entry(rows: &[Equation], columns: &[usize]) -> Option<(usize, usize, f64)> {
    let mut largest: Option<(usize, usize, f64)> = None;
    for (i, row) in rows.iter().enumerate() {
        for (j, &column) in columns.iter().enumerate() {
            let value = row.coefficients[column].abs();
            if largest.is_none_or(|found| value > found.2) {
                largest = Some((i, j, value));
            }
        }
    }
    largest
}

fn clear_column(rows: &mut [Equation], pivot_row: usize, column: usize) {
    let (before, rest) = rows.split_at_mut(pivot_row);
    let (source, after) = rest.split_first_mut().expect("the pivot's own row");
    let pivot = source.coefficients[column];
    for value in &mut source.coefficients {
        *value /= pivot;
    }
    source.right /= pivot;
    for row in before.iter_mut().chain(after) {
        let factor = row.coefficients[column];
        if factor != 0.0 {
            for (value, other) in row.coefficients.iter_mut().zip(&source.coefficients) {
                *value -= factor * other;
            }
            row.right -= factor * source.right;
            row.coefficients[column] = 0.0;
        }
    }
}

/// x_B = c − R x_N is shortest where (I + RᵀR) x_N = Rᵀc.
fn least_norm(rows: &[Equation], columns: &[usize]) -> Vec<f64> {
    let (basic, loose) = columns.split_at(rows.len());
    let mut x = vec![0.0; columns.len()];
    if !loose.is_empty() {
        let product = |left: usize, right: usize| {
            rows.iter().map(|row| row.coefficients[left] * row.coefficients[right]).sum::<f64>()
        };
        let normal: Vec<Equation> = (0..loose.len())
            .map(|i| Equation {
                coefficients: (0..loose.len())
                    .map(|j| f64::from(u8::from(i == j)) + product(loose[i], loose[j]))
                    .collect(),
                right: rows.iter().map(|row| row.coefficients[loose[i]] * row.right).sum(),
            })
            .collect();
        // I + RᵀR is positive definite, so this recursion has full rank.
        for (&column, value) in loose.iter().zip(eliminate(&normal, loose.len()).x) {
            x[column] = value;
        }
    }
    for (&column, row) in basic.iter().zip(rows) {
        x[column] =
            row.right - loose.iter().map(|&other| row.coefficients[other] * x[other]).sum::<f64>();
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    fn equation(coefficients: &[f64], right: f64) -> Equation {
        Equation { coefficients: coefficients.to_vec(), right }
    }

    #[test]
    fn regular_singular_and_contradictory_systems() {
        let regular = eliminate(&[equation(&[0.0, 2.0], 2.0), equation(&[4.0, 1.0], 9.0)], 2);
        assert_eq!((regular.rank, regular.x), (2, vec![2.0, 1.0]));
        let shortest = eliminate(&[equation(&[3.0, 4.0], 25.0), equation(&[6.0, 8.0], 50.0)], 2);
        assert!(shortest.rank == 1 && shortest.consistent);
        assert!((shortest.x[0] - 3.0).abs() < 1e-13 && (shortest.x[1] - 4.0).abs() < 1e-13);
        let contradictory = eliminate(&[equation(&[1.0, 1.0], 1.0), equation(&[2.0, 2.0], 3.0)], 2);
        assert!(contradictory.rank == 1 && !contradictory.consistent);
        let nothing = eliminate(&[equation(&[0.0], 0.0)], 1);
        assert!(nothing.rank == 0 && nothing.consistent && nothing.x == [0.0]);
    }
}
