//! Friction of what stands out of a surface and plows the other (SIGGRAPH 2022
//! course, §6.3): a facet with normal m under the angle θ to the mean normal n
//! gives μ_d = max(0, m'·d) (2/π) θ against being pushed along d, m' being the
//! unit direction of its part in the tangent plane (Eq 335); or tan θ for θ
//! (Eq 333).
//!
//! Both surfaces are sampled over a patch around the contact, and averaged over
//! the samples where both are there (§6.3.2). What stands out of the first is
//! pushed against the slip of the second.

use std::f64::consts::FRAC_2_PI;

use glam::DVec3;

use super::limit::directions;
use super::{Encounter, Limit, LimitShape, rectangle};
use crate::parts::positive;

/// How both reliefs are seen around a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plowing {
    /// Side of the square patch (m).
    pub patch: f64,
    /// Samples along each side of it.
    pub samples: usize,
    /// Directions that are measured: 4 bound each tangent by itself
    /// (Eq 337–338), more of them make a polygon.
    pub facets: usize,
    /// Whether steep facets count by tan θ and not by θ.
    pub by_tangent: bool,
}

impl Default for Plowing {
    fn default() -> Self {
        Self { patch: 0.1, samples: 16, facets: 4, by_tangent: false }
    }
}

impl Plowing {
    pub(super) fn check(&self) -> Result<(), String> {
        positive("patch", self.patch)?;
        if !(1..=256).contains(&self.samples) {
            return Err(format!("samples is {}, but must lie between 1 and 256", self.samples));
        }
        if self.facets < 4 || self.facets > 64 || self.facets % 2 == 1 {
            let facets = self.facets;
            return Err(format!("facets is {facets}, but must be even and between 4 and 64"));
        }
        Ok(())
    }

    pub(super) fn limit(&self, at: &Encounter<'_>) -> Option<Limit> {
        let tangent = at.tangent;
        let coefficients = self.coefficients(at, tangent);
        if let [ahead, right, back, left] = coefficients[..] {
            let shape = LimitShape::Hull(rectangle([back, ahead], [left, right]));
            return Some(Limit { tangent, shape });
        }
        let rays = directions(self.facets).zip(coefficients);
        let mut corners: Vec<[f64; 2]> = rays.map(|([x, y], mu)| [-mu * x, -mu * y]).collect();
        corners.push([0.0; 2]);
        Some(Limit { tangent, shape: LimitShape::Hull(corners) })
    }

    /// The mean μ_d over the patch for equally spaced directions of slip.
    fn coefficients(&self, at: &Encounter<'_>, tangent: DVec3) -> Vec<f64> {
        let across = at.normal.cross(tangent);
        let ways: Vec<DVec3> =
            directions(self.facets).map(|[x, y]| tangent * x + across * y).collect();
        let mut sums = vec![0.0; self.facets];
        let mut count = 0;
        let place = |step: usize| self.patch * ((step as f64 + 0.5) / self.samples as f64 - 0.5);
        for row in 0..self.samples {
            for column in 0..self.samples {
                let offset = tangent * place(column) + across * place(row);
                let facets = at.reliefs.map(|relief| relief.map(|relief| relief(offset)));
                if facets.iter().flatten().any(|facet| *facet == DVec3::ZERO) {
                    continue;
                }
                count += 1;
                for (facet, (outward, sign)) in
                    facets.iter().zip([(at.normal, -1.0), (-at.normal, 1.0)])
                {
                    let Some((way, steepness)) = facet.and_then(|it| self.plow(outward, it)) else {
                        continue;
                    };
                    for (sum, direction) in sums.iter_mut().zip(&ways) {
                        *sum += (sign * way.dot(*direction)).max(0.0) * steepness;
                    }
                }
            }
        }
        sums.into_iter().map(|sum| if count > 0 { sum / f64::from(count) } else { 0.0 }).collect()
    }

    /// m' and (2/π) θ of a facet; `None` for a flat one.
    fn plow(&self, outward: DVec3, facet: DVec3) -> Option<(DVec3, f64)> {
        let unit = facet.try_normalize()?;
        let height = outward.dot(unit);
        let flat = unit - outward * height;
        let way = flat.try_normalize()?;
        let angle = libm::atan2(flat.length(), height);
        // A facet that looks into its own body is a wall.
        let steepness = if self.by_tangent { libm::tan(angle.min(1.5)) } else { angle };
        Some((way, FRAC_2_PI * steepness))
    }
}
