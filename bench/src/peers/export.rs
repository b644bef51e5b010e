//! A scene as every engine can read it: bodies of one shape each, and ball joints.

use glam::{DQuat, DVec3};
use serde_json::{Value, json};
use stickslip_dynamics::joint::Ball;
use stickslip_dynamics::{
    Body, JointKind, MaterialTable, Model, Settings, ShapeKind, Simulation, Surface,
};

/// What a peer reads. Places are those of centres of mass, quaternions w x y z; a body
/// without mass does not move.
pub fn text(simulation: &Simulation, steps: usize, every: usize) -> Result<Value, String> {
    let (model, settings) = (simulation.model(), simulation.settings());
    let bodies = model.bodies().iter().map(body).collect::<Result<Vec<_>, _>>()?;
    let joints = model.joints().iter().map(|joint| {
        let JointKind::Ball(Ball { anchor, .. }) = &joint.description().kind else {
            return Err(format!("joint {}: no ball", joint.description().name));
        };
        let first = joint.description().first.map(|id| id.0);
        Ok(json!([first, joint.description().second.0, array(*anchor)]))
    });
    Ok(json!({
        "step": step_seconds(settings),
        "steps": steps,
        "every": every,
        "friction": surface(model).friction,
        "restitution": surface(model).restitution,
        "gravity": array(settings.gravity),
        "bodies": bodies,
        "joints": joints.collect::<Result<Vec<_>, String>>()?,
    }))
}

/// The length of a step as the others take it: that of our sub-steps (s).
pub fn step_seconds(settings: &Settings) -> f64 {
    settings.time_step / settings.substeps as f64
}

/// That of the first material, which all bodies of these scenes have.
fn surface(model: &Model) -> Surface {
    let collider = model.bodies().first().and_then(|body| body.colliders.first());
    let material = collider.map_or(MaterialTable::DEFAULT, |collider| collider.material);
    model.materials.between(material, material)
}

fn body(body: &Body) -> Result<Value, String> {
    let described = &body.description;
    let [collider] = body.colliders.as_slice() else {
        return Err(format!("body {}: one shape expected", described.name));
    };
    let shape = match collider.shape.kind() {
        ShapeKind::Sphere { radius } => json!({"type": "sphere", "radius": radius}),
        ShapeKind::Cuboid { half_extents } => {
            json!({"type": "box", "half": array(half_extents)})
        }
        ShapeKind::Capsule { radius, half_length } => {
            json!({"type": "capsule", "radius": radius, "half": half_length})
        }
        ShapeKind::HalfSpace { .. } => json!({"type": "plane"}),
        other => return Err(format!("body {}: no peer has {other:?}", described.name)),
    };
    let turn = described.pose.orientation;
    Ok(json!({
        "shape": shape,
        "mass": if body.is_dynamic() { body.mass.mass } else { 0.0 },
        "position": array(described.pose.position),
        "rotation": quaternion(turn),
        "velocity": array(described.velocity),
        "spin": array(described.angular_velocity),
    }))
}

fn array(vector: DVec3) -> Value {
    json!(vector.to_array())
}

fn quaternion(turn: DQuat) -> Value {
    json!([turn.w, turn.x, turn.y, turn.z])
}
