//! Who owns which part of the velocity vector v.

use std::ops::Range;

use crate::model::Body;

/// Gives every mover its span of v: a rigid body that forces can move has six
/// freedoms, one that they cannot has none. Bodies come in their own order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    /// Where each mover begins, and the end of the last.
    starts: Vec<usize>,
}

impl Layout {
    /// The layout of these bodies.
    pub fn new(bodies: &[Body]) -> Self {
        let mut starts = vec![0];
        let mut end = 0;
        starts.extend(bodies.iter().map(|body| {
            end += if body.is_dynamic() { 6 } else { 0 };
            end
        }));
        Self { starts }
    }

    /// How many movers there are.
    pub fn movers(&self) -> usize {
        self.starts.len() - 1
    }

    /// The freedoms of a mover.
    pub fn span(&self, mover: usize) -> Range<usize> {
        self.starts[mover]..self.starts[mover + 1]
    }

    /// Whether forces can move it.
    pub fn moves(&self, mover: usize) -> bool {
        !self.span(mover).is_empty()
    }
}
