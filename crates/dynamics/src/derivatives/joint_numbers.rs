//! Numbers of the axes of joints, by the names of the axes.

use super::input::JointQuantity;
use crate::joint::Passive;
use crate::joint::{Axis, JointKind};

/// The names of the axes of a joint, as scene files have them: one without a name where there is
/// but one, or where all are alike.
pub(super) fn axes(kind: &JointKind) -> &'static [&'static str] {
    match kind {
        JointKind::Hinge(_)
        | JointKind::Prismatic(_)
        | JointKind::Ball(_)
        | JointKind::Distance(_)
        | JointKind::Tendon(_)
        | JointKind::Coupling(_) => &[""],
        JointKind::Universal(_) => &["first_rotation", "second_rotation"],
        JointKind::SixDof(_) => {
            &["travel_x", "travel_y", "travel_z", "rotation_x", "rotation_y", "rotation_z"]
        }
        JointKind::Fixed(_)
        | JointKind::Belt(_)
        | JointKind::Thruster(_)
        | JointKind::Gear(_)
        | JointKind::Differential(_) => &[],
    }
}

/// A number of an axis; nothing where it has none, or where it is 0: then there is no row of it,
/// and nothing below it.
pub(super) fn number(
    kind: &mut JointKind,
    axis: usize,
    quantity: JointQuantity,
) -> Option<&mut f64> {
    let (friction, passive) = match kind {
        JointKind::Hinge(hinge) if axis == 0 => of(&mut hinge.rotation),
        JointKind::Prismatic(slide) if axis == 0 => of(&mut slide.travel),
        JointKind::Tendon(tendon) if axis == 0 => of(&mut tendon.length),
        JointKind::Coupling(coupling) if axis == 0 => of(&mut coupling.sum),
        JointKind::Ball(ball) if axis == 0 => (Some(&mut ball.friction), ball.passive.as_mut()),
        JointKind::Distance(distance) if axis == 0 => (None, distance.passive.as_mut()),
        JointKind::Universal(universal) => match axis {
            0 => of(&mut universal.first_rotation),
            1 => of(&mut universal.second_rotation),
            _ => return None,
        },
        JointKind::SixDof(six) => of(six.axes.get_mut(axis)?),
        _ => return None,
    };
    let found = match quantity {
        JointQuantity::Friction => friction,
        JointQuantity::Damping => passive.map(|passive| &mut passive.damping),
        JointQuantity::Stiffness => passive.map(|passive| &mut passive.stiffness),
    };
    found.filter(|value| **value > 0.0)
}

fn of(axis: &mut Axis) -> (Option<&mut f64>, Option<&mut Passive>) {
    (Some(&mut axis.friction), axis.passive.as_mut())
}
