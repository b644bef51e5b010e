//! `picked` and `convergence`: what belongs to a frame and is told in words.

use serde::Serialize;
use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{BodyId, JointId, Simulation};
use stickslip_scene::recording::FrameContact;

use super::drag::Pull;
use super::playback::Playback;
use crate::view::message::BodyInLane;

/// More of one body.
#[derive(Serialize)]
pub struct Picked<'a> {
    r#type: &'static str,
    lane: usize,
    body: usize,
    name: &'a str,
    mass: f64,
    position: [f64; 3],
    velocity: [f64; 3],
    angular_velocity: [f64; 3],
    contact_force: [f64; 3],
    /// Force of the page's own drag on it in the last step.
    drag_force: [f64; 3],
    kinetic_energy: Option<f64>,
    contacts: usize,
    joints: Vec<JointForce<'a>>,
}

#[derive(Serialize)]
struct JointForce<'a> {
    name: &'a str,
    force: f64,
}

impl<'a> Picked<'a> {
    /// A body of a simulation.
    pub fn live(
        place: BodyInLane,
        simulation: &'a Simulation,
        pull: Option<&Pull>,
    ) -> Option<Self> {
        let BodyInLane { lane, body } = place;
        if body >= simulation.model().bodies().len() {
            return Self::live_soft(place, simulation, pull);
        }
        let constants = simulation.model().bodies().get(body)?;
        let state = simulation.state().bodies.get(body)?;
        let joints = simulation.model().joints().iter().enumerate().filter_map(|(at, joint)| {
            let description = joint.description();
            let joined = description.second.0 == body
                || description.first.is_some_and(|first| first.0 == body);
            let force = simulation.joint_force(JointId(at));
            joined.then_some(JointForce { name: &description.name, force })
        });
        let pulled = pull.filter(|pull| pull.drag.place == place);
        Some(Self {
            r#type: "picked",
            lane,
            body,
            name: &constants.description.name,
            mass: constants.mass.mass,
            position: state.pose.position.to_array(),
            velocity: state.velocity.to_array(),
            angular_velocity: state.angular_velocity.to_array(),
            contact_force: simulation.contact_force(BodyId(body)).to_array(),
            drag_force: pulled.map_or(DVec3::ZERO, |pull| pull.force).to_array(),
            kinetic_energy: Some(simulation.kinetic_energy(BodyId(body))),
            contacts: touching(simulation.contacts().iter().map(|it| (it.first, it.second)), body),
            joints: joints.collect(),
        })
    }

    /// A soft body of a simulation: its mass, its centre and the motion of that.
    fn live_soft(
        place: BodyInLane,
        simulation: &'a Simulation,
        pull: Option<&Pull>,
    ) -> Option<Self> {
        let BodyInLane { lane, body } = place;
        let number = body.checked_sub(simulation.model().bodies().len())?;
        let constants = simulation.model().soft_bodies().get(number)?;
        let own = simulation.soft_vertices(number);
        let masses = constants.mesh.masses();
        let vertices = &simulation.state().vertices;
        let (places, velocities) = (&vertices.positions[own.clone()], &vertices.velocities[own]);
        let sum = |of: &[DVec3]| of.iter().zip(masses).map(|(&it, &mass)| mass * it).sum::<DVec3>();
        let mass = constants.mesh.mass();
        let energy = velocities.iter().zip(masses).map(|(v, m)| 0.5 * m * v.length_squared());
        let pulled = pull.filter(|pull| pull.drag.place == place);
        Some(Self {
            r#type: "picked",
            lane,
            body,
            name: &constants.description.name,
            mass,
            position: (sum(places) / mass).to_array(),
            velocity: (sum(velocities) / mass).to_array(),
            angular_velocity: [0.0; 3],
            contact_force: simulation.contact_force(BodyId(body)).to_array(),
            drag_force: pulled.map_or(DVec3::ZERO, |pull| pull.force).to_array(),
            kinetic_energy: Some(energy.sum()),
            contacts: touching(simulation.contacts().iter().map(|it| (it.first, it.second)), body),
            joints: Vec::new(),
        })
    }

    /// A body of a recording, which does not keep its inertia.
    pub fn recorded(place: BodyInLane, playback: &'a Playback) -> Option<Self> {
        let header = playback.header();
        let (constants, frame) = (header.bodies.get(place.body)?, playback.frame());
        let state = frame.bodies.get(place.body)?;
        let force = |contact: &FrameContact| match place.body {
            at if at == contact.second => frame.force(contact),
            at if at == contact.first => -frame.force(contact),
            _ => DVec3::ZERO,
        };
        let force = frame.contacts.iter().map(force).sum::<DVec3>();
        Some(Self {
            r#type: "picked",
            lane: place.lane,
            body: place.body,
            name: &constants.name,
            mass: constants.mass,
            position: state.pose.position.to_array(),
            velocity: state.velocity.to_array(),
            angular_velocity: state.angular_velocity.to_array(),
            contact_force: force.to_array(),
            drag_force: [0.0; 3],
            kinetic_energy: None,
            contacts: touching(frame.contacts.iter().map(|it| (it.first, it.second)), place.body),
            joints: Vec::new(),
        })
    }
}

fn touching(pairs: impl Iterator<Item = (usize, usize)>, body: usize) -> usize {
    pairs.filter(|&(first, second)| first == body || second == body).count()
}

/// How the solver came to the solution of the last step, in the island that
/// took the most iterations.
#[derive(Serialize)]
pub struct Convergence {
    r#type: &'static str,
    lane: usize,
    step: u64,
    rows: usize,
    /// What the whole solve took.
    iterations: usize,
    /// When each residual was measured.
    iteration: Vec<usize>,
    residual: Vec<f64>,
    tolerance: f64,
    measure: &'static str,
    status: &'static str,
}

impl Convergence {
    /// Of one lane; none where nothing was solved.
    pub fn new(lane: usize, simulation: &Simulation) -> Option<Self> {
        let solved = simulation.islands().filter_map(|island| island.solved);
        let (problem, outcome) =
            solved.max_by_key(|(problem, outcome)| (outcome.counts.iterations, problem.size()))?;
        let iterations = outcome.counts.iterations;
        let measured = outcome.history.iter().map(|point| (point.iteration, point.residual));
        let (mut iteration, mut residual): (Vec<_>, Vec<_>) = measured.unzip();
        let last = outcome.residuals.decisive();
        if residual.last() != Some(&last) {
            // A start that only had to be confirmed has no history.
            iteration.push(iterations);
            residual.push(last);
        }
        Some(Self {
            r#type: "convergence",
            lane,
            step: simulation.state().step,
            rows: problem.size(),
            iterations,
            iteration,
            residual,
            tolerance: outcome.tolerance,
            measure: if problem.kind().is_cone() { "relative" } else { "natural" },
            status: outcome.status.name(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{BOXES, simulation};
    use serde_json::{Value, json};

    fn picked(simulation: &Simulation, body: usize) -> Value {
        let picked = Picked::live(BodyInLane { lane: 0, body }, simulation, None);
        serde_json::to_value(picked.expect("a body")).expect("JSON")
    }

    /// A rod between the boxes, and a ball that holds the second of them.
    #[test]
    fn a_body_has_its_own_joints_and_contacts() {
        let text = format!(
            "{BOXES}[[joint]]\nname = 'rod'\ntype = 'distance'\nfirst = 'light'\n\
             second = 'heavy'\nfirst_anchor = [0, 0.5, 0]\nsecond_anchor = [3, 0.5, 0]\n\
             [[joint]]\nname = 'hold'\ntype = 'ball'\nsecond = 'heavy'\nanchor = [3, 1, 0]\n\
             [[body]]\nname = 'ball'\nposition = [0, 9, 0]\nshape = {{ type = 'sphere', radius = 1 }}\n"
        );
        let mut simulation = simulation(&text);
        simulation.step().expect("finite");
        let names = |picked: &Value| -> Vec<Value> {
            let joints = picked["joints"].as_array().expect("a list");
            joints.iter().map(|joint| joint["name"].clone()).collect()
        };
        let bodies = [0, 1, 2, 3].map(|body| picked(&simulation, body));
        assert!(names(&bodies[0]).is_empty() && names(&bodies[3]).is_empty());
        assert_eq!(names(&bodies[1]), [json!("rod")]);
        assert_eq!(names(&bodies[2]), [json!("rod"), json!("hold")]);
        let contacts = bodies.map(|picked| picked["contacts"].clone());
        assert_eq!(contacts, [8, 4, 4, 0].map(|count| json!(count)));
        assert!(Picked::live(BodyInLane { lane: 0, body: 4 }, &simulation, None).is_none());
    }
}
