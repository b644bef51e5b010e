//! Where a joint acts, for whoever draws it.

use glam::DVec3;

use super::Joint;
use super::description::JointKind;
use crate::model::Body;
use crate::state::BodyState;

impl JointKind {
    /// Its name in scene files.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Ball { .. } => "ball",
            Self::Hinge { .. } => "hinge",
            Self::Prismatic { .. } => "prismatic",
            Self::Universal { .. } => "universal",
            Self::Fixed { .. } => "fixed",
            Self::SixDof { .. } => "six-dof",
            Self::Distance { .. } => "distance",
            Self::Gear { .. } => "gear",
            Self::Differential { .. } => "differential",
        }
    }

    /// The points that it joins, in world coordinates at the initial poses;
    /// none where it joins turns alone.
    fn points(&self) -> Option<[DVec3; 2]> {
        match *self {
            Self::Ball { anchor, .. }
            | Self::Hinge { anchor, .. }
            | Self::Prismatic { anchor, .. }
            | Self::Universal { anchor, .. }
            | Self::Fixed { anchor }
            | Self::SixDof { anchor, .. } => Some([anchor, anchor]),
            Self::Distance { first_anchor, second_anchor, .. } => {
                Some([first_anchor, second_anchor])
            }
            Self::Gear { .. } | Self::Differential { .. } => None,
        }
    }
}

impl Joint {
    /// The points of the first and of the second body that the joint joins, in
    /// world coordinates; centres of mass where it joins turns alone.
    pub(crate) fn anchors(&self, bodies: &[Body], states: &[BodyState]) -> [DVec3; 2] {
        let description = self.description();
        let second = description.second.0;
        let first = description.first.map(|first| first.0);
        let Some([one, two]) = description.kind.points() else {
            return [first.unwrap_or(second), second].map(|body| states[body].pose.position);
        };
        let moved = |body: usize, point: DVec3| {
            let initial = bodies[body].center(&bodies[body].description.pose);
            states[body].pose.point(initial.local_point(point))
        };
        [first.map_or(one, |first| moved(first, one)), moved(second, two)]
    }
}
