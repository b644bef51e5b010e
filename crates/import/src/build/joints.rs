//! Joints, loops and strings.

use glam::{DMat3, DVec3};
use stickslip_dynamics::joint::{Ball, Distance, Fixed, Hinge, Prismatic};
use stickslip_dynamics::{
    Axis, BodyDescription, BodyId, JointDescription, JointKind, MassDescription, Passive,
};

use super::Builder;
use crate::error::ImportError;
use crate::mechanism::{EqualityKind, Joint, JointType, TendonPath, Transmission};
use crate::remark::About;

/// Share of a body's mass and inertia that the light bodies between its joints have.
const LIGHT: f64 = 1e-6;

/// Two points of a loop may be so far apart at the beginning (m).
const CLOSED: f64 = 1e-6;

impl Builder<'_> {
    /// The joints of the tree.
    pub(super) fn add_joints(&mut self) -> Result<(), ImportError> {
        for (number, body) in self.mechanism.bodies.iter().enumerate() {
            let parent = self.mechanism.root_of(body.parent);
            let mut first = parent.and_then(|root| self.movers.get(&Some(root)).copied());
            let count = body.joints.len();
            for (at, joint) in body.joints.clone().enumerate() {
                let second = match at + 1 == count {
                    true => self.movers[&Some(number)],
                    false => self.light_body(number, joint)?,
                };
                self.add_joint(joint, first, second)?;
                first = Some(second);
            }
        }
        Ok(())
    }

    /// What is between two joints of a body.
    fn light_body(&mut self, body: usize, after: usize) -> Result<BodyId, ImportError> {
        let joint = &self.mechanism.joints[after];
        let whole = self.movers[&Some(body)];
        let whole = &self.model.bodies()[whole.0].description;
        let (pose, scale) = (whole.pose, whole.gravity_scale);
        let MassDescription::Given { mass, center, inertia } = whole.mass else {
            return Err(Self::refused(&joint.place, "its body has no mass"));
        };
        // It moves as the body would without the joints after it.
        let mut qvel = self.start.qvel.clone();
        let last = self.mechanism.bodies[body].joints.end;
        for later in &self.mechanism.joints[after + 1..last] {
            let (_, count) = later.kind.sizes();
            qvel[later.freedom..later.freedom + count].fill(0.0);
        }
        let frame = self.dynamics.kinematics.bodies[body];
        let [velocity, turning] = self.motion_at(body, &qvel, frame.point(center));
        let name = format!("{} after {}", self.body_name(body), self.joint_name(after));
        let light = BodyDescription {
            velocity,
            angular_velocity: turning,
            mass: MassDescription::Given {
                mass: mass * LIGHT,
                center,
                inertia: DMat3::from_diagonal(DVec3::splat(LIGHT * largest(inertia))),
            },
            gravity_scale: scale,
            ..BodyDescription::dynamic(name, pose, Vec::new())
        };
        self.model.add_body(light).map_err(|error| Self::refused(&joint.place, error))
    }

    pub(super) fn joint_name(&self, joint: usize) -> String {
        let own = &self.mechanism.joints[joint].name;
        let own = own.clone().unwrap_or_else(|| format!("joint-{joint}"));
        format!("{}{own}", self.placement.prefix)
    }

    fn add_joint(
        &mut self,
        number: usize,
        first: Option<BodyId>,
        second: BodyId,
    ) -> Result<(), ImportError> {
        let joint = &self.mechanism.joints[number];
        let anchor = self.placement.pose.point(self.dynamics.kinematics.anchors[number]);
        let axis = self.placement.pose.direction(self.dynamics.kinematics.axes[number]);
        let about = |subject| About { element: "joint", place: &joint.place, subject };
        let kind: JointKind = match joint.kind {
            JointType::Free => {
                if joint.damping > 0.0 || joint.stiffness > 0.0 || joint.armature > 0.0 {
                    let reason = "free bodies have no springs, dampers nor armature here";
                    self.remarks.missing_at(&about("spring of a free joint"), reason)?;
                }
                return Ok(());
            }
            JointType::Ball => {
                let extra = joint.limits.is_some()
                    || joint.stiffness > 0.0
                    || joint.damping > 0.0
                    || joint.armature > 0.0;
                if extra {
                    let reason = "balls have no stop, spring, damper nor armature here";
                    self.remarks.missing_at(&about("range or spring of a ball"), reason)?;
                }
                Ball { anchor, friction: joint.friction_loss }.into()
            }
            JointType::Hinge => {
                Hinge { anchor, axis, rotation: self.axis(number, joint)? }.into()
            }
            JointType::Slide => {
                Prismatic { anchor, axis, travel: self.axis(number, joint)? }.into()
            }
        };
        let mut description = JointDescription::new(self.joint_name(number), first, second, kind);
        // What may touch is said of bodies, not of joints.
        description.touching = true;
        self.model.add_joint(description).map_err(|error| Self::refused(&joint.place, error))?;
        Ok(())
    }

    /// What a hinge or slide may do.
    fn axis(&mut self, number: usize, joint: &Joint) -> Result<Axis, ImportError> {
        let reference = self.start.qpos[joint.coordinate];
        if let Some([low, high]) = joint.limits.filter(|[low, high]| low == high) {
            return Ok(Axis { limits: Some([low, high]), reference, ..Axis::FREE });
        }
        let passive = Passive {
            stiffness: joint.stiffness,
            rest: joint.spring_reference,
            damping: joint.damping,
            armature: joint.armature,
        };
        let acts = joint.stiffness > 0.0 || joint.damping > 0.0 || joint.armature > 0.0;
        Ok(Axis {
            limits: joint.limits,
            motor: self.motor(number)?,
            friction: joint.friction_loss,
            passive: acts.then_some(passive),
            reference,
            ..Axis::FREE
        })
    }

    /// The body of the model that has a body of the mechanism; `None` for the world.
    fn mover(&self, body: Option<usize>) -> Option<BodyId> {
        let root = self.mechanism.root_of(body);
        root.and_then(|root| self.movers.get(&Some(root)).copied())
    }

    /// What closes loops.
    pub(super) fn add_equalities(&mut self) -> Result<(), ImportError> {
        let mechanism = self.mechanism;
        for (number, equality) in mechanism.equalities.iter().enumerate() {
            let about =
                |subject| About { element: "equality", place: &equality.place, subject };
            if !equality.active {
                let reason = "it does not hold at the beginning, and cannot be switched on";
                self.remarks.warn_at(&about("an equality"), reason)?;
                continue;
            }
            let name = equality.name.clone().unwrap_or_else(|| format!("equality-{number}"));
            let (bodies, points, is_weld) = match &equality.kind {
                EqualityKind::Connect { bodies, anchors } => {
                    let point = |at: usize| {
                        self.dynamics.kinematics.frame(bodies[at]).point(anchors[at])
                    };
                    (*bodies, [point(0), point(1)], false)
                }
                EqualityKind::Weld { bodies, frames, .. } => {
                    let pose = |at: usize| {
                        self.dynamics.kinematics.frame(bodies[at]).compose(&frames[at])
                    };
                    let (first, second) = (pose(0), pose(1));
                    if first.orientation.angle_between(second.orientation) > CLOSED {
                        let reason = "the frames that it welds are turned against each other at \
                                      the beginning";
                        return Err(Self::refused(&equality.place, format!("\"{name}\": {reason}")));
                    }
                    (*bodies, [first.position, second.position], true)
                }
                EqualityKind::Joint { .. } | EqualityKind::Tendon { .. } => {
                    let reason = "joints that follow others are not stepped yet";
                    self.remarks.missing_at(&about("a coupling of joints"), reason)?;
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

    /// Strings between two sites; all other tendons that do anything are refused.
    pub(super) fn add_tendons(&mut self) -> Result<(), ImportError> {
        let mechanism = self.mechanism;
        for (number, tendon) in mechanism.tendons.iter().enumerate() {
            let about = |subject| About { element: "tendon", place: &tendon.place, subject };
            let acts = tendon.stiffness > 0.0
                || tendon.damping > 0.0
                || tendon.armature > 0.0
                || tendon.friction_loss > 0.0;
            if acts {
                let reason = "tendons have no spring, damper, armature nor friction here";
                self.remarks.missing_at(&about("a spring of a tendon"), reason)?;
            }
            let Some(limits) = tendon.limits else { continue };
            let piece = match &tendon.path {
                TendonPath::Spatial(pieces) if pieces.len() == 1 && pieces[0].1 == 1.0 => pieces[0].0,
                _ => {
                    let reason = "only strings between two sites have stops here";
                    self.remarks.missing_at(&about("range of a tendon"), reason)?;
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
            let is_joint = matches!(actuator.on, Transmission::Joint { joint, .. }
                if matches!(self.mechanism.joints[joint].kind, JointType::Hinge | JointType::Slide));
            if !is_joint {
                let about = About {
                    element: "actuator",
                    place: &actuator.place,
                    subject: "an actuator that acts on no hinge or slide",
                };
                self.remarks.missing_at(&about, "tendons and sites are not driven yet")?;
            }
        }
        Ok(())
    }
}

fn largest(inertia: DMat3) -> f64 {
    inertia.x_axis.x.max(inertia.y_axis.y).max(inertia.z_axis.z)
}
