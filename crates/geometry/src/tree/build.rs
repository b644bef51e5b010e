//! Halves the items along the axis on which their centres spread most.

use super::{Item, LEAF, Node, Tree};
use crate::Bounds;

/// Fewer boxes than this are sorted sooner than another thread wakes up.
const PARALLEL_ITEMS: usize = 1024;

/// Sorts the items of a tree, and writes its nodes.
pub(super) fn build(tree: &mut Tree) {
    tree.nodes.clear();
    if !tree.items.is_empty() {
        tree.nodes.resize(node_count(tree.items.len()), Node::NONE);
        split(&mut tree.items, &mut tree.nodes, (0, 0));
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
    let centre = |item: &Item| item.bounds.centre();
    let axis = Bounds::around(items.iter().map(centre)).size().max_position();
    let middle = items.len() / 2;
    // The number decides between equal centres, so that the tree is always the same.
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
