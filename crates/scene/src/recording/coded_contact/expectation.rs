//! What is expected of the contacts of a frame by those of the frame before.

use std::collections::HashMap;

use glam::DVec3;

use super::super::carried::Carried;
use super::super::pack;
use super::super::pairs::Pair;
use super::super::units::{CONTACT, GAP};
use super::{CodedContact, CodedContacts, IMPULSE, NO_STATE, NUMBERS, SEPARATING};

/// What is expected in a state: a contact that separates does not push.
pub(super) fn pushing(mut numbers: [i64; NUMBERS], state: usize) -> [i64; NUMBERS] {
    if state == SEPARATING {
        numbers[IMPULSE].fill(0);
    }
    numbers
}

/// What is expected of contacts, counted pair by pair.
pub(super) struct Expectation<'a> {
    known: HashMap<(usize, usize, usize), &'a CodedContact>,
    counts: HashMap<Pair, usize>,
    /// From the old unit of impulses to the new one.
    ratio: f64,
}

impl<'a> Expectation<'a> {
    pub(super) fn new(old: &'a CodedContacts, unit: i32) -> Self {
        let ratio = pack::power_of_two(old.unit - unit);
        Self { known: by_pair(&old.contacts), counts: HashMap::new(), ratio }
    }

    /// The state before and the numbers of the next contact of a pair, whose bodies are at these
    /// places now.
    pub(super) fn next(
        &mut self,
        pair: Pair,
        places: Option<[DVec3; 2]>,
    ) -> (usize, [i64; NUMBERS]) {
        let count = self.counts.entry(pair).or_default();
        *count += 1;
        let Some(old) = self.known.get(&(pair.0, pair.1, *count - 1)) else {
            return (NO_STATE, [0; NUMBERS]);
        };
        let mut numbers = old.numbers;
        for number in &mut numbers[IMPULSE] {
            *number = pack::whole(*number as f64 * self.ratio, 0).unwrap_or(0);
        }
        if let (Some(before), Some(now)) = (old.places, places) {
            let vector = |at: usize| {
                DVec3::from_array([0, 1, 2].map(|axis| pack::real(old.numbers[at + axis], CONTACT)))
            };
            let gap = pack::real(old.numbers[6], GAP);
            let Carried { point, normal, gap } =
                Carried { point: vector(0), normal: vector(3), gap }.along(before, now);
            let reals = point.to_array().into_iter().chain(normal.to_array());
            for (number, value) in numbers.iter_mut().zip(reals) {
                *number = pack::whole(value, CONTACT).unwrap_or(*number);
            }
            numbers[6] = pack::whole(gap, GAP).unwrap_or(numbers[6]);
        }
        (old.state, numbers)
    }
}

/// The contacts of before by their pair and their place in it.
fn by_pair(contacts: &[CodedContact]) -> HashMap<(usize, usize, usize), &CodedContact> {
    let mut counts: HashMap<Pair, usize> = HashMap::new();
    let each = |contact| {
        let &CodedContact { first, second, .. } = contact;
        let count = counts.entry((first, second)).or_default();
        *count += 1;
        ((first, second, *count - 1), contact)
    };
    contacts.iter().map(each).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contact(second: usize, state: usize, impulse: i64) -> CodedContact {
        let mut numbers = [0; NUMBERS];
        numbers[IMPULSE].fill(impulse);
        CodedContact { first: 0, second, state, numbers, places: None }
    }

    /// The contacts of a pair are expected in their order, with impulses in
    /// the new unit, and none where the pair had no more.
    #[test]
    fn contacts_of_a_pair_follow_each_other() {
        let contacts = vec![contact(1, 1, 12), contact(2, 2, 20), contact(1, 2, -8)];
        let old = CodedContacts { unit: -10, contacts };
        let mut expectation = Expectation::new(&old, -12);
        let mut next = |second| {
            let (state, numbers) = expectation.next((0, second), None);
            (state, numbers[IMPULSE.start])
        };
        assert_eq!(next(1), (1, 48));
        assert_eq!(next(1), (2, -32));
        assert_eq!(next(2), (2, 80));
        assert_eq!(next(1), (NO_STATE, 0));
        assert_eq!(next(3), (NO_STATE, 0));
    }
}
