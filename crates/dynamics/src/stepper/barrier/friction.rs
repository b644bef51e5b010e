//! Lags friction: normal forces, normals and nearest points of where everything is (Eq.
//! 295). Edges that are nearly parallel do not rub.

use glam::DVec3;
use stickslip_barrier::{Closest, Slip, log_barrier};

use super::super::surfaces::{Site, Surfaces};
use super::near::Near;
use super::places::{Movers, Places};
use super::potential::{Potential, Rub, WeightedSite, place_of};
use crate::model::Model;

/// Planes come after pairs of edges and after vertices with faces.
pub(super) const GROUND: u8 = 2;

/// What lags friction needs to know.
pub(super) struct Lag<'a> {
    pub(super) model: &'a Model,
    pub(super) surfaces: &'a Surfaces,
    pub(super) movers: &'a Movers,
    pub(super) near: &'a Near,
    pub(super) places: &'a Places,
    /// Slip from which on all of it acts (m).
    pub(super) full: f64,
}

impl Lag<'_> {
    fn friction(&self, parts: [u32; 2]) -> f64 {
        let [one, two] = parts.map(|part| self.surfaces.parts[part as usize].material);
        self.model.materials.between(one, two).friction
    }

    /// Writes the contacts that rub into the potential.
    pub(super) fn write(&self, potential: &mut Potential) {
        let mut rubs = Vec::new();
        for candidate in potential.active(self.near, self.places) {
            let corners = candidate.corners(self.places);
            let mu = self.friction(candidate.parts);
            if mu == 0.0 || candidate.pair.is_mollified(&corners) {
                continue;
            }
            let closest = Closest::new(candidate.pair.kind, &corners);
            let distance = closest.distance - candidate.pair.offset;
            let [_, slope, _] = log_barrier(distance, potential.reach);
            let split = candidate.split();
            let mut holds = Vec::new();
            for (side, range) in [(0, 0..split), (1, split..4)] {
                let sign = if side == 0 { 1.0 } else { -1.0 };
                let near: DVec3 =
                    range.clone().map(|at| sign * closest.weights[at] * corners[at]).sum();
                let radius = self.surfaces.parts[candidate.parts[side] as usize].radius;
                let touched = near - sign * radius * closest.normal;
                self.hold(
                    &candidate.points[range.clone()],
                    &closest.weights[range],
                    sign,
                    touched,
                    &potential.start,
                    &mut holds,
                );
            }
            let bound = -mu * potential.stiffness * slope;
            let slip = Slip { normal: closest.normal, bound, full: self.full };
            let (is_face, first, second) = candidate.key;
            rubs.push(Rub { key: (u8::from(is_face), first, second), slip, holds });
        }
        for near in &self.near.grounded {
            let plane = &self.surfaces.planes[near.plane as usize];
            let part = self.surfaces.vertices[near.vertex as usize].part;
            let mu = self.friction([plane.part, part]);
            let point = self.places.points[near.point as usize];
            let height = self.surfaces.height(near, self.places);
            let [_, slope, _] = log_barrier(height, potential.reach);
            if mu == 0.0 || slope == 0.0 {
                continue;
            }
            let mut holds = Vec::new();
            let touched = point - near.offset * plane.normal;
            self.hold(&[near.point], &[1.0], 1.0, touched, &potential.start, &mut holds);
            let bound = -mu * potential.stiffness * slope;
            let slip = Slip { normal: plane.normal, bound, full: self.full };
            rubs.push(Rub { key: (GROUND, near.plane, near.vertex), slip, holds });
        }
        potential.rubs = rubs;
    }

    /// One side: the point of the body that is touched, or the vertices around it.
    fn hold(
        &self,
        points: &[u32],
        weights: &[f64],
        sign: f64,
        touched: DVec3,
        start: &Places,
        holds: &mut Vec<WeightedSite>,
    ) {
        let sites = || points.iter().map(|&at| &self.movers.sites[at as usize]);
        let body = |site: &Site| match site {
            Site::Body(body, _) => Some(*body),
            Site::Vertex(_) => None,
        };
        let mut push = |site: Site, weight: f64| {
            holds.push(WeightedSite { site, weight, start: place_of(&site, start) });
        };
        match sites().next().and_then(body) {
            Some(first) if sites().all(|site| body(site) == Some(first)) => {
                let local = self.places.poses[first].local_point(touched);
                push(Site::Body(first, local), sign);
            }
            _ => sites().zip(weights).for_each(|(&site, &weight)| push(site, weight)),
        }
    }
}
