//! What contacts carry from step to step, and from rank to rank.

use glam::DVec3;
use stickslip_contact::tangents;
use stickslip_dynamics::small_steps::Carried;
use stickslip_dynamics::{ContactMemory, Surface};
use stickslip_solve::Label;

use crate::cells::Cell;
use crate::record::vector;

/// What one point of a pair carries.
#[derive(Clone, Debug, PartialEq)]
pub struct Memory {
    /// The shapes of the pair.
    pub colliders: [u32; 2],
    /// The cell of the pair; none where a wide body belongs to it, so that all ranks have it.
    pub cell: Option<Cell>,
    /// Names the features.
    pub feature: u64,
    /// Normal impulse (N·s).
    pub normal: f64,
    /// Friction: along both tangents of the normal from step to step, in world axes within one.
    pub friction: DVec3,
    /// Its part of the moment of its manifold, where there is one: rows as a state keeps them from
    /// step to step, in world axes within one (N·m·s).
    pub moment: Option<Box<DVec3>>,
    /// Normal speed with which it came (m/s); 0 from step to step.
    pub approach: f64,
    /// Where it was from both centres of mass; none from step to step.
    pub arms: Option<[DVec3; 2]>,
}

/// Words of a [`Memory`] that goes to another rank, without its cell.
pub const MEMORY: usize = 17;

impl Memory {
    /// Adds its words.
    pub fn write(&self, words: &mut Vec<u64>) {
        let [one, two] = self.colliders;
        words.extend([u64::from(one) << 32 | u64::from(two), self.feature]);
        words.push(self.normal.to_bits());
        words.extend(self.friction.to_array().map(f64::to_bits));
        words.extend([self.approach.to_bits(), u64::from(self.arms.is_some())]);
        for arm in self.arms.unwrap_or_default() {
            words.extend(arm.to_array().map(f64::to_bits));
        }
        let moment = self.moment.as_ref().map_or(DVec3::ZERO, |own| **own);
        words.extend(moment.to_array().map(f64::to_bits));
    }

    /// From its words.
    pub fn read(words: &[u64]) -> Self {
        let arms = [vector(&words[8..]), vector(&words[11..])];
        Self {
            colliders: [(words[0] >> 32) as u32, words[0] as u32],
            cell: None,
            feature: words[1],
            normal: f64::from_bits(words[2]),
            friction: vector(&words[3..]),
            approach: f64::from_bits(words[6]),
            arms: (words[7] == 1).then_some(arms),
            moment: boxed(vector(&words[14..])),
        }
    }

    /// That of a state.
    pub fn of(memory: &ContactMemory, cell: Option<Cell>) -> Self {
        let [normal, x, y, moment @ ..] = memory.impulses;
        Self {
            colliders: [memory.key.0 as u32, memory.key.1 as u32],
            cell,
            feature: memory.key.2,
            normal,
            friction: DVec3::new(x, y, 0.0),
            approach: 0.0,
            arms: None,
            moment: boxed(DVec3::from_array(moment)),
        }
    }

    /// What a state keeps of it.
    pub fn kept(&self) -> ContactMemory {
        let key = (self.colliders[0] as usize, self.colliders[1] as usize, self.feature);
        let mut impulses = ContactMemory { key, impulses: [0.0; 6], labels: [Label::Free; 6] };
        impulses.impulses[..3].copy_from_slice(&[self.normal, self.friction.x, self.friction.y]);
        if let Some(moment) = &self.moment {
            impulses.impulses[3..].copy_from_slice(&moment.to_array());
        }
        impulses
    }

    /// As a point of this normal inherits it.
    pub fn carried(&self, normal: DVec3, surface: &Surface) -> Carried {
        let kept = self.moment.as_ref().map_or(DVec3::ZERO, |own| **own);
        let (friction, moment) = match self.arms {
            Some(_) => (self.friction, kept),
            None => {
                let (t, b) = tangents(normal);
                let mut impulses = ContactMemory::default().impulses;
                impulses[3..].copy_from_slice(&kept.to_array());
                let [about, x, y] = surface.moments(&impulses);
                let friction = self.friction.x * t + self.friction.y * b;
                (friction, about * normal + x * t + y * b)
            }
        };
        Carried {
            feature: self.feature,
            normal: self.normal,
            friction,
            moment,
            approach: self.approach,
            arms: self.arms,
            ..Carried::default()
        }
    }
}

/// A moment, unless there is none.
pub fn boxed(moment: DVec3) -> Option<Box<DVec3>> {
    (moment != DVec3::ZERO).then(|| Box::new(moment))
}

/// Finds what a pair carries, by the numbers of its shapes: a table with open addressing.
#[derive(Debug, Default)]
pub struct Finder {
    /// One more than the place of the first memory of a pair; 0 where there is none.
    slots: Vec<u32>,
    shift: u32,
}

impl Finder {
    /// Learns these, of which those of a pair stand together.
    pub fn fill(&mut self, memories: &[Memory]) {
        let bits = (2 * memories.len() + 2).ilog2() + 1;
        self.shift = u64::BITS - bits;
        self.slots.clear();
        self.slots.resize(1 << bits, 0);
        for (at, own) in memories.iter().enumerate() {
            if at == 0 || memories[at - 1].colliders != own.colliders {
                let mut slot = self.slot(own.colliders);
                while self.slots[slot] > 0 {
                    slot = self.next(slot);
                }
                self.slots[slot] = at as u32 + 1;
            }
        }
    }

    /// What a pair carries, of what was learnt.
    pub fn find<'a>(&self, memories: &'a [Memory], colliders: [u32; 2]) -> &'a [Memory] {
        let mut slot = self.slot(colliders);
        while self.slots[slot] > 0 {
            let own = &memories[self.slots[slot] as usize - 1..];
            if own[0].colliders == colliders {
                let count = own.iter().take_while(|own| own.colliders == colliders).count();
                return &own[..count];
            }
            slot = self.next(slot);
        }
        &[]
    }

    /// Multiplies by 2⁶⁴ over the golden ratio (Knuth, vol. 3, 6.4).
    fn slot(&self, [one, two]: [u32; 2]) -> usize {
        let key = u64::from(one) << 32 | u64::from(two);
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    fn next(&self, slot: usize) -> usize {
        (slot + 1) & (self.slots.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory(colliders: [u32; 2], feature: u64) -> Memory {
        Memory { colliders, feature, ..Memory::read(&[0; MEMORY]) }
    }

    /// Every pair finds its own, in their order, and others find nothing.
    #[test]
    fn pairs_find_what_they_carry() {
        let mut finder = Finder::default();
        for count in [0, 1, 2, 3, 700] {
            let pairs = (0..count).map(|at| [at * 31 % 97, at * 17]);
            let all: Vec<Memory> = pairs
                .clone()
                .flat_map(|pair| (0..u64::from(pair[1] % 4)).map(move |own| memory(pair, own)))
                .collect();
            finder.fill(&all);
            for pair in pairs {
                let found = finder.find(&all, pair).iter().map(|own| (own.colliders, own.feature));
                let expected = (0..u64::from(pair[1] % 4)).map(|own| (pair, own));
                assert!(found.eq(expected), "{pair:?} of {count}");
                assert_eq!(finder.find(&all, [pair[0], pair[1] + 1]), &[]);
            }
        }
    }

    #[test]
    fn words_say_all_but_the_cell() {
        let arms = Some([DVec3::new(1.0, -0.0, 3.0), DVec3::NEG_ONE]);
        for arms in [arms, None] {
            let memory = Memory {
                colliders: [7, u32::MAX],
                cell: None,
                feature: u64::MAX - 5,
                normal: 0.1,
                friction: DVec3::new(1.0, 2.0, -0.0),
                moment: boxed(DVec3::new(0.0, 7.0, -8.0)),
                approach: -3.5,
                arms,
            };
            let mut words = Vec::new();
            memory.write(&mut words);
            assert_eq!(words.len(), MEMORY);
            assert_eq!(Memory::read(&words), memory);
        }
    }
}
