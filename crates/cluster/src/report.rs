//! Contacts on their way to who reports them.

use glam::DVec3;
use stickslip_dynamics::{ContactReport, ContactState};
use stickslip_solve::SectionShape;

use crate::domain::Domain;
use crate::pairs::Pair;
use crate::point::Point;
use crate::record::{Motion, vector};

/// A contact with the places and velocities of both centres of mass (m, m/s).
#[derive(Clone, Debug)]
pub struct PlacedReport {
    /// The contact.
    pub report: ContactReport,
    /// Those of its first body and of its second.
    pub ends: [[DVec3; 2]; 2],
}

/// Words of a contact: bodies with their shapes, ten vectors, gap, friction.
pub const CONTACT: usize = 2 + 10 * 3 + 2;

impl Domain {
    /// Adds the words of a contact of this rank.
    pub(crate) fn write_contact(
        &self,
        pair: &Pair,
        (point, moment): (&Point, DVec3),
        words: &mut Vec<u64>,
    ) {
        let places = pair.places.map(|place| place as usize);
        let bodies = &self.bodies;
        let motions = places.map(|place| bodies.rows[place].motion);
        let speed = |side: usize| {
            let Motion { v, w } = motions[side];
            v + w.cross(point.arms[side])
        };
        words.extend(places.map(|place| {
            let at = bodies.kind(&self.catalogue, place).at;
            u64::from(at) << 32 | u64::from(self.catalogue.body_of(bodies.colliders[place]))
        }));
        let centres = places.map(|place| bodies.poses[place].position);
        let vectors = [
            centres[1] + point.arms[1],
            point.normal,
            point.normal_impulse * point.normal + point.friction(),
            speed(1) - speed(0),
            point.tangent,
            centres[0],
            motions[0].v,
            centres[1],
            motions[1].v,
            moment,
        ];
        for vector in vectors {
            words.extend(vector.to_array().map(f64::to_bits));
        }
        words.push(point.now.to_bits());
        words.push(self.catalogue.rubbing(pair.surface)[0].to_bits());
    }
}

/// A contact from its words.
pub fn read_contact(words: &[u64]) -> PlacedReport {
    let vectors: [DVec3; 10] = std::array::from_fn(|at| vector(&words[2 + 3 * at..]));
    let [point, normal, impulse, velocity, tangent, ..] = vectors;
    let (gap, friction) = (f64::from_bits(words[32]), f64::from_bits(words[33]));
    let push = impulse.dot(normal);
    let rub = (impulse - push * normal).length();
    let report = ContactReport {
        first: words[0] as u32 as usize,
        second: words[1] as u32 as usize,
        shapes: [0, 1].map(|side| (words[side] >> 32) as usize),
        point,
        normal,
        gap,
        impulse,
        moment: vectors[9],
        velocity,
        friction,
        tangent,
        section: SectionShape::Disc,
        state: match push {
            push if push <= 0.0 => ContactState::Separating,
            push if rub >= friction * push * (1.0 - 1e-5) => ContactState::Slipping,
            _ => ContactState::Sticking,
        },
    };
    PlacedReport { report, ends: [[vectors[5], vectors[6]], [vectors[7], vectors[8]]] }
}
