//! A balanced tree of bounding boxes, built anew in O(n log n) without
//! allocating once its memory has grown.

use glam::DVec3;

/// An axis-aligned box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bounds {
    pub(crate) lower: DVec3,
    pub(crate) upper: DVec3,
}

impl Bounds {
    pub(crate) const EMPTY: Self = Self { lower: DVec3::INFINITY, upper: DVec3::NEG_INFINITY };

    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        self.lower.cmple(other.upper).all() && other.lower.cmple(self.upper).all()
    }

    /// By separating axes: those of the box, and their products with the segment.
    fn meets_segment(&self, start: DVec3, end: DVec3) -> bool {
        let half = (self.upper - self.lower) / 2.0;
        let reach = (end - start) / 2.0;
        let apart = (start + end) / 2.0 - (self.lower + self.upper) / 2.0;
        let r = reach.abs();
        apart.abs().cmple(half + r).all()
            && (apart.y * reach.z - apart.z * reach.y).abs() <= half.y * r.z + half.z * r.y
            && (apart.z * reach.x - apart.x * reach.z).abs() <= half.z * r.x + half.x * r.z
            && (apart.x * reach.y - apart.y * reach.x).abs() <= half.x * r.y + half.y * r.x
    }

    pub(crate) fn union(&self, other: &Self) -> Self {
        Self { lower: self.lower.min(other.lower), upper: self.upper.max(other.upper) }
    }

    pub(crate) fn grown(&self, by: f64) -> Self {
        Self { lower: self.lower - by, upper: self.upper + by }
    }
}

/// Boxes that a leaf holds at most.
const LEAF: usize = 4;
/// Halving 2⁶⁴ items cannot go deeper than this.
const DEPTH: usize = 64;

#[derive(Clone, Copy, Debug)]
struct Item {
    bounds: Bounds,
    index: u32,
}

/// Covers `items[start..end]`; the left child follows at once.
#[derive(Clone, Copy, Debug)]
struct Node {
    bounds: Bounds,
    start: u32,
    end: u32,
    right: u32,
}

/// The tree.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    items: Vec<Item>,
    nodes: Vec<Node>,
}

impl Tree {
    /// Builds the tree of numbered boxes.
    pub(crate) fn build(&mut self, boxes: impl Iterator<Item = (u32, Bounds)>) {
        self.items.clear();
        self.nodes.clear();
        self.items.extend(boxes.map(|(index, bounds)| Item { bounds, index }));
        if !self.items.is_empty() {
            self.split(0, self.items.len());
        }
    }

    fn split(&mut self, start: usize, end: usize) {
        let node = self.nodes.len();
        let items = &mut self.items[start..end];
        let bounds = items.iter().fold(Bounds::EMPTY, |all, item| all.union(&item.bounds));
        self.nodes.push(Node { bounds, start: start as u32, end: end as u32, right: 0 });
        if items.len() <= LEAF {
            return;
        }
        // Twice the centre; halves along the axis on which the centres spread most.
        let center = |item: &Item| item.bounds.lower + item.bounds.upper;
        let (least, most) = items
            .iter()
            .map(center)
            .fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(l, m), c| (l.min(c), m.max(c)));
        let axis = (most - least).max_position();
        let middle = items.len() / 2;
        items.select_nth_unstable_by(middle, |a, b| {
            center(a)[axis].total_cmp(&center(b)[axis]).then(a.index.cmp(&b.index))
        });
        self.split(start, start + middle);
        self.nodes[node].right = self.nodes.len() as u32;
        self.split(start + middle, end);
    }

    /// Visits every box that overlaps the given one.
    pub(crate) fn query(&self, bounds: &Bounds, visit: impl FnMut(u32)) {
        self.query_from(0, |other| other.overlaps(bounds), visit);
    }

    /// Visits every box that the segment from `start` to `end` meets.
    pub(crate) fn query_segment(&self, start: DVec3, end: DVec3, visit: impl FnMut(u32)) {
        self.query_from(0, |other| other.meets_segment(start, end), visit);
    }

    /// Visits every pair of overlapping boxes once, in no particular order.
    pub(crate) fn pairs(&self, mut visit: impl FnMut(u32, u32)) {
        for (place, item) in self.items.iter().enumerate() {
            let overlaps = |other: &Bounds| other.overlaps(&item.bounds);
            self.query_from(place + 1, overlaps, |other| visit(item.index, other));
        }
    }

    /// Visits the items at `place` and later whose boxes meet something.
    fn query_from(
        &self,
        place: usize,
        meets: impl Fn(&Bounds) -> bool,
        mut visit: impl FnMut(u32),
    ) {
        let mut stack = [0_u32; DEPTH];
        let mut height = usize::from(!self.nodes.is_empty());
        while height > 0 {
            height -= 1;
            let index = stack[height];
            let node = &self.nodes[index as usize];
            if node.end as usize <= place || !meets(&node.bounds) {
                continue;
            }
            if node.right == 0 {
                let start = place.max(node.start as usize);
                for item in &self.items[start..node.end as usize] {
                    if meets(&item.bounds) {
                        visit(item.index);
                    }
                }
            } else {
                stack[height] = node.right;
                stack[height + 1] = index + 1;
                height += 2;
            }
        }
    }
}
