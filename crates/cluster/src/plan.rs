//! Who sends which velocities to whom after each colour; made once a look.
//!
//! A body reaches into at most one cell of a colour, so that at most one rank changes it in a
//! phase: whoever does sends a copy to all who need the body, which are its owner and those
//! that have a pair with it. Nothing is ever summed over ranks.

use crate::bodies::{Bodies, Role, Row};
use crate::cells::COLOURS;
use crate::comm::{Link, Lost, Parcel};
use crate::pairs::Pairs;
use crate::record::Motion;

/// Words of a velocity.
const WORDS: usize = 6;

/// Bodies, by their places, that go to or come from a rank.
#[derive(Debug, Default)]
struct Freight {
    places: Vec<Vec<u32>>,
    parcels: Vec<Parcel>,
}

impl Freight {
    fn new(parties: impl Iterator<Item = (usize, Vec<u32>)>) -> Self {
        let mut freight = Self::default();
        for (rank, places) in parties.filter(|(_, places)| !places.is_empty()) {
            freight.parcels.push(Parcel { rank, words: vec![0; WORDS * places.len()] });
            freight.places.push(places);
        }
        freight
    }
}

/// What is exchanged after each colour.
#[derive(Debug, Default)]
pub struct Plan {
    phases: Vec<(Freight, Freight)>,
}

impl Plan {
    /// That of the pairs of all ranks, of which each knows who else holds its bodies.
    pub fn new(
        link: &Link,
        bodies: &Bodies,
        pairs: &Pairs,
        holders: &[(u32, u32)],
    ) -> Result<Self, Lost> {
        if link.size() == 1 {
            let phases = (0..COLOURS).map(|_| Default::default()).collect();
            return Ok(Self { phases });
        }
        let me = link.rank();
        let mut phases_of = vec![0_u8; bodies.colliders.len()];
        for (phase, [border, inner]) in pairs.phases[..COLOURS].iter().enumerate() {
            for place in pairs.all[border.start..inner.end].iter().flat_map(|pair| pair.places) {
                phases_of[place as usize] |= 1 << phase;
            }
        }
        // Who needs what.
        let mut asked: Vec<Parcel> = parcels(link.size());
        for &(place, rank) in holders {
            let at = place as usize;
            if bodies.roles[at] == Role::Own || phases_of[at] > 0 {
                asked[rank as usize].words.push(bodies.colliders[at].into());
            }
        }
        let needs = link.deliver(asked)?;
        // Who gets what after which colour.
        let mut sent: Vec<Vec<Vec<u32>>> = vec![vec![Vec::new(); link.size()]; COLOURS];
        for Parcel { rank, words } in &needs {
            for &collider in words {
                let Some(at) = bodies.find(collider as u32) else { continue };
                for phase in (0..COLOURS).filter(|phase| phases_of[at] >> phase & 1 == 1) {
                    sent[phase][*rank].push(at as u32);
                }
            }
        }
        let mut lists: Vec<Parcel> = parcels(link.size());
        for Parcel { rank, words } in lists.iter_mut().filter(|parcel| parcel.rank != me) {
            if sent.iter().any(|phase| !phase[*rank].is_empty()) {
                for phase in &sent {
                    words.push(phase[*rank].len() as u64);
                    let number = |&at: &u32| u64::from(bodies.colliders[at as usize]);
                    words.extend(phase[*rank].iter().map(number));
                }
            }
        }
        let mut received: Vec<Vec<(usize, Vec<u32>)>> = vec![Vec::new(); COLOURS];
        for Parcel { rank, words } in link.deliver(lists)? {
            let mut words = words.into_iter();
            for phase in &mut received {
                let count = words.next().unwrap_or(0) as usize;
                // Both sides hold what they spoke of.
                let places = words.by_ref().take(count);
                let places = places.filter_map(|own| bodies.find(own as u32).map(|at| at as u32));
                phase.push((rank, places.collect()));
            }
        }
        let phases = sent.into_iter().zip(received).map(|(sent, received)| {
            let sent = Freight::new(sent.into_iter().enumerate());
            (sent, Freight::new(received.into_iter()))
        });
        Ok(Self { phases: phases.collect() })
    }

    /// After a colour: copies of what was changed go to those who need them. What others do not
    /// wait for is done meanwhile.
    pub fn exchange(
        &mut self,
        phase: usize,
        link: &Link,
        bodies: &mut Bodies,
        meanwhile: impl FnOnce(&mut Bodies),
    ) -> Result<(), Lost> {
        let (sent, received) = &mut self.phases[phase];
        if sent.parcels.is_empty() && received.parcels.is_empty() {
            meanwhile(bodies);
            return Ok(());
        }
        for (parcel, places) in sent.parcels.iter_mut().zip(&sent.places) {
            parcel.words.clear();
            let rows = places.iter().map(|&place| &bodies.rows[place as usize]);
            rows.for_each(|row| row.motion.write(&mut parcel.words));
        }
        link.exchange(&sent.parcels, &mut received.parcels, || meanwhile(bodies))?;
        for (parcel, places) in received.parcels.iter().zip(&received.places) {
            for (&place, words) in places.iter().zip(parcel.words.chunks_exact(WORDS)) {
                bodies.rows[place as usize].motion = Motion::read(words);
            }
        }
        Ok(())
    }
}

/// An empty parcel for every rank.
pub fn parcels(ranks: usize) -> Vec<Parcel> {
    (0..ranks).map(|rank| Parcel { rank, words: Vec::new() }).collect()
}

/// Bodies that touch wide ones: all ranks hold these, and sweep their pairs alike.
#[derive(Debug, Default)]
pub struct Guests {
    /// Those of each rank, by their places here.
    pub of_rank: Vec<Vec<u32>>,
}

impl Guests {
    /// Before the phase of wide bodies: all ranks get the velocities of all guests.
    pub fn exchange(&self, link: &Link, rows: &mut [Row]) -> Result<(), Lost> {
        let longest = self.of_rank.iter().map(Vec::len).max().unwrap_or(0);
        if longest == 0 || link.size() == 1 {
            return Ok(());
        }
        let mut words = Vec::with_capacity(WORDS * longest);
        let own = &self.of_rank[link.rank()];
        own.iter().for_each(|&place| rows[place as usize].motion.write(&mut words));
        words.resize(WORDS * longest, 0);
        let all = link.gather(&words)?;
        for (places, words) in self.of_rank.iter().zip(all.chunks_exact(WORDS * longest)) {
            for (&place, words) in places.iter().zip(words.chunks_exact(WORDS)) {
                rows[place as usize].motion = Motion::read(words);
            }
        }
        Ok(())
    }
}
