//! Halves the items along the axis on which their centres spread most.

use glam::DVec3;

use super::{LEAF, Node, Tree};
use crate::Bounds;

/// An item that is being sorted in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item {
    bounds: Bounds,
    index: u32,
}

impl Item {
    /// Twice the centre, halved so that the sum cannot overflow.
    fn centre(&self) -> DVec3 {
        self.bounds.centre()
    }
}

pub(super) fn build(tree: &mut Tree, boxes: impl IntoIterator<Item = Bounds>) {
    let sorted = &mut tree.sorted;
    sorted.clear();
    sorted.extend(boxes.into_iter().enumerate().map(|(index, bounds)| Item {
        bounds,
        index: u32::try_from(index).expect("a tree holds fewer than 2³² items"),
    }));
    tree.nodes.clear();
    if !sorted.is_empty() {
        split(&mut tree.nodes, sorted, 0);
    }
    tree.boxes.clear();
    tree.boxes.extend(sorted.iter().map(|item| item.bounds));
    tree.items.clear();
    tree.items.extend(sorted.iter().map(|item| item.index));
}

fn split(nodes: &mut Vec<Node>, items: &mut [Item], start: usize) {
    let node = nodes.len();
    let bounds = items.iter().fold(Bounds::EMPTY, |all, item| all.union(&item.bounds));
    let end = (start + items.len()) as u32;
    nodes.push(Node { bounds, start: start as u32, end, right: 0 });
    if items.len() <= LEAF {
        return;
    }
    let axis = Bounds::around(items.iter().map(Item::centre)).size().max_position();
    let middle = items.len() / 2;
    // The number decides between equal centres, so that the tree is always the same.
    items.select_nth_unstable_by(middle, |a, b| {
        a.centre()[axis].total_cmp(&b.centre()[axis]).then(a.index.cmp(&b.index))
    });
    let (left, right) = items.split_at_mut(middle);
    split(nodes, left, start);
    nodes[node].right = nodes.len() as u32;
    split(nodes, right, start + middle);
}
