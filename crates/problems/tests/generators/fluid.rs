//! The pressure problem against its stencil and against hydrostatics.

use stickslip_problems::generate::{FluidCells, FluidOptions, fluid};
use stickslip_solve::{Kind, Residuals};

use crate::eigenvalues;

#[test]
fn a_liquid_at_rest_has_hydrostatic_pressure() {
    for dimension in [2, 3] {
        for complementary in [FluidCells::Everywhere, FluidCells::Mixed] {
            let (cells, fill, ripple, speed) = (8, 0.5, 0.0, 0.0);
            let options = FluidOptions { cells, dimension, fill, ripple, speed, complementary };
            let problem = fluid(1, &options).expect("options in range");
            let layer = 8usize.pow(dimension as u32 - 1);
            assert_eq!(problem.size(), 4 * layer);
            // Cells are numbered layer by layer upward; p = 0 one cell above the top.
            let pressure: Vec<f64> = (0..4 * layer)
                .map(|cell| 1000.0 * 9.81 * (4 - cell / layer) as f64 / 8.0)
                .collect();
            let mut divergence = vec![0.0; problem.size()];
            problem.velocity(&pressure, &mut divergence);
            let residual = Residuals::measure(&problem, &pressure, &divergence).natural.value;
            assert!(residual < 1e-12, "{residual:e}");
        }
    }
}

#[test]
fn the_matrix_is_a_symmetric_definite_stencil() {
    for (dimension, cells) in [(2, 9), (3, 5)] {
        let options = FluidOptions { cells, dimension, ..Default::default() };
        let problem = fluid(2, &options).expect("options in range");
        assert_eq!(problem.kind(), Kind::Lcp);
        let matrix = problem.matrix();
        assert_eq!(matrix.worst_asymmetry(), None);
        assert!(eigenvalues(matrix)[0] > 0.0);
        let unit = (cells * cells) as f64 / 60.0 / 1000.0;
        for row in 0..problem.size() {
            let neighbours = matrix.row(row).filter(|entry| entry.0 != row);
            let off: Vec<f64> = neighbours.map(|entry| entry.1).collect();
            assert!(off.len() <= 2 * dimension);
            assert!(off.iter().all(|value| (value + unit).abs() < 1e-12 * unit));
            let faces = (matrix.get(row, row) / unit).round();
            assert!(faces >= off.len() as f64 && faces <= 2.0 * dimension as f64);
        }
    }
}

#[test]
fn mixed_problems_free_exactly_the_inner_cells() {
    let options = FluidOptions {
        cells: 10,
        ripple: 0.0,
        fill: 1.0,
        complementary: FluidCells::Mixed,
        ..Default::default()
    };
    let problem = fluid(3, &options).expect("options in range");
    assert_eq!(problem.kind(), Kind::Blcp);
    assert_eq!(problem.size(), 99, "a full tank keeps one cell of air");
    let free = problem.lo().iter().filter(|lo| lo.is_infinite()).count();
    assert_eq!(free, 64);
    assert!(eigenvalues(problem.matrix())[0] > 0.0, "one cell of air makes it regular");
}
