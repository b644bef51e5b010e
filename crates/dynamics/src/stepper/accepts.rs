//! What each stepper does not take: every refusal in one place, but for an accuracy
//! that steps cannot have, which `settings/accuracy.rs` knows.

use stickslip_contact::ShapeKind;

use super::barrier::{refusal, spread};
use crate::friction::{Directions, PairLaw};
use crate::joint::JointDescription;
use crate::model::{MaterialId, Model, ModelError};
use crate::settings::{Integrator, Settings, StepperKind};

/// Why a stepper does not take a model with its settings.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub(crate) enum Refusal {
    #[error("the liquid \"{liquid}\" needs stepper = \"fluid\"")]
    Liquid { liquid: String },
    #[error("small-steps has rigid bodies, and \"{soft}\" is a soft one")]
    SoftBody { soft: String },
    #[error(
        "vertices do not turn: \"{soft}\" is soft, and {pair} have {what}; give {pair} a [[pair]] without"
    )]
    SoftMoments { soft: String, pair: String, what: &'static str },
    #[error(
        "a rope has no surface for a structure, and \"{rope}\" is of \"{material}\", which has one"
    )]
    RopeStructure { rope: String, material: String },
    #[error("{stepper} has no joints, and there is \"{joint}\"")]
    Joint { stepper: &'static str, joint: String },
    #[error(
        "barrier has balls, hinges, prismatic and fixed joints that hold and do nothing else; \"{joint}\" ({kind}) has {what}"
    )]
    BarrierJoint { joint: String, kind: &'static str, what: &'static str },
    #[error("small-steps knows no friction of belts, and \"{joint}\" has some")]
    Capstan { joint: String },
    #[error("the surface of \"{body}\" runs (surface_velocity), unknown to {stepper} steps")]
    SurfaceVelocity { stepper: &'static str, body: String },
    #[error("barrier steps have an order of their own (barrier_order); leave out the integrator")]
    BarrierIntegrator,
    #[error("{stepper} steps are of Euler's kind; leave out the integrator")]
    Integrator { stepper: &'static str },
    #[error("nothing sleeps in {stepper} steps; leave out sleeping")]
    Sleeping { stepper: &'static str },
    #[error("barrier has one coefficient of friction for two materials, and here some have a law")]
    BarrierFriction,
    #[error("barrier needs an inertia of masses ≥ 0, unlike that of \"{body}\"")]
    Inertia { body: String },
    #[error(
        "friction in {stepper} steps has one coefficient for all directions, speeds and loads, unlike that of a pair here"
    )]
    FrictionLaw { stepper: &'static str },
    #[error("asynchronous has {takes}, unlike \"{body}\"")]
    NotABall { takes: &'static str, body: String },
    #[error(
        "these steps hold vertices by bodies that forces do not move, and \"{body}\" holds \"{soft}\""
    )]
    Attachment { body: String, soft: String },
}

impl From<Refusal> for ModelError {
    fn from(refusal: Refusal) -> Self {
        Self::Setting { key: "stepper", reason: refusal.to_string() }
    }
}

/// Whether the stepper of the settings takes a model with them.
pub(crate) fn accepts(model: &Model, settings: &Settings) -> Result<(), Refusal> {
    let kind = settings.stepper;
    surfaces_that_run(model, kind)?;
    match kind {
        StepperKind::Fluid => soft_surfaces(model, settings),
        StepperKind::Complementarity | StepperKind::Auto => {
            no_liquids(model)?;
            soft_surfaces(model, settings)
        }
        StepperKind::Barrier => barrier(model, settings),
        StepperKind::Penalty => springs(model, settings),
        StepperKind::SmallSteps => small_steps(model, settings),
        StepperKind::Asynchronous => {
            springs(model, settings)?;
            only_balls(model)?;
            held_by_still(model)
        }
    }
}

fn surfaces_that_run(model: &Model, kind: StepperKind) -> Result<(), Refusal> {
    if matches!(kind, StepperKind::Complementarity | StepperKind::Fluid | StepperKind::Auto) {
        return Ok(());
    }
    let running = model.bodies().iter().find(|body| body.description.surface_motion.is_some());
    running.map_or(Ok(()), |body| {
        let body = body.description.name.clone();
        Err(Refusal::SurfaceVelocity { stepper: kind.name(), body })
    })
}

fn no_liquids(model: &Model) -> Result<(), Refusal> {
    let liquid = model.liquids().first();
    liquid.map_or(Ok(()), |liquid| Err(Refusal::Liquid { liquid: liquid.name.clone() }))
}

/// What surfaces of soft bodies cannot show: moments, and structures of ropes.
fn soft_surfaces(model: &Model, settings: &Settings) -> Result<(), Refusal> {
    if !settings.friction.has_tangents() {
        return Ok(());
    }
    let table = &model.materials;
    let rigid = model.bodies().iter().flat_map(|body| &body.colliders);
    let mut others: Vec<MaterialId> =
        rigid.filter(|it| !it.visual).map(|collider| collider.material).collect();
    others.extend(model.soft_bodies().iter().map(|soft| soft.description.material));
    others.sort_unstable();
    others.dedup();
    let name = |id: MaterialId| table.materials()[id.0].name.clone();
    for soft in model.soft_bodies() {
        let own = soft.description.material;
        let soft_name = || soft.description.name.clone();
        for &other in &others {
            let surface = table.between(own, other);
            let of_law = |(law, _): (&PairLaw, bool)| match &law.directions {
                Some(Directions::Matchstick(own)) => own.torsion.is_some_and(|it| it > 0.0),
                _ => false,
            };
            let has_torsion = surface.torsion > 0.0 || table.law(own, other).is_some_and(of_law);
            let what = match (has_torsion, surface.rolling > 0.0) {
                (true, _) => "torsion",
                (_, true) => "rolling friction",
                _ => continue,
            };
            let pair = format!("\"{}\" and \"{}\"", name(own), name(other));
            return Err(Refusal::SoftMoments { soft: soft_name(), pair, what });
        }
        if soft.faces.is_empty() && table.has_laws() && table.structure(own).is_some() {
            return Err(Refusal::RopeStructure { rope: soft_name(), material: name(own) });
        }
    }
    Ok(())
}

fn no_joints(model: &Model, stepper: &'static str) -> Result<(), Refusal> {
    model.joints().first().map_or(Ok(()), |joint| {
        Err(Refusal::Joint { stepper, joint: joint.description().name.clone() })
    })
}

fn barrier(model: &Model, settings: &Settings) -> Result<(), Refusal> {
    for joint in model.joints() {
        let JointDescription { name, kind, .. } = joint.description();
        if let Some(what) = refusal(joint) {
            let (joint, kind) = (name.clone(), kind.name());
            return Err(Refusal::BarrierJoint { joint, kind, what });
        }
    }
    no_liquids(model)?;
    if settings.integrator == Integrator::Midpoint {
        return Err(Refusal::BarrierIntegrator);
    }
    if settings.sleeping.is_some() {
        return Err(Refusal::Sleeping { stepper: "barrier" });
    }
    if model.materials.has_laws() && settings.friction.has_tangents() {
        return Err(Refusal::BarrierFriction);
    }
    for body in model.bodies().iter().filter(|body| body.is_dynamic()) {
        let spread = spread(body);
        if !(0..3).all(|axis| spread.col(axis)[axis] >= 0.0) {
            return Err(Refusal::Inertia { body: body.description.name.clone() });
        }
    }
    Ok(())
}

/// What steps of springs have no way to step.
fn springs(model: &Model, settings: &Settings) -> Result<(), Refusal> {
    let stepper = settings.stepper.name();
    no_joints(model, stepper)?;
    no_liquids(model)?;
    if settings.integrator == Integrator::Midpoint {
        return Err(Refusal::Integrator { stepper });
    }
    if settings.sleeping.is_some() {
        return Err(Refusal::Sleeping { stepper });
    }
    if model.materials.has_laws() {
        return Err(Refusal::FrictionLaw { stepper });
    }
    Ok(())
}

pub(super) fn small_steps(model: &Model, settings: &Settings) -> Result<(), Refusal> {
    let stepper = "small-steps";
    if let Some(soft) = model.soft_bodies().first() {
        return Err(Refusal::SoftBody { soft: soft.description.name.clone() });
    }
    no_liquids(model)?;
    surfaces_that_run(model, StepperKind::SmallSteps)?;
    if settings.integrator == Integrator::Midpoint {
        return Err(Refusal::Integrator { stepper });
    }
    if let Some(belt) = model.joints().iter().find(|joint| joint.has_capstans()) {
        return Err(Refusal::Capstan { joint: belt.description().name.clone() });
    }
    if !settings.friction.has_tangents() {
        return Ok(());
    }
    if model.materials.has_laws() {
        return Err(Refusal::FrictionLaw { stepper });
    }
    Ok(())
}

/// Rigid bodies that forces move are balls about their centres of mass.
fn only_balls(model: &Model) -> Result<(), Refusal> {
    for body in model.bodies().iter().filter(|body| body.is_dynamic()) {
        let takes = match body.colliders.as_slice() {
            [collider] => match collider.shape.kind() {
                ShapeKind::Sphere { radius }
                    if collider.pose.position.length() <= 1e-9 * radius =>
                {
                    continue;
                }
                ShapeKind::Sphere { .. } => "balls about their centre of mass",
                _ => "rigid bodies that are balls, besides those that forces do not move",
            },
            _ => "rigid bodies of one ball",
        };
        return Err(Refusal::NotABall { takes, body: body.description.name.clone() });
    }
    Ok(())
}

/// Vertices are held by bodies that forces do not move.
fn held_by_still(model: &Model) -> Result<(), Refusal> {
    for soft in model.soft_bodies() {
        for attachment in &soft.description.attachments {
            let body = &model.bodies()[attachment.body.0];
            if body.is_dynamic() {
                return Err(Refusal::Attachment {
                    body: body.description.name.clone(),
                    soft: soft.description.name.clone(),
                });
            }
        }
    }
    Ok(())
}
