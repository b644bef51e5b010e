//! From the coarse rows back to the fine ones (Preclik et al., Eq 22–23).
//!
//! Identity on coarse rows. A smooth error has a small residual,
//! aᵢᵢ eᵢ + Σ aᵢⱼ eⱼ ≈ 0, so a fine row gets
//! eᵢ = −Σ_{j ∈ Cᵢ} α aᵢⱼ eⱼ / aᵢᵢ, where α scales the strong coarse neighbours
//! up to all neighbours, apart for negative and positive entries; positive ones
//! without a coarse neighbour are added to the diagonal. Rows without a class
//! are held still: they have no error.

use stickslip_linalg::{SparseMatrix, Triplets};

/// The prolongation, and the fine row of each coarse one.
pub fn prolongation(
    matrix: &SparseMatrix,
    class: &[Option<u8>],
    strong: &[Vec<usize>],
    coarse: &[bool],
) -> (SparseMatrix, Vec<usize>) {
    let fine_rows: Vec<usize> = (0..coarse.len()).filter(|&row| coarse[row]).collect();
    let mut place = vec![usize::MAX; coarse.len()];
    for (at, &row) in fine_rows.iter().enumerate() {
        place[row] = at;
    }
    let mut entries = Triplets::new();
    for row in 0..coarse.len() {
        if coarse[row] {
            entries.push(row, place[row], 1.0);
            continue;
        }
        let neighbours: Vec<usize> =
            strong[row].iter().copied().filter(|&column| coarse[column]).collect();
        let mut diagonal = 0.0;
        // Sums over all neighbours and over the coarse ones: [negative, positive].
        let (mut all, mut kept) = ([0.0; 2], [0.0; 2]);
        for (column, value) in matrix.row(row) {
            if column == row {
                diagonal = value;
            } else if class[column].is_some() {
                all[usize::from(value > 0.0)] += value;
            }
        }
        for &column in &neighbours {
            let value = matrix.get(row, column);
            kept[usize::from(value > 0.0)] += value;
        }
        if kept[1] == 0.0 {
            diagonal += all[1];
        }
        for &column in &neighbours {
            let value = matrix.get(row, column);
            let sign = usize::from(value > 0.0);
            entries.push(row, place[column], -(all[sign] / kept[sign]) * value / diagonal);
        }
    }
    (SparseMatrix::from_triplets(coarse.len(), fine_rows.len(), &entries), fine_rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_kept_where_rows_sum_to_zero() {
        let a =
            SparseMatrix::from_dense(3, 3, &[2.0, -1.5, -0.5, -1.5, 2.0, -0.5, -0.5, -0.5, 1.0]);
        let strong = vec![vec![1, 2], vec![0, 2], vec![0, 1]];
        let (p, rows) = prolongation(&a, &[Some(0); 3], &strong, &[true, false, true]);
        assert_eq!(rows, [0, 2]);
        assert_eq!(p.to_dense(), [1.0, 0.0, 0.75, 0.25, 0.0, 1.0]);
        // The weak neighbour's weight goes to the strong one.
        let only = [vec![], vec![0], vec![]];
        let (p, _) = prolongation(&a, &[Some(0); 3], &only, &[true, false, true]);
        assert_eq!(p.to_dense(), [1.0, 0.0, 1.0, 0.0, 0.0, 1.0]);
        // A row that is held still has no weight to give.
        let held = [Some(0), Some(0), None];
        let (p, _) = prolongation(&a, &held, &only, &[true, false, false]);
        assert_eq!(p.to_dense(), [1.0, 0.75, 0.0]);
    }
}
