//! The contacts of a frame as whole numbers, against those of the same pairs
//! in the frame before.

use std::collections::HashMap;

use glam::DVec3;

use super::contact::{state_number, state_of};
use super::units::{CONTACT, GAP, IMPULSE_BITS};
use super::{FrameContact, pack};
use crate::bytes::{ByteReader, ByteWriter};

/// Numbers of a contact besides its bodies and its state: point, normal, gap,
/// impulse, and the bits of μ.
const NUMBERS: usize = 11;
/// No frame has more contacts than this.
const MOST: usize = 1 << 22;
const IMPULSE: std::ops::Range<usize> = 7..10;

/// A contact in whole units.
#[derive(Clone, Copy, Debug, PartialEq)]
struct CodedContact {
    first: usize,
    second: usize,
    state: usize,
    numbers: [i64; NUMBERS],
}

/// All contacts of a frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CodedContacts {
    /// Impulses are in units of 2 to this power.
    unit: i32,
    contacts: Vec<CodedContact>,
}

impl CodedContacts {
    /// Rounds contacts; none where a number does not fit.
    pub fn new(contacts: &[FrameContact]) -> Option<Self> {
        if contacts.len() > MOST {
            return None;
        }
        let sizes = contacts.iter().map(|contact| contact.impulse.abs().max_element());
        let largest = sizes.fold(0.0, f64::max);
        // The power of two above the largest, from its own bits.
        let above = ((largest.to_bits() >> 52) & 0x7ff) as i32 - 1022;
        let unit = above.clamp(-900, 900) - IMPULSE_BITS;
        let code = |contact: &FrameContact| {
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
            Some(CodedContact { first, second, state: state_number(contact.state), numbers })
        };
        Some(Self { unit, contacts: contacts.iter().map(code).collect::<Option<_>>()? })
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

    /// What is expected of contacts between these bodies: the numbers of the
    /// same ones before, counted pair by pair.
    fn expected(
        &self,
        pairs: impl Iterator<Item = (usize, usize)>,
        unit: i32,
    ) -> Vec<[i64; NUMBERS]> {
        let mut known: HashMap<(usize, usize, usize), &CodedContact> = HashMap::new();
        let mut counts: HashMap<(usize, usize), usize> = HashMap::new();
        for contact in &self.contacts {
            let count = counts.entry((contact.first, contact.second)).or_default();
            known.insert((contact.first, contact.second, *count), contact);
            *count += 1;
        }
        counts.clear();
        let ratio = pack::power_of_two(self.unit - unit);
        let rescaled = |contact: &&CodedContact| {
            let mut numbers = contact.numbers;
            for number in &mut numbers[IMPULSE] {
                *number = pack::whole(*number as f64 * ratio, 0).unwrap_or(0);
            }
            numbers
        };
        let mut expect = |pair: (usize, usize)| {
            let count = counts.entry(pair).or_default();
            *count += 1;
            known.get(&(pair.0, pair.1, *count - 1)).map_or([0; NUMBERS], rescaled)
        };
        pairs.map(&mut expect).collect()
    }

    /// Writes them, against those before.
    pub fn write(&self, bytes: &mut ByteWriter, before: &Self) {
        bytes.u32(self.contacts.len());
        bytes.u32((self.unit + 2048) as usize);
        for side in [|it: &CodedContact| it.first, |it: &CodedContact| it.second] {
            let sides = self.contacts.iter().map(move |contact| side(contact) as i64);
            let shifted = [0].into_iter().chain(sides.clone());
            pack::write(bytes, sides.zip(shifted).map(|(it, previous)| it - previous));
        }
        pack::write(bytes, self.contacts.iter().map(|contact| contact.state as i64));
        let pairs = self.contacts.iter().map(|contact| (contact.first, contact.second));
        let expected = before.expected(pairs, self.unit);
        for at in 0..NUMBERS {
            let both = self.contacts.iter().zip(&expected);
            pack::write(bytes, both.map(|(it, old)| it.numbers[at].wrapping_sub(old[at])));
        }
    }

    /// Reads what was written against those before.
    pub fn read(bytes: &mut ByteReader<'_>, before: &Self) -> Option<Self> {
        let count = bytes.u32()?;
        let unit = i32::try_from(bytes.u32()?).ok()? - 2048;
        if count > MOST || !(-1000..=1000).contains(&unit) {
            return None;
        }
        let [first, second] = [bodies(bytes, count)?, bodies(bytes, count)?];
        let states = pack::read(bytes, count)?;
        let expected = before.expected(first.iter().copied().zip(second.iter().copied()), unit);
        let mut columns = Vec::with_capacity(NUMBERS);
        for _ in 0..NUMBERS {
            columns.push(pack::read(bytes, count)?);
        }
        let contact = |at: usize| {
            Some(CodedContact {
                first: first[at],
                second: second[at],
                state: usize::try_from(states[at]).ok()?,
                numbers: std::array::from_fn(|number| {
                    expected[at][number].wrapping_add(columns[number][at])
                }),
            })
        };
        Some(Self { unit, contacts: (0..count).map(contact).collect::<Option<_>>()? })
    }
}

/// Numbers of bodies, each written as the step from the one before.
fn bodies(bytes: &mut ByteReader<'_>, count: usize) -> Option<Vec<usize>> {
    let mut last = 0_i64;
    let body = |step: i64| {
        last = last.checked_add(step)?;
        usize::try_from(last).ok()
    };
    pack::read(bytes, count)?.into_iter().map(body).collect()
}
