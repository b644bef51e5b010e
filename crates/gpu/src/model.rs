//! From a model of `stickslip-dynamics` to a scene of the device. What has no kernel is refused
//! by name.

use stickslip_dynamics::glam::{DMat3, DQuat, DVec3};
use stickslip_dynamics::{
    Body as ModelBody, BodyCollider, BodyState as ModelState, Compliance, FrictionModel, Layers,
    MaterialId, Model, Motion, Pose, Settings, ShapeKind, StepperKind,
};

use crate::describe::{Body, BodyState, Scene, Shape, Surface, Wall, WallShape};
use crate::error::GpuError;

/// Sub-steps where nobody says how many.
const SUBSTEPS: usize = 16;
/// Most sub-steps that an accuracy raises a step to.
pub(crate) const MAX_SUBSTEPS: usize = 128;
/// ε m of the sub-steps' own soft contacts: 1/(a (2 + a)) for a quarter of a period, a = π/2.
const OWN_GIVE: f64 = 0.178;

fn refused<T>(reason: String) -> Result<T, GpuError> {
    Err(GpuError::Refused { reason })
}

/// A shape by its own centre, or what is not taken.
fn shape_of(kind: &ShapeKind<'_>) -> Result<Shape, &'static str> {
    match *kind {
        ShapeKind::Sphere { radius } => Ok(Shape::Sphere { radius }),
        ShapeKind::Cuboid { half_extents } => Ok(Shape::Box { half: half_extents.to_array() }),
        ShapeKind::Capsule { .. } => Err("a capsule"),
        ShapeKind::Cylinder { .. } => Err("a cylinder"),
        ShapeKind::ConvexHull { .. } => Err("a convex hull"),
        ShapeKind::HalfSpace { .. } => Err("a half-space that moves"),
        _ => Err("a shape of another kind"),
    }
}

/// The state of a body as the device takes it.
pub(crate) fn state_of(state: &ModelState) -> BodyState {
    BodyState {
        position: state.pose.position.to_array(),
        orientation: state.pose.orientation.to_array(),
        velocity: state.velocity.to_array(),
        spin: state.angular_velocity.to_array(),
    }
}

/// Gives a body's place and motion to its state.
pub(crate) fn write_state(own: &BodyState, state: &mut ModelState) {
    state.pose.position = DVec3::from_array(own.position);
    state.pose.orientation = DQuat::from_array(own.orientation).normalize();
    state.velocity = DVec3::from_array(own.velocity);
    state.angular_velocity = DVec3::from_array(own.spin);
    state.before = None;
}

/// The one shape of a body that forces move, about its centre of mass.
fn body_of(body: &ModelBody) -> Result<Body, GpuError> {
    let name = &body.description.name;
    let own: Vec<&BodyCollider> = body.colliders.iter().filter(|it| !it.visual).collect();
    let [collider] = own[..] else {
        return refused(format!(
            "a graphics card takes bodies of one shape, and \"{name}\" has {}",
            own.len()
        ));
    };
    let shape = shape_of(&collider.shape.kind()).or_else(|what| {
        refused(format!("there is no kernel for {what} that moves, such as \"{name}\""))
    })?;
    let size = shape.least();
    let turns = collider.pose.orientation.xyz().length() > 1e-9;
    let is_ball = matches!(shape, Shape::Sphere { .. });
    if collider.pose.position.length() > 1e-9 * size || (turns && !is_ball) {
        return refused(format!(
            "a graphics card takes shapes about the centre of mass, and that of \"{name}\" is elsewhere"
        ));
    }
    let inertia: DMat3 = body.mass.inertia;
    let diagonal = DVec3::new(inertia.x_axis.x, inertia.y_axis.y, inertia.z_axis.z);
    let rest = inertia - DMat3::from_diagonal(diagonal);
    if rest.to_cols_array().iter().any(|x| x.abs() > 1e-9 * diagonal.max_element()) {
        return refused(format!("the inertia of \"{name}\" is not along the axes of its shape"));
    }
    if body.description.gravity_scale != 1.0 {
        return refused(format!("there is no kernel for gravity_scale, as of \"{name}\""));
    }
    let still = ModelState {
        pose: body.centre(&body.description.pose),
        velocity: body.description.velocity,
        angular_velocity: body.description.angular_velocity,
        still: 0.0,
        before: None,
        sub_stepped: false,
    };
    Ok(Body {
        shape,
        mass: body.mass.mass,
        inertia: diagonal.to_array(),
        material: collider.material.0,
        state: state_of(&still),
    })
}

fn walls_of(body: &ModelBody, walls: &mut Vec<Wall>) -> Result<(), GpuError> {
    let name = &body.description.name;
    let centre = body.centre(&body.description.pose);
    for collider in body.colliders.iter().filter(|it| !it.visual) {
        let at = Pose::new(
            centre.point(collider.pose.position),
            centre.orientation * collider.pose.orientation,
        );
        let shape = match collider.shape.kind() {
            ShapeKind::HalfSpace { normal } => {
                WallShape::HalfSpace { normal: (at.orientation * normal).to_array() }
            }
            kind => WallShape::Solid(shape_of(&kind).or_else(|what| {
                refused(format!("there is no kernel for {what}, such as \"{name}\""))
            })?),
        };
        walls.push(Wall {
            shape,
            position: at.position.to_array(),
            orientation: at.orientation.normalize().to_array(),
            material: collider.material.0,
        });
    }
    Ok(())
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
        if settings.friction != FrictionModel::Frictionless && moments > 0.0 {
            let name = &material.name;
            return refused(format!(
                "there is no kernel for torsion and rolling, as of \"{name}\""
            ));
        }
    }
    Ok(())
}

/// What the device simulates of a model, and which bodies these are.
pub(crate) fn scene_of(
    model: &Model,
    settings: &Settings,
) -> Result<(Scene, Vec<usize>), GpuError> {
    let stepper = settings.stepper;
    if !matches!(stepper, StepperKind::SmallSteps | StepperKind::Auto) {
        return refused(format!("a graphics card takes small steps, not {} steps", stepper.name()));
    }
    if let Some(joint) = model.joints().first() {
        return refused(format!(
            "there is no kernel for joints, such as \"{}\"",
            joint.description().name
        ));
    }
    if !(model.ignored_contacts().is_empty() && model.ignored_shapes().is_empty()) {
        return refused("there is no kernel for contacts that are ignored".into());
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
    let (mut bodies, mut numbers, mut walls) = (Vec::new(), Vec::new(), Vec::new());
    for (at, body) in model.bodies().iter().enumerate() {
        if body.colliders.iter().any(|it| it.layers != Layers::default()) {
            let name = &body.description.name;
            return refused(format!("there is no kernel for layers, as of \"{name}\""));
        }
        match &body.description.motion {
            Motion::Dynamic => {
                bodies.push(body_of(body)?);
                numbers.push(at);
            }
            Motion::Static => walls_of(body, &mut walls)?,
            Motion::Kinematic(_) => {
                let name = &body.description.name;
                return refused(format!("there is no kernel for scripts, as of \"{name}\""));
            }
        }
    }
    hard_surfaces(model, settings)?;
    let materials = model.materials.materials().len();
    let has_friction = settings.friction != FrictionModel::Frictionless;
    let between = |at: usize| {
        let own = model.materials.between(MaterialId(at / materials), MaterialId(at % materials));
        let friction = if has_friction { own.friction } else { 0.0 };
        Surface { friction, restitution: own.restitution }
    };
    let scene = Scene {
        bodies,
        walls,
        materials,
        surfaces: (0..materials * materials).map(between).collect(),
        gravity: settings.gravity.to_array(),
        step: settings.time_step,
        substeps: if settings.substeps > 1 { settings.substeps } else { SUBSTEPS },
        restitution_threshold: settings.restitution_threshold,
    };
    Ok((scene, numbers))
}
