//! The operator in parts and in lists, against its matrix.

use stickslip_linalg::{SparseMatrix, Stencil, StencilError};

/// 4 × 3 × 2 cells without three of them; no two faces are alike, and one is closed.
fn example() -> Stencil {
    let takes = |cell: usize| ![2, 7, 13].contains(&cell);
    let face =
        |axis: usize, cell: usize| if cell == 5 { 0.0 } else { (axis + 3 * cell + 1) as f64 };
    Stencil::new(&[4, 3, 2], takes, face)
}

/// The entries of the rows and columns of a part, row by row.
fn block(matrix: &SparseMatrix, rows: &[usize]) -> Vec<f64> {
    let (dense, n) = (matrix.to_dense(), matrix.rows());
    rows.iter()
        .flat_map(|&i| rows.iter().map(move |&j| (i, j)))
        .map(|(i, j)| dense[i * n + j])
        .collect()
}

#[test]
fn a_part_is_the_block_of_its_matrix() {
    let whole = example();
    let matrix = whole.assemble();
    let all: Vec<usize> = (0..whole.size()).collect();
    for rows in [&all[..], &[0], &[20], &[3, 4, 8], &[18, 2, 10], &[5, 6, 7, 8, 9]] {
        let part = whole.part(rows);
        assert_eq!(part.assemble().to_dense(), block(&matrix, rows), "{rows:?}");
        assert_eq!(part.stored(), part.assemble().stored(), "{rows:?}");
        let again = part.part(&(0..rows.len()).collect::<Vec<_>>());
        assert_eq!(again.assemble(), part.assemble(), "{rows:?}");
    }
}

/// The entries of A from its definition: c on the diagonal for each open face, −c
/// beside it where there is a cell behind. Products and rows are those of the
/// matrix to the last bit.
#[test]
fn products_have_the_bits_of_the_matrix() {
    let stencil = example();
    let n = stencil.size();
    let cell = |row: usize| stencil.cells()[row] as usize;
    let place = |cell: usize| [cell % 4, cell / 4 % 3, cell / 12];
    let mut dense = vec![0.0; n * n];
    for i in 0..n {
        for (axis, (size, stride)) in [(4, 1), (3, 4), (2, 12)].into_iter().enumerate() {
            let along = place(cell(i))[axis];
            let below = (along > 0).then(|| (cell(i) - stride, cell(i) - stride));
            let above = (along + 1 < size).then(|| (cell(i), cell(i) + stride));
            for (before, other) in below.into_iter().chain(above) {
                let c = if before == 5 { 0.0 } else { (axis + 3 * before + 1) as f64 };
                dense[i * n + i] += c;
                if let Some(j) = (0..n).find(|&j| cell(j) == other) {
                    dense[i * n + j] -= c;
                }
            }
        }
    }
    let matrix = SparseMatrix::from_dense(n, n, &dense);
    assert_eq!(stencil.assemble().to_dense(), dense);
    assert_eq!(stencil.diagonal(), matrix.diagonal());
    assert_eq!(stencil.stored(), stencil.assemble().stored());
    let x: Vec<f64> = (0..n).map(|row| (0.7 * row as f64).sin() - 0.3).collect();
    let (mut left, mut right) = (vec![0.0; n], vec![0.0; n]);
    stencil.multiply(&x, &mut left);
    stencil.assemble().multiply(&x, &mut right);
    let bits = |values: &[f64]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&left), bits(&right));
    for row in 0..n {
        let (mut entries, stored) = (Vec::new(), stencil.assemble());
        stencil.for_each_entry(row, |column, value| entries.push((column, value)));
        assert_eq!(entries, stored.row(row).collect::<Vec<_>>(), "{row}");
    }
}

#[test]
fn lists_make_the_same_operator() {
    let stencil = example();
    let cells: Vec<usize> = stencil.cells().iter().map(|&cell| cell as usize).collect();
    let lists = |counts: &[usize], cells: &[usize], faces: &[Vec<f64>]| {
        Stencil::from_lists(counts, cells, faces)
    };
    assert_eq!(lists(stencil.counts(), &cells, &stencil.faces()), Ok(stencil.clone()));
    let (counts, faces) = (stencil.counts(), &stencil.faces()[..]);
    for counts in [&[][..], &[0, 3], &[1 << 20, 1 << 20], &[usize::MAX, 2], &[1, 1, 1, 1]] {
        assert_eq!(lists(counts, &cells, faces), Err(StencilError::Counts), "{counts:?}");
    }
    let error = |cells: &[usize], faces: &[Vec<f64>]| {
        lists(counts, cells, faces).expect_err("wrong").to_string()
    };
    assert_eq!(error(&cells, &faces[..2]), "faces has 2 entries but needs 3");
    let mut short = faces.to_vec();
    short[1].pop();
    assert_eq!(error(&cells, &short), "faces[1] has 23 entries but needs 24");
    for wrong in [&[0, 24][..], &[3, 3]] {
        let cell = wrong[1];
        let text =
            format!("cells[1] is {cell} but must be a cell of the grid that no other row has");
        assert_eq!(error(wrong, faces), text);
    }
    let mut beyond = faces.to_vec();
    beyond[0][7] = 1.0;
    let text = "faces[0][7] must be 0 where the grid ends along that axis";
    assert_eq!(error(&cells, &beyond), text);
}
