//! Removing penetration from the poses after a step, velocities untouched
//! (SIGGRAPH 2022 course, Eq 248–256).
//!
//! 0 ≤ J_n M⁻¹ J_nᵀ d + φ ⊥ d ≥ 0, then x += M⁻¹ J_nᵀ d. Solved by projected
//! Gauss–Seidel on the displacements: a pass need not be exact, since the gap
//! is linearised and the next pass sees the new one.

use glam::DVec3;
use stickslip_contact::Contact;
use stickslip_geometry::rotation;

use crate::collide::Collision;
use crate::model::Model;
use crate::motion::world_inertia;
use crate::state::BodyState;

/// Gauss–Seidel sweeps in one pass.
const SWEEPS: usize = 50;

/// One side of a contact: body, direction, arm × direction, M⁻¹ of both.
#[derive(Debug)]
struct Side {
    body: usize,
    linear: DVec3,
    angular: DVec3,
    moves: DVec3,
    turns: DVec3,
}

/// Removes penetration; keeps its memory from pass to pass.
#[derive(Debug, Default)]
pub struct Projection {
    /// Contacts that penetrate, with their gaps.
    deep: Vec<([Side; 2], f64)>,
    /// What every contact has pushed so far.
    amounts: Vec<f64>,
    /// Displacement and turn of every body.
    shifts: Vec<(DVec3, DVec3)>,
}

impl Projection {
    /// One pass: finds the contacts anew and moves bodies out of each other.
    pub fn pass(&mut self, model: &Model, states: &mut [BodyState], collision: &mut Collision) {
        collision.detect(model, states, 0.0);
        self.deep.clear();
        let deep = collision.contacts().iter().filter(|contact| contact.gap < 0.0);
        self.deep
            .extend(deep.map(|contact| (sides(model, states, collision, contact), contact.gap)));
        self.amounts.clear();
        self.amounts.resize(self.deep.len(), 0.0);
        self.shifts.clear();
        self.shifts.resize(states.len(), (DVec3::ZERO, DVec3::ZERO));
        for _ in 0..SWEEPS {
            self.sweep();
        }
        for (state, &(shift, turn)) in states.iter_mut().zip(&self.shifts) {
            if shift != DVec3::ZERO || turn != DVec3::ZERO {
                state.pose.position += shift;
                state.pose.orientation =
                    (rotation::by_vector(turn) * state.pose.orientation).normalize();
            }
        }
    }

    fn sweep(&mut self) {
        for ((sides, gap), amount) in self.deep.iter().zip(&mut self.amounts) {
            let mut now = *gap;
            let mut softness = 0.0;
            for side in sides {
                let (shift, turn) = self.shifts[side.body];
                now += side.linear.dot(shift) + side.angular.dot(turn);
                softness += side.linear.dot(side.moves) + side.angular.dot(side.turns);
            }
            if softness <= 0.0 {
                continue;
            }
            let next = (*amount - now / softness).max(0.0);
            for side in sides {
                self.shifts[side.body].0 += (next - *amount) * side.moves;
                self.shifts[side.body].1 += (next - *amount) * side.turns;
            }
            *amount = next;
        }
    }
}

fn sides(
    model: &Model,
    states: &[BodyState],
    collision: &Collision,
    contact: &Contact,
) -> [Side; 2] {
    let parties = collision.parties(contact);
    [(0, -1.0), (1, 1.0)].map(|(at, sign)| {
        let body = parties[at].0;
        let constants = &model.bodies()[body];
        let linear = sign * contact.normal;
        let angular = (contact.point - states[body].pose.position).cross(linear);
        let inertia = world_inertia(states[body].pose.orientation, &constants.inverse_inertia);
        Side {
            body,
            linear,
            angular,
            moves: constants.inverse_mass * linear,
            turns: inertia * angular,
        }
    })
}
