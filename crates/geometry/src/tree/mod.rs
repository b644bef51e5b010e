//! A balanced tree of bounding boxes over numbered items, built in O(n log n) without
//! allocating once its memory has grown, and by several threads where it is large.
//!
//! Leaves hold a few items in an order of the tree's own; what is found is reported
//! by the item's number.

mod build;
mod search;
#[cfg(test)]
mod tests;

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
    const NONE: Self = Self { bounds: Bounds::EMPTY, start: 0, end: 0, right: 0 };

    pub(crate) fn is_leaf(&self) -> bool {
        self.right == 0
    }
}

/// A box and its number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item {
    pub(crate) bounds: Bounds,
    pub(crate) index: u32,
}

/// The tree. Its boxes never change; build it anew when things have moved.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    pub(crate) nodes: Vec<Node>,
    pub(crate) items: Vec<Item>,
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
        let number = |index| u32::try_from(index).expect("a tree holds fewer than 2³² items");
        let boxes = boxes.into_iter().enumerate();
        self.rebuild_numbered(boxes.map(|(index, bounds)| (number(index), bounds)));
    }

    /// The same for boxes with numbers of their own.
    pub fn rebuild_numbered(&mut self, boxes: impl IntoIterator<Item = (u32, Bounds)>) {
        self.items.clear();
        self.items.extend(boxes.into_iter().map(|(index, bounds)| Item { bounds, index }));
        build::build(self);
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
