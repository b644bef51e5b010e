//! From a model of `stickslip-dynamics` to a scene of the device. What has no kernel is refused
//! by name.

use std::collections::HashMap;

use stickslip_dynamics::glam::{DMat3, DQuat, DVec3};
use stickslip_dynamics::{
    Axis, Body as ModelBody, BodyCollider, BodyState as ModelState, Compliance, JointDescription,
    JointKind as ModelJoint, Layers, MaterialId, Model, Motion, MotorMode, Pose, Settings,
    ShapeKind, StepperKind,
};

use crate::axes::principal_axes;
use crate::contacts::Partner;
use crate::describe::{Body, BodyState, Scene, Shape, Surface, Wall, WallShape};
use crate::error::GpuError;
use crate::hull::Hull;
use crate::joints::{Drive, Joint, JointKind};
use crate::mesh::Mesh;

/// Sub-steps where nobody says how many.
const SUBSTEPS: usize = 16;
/// Most sub-steps that an accuracy raises a step to.
pub(crate) const MAX_SUBSTEPS: usize = 128;
/// ε m of the sub-steps' own soft contacts: 1/(a (2 + a)) for a quarter of a period, a = π/2.
const OWN_GIVE: f64 = 0.178;

fn refused<T>(reason: String) -> Result<T, GpuError> {
    Err(GpuError::Refused { reason })
}

/// Which shape of which body something is: the body, the number of the shape among all that
/// touch, and its place among those of the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Owner {
    pub(crate) body: usize,
    pub(crate) collider: usize,
    pub(crate) at: usize,
}

/// Where bodies and walls of a scene are in the model.
#[derive(Debug, Default)]
pub(crate) struct Places {
    pub(crate) bodies: Vec<Owner>,
    /// How the device's axes of each body stand in those of its centre of mass.
    pub(crate) turns: Vec<Option<DQuat>>,
    pub(crate) walls: Vec<Owner>,
}

/// The state of a body as the device takes it.
pub(crate) fn state_of(state: &ModelState, turn: Option<DQuat>) -> BodyState {
    let orientation = turn.map_or(state.pose.orientation, |turn| state.pose.orientation * turn);
    BodyState {
        position: state.pose.position.to_array(),
        orientation: orientation.to_array(),
        velocity: state.velocity.to_array(),
        spin: state.angular_velocity.to_array(),
    }
}

/// Gives a body's place and motion to its state.
pub(crate) fn write_state(own: &BodyState, turn: Option<DQuat>, state: &mut ModelState) {
    let orientation = DQuat::from_array(own.orientation);
    let orientation = turn.map_or(orientation, |turn| orientation * turn.inverse());
    state.pose.position = DVec3::from_array(own.position);
    state.pose.orientation = orientation.normalize();
    state.velocity = DVec3::from_array(own.velocity);
    state.angular_velocity = DVec3::from_array(own.spin);
    state.before = None;
}

/// A scene that is being made of a model.
#[derive(Default)]
struct Maker {
    scene: Scene,
    places: Places,
    /// Hulls by the bits of their corners.
    known: HashMap<Vec<u64>, usize>,
    colliders: usize,
}

impl Maker {
    /// A hull in other axes, about its body's centre of mass.
    fn hull(
        &mut self,
        (vertices, triangles): (&[DVec3], &[[u32; 3]]),
        place: impl Fn(DVec3) -> DVec3,
    ) -> Result<Shape, GpuError> {
        let corners: Vec<[f64; 3]> = vertices.iter().map(|own| place(*own).to_array()).collect();
        let bits = corners.iter().flatten().map(|x| x.to_bits()).collect();
        if let Some(number) = self.known.get(&bits) {
            return Ok(Shape::Hull(*number));
        }
        self.scene.hulls.push(Hull::new(&corners, triangles)?);
        let number = self.scene.hulls.len() - 1;
        self.known.insert(bits, number);
        Ok(Shape::Hull(number))
    }

    /// The one shape of a body that forces move.
    fn add_body(&mut self, number: usize, body: &ModelBody) -> Result<(), GpuError> {
        let name = &body.description.name;
        let mut own = body.colliders.iter().enumerate().filter(|(_, it)| !it.visual);
        let (Some((at, collider)), None) = (own.next(), own.next()) else {
            let count = body.colliders.iter().filter(|it| !it.visual).count();
            return refused(format!(
                "a graphics card takes bodies of one shape, and \"{name}\" has {count}"
            ));
        };
        if body.description.gravity_scale != 1.0 {
            return refused(format!("there is no kernel for gravity_scale, as of \"{name}\""));
        }
        let (shape, turn) = self.shape_of(body, collider)?;
        let still = ModelState {
            pose: body.centre(&body.description.pose),
            velocity: body.description.velocity,
            angular_velocity: body.description.angular_velocity,
            still: 0.0,
            before: None,
            sub_stepped: false,
        };
        let axes = turn.map_or(DMat3::IDENTITY, DMat3::from_quat);
        let inertia: DMat3 = axes.transpose() * body.mass.inertia * axes;
        let diagonal = DVec3::new(inertia.x_axis.x, inertia.y_axis.y, inertia.z_axis.z);
        let rest = inertia - DMat3::from_diagonal(diagonal);
        if rest.to_cols_array().iter().any(|x| x.abs() > 1e-9 * diagonal.max_element()) {
            return refused(format!(
                "the inertia of \"{name}\" is not along the axes of its shape"
            ));
        }
        self.scene.bodies.push(Body {
            shape,
            mass: body.mass.mass,
            inertia: diagonal.to_array(),
            material: collider.material.0,
            state: state_of(&still, turn),
        });
        self.places.bodies.push(Owner { body: number, collider: self.colliders, at });
        self.places.turns.push(turn);
        Ok(())
    }

    /// The shape of a body that moves, and the device's axes: those of the shape, or the
    /// principal ones of a hull.
    fn shape_of(
        &mut self,
        body: &ModelBody,
        collider: &BodyCollider,
    ) -> Result<(Shape, Option<DQuat>), GpuError> {
        let name = &body.description.name;
        let kind = collider.shape.kind();
        if let ShapeKind::ConvexHull { vertices, triangles } = kind {
            let turn = principal_axes(body.mass.inertia);
            let back = turn.map_or(DQuat::IDENTITY, DQuat::inverse);
            let place = |own: DVec3| back * collider.pose.point(own);
            let shape = self
                .hull((vertices, triangles), place)
                .map_err(|error| GpuError::Refused { reason: format!("\"{name}\" is {error}") })?;
            return Ok((shape, turn));
        }
        let shape = primitive(&kind).or_else(|what| {
            refused(format!("there is no kernel for {what} that moves, such as \"{name}\""))
        })?;
        if collider.pose.position.length() > 1e-9 * self.scene.least(&shape) {
            return refused(format!(
                "a graphics card takes shapes about the centre of mass, and that of \"{name}\" is elsewhere"
            ));
        }
        let turns = collider.pose.orientation.xyz().length() > 1e-9;
        let is_ball = matches!(shape, Shape::Sphere { .. });
        Ok((shape, (turns && !is_ball).then_some(collider.pose.orientation)))
    }

    fn add_walls(&mut self, number: usize, body: &ModelBody) -> Result<(), GpuError> {
        let centre = body.centre(&body.description.pose);
        let seen = body.colliders.iter().enumerate().filter(|(_, it)| !it.visual);
        for (own, (at, collider)) in (self.colliders..).zip(seen) {
            let owner = Owner { body: number, collider: own, at };
            self.add_wall(
                (&body.description.name, owner, collider.material.0),
                &collider.shape.kind(),
                centre.compose(&collider.pose),
            )?;
        }
        Ok(())
    }

    fn add_wall(
        &mut self,
        (name, owner, material): (&str, Owner, usize),
        kind: &ShapeKind<'_>,
        pose: Pose,
    ) -> Result<(), GpuError> {
        let told = |error: GpuError| GpuError::Refused { reason: format!("\"{name}\" is {error}") };
        let mut position = pose.position;
        let shape = match *kind {
            ShapeKind::HalfSpace { normal } => {
                WallShape::HalfSpace { normal: (pose.orientation * normal).to_array() }
            }
            ShapeKind::Terrain { vertices, triangles, grid } => {
                let corners: Vec<[f64; 3]> = vertices.iter().map(|own| own.to_array()).collect();
                let mesh = Mesh::new(&corners, triangles, grid.is_some()).map_err(told)?;
                self.scene.meshes.push(mesh);
                WallShape::Mesh(self.scene.meshes.len() - 1)
            }
            ShapeKind::ConvexHull { vertices, triangles } => {
                let middle = vertices.iter().copied().sum::<DVec3>() / vertices.len() as f64;
                position = pose.point(middle);
                let hull = self.hull((vertices, triangles), |own| own - middle).map_err(told)?;
                WallShape::Solid(hull)
            }
            ShapeKind::Compound { parts } => {
                for (place, part) in parts {
                    self.add_wall((name, owner, material), &part.kind(), pose.compose(place))?;
                }
                return Ok(());
            }
            _ => WallShape::Solid(primitive(kind).or_else(|what| {
                refused(format!("there is no kernel for {what}, such as \"{name}\""))
            })?),
        };
        self.scene.walls.push(Wall {
            shape,
            position: position.to_array(),
            orientation: pose.orientation.normalize().to_array(),
            material,
        });
        self.places.walls.push(owner);
        Ok(())
    }
}

impl Maker {
    /// The number of a body that forces move.
    fn number(&self, body: usize) -> Option<usize> {
        self.places.bodies.binary_search_by_key(&body, |own| own.body).ok()
    }

    /// Two bodies never touch.
    fn hold_apart(&mut self, one: usize, two: usize) {
        let (first, second) = (self.number(one), self.number(two));
        let (moving, other) = match (first, second) {
            (Some(first), Some(second)) => {
                return self.scene.apart.push((first, Partner::Body(second)));
            }
            (Some(first), None) => (first, two),
            (None, Some(second)) => (second, one),
            (None, None) => return,
        };
        let walls = self.places.walls.iter().enumerate().filter(|(_, own)| own.body == other);
        self.scene.apart.extend(walls.map(|(wall, _)| (moving, Partner::Wall(wall))));
    }

    fn add_joint(&mut self, joint: &JointDescription) -> Result<(), GpuError> {
        let name = &joint.name;
        if joint.break_force.or(joint.break_torque).is_some() {
            return refused(format!("there is no kernel for joints that break, as \"{name}\""));
        }
        if joint.compliance != Compliance::JOINT {
            return refused(format!("there is no kernel for joints that give way, as \"{name}\""));
        }
        let (kind, anchor, along) = match &joint.kind {
            ModelJoint::Ball(own)
                if own.friction == 0.0 && own.limit.is_none() && own.passive.is_none() =>
            {
                (JointKind::Ball, own.anchor, None)
            }
            ModelJoint::Hinge(own) => {
                (JointKind::Hinge, own.anchor, Some((own.axis, &own.rotation)))
            }
            ModelJoint::Prismatic(own) => {
                (JointKind::Slider, own.anchor, Some((own.axis, &own.travel)))
            }
            ModelJoint::Fixed(own) => (JointKind::Fixed, own.anchor, None),
            other => {
                let kind = other.name();
                return refused(format!("there is no kernel for the {kind} joint \"{name}\""));
            }
        };
        let (stops, drive) = match along {
            Some((_, axis)) => axis_of(name, axis)?,
            None => (None, None),
        };
        let first = joint.first.map(|first| first.0);
        if let Some(first) = first.filter(|_| !joint.touching) {
            self.hold_apart(first, joint.second.0);
        }
        let mut frame = along.map_or(DQuat::IDENTITY, |(axis, _)| {
            DQuat::from_rotation_arc(DVec3::X, axis.normalize())
        });
        let mut ends = [first.and_then(|first| self.number(first)), self.number(joint.second.0)];
        if ends[1].is_none() {
            // What stands still comes first: the axis leads the other way.
            ends.swap(0, 1);
            frame *= DQuat::from_xyzw(0.0, 0.0, 1.0, 0.0);
        }
        let [first, Some(second)] = ends else {
            return refused(format!("\"{name}\" joins nothing that moves"));
        };
        let held = |body: Option<usize>| match body {
            Some(body) => {
                let state = &self.scene.bodies[body].state;
                let back = DQuat::from_array(state.orientation).inverse();
                let arm = back * (anchor - DVec3::from_array(state.position));
                (arm.to_array(), (back * frame).to_array())
            }
            None => (anchor.to_array(), frame.to_array()),
        };
        let ((one, at_one), (two, at_two)) = (held(first), held(Some(second)));
        self.scene.joints.push(Joint {
            first,
            second,
            kind,
            anchors: [one, two],
            frames: [at_one, at_two],
            reference: along.map_or(0.0, |(_, axis)| axis.reference),
            stops,
            drive,
        });
        Ok(())
    }
}

/// Range and drive of an axis.
fn axis_of(name: &str, axis: &Axis) -> Result<(Option<[f64; 2]>, Option<Drive>), GpuError> {
    let no = |what: &str| refused(format!("there is no kernel for {what}, as of \"{name}\""));
    if axis.friction > 0.0 {
        return no("friction of joints");
    }
    if axis.limits.is_some() && axis.compliance != Compliance::JOINT {
        return no("stops that give way");
    }
    let none = Drive { stiffness: 0.0, damping: 0.0, rest: 0.0, speed: 0.0, most: f64::INFINITY };
    let drive = match (&axis.motors[..], &axis.passive) {
        ([], None) => None,
        ([], Some(own)) if own.armature == 0.0 && own.rest[0] == own.rest[1] => {
            let [rest, _] = own.rest;
            Some(Drive { stiffness: own.stiffness, damping: own.damping, rest, ..none })
        }
        ([motor], None) => {
            let [(_, value)] = motor.target.points() else { return no("motors that follow time") };
            match motor.mode {
                MotorMode::Velocity => Some(Drive { speed: *value, most: motor.limit, ..none }),
                MotorMode::Position(Compliance::Spring { stiffness, damping }) => {
                    Some(Drive { stiffness, damping, rest: *value, most: motor.limit, ..none })
                }
                _ => return no("motors of this kind"),
            }
        }
        _ => return no("several drives, armatures and slack springs"),
    };
    Ok((axis.limits, drive))
}

/// A shape that needs no table, or what is not taken.
fn primitive(kind: &ShapeKind<'_>) -> Result<Shape, &'static str> {
    match *kind {
        ShapeKind::Sphere { radius } => Ok(Shape::Sphere { radius }),
        ShapeKind::Cuboid { half_extents } => Ok(Shape::Box { half: half_extents.to_array() }),
        ShapeKind::Capsule { radius, half_length } => Ok(Shape::Capsule { radius, half_length }),
        ShapeKind::Cylinder { .. } => Err("a cylinder"),
        ShapeKind::HalfSpace { .. } => Err("a half-space"),
        ShapeKind::Terrain { .. } => Err("a mesh"),
        ShapeKind::Compound { .. } => Err("a compound"),
        _ => Err("a shape of another kind"),
    }
}

/// Refuses surfaces that give way by more than the sub-steps' own softness, and those that
/// resist spinning and rolling.
fn hard_surfaces(model: &Model, settings: &Settings) -> Result<(), GpuError> {
    let all = model.materials.materials();
    let heaviest = model.bodies().iter().map(|body| body.mass.mass).fold(0.0, f64::max);
    let shortest = settings.time_step / MAX_SUBSTEPS as f64;
    for (at, material) in all.iter().enumerate() {
        let own = model.materials.between(MaterialId(at), MaterialId(at)).compliance;
        if own != Compliance::CONTACT && own.row(shortest).0 * heaviest > OWN_GIVE {
            let name = &material.name;
            return refused(format!("there is no kernel for surfaces as soft as \"{name}\""));
        }
        let moments = material.surface.torsion + material.surface.rolling;
        if settings.friction.has_tangents() && moments > 0.0 {
            let name = &material.name;
            return refused(format!(
                "there is no kernel for torsion and rolling, as of \"{name}\""
            ));
        }
    }
    Ok(())
}

/// What the device simulates of a model, and where that is in the model.
pub(crate) fn scene_of(model: &Model, settings: &Settings) -> Result<(Scene, Places), GpuError> {
    let stepper = settings.stepper;
    if !matches!(stepper, StepperKind::SmallSteps | StepperKind::Auto) {
        return refused(format!("a graphics card takes small steps, not {} steps", stepper.name()));
    }
    if !model.ignored_shapes().is_empty() {
        return refused("there is no kernel for shapes that ignore each other".into());
    }
    if settings.sleeping.is_some() {
        return refused("there is no kernel for sleeping".into());
    }
    if settings.budget.is_some() {
        return refused("a graphics card knows no prices for a budget".into());
    }
    if !settings.gyroscopic {
        return refused("a graphics card always has gyroscopic torques".into());
    }
    let mut made = Maker::default();
    for (at, body) in model.bodies().iter().enumerate() {
        if body.colliders.iter().any(|it| it.layers != Layers::default()) {
            let name = &body.description.name;
            return refused(format!("there is no kernel for layers, as of \"{name}\""));
        }
        match &body.description.motion {
            Motion::Dynamic => made.add_body(at, body)?,
            Motion::Static => made.add_walls(at, body)?,
            Motion::Kinematic(_) => {
                let name = &body.description.name;
                return refused(format!("there is no kernel for scripts, as of \"{name}\""));
            }
        }
        made.colliders += body.colliders.iter().filter(|it| !it.visual).count();
    }
    for joint in model.joints() {
        made.add_joint(joint.description())?;
    }
    for (one, two) in model.ignored_contacts() {
        made.hold_apart(one.0, two.0);
    }
    hard_surfaces(model, settings)?;
    let materials = model.materials.materials().len();
    let has_friction = settings.friction.has_tangents();
    let between = |at: usize| {
        let own = model.materials.between(MaterialId(at / materials), MaterialId(at % materials));
        let friction = if has_friction { own.friction } else { 0.0 };
        Surface { friction, restitution: own.restitution }
    };
    let scene = Scene {
        materials,
        surfaces: (0..materials * materials).map(between).collect(),
        gravity: settings.gravity.to_array(),
        step: settings.time_step,
        substeps: if settings.substeps > 1 { settings.substeps } else { SUBSTEPS },
        restitution_threshold: settings.restitution_threshold,
        ..made.scene
    };
    Ok((scene, made.places))
}
