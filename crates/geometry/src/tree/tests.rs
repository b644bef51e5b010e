//! Trees beside what every box alone would say.

use glam::DVec3;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::Tree;
use crate::Bounds;

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
    tree.rebuild_numbered(boxes.iter().enumerate().map(|(index, bounds)| (index as u32, *bounds)));
    tree
}

fn sorted<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort_unstable();
    list
}

/// Two boxes overlap where their intervals do on every axis.
fn overlap(one: &Bounds, two: &Bounds) -> bool {
    (0..3).all(|axis| one.lower[axis].max(two.lower[axis]) <= one.upper[axis].min(two.upper[axis]))
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
            tree.overlapping(&probe, |index| found.push(index));
            assert_eq!(sorted(found), every(&|bounds| overlap(bounds, &probe)));
            assert!(boxes.iter().all(|it| it.overlaps(&probe) == overlap(it, &probe)));
            let (start, end) = (vector(random, 4.0), vector(random, 4.0));
            let mut found = Vec::new();
            tree.meeting(|bounds| bounds.meets_segment(start, end), |index| found.push(index));
            assert_eq!(sorted(found), every(&|bounds| meets(bounds, start, end)));
            assert!(boxes.iter().all(|it| it.meets_segment(start, end) == meets(it, start, end)));
        }
        let mut found = Vec::new();
        tree.pairs(0..tree.len(), |one, two| found.push((one.min(two), one.max(two))));
        let pairs =
            (0..count as u32).flat_map(|one| (one + 1..count as u32).map(move |two| (one, two)));
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
