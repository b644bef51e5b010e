//! The set of a contact's impulses: x_n ≥ 0 and a product of sections, each
//! times μ x_n or of fixed size.
//!
//! An ellipsoid of semi-axes αᵢ is a ball in yᵢ = xᵢ/αᵢ, against which
//! uᵢ = αᵢ wᵢ is the velocity: −w is normal to the one exactly where −u is
//! normal to the other. Everything here is in these scaled rows.

use super::face::{Face, ball, polygon, square};
use crate::problem::{FrictionContact, SectionShape};
use crate::sets::Directions;

/// The form of one part.
#[derive(Clone, Copy, Debug)]
enum Form {
    Ball,
    Square,
    Polygon(Directions),
}

/// A section over some of the tangent rows.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// First row and the one after the last.
    rows: (usize, usize),
    form: Form,
    /// Size per normal impulse.
    mu: f64,
    /// Size where it is fixed.
    radius: Option<f64>,
}

/// The law of a contact with at most `N` rows.
#[derive(Clone, Copy, Debug)]
pub struct ContactLaw<const N: usize> {
    /// Its rows, normal first; those with a semi-axis of 0 are left out.
    rows: [usize; N],
    count: usize,
    /// α of each row.
    pub scale: [f64; N],
    part: Part,
}

/// Where a trial point lands and how the landing moves with it.
#[derive(Clone, Copy, Debug)]
pub struct Landing<const N: usize> {
    /// Whether the normal impulse is positive.
    pub closed: bool,
    /// The landing point.
    pub point: [f64; N],
    /// How its tangents move with the trial normal.
    pub grow: [f64; N],
    /// First tangent row and the one after the last.
    pub rows: (usize, usize),
    /// Where on the section.
    pub face: Face<N>,
}

impl<const N: usize> ContactLaw<N> {
    /// The law of a contact; `None` where it has more than `N` rows.
    pub fn new(contact: &FrictionContact) -> Option<Self> {
        let axis = |at: usize| match &contact.section.shape {
            SectionShape::Ellipse(axes) => axes[at],
            _ => 1.0,
        };
        let (mut rows, mut scale, mut count) = ([contact.normal; N], [1.0; N], 1);
        for (at, &tangent) in contact.tangents.iter().enumerate() {
            if axis(at) > 0.0 {
                *rows.get_mut(count)? = tangent;
                scale[count] = axis(at);
                count += 1;
            }
        }
        let form = match &contact.section.shape {
            SectionShape::Disc | SectionShape::Ellipse(_) => Form::Ball,
            SectionShape::Square => Form::Square,
            SectionShape::Polygon(directions) => Form::Polygon(*directions),
        };
        let radius = contact.section.radius;
        let part = Part { rows: (1, count), form, mu: contact.mu, radius };
        Some(Self { rows, count, scale, part })
    }

    /// Its rows, normal first; tangents that no impulse acts along are left
    /// out.
    pub fn rows(&self) -> &[usize] {
        &self.rows[..self.count]
    }

    /// Where the trial point z, in scaled rows, lands: x_n = max(0, z_n), and
    /// the nearest point to z_t of the section of the size that z_n gives
    /// (Alart and Curnier).
    pub fn land(&self, z: &[f64; N]) -> Landing<N> {
        let closed = z[0] > 0.0;
        let Part { rows, form, mu, radius } = self.part;
        let size = radius.unwrap_or(if closed { mu * z[0] } else { 0.0 });
        let mut trial = [0.0; N];
        for row in rows.0..rows.1 {
            trial[row] = z[row];
        }
        let (mut point, mut grow, face) = if size > 0.0 {
            match form {
                Form::Ball => ball(&trial, size),
                Form::Square => square(&trial, rows, size),
                Form::Polygon(directions) => polygon(&directions, &trial, size),
            }
        } else {
            ([0.0; N], [0.0; N], Face::Held { at: 0 })
        };
        point[0] = if closed { z[0] } else { 0.0 };
        let follows = if closed && radius.is_none() { mu } else { 0.0 };
        grow.iter_mut().for_each(|value| *value *= follows);
        Landing { closed, point, grow, rows, face }
    }
}

impl<const N: usize> Landing<N> {
    /// How the landing point moves with the trial point.
    pub fn move_with(&self, v: &[f64; N]) -> [f64; N] {
        let mut tangents = *v;
        tangents[0] = 0.0;
        let mut moved = self.face.move_with(&tangents);
        moved.iter_mut().zip(self.grow).for_each(|(moved, grow)| *moved += grow * v[0]);
        moved[0] = if self.closed { v[0] } else { 0.0 };
        moved
    }

    /// Whether the same linear law holds at both.
    pub fn is_same_plane(&self, other: &Self) -> bool {
        self.closed == other.closed
            && self.face.number().is_some_and(|number| other.face.number() == Some(number))
    }
}
