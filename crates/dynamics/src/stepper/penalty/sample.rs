//! A point of contact, and what acts in it.

use glam::{DMat3, DVec3};

use super::friction::{self, Rub};
use super::law::{Approach, Push, Spring};
use super::movers::Jacobian;
use crate::settings::{PenaltyFriction, PenaltyLaw, PenaltyStep};
use crate::state::{Anchor, AnchorKey};

/// A point of contact with the share of its area.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    pub(super) key: AnchorKey,
    pub(super) parties: [usize; 2],
    /// Place of each party's shape among all of its own.
    pub(super) shapes: [usize; 2],
    pub(super) point: DVec3,
    /// From the first party to the second.
    pub(super) normal: DVec3,
    pub(super) gap: f64,
    pub(super) share: f64,
    pub(super) friction: f64,
    pub(super) spring: Spring,
    /// Of the second party against the first.
    pub(super) jacobian: Jacobian,
    /// k_t and k_f of the whole patch.
    pub(super) tangent: f64,
    pub(super) drag: f64,
    /// More than what a force across the normal moves the point by (1/kg).
    pub(super) mobility: f64,
    /// Way from the anchor when the step begins (m).
    pub(super) stretch: DVec3,
    pub(super) is_bonded: bool,
    pub(super) recedes: bool,
    /// Whether forces move both parties.
    pub(super) is_between_movers: bool,
}

/// What acts in a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Action {
    /// On the second party (N).
    pub(super) force: DVec3,
    pub(super) normal_force: f64,
    /// −∂f/∂x and −∂f/∂v.
    pub(super) stiffness: DMat3,
    pub(super) drag: DMat3,
    /// What Newton's method takes of friction besides: at least the derivative of the step,
    /// h C + h² K (kg).
    pub(super) holding: DMat3,
    pub(super) stretch: DVec3,
    pub(super) slides: bool,
    /// The gap that it was computed for.
    pub(super) gap: f64,
}

/// When a point is looked at: `lead` seconds after the beginning of a step of `h`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    pub(super) h: f64,
    /// 0 in explicit steps, h in implicit ones.
    pub(super) lead: f64,
}

impl Sample {
    /// The forces at the velocities of all that moves.
    pub(super) fn act(&self, step: &PenaltyStep, moment: Moment, velocities: &[f64]) -> Action {
        let velocity = self.jacobian.velocity(velocities);
        let rate = velocity.dot(self.normal);
        let approach = Approach {
            gap: self.gap + moment.lead * rate,
            rate,
            recedes: self.recedes,
            is_bonded: self.is_bonded,
        };
        let Push { force, slope, drag } = self.spring.push(step.law, &approach);
        let normal_force = self.share * force;
        let along = friction::outer(self.normal, self.normal);
        let mut action = Action {
            force: normal_force * self.normal,
            normal_force,
            stiffness: self.share * slope * along,
            drag: self.share * drag * along,
            holding: DMat3::ZERO,
            stretch: DVec3::ZERO,
            slides: true,
            gap: approach.gap,
        };
        let bound = self.friction * normal_force;
        if bound > 0.0 {
            let rub = self.rub(bound, moment);
            let across = rub.across(velocity);
            let stretch = self.stretch + moment.lead * across;
            let hold = rub.hold(step.friction, stretch, across);
            action.force += hold.force;
            action.stiffness += hold.stiffness;
            action.drag += hold.drag;
            let own = rub.inertia(step.friction, moment.h);
            action.holding = hold.left * own - moment.h * (hold.drag + moment.h * hold.stiffness);
            action.stretch = hold.stretch;
            action.slides = hold.slides;
        }
        action
    }

    fn rub(&self, bound: f64, moment: Moment) -> Rub {
        let tangent = self.share * self.tangent;
        // An implicit step may stop as hard as numbers let it.
        let hardness = if moment.lead > 0.0 { 1e4 } else { 1.0 };
        Rub {
            normal: self.normal,
            bound,
            stiffness: tangent,
            damping: self.share * self.spring.drag(self.tangent),
            drag: self.share * self.drag,
            stopping: hardness * self.share / (moment.h * self.mobility),
        }
    }

    /// What is kept of the point for the next step; `travel` is what it moves across its
    /// normal after the moment it was looked at, `turn` how the first party turns.
    pub(super) fn anchor(
        &self,
        step: &PenaltyStep,
        action: &Action,
        travel: DVec3,
        turn: glam::DQuat,
    ) -> Option<Anchor> {
        let keeps = match (step.law, step.friction) {
            (PenaltyLaw::ParticlePairs, _) => action.stiffness != DMat3::ZERO,
            (_, PenaltyFriction::Anchor) => self.friction * action.normal_force > 0.0,
            _ => false,
        };
        let travel = travel - travel.dot(self.normal) * self.normal;
        keeps.then(|| Anchor { key: self.key, stretch: turn * (action.stretch + travel) })
    }
}
