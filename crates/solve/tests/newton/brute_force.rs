//! All solutions of a small `lcp` by trying every index set with elimination of
//! its own.

use stickslip_solve::Problem;

/// Solves a dense system by elimination with exchanges of rows; `None` where it
/// is singular.
pub fn eliminate(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Option<Vec<f64>> {
    let n = b.len();
    for k in 0..n {
        let pivot = (k..n).max_by(|&i, &j| a[i][k].abs().total_cmp(&a[j][k].abs()))?;
        if a[pivot][k].abs() < 1e-12 {
            return None;
        }
        a.swap(k, pivot);
        b.swap(k, pivot);
        for i in (0..n).filter(|&i| i != k) {
            let scale = a[i][k] / a[k][k];
            for j in k..n {
                let above = a[k][j];
                a[i][j] -= scale * above;
            }
            b[i] -= scale * b[k];
        }
    }
    Some((0..n).map(|k| b[k] / a[k][k]).collect())
}

/// Every x ≥ 0 with w = A x + b ≥ 0 and x·w = 0.
pub fn solutions(problem: &Problem) -> Vec<Vec<f64>> {
    let (a, b) = (problem.matrix().to_dense(), problem.b());
    let n = b.len();
    let mut found = Vec::new();
    for set in 0..1_usize << n {
        let active: Vec<usize> = (0..n).filter(|row| set >> row & 1 == 1).collect();
        let block = active.iter().map(|&i| active.iter().map(|&j| a[i * n + j]).collect());
        let right = active.iter().map(|&i| -b[i]).collect();
        let Some(part) = eliminate(block.collect(), right) else { continue };
        let mut x = vec![0.0; n];
        active.iter().zip(&part).for_each(|(&row, &value)| x[row] = value);
        let w = |row: usize| b[row] + (0..n).map(|at| a[row * n + at] * x[at]).sum::<f64>();
        if x.iter().all(|&x| x >= -1e-10) && (0..n).all(|row| w(row) >= -1e-10) {
            found.push(x);
        }
    }
    found
}
