//! A rigid body that is being described.

use stickslip_contact::ShapeError;
use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{
    BodyDescription, ColliderDescription, Drive, MassDescription, Model, ModelError, Motion, Pose,
    Shape,
};
use stickslip_geometry::rotation;

/// A rigid body in the words of scene files: shapes by their whole sizes, axes along y.
///
/// What cannot be (a radius of −1, an unknown material) is reported by [`crate::World`] when
/// it is built, with the name of the body.
#[derive(Clone, Debug)]
pub struct Rigid {
    description: BodyDescription,
    material: Option<String>,
    /// The first shape that cannot be.
    wrong: Option<ShapeError>,
}

impl Rigid {
    /// A body that forces move, as dense as water unless set otherwise.
    pub fn dynamic(name: impl Into<String>) -> Self {
        let description = BodyDescription::dynamic(name, Pose::IDENTITY, Vec::new());
        Self { description, material: None, wrong: None }
    }

    /// A body that never moves.
    pub fn fixed(name: impl Into<String>) -> Self {
        Self::dynamic(name).with(|body| body.motion = Motion::Static)
    }

    /// A body that moves by a script, whatever pushes against it.
    pub fn driven(name: impl Into<String>, drive: Drive) -> Self {
        Self::dynamic(name).with(|body| body.motion = Motion::Kinematic(drive))
    }

    /// A box with these edges (m).
    pub fn cuboid(self, size: impl Into<DVec3>) -> Self {
        self.made(Shape::cuboid(0.5 * size.into()))
    }

    /// A ball (m).
    pub fn sphere(self, radius: f64) -> Self {
        self.made(Shape::sphere(radius))
    }

    /// A cylinder along y (m).
    pub fn cylinder(self, radius: f64, length: f64) -> Self {
        self.made(Shape::cylinder(radius, 0.5 * length))
    }

    /// A capsule along y; `length` is that of its straight part (m).
    pub fn capsule(self, radius: f64, length: f64) -> Self {
        self.made(Shape::capsule(radius, 0.5 * length))
    }

    /// Everything below a plane through its origin that looks along `normal`.
    pub fn half_space(self, normal: impl Into<DVec3>) -> Self {
        self.made(Shape::half_space(normal.into()))
    }

    /// The convex hull of points (m).
    pub fn hull(self, points: impl IntoIterator<Item = impl Into<DVec3>>) -> Self {
        let points: Vec<DVec3> = points.into_iter().map(Into::into).collect();
        self.made(Shape::convex_hull(&points))
    }

    /// Any other shape at its origin.
    pub fn shape(self, shape: Shape) -> Self {
        self.shape_at(Pose::IDENTITY, shape)
    }

    /// Any shape, placed in its frame.
    pub fn shape_at(self, pose: Pose, shape: Shape) -> Self {
        let collider = ColliderDescription { pose, ..ColliderDescription::new(shape) };
        self.with(|body| body.colliders.push(collider))
    }

    fn made(mut self, shape: Result<Shape, ShapeError>) -> Self {
        match shape {
            Ok(shape) => self.shape(shape),
            Err(error) => {
                self.wrong.get_or_insert(error);
                self
            }
        }
    }

    /// Where its frame is (m).
    pub fn at(self, position: impl Into<DVec3>) -> Self {
        let position = position.into();
        self.with(|body| body.pose.position = position)
    }

    /// Turned about an axis through its origin, by the right-hand rule (rad).
    pub fn turned(self, axis: impl Into<DVec3>, angle: f64) -> Self {
        let axis = axis.into().normalize();
        self.with(|body| {
            body.pose.orientation = rotation::about(axis, angle) * body.pose.orientation;
        })
    }

    /// Its mass (kg), spread over its shapes.
    pub fn mass(self, mass: f64) -> Self {
        self.with(|body| body.mass = MassDescription::Total(mass))
    }

    /// The density of the shapes that it has so far (kg/m³).
    pub fn density(self, density: f64) -> Self {
        self.with(|body| body.colliders.iter_mut().for_each(|it| it.density = density))
    }

    /// The velocity of its centre of mass at the beginning (m/s).
    pub fn velocity(self, velocity: impl Into<DVec3>) -> Self {
        let velocity = velocity.into();
        self.with(|body| body.velocity = velocity)
    }

    /// Its angular velocity at the beginning, in world axes (rad/s).
    pub fn spin(self, angular_velocity: impl Into<DVec3>) -> Self {
        let angular_velocity = angular_velocity.into();
        self.with(|body| body.angular_velocity = angular_velocity)
    }

    /// What all its shapes are made of: the name of a material of the world.
    pub fn material(mut self, name: impl Into<String>) -> Self {
        self.material = Some(name.into());
        self
    }

    /// Changes whatever else a body has.
    pub fn with(mut self, change: impl FnOnce(&mut BodyDescription)) -> Self {
        change(&mut self.description);
        self
    }

    /// Its description, for a model that has its materials.
    pub(crate) fn describe(self, model: &Model) -> Result<BodyDescription, ModelError> {
        let Self { mut description, material, wrong } = self;
        if let Some(error) = wrong {
            return Err(ModelError::Body { name: description.name, reason: error.to_string() });
        }
        if let Some(name) = material {
            let material = model.material_named(&name)?;
            description.colliders.iter_mut().for_each(|it| it.material = material);
        }
        Ok(description)
    }
}
