//! What closes loops.

use stickslip_dynamics::joint::{Ball, Fixed};
use stickslip_dynamics::{BodyId, JointDescription, JointKind};
use stickslip_geometry::rotation;

use super::Builder;
use crate::error::ImportError;
use crate::mechanism::EqualityKind;
use crate::remark::About;

/// Two points of a loop may be so far apart at the beginning (m).
const CLOSED: f64 = 1e-6;

impl Builder<'_> {
    /// The body of the model that has a body of the mechanism; `None` for the world.
    pub(super) fn mover(&self, body: Option<usize>) -> Option<BodyId> {
        let root = self.mechanism.root_of(body);
        root.and_then(|root| self.movers.get(&Some(root)).copied())
    }

    /// The name of what closes a loop in the model.
    pub(super) fn equality_name(&self, number: usize) -> String {
        let own = self.mechanism.equalities[number].own_name(number);
        format!("{}{own}", self.placement.prefix)
    }

    /// What closes loops.
    pub(super) fn add_equalities(&mut self) -> Result<(), ImportError> {
        let mechanism = self.mechanism;
        for (number, equality) in mechanism.equalities.iter().enumerate() {
            let about = |subject| About { element: "equality", place: &equality.place, subject };
            if !equality.active {
                let reason = "it does not hold at the beginning, and cannot be switched on";
                self.remarks.warn_at(&about("an equality"), reason)?;
                continue;
            }
            let name = equality.own_name(number);
            let (bodies, points, is_weld) = match &equality.kind {
                EqualityKind::Connect { bodies, anchors } => {
                    let point =
                        |at: usize| self.dynamics.kinematics.frame(bodies[at]).point(anchors[at]);
                    (*bodies, [point(0), point(1)], false)
                }
                EqualityKind::Weld { bodies, frames, .. } => {
                    let pose =
                        |at: usize| self.dynamics.kinematics.frame(bodies[at]).compose(&frames[at]);
                    let (first, second) = (pose(0), pose(1));
                    if rotation::angle_between(first.orientation, second.orientation) > CLOSED {
                        let reason = "the frames that it welds are turned against each other at \
                                      the beginning";
                        return Err(Self::refused(
                            &equality.place,
                            format!("\"{name}\": {reason}"),
                        ));
                    }
                    (*bodies, [first.position, second.position], true)
                }
                EqualityKind::Joint { joints: (first, second), polynomial } => {
                    self.couple_joints(equality, &name, (*first, *second), polynomial)?;
                    continue;
                }
                EqualityKind::Tendon { tendons: (first, second), polynomial } => {
                    self.couple_tendons(equality, &name, (*first, *second), polynomial)?;
                    continue;
                }
            };
            let apart = (points[0] - points[1]).length();
            if apart > CLOSED {
                let what = format!(
                    "\"{name}\" joins two points that are {apart:.3e} m apart at the beginning; \
                     begin in a state that closes the loop"
                );
                return Err(Self::refused(&equality.place, what));
            }
            let anchor = self.placement.pose.point(points[0]);
            let [first, second] = bodies.map(|body| self.mover(body));
            let (first, second) = match (first, second) {
                (first, Some(second)) => (first, second),
                (Some(first), None) => (None, first),
                // Nothing moves.
                (None, None) => continue,
            };
            let kind: JointKind = match is_weld {
                true => Fixed { anchor }.into(),
                false => Ball::at(anchor).into(),
            };
            let name = self.equality_name(number);
            let mut joint = JointDescription::new(name, first, second, kind);
            joint.touching = true;
            self.model.add_joint(joint).map_err(|error| Self::refused(&equality.place, error))?;
        }
        Ok(())
    }
}
