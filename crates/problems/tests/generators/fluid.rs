//! The pressure problem against its stencil and against hydrostatics.

use stickslip_problems::generate::{FluidCells, FluidOperator, FluidOptions, fluid};
use stickslip_solve::{Kind, OptionValues, Problem, Request, Residuals, Status, registry};

use crate::eigenvalues;

#[test]
fn a_liquid_at_rest_has_hydrostatic_pressure() {
    for dimension in [2, 3] {
        for complementary in [FluidCells::Everywhere, FluidCells::Mixed] {
            let (cells, fill, ripple, speed) = (8, 0.5, 0.0, 0.0);
            let options = FluidOptions {
                cells,
                dimension,
                fill,
                ripple,
                speed,
                complementary,
                ..Default::default()
            };
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

/// Products of the stencil against the matrix, and that against every other
/// way to write it down: the sum over faces of c (xᵢ − xⱼ)².
#[test]
fn a_stencil_multiplies_as_its_matrix_does() {
    for (dimension, cells) in [(2, 9), (3, 5)] {
        let of = |operator| {
            let ratio = 3.0;
            let options = FluidOptions {
                cells,
                dimension,
                operator,
                density_ratio: ratio,
                ..Default::default()
            };
            fluid(4, &options).expect("options in range")
        };
        let [matrix, stencil] = [FluidOperator::Matrix, FluidOperator::Stencil].map(of);
        assert!(stencil.stencil().is_some() && stencil.data().matrix.is_none());
        assert_eq!((stencil.b(), stencil.lo()), (matrix.b(), matrix.lo()));
        let n = matrix.size();
        let x: Vec<f64> = (0..n).map(|row| (row as f64 * 0.7).sin()).collect();
        let (mut left, mut right) = (vec![0.0; n], vec![0.0; n]);
        matrix.multiply(&x, &mut left);
        stencil.multiply(&x, &mut right);
        let largest = matrix.matrix().largest();
        assert!(left.iter().zip(&right).all(|(l, r)| (l - r).abs() < 1e-13 * largest));
        assert!(
            stencil
                .diagonal()
                .iter()
                .zip(matrix.diagonal())
                .all(|(l, r)| (l - r).abs() < 1e-13 * largest)
        );
        assert_eq!(stencil.matrix(), matrix.matrix());
        let written = stickslip_problems::files::to_json(&stencil);
        let again = stickslip_problems::files::read_json(&written, "stencil").expect("a problem");
        assert!(!again.is_assembled(), "a file of faces");
        assert_eq!(again.stencil(), stencil.stencil());
        assert_eq!(again.stored(), matrix.matrix().stored());
        assert_eq!(again.matrix(), matrix.matrix());
        let energy: f64 = x.iter().zip(&right).map(|(x, y)| x * y).sum();
        let square = |row: usize| {
            let beside = matrix.matrix().row(row).filter(|entry| entry.0 != row);
            let (mut sum, mut coefficients) = (0.0, 0.0);
            for (other, value) in beside {
                sum += -0.5 * value * (x[row] - x[other]).powi(2);
                coefficients -= value;
            }
            sum + (matrix.diagonal()[row] - coefficients) * x[row] * x[row]
        };
        let expected: f64 = (0..n).map(square).sum();
        assert!((energy - expected).abs() < 1e-12 * expected, "{energy} and {expected}");
    }
}

/// Methods that ask for products, rows and the diagonal alone solve two liquids
/// without ever forming A; block pivoting on the matrix says what they should find.
#[test]
fn solvers_work_on_the_stencil_itself() {
    let of = |operator| {
        let options =
            FluidOptions { cells: 9, operator, density_ratio: 3.0, ..FluidOptions::default() };
        fluid(4, &options).expect("options in range")
    };
    let direct = solved("bpp-full", &[], &of(FluidOperator::Matrix));
    let ways: [(&str, &[&str]); 11] = [
        ("pgs", &[]),
        ("psor", &["relaxation=1.5"]),
        ("jacobi", &[]),
        ("nncg", &[]),
        ("pgd", &[]),
        ("cpg", &[]),
        ("pgcg", &["preconditioner=jacobi"]),
        ("bpp-pcg", &["preconditioner=jacobi"]),
        ("bpp-pcg", &["preconditioner=none", "proximal=false"]),
        ("minmap-newton", &[]),
        ("fischer-newton", &[]),
    ];
    for (solver, options) in ways {
        let problem = of(FluidOperator::Stencil);
        let x = solved(solver, options, &problem);
        assert!(!problem.is_assembled(), "{solver} {options:?} has formed a matrix");
        let size = direct.iter().fold(0.0_f64, |size, x| size.max(x.abs()));
        let off = x.iter().zip(&direct).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
        assert!(off < 1e-5 * size, "{solver} {options:?}: {off:e} of {size:e}");
    }
}

fn solved(solver: &str, options: &[&str], problem: &Problem) -> Vec<f64> {
    let pairs = options.iter().filter_map(|option| option.split_once('='));
    let settings = pairs.fold(OptionValues::new(), |all, (key, value)| all.set(key, value));
    let entry = registry::find(solver).expect("registered");
    let request = Request { tolerance: Some(1e-10), ..Request::default() };
    let found = entry.build(&settings).expect("options").solve(problem, &request);
    let outcome = found.expect("accepted");
    assert_eq!(outcome.status, Status::Converged, "{solver} {options:?}");
    outcome.x
}

/// Each liquid presses with its own weight: p grows by ρ g Δx from cell to cell,
/// by the mean of both where they meet.
#[test]
fn two_liquids_at_rest_press_with_their_own_weights() {
    for operator in [FluidOperator::Matrix, FluidOperator::Stencil] {
        let options = FluidOptions {
            cells: 8,
            fill: 0.75,
            ripple: 0.0,
            speed: 0.0,
            density_ratio: 4.0,
            operator,
            ..Default::default()
        };
        let problem = fluid(1, &options).expect("options in range");
        let unit = 1000.0 * 9.81 / 8.0;
        // From the top: three layers of water, then three of the other.
        let down = [1.0, 2.0, 3.0, 5.5, 9.5, 13.5].map(|layers| layers * unit);
        let pressure: Vec<f64> = (0..48).map(|cell| down[5 - cell / 8]).collect();
        let mut divergence = vec![0.0; 48];
        problem.velocity(&pressure, &mut divergence);
        assert!(divergence.iter().all(|value| value.abs() < 1e-12), "{divergence:?}");
    }
}

/// The face between liquid and air has the density of the liquid, also where the air is
/// above the lower of two liquids.
#[test]
fn air_weighs_nothing() {
    let (cells, mut between) = (8, 0);
    for seed in 0..6 {
        let options = FluidOptions {
            cells,
            fill: 0.5,
            ripple: 0.4,
            density_ratio: 3.0,
            operator: FluidOperator::Stencil,
            ..Default::default()
        };
        let problem = fluid(seed, &options).expect("options in range");
        let stencil = problem.stencil().expect("a stencil");
        let wet: Vec<usize> = stencil.cells().iter().map(|&cell| cell as usize).collect();
        let faces = stencil.faces();
        let is_below = |cell: usize| (cell / cells) as f64 + 0.5 < 0.5 * 0.5 * cells as f64;
        for &cell in wet.iter().filter(|&&cell| cell + cells < cells * cells) {
            if !wet.contains(&(cell + cells)) {
                let density = if is_below(cell) { 3000.0 } else { 1000.0 };
                let expected = (cells * cells) as f64 / 60.0 / density;
                let found = faces[1][cell];
                assert!((found / expected - 1.0).abs() < 1e-12, "seed {seed}, {cell}");
                between += usize::from(is_below(cell) && !is_below(cell + cells));
            }
        }
    }
    assert!(between > 2, "{between}");
}
