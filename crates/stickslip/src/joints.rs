//! The joints that machines have most, in a line each.

use stickslip_dynamics::Axis;
use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::joint::{Ball, Fixed, Hinge, Prismatic};

use crate::World;

impl World {
    /// A hinge that turns freely about an axis through `anchor`.
    pub fn hinge<'a>(
        self,
        name: &str,
        first: impl Into<Option<&'a str>>,
        second: &str,
        anchor: impl Into<DVec3>,
        axis: impl Into<DVec3>,
    ) -> Self {
        let rotation = Axis::FREE;
        self.joint(
            name,
            first,
            second,
            Hinge { anchor: anchor.into(), axis: axis.into(), rotation },
        )
    }

    /// A slider that travels freely along an axis through `anchor`.
    pub fn slider<'a>(
        self,
        name: &str,
        first: impl Into<Option<&'a str>>,
        second: &str,
        anchor: impl Into<DVec3>,
        axis: impl Into<DVec3>,
    ) -> Self {
        let travel = Axis::FREE;
        self.joint(
            name,
            first,
            second,
            Prismatic { anchor: anchor.into(), axis: axis.into(), travel },
        )
    }

    /// A ball joint: both bodies keep one point, `anchor`, in common.
    pub fn ball<'a>(
        self,
        name: &str,
        first: impl Into<Option<&'a str>>,
        second: &str,
        anchor: impl Into<DVec3>,
    ) -> Self {
        self.joint(name, first, second, Ball::at(anchor.into()))
    }

    /// Both bodies move as one; what holds them is read out at `anchor`.
    pub fn weld<'a>(
        self,
        name: &str,
        first: impl Into<Option<&'a str>>,
        second: &str,
        anchor: impl Into<DVec3>,
    ) -> Self {
        self.joint(name, first, second, Fixed { anchor: anchor.into() })
    }
}
