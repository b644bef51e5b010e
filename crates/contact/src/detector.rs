//! From placed shapes to contact points.

use std::ops::Range;
use std::time::Instant;

use glam::DVec3;
use rayon::prelude::*;
use stickslip_geometry::Bounds;
use stickslip_geometry::tree::Tree;

use crate::pair_search::PairDetector;
use crate::shape::Role;
use crate::{Contact, Pose, Shape};

/// A shape with its place in the world.
#[derive(Clone, Debug)]
pub struct Collider {
    /// What it is.
    pub shape: Shape,
    /// Where it is.
    pub pose: Pose,
    /// Colliders of one body never touch each other.
    pub body: usize,
    /// Whether its body can be moved by a contact. Two that cannot never touch.
    pub movable: bool,
    /// Contacts are reported up to the sum of both margins apart (m).
    pub margin: f64,
}

/// Finds contacts; keeps its memory from call to call.
///
/// A collider whose pose or margin is not finite touches nothing. The work is done in
/// the thread pool of the caller, and its result does not depend on how many threads
/// that has.
#[derive(Debug, Default)]
pub struct Detector {
    contacts: Vec<Contact>,
    /// Boxes of the colliders that take part, ascending.
    bounds: Vec<(u32, Bounds)>,
    tree: Tree,
    pairs: Vec<(u32, u32)>,
    scratches: Vec<DetectorScratch>,
    times: (f64, f64),
}

/// What one task works with: threads share nothing that any of them changes.
#[derive(Debug, Default)]
pub(crate) struct DetectorScratch {
    pub(crate) pairs: Vec<(u32, u32)>,
    contacts: Vec<Contact>,
    detector: PairDetector,
}

/// Boxes, and pairs of colliders, that one task looks at where there are threads.
const BOXES: usize = 128;
const PAIRS: usize = 32;

/// So few boxes are compared with each other sooner than a tree of them is built.
const FEW: usize = 40;

impl Detector {
    /// Contacts between all colliders whose gap is at most the sum of their
    /// margins, in ascending order of their keys. `ignored`
    /// holds pairs of bodies (smaller first, ascending) that never touch.
    pub fn detect(&mut self, colliders: &[Collider], ignored: &[(usize, usize)]) -> &[Contact] {
        let may_touch = |first: usize, second: usize| {
            let (a, b) = (colliders[first].body, colliders[second].body);
            ignored.binary_search(&(a.min(b), a.max(b))).is_err()
        };
        self.detect_among(colliders, may_touch, 0..colliders.len())
    }

    /// The same among those colliders that take part, in ascending order, of which any two
    /// may touch that `may_touch` lets; the lower comes first. What the others are costs
    /// nothing.
    pub fn detect_among(
        &mut self,
        colliders: &[Collider],
        may_touch: impl Fn(usize, usize) -> bool + Sync,
        among: impl Iterator<Item = usize>,
    ) -> &[Contact] {
        let start = Instant::now();
        self.take_bounds(colliders, among);
        let is_near = |one: &(u32, Bounds), two: &(u32, Bounds)| {
            let [first, second] = [one, two].map(|it| &colliders[it.0 as usize]);
            !(is_above(&two.1, first) || is_above(&one.1, second))
        };
        self.find_pairs(colliders, may_touch, is_near);
        let middle = Instant::now();
        self.find_points(colliders);
        self.times = ((middle - start).as_secs_f64(), middle.elapsed().as_secs_f64());
        &self.contacts
    }

    /// Contacts of one pair alone, wherever its bounding boxes are, in ascending order of their
    /// features. The first collider comes before the second.
    pub fn detect_pair(
        &mut self,
        colliders: &[Collider],
        (first, second): (usize, usize),
    ) -> &[Contact] {
        if self.scratches.is_empty() {
            self.scratches.push(DetectorScratch::default());
        }
        let scratch = &mut self.scratches[0];
        scratch.contacts.clear();
        scratch.collide(colliders, (first as u32, second as u32));
        &scratch.contacts
    }

    /// Seconds that the last call spent on finding pairs and on finding points.
    pub fn times(&self) -> (f64, f64) {
        self.times
    }

    /// The pairs of some colliders.
    pub(crate) fn look_for_pairs(
        &mut self,
        colliders: &[Collider],
        may_touch: impl Fn(usize, usize) -> bool + Sync,
        among: impl Iterator<Item = usize>,
    ) {
        self.take_bounds(colliders, among);
        self.find_pairs(colliders, may_touch, |_, _| true);
    }

    fn take_bounds(&mut self, colliders: &[Collider], among: impl Iterator<Item = usize>) {
        self.bounds.clear();
        let bounds = |at: usize| bounds_of(&colliders[at]).map(|bounds| (at as u32, bounds));
        self.bounds.extend(among.filter_map(bounds));
    }

    /// The same where a box is given of every collider.
    pub(crate) fn pairs_of_boxes(
        &mut self,
        boxes: &[Bounds],
        colliders: &[Collider],
        may_touch: impl Fn(usize, usize) -> bool + Sync,
    ) -> &[(u32, u32)] {
        self.bounds.clear();
        let own = boxes.iter().enumerate().filter(|it| !it.1.lower.is_nan());
        self.bounds.extend(own.map(|(at, bounds)| (at as u32, *bounds)));
        self.find_pairs(colliders, may_touch, |_, _| true);
        &self.pairs
    }

    /// The pairs that were found last.
    pub(crate) fn found_pairs(&self) -> &[(u32, u32)] {
        &self.pairs
    }

    /// Pairs of colliders whose bounding boxes, grown by the margins, overlap; of those with
    /// half-spaces and terrains the ones that `is_near` takes.
    fn find_pairs(
        &mut self,
        colliders: &[Collider],
        lets: impl Fn(usize, usize) -> bool + Sync,
        is_near: impl Fn(&(u32, Bounds), &(u32, Bounds)) -> bool,
    ) {
        let offer = |one: u32, two: u32| {
            let (first, second) = (one.min(two), one.max(two));
            let (a, b) = (&colliders[first as usize], &colliders[second as usize]);
            let may_touch = (a.movable || b.movable) && a.body != b.body;
            (may_touch && lets(first as usize, second as usize)).then_some((first, second))
        };
        // Half-spaces and terrains would swell the tree; there are few of them.
        let apart = |it: &&(u32, Bounds)| is_apart(&colliders[it.0 as usize]);
        if self.bounds.len() <= FEW {
            self.pairs.clear();
            for (at, one) in self.bounds.iter().enumerate() {
                let swells = is_apart(&colliders[one.0 as usize]);
                let others = self.bounds[at + 1..].iter().filter(|two| two.1.overlaps(&one.1));
                let others = others.filter(|two| match (swells, apart(two)) {
                    (false, false) => true,
                    (true, true) => false,
                    _ => is_near(one, two),
                });
                self.pairs.extend(others.filter_map(|two| offer(one.0, two.0)));
            }
            self.pairs.sort_unstable();
            return;
        }
        self.tree.rebuild_numbered(self.bounds.iter().filter(|it| !apart(it)).copied());
        let (tree, boxes) = (&self.tree, self.tree.len());
        let scratches = side_by_side(&mut self.scratches, boxes, BOXES, |scratch, places| {
            scratch.pairs.clear();
            tree.pairs(places, |one, two| scratch.pairs.extend(offer(one, two)));
        });
        self.pairs.clear();
        scratches.iter().for_each(|scratch| self.pairs.extend_from_slice(&scratch.pairs));
        for (index, bounds) in self.bounds.iter().filter(apart) {
            let pairs = &mut self.pairs;
            self.tree.overlapping(bounds, |other| pairs.extend(offer(*index, other)));
        }
        self.pairs.sort_unstable();
    }

    /// The contacts of all pairs, in their order.
    fn find_points(&mut self, colliders: &[Collider]) {
        let pairs = &self.pairs;
        let scratches = side_by_side(&mut self.scratches, pairs.len(), PAIRS, |scratch, places| {
            scratch.contacts.clear();
            pairs[places].iter().for_each(|&pair| scratch.collide(colliders, pair));
        });
        self.contacts.clear();
        scratches.iter().for_each(|scratch| self.contacts.extend_from_slice(&scratch.contacts));
    }
}

impl DetectorScratch {
    /// Adds the contacts of a pair in ascending order of their features.
    fn collide(&mut self, colliders: &[Collider], (first, second): (u32, u32)) {
        let places = [first as usize, second as usize];
        let [one, two] = places.map(|place| &colliders[place]);
        let shapes = [(&one.shape, &one.pose), (&two.shape, &two.pose)];
        self.detector.collide(shapes, places, one.margin + two.margin, &mut self.contacts);
    }
}

/// Cuts `0..count` into ranges of so many places where there are threads, works on all of
/// them, and gives the scratch memories that were used in the order of the ranges.
pub(crate) fn side_by_side(
    scratches: &mut Vec<DetectorScratch>,
    count: usize,
    many: usize,
    work: impl Fn(&mut DetectorScratch, Range<usize>) + Sync,
) -> &[DetectorScratch] {
    let many = if rayon::current_num_threads() > 1 { many } else { count.max(1) };
    let tasks = count.div_ceil(many);
    if scratches.len() < tasks {
        scratches.resize_with(tasks, DetectorScratch::default);
    }
    let scratches = &mut scratches[..tasks];
    let range = |task: usize| task * many..count.min((task + 1) * many);
    if tasks > 1 {
        scratches.par_iter_mut().enumerate().for_each(|(task, scratch)| work(scratch, range(task)));
    } else {
        scratches.iter_mut().for_each(|scratch| work(scratch, range(0)));
    }
    scratches
}

/// Whether a box, grown by its own margin, is farther above a half-space than the margin of that:
/// min n·x over the box is that of the corner that −n points to.
fn is_above(bounds: &Bounds, collider: &Collider) -> bool {
    let Role::HalfSpace(normal) = collider.shape.form.role() else { return false };
    let normal = collider.pose.direction(normal);
    let corner = DVec3::select(normal.cmpgt(DVec3::ZERO), bounds.lower, bounds.upper);
    let above = corner - collider.pose.position;
    let size = above.abs().max_element().max(collider.pose.position.abs().max_element());
    normal.dot(above) > collider.margin.max(0.0) + ROUNDING * size
}

/// Numbers that differ by this, relatively, may do so by rounding.
const ROUNDING: f64 = 1e-12;

fn is_apart(collider: &Collider) -> bool {
    matches!(collider.shape.form.role(), Role::HalfSpace(_) | Role::Terrain(_))
}

pub(crate) fn bounds_of(collider: &Collider) -> Option<Bounds> {
    if !(collider.pose.is_finite() && collider.margin.is_finite()) {
        return None;
    }
    let (lower, upper) = collider.shape.bounds(&collider.pose);
    let margin = DVec3::splat(collider.margin.max(0.0));
    Some(Bounds { lower: lower - margin, upper: upper + margin })
}
