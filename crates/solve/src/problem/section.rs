//! What the tangential impulses of a contact may be (Preclik et al., Table 1;
//! SIGGRAPH 2022 course, §3.4.1).
//!
//! | shape | follows the normal impulse | of fixed `radius` |
//! |---|---|---|
//! | square | pyramid | box |
//! | polygon | polyhedral cone | prism |
//! | disc | Coulomb's cone | cylinder |
//! | ellipse | elliptic cone, with torsion Coulomb–Contensou | elliptic cylinder |

use super::FrictionContact;
use crate::sets::{
    Directions, circular_cone, disc, ellipsoid, elliptic_cone, interval, polyhedral_cone, pyramid,
    regular_polygon,
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
}

/// Rows of the largest contact: normal, two tangents, torsion.
pub const MOST_ROWS: usize = 4;

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

impl FrictionContact {
    /// Whether it obeys Coulomb's law with a disc that follows the normal.
    pub fn is_coulomb(&self) -> bool {
        self.section == Section::default()
    }

    /// The nearest admissible tangential impulse at the normal impulse x_n.
    pub fn project_tangents(&self, normal: f64, tangents: &mut [f64]) {
        let size = self.section.radius.unwrap_or(self.mu * normal.max(0.0));
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
            SectionShape::Ellipse(factors) => {
                padded(tangents, |point| ellipsoid::project(axes(factors, size), point));
            }
        }
    }

    /// The nearest admissible impulse, normal first: in the cone over the
    /// section, or in the product of x_n ≥ 0 and a section of fixed radius.
    pub fn project(&self, point: &mut [f64]) {
        if self.section.radius.is_some() {
            if let Some((normal, tangents)) = point.split_first_mut() {
                *normal = normal.max(0.0);
                self.project_tangents(*normal, tangents);
            }
            return;
        }
        match &self.section.shape {
            SectionShape::Disc => padded(point, |point| circular_cone::project(self.mu, point)),
            SectionShape::Square => padded(point, |point| pyramid::project(self.mu, point)),
            SectionShape::Polygon(directions) => {
                padded(point, |point| polyhedral_cone::project(directions, self.mu, point));
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

    /// The most power that friction can take from the tangential velocity, per
    /// unit of normal impulse: max of −x_t·w_t over the section at x_n = 1.
    /// This is De Saxcé's term; a section of fixed radius has none.
    pub fn support(&self, velocity: &[f64]) -> f64 {
        if self.section.radius.is_some() {
            return 0.0;
        }
        let length = |values: &mut dyn Iterator<Item = f64>| {
            values.fold(0.0, |length: f64, value| length.hypot(value))
        };
        self.mu
            * match &self.section.shape {
                SectionShape::Disc => length(&mut velocity.iter().copied()),
                SectionShape::Square => velocity.iter().map(|value| value.abs()).sum(),
                SectionShape::Polygon(directions) => directions.support([velocity[0], velocity[1]]),
                SectionShape::Ellipse(factors) => {
                    length(&mut velocity.iter().zip(factors).map(|(v, factor)| v * factor))
                }
            }
    }

    /// Why the section does not fit the contact.
    pub(super) fn section_error(&self) -> Option<String> {
        let count = self.tangents.len();
        if let Some(radius) = self.section.radius
            && !(radius.is_finite() && radius >= 0.0)
        {
            return Some(format!("radius is {radius} but must be a finite number ≥ 0"));
        }
        match &self.section.shape {
            SectionShape::Polygon(_) if count != 2 => {
                Some(format!("{count} tangents; a polygon has 2"))
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
