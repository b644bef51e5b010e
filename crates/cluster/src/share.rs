//! What a rank is given of a scene before anybody steps: some of its bodies, and the kinds of all.
//!
//! Body i is given to rank i modulo their number, whoever is to have it later. Kinds are told
//! apart by what they are, and numbered by their first bodies, so that all ranks agree on them
//! without any having seen all bodies.

use std::collections::{BTreeMap, HashMap};

use stickslip_dynamics::{Body, BodyState};

use crate::catalogue::Kind;
use crate::comm::{Comm, Link, Lost};
use crate::error::ClusterError;

/// A body that was given to this rank.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Given {
    /// Its number among all bodies.
    pub(crate) body: u32,
    /// Its kind: among those of this rank, and once all have agreed, among all.
    pub(crate) kind: u32,
    /// Where it begins.
    pub(crate) state: BodyState,
}

/// A kind: its first body, and how many bodies have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KindCount {
    /// The first body of all ranks.
    pub first: usize,
    /// The bodies of all ranks.
    pub bodies: usize,
}

/// What a rank is given of the copies of a scene.
pub struct Share {
    pub(crate) link: Link,
    pub(crate) given: Vec<Given>,
    kinds: HashMap<Vec<u64>, (u32, KindCount)>,
}

impl Share {
    /// Nothing yet. `scene` tells scenes apart: ranks of different ones do not begin.
    pub fn new(comm: impl Comm + 'static, scene: u64) -> Result<Self, ClusterError> {
        let link = Link::new(comm);
        let scenes = link.gather(&[scene])?;
        if let Some(rank) = scenes.iter().position(|&scene| scene != scenes[0]) {
            return Err(ClusterError::OtherScene { rank });
        }
        Ok(Self { link, given: Vec::new(), kinds: HashMap::new() })
    }

    /// The number of this rank.
    pub fn rank(&self) -> usize {
        self.link.rank()
    }

    /// The number of all ranks.
    pub fn ranks(&self) -> usize {
        self.link.size()
    }

    /// Words of all ranks, as many of each, in the order of the ranks.
    pub fn gather(&self, own: &[u64]) -> Result<Vec<u64>, Lost> {
        self.link.gather(own)
    }

    /// Whether a body is to be given to this rank.
    pub fn wants(&self, body: usize) -> bool {
        body % self.link.size() == self.link.rank()
    }

    /// Gives it to this rank.
    pub fn give(&mut self, body: usize, made: &Body) {
        let count = self.kinds.len() as u32;
        let key = Kind::key(made).unwrap_or_else(|| vec![body as u64]);
        let new = || (count, KindCount { first: body, bodies: 0 });
        let (kind, known) = self.kinds.entry(key).or_insert_with(new);
        known.bodies += 1;
        let state = BodyState::begun(made);
        self.given.push(Given { body: body as u32, kind: *kind, state });
    }

    /// All ranks agree on the kinds of what they were given: those of all, in the order of their
    /// first bodies.
    pub fn agree(&mut self) -> Result<Vec<KindCount>, Lost> {
        let mut words = Vec::new();
        for (key, (_, known)) in &self.kinds {
            words.extend([key.len() as u64, known.first as u64, known.bodies as u64]);
            words.extend(key);
        }
        let mut all: BTreeMap<Vec<u64>, KindCount> = BTreeMap::new();
        for words in self.link.gather_any(&words)? {
            let mut rest = &words[..];
            while let [length, first, bodies, more @ ..] = rest {
                let (key, after) = more.split_at(*length as usize);
                let (first, bodies) = (*first as usize, *bodies as usize);
                let none = KindCount { first, bodies: 0 };
                let known = all.entry(key.to_vec()).or_insert(none);
                known.first = known.first.min(first);
                known.bodies += bodies;
                rest = after;
            }
        }
        let mut kinds: Vec<(KindCount, Vec<u64>)> =
            all.into_iter().map(|(key, known)| (known, key)).collect();
        kinds.sort_unstable_by_key(|(known, _)| known.first);
        let mut numbers = vec![0; self.kinds.len()];
        for (number, (_, key)) in kinds.iter().enumerate() {
            if let Some((own, _)) = self.kinds.get(key) {
                numbers[*own as usize] = number as u32;
            }
        }
        self.given.iter_mut().for_each(|given| given.kind = numbers[given.kind as usize]);
        self.kinds = HashMap::new();
        Ok(kinds.into_iter().map(|(known, _)| known).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comm::on_threads;
    use stickslip_dynamics::{BodyDescription, ColliderDescription, Model, Pose, Shape};

    /// Balls of three radii, of which rank 2 of three sees only one: all agree on all three.
    #[test]
    fn all_ranks_agree_on_all_kinds() {
        let radius = |body: usize| [0.3, 0.1, 0.2][if body < 6 { body % 3 } else { 2 }];
        let ended = on_threads(3, |comm| {
            let mut share = Share::new(comm, 7)?;
            for body in (share.rank()..100).step_by(3) {
                assert!(share.wants(body));
                let shape = Shape::sphere(radius(body)).expect("positive");
                let shape = vec![ColliderDescription::new(shape)];
                let body_of = BodyDescription::dynamic("it", Pose::IDENTITY, shape);
                share.give(body, &Model::default().body_apart(body_of).expect("sound"));
            }
            let kinds = share.agree()?;
            Ok((kinds, share.given.iter().map(|own| (own.body, own.kind)).collect::<Vec<_>>()))
        });
        let ended = ended.expect("nobody fails");
        let count = |first, bodies| KindCount { first, bodies };
        for (kinds, given) in &ended {
            assert_eq!(*kinds, [count(0, 2), count(1, 2), count(2, 96)]);
            for &(body, kind) in given {
                assert_eq!(radius(kind as usize), radius(body as usize));
            }
        }
        let other = on_threads(2, |comm| {
            let rank = crate::comm::Comm::rank(&comm) as u64;
            Share::new(comm, rank).map(|_| ())
        });
        assert_eq!(other, Err(ClusterError::OtherScene { rank: 1 }));
    }
}
