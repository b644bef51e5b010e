//! From placed shapes to contact points.

use std::time::Instant;

use glam::DVec3;

use crate::pairs::{Scratch, Sink, collide};
use crate::shape::Role;
use crate::tree::{Bounds, Tree};
use crate::{Contact, Pose, Shape, Site};

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
/// A collider whose pose or margin is not finite touches nothing.
#[derive(Debug, Default)]
pub struct Detector {
    contacts: Vec<Contact>,
    bounds: Vec<Option<Bounds>>,
    tree: Tree,
    pairs: Vec<(u32, u32)>,
    scratch: Scratch,
    times: (f64, f64),
}

impl Detector {
    /// Contacts between all colliders whose gap is at most the sum of their
    /// margins, in ascending order of their keys. `ignored`
    /// holds pairs of bodies (smaller first, ascending) that never touch.
    pub fn detect(&mut self, colliders: &[Collider], ignored: &[(usize, usize)]) -> &[Contact] {
        let may_touch = |first: usize, second: usize| {
            let (a, b) = (colliders[first].body, colliders[second].body);
            ignored.binary_search(&(a.min(b), a.max(b))).is_err()
        };
        self.detect_among(colliders, may_touch, |_| true)
    }

    /// The same among those colliders that take part, of which any two may touch that
    /// `may_touch` lets; the lower comes first.
    pub fn detect_among(
        &mut self,
        colliders: &[Collider],
        may_touch: impl Fn(usize, usize) -> bool,
        takes_part: impl Fn(usize) -> bool,
    ) -> &[Contact] {
        let start = Instant::now();
        self.bounds.clear();
        let bounds = |(at, collider)| takes_part(at).then(|| bounds_of(collider)).flatten();
        self.bounds.extend(colliders.iter().enumerate().map(bounds));
        self.find_pairs(colliders, may_touch);
        let middle = Instant::now();
        self.contacts.clear();
        for &(first, second) in &self.pairs {
            let (first, second) = (first as usize, second as usize);
            let (one, two) = (&colliders[first], &colliders[second]);
            let begin = self.contacts.len();
            let mut sink = Sink {
                contacts: &mut self.contacts,
                sites: [first, second].map(|collider| Site { collider }),
                origin: one.pose.position,
                flipped: false,
            };
            collide(
                (one.shape.form.role(), &one.pose),
                (two.shape.form.role(), &two.pose),
                one.margin + two.margin,
                &mut self.scratch,
                &mut sink,
            );
            self.contacts[begin..].sort_unstable_by_key(|contact| contact.feature);
        }
        self.times = ((middle - start).as_secs_f64(), middle.elapsed().as_secs_f64());
        &self.contacts
    }

    /// Seconds that the last call spent on finding pairs and on finding points.
    pub fn times(&self) -> (f64, f64) {
        self.times
    }

    /// Pairs of colliders whose bounding boxes, grown by the margins, overlap.
    fn find_pairs(&mut self, colliders: &[Collider], lets: impl Fn(usize, usize) -> bool) {
        self.pairs.clear();
        let pairs = &mut self.pairs;
        let mut offer = |one: u32, two: u32| {
            let (first, second) = (one.min(two), one.max(two));
            let (a, b) = (&colliders[first as usize], &colliders[second as usize]);
            let may_touch = (a.movable || b.movable) && a.body != b.body;
            if may_touch && lets(first as usize, second as usize) {
                pairs.push((first, second));
            }
        };
        // Half-spaces and terrains would swell the tree; there are few of them.
        let finite = |(index, bounds): (usize, &Option<Bounds>)| {
            bounds.filter(|_| !is_apart(&colliders[index])).map(|bounds| (index as u32, bounds))
        };
        self.tree.build(self.bounds.iter().enumerate().filter_map(finite));
        self.tree.pairs(&mut offer);
        for (index, bounds) in self.bounds.iter().enumerate() {
            if let Some(bounds) = bounds.filter(|_| is_apart(&colliders[index])) {
                self.tree.query(&bounds, |other| offer(index as u32, other));
            }
        }
        self.pairs.sort_unstable();
    }
}

fn is_apart(collider: &Collider) -> bool {
    matches!(collider.shape.form.role(), Role::HalfSpace(_) | Role::Terrain(_))
}

fn bounds_of(collider: &Collider) -> Option<Bounds> {
    if !(collider.pose.is_finite() && collider.margin.is_finite()) {
        return None;
    }
    let (lower, upper) = collider.shape.bounds(&collider.pose);
    let margin = DVec3::splat(collider.margin.max(0.0));
    Some(Bounds { lower: lower - margin, upper: upper + margin })
}
