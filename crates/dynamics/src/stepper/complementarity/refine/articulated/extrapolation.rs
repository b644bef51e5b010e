//! x₂ + (x₂ − x₁) of bodies and of trees.
//!
//! Trees are extrapolated in their coordinates and rates, so that joints stay closed; turns by
//! the rotation R₂ R₁⁻¹ that leads from one to the other.

use stickslip_contact::Pose;

use crate::state::BodyState;
use crate::tree::Posture;
use crate::world::World;

/// Scratch; kept from step to step.
#[derive(Debug, Default)]
pub struct Extrapolation {
    /// All bodies, with the members after the whole step.
    whole: Vec<BodyState>,
    postures: [Posture; 2],
}

impl Extrapolation {
    /// Puts the members, which are where two steps have brought them, where those and one
    /// whole step point to.
    pub fn put(&mut self, world: &mut World, members: &[usize], whole: &[BodyState]) {
        let Self { whole: others, postures: [one, two] } = self;
        others.clone_from(&world.state.bodies);
        members.iter().zip(whole).for_each(|(&body, state)| others[body] = *state);
        for (&body, whole) in members.iter().zip(whole) {
            match world.forest.link(body) {
                None => extrapolate(&mut world.state.bodies[body], whole),
                Some((number, 0)) => {
                    let tree = &world.forest.trees[number];
                    one.read(tree, others);
                    two.read(tree, &world.state.bodies);
                    two.extrapolate(tree, one);
                    two.put(tree, &mut world.state.bodies);
                }
                Some(_) => {}
            }
        }
    }
}

/// That of a body of its own.
fn extrapolate(state: &mut BodyState, whole: &BodyState) {
    let turn = state.pose.orientation * whole.pose.orientation.inverse();
    state.pose = Pose::new(
        2.0 * state.pose.position - whole.pose.position,
        (turn * state.pose.orientation).normalize(),
    );
    state.velocity = 2.0 * state.velocity - whole.velocity;
    state.angular_velocity = 2.0 * state.angular_velocity - whole.angular_velocity;
}
