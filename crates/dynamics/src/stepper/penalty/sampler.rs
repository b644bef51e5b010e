//! From contacts to points with shares of their area.

use glam::DVec3;
use stickslip_contact::{Contact, SiteCarrier};

use super::law::{Damping, Spring, damping_ratio};
use super::movers::{Jacobian, Movers};
use super::patch::{Corner, Spot, spots};
use super::sample::Sample;
use crate::collide::Collision;
use crate::parts::{Compliance, MaterialId};
use crate::settings::PenaltyLaw;
use crate::state::AnchorKey;
use crate::world::World;

/// What makes samples of contacts.
pub(super) struct Sampler<'a> {
    pub(super) world: &'a World,
    pub(super) collision: &'a Collision,
    pub(super) movers: &'a Movers,
    pub(super) velocities: &'a [f64],
    /// Stiffness where nothing else is said (N/m).
    pub(super) stiffness: f64,
    pub(super) h: f64,
}

/// Normals that differ by less than this belong to one patch.
const ALIKE: f64 = 1.0 - 1e-9;

impl Sampler<'_> {
    /// All points of contact, in ascending order of their keys.
    pub(super) fn write(
        &self,
        contacts: &[Contact],
        holds: &[[SiteCarrier; 2]],
        to: &mut Vec<Sample>,
    ) {
        to.clear();
        let hold = |at: usize| holds.get(at).copied().unwrap_or([SiteCarrier::Body; 2]);
        let mut taken = vec![false; contacts.len()];
        let pair = |at: usize| contacts[at].sites.map(|site| site.collider);
        for at in 0..contacts.len() {
            if taken[at] {
                continue;
            }
            let contact = &contacts[at];
            if hold(at) != [SiteCarrier::Body; 2] {
                let spot = Spot { point: contact.point, gap: contact.gap, share: 1.0 };
                to.extend(self.sample(contact, hold(at), spot, 0));
                continue;
            }
            let mut corners = Vec::new();
            for other in (at..contacts.len()).take_while(|&other| pair(other) == pair(at)) {
                let alike = contacts[other].normal.dot(contact.normal) > ALIKE;
                if alike && !taken[other] && hold(other) == [SiteCarrier::Body; 2] {
                    taken[other] = true;
                    let Contact { point, gap, feature, .. } = contacts[other];
                    corners.push(Corner { point, gap, feature });
                }
            }
            for (number, spot) in spots(contact.normal, &mut corners).into_iter().enumerate() {
                to.extend(self.sample(contact, [SiteCarrier::Body; 2], spot, number as u32));
            }
        }
        to.sort_by_key(|sample| sample.key);
    }

    /// One point; none where forces move neither side.
    fn sample(
        &self,
        contact: &Contact,
        holds: [SiteCarrier; 2],
        spot: Spot,
        number: u32,
    ) -> Option<Sample> {
        let (world, movers) = (self.world, self.movers);
        let parties = self.collision.parties(contact);
        let mut jacobian = Jacobian::default();
        for (side, sign) in [(0, -1.0), (1, 1.0)] {
            let (party, hold) = (parties[side].0, holds[side]);
            movers.hang(&world.state, (party, hold), spot.point, sign, &mut jacobian);
        }
        if jacobian.terms.is_empty() {
            return None;
        }
        let normal = contact.normal;
        let velocity = jacobian.velocity(self.velocities);
        let (first, second, feature) = contact.key();
        let key = AnchorKey { first, second, feature, number };
        let anchors = &world.state.anchors;
        let known = anchors.binary_search_by_key(&key, |anchor| anchor.key);
        let known = known.ok().map(|at| &anchors[at]);
        let inverse = parties.map(|(party, _)| self.inverse_mass(party));
        let (spring, tangent, drag) =
            self.spring(parties.map(|party| party.1), inverse[0] + inverse[1]);
        Some(Sample {
            key,
            parties: parties.map(|party| party.0),
            point: spot.point,
            normal,
            gap: spot.gap,
            share: spot.share * self.surface_share(&holds),
            friction: self.friction(parties.map(|party| party.1)),
            spring,
            tangent,
            drag,
            mobility: self.mobility(parties.map(|party| party.0), &holds, spot.point),
            stretch: known.map_or(DVec3::ZERO, |anchor| carried(anchor.stretch, normal)),
            is_bonded: known.is_some(),
            recedes: velocity.dot(normal) > 0.0,
            is_between_movers: inverse[0] > 0.0 && inverse[1] > 0.0,
            jacobian,
        })
    }

    /// Coulomb's coefficient between two materials; 0 where the model has no friction.
    fn friction(&self, [one, two]: [MaterialId; 2]) -> f64 {
        let own = self.world.model.materials.between(one, two).friction;
        if self.world.settings.friction.has_tangents() { own } else { 0.0 }
    }

    /// 1/m of a party; 0 where forces do not move it.
    fn inverse_mass(&self, party: usize) -> f64 {
        let model = &self.world.model;
        match model.bodies().get(party) {
            Some(body) => body.inverse_mass,
            None => 1.0 / model.soft_bodies()[party - model.bodies().len()].mesh.mass(),
        }
    }

    /// Points of soft bodies have the share of their vertices in the surface.
    fn surface_share(&self, holds: &[SiteCarrier; 2]) -> f64 {
        let shares: Vec<f64> = { holds.iter() }
            .filter_map(|hold| match hold {
                SiteCarrier::Body => None,
                SiteCarrier::Vertices { numbers, weights } => Some((numbers, weights)),
            })
            .map(|(numbers, weights)| {
                let own = |(at, weight): (&u32, &f64)| weight * self.movers.shares[*at as usize];
                numbers.iter().zip(weights).map(own).sum()
            })
            .collect();
        if shares.is_empty() { 1.0 } else { shares.iter().sum::<f64>() / shares.len() as f64 }
    }

    /// Σ 1/m + r² |I⁻¹| of both sides.
    fn mobility(&self, parties: [usize; 2], holds: &[SiteCarrier; 2], point: DVec3) -> f64 {
        let own = |side: usize| match holds[side] {
            SiteCarrier::Body => {
                let body = &self.world.model.bodies()[parties[side]];
                let arm = point - self.world.state.bodies[parties[side]].pose.position;
                let inverse = body.inverse_inertia;
                let trace = inverse.x_axis.x + inverse.y_axis.y + inverse.z_axis.z;
                body.inverse_mass + arm.length_squared() * trace
            }
            SiteCarrier::Vertices { numbers, weights } => {
                let each = |(at, weight): (u32, f64)| match self.movers.vertex(at as usize) {
                    Some(_) => weight * weight / self.movers.masses[at as usize],
                    None => 0.0,
                };
                numbers.into_iter().zip(weights).map(each).sum()
            }
        };
        own(0) + own(1)
    }

    /// The spring where two materials meet, k_t and k_f. What a material says of its own
    /// stiffness and damping comes before the settings.
    fn spring(&self, materials: [MaterialId; 2], inverse_mass: f64) -> (Spring, f64, f64) {
        let step = &self.world.settings.penalty;
        let surface = self.world.model.materials.between(materials[0], materials[1]);
        let ratio = Damping::Ratio {
            ratio: match step.law {
                // These give energy back by their own share.
                PenaltyLaw::MooreWilhelms | PenaltyLaw::McKennaZeltzer => 0.0,
                _ => damping_ratio(surface.restitution),
            },
            mass: 1.0 / inverse_mass,
        };
        let usual = step.damping.map_or(ratio, Damping::Given);
        let (stiffness, damping) = match surface.compliance {
            Compliance::CONTACT => (self.stiffness, usual),
            Compliance::Spring { stiffness, damping } => (stiffness, Damping::Given(damping)),
            Compliance::Row { epsilon, gamma } => {
                let whole = 1.0 / (self.h * epsilon.max(f64::MIN_POSITIVE));
                (gamma * whole / self.h, Damping::Given((1.0 - gamma) * whole))
            }
        };
        let spring = Spring {
            stiffness,
            damping,
            returned: surface.restitution * surface.restitution,
            reach: step.reach,
            exponent: step.exponent,
        };
        let tangent = step.tangent_stiffness.unwrap_or(stiffness);
        (spring, tangent, step.drag.unwrap_or(0.1 * stiffness))
    }
}

/// A way from an anchor after its normal has turned: across it, and as long as before.
fn carried(stretch: DVec3, normal: DVec3) -> DVec3 {
    let across = stretch - stretch.dot(normal) * normal;
    let length = across.length();
    if length > 0.0 { across * (stretch.length() / length) } else { DVec3::ZERO }
}
