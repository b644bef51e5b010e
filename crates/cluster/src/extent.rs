//! How far bodies may come until all look again, and to which cell a pair belongs.

use glam::DVec3;
use stickslip_dynamics::small_steps::{FAT, FAT_SHARE, LOOK_AGAIN, MARGIN};

use crate::catalogue::Catalogue;
use crate::cells::{Cell, Cells};
use crate::record::Record;

/// Boxes of two bodies that may touch overlap when each is grown by this (m).
pub const HALF_MARGIN: f64 = 0.5 * (MARGIN + LOOK_AGAIN);
/// A body may come this share of its radius, or [`FAT`], besides what its speed says.
const LEEWAY: f64 = 0.2;
/// How much more than the speed of the beginning a way is foreseen for.
const FORESIGHT: f64 = 1.2;

/// How far a body may come until all look again in steps of `step` seconds (m): what its speed
/// says, and some leeway; one that moves in cells at most what they leave it.
pub fn slack(catalogue: &Catalogue, own: &Record, step: f64) -> f64 {
    let kind = &catalogue.kinds[own.kind as usize];
    if kind.constants.is_static || !kind.is_solid {
        return f64::INFINITY;
    }
    let way =
        step * FORESIGHT * (own.motion.v.length() + own.motion.w.length() * kind.constants.reach);
    if !kind.constants.is_dynamic {
        return FAT + way;
    }
    let wish = FAT.min(LEEWAY * kind.radius) + FAT_SHARE * way;
    match kind.is_wide {
        true => wish,
        false => wish.min(0.5 * catalogue.cells.width - kind.radius - HALF_MARGIN),
    }
}

/// Where a body is and how far it may reach until all look again.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Its centre of mass.
    pub place: DVec3,
    /// How far around it its shape, its slack and its margin reach (m).
    pub reach: f64,
    /// Whether forces move it.
    pub moves: bool,
}

impl Extent {
    /// That of a body in steps of `step` seconds.
    pub fn new(catalogue: &Catalogue, own: &Record, step: f64) -> Self {
        let kind = &catalogue.kinds[own.kind as usize];
        Self {
            place: own.pose.position,
            reach: kind.radius + slack(catalogue, own, step) + HALF_MARGIN,
            moves: kind.constants.is_dynamic,
        }
    }

    /// The box that the body keeps to.
    pub fn bounds(&self) -> (DVec3, DVec3) {
        let reach = DVec3::splat(self.reach);
        (self.place - reach, self.place + reach)
    }

    /// Whether another body may come near until all look again: the balls around both with all
    /// their ways meet, or miss each other by less than two margins.
    pub fn is_near(&self, other: &Self) -> bool {
        let limit = self.reach + other.reach + 2.0 * HALF_MARGIN;
        self.place.distance_squared(other.place) <= limit * limit
    }
}

/// The cell that a pair belongs to: that of the middle of what their boxes share, or of the one
/// that forces move where the other is a wall; none where they are too far apart. Both bodies
/// reach into it.
pub fn pair_cell(cells: &Cells, [one, two]: [&Extent; 2]) -> Option<Cell> {
    match [one.moves, two.moves] {
        [true, true] => shared_cell(cells, one, two),
        [true, false] => Some(cells.cell(one.place)),
        [false, true] => Some(cells.cell(two.place)),
        [false, false] => None,
    }
}

/// The cell of the middle of what the boxes of two share; none where they are apart.
pub fn shared_cell(cells: &Cells, one: &Extent, two: &Extent) -> Option<Cell> {
    let (one, two) = (one.bounds(), two.bounds());
    let (lower, upper) = (one.0.max(two.0), one.1.min(two.1));
    lower.cmple(upper).all().then(|| cells.cell(0.5 * (lower + upper)))
}
