//! Signed distances: how long grids take to make, and samples of them.

use std::hint::black_box;
use std::time::Instant;

use serde_json::{Value, json};
use stickslip_geometry::Bounds;
use stickslip_geometry::glam::{DVec3, dvec3};
use stickslip_geometry::mesh::generate::torus;
use stickslip_geometry::sdf::{Field, Grid, Interpolation, MeshField, Sign, SparseGrid};

use crate::timing::table;

/// Milliseconds to make each on all threads, and millions of samples (value and
/// gradient) a second on one.
pub fn show(quick: bool) -> Value {
    let ring = torus(0.6, 0.25, 48, 24).expect("a ring");
    let field = MeshField::new(&ring, Sign::Normal);
    let cube = Bounds { lower: DVec3::NEG_ONE, upper: DVec3::ONE };
    let cell = if quick { 1.0 / 16.0 } else { 1.0 / 32.0 };
    let dense = |how| timed(|| Grid::new(&field, &cube, cell, how).expect("a grid"));
    let sparse = |how| timed(|| SparseGrid::new(&field, &cube, cell, 0.1, how).expect("a grid"));
    let (linear, cubic) = (dense(Interpolation::Linear), dense(Interpolation::Cubic));
    let (thin, thin_cubic) = (sparse(Interpolation::Linear), sparse(Interpolation::Cubic));
    let mesh = timed(|| MeshField::new(&ring, Sign::Normal));
    let rows = [
        ("dense, linear", linear.0, rate(&linear.1)),
        ("dense, cubic", cubic.0, rate(&cubic.1)),
        ("sparse, linear", thin.0, rate(&thin.1)),
        ("sparse, cubic", thin_cubic.0, rate(&thin_cubic.1)),
        ("the mesh itself, 2 304 faces", mesh.0, rate(&mesh.1)),
    ];
    let mut table = table(&["signed distance", "made in (ms)", "million samples a second"]);
    for (name, made, rate) in rows {
        table.add_row([name.to_owned(), format!("{made:.1}"), format!("{rate:.2}")]);
    }
    println!("{}", table.trim_fmt());
    let row = |(name, made, rate): &(&str, f64, f64)| json!({"field": name, "made_ms": made, "million_a_second": rate});
    rows.iter().map(row).collect()
}

/// The shortest of three, in milliseconds.
fn timed<T>(make: impl Fn() -> T) -> (f64, T) {
    let once = || {
        let begin = Instant::now();
        let made = make();
        (begin.elapsed().as_secs_f64() * 1e3, made)
    };
    let (first, second, third) = (once(), once(), once());
    (first.0.min(second.0).min(third.0), third.1)
}

/// The best of five runs, for a machine that does other things too.
fn rate(field: &impl Field) -> f64 {
    let count = 200_000;
    // Three irrational steps fill the box evenly.
    let place = |k: usize, step: f64| (k as f64 * step).fract() * 1.8 - 0.9;
    let once = |_| {
        let begin = Instant::now();
        for k in 0..count {
            let point = dvec3(place(k, 0.618_034), place(k, 0.414_214), place(k, 0.732_051));
            black_box(field.sample(black_box(point)));
        }
        count as f64 / begin.elapsed().as_secs_f64() / 1e6
    };
    (0..5).map(once).fold(0.0, f64::max)
}
