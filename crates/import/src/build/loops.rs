//! Loops and strings.

use stickslip_dynamics::joint::{Ball, Distance, Fixed};
use stickslip_dynamics::{BodyId, JointDescription, JointKind};

use super::Builder;
use crate::error::ImportError;
use crate::mechanism::{EqualityKind, JointType, TendonPath, Transmission};
use crate::remark::About;

/// Two points of a loop may be so far apart at the beginning (m).
const CLOSED: f64 = 1e-6;

impl Builder<'_> {
    /// The body of the model that has a body of the mechanism; `None` for the world.
    fn mover(&self, body: Option<usize>) -> Option<BodyId> {
        let root = self.mechanism.root_of(body);
        root.and_then(|root| self.movers.get(&Some(root)).copied())
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
            let name = equality.name.clone().unwrap_or_else(|| format!("equality-{number}"));
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
                    if first.orientation.angle_between(second.orientation) > CLOSED {
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
                false => Ball { anchor, friction: 0.0 }.into(),
            };
            let name = format!("{}{name}", self.placement.prefix);
            let mut joint = JointDescription::new(name, first, second, kind);
            joint.touching = true;
            self.model.add_joint(joint).map_err(|error| Self::refused(&equality.place, error))?;
        }
        Ok(())
    }

    /// Sums of coordinates, and strings between two sites; all other tendons that do
    /// anything are refused.
    pub(super) fn add_tendons(&mut self) -> Result<(), ImportError> {
        let mechanism = self.mechanism;
        for (number, tendon) in mechanism.tendons.iter().enumerate() {
            let about = |subject| About { element: "tendon", place: &tendon.place, subject };
            if let TendonPath::Fixed(terms) = &tendon.path {
                self.add_sum(number, tendon, terms)?;
                continue;
            }
            let acts = tendon.stiffness > 0.0
                || tendon.damping > 0.0
                || tendon.armature > 0.0
                || tendon.friction_loss > 0.0;
            if acts {
                let reason = "strings have no spring, damper, armature nor friction here";
                self.remarks.missing_at(&about("a spring of a string"), reason)?;
            }
            let Some(limits) = tendon.limits else { continue };
            let piece = match &tendon.path {
                TendonPath::Spatial(pieces) if pieces.len() == 1 && pieces[0].1 == 1.0 => {
                    pieces[0].0
                }
                _ => {
                    let reason = "only strings between two sites have stops here";
                    self.remarks.missing_at(&about("range of a string"), reason)?;
                    continue;
                }
            };
            let points = piece.map(|site| {
                let point = self.dynamics.kinematics.site(mechanism, site).position;
                self.placement.pose.point(point)
            });
            let [first, second] = piece.map(|site| self.mover(mechanism.sites[site].body));
            let (first, second, points) = match (first, second) {
                (first, Some(second)) => (first, second, points),
                (Some(first), None) => (None, first, [points[1], points[0]]),
                (None, None) => continue,
            };
            let name = tendon.name.clone().unwrap_or_else(|| format!("tendon-{number}"));
            let kind = Distance {
                first_anchor: points[0],
                second_anchor: points[1],
                range: Some([limits[0].max(0.0), limits[1]]),
            };
            let name = format!("{}{name}", self.placement.prefix);
            let mut joint = JointDescription::new(name, first, second, kind);
            joint.touching = true;
            self.model.add_joint(joint).map_err(|error| Self::refused(&tendon.place, error))?;
        }
        Ok(())
    }

    /// Actuators that no joint takes.
    pub(super) fn other_actuators(&mut self) -> Result<(), ImportError> {
        for actuator in &self.mechanism.actuators {
            let is_taken = match actuator.on {
                Transmission::Joint { joint, .. } => {
                    let kind = self.mechanism.joints[joint].kind;
                    matches!(kind, JointType::Hinge | JointType::Slide)
                }
                Transmission::Tendon(tendon) => {
                    matches!(self.mechanism.tendons[tendon].path, TendonPath::Fixed(_))
                }
                Transmission::Site(_) => false,
            };
            if !is_taken {
                let about = About {
                    element: "actuator",
                    place: &actuator.place,
                    subject: "an actuator on something else than hinges and slides",
                };
                self.remarks.missing_at(
                    &about,
                    "strings, sites, balls and free bodies are not driven yet",
                )?;
            }
        }
        Ok(())
    }
}
