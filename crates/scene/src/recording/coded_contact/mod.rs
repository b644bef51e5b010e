//! The contacts of a frame as whole numbers, against those of the same pairs
//! in the frame before, moved as their bodies have moved (`carried.rs`).

mod expectation;

use glam::DVec3;

use super::contact::{state_number, state_of};
use super::pairs::{Pair, Pairs};
use super::range::{Column, Decoder, Encoder};
use super::units::{CONTACT, GAP, IMPULSE_BITS};
use super::{FrameContact, pack};
use expectation::{Expectation, pushing};

/// Numbers of a contact besides its bodies and its state: point, normal, gap,
/// impulse, and the bits of μ.
const NUMBERS: usize = 11;
/// No frame has more contacts than this.
const MAX: usize = 1 << 22;
const IMPULSE: std::ops::Range<usize> = 7..10;
/// A contact between a pair that does not come next among those of before.
const NEW_PAIR: i64 = -1;
/// A state of a contact that was not there before.
const NO_STATE: usize = 4;
/// The state of a contact without a force.
const SEPARATING: usize = 0;

/// The largest part of an impulse of some contacts (N·s): their unit comes from it.
pub fn largest<'a>(contacts: impl Iterator<Item = &'a FrameContact>) -> f64 {
    contacts.map(|contact| contact.impulse.abs().max_element()).fold(0.0, f64::max)
}

/// What has been learned of contacts.
#[derive(Clone, Debug, Default)]
pub struct Learned {
    counts: [Column; 2],
    pairs: [Column; 3],
    /// States by the state before.
    states: [Column; NO_STATE + 1],
    /// Numbers of contacts that push, and of those that do not.
    numbers: [[Column; NUMBERS]; 2],
}

/// A contact in whole units.
#[derive(Clone, Copy, Debug, PartialEq)]
struct CodedContact {
    first: usize,
    second: usize,
    state: usize,
    numbers: [i64; NUMBERS],
    /// Where the centres of its bodies were when it was looked for, where these are known.
    places: Option<[DVec3; 2]>,
}

impl CodedContact {
    fn pair(&self) -> Pair {
        (self.first, self.second)
    }
}

/// All contacts of a frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CodedContacts {
    /// Impulses are in units of 2 to this power.
    unit: i32,
    contacts: Vec<CodedContact>,
}

impl CodedContacts {
    /// Rounds contacts with the places of their bodies, against the largest part of an impulse
    /// (see [`largest`]); none where a number does not fit.
    pub fn new<'a>(
        contacts: impl Iterator<Item = (&'a FrameContact, Option<[DVec3; 2]>)>,
        largest: f64,
    ) -> Option<Self> {
        // The power of two above the largest, from its own bits.
        let above = ((largest.to_bits() >> 52) & 0x7ff) as i32 - 1022;
        let unit = above.clamp(-900, 900) - IMPULSE_BITS;
        let code = |(contact, places): (&FrameContact, Option<[DVec3; 2]>)| {
            let vector = |vector: DVec3, unit: i32| vector.to_array().map(|it| (it, unit));
            let mut reals = vector(contact.point, CONTACT)
                .into_iter()
                .chain(vector(contact.normal, CONTACT))
                .chain([(contact.gap, GAP)])
                .chain(vector(contact.impulse, unit));
            let mut numbers = [0; NUMBERS];
            for number in &mut numbers[..NUMBERS - 1] {
                let (value, unit) = reals.next()?;
                *number = pack::whole(value, unit)?;
            }
            numbers[NUMBERS - 1] = contact.friction.unwrap_or(f64::NAN).to_bits() as i64;
            let (first, second) = (contact.first, contact.second);
            let state = state_number(contact.state);
            Some(CodedContact { first, second, state, numbers, places })
        };
        let contacts: Vec<_> = contacts.map(code).collect::<Option<_>>()?;
        (contacts.len() <= MAX).then_some(Self { unit, contacts })
    }

    /// The contacts that they stand for.
    pub fn contacts(&self) -> Option<Vec<FrameContact>> {
        let contact = |coded: &CodedContact| {
            let vector = |at: usize, unit| {
                DVec3::from_array([0, 1, 2].map(|axis| pack::real(coded.numbers[at + axis], unit)))
            };
            let friction = f64::from_bits(coded.numbers[NUMBERS - 1] as u64);
            Some(FrameContact {
                first: coded.first,
                second: coded.second,
                point: vector(0, CONTACT),
                normal: vector(3, CONTACT).normalize_or_zero(),
                gap: pack::real(coded.numbers[6], GAP),
                impulse: vector(7, self.unit),
                friction: (!friction.is_nan()).then_some(friction),
                state: state_of(coded.state)?,
            })
        };
        self.contacts.iter().map(contact).collect()
    }

    /// Writes them, against those before.
    pub fn write(&self, encoder: &mut Encoder, learned: &mut Learned, old: &Self) {
        encoder.write(&mut learned.counts[0], self.contacts.len() as i64);
        encoder.write(&mut learned.counts[1], i64::from(self.unit));
        let mut pairs = Pairs::new(old.contacts.iter().map(CodedContact::pair));
        let mut expected = Expectation::new(old, self.unit);
        for contact in &self.contacts {
            let steps = pairs.steps_to(contact.pair());
            encoder.write(&mut learned.pairs[0], steps.map_or(NEW_PAIR, |steps| steps as i64));
            if steps.is_none() {
                let (first, second) = pairs.last;
                encoder.write(&mut learned.pairs[1], contact.first as i64 - first as i64);
                encoder.write(&mut learned.pairs[2], contact.second as i64 - second as i64);
            }
            pairs.pass(contact.pair(), steps);
            let (before, numbers) = expected.next(contact.pair(), contact.places);
            encoder.write(&mut learned.states[before], contact.state as i64);
            let columns = &mut learned.numbers[usize::from(contact.state == SEPARATING)];
            let expected = pushing(numbers, contact.state);
            for ((column, value), old) in columns.iter_mut().zip(contact.numbers).zip(expected) {
                encoder.write(column, value.wrapping_sub(old));
            }
        }
    }

    /// Reads what was written against those before, in a stream of so many
    /// bytes. Thirteen numbers that are all as expected take 0.022 bits each,
    /// as no decision is likelier than 2017 in 2048.
    pub fn read(
        decoder: &mut Decoder<'_>,
        learned: &mut Learned,
        old: &Self,
        place: impl Fn(usize) -> Option<DVec3>,
        bytes: usize,
    ) -> Option<Self> {
        let count = usize::try_from(decoder.read(&mut learned.counts[0])?).ok()?;
        let unit = i32::try_from(decoder.read(&mut learned.counts[1])?).ok()?;
        if count > MAX.min(32 * bytes + 64) || !(-1000..=1000).contains(&unit) {
            return None;
        }
        let mut pairs = Pairs::new(old.contacts.iter().map(CodedContact::pair));
        let mut expected = Expectation::new(old, unit);
        let mut contacts = Vec::with_capacity(count);
        for _ in 0..count {
            let steps = match decoder.read(&mut learned.pairs[0])? {
                NEW_PAIR => None,
                steps => Some(usize::try_from(steps).ok()?),
            };
            let (first, second) = match steps {
                Some(steps) => pairs.ahead(steps)?,
                None => {
                    let mut side = |column: &mut Column, last: usize| {
                        let step = decoder.read(column)?;
                        usize::try_from((last as i64).checked_add(step)?).ok()
                    };
                    let [_, one, two] = &mut learned.pairs;
                    let (first, second) = pairs.last;
                    (side(one, first)?, side(two, second)?)
                }
            };
            pairs.pass((first, second), steps);
            let places = place(first).zip(place(second)).map(|(one, two)| [one, two]);
            let (before, numbers) = expected.next((first, second), places);
            let state = usize::try_from(decoder.read(&mut learned.states[before])?).ok()?;
            // Only states that there are have a column for the next frame.
            state_of(state)?;
            let columns = &mut learned.numbers[usize::from(state == SEPARATING)];
            let mut coded = [0; NUMBERS];
            for ((number, column), old) in
                coded.iter_mut().zip(columns).zip(pushing(numbers, state))
            {
                *number = old.wrapping_add(decoder.read(column)?);
            }
            contacts.push(CodedContact { first, second, state, numbers: coded, places });
        }
        Some(Self { unit, contacts })
    }
}
