//! What contacts carry from step to step, and from rank to rank.

use glam::DVec3;
use stickslip_contact::tangents;
use stickslip_dynamics::small_steps::Carried;
use stickslip_dynamics::{ContactMemory, Surface};

use crate::cells::{Cell, END, cell_of_code, code};
use crate::record::vector;

/// What one point of a pair carries, in one line of the cache: there are more of these than of
/// anything else that a rank keeps.
#[derive(Clone, Debug, PartialEq)]
pub struct Memory {
    /// The shapes of the pair.
    pub colliders: [u32; 2],
    /// The place of the cell of the pair along the curve; [`END`] where a wide body belongs to it, so
    /// that all ranks have it.
    cell: u64,
    /// Names the features.
    pub feature: u64,
    /// Normal impulse (N·s).
    pub normal: f64,
    /// Friction: along both tangents of the normal from step to step, in world axes within one.
    pub friction: DVec3,
    /// What few carry.
    pub more: Option<Box<More>>,
}

/// What a point carries within a step, and from step to step where there are moments.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct More {
    /// Its part of the moment of its manifold: rows as a state keeps them from step to step, in
    /// world axes within one (N·m·s).
    pub moment: DVec3,
    /// Normal speed with which it came (m/s); 0 from step to step.
    pub approach: f64,
    /// Where it was from both centres of mass; none from step to step.
    pub arms: Option<[DVec3; 2]>,
}

/// Words of a [`Memory`] that goes to another rank, without its cell.
pub const MEMORY: usize = 17;

impl Memory {
    /// What a point of a pair carries that belongs to a cell, or to all ranks.
    pub fn new(
        (colliders, cell, feature): ([u32; 2], Option<Cell>, u64),
        normal: f64,
        friction: DVec3,
        more: More,
    ) -> Self {
        let more = (more != More::default()).then(|| Box::new(more));
        Self { colliders, cell: cell.map_or(END, code), feature, normal, friction, more }
    }

    /// The same of a pair that belongs to a cell.
    pub fn of_cell(self, cell: Cell) -> Self {
        Self { cell: code(cell), ..self }
    }

    /// The cell of the pair; none where a wide body belongs to it.
    pub fn cell(&self) -> Option<Cell> {
        (self.cell != END).then(|| cell_of_code(self.cell))
    }

    fn more(&self) -> More {
        self.more.as_deref().copied().unwrap_or_default()
    }

    /// Adds its words.
    pub fn write(&self, words: &mut Vec<u64>) {
        let [one, two] = self.colliders;
        words.extend([u64::from(one) << 32 | u64::from(two), self.feature]);
        words.push(self.normal.to_bits());
        words.extend(self.friction.to_array().map(f64::to_bits));
        let More { moment, approach, arms } = self.more();
        words.extend([approach.to_bits(), u64::from(arms.is_some())]);
        let [one, two] = arms.unwrap_or_default();
        for vector in [one, two, moment] {
            words.extend(vector.to_array().map(f64::to_bits));
        }
    }

    /// From its words.
    pub fn read(words: &[u64]) -> Self {
        let arms = [vector(&words[8..]), vector(&words[11..])];
        let more = More {
            moment: vector(&words[14..]),
            approach: f64::from_bits(words[6]),
            arms: (words[7] == 1).then_some(arms),
        };
        let colliders = [(words[0] >> 32) as u32, words[0] as u32];
        let normal = f64::from_bits(words[2]);
        Self::new((colliders, None, words[1]), normal, vector(&words[3..]), more)
    }

    /// That of a state.
    pub fn of(memory: &ContactMemory) -> Self {
        let [normal, x, y, moment @ ..] = memory.impulses;
        let (one, two, feature) = memory.key;
        let more = More { moment: DVec3::from_array(moment), ..More::default() };
        let own = ([one as u32, two as u32], None, feature);
        Self::new(own, normal, DVec3::new(x, y, 0.0), more)
    }

    /// What a state keeps of it.
    pub fn kept(&self) -> ContactMemory {
        let key = (self.colliders[0] as usize, self.colliders[1] as usize, self.feature);
        let mut impulses = ContactMemory { key, ..ContactMemory::default() };
        impulses.impulses[..3].copy_from_slice(&[self.normal, self.friction.x, self.friction.y]);
        impulses.impulses[3..].copy_from_slice(&self.more().moment.to_array());
        impulses
    }

    /// As a point of this normal inherits it where surfaces meet.
    pub fn carried(&self, normal: DVec3, surface: &Surface) -> Carried {
        let More { moment, approach, arms } = self.more();
        let (friction, moment) = match arms {
            Some(_) => (self.friction, moment),
            None => {
                let (t, b) = tangents(normal);
                let mut impulses = ContactMemory::default().impulses;
                impulses[3..].copy_from_slice(&moment.to_array());
                let [about, x, y] = surface.moments(&impulses);
                let friction = self.friction.x * t + self.friction.y * b;
                (friction, about * normal + x * t + y * b)
            }
        };
        let (feature, normal) = (self.feature, self.normal);
        Carried { feature, normal, friction, moment, approach, arms, ..Carried::default() }
    }
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
        assert_eq!(size_of::<Memory>(), 64);
        let arms = Some([DVec3::new(1.0, -0.0, 3.0), DVec3::NEG_ONE]);
        let moment = DVec3::new(0.0, 7.0, -8.0);
        for more in [More { arms, approach: -3.5, moment }, More::default()] {
            let friction = DVec3::new(1.0, 2.0, -0.0);
            let own = ([7, u32::MAX], None, u64::MAX - 5);
            let memory = Memory::new(own, 0.1, friction, more);
            assert_eq!((memory.more.is_some(), memory.cell()), (more != More::default(), None));
            let mut words = Vec::new();
            memory.write(&mut words);
            assert_eq!(words.len(), MEMORY);
            assert_eq!(Memory::read(&words), memory);
        }
        let cell = [-5, 77, 1_000_000];
        let memory = Memory::new(([1, 2], Some(cell), 3), 0.0, DVec3::ZERO, More::default());
        assert_eq!(memory.cell(), Some(cell));
    }
}
