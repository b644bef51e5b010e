//! Grids in files.

use rand::{Rng, SeedableRng};
use stickslip_geometry::Bounds;
use stickslip_geometry::glam::DVec3;
use stickslip_geometry::sdf::{
    Field, FieldFileError, FormulaField, Grid, Interpolation, SparseGrid, StoredField,
};

use crate::points;

fn both() -> [StoredField; 2] {
    let cube = Bounds { lower: DVec3::NEG_ONE, upper: DVec3::ONE };
    let shape = FormulaField::Capsule { half: 0.3, radius: 0.4 };
    [
        StoredField::Dense(Grid::new(&shape, &cube, 0.25, Interpolation::Cubic).unwrap()),
        StoredField::Sparse(
            SparseGrid::new(&shape, &cube, 0.1, 0.05, Interpolation::Linear).unwrap(),
        ),
    ]
}

#[test]
fn a_field_comes_back_with_the_same_bits() {
    for field in both() {
        let back = StoredField::from_bytes(&field.to_bytes()).unwrap();
        assert!(back == field);
        for point in points(100, 1.2) {
            assert_eq!(back.sample(point), field.sample(point));
        }
    }
}

/// Every byte that is changed, and every length, is noticed; nothing panics.
#[test]
fn damaged_files_are_refused() {
    let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(2);
    for field in both() {
        let bytes = field.to_bytes();
        for _ in 0..300 {
            let mut wrong = bytes.clone();
            // Half of the time in the header.
            let end = if random.random() { 80 } else { bytes.len() };
            let at = random.random_range(0..end);
            wrong[at] ^= 1 << random.random_range(0..8);
            assert!(StoredField::from_bytes(&wrong).is_err(), "byte {at}");
            let cut = random.random_range(0..bytes.len());
            assert!(StoredField::from_bytes(&bytes[..cut]).is_err(), "cut at {cut}");
        }
        let longer = [bytes.as_slice(), &[0]].concat();
        assert!(StoredField::from_bytes(&longer).is_err());
    }
    assert_eq!(StoredField::from_bytes(b"").err(), Some(FieldFileError::Magic));
}
