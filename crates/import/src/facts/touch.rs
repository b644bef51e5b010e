//! What may touch: masks, bodies that move as one, parents, exclusions, pairs.

use std::collections::BTreeMap;

use crate::mechanism::{Format, Geom, Mechanism};

/// Two bodies that may touch, and by how many pairs of shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CollisionPair {
    /// The bodies, the lower number first; `None` is the world.
    pub bodies: [Option<usize>; 2],
    /// Pairs of shapes.
    pub pairs: usize,
}

impl Mechanism {
    /// The first body of those that move as one with a body; `None` where they stand.
    /// A body without joints moves with its parent, but for those moved from outside.
    pub fn root_of(&self, body: Option<usize>) -> Option<usize> {
        let mut at = body;
        while let Some(number) = at {
            let body = &self.bodies[number];
            if !body.joints.is_empty() || body.mocap {
                return at;
            }
            at = body.parent;
        }
        None
    }

    /// Whether masks, exclusions and the rule of parents let two shapes touch.
    /// The rule: what moves as one never touches itself, nor what it hangs on,
    /// in MJCF unless that stands still.
    pub fn may_touch_by_rules(&self, first: &Geom, second: &Geom) -> bool {
        let masks = first.contact_type & second.contact_affinity != 0
            || second.contact_type & first.contact_affinity != 0;
        if !masks {
            return false;
        }
        let roots = [self.root_of(first.body), self.root_of(second.body)];
        if roots[0] == roots[1] {
            return false;
        }
        let above =
            |root: Option<usize>| root.and_then(|root| self.root_of(self.bodies[root].parent));
        let hangs = (self.format == Format::Urdf || roots.iter().all(Option::is_some))
            && (above(roots[0]) == roots[1] || above(roots[1]) == roots[0]);
        if self.filter_parent && hangs {
            return false;
        }
        let bodies = [first.body, second.body];
        let excluded =
            |pair: &[Option<usize>; 2]| *pair == bodies || *pair == [bodies[1], bodies[0]];
        !self.excludes.iter().any(excluded)
    }
}

/// Calls `each` with every pair of shapes that may touch.
pub(crate) fn may_touch_geoms(mechanism: &Mechanism, mut each: impl FnMut(usize, usize)) {
    let geoms = &mechanism.geoms;
    // Shapes that nothing touches are many, and looked at by no pair but their own.
    let solid: Vec<usize> = (0..geoms.len())
        .filter(|&at| geoms[at].contact_type != 0 || geoms[at].contact_affinity != 0)
        .collect();
    let mut pairs: Vec<[usize; 2]> = mechanism
        .pairs
        .iter()
        .map(|pair| {
            let [a, b] = pair.geoms;
            [a.min(b), a.max(b)]
        })
        .collect();
    pairs.sort_unstable();
    pairs.dedup();
    for (at, &first) in solid.iter().enumerate() {
        for &second in &solid[at + 1..] {
            if pairs.binary_search(&[first, second]).is_err()
                && mechanism.may_touch_by_rules(&geoms[first], &geoms[second])
            {
                each(first, second);
            }
        }
    }
    pairs.into_iter().for_each(|[first, second]| each(first, second));
}

/// All pairs of bodies that may touch.
pub fn may_touch(mechanism: &Mechanism) -> Vec<CollisionPair> {
    let mut found: BTreeMap<[Option<usize>; 2], usize> = BTreeMap::new();
    may_touch_geoms(mechanism, |first, second| {
        let (a, b) = (mechanism.geoms[first].body, mechanism.geoms[second].body);
        *found.entry([a.min(b), a.max(b)]).or_default() += 1;
    });
    found.into_iter().map(|(bodies, pairs)| CollisionPair { bodies, pairs }).collect()
}
