//! The joints of the tree.

use glam::{DMat3, DVec3};
use stickslip_dynamics::joint::{Ball, Hinge, Prismatic, SixDof};
use stickslip_dynamics::{
    Axis, BodyDescription, BodyId, JointDescription, JointKind, MassDescription, Passive,
};

use super::{Builder, LIGHT};
use crate::error::ImportError;
use crate::facts::quaternion;
use crate::mechanism::{Joint, JointType};

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
        let MassDescription::Given { mass, centre, inertia } = whole.mass else {
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
        let [velocity, turning] = self.motion_at(body, &qvel, frame.point(centre));
        let name = format!("{} after {}", self.body_name(body), self.joint_name(after));
        let light = BodyDescription {
            velocity,
            angular_velocity: turning,
            mass: MassDescription::Given {
                mass: mass * LIGHT,
                centre,
                inertia: DMat3::from_diagonal(DVec3::splat(LIGHT * largest(inertia))),
            },
            gravity_scale: scale,
            ..BodyDescription::dynamic(name, pose, Vec::new())
        };
        let id = self.model.add_body(light).map_err(|error| Self::refused(&joint.place, error))?;
        self.articulation.massless.push(id);
        Ok(id)
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
        let kind: JointKind = match joint.kind {
            JointType::Free => match self.tether(joint) {
                Some(tether) => tether.into(),
                None => return Ok(()),
            },
            JointType::Ball => {
                let values = &self.start.qpos[joint.coordinate..];
                let turn = self.placement.pose.orientation * self.dynamics.kinematics.turns[number];
                Ball {
                    anchor,
                    friction: joint.friction_loss,
                    turned: (turn * quaternion(&values[..4]) * turn.inverse()).normalize(),
                    limit: joint.limits.map(|[_, most]| most),
                    passive: passive(joint, [0.0; 2]),
                }
                .into()
            }
            JointType::Hinge => Hinge { anchor, axis, rotation: self.axis(number, joint)? }.into(),
            JointType::Slide => {
                Prismatic { anchor, axis, travel: self.axis(number, joint)? }.into()
            }
        };
        let mut description = JointDescription::new(self.joint_name(number), first, second, kind);
        // What may touch is said of bodies, not of joints.
        description.touching = true;
        let id = self.model.add_joint(description);
        let id = id.map_err(|error| Self::refused(&joint.place, error))?;
        self.articulation.joints.push(id);
        self.ends.insert(number, (first, second));
        Ok(())
    }

    /// What a hinge or slide may do.
    fn axis(&mut self, number: usize, joint: &Joint) -> Result<Axis, ImportError> {
        let reference = self.start.qpos[joint.coordinate];
        if let Some([low, high]) = joint.limits.filter(|[low, high]| low == high) {
            return Ok(Axis { limits: Some([low, high]), reference, ..Axis::FREE });
        }
        Ok(Axis {
            limits: joint.limits,
            motors: self.motors(number)?,
            friction: joint.friction_loss,
            passive: passive(joint, [joint.spring_reference; 2]),
            reference,
            ..Axis::FREE
        })
    }

    /// Springs, dampers and armature of a free body, where it has any: along the axes of
    /// the world and about its own origin, from where the file puts it.
    fn tether(&self, joint: &Joint) -> Option<SixDof> {
        let passive = passive(joint, [0.0; 2])?;
        let (values, rest) = (&self.start.qpos[joint.coordinate..], joint.body);
        let rest = self.mechanism.bodies[rest].pose;
        let way = DVec3::from_slice(values) - rest.position;
        let axis = |reference: f64| Axis { passive: Some(passive), reference, ..Axis::FREE };
        let world = self.placement.pose;
        let turned = quaternion(&values[3..7]) * rest.orientation.inverse();
        Some(SixDof {
            anchor: world.point(DVec3::from_slice(values)),
            frame: world.orientation,
            turned: (world.orientation * turned * world.orientation.inverse()).normalize(),
            axes: [way.x, way.y, way.z, 0.0, 0.0, 0.0].map(axis),
        })
    }
}

/// Spring, damper and armature, if there are any.
fn passive(joint: &Joint, rest: [f64; 2]) -> Option<Passive> {
    let Joint { stiffness, damping, armature, .. } = *joint;
    let acts = stiffness > 0.0 || damping > 0.0 || armature > 0.0;
    acts.then_some(Passive { stiffness, rest, damping, armature })
}

fn largest(inertia: DMat3) -> f64 {
    inertia.x_axis.x.max(inertia.y_axis.y).max(inertia.z_axis.z)
}
