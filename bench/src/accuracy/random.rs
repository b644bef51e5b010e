//! Scenes made at random, to find what nobody thought of: 3 to 40 bodies of six
//! shapes and of 0.01 kg to 10 t above the ground, and up to six joints between
//! any two of them. The same seed gives the same scene.

use glam::{DQuat, DVec3};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stickslip_dynamics::joint::{Ball, Distance, Fixed, Hinge, Prismatic, Universal};
use stickslip_dynamics::{
    Axis, BodyDescription, BodyId, ColliderDescription, JointDescription, JointKind,
    MassDescription, Model, ModelError, Pose, Settings, Shape, ShapeError, Simulation,
};

/// How far apart bodies begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spacing {
    /// Each in a cell of its own: no body is larger.
    Apart,
    /// Inside each other and inside the ground, by up to some decimetres.
    Overlapped,
}

impl Spacing {
    /// Side of the cell in which a body begins (m).
    const fn cell(self) -> f64 {
        match self {
            Self::Apart => 1.2,
            Self::Overlapped => 0.3,
        }
    }
}

/// The scene of a seed.
pub fn scene(seed: u64, spacing: Spacing, accuracy: Option<f64>) -> Result<Simulation, ModelError> {
    let side = spacing.cell();
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut model = Model::default();
    let ground = Shape::half_space(DVec3::Y).map_err(wrong)?;
    model.add_body(BodyDescription::fixed(
        "ground",
        Pose::IDENTITY,
        vec![ColliderDescription::new(ground)],
    ))?;
    let count = random.random_range(3..=40);
    let wide = (f64::from(count)).cbrt().ceil() as i32;
    let mut bodies = Vec::new();
    for at in 0..count {
        let cell = DVec3::new(
            f64::from(at % wide) - 0.5 * f64::from(wide),
            f64::from(at / (wide * wide)) + 0.6,
            f64::from(at / wide % wide) - 0.5 * f64::from(wide),
        );
        let turn = DQuat::from_scaled_axis(vector(&mut random, 3.0));
        let shape = shape(&mut random).map_err(wrong)?;
        let mut body = BodyDescription::dynamic(
            format!("body-{at}"),
            Pose::new(side * cell, turn),
            vec![ColliderDescription::new(shape)],
        );
        body.mass = MassDescription::Total(10f64.powf(random.random_range(-2.0..4.0)));
        body.velocity = vector(&mut random, 2.0);
        body.angular_velocity = vector(&mut random, 5.0);
        bodies.push((model.add_body(body)?, side * cell));
    }
    for at in 0..random.random_range(0..=6) {
        add_joint(&mut model, &bodies, at, &mut random)?;
    }
    Simulation::new(model, Settings { accuracy: accuracy.into(), ..Settings::default() })
}

/// A shape that cannot be, as an error of the model.
pub fn wrong(error: ShapeError) -> ModelError {
    ModelError::Setting { key: "shape", reason: error.to_string() }
}

/// Components between −size and size.
fn vector(random: &mut ChaCha8Rng, size: f64) -> DVec3 {
    DVec3::from_array([0; 3].map(|_| random.random_range(-size..size)))
}

/// One of six shapes, between 5 cm and 1 m across.
fn shape(random: &mut ChaCha8Rng) -> Result<Shape, ShapeError> {
    let kind = random.random_range(0..6);
    let mut size = || random.random_range(0.05..0.25);
    match kind {
        0 => Shape::sphere(size()),
        1 => Shape::cuboid(DVec3::new(size(), size(), size())),
        2 => Shape::capsule(0.5 * size(), size()),
        3 => Shape::cylinder(size(), size()),
        4 => {
            let (a, b, c) = (size(), size(), size());
            Shape::convex_hull(&[
                DVec3::new(a, -b, -c),
                DVec3::new(-a, -b, -c),
                DVec3::new(0.0, -b, c),
                DVec3::new(0.0, b, 0.0),
            ])
        }
        _ => {
            let (long, thin) = (size(), 0.3 * size());
            let beam = Shape::cuboid(DVec3::new(long, thin, thin))?;
            let knob = Shape::sphere(2.0 * thin)?;
            Shape::compound(vec![
                (Pose::IDENTITY, beam),
                (Pose::new(DVec3::X * long, DQuat::IDENTITY), knob),
            ])
        }
    }
}

/// A joint between any two bodies, however far apart.
fn add_joint(
    model: &mut Model,
    bodies: &[(BodyId, DVec3)],
    at: i32,
    random: &mut ChaCha8Rng,
) -> Result<(), ModelError> {
    let first = random.random_range(0..bodies.len());
    let second = (first + random.random_range(1..bodies.len())) % bodies.len();
    let [(one, from), (two, to)] = [bodies[first], bodies[second]];
    let anchor = from.lerp(to, random.random_range(0.0..1.0));
    let axis = vector(random, 1.0).try_normalize().unwrap_or(DVec3::X);
    let kind: JointKind = match random.random_range(0..6) {
        0 => Ball::at(anchor).into(),
        1 => Hinge { anchor, axis, rotation: Axis::FREE }.into(),
        2 => {
            let second_axis = axis.any_orthonormal_vector();
            Universal::free(anchor, axis, second_axis).into()
        }
        3 => Prismatic { anchor, axis, travel: Axis::FREE }.into(),
        4 => Fixed { anchor }.into(),
        _ => Distance::between(from, to, None).into(),
    };
    model.add_joint(JointDescription::new(format!("joint-{at}"), Some(one), two, kind))?;
    Ok(())
}
