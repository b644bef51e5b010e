//! A balanced tree of bounding boxes over numbered items, built in O(n log n).
//!
//! Leaves hold a few items in an order of the tree's own; what is found is reported
//! by the item's number.

mod build;
mod search;

use crate::Bounds;

/// Items that a leaf holds at most.
const LEAF: usize = 4;
/// Halving 2³² items cannot go deeper, with room for the sibling of each level.
const DEPTH: usize = 72;

/// Covers `items[start..end]`; the left child follows at once, and a leaf has
/// no right one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) bounds: Bounds,
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) right: u32,
}

impl Node {
    pub(crate) fn is_leaf(&self) -> bool {
        self.right == 0
    }
}

/// The tree. Its boxes never change; build it anew when things have moved.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    pub(crate) nodes: Vec<Node>,
    pub(crate) items: Vec<u32>,
    pub(crate) boxes: Vec<Bounds>,
    /// Memory of the building.
    sorted: Vec<build::Item>,
}

impl Tree {
    /// The tree of these boxes, numbered from 0.
    ///
    /// # Panics
    /// With 2³² boxes or more.
    pub fn new(boxes: impl IntoIterator<Item = Bounds>) -> Self {
        let mut tree = Self::default();
        tree.rebuild(boxes);
        tree
    }

    /// The same over what was there, in its memory.
    ///
    /// # Panics
    /// With 2³² boxes or more.
    pub fn rebuild(&mut self, boxes: impl IntoIterator<Item = Bounds>) {
        build::build(self, boxes);
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The box around all items.
    pub fn bounds(&self) -> Bounds {
        self.nodes.first().map_or(Bounds::EMPTY, |root| root.bounds)
    }
}
