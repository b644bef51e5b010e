//! What the tangential impulses of a contact may be (Preclik et al., Table 1;
//! SIGGRAPH 2022 course, §3.4.1).
//!
//! | shape | follows the normal impulse | of fixed `radius` |
//! |---|---|---|
//! | square | pyramid | box |
//! | polygon | polyhedral cone | prism |
//! | disc | Coulomb's cone | cylinder |
//! | any convex polygon | its cone | its prism |
//! | ellipse | elliptic cone, with torsion Coulomb–Contensou | elliptic cylinder |
//!
//! Resistance to rolling is a disc of its own over the last rows: with it the
//! admissible impulses are {(x_t, x_r) ∈ S(x_n) × R(x_n)}, as FCLib's problems
//! of rolling friction have it.

use std::sync::Arc;

use super::FrictionContact;
use crate::sets::{
    Directions, Polygon, circular_cone, disc, ellipsoid, elliptic_cone, interval, polygon_cone,
    polyhedral_cone, pyramid, regular_polygon,
};

/// The form of a section.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum SectionShape {
    /// ‖x_t‖ ≤ 1.
    #[default]
    Disc,
    /// |x_t|, |x_s| ≤ 1.
    Square,
    /// The hull of so many directions, inscribed in the disc.
    Polygon(Directions),
    /// Any convex polygon that holds the origin; its opposite sides may differ
    /// (SIGGRAPH 2022 course, Eq 337–338).
    Hull(Arc<Polygon>),
    /// Semi-axes as multiples of μ, one per tangent row.
    Ellipse(Vec<f64>),
}

/// The set of tangential impulses: a shape times μ x_n, or times a fixed
/// radius.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Section {
    /// The form.
    pub shape: SectionShape,
    /// Its size where that does not follow the normal impulse (Tresca).
    pub radius: Option<f64>,
    /// Resistance to rolling.
    pub rolling: Option<Rolling>,
}

/// A disc over the last rows of a contact: moments against rolling.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rolling {
    /// How many rows: one in the plane, two in space.
    pub rows: usize,
    /// Radius per normal impulse (m).
    pub mu: f64,
    /// Its radius where that does not follow the normal impulse.
    pub radius: Option<f64>,
}

/// Rows of the largest contact: normal, two tangents, torsion, rolling.
pub const MAX_ROWS: usize = 6;

/// The semi-axes of an ellipse, zero where there is no tangent.
fn axes(factors: &[f64], size: f64) -> [f64; 3] {
    let mut axes = [0.0; 3];
    for (axis, factor) in axes.iter_mut().zip(factors) {
        *axis = size * factor;
    }
    axes
}

/// Calls a projection of three coordinates for fewer.
fn padded(point: &mut [f64], project: impl FnOnce([f64; 3]) -> [f64; 3]) {
    let mut whole = [0.0; 3];
    whole[..point.len()].copy_from_slice(point);
    point.copy_from_slice(&project(whole)[..point.len()]);
}

/// The nearest point of a polygon of the given size.
fn polygon_at(polygon: &Polygon, size: f64, point: [f64; 2]) -> [f64; 2] {
    if size > 0.0 {
        polygon.nearest(point.map(|value| value / size)).map(|value| value * size)
    } else {
        [0.0; 2]
    }
}

/// √Σ v².
fn length(values: &mut dyn Iterator<Item = f64>) -> f64 {
    values.fold(0.0, |length: f64, value| libm::hypot(length, value))
}

/// ‖v‖.
fn norm(values: &[f64]) -> f64 {
    length(&mut values.iter().copied())
}

/// The nearest point of the ball of this radius.
fn project_ball(radius: f64, point: &mut [f64]) {
    let length = norm(point);
    if length > radius {
        point.iter_mut().for_each(|value| *value *= radius / length);
    }
}

impl FrictionContact {
    /// Whether it obeys Coulomb's law with a disc that follows the normal.
    pub fn is_coulomb(&self) -> bool {
        self.section == Section::default()
    }

    /// How many rows resist sliding and spinning; rolling has the rest.
    pub fn sliding_rows(&self) -> usize {
        self.tangents.len().saturating_sub(self.section.rolling.map_or(0, |rolling| rolling.rows))
    }

    /// The nearest admissible tangential impulse at the normal impulse x_n.
    pub fn project_tangents(&self, normal: f64, tangents: &mut [f64]) {
        let load = normal.max(0.0);
        let (sliding, rolling) = tangents.split_at_mut(self.sliding_rows());
        self.project_sliding(self.section.radius.unwrap_or(self.mu * load), sliding);
        if let Some(Rolling { mu, radius, .. }) = self.section.rolling {
            project_ball(radius.unwrap_or(mu * load), rolling);
        }
    }

    /// The nearest point of the section of the given size.
    fn project_sliding(&self, size: f64, tangents: &mut [f64]) {
        match &self.section.shape {
            SectionShape::Disc => padded(tangents, |[t, s, _]| {
                let [t, s] = disc::project(size, [t, s]);
                [t, s, 0.0]
            }),
            SectionShape::Square => {
                tangents.iter_mut().for_each(|t| *t = interval::project(*t, -size, size));
            }
            SectionShape::Polygon(directions) => padded(tangents, |[t, s, _]| {
                let [t, s] = regular_polygon::project(directions, size, [t, s]);
                [t, s, 0.0]
            }),
            SectionShape::Hull(polygon) => padded(tangents, |[t, s, _]| {
                let [t, s] = polygon_at(polygon, size, [t, s]);
                [t, s, 0.0]
            }),
            SectionShape::Ellipse(factors) => {
                padded(tangents, |point| ellipsoid::project(axes(factors, size), point));
            }
        }
    }

    /// The nearest admissible impulse, normal first: in the cone over what
    /// follows the normal, and in what is of fixed radius.
    pub fn project(&self, point: &mut [f64]) {
        let Some((normal, tangents)) = point.split_first_mut() else { return };
        let (sliding, rolling) = tangents.split_at_mut(self.sliding_rows());
        match (self.section.radius, self.section.rolling) {
            (None, Some(Rolling { mu, radius: None, .. })) => {
                *normal = self.nearest_normal(*normal, sliding, mu, rolling);
                self.project_tangents(*normal, tangents);
            }
            (Some(_), Some(Rolling { mu, radius: None, .. })) => {
                // Only rolling follows the normal.
                let (length, size) = (norm(rolling), self.section.radius.unwrap_or(0.0));
                if length > mu * *normal {
                    *normal = ((*normal + mu * length) / (1.0 + mu * mu)).max(0.0);
                    project_ball(mu * *normal, rolling);
                }
                self.project_sliding(size, sliding);
            }
            (Some(size), _) => {
                *normal = normal.max(0.0);
                self.project_sliding(size, sliding);
                self.project_fixed_rolling(rolling);
            }
            (None, _) => {
                self.project_fixed_rolling(rolling);
                let count = sliding.len() + 1;
                self.project_cone(&mut point[..count]);
            }
        }
    }

    fn project_fixed_rolling(&self, rolling: &mut [f64]) {
        if let Some(Rolling { radius: Some(radius), .. }) = self.section.rolling {
            project_ball(radius, rolling);
        }
    }

    /// The nearest point of the cone over the sliding section.
    fn project_cone(&self, point: &mut [f64]) {
        match &self.section.shape {
            SectionShape::Disc => padded(point, |point| circular_cone::project(self.mu, point)),
            SectionShape::Square => padded(point, |point| pyramid::project(self.mu, point)),
            SectionShape::Polygon(directions) => {
                padded(point, |point| polyhedral_cone::project(directions, self.mu, point));
            }
            SectionShape::Hull(polygon) => {
                padded(point, |point| polygon_cone::project(polygon, self.mu, point));
            }
            SectionShape::Ellipse(factors) => {
                let mut tangents = [0.0; 3];
                tangents[..point.len() - 1].copy_from_slice(&point[1..]);
                let found = elliptic_cone::project(axes(factors, self.mu), point[0], tangents);
                point[0] = found.0;
                let count = point.len() - 1;
                point[1..].copy_from_slice(&found.1[..count]);
            }
        }
    }

    /// The normal of the nearest point of the cone over S × R. The distance
    /// from (n, t, r) to the admissible impulses of normal m has the slope
    /// m − n − (t − p)·p/m − μ_r (‖r‖ − μ_r m)₊ in m, p being the nearest point
    /// to t of m S: it never falls, and its root is found by halving.
    fn nearest_normal(&self, normal: f64, sliding: &[f64], mu: f64, rolling: &[f64]) -> f64 {
        let length = norm(rolling);
        let slope = |load: f64| {
            let mut point = [0.0; 3];
            let point = &mut point[..sliding.len()];
            point.copy_from_slice(sliding);
            self.project_sliding(self.mu * load, point);
            let pull: f64 = sliding.iter().zip(&*point).map(|(t, p)| (t - p) * p).sum();
            load - normal - pull / load - mu * (length - mu * load).max(0.0)
        };
        // No term is larger than at the tip of the cone.
        let reach = normal.max(0.0) + self.mu * self.largest_axis() * norm(sliding) + mu * length;
        let (mut low, mut high) = (0.0_f64, reach);
        while low < high {
            let middle = 0.5 * (low + high);
            if middle <= low || middle >= high || middle < f64::MIN_POSITIVE {
                break;
            }
            if slope(middle) < 0.0 { low = middle } else { high = middle }
        }
        high
    }

    /// The farthest point of the shape.
    fn largest_axis(&self) -> f64 {
        match &self.section.shape {
            SectionShape::Disc | SectionShape::Polygon(_) => 1.0,
            SectionShape::Square => std::f64::consts::SQRT_2,
            SectionShape::Hull(polygon) => polygon.reach(),
            SectionShape::Ellipse(factors) => factors.iter().copied().fold(0.0, f64::max),
        }
    }

    /// The most power that friction can take from the tangential velocity, per
    /// unit of normal impulse: max of −x_t·w_t over the section at x_n = 1.
    /// This is De Saxcé's term; a section of fixed radius has none.
    pub fn support(&self, velocity: &[f64]) -> f64 {
        let (sliding, rolling) = velocity.split_at(self.sliding_rows());
        let rolling = match self.section.rolling {
            Some(Rolling { mu, radius: None, .. }) => mu * norm(rolling),
            _ => 0.0,
        };
        if self.section.radius.is_some() {
            rolling
        } else {
            self.sliding_support(sliding) + rolling
        }
    }

    fn sliding_support(&self, velocity: &[f64]) -> f64 {
        self.mu
            * match &self.section.shape {
                SectionShape::Disc => length(&mut velocity.iter().copied()),
                SectionShape::Square => velocity.iter().map(|value| value.abs()).sum(),
                SectionShape::Polygon(directions) => directions.support([velocity[0], velocity[1]]),
                SectionShape::Hull(polygon) => polygon.support([-velocity[0], -velocity[1]]),
                SectionShape::Ellipse(factors) => {
                    length(&mut velocity.iter().zip(factors).map(|(v, factor)| v * factor))
                }
            }
    }

    /// Why the section does not fit the contact.
    pub(super) fn section_error(&self) -> Option<String> {
        if let Some(Rolling { rows, mu, radius }) = self.section.rolling {
            if !(1..=2).contains(&rows) {
                return Some(format!("{rows} rows of rolling; a contact has 1 or 2"));
            }
            let size = radius.unwrap_or(mu);
            if !(size.is_finite() && size >= 0.0) {
                return Some(format!("rolling is {size} but must be a finite number ≥ 0"));
            }
        }
        let count = self.sliding_rows();
        if let Some(radius) = self.section.radius
            && !(radius.is_finite() && radius >= 0.0)
        {
            return Some(format!("radius is {radius} but must be a finite number ≥ 0"));
        }
        match &self.section.shape {
            SectionShape::Polygon(_) | SectionShape::Hull(_) if count != 2 => {
                Some(format!("{count} tangents; a polygon has 2"))
            }
            SectionShape::Hull(polygon) => {
                polygon.check_origin().err().map(|error| error.to_string())
            }
            SectionShape::Ellipse(factors) if factors.len() != count => {
                Some(format!("an ellipse of {} semi-axes for {count} tangents", factors.len()))
            }
            SectionShape::Ellipse(factors) => factors
                .iter()
                .find(|factor| !(factor.is_finite() && **factor >= 0.0))
                .map(|factor| format!("semi-axis {factor} must be a finite number ≥ 0")),
            SectionShape::Disc | SectionShape::Square | SectionShape::Polygon(_) if count > 2 => {
                Some(format!("{count} tangents; only an ellipse has a row of torsion"))
            }
            _ => None,
        }
    }
}
