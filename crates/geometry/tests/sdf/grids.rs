//! Grids: orders of their error, their gradients, the narrow band, threads.

use stickslip_geometry::Bounds;
use stickslip_geometry::glam::{DVec3, dvec3};
use stickslip_geometry::mesh::generate::torus;
use stickslip_geometry::sdf::{
    Field, FormulaField, Grid, GridError, Interpolation, MeshField, Sign, SparseGrid,
};

use crate::{oracle, points};

const CUBE: Bounds = Bounds { lower: DVec3::NEG_ONE, upper: DVec3::ONE };
const BALL: FormulaField = FormulaField::Sphere { radius: 0.7 };

/// Errors of value and gradient within a band of the surface, at the most.
fn errors(grid: &impl Field, field: &impl Field, band: f64) -> (f64, f64) {
    let near = points(20_000, 0.95).into_iter().filter(|&point| field.value(point).abs() < band);
    near.fold((0.0, 0.0), |(value, gradient), point| {
        let (ours, slope) = grid.sample(point);
        let (exact, direction) = field.sample(point);
        (f64::max(value, (ours - exact).abs()), f64::max(gradient, (slope - direction).length()))
    })
}

fn orders(interpolation: Interpolation) -> [f64; 2] {
    let grid = |nodes: f64| Grid::new(&BALL, &CUBE, 2.0 / (nodes - 1.0), interpolation).unwrap();
    let coarse = errors(&grid(17.0), &BALL, 0.2);
    let fine = errors(&grid(65.0), &BALL, 0.2);
    println!("{interpolation:?}: {coarse:?} and {fine:?}");
    [(coarse.0 / fine.0).log2() / 2.0, (coarse.1 / fine.1).log2() / 2.0]
}

#[test]
fn linear_grids_are_of_second_order_and_their_gradients_of_first() {
    let [value, gradient] = orders(Interpolation::Linear);
    assert!(value > 1.85 && gradient > 0.9, "{value}, {gradient}");
}

#[test]
fn cubic_grids_are_of_third_order_and_their_gradients_of_second() {
    let [value, gradient] = orders(Interpolation::Cubic);
    assert!(value > 2.8 && gradient > 1.85, "{value}, {gradient}");
}

/// The oracle's errors of a trilinear grid, whose points we do not know: ours of many
/// random points agree in the mean. (The largest is that of the kink in the middle.)
#[test]
fn errors_are_those_of_the_oracle() {
    for case in oracle()["sphere_grid"].as_array().unwrap() {
        let spacing = case["dx"].as_f64().unwrap();
        let grid = Grid::new(&BALL, &CUBE, spacing, Interpolation::Linear).unwrap();
        assert_eq!(grid.nodes()[0] as u64, case["nodes"].as_u64().unwrap());
        let all = points(40_000, 1.0);
        let error = |point: &DVec3| (grid.value(*point) - BALL.value(*point)).abs();
        let mean = all.iter().map(error).sum::<f64>() / all.len() as f64;
        let most = all.iter().map(error).fold(0.0, f64::max);
        println!(
            "{}: mean {mean:e}, most {most:e}, oracle {}, {}",
            case["nodes"], case["mean_error"], case["max_error"]
        );
        let expected = case["mean_error"].as_f64().unwrap();
        assert!((mean / expected - 1.0).abs() < 0.05, "{mean} for {expected}");
    }
}

/// The gradient is that of the interpolated function, not of the field.
#[test]
fn gradients_are_slopes_of_the_interpolated_values() {
    let bumpy = FormulaField::Torus { ring: 0.6, tube: 0.25 };
    for interpolation in [Interpolation::Linear, Interpolation::Cubic] {
        let dense = Grid::new(&bumpy, &CUBE, 0.13, interpolation).unwrap();
        let sparse = SparseGrid::new(&bumpy, &CUBE, 0.03, 0.1, interpolation).unwrap();
        let fields: [&dyn Fn(DVec3) -> (f64, DVec3); 2] =
            [&|point| dense.sample(point), &|point| sparse.sample(point)];
        for field in fields {
            let mut jumps = 0;
            for point in points(1000, 1.2) {
                let h = 1e-6;
                let slope = DVec3::from_array(DVec3::AXES.map(|axis| {
                    (field(point + axis * h).0 - field(point - axis * h).0) / (2.0 * h)
                }));
                let error = (slope - field(point).1).length();
                // Beyond the box only the part that leads away from it is reported.
                jumps += usize::from(CUBE.contains(point) && error > 1e-4);
            }
            assert!(jumps < 4, "{interpolation:?}: {jumps}");
        }
    }
}

#[test]
fn a_grid_of_a_distance_has_slopes_of_length_one_nearly() {
    let field = FormulaField::Torus { ring: 0.6, tube: 0.25 };
    let residual = |spacing: f64| {
        let grid = SparseGrid::new(&field, &CUBE, spacing, 0.1, Interpolation::Cubic).unwrap();
        let all: Vec<f64> = points(20_000, 0.95)
            .into_iter()
            .filter(|&point| field.value(point).abs() < 0.05)
            .map(|point| (grid.sample(point).1.length() - 1.0).abs())
            .collect();
        all.iter().sum::<f64>() / all.len() as f64
    };
    let (coarse, fine) = (residual(0.1), residual(0.025));
    println!("mean | |∇s| − 1 |: {coarse:e} and {fine:e}");
    assert!(fine < 0.001 && fine < coarse / 8.0, "{coarse}, {fine}");
}

#[test]
fn the_narrow_band_has_the_values_of_the_dense_grid() {
    let cell = 1.0 / 32.0;
    for interpolation in [Interpolation::Linear, Interpolation::Cubic] {
        let dense = Grid::new(&BALL, &CUBE, cell, interpolation).unwrap();
        let sparse = SparseGrid::new(&BALL, &CUBE, cell, 0.1, interpolation).unwrap();
        assert!(sparse.stored() < dense.nodes().iter().product::<usize>() * 3);
        for point in points(5000, 1.0) {
            if BALL.value(point).abs() < 0.1 && point.abs().max_element() < 1.0 - cell {
                let (one, other) = (dense.sample(point), sparse.sample(point));
                assert!((one.0 - other.0).abs() < 1e-12, "at {point}");
                assert!((one.1 - other.1).length() < 1e-10, "at {point}");
            }
            // Elsewhere the sign is right and the value not far off.
            let (value, exact) = (sparse.value(point), BALL.value(point));
            assert!((value - exact).abs() < 0.1, "at {point}: {value} for {exact}");
        }
    }
}

#[test]
fn values_go_on_beyond_the_box() {
    let grid = Grid::new(&BALL, &CUBE, 0.1, Interpolation::Linear).unwrap();
    let (value, gradient) = grid.sample(dvec3(5.0, 0.0, 0.0));
    assert!((value - 4.3).abs() < 0.05 && (gradient - DVec3::X).length() < 1e-12);
    assert!(grid.value(DVec3::NAN).is_nan());
}

#[test]
fn threads_change_no_bit() {
    let torus = torus(0.6, 0.25, 12, 8).unwrap();
    let field = MeshField::new(&torus, Sign::Winding);
    let make = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| SparseGrid::new(&field, &CUBE, 0.1, 0.1, Interpolation::Linear)).unwrap()
    };
    let one = make(1);
    for threads in [2, 5] {
        assert!(one == make(threads));
    }
}

#[test]
fn what_makes_no_grid_is_refused() {
    let ask = |bounds: &Bounds, spacing| Grid::new(&BALL, bounds, spacing, Interpolation::Linear);
    assert_eq!(ask(&CUBE, 0.0).err(), Some(GridError::Spacing(0.0)));
    assert_eq!(ask(&CUBE, 1e-9).err(), Some(GridError::TooMany));
    assert_eq!(ask(&CUBE, 1e-300).err(), Some(GridError::TooMany));
    assert_eq!(ask(&Bounds::EMPTY, 0.1).err(), Some(GridError::Bounds('x')));
    let flat = Bounds { lower: DVec3::ZERO, upper: dvec3(1.0, 0.0, 1.0) };
    assert_eq!(ask(&flat, 0.1).err(), Some(GridError::Bounds('y')));
    assert!(SparseGrid::new(&BALL, &CUBE, f64::NAN, 0.1, Interpolation::Linear).is_err());
}

/// Nodes of a grid are asked with what their neighbours know; that changes no bit.
#[test]
fn nodes_of_a_grid_have_the_bits_of_the_field() {
    let field = MeshField::new(&torus(0.6, 0.25, 24, 12).unwrap(), Sign::Normal);
    let grid = Grid::new(&field, &CUBE, 0.125, Interpolation::Linear).unwrap();
    for at in 0..17_usize.pow(3) {
        let [i, j, k] = [at % 17, at / 17 % 17, at / 289].map(|step| step as f64);
        let point = DVec3::NEG_ONE + DVec3::new(i, j, k) * 0.125;
        // Each bound is the tightest that there may be, and then one that is wrong.
        let value = field.value(point);
        for bound in [value.abs() * (1.0 + 1e-9), value.abs() / 2.0] {
            assert_eq!(field.value_within(point, bound).to_bits(), value.to_bits(), "{point}");
        }
        assert!((grid.value(point) - value).abs() < 1e-15, "{point}");
    }
}
