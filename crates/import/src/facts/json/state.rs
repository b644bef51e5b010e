//! What depends on the state.

use glam::DVec3;
use serde_json::{Map, Value, json};

use super::super::{Configuration, Dynamics};
use super::{place, vector};
use crate::mechanism::Mechanism;

/// The mass matrix is told up to so many freedoms.
const MAX_FREEDOMS: usize = 12;

/// What depends on the state; numbers must fit the mechanism ([`Configuration::check`]).
/// `position` and `quaternion` have an entry for every body in the order of the file.
pub fn at_state(mechanism: &Mechanism, at: &Configuration) -> Map<String, Value> {
    let dynamics = Dynamics::new(mechanism, at);
    let kinematics = &dynamics.kinematics;
    let listed = mechanism.listed();
    let poses: Vec<(Value, Value)> =
        listed.iter().map(|&body| place(&kinematics.bodies[body])).collect();
    let velocities = dynamics.velocities();
    let centres: Vec<DVec3> = (0..mechanism.bodies.len())
        .map(|body| kinematics.bodies[body].point(mechanism.bodies[body].centre))
        .collect();
    let mass = mechanism.total_mass();
    let weighed: DVec3 =
        centres.iter().zip(&mechanism.bodies).map(|(centre, body)| *centre * body.mass).sum();
    let armature: f64 = mechanism
        .joints
        .iter()
        .map(|joint| {
            let (_, count) = joint.kind.sizes();
            let speeds = &at.qvel[joint.freedom..joint.freedom + count];
            0.5 * joint.armature * speeds.iter().map(|speed| speed * speed).sum::<f64>()
        })
        .sum();
    let joints: Vec<Value> = (0..mechanism.joints.len())
        .map(|joint| {
            json!({"anchor": vector(kinematics.anchors[joint]), "axis": vector(kinematics.axes[joint])})
        })
        .collect();
    let order: Vec<_> = mechanism
        .joints
        .iter()
        .flat_map(|joint| std::iter::repeat_n(&joint.name, joint.kind.sizes().1))
        .collect();
    let velocity = |&body: &usize| {
        let [velocity, turning] = velocities[body];
        json!({"velocity": vector(velocity), "angular_velocity": vector(turning)})
    };
    let mut entries = vec![
        ("qpos", json!(at.qpos)),
        ("qvel", json!(at.qvel)),
        ("ctrl", json!(at.ctrl)),
        ("act", json!(at.act)),
        ("position", poses.iter().map(|(position, _)| position.clone()).collect()),
        ("quaternion", poses.iter().map(|(_, quaternion)| quaternion.clone()).collect()),
        ("body_centers", listed.iter().map(|&body| vector(centres[body])).collect()),
        ("body_velocities", listed.iter().map(velocity).collect()),
        ("joint_frames", Value::Array(joints)),
        ("dof_order", json!(order)),
        ("center_of_mass", if mass > 0.0 { vector(weighed / mass) } else { Value::Null }),
        ("gravity_force", json!(dynamics.gravity_force())),
        ("gravity_compensation_force", json!(dynamics.gravity_compensation_force())),
        ("bias_force", json!(dynamics.bias_force())),
        ("spring_force", json!(dynamics.spring_force())),
        ("damper_force", json!(dynamics.damper_force())),
        ("actuator_force", json!(dynamics.actuator_force())),
        ("kinetic_energy", json!(dynamics.kinetic_energy())),
        ("kinetic_energy_of_armature", json!(armature)),
        ("potential_energy", json!(dynamics.potential_energy())),
        ("tendon_lengths", json!(dynamics.tendon_lengths())),
        ("equality_errors", json!(kinematics.equality_errors(mechanism, &at.qpos))),
    ];
    if at.qvel.len() <= MAX_FREEDOMS {
        entries.push(("mass_matrix", json!(dynamics.mass_matrix())));
    }
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}
