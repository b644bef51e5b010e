//! The shapes that can touch: one file and one line of [`Shape::readers`] each.

mod bounds;
mod capsule;
mod compound;
mod cuboid;
mod cylinder;
mod ellipsoid;
mod error;
mod form;
mod half_space;
mod hull;
mod kind;
mod mesh;
mod sphere;
mod terrain;

use std::sync::Arc;

use glam::DVec3;

pub use error::ShapeError;
pub use form::ShapeSource;
pub(crate) use form::{Form, Role};
pub(crate) use hull::Hull;
pub use kind::ShapeKind;
pub use mesh::Solidity;
pub(crate) use mesh::{SolidMesh, WholeField};
pub(crate) use terrain::{Edge, NONE, Terrain, TerrainFeature};

use crate::Pose;
use crate::mass::MassProperties;
use terrain::{height_field, triangle_mesh};

/// Makes a shape of one kind from what a source says.
pub type ShapeReader<S> = fn(&S) -> Result<Shape, <S as ShapeSource>::Error>;

/// A checked shape in its own frame, cheap to clone.
///
/// ```
/// use stickslip_contact::Shape;
/// let ball = Shape::sphere(0.5)?;
/// let mass = ball.mass_properties(1000.0).expect("a ball has a volume");
/// assert!((mass.mass - 523.598_775_598_298_8).abs() < 1e-9);
/// assert!(Shape::sphere(-0.5).is_err());
/// # Ok::<(), stickslip_contact::ShapeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Shape {
    pub(crate) form: Arc<dyn Form>,
}

impl Shape {
    fn of(form: impl Form + 'static) -> Self {
        Self { form: Arc::new(form) }
    }

    /// Every shape that can be read, by its name in files.
    pub fn readers<S: ShapeSource>() -> Vec<(&'static str, ShapeReader<S>)> {
        vec![
            (sphere::NAME, sphere::read),
            (cuboid::NAME, cuboid::read),
            (capsule::NAME, capsule::read),
            (cylinder::NAME, cylinder::read),
            (ellipsoid::NAME, ellipsoid::read),
            (hull::NAME, hull::read),
            (half_space::NAME, half_space::read),
            (height_field::NAME, height_field::read),
            (triangle_mesh::NAME, triangle_mesh::read),
        ]
    }

    /// What this shape is.
    pub fn kind(&self) -> ShapeKind<'_> {
        self.form.kind()
    }

    /// Lower and upper corner of the bounding box at a pose; infinite for half-spaces.
    pub fn bounds(&self, pose: &Pose) -> (DVec3, DVec3) {
        self.form.bounds(pose)
    }

    /// Mass, centre and inertia at a density in kg/m³. `None` for shapes
    /// without a volume (half-spaces and terrains), and for a density that is
    /// not a positive finite number.
    pub fn mass_properties(&self, density: f64) -> Option<MassProperties> {
        (density.is_finite() && density > 0.0).then(|| self.form.mass(density)).flatten()
    }
}
