//! Where points of manifolds inherit from: the state that a step begins with, or the lanes that
//! their pair had before it was looked at again.

use stickslip_contact::{Contact, tangents};

use super::carried::{Carried, inherit};
use super::colours::Colours;
use super::lane::take;
use super::manifolds::{Manifolds, parts};
use crate::parts::Surface;
use crate::state::ContactMemory;
use glam::DVec3;

/// What there was before.
pub(super) enum Past<'a> {
    /// Contacts of the state, whose impulses are multiplied by a number.
    State(&'a [ContactMemory], f64),
    /// Manifolds of this step.
    Lanes(&'a Manifolds, &'a Colours),
}

impl Past<'_> {
    /// Where what the state keeps of a pair, and of those after it, begins.
    pub(super) fn kept_from(&self, (one, two): (u32, u32)) -> usize {
        let Self::State(memories, _) = self else { return 0 };
        memories.partition_point(|memory| pair(memory) < [one as usize, two as usize])
    }

    /// What each contact of a pair inherits, in their order. `head` is the first manifold of
    /// the pair, `kept` where that of an earlier pair began in the state, which becomes its
    /// own; `carried` is memory for what it had.
    pub(super) fn inherited(
        &self,
        (head, kept): (u32, &mut usize),
        contacts: &[Contact],
        (centres, near, surface): ([DVec3; 2], f64, &Surface),
        carried: &mut Vec<Carried>,
        points: &mut Vec<Carried>,
    ) {
        let is_alone = parts(contacts).count() == 1;
        carried.clear();
        if let Self::Lanes(manifolds, colours) = self {
            manifolds.of(head).for_each(|at| manifolds.carried(at, colours, carried));
        }
        for part in parts(contacts) {
            if let Self::State(memories, scale) = self {
                carried.clear();
                let own = part[0].sites.map(|site| site.collider);
                while memories.get(*kept).is_some_and(|memory| pair(memory) < own) {
                    *kept += 1;
                }
                recall(part, &memories[*kept..], *scale, (is_alone, surface), carried);
            }
            let is_same = |(own, contact): (&Carried, &Contact)| own.feature == contact.feature;
            if carried.len() == part.len() && carried.iter().zip(part).all(is_same) {
                points.append(carried);
                continue;
            }
            points.extend_from_slice(&inherit(carried, part, centres, near)[..part.len()]);
        }
    }
}

/// The colliders of what the state keeps.
fn pair(memory: &ContactMemory) -> [usize; 2] {
    [memory.key.0, memory.key.1]
}

/// What some memories keep of a manifold, whose pair comes first in them: of its own features,
/// or of all of its pair where it is the only one.
fn recall(
    own: &[Contact],
    memories: &[ContactMemory],
    scale: f64,
    (is_alone, surface): (bool, &Surface),
    carried: &mut Vec<Carried>,
) {
    let n = own[0].normal;
    let (t, b) = tangents(n);
    let colliders = own[0].sites.map(|site| site.collider);
    for memory in memories.iter().take_while(|memory| pair(memory) == colliders) {
        let [normal, x, y, ..] = memory.impulses;
        let [spin, roll, other] = surface.moments(&memory.impulses);
        if is_alone || own.iter().any(|contact| contact.feature == memory.key.2) {
            carried.push(Carried {
                feature: memory.key.2,
                normal: scale * normal,
                friction: scale * (x * t + y * b),
                moment: scale * (spin * n + roll * t + other * b),
                ..Carried::default()
            });
        }
    }
}

impl Manifolds {
    /// Adds what the points of a manifold carry.
    fn carried(&self, at: u32, colours: &Colours, carried: &mut Vec<Carried>) {
        let own = &self.all[at as usize];
        let (group, lane) = (colours.group(own.seat), own.seat.lane as usize);
        let (n, t) = (take(&group.normal, lane), take(&group.tangent, lane));
        for (point, features) in group.at[..own.count].iter().zip(&group.features) {
            let [x, y] = point.tangent_impulse.map(|own| f64::from(own.get(lane)));
            let [spin, roll, other] = group.share_of_moment(point, lane);
            carried.push(Carried {
                feature: features[lane],
                normal: point.normal_impulse.get(lane).into(),
                friction: x * t + y * n.cross(t),
                moment: spin * n + roll * t + other * n.cross(t),
                approach: point.approach.get(lane).into(),
                arms: Some([take(&point.arms[0], lane), take(&point.arms[1], lane)]),
                is_taken: false,
            });
        }
    }
}
