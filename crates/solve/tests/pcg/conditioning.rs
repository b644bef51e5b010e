//! cond(P⁻¹A) of every preconditioner in one table.

use faer::{Mat, Side};
use stickslip_linalg::SparseMatrix;
use stickslip_linalg::preconditioner::{
    self, MatrixSource, PRECONDITIONERS, Parameters, Preconditioner,
};

use crate::samples::problem;

fn dense(matrix: &SparseMatrix) -> Mat<f64> {
    let entries = matrix.to_dense();
    let n = matrix.rows();
    Mat::from_fn(n, n, |i, j| entries[i * n + j])
}

/// Largest over smallest eigenvalue of GᵀAG with P⁻¹ = GGᵀ.
fn condition(preconditioner: &mut dyn Preconditioner, matrix: &Mat<f64>) -> Option<f64> {
    let n = matrix.nrows();
    let mut inverse = Mat::zeros(n, n);
    let (mut unit, mut column) = (vec![0.0; n], vec![0.0; n]);
    for j in 0..n {
        unit[j] = 1.0;
        preconditioner.apply(&unit, &mut column);
        unit[j] = 0.0;
        for i in 0..n {
            inverse[(i, j)] = column[i];
        }
    }
    let symmetric = (&inverse + inverse.transpose()) * 0.5;
    let factor = symmetric.llt(Side::Lower).ok()?.L().to_owned();
    let product = factor.transpose() * matrix * &factor;
    let symmetric = (&product + product.transpose()) * 0.5;
    let values = symmetric.self_adjoint_eigenvalues(Side::Lower).ok()?;
    Some(values[values.len() - 1] / values[0])
}

#[test]
fn table_of_condition_numbers() {
    let names: String = PRECONDITIONERS.iter().map(|entry| format!("{:>18}", entry.name)).collect();
    println!("{:43}{names}", "");
    for (generator, settings) in [
        ("spd", "size=40 condition=1e4 density=0.15"),
        ("wall", "bricks=6 columns=3 compliance=1e-3"),
        ("wall", "bricks=6 columns=3 compliance=1e-5"),
        ("pile", "bodies=8 compliance=1e-3"),
        ("pile", "bodies=8 compliance=1e-5"),
        ("cable", "links=10 compliance=1e-3"),
        ("cable", "links=10 compliance=1e-5"),
    ] {
        let problem = problem(generator, 0, settings);
        let matrix = problem.matrix();
        let copy = dense(matrix);
        let groups: Vec<Vec<usize>> =
            problem.contacts().iter().map(|contact| contact.rows().collect()).collect();
        let source = MatrixSource { matrix, groups: &groups };
        let measure = |name: &str, parameters: &Parameters| {
            let entry = preconditioner::find(name).expect("known");
            let mut built = (entry.build)(&source, parameters).ok()?;
            condition(&mut *built, &copy)
        };
        let default = Parameters::default();
        let line: String = PRECONDITIONERS
            .iter()
            .map(|entry| match measure(entry.name, &default) {
                Some(value) => format!("{value:>18.3e}"),
                None => format!("{:>18}", "breakdown"),
            })
            .collect();
        println!("{:43}{line}", format!("{generator} {settings}"));
        let known = |name: &str| measure(name, &default).expect(name);
        // Nothing dropped: P = A.
        let complete = Parameters { drop_tolerance: 0.0, ..default };
        let exact = measure("ict", &complete).expect("positive definite");
        assert!(exact < 1.0 + 1e-5, "{generator} {settings}: {exact}");
        // Van der Sluis: no diagonal scaling beats Jacobi's by more than the
        // largest number of entries in a row; Demmel: nor any block scaling
        // the blocks by more than their number.
        let rows = matrix.rows();
        let most = (0..rows).map(|row| matrix.row_slices(row).0.len()).max().unwrap_or(1);
        assert!(known("jacobi") <= 1.001 * most as f64 * known("none"), "{settings}");
        let blocks = (rows - groups.iter().map(|group| group.len() - 1).sum::<usize>()) as f64;
        assert!(known("block-jacobi") <= 1.001 * blocks * known("jacobi"), "{settings}");
        // No theorem, but what they are for.
        if let Some(dropped) = measure("ict", &default) {
            assert!(dropped < known("jacobi"), "{settings}");
        }
        assert!(known("ic0-imaginary") < known("jacobi"), "{settings}");
    }
}
