//! Which rows of a level live on in the next coarser one.
//!
//! Row i depends strongly on j when |aᵢⱼ| ≥ θ max |aᵢₖ|, k ≠ i. Absolute values,
//! because contact matrices have off-diagonals of both signs. The first pass of
//! Ruge and Stüben then makes coarse, again and again, the row on which most
//! open rows depend, and fine those that depend on it.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use stickslip_linalg::SparseMatrix;

/// Columns on which each row depends strongly, among those of its own class. A
/// row without a class takes no part.
pub fn strong_dependence(
    matrix: &SparseMatrix,
    class: &[Option<u8>],
    threshold: f64,
) -> Vec<Vec<usize>> {
    (0..matrix.rows())
        .map(|row| {
            if class[row].is_none() {
                return Vec::new();
            }
            let others = || matrix.row(row).filter(|&(column, _)| column != row);
            let largest = others().fold(0.0_f64, |largest, (_, value)| largest.max(value.abs()));
            others()
                .filter(|&(column, value)| {
                    value != 0.0
                        && value.abs() >= threshold * largest
                        && class[column] == class[row]
                })
                .map(|(column, _)| column)
                .collect()
        })
        .collect()
}

/// Whether each row is coarse. A row without strong dependence is fine: the
/// smoother alone settles it.
pub fn split(strong: &[Vec<usize>]) -> Vec<bool> {
    let n = strong.len();
    let mut influence = vec![Vec::new(); n];
    for (row, columns) in strong.iter().enumerate() {
        columns.iter().for_each(|&column| influence[column].push(row));
    }
    let mut weight: Vec<usize> = influence.iter().map(Vec::len).collect();
    let mut open: BTreeSet<(usize, Reverse<usize>)> =
        (0..n).map(|row| (weight[row], Reverse(row))).collect();
    let mut is_open = vec![true; n];
    let mut coarse = vec![false; n];
    while let Some((most, Reverse(row))) = open.pop_last() {
        is_open[row] = false;
        if most == 0 {
            // Nobody depends on it. If it depends on fine rows only, nothing
            // would be interpolated to it: it stays coarse itself.
            coarse[row] = !strong[row].is_empty() && !strong[row].iter().any(|&to| coarse[to]);
            continue;
        }
        coarse[row] = true;
        for &fine in influence[row].iter().filter(|&&fine| is_open[fine]).collect::<Vec<_>>() {
            is_open[fine] = false;
            open.remove(&(weight[fine], Reverse(fine)));
            for &column in strong[fine].iter().filter(|&&column| is_open[column]) {
                open.remove(&(weight[column], Reverse(column)));
                weight[column] += 1;
                open.insert((weight[column], Reverse(column)));
            }
        }
    }
    coarse
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_is_halved() {
        let mut entries = vec![0.0; 49];
        for row in 0..7_usize {
            entries[8 * row] = 2.0;
            if row > 0 {
                entries[8 * row - 1] = -1.0;
                entries[8 * row - 7] = -1.0;
            }
        }
        let chain = SparseMatrix::from_dense(7, 7, &entries);
        let strong = strong_dependence(&chain, &[Some(0); 7], 0.25);
        assert_eq!(strong[3], vec![2, 4]);
        let coarse = split(&strong);
        assert_eq!(coarse, [false, true, false, true, false, true, false]);
        // Rows of different classes do not meet, nor do rows without any.
        let class = [Some(0), Some(1), None, None, Some(1), Some(0), None];
        let apart = strong_dependence(&chain, &class, 0.25);
        assert!(apart.iter().all(Vec::is_empty));
        assert!(split(&apart).iter().all(|&coarse| !coarse));
    }
}
