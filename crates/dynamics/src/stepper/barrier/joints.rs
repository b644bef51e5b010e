//! Joints as stiff springs of the incremental potential.
//!
//! A joint holds points p of its second body in the axes of the first:
//!
//! f_J = ½ h² k Σ s², s = e·(R₁ᵀ(p − x₁) − a),
//!
//! a being where the point was when the joint was described and e an axis of the first body. A
//! ball holds one point by three axes, a hinge another on its axis by the two across it; what
//! slides has two points on its axis, and one beside it against turning. With n = R₁e the
//! gradient is s n at p for the second body and −s n, at p too, for the first; n nᵀ stands for
//! the Hessian, and how bodies turn is in that of their arcs.
//!
//! h² k is 10⁴ times the mass of the heaviest body on a joint, so that a joint gives way by
//! 10⁻⁴ h² a for accelerations a of that body, a micrometre where steps are of 1/60 s.

use glam::DVec3;
use stickslip_barrier::outer;

use super::places::{Movers, Places};
use super::system::{MoverPoint, System};
use crate::joint::{Axis, Joint, JointKind};
use crate::model::Model;
use crate::parts::{Body, Compliance};

/// h² k over the mass of the heaviest body on a joint.
const TIGHT: f64 = 1e4;

/// A point of the second body, held along some axes of the first.
#[derive(Clone, Debug)]
pub(super) struct Hold {
    first: Option<usize>,
    second: usize,
    /// The point in the axes of each side.
    locals: [DVec3; 2],
    /// Axes of the first side.
    axes: Vec<DVec3>,
}

/// The joints of a model.
#[derive(Clone, Debug, Default)]
pub(super) struct Joints {
    holds: Vec<Hold>,
    /// h² k (kg).
    stiffness: f64,
}

impl Joints {
    /// Those that `refusal` has let pass.
    pub(super) fn new(model: &Model) -> Self {
        let mut all = Self::default();
        for joint in model.joints() {
            let description = joint.description();
            let sides = [description.first, Some(description.second)].map(|it| it.map(|it| it.0));
            let sides = || sides.iter().flatten().map(|&body| &model.bodies()[body]);
            let bodies = || sides().filter(|body| body.is_dynamic());
            let lever = bodies().map(radius).fold(0.0, f64::max);
            let heaviest = bodies().map(|body| body.mass.mass).fold(0.0, f64::max);
            all.stiffness = all.stiffness.max(TIGHT * heaviest);
            for (place, axes) in held(&description.kind, lever) {
                all.holds.push(Hold::new(joint, model.bodies(), place, axes));
            }
        }
        all
    }

    /// The movers that joints join.
    pub(super) fn movers(&self) -> impl Iterator<Item = Vec<usize>> + '_ {
        self.holds.iter().map(|hold| hold.first.into_iter().chain([hold.second]).collect())
    }

    /// f_J.
    pub(super) fn value(&self, places: &Places) -> f64 {
        let squares = self.holds.iter().flat_map(|hold| hold.slips(places));
        0.5 * self.stiffness * squares.map(|(slip, _)| slip * slip).sum::<f64>()
    }

    /// Adds its gradient and a positive Hessian.
    pub(super) fn write(&self, places: &Places, movers: &Movers, system: &mut System) {
        for hold in &self.holds {
            let arm = |body: usize| {
                let point = places.poses[hold.second].point(hold.locals[1]);
                MoverPoint { mover: body, arm: Some(point - places.poses[body].position) }
            };
            let second = arm(hold.second);
            let first = hold.first.filter(|&body| movers.is_free(body)).map(arm);
            for (slip, normal) in hold.slips(places) {
                let slope = self.stiffness * slip * normal;
                let block = self.stiffness * outer(normal, normal);
                system.add_slope(&second, slope);
                system.add_block(&second, &second, block, DVec3::ZERO);
                if let Some(first) = &first {
                    system.add_slope(first, -slope);
                    system.add_block(first, first, block, DVec3::ZERO);
                    system.add_block(first, &second, -block, DVec3::ZERO);
                    system.add_block(&second, first, -block, DVec3::ZERO);
                }
            }
        }
    }
}

impl Hold {
    /// A place and axes in the world, where the bodies were when the joint was described.
    fn new(joint: &Joint, bodies: &[Body], place: DVec3, axes: Vec<DVec3>) -> Self {
        let description = joint.description();
        let (first, second) = (description.first, description.second);
        let pose = |body| joint.pose_as_described(bodies, body);
        let local = |point: DVec3| first.map_or(point, |body| pose(body).local_point(point));
        let turn = |axis: DVec3| first.map_or(axis, |body| pose(body).orientation.inverse() * axis);
        Self {
            first: first.map(|body| body.0),
            second: second.0,
            locals: [local(place), pose(second).local_point(place)],
            axes: axes.into_iter().map(turn).collect(),
        }
    }

    /// s and n of every axis.
    fn slips<'a>(&'a self, places: &'a Places) -> impl Iterator<Item = (f64, DVec3)> + 'a {
        let at = |body: usize, local: DVec3| places.poses[body].point(local);
        let anchor = self.first.map_or(self.locals[0], |body| at(body, self.locals[0]));
        let apart = at(self.second, self.locals[1]) - anchor;
        self.axes.iter().map(move |&axis| {
            let normal = self.first.map_or(axis, |body| places.poses[body].direction(axis));
            (normal.dot(apart), normal)
        })
    }
}

/// Places and axes that a joint holds, in the world.
fn held(kind: &JointKind, lever: f64) -> Vec<(DVec3, Vec<DVec3>)> {
    let all = || DVec3::AXES.to_vec();
    match kind {
        JointKind::Ball(ball) => vec![(ball.anchor, all())],
        JointKind::Fixed(fixed) => vec![
            (fixed.anchor, all()),
            (fixed.anchor + lever * DVec3::X, vec![DVec3::Y, DVec3::Z]),
            (fixed.anchor + lever * DVec3::Y, vec![DVec3::Z]),
        ],
        JointKind::Hinge(hinge) => {
            let axis = hinge.axis.normalize();
            let across = axis.any_orthonormal_pair();
            let along = hinge.anchor + lever * axis;
            vec![(hinge.anchor, all()), (along, vec![across.0, across.1])]
        }
        JointKind::Prismatic(slider) => {
            let axis = slider.axis.normalize();
            let (one, two) = axis.any_orthonormal_pair();
            let along = slider.anchor + lever * axis;
            let beside = slider.anchor + lever * one;
            vec![(slider.anchor, vec![one, two]), (along, vec![one, two]), (beside, vec![two])]
        }
        _ => Vec::new(),
    }
}

const MORE: &str = "a limit, a motor, friction or a spring";

/// What a joint has that these springs do not know.
pub(crate) fn refusal(joint: &Joint) -> Option<&'static str> {
    let description = joint.description();
    let is_free = |axis: &Axis| {
        let holds = axis.limits.is_some() || axis.friction > 0.0 || axis.passive.is_some();
        !holds && axis.motors.is_empty()
    };
    if description.break_force.is_some() || description.break_torque.is_some() {
        return Some("a force at which it breaks");
    }
    if description.compliance != Compliance::JOINT {
        return Some("a compliance");
    }
    match &description.kind {
        JointKind::Ball(ball) => {
            let more = ball.limit.is_some() || ball.friction > 0.0 || ball.passive.is_some();
            more.then_some(MORE)
        }
        JointKind::Hinge(hinge) => (!is_free(&hinge.rotation)).then_some(MORE),
        JointKind::Prismatic(slider) => (!is_free(&slider.travel)).then_some(MORE),
        JointKind::Fixed(_) => None,
        _ => Some("a kind of its own"),
    }
}

/// √(tr I/(2m)): how far its mass is from its centre, in the mean.
fn radius(body: &Body) -> f64 {
    let inertia = body.mass.inertia;
    let trace = inertia.x_axis.x + inertia.y_axis.y + inertia.z_axis.z;
    (0.5 * trace / body.mass.mass).sqrt()
}
