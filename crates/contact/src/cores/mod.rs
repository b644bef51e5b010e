//! The cores of convex parts: corners, edges and flat faces, before they are
//! rounded. A core is one file and one line of the list below.

mod cuboid;
mod cylinder;
mod ellipsoid;
mod hull;
mod line;
mod point;

use glam::DVec3;

pub(crate) use cuboid::{Cuboid, cuboid_corners, cuboid_face};
pub(crate) use cylinder::Cylinder;
pub(crate) use ellipsoid::Ellipsoid;
pub(crate) use line::Line;
pub(crate) use point::Point;

use crate::shape::Hull;

/// An edge within this angle (rad) of a plane lies in it.
pub(crate) const FLAT_EDGE: f64 = 1e-3;

/// What the general algorithms ask of a core, in its own frame.
trait Convex {
    /// The point farthest along a direction.
    fn support(&self, direction: DVec3) -> DVec3;
    /// A point inside, and the radius of a ball around it that is inside too.
    fn inner(&self) -> (DVec3, f64);
    /// Number of flat faces.
    fn face_count(&self) -> usize;
    /// Normal and offset of a flat face: normal·x = offset.
    fn face(&self, index: usize) -> (DVec3, f64);
    /// The face, or the side of a cylinder or line, that looks along a direction.
    fn facing(&self, direction: DVec3) -> usize;
    /// The corners of a face, or of the side that looks along a direction,
    /// anticlockwise seen from outside.
    fn corners(&self, face: usize, direction: DVec3, push: impl FnMut(DVec3));
    /// The straight edge that lies across a direction and is farthest along it.
    fn edge(&self, direction: DVec3) -> Option<[DVec3; 2]>;
}

/// Makes the sum of all cores from their list; the order is that of the table
/// of pairs.
macro_rules! cores {
    ($($name:ident($core:ty),)*) => {
        /// The core of a convex part in its own frame.
        #[derive(Clone, Copy, Debug)]
        pub(crate) enum Core<'a> {
            $($name($core),)*
        }

        impl Core<'_> {
            /// The place of a core in the list.
            pub(crate) fn rank(&self) -> usize {
                let is_here = [$(matches!(self, Self::$name(_)),)*];
                is_here.iter().take_while(|&&here| !here).count()
            }

            pub(crate) fn support(&self, direction: DVec3) -> DVec3 {
                match self { $(Self::$name(core) => core.support(direction),)* }
            }

            pub(crate) fn inner(&self) -> (DVec3, f64) {
                match self { $(Self::$name(core) => core.inner(),)* }
            }

            pub(crate) fn face_count(&self) -> usize {
                match self { $(Self::$name(core) => core.face_count(),)* }
            }

            pub(crate) fn face(&self, index: usize) -> (DVec3, f64) {
                match self { $(Self::$name(core) => core.face(index),)* }
            }

            pub(crate) fn facing(&self, direction: DVec3) -> usize {
                match self { $(Self::$name(core) => core.facing(direction),)* }
            }

            pub(crate) fn corners(&self, face: usize, direction: DVec3, push: impl FnMut(DVec3)) {
                match self { $(Self::$name(core) => core.corners(face, direction, push),)* }
            }

            pub(crate) fn edge(&self, direction: DVec3) -> Option<[DVec3; 2]> {
                match self { $(Self::$name(core) => core.edge(direction),)* }
            }
        }
    };
}

cores! {
    Point(Point),
    Line(Line),
    Ellipsoid(Ellipsoid),
    Cuboid(Cuboid),
    Cylinder(Cylinder),
    Hull(&'a Hull),
}

fn lies_across(direction: DVec3, edge: DVec3) -> bool {
    direction.dot(edge).abs() <= FLAT_EDGE * edge.length()
}

/// +1 for even faces, −1 for odd ones, which lie opposite them.
fn sign(face: usize) -> f64 {
    if face.is_multiple_of(2) { 1.0 } else { -1.0 }
}
