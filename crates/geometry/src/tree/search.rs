//! What a tree finds: boxes that meet something or each other, and the nearest item.

use std::ops::Range;

use glam::DVec3;

use super::{DEPTH, Item, Tree};
use crate::Bounds;

impl Tree {
    /// Visits every item whose box overlaps the given one, in the tree's order.
    pub fn overlapping(&self, bounds: &Bounds, visit: impl FnMut(u32)) {
        self.meeting(|other| other.overlaps(bounds), visit);
    }

    /// Visits every item whose box meets something, where whatever meets a box
    /// also meets every box around it.
    pub fn meeting(&self, meets: impl Fn(&Bounds) -> bool, visit: impl FnMut(u32)) {
        self.meeting_from(0, meets, visit);
    }

    /// Visits every pair of overlapping boxes whose first is at one of some places of
    /// the tree: over all places every pair comes once, in no particular order.
    pub fn pairs(&self, places: Range<usize>, mut visit: impl FnMut(u32, u32)) {
        for place in places {
            let item = &self.items[place];
            let overlaps = |other: &Bounds| other.overlaps(&item.bounds);
            self.meeting_from(place + 1, overlaps, |other| visit(item.index, other));
        }
    }

    /// Visits the items at `place` and later whose boxes meet something.
    fn meeting_from(
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
            if node.is_leaf() {
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

    /// The item for which `squared_distance` is smallest and below `limit`, with
    /// that value; between equals, the smallest number.
    ///
    /// The function must give at least the squared distance of the item's box.
    pub fn nearest(
        &self,
        point: DVec3,
        limit: f64,
        mut squared_distance: impl FnMut(u32) -> f64,
    ) -> Option<(u32, f64)> {
        let mut best: Option<(u32, f64)> = None;
        let mut bound = limit;
        let mut stack = [(0_u32, 0.0_f64); DEPTH];
        let mut height = 0;
        if let Some(root) = self.nodes.first() {
            stack[0] = (0, root.bounds.squared_distance(point));
            height = 1;
        }
        while height > 0 {
            height -= 1;
            let (index, lower) = stack[height];
            if lower > bound {
                continue;
            }
            let node = &self.nodes[index as usize];
            if node.is_leaf() {
                for &Item { bounds, index: item } in
                    &self.items[node.start as usize..node.end as usize]
                {
                    if bounds.squared_distance(point) > bound {
                        continue;
                    }
                    let value = squared_distance(item);
                    let wins = match best {
                        None => value < bound,
                        Some((other, least)) => value < least || (value == least && item < other),
                    };
                    if wins {
                        best = Some((item, value));
                        bound = value;
                    }
                }
                continue;
            }
            let (left, right) = (index + 1, node.right);
            let near = self.nodes[left as usize].bounds.squared_distance(point);
            let far = self.nodes[right as usize].bounds.squared_distance(point);
            let pair = if near <= far {
                [(right, far), (left, near)]
            } else {
                [(left, near), (right, far)]
            };
            stack[height] = pair[0];
            stack[height + 1] = pair[1];
            height += 2;
        }
        best
    }
}
