//! A balanced tree of bounding boxes, built anew in O(n log n) without
//! allocating once its memory has grown.

use std::ops::Range;

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
/// Fewer boxes than this are sorted sooner than another thread wakes up.
const PARALLEL_ITEMS: usize = 1024;

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

impl Node {
    const NONE: Self = Self { bounds: Bounds::EMPTY, start: 0, end: 0, right: 0 };
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
            self.nodes.resize(node_count(self.items.len()), Node::NONE);
            split(&mut self.items, &mut self.nodes, (0, 0));
        }
    }

    /// How many boxes it holds.
    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    /// Visits every box that overlaps the given one.
    pub(crate) fn query(&self, bounds: &Bounds, visit: impl FnMut(u32)) {
        self.query_from(0, |other| other.overlaps(bounds), visit);
    }

    /// Visits every box that the segment from `start` to `end` meets.
    pub(crate) fn query_segment(&self, start: DVec3, end: DVec3, visit: impl FnMut(u32)) {
        self.query_from(0, |other| other.meets_segment(start, end), visit);
    }

    /// Visits every pair of overlapping boxes whose first is at one of some places of
    /// the tree: over all places every pair comes once, in no particular order.
    pub(crate) fn pairs(&self, places: Range<usize>, mut visit: impl FnMut(u32, u32)) {
        for place in places {
            let item = &self.items[place];
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

/// Writes the nodes over some items, of which the first is number `start` and whose
/// node is number `own` among all.
fn split(items: &mut [Item], nodes: &mut [Node], (start, own): (usize, usize)) {
    let bounds = items.iter().fold(Bounds::EMPTY, |all, item| all.union(&item.bounds));
    let end = start + items.len();
    nodes[0] = Node { bounds, start: start as u32, end: end as u32, right: 0 };
    if items.len() <= LEAF {
        return;
    }
    // Twice the centre; halves along the axis on which the centres spread most.
    let centre = |item: &Item| item.bounds.lower + item.bounds.upper;
    let (least, most) = items
        .iter()
        .map(centre)
        .fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(l, m), c| (l.min(c), m.max(c)));
    let axis = (most - least).max_position();
    let middle = items.len() / 2;
    items.select_nth_unstable_by(middle, |a, b| {
        centre(a)[axis].total_cmp(&centre(b)[axis]).then(a.index.cmp(&b.index))
    });
    let right = 1 + node_count(middle);
    nodes[0].right = (own + right) as u32;
    let (left_nodes, right_nodes) = nodes[1..].split_at_mut(right - 1);
    let is_large = items.len() >= PARALLEL_ITEMS;
    let (left_items, right_items) = items.split_at_mut(middle);
    let mut left = || split(left_items, left_nodes, (start, own + 1));
    let mut right = || split(right_items, right_nodes, (start + middle, own + right));
    if is_large {
        rayon::join(left, right);
    } else {
        left();
        right();
    }
}

/// Nodes over so many items. Halves differ by at most one, so that two sizes are all
/// there is at any depth.
fn node_count(items: usize) -> usize {
    /// Nodes over `items`, and over one more.
    fn both(items: usize) -> (usize, usize) {
        if items < LEAF {
            return (1, 1);
        }
        let (half, more) = both(items / 2);
        match items {
            LEAF => (1, 1 + half + more),
            _ if items.is_multiple_of(2) => (1 + 2 * half, 1 + half + more),
            _ => (1 + half + more, 1 + 2 * more),
        }
    }
    both(items).0
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    fn vector(random: &mut ChaCha8Rng, size: f64) -> DVec3 {
        DVec3::from_array(std::array::from_fn(|_| random.random_range(-size..size)))
    }

    fn boxes(random: &mut ChaCha8Rng, count: usize) -> Vec<Bounds> {
        let place = |_| {
            let (centre, half) = (vector(random, 3.0), vector(random, 0.8).abs());
            Bounds { lower: centre - half, upper: centre + half }
        };
        (0..count).map(place).collect()
    }

    fn built(boxes: &[Bounds]) -> Tree {
        let mut tree = Tree::default();
        tree.build(boxes.iter().enumerate().map(|(index, bounds)| (index as u32, *bounds)));
        tree
    }

    fn sorted<T: Ord>(mut list: Vec<T>) -> Vec<T> {
        list.sort_unstable();
        list
    }

    /// Two boxes overlap where their intervals do on every axis.
    fn overlap(one: &Bounds, two: &Bounds) -> bool {
        (0..3).all(|axis| {
            one.lower[axis].max(two.lower[axis]) <= one.upper[axis].min(two.upper[axis])
        })
    }

    /// By slabs: the shares of the segment that lie between the sides of every axis.
    fn meets(bounds: &Bounds, start: DVec3, end: DVec3) -> bool {
        let (mut from, mut to) = (0.0_f64, 1.0_f64);
        for axis in 0..3 {
            let along = end[axis] - start[axis];
            let sides = [bounds.lower, bounds.upper].map(|side| (side[axis] - start[axis]) / along);
            from = from.max(sides[0].min(sides[1]));
            to = to.min(sides[0].max(sides[1]));
        }
        from <= to
    }

    #[test]
    fn queries_find_what_every_box_alone_would_say() {
        let random = &mut ChaCha8Rng::seed_from_u64(41);
        for count in [0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 17, 200] {
            let boxes = boxes(random, count);
            let tree = built(&boxes);
            let every = |keep: &dyn Fn(&Bounds) -> bool| -> Vec<u32> {
                (0..count as u32).filter(|&at| keep(&boxes[at as usize])).collect()
            };
            for probe in self::boxes(random, 20) {
                let mut found = Vec::new();
                tree.query(&probe, |index| found.push(index));
                assert_eq!(sorted(found), every(&|bounds| overlap(bounds, &probe)));
                assert!(boxes.iter().all(|it| it.overlaps(&probe) == overlap(it, &probe)));
                let (start, end) = (vector(random, 4.0), vector(random, 4.0));
                let mut found = Vec::new();
                tree.query_segment(start, end, |index| found.push(index));
                assert_eq!(sorted(found), every(&|bounds| meets(bounds, start, end)));
                assert!(
                    boxes.iter().all(|it| it.meets_segment(start, end) == meets(it, start, end))
                );
            }
            let mut found = Vec::new();
            tree.pairs(0..tree.len(), |one, two| found.push((one.min(two), one.max(two))));
            let pairs = (0..count as u32)
                .flat_map(|one| (one + 1..count as u32).map(move |two| (one, two)));
            let overlapping =
                pairs.filter(|&(one, two)| overlap(&boxes[one as usize], &boxes[two as usize]));
            assert_eq!(sorted(found), overlapping.collect::<Vec<_>>());
        }
    }

    /// Leaves hold up to four boxes, and halves are even: no more nodes than that needs.
    #[test]
    fn trees_are_balanced() {
        let random = &mut ChaCha8Rng::seed_from_u64(42);
        for (count, nodes) in [(1, 1), (4, 1), (5, 3), (8, 3), (9, 5), (16, 7), (64, 31)] {
            assert_eq!(built(&boxes(random, count)).nodes.len(), nodes, "{count}");
        }
    }
}
