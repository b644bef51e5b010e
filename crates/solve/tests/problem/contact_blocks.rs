//! Diagonal blocks of A against A itself.

use stickslip_solve::{Kind, Problem};

use crate::random;

#[test]
fn blocks_agree_with_the_dense_matrix_from_either_form() {
    for seed in 0..20 {
        let data = random::problem(seed, Kind::Ncp, 5, 6);
        let dense = random::dense_matrix(data.factored.as_ref().expect("factored"));
        let from_entries = random::assembled(&data);
        let from_factors = Problem::new(data).expect("well formed");
        for problem in [&from_factors, &from_entries] {
            let blocks = problem.contact_blocks();
            assert_eq!(blocks.len(), problem.contacts().len());
            for (block, contact) in blocks.iter().zip(problem.contacts()) {
                let rows: Vec<usize> = contact.rows().collect();
                assert_eq!(block.size, rows.len());
                for i in 0..3 {
                    for j in 0..3 {
                        let inside = i < rows.len() && j < rows.len();
                        let expected = if inside { dense[rows[i]][rows[j]] } else { 0.0 };
                        assert!((block.entries[i][j] - expected).abs() < 1e-14);
                    }
                }
            }
        }
    }
}

#[test]
fn an_unsymmetric_block_keeps_its_orientation() {
    let mut data = random::problem(1, Kind::Ccp, 2, 1);
    data.matrix = Some(stickslip_linalg::SparseMatrix::from_dense(
        3,
        3,
        &[9.0, 0.0, 0.0, 0.0, 1.0, 2.0, 0.0, 3.0, 4.0],
    ));
    data.factored = None;
    let problem = Problem::new(data).expect("well formed");
    let block = problem.contact_blocks()[0];
    assert_eq!(block.entries, [[1.0, 2.0, 0.0], [3.0, 4.0, 0.0], [0.0; 3]]);
}
