//! Which cells a body reaches into, and whom it may touch until all look again.

use glam::DVec3;
use stickslip_contact::ShapeKind;

use crate::bodies::Bodies;
use crate::catalogue::Catalogue;
use crate::cells::Cell;
use crate::extent::HALF_MARGIN;

/// Cells that a body reaches into: of each colour at most one.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// The least numbers.
    pub from: Cell,
    /// Along which axes the next cell belongs to it, too.
    pub goes_on: [bool; 3],
    /// Whether other ranks hold the body.
    pub is_shared: bool,
}

impl Span {
    /// That of a wall or a wide body.
    pub const NONE: Self = Self { from: [0; 3], goes_on: [false; 3], is_shared: false };

    /// Its cell of a colour.
    pub fn of_colour(&self, colour: usize) -> Option<Cell> {
        let mut cell = self.from;
        for axis in 0..3 {
            if (cell[axis] & 1) as usize != colour >> axis & 1 {
                if !self.goes_on[axis] {
                    return None;
                }
                cell[axis] += 1;
            }
        }
        Some(cell)
    }
}

/// A normal and a point of a half-space that stands still.
pub fn plane(catalogue: &Catalogue, bodies: &Bodies, at: usize) -> Option<(DVec3, DVec3)> {
    let kind = bodies.kind(catalogue, at);
    match kind.shape.kind() {
        ShapeKind::HalfSpace { normal } if kind.constants.is_static => {
            let pose = bodies.poses[at].compose(&kind.pose);
            Some((pose.direction(normal), pose.position))
        }
        _ => None,
    }
}

/// Whether a body stays more than a cell away from a half-space, whose box is all space.
pub fn is_far(catalogue: &Catalogue, bodies: &Bodies, plane: (DVec3, DVec3), at: usize) -> bool {
    let own = bodies.extent(catalogue, at);
    plane.0.dot(own.place - plane.1) > own.reach + HALF_MARGIN + catalogue.cells.width
}

/// Two bodies by the numbers of their shapes, and these.
pub fn in_order(bodies: &Bodies, [one, two]: [usize; 2]) -> ([u32; 2], [u32; 2]) {
    let (first, second) = (bodies.colliders[one], bodies.colliders[two]);
    match first < second {
        true => ([first, second], [one as u32, two as u32]),
        false => ([second, first], [two as u32, one as u32]),
    }
}

/// Whether a body with its box and another may meet until all look again: their layers do, their
/// boxes, and nothing keeps them apart.
pub fn may_touch(
    catalogue: &Catalogue,
    bodies: &Bodies,
    (one, bounds): (usize, (DVec3, DVec3)),
    two: usize,
) -> bool {
    let layers = [one, two].map(|at| bodies.kind(catalogue, at).layers);
    let touches = |other| overlap(bounds, other);
    layers[0].meet(&layers[1])
        && tight_box(catalogue, bodies, two).is_some_and(touches)
        && catalogue.may_touch(bodies.colliders[one], bodies.colliders[two])
}

/// Whether two boxes share a point.
pub fn overlap(one: (DVec3, DVec3), two: (DVec3, DVec3)) -> bool {
    one.0.cmple(two.1).all() && two.0.cmple(one.1).all()
}

/// The box of a shape where it is, grown by how far it may come; none where it is nowhere.
pub fn tight_box(catalogue: &Catalogue, bodies: &Bodies, at: usize) -> Option<(DVec3, DVec3)> {
    let kind = bodies.kind(catalogue, at);
    let pose = bodies.poses[at].compose(&kind.pose);
    let slack = if bodies.slack[at].is_finite() { bodies.slack[at] } else { 0.0 };
    let margin = DVec3::splat((HALF_MARGIN + slack).max(0.0));
    let (lower, upper) = kind.shape.bounds(&pose);
    pose.is_finite().then(|| (lower - margin, upper + margin))
}
