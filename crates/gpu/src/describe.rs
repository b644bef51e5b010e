//! What is simulated, as a device takes it.

use crate::contacts::Partner;
use crate::error::GpuError;
use crate::hull::Hull;
use crate::joints::Joint;
use crate::mesh::Mesh;

/// A convex shape about its body's centre of mass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// A ball.
    Sphere {
        /// Its radius (m).
        radius: f64,
    },
    /// A box along the body's axes.
    Box {
        /// Half its edges (m).
        half: [f64; 3],
    },
    /// A capsule along y.
    Capsule {
        /// Its radius (m).
        radius: f64,
        /// Half its straight part (m).
        half_length: f64,
    },
    /// A convex hull, by its place in [`Scene::hulls`].
    Hull(usize),
}

impl Shape {
    pub(crate) fn kind(&self) -> u32 {
        match self {
            Self::Sphere { .. } => 0,
            Self::Box { .. } => 1,
            Self::Capsule { .. } => 3,
            Self::Hull(_) => 4,
        }
    }
}

impl Scene {
    /// The hull of a number; an unknown one is refused by [`Scene::check`].
    fn hull(&self, number: usize) -> Option<&Hull> {
        self.hulls.get(number)
    }

    /// Half the box around a shape that has its centre in the middle.
    pub(crate) fn extents(&self, shape: &Shape) -> [f64; 3] {
        match *shape {
            Shape::Sphere { radius } => [radius; 3],
            Shape::Box { half } => half,
            Shape::Capsule { radius, half_length } => [radius, radius + half_length, radius],
            Shape::Hull(number) => {
                self.hull(number).map_or([0.0; 3], |hull| hull.half().to_array())
            }
        }
    }

    /// The same as the device takes it: the number of a hull behind the box of all boxes.
    pub(crate) fn extents_of(&self, shape: &Shape) -> [f32; 4] {
        let [x, y, z] = self.extents(shape).map(|own| own as f32);
        let number = if let Shape::Hull(number) = shape { *number as u32 + 1 } else { 0 };
        [x, y, z, f32::from_bits(number)]
    }

    /// Radius of the ball around a shape.
    pub(crate) fn reach(&self, shape: &Shape) -> f64 {
        match *shape {
            Shape::Sphere { radius } => radius,
            Shape::Box { half: [x, y, z] } => (x * x + y * y + z * z).sqrt(),
            Shape::Capsule { radius, half_length } => radius + half_length,
            Shape::Hull(number) => self.hull(number).map_or(0.0, Hull::reach),
        }
    }

    /// Half its smallest extent.
    pub(crate) fn least(&self, shape: &Shape) -> f64 {
        match *shape {
            Shape::Hull(number) => self.hull(number).map_or(0.0, Hull::inner),
            _ => self.extents(shape).into_iter().fold(f64::INFINITY, f64::min),
        }
    }

    /// Which kernels it needs: points of a manifold (1 where only balls move, on planes, balls
    /// and meshes), and whether there is more than spheres and boxes.
    pub(crate) fn variant(&self) -> Variant {
        let is_ball = |shape: &Shape| matches!(shape, Shape::Sphere { .. });
        let is_form = |shape: &Shape| matches!(shape, Shape::Capsule { .. } | Shape::Hull(_));
        let balls = self.bodies.iter().all(|body| is_ball(&body.shape));
        let walls = self.walls.iter().all(|wall| match &wall.shape {
            WallShape::HalfSpace { .. } | WallShape::Mesh(_) => true,
            WallShape::Solid(shape) => is_ball(shape),
        });
        let forms = self.bodies.iter().any(|body| is_form(&body.shape))
            || self.walls.iter().any(|wall| match &wall.shape {
                WallShape::HalfSpace { .. } => false,
                WallShape::Mesh(_) => true,
                WallShape::Solid(shape) => is_form(shape),
            });
        let forms = forms || self.copies > 1 || !(self.joints.is_empty() && self.apart.is_empty());
        Variant { points: if balls && walls { 1 } else { 4 }, forms }
    }
}

impl Scene {
    /// The same with the bodies and joints of all copies, behind each other.
    pub(crate) fn with_all_copies(mut self) -> Self {
        let (bodies, joints) = (self.bodies.len(), self.joints.len());
        let apart = self.apart.len();
        for copy in 1..self.copies {
            let moved = |body: usize| body + copy * bodies;
            self.bodies.extend_from_within(..bodies);
            for at in 0..joints {
                let own = self.joints[at];
                let (first, second) = (own.first.map(moved), moved(own.second));
                self.joints.push(Joint { first, second, ..own });
            }
            for at in 0..apart {
                let (one, other) = self.apart[at];
                let other = match other {
                    Partner::Body(body) => Partner::Body(moved(body)),
                    wall => wall,
                };
                self.apart.push((moved(one), other));
            }
        }
        self
    }
}

/// Which of the kernels' texts is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Variant {
    /// Points of a manifold.
    pub(crate) points: usize,
    /// Whether there are capsules, hulls and meshes.
    pub(crate) forms: bool,
}

/// Where a body is and how it moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyState {
    /// Centre of mass (m).
    pub position: [f64; 3],
    /// Unit quaternion (x, y, z, w).
    pub orientation: [f64; 4],
    /// Velocity (m/s).
    pub velocity: [f64; 3],
    /// Angular velocity in world axes (rad/s).
    pub spin: [f64; 3],
}

/// A body that forces move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// Its shape.
    pub shape: Shape,
    /// Mass (kg).
    pub mass: f64,
    /// Principal inertias along its own axes (kg·m²).
    pub inertia: [f64; 3],
    /// Index of what it is made of.
    pub material: usize,
    /// Where it begins.
    pub state: BodyState,
}

/// What never moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WallShape {
    /// All points behind a plane.
    HalfSpace {
        /// Its unit normal, out of the solid.
        normal: [f64; 3],
    },
    /// A solid shape.
    Solid(Shape),
    /// A mesh or height field, by its place in [`Scene::meshes`].
    Mesh(usize),
}

/// A wall: bodies touch it, and it never moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wall {
    /// Its shape.
    pub shape: WallShape,
    /// A point of its plane, or its centre (m).
    pub position: [f64; 3],
    /// Unit quaternion (x, y, z, w).
    pub orientation: [f64; 4],
    /// Index of what it is made of.
    pub material: usize,
}

/// How two materials meet.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Surface {
    /// Coulomb's coefficient.
    pub friction: f64,
    /// Coefficient of restitution.
    pub restitution: f64,
}

/// Everything that a world begins with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// Bodies that forces move.
    pub bodies: Vec<Body>,
    /// What never moves: at most [`MAX_WALLS`].
    pub walls: Vec<Wall>,
    /// Convex hulls that shapes name.
    pub hulls: Vec<Hull>,
    /// Meshes and height fields that walls name, each by one wall alone.
    pub meshes: Vec<Mesh>,
    /// What joins bodies.
    pub joints: Vec<Joint>,
    /// Bodies, and what each of them never touches.
    pub apart: Vec<(usize, Partner)>,
    /// How many copies of bodies, joints and walls there are, which never meet; 0 is one.
    pub copies: usize,
    /// How many materials there are: at most [`MAX_MATERIALS`].
    pub materials: usize,
    /// How materials meet, row by row.
    pub surfaces: Vec<Surface>,
    /// Gravity (m/s²).
    pub gravity: [f64; 3],
    /// Length of a step (s).
    pub step: f64,
    /// Parts that a step is divided into.
    pub substeps: usize,
    /// Slower approaches do not bounce (m/s).
    pub restitution_threshold: f64,
}

/// Most walls: every body is held against each.
pub const MAX_WALLS: usize = 64;
/// Most materials.
pub const MAX_MATERIALS: usize = 256;
/// Most sub-steps of a step.
pub const MAX_SUBSTEPS: usize = 1024;

fn refused<T>(reason: impl Into<String>) -> Result<T, GpuError> {
    Err(GpuError::Refused { reason: reason.into() })
}

impl Scene {
    /// Refuses too many sub-steps, or none.
    pub(crate) fn check_substeps(&self) -> Result<(), GpuError> {
        if (1..=MAX_SUBSTEPS).contains(&self.substeps) {
            return Ok(());
        }
        refused(format!("{} sub-steps, not 1 to {MAX_SUBSTEPS}", self.substeps))
    }

    /// Refuses what makes no sense or does not fit.
    pub(crate) fn check(&self) -> Result<(), GpuError> {
        if self.walls.len() > MAX_WALLS {
            return refused(format!(
                "{} static shapes, and a graphics card takes {MAX_WALLS}",
                self.walls.len()
            ));
        }
        if self.materials == 0 || self.materials > MAX_MATERIALS {
            return refused(format!("{} materials, not 1 to {MAX_MATERIALS}", self.materials));
        }
        if self.surfaces.len() != self.materials * self.materials {
            return refused("surfaces are not one for every two materials");
        }
        self.check_substeps()?;
        if !(self.step.is_finite() && self.step > 0.0) {
            return refused(format!("a step of {} s", self.step));
        }
        let all = self.bodies.len().saturating_mul(self.copies.max(1));
        if !(1..=1 << 24).contains(&all) {
            return refused(format!("{all} bodies, not 1 to {}", 1 << 24));
        }
        for (at, body) in self.bodies.iter().enumerate() {
            let positive = |x: &f64| x.is_finite() && *x > 0.0;
            let state = &body.state;
            let numbers = { state.position.iter().chain(&state.orientation) }
                .chain(state.velocity.iter().chain(&state.spin));
            let is_sound = self.extents(&body.shape).iter().all(positive)
                && positive(&self.least(&body.shape));
            if !is_sound
                || !positive(&body.mass)
                || !body.inertia.iter().all(positive)
                || !numbers.clone().all(|x| x.is_finite())
                || body.material >= self.materials
            {
                return refused(format!("body {at} has a number that makes no sense"));
            }
        }
        for (at, joint) in self.joints.iter().enumerate() {
            if !joint.is_sound(self.bodies.len()) {
                return refused(format!("joint {at} has a number that makes no sense"));
            }
        }
        let is_known = |(body, other): &(usize, Partner)| {
            let has_other = match *other {
                Partner::Body(other) => other < self.bodies.len(),
                Partner::Wall(wall) => wall < self.walls.len(),
            };
            *body < self.bodies.len() && has_other
        };
        if !self.apart.iter().all(is_known) {
            return refused("a body that never touches what there is not");
        }
        for (at, wall) in self.walls.iter().enumerate() {
            let finite = wall.position.iter().chain(&wall.orientation).all(|x| x.is_finite());
            let is_known = match wall.shape {
                WallShape::Solid(Shape::Hull(number)) => number < self.hulls.len(),
                WallShape::Mesh(number) => number < self.meshes.len(),
                _ => true,
            };
            if !finite || !is_known || wall.material >= self.materials {
                return refused(format!("wall {at} has a number that makes no sense"));
            }
        }
        Ok(())
    }
}
