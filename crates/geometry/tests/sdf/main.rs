//! Signed distance fields against formulas and against another implementation.

mod grids;
mod meshes;
mod shapes;
mod stored;

use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;
use serde_json::Value;
use stickslip_geometry::files::{Mesh, read};
use stickslip_geometry::glam::{DVec3, dvec3};
use stickslip_geometry::mesh::Surface;
use stickslip_geometry::sdf::FormulaField;

fn data(file: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file)
}

/// The values of another implementation.
pub fn oracle() -> Value {
    let mut text = String::new();
    let file = std::fs::File::open(data("sdf.json.gz")).unwrap();
    GzDecoder::new(file).read_to_string(&mut text).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// A mesh of the oracle.
pub fn surface(file: &str) -> Surface {
    match read(&data(&format!("{file}.gz"))).unwrap() {
        Mesh::Surface(surface) => surface,
        Mesh::Tetrahedra(_) => panic!("{file} has tetrahedra"),
    }
}

/// Three numbers.
pub fn vector(value: &Value) -> Option<DVec3> {
    Some(DVec3::from_array(serde_json::from_value(value.clone()).ok()?))
}

/// A list of three numbers each.
pub fn vectors(value: &Value) -> Vec<DVec3> {
    value.as_array().unwrap().iter().map(|entry| vector(entry).unwrap()).collect()
}

/// A list of numbers.
pub fn numbers(value: &Value) -> Vec<f64> {
    serde_json::from_value(value.clone()).unwrap()
}

/// A shape as the oracle names it.
pub fn shape(name: &str, parameters: &Value) -> FormulaField {
    let number = |key: &str| parameters[key].as_f64().unwrap();
    let half = || vector(&parameters["h"]).unwrap();
    match name {
        "sphere" => FormulaField::Sphere { radius: number("r") },
        "box" => FormulaField::Box { half: half() },
        "rounded_box" => FormulaField::RoundedBox { half: half(), radius: number("r") },
        "capsule" => FormulaField::Capsule { half: number("half"), radius: number("r") },
        "cylinder" => FormulaField::Cylinder { half: number("half"), radius: number("r") },
        "torus" => FormulaField::Torus { ring: number("R"), tube: number("r") },
        "cone" => FormulaField::Cone { half: number("half"), radius: number("r") },
        "plane" => FormulaField::HalfSpace {
            normal: vector(&parameters["n"]).unwrap(),
            offset: number("d"),
        },
        other => panic!("unknown shape {other}"),
    }
    .checked()
    .unwrap()
}

/// Points in a box about the origin, always the same.
pub fn points(count: usize, half: f64) -> Vec<DVec3> {
    use rand::{Rng, SeedableRng};
    let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(11);
    let mut next = || random.random_range(-half..half);
    (0..count).map(|_| dvec3(next(), next(), next())).collect()
}
