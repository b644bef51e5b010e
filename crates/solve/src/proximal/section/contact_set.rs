//! The set of a contact's impulses: x_n ≥ 0 and a product of sections, each
//! times μ x_n or of fixed size.
//!
//! An ellipsoid of semi-axes αᵢ is a ball in yᵢ = xᵢ/αᵢ, against which
//! uᵢ = αᵢ wᵢ is the velocity: −w is normal to the one exactly where −u is
//! normal to the other. Everything here is in these scaled rows.

use std::sync::Arc;

use super::face::{Face, ball, hull, polygon, square};
use crate::problem::{FrictionContact, Section, SectionShape};
use crate::sets::{Directions, Polygon};

/// The form of one part.
#[derive(Clone, Debug)]
enum Form {
    Ball,
    Square,
    Polygon(Directions),
    Hull(Arc<Polygon>),
}

/// A section over some of the tangent rows.
#[derive(Clone, Debug)]
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
#[derive(Clone, Debug)]
pub struct ContactSet<const N: usize> {
    /// Its rows, normal first; those with a semi-axis of 0 are left out.
    rows: [usize; N],
    count: usize,
    /// α of each row.
    pub scale: [f64; N],
    /// The section of sliding and spinning, then that of rolling.
    parts: [Option<Part>; 2],
}

/// A part that is a ball: y = B x is in {‖y_t‖ ≤ y_n}, or y_n is its radius.
#[derive(Clone, Copy, Debug)]
pub struct Ball<const N: usize> {
    /// B.
    pub map: [f64; N],
    /// y_n where it does not follow the normal.
    pub radius: Option<f64>,
}

/// A side of a part that is a polygon or a square: B x + offset ≥ 0.
#[derive(Clone, Copy, Debug)]
pub struct Facet<const N: usize> {
    /// B.
    pub map: [f64; N],
    /// 0 where the part follows the normal.
    pub offset: f64,
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
    /// For each part its first row, the one after the last, and its face.
    pub faces: [Option<(usize, usize, Face<N>)>; 2],
}

impl<const N: usize> ContactSet<N> {
    /// The law of a contact; `None` where it has more than `N` rows.
    pub fn new(contact: &FrictionContact) -> Option<Self> {
        let sliding = contact.sliding_rows();
        let Section { shape, radius, rolling } = &contact.section;
        let axis = |at: usize| match (shape, rolling) {
            // In units of its own arm a moment is as large as a force.
            (_, Some(rolling)) if at >= sliding => match rolling.radius {
                Some(radius) => f64::from(radius > 0.0),
                None => rolling.mu,
            },
            _ if radius.unwrap_or(contact.mu) == 0.0 => 0.0,
            // Two directions span a segment.
            (SectionShape::Polygon(directions), _) if directions.count() == 2 && at == 1 => 0.0,
            (SectionShape::Ellipse(axes), _) => axes[at],
            _ => 1.0,
        };
        let (mut rows, mut scale, mut count) = ([contact.normal; N], [1.0; N], 1);
        let mut ends = [1; 2];
        for (at, &tangent) in contact.tangents.iter().enumerate() {
            if axis(at) > 0.0 {
                *rows.get_mut(count)? = tangent;
                scale[count] = axis(at);
                count += 1;
            }
            ends[usize::from(at >= sliding)] = count;
        }
        let form = match shape {
            SectionShape::Disc | SectionShape::Ellipse(_) => Form::Ball,
            SectionShape::Square => Form::Square,
            SectionShape::Polygon(directions) if directions.count() == 2 => Form::Square,
            SectionShape::Polygon(directions) => Form::Polygon(*directions),
            SectionShape::Hull(polygon) => Form::Hull(polygon.clone()),
        };
        let first = Part { rows: (1, ends[0]), form, mu: contact.mu, radius: *radius };
        let second = rolling.map(|rolling| Part {
            rows: (ends[0], ends[1].max(ends[0])),
            form: Form::Ball,
            mu: 1.0,
            radius: rolling.radius,
        });
        Some(Self { rows, count, scale, parts: [Some(first), second] })
    }

    /// Its rows, normal first; tangents that no impulse acts along are left
    /// out.
    pub fn rows(&self) -> &[usize] {
        &self.rows[..self.count]
    }

    /// Its parts that hold more than zero.
    fn sized_parts(&self) -> impl Iterator<Item = &Part> {
        let of_size =
            |part: &&Part| part.radius.unwrap_or(part.mu) > 0.0 && part.rows.0 < part.rows.1;
        self.parts.iter().flatten().filter(of_size)
    }

    /// Its parts that are balls and hold more than zero.
    pub fn balls(&self) -> impl Iterator<Item = Ball<N>> + '_ {
        self.sized_parts().filter(|part| matches!(part.form, Form::Ball)).map(|part| {
            let mut map = [0.0; N];
            map[0] = if part.radius.is_some() { 0.0 } else { part.mu };
            for at in part.rows.0..part.rows.1 {
                map[at] = 1.0 / self.scale[at];
            }
            Ball { map, radius: part.radius }
        })
    }

    /// The sides of its parts that are regular polygons or squares and hold more
    /// than zero. Hulls have none here: impulses of zero may lie on a side of theirs.
    pub fn facets(&self) -> Vec<Facet<N>> {
        let mut facets = Vec::new();
        for &Part { rows, ref form, mu, radius } in self.sized_parts() {
            // B = (a μ, −outward), or the offset a r where the radius r is
            // fixed, a being the distance of the side from the centre.
            let mut side = |apart: f64, outward: [f64; N]| {
                let mut map = outward.map(|value| -value);
                map[0] = if radius.is_some() { 0.0 } else { apart * mu };
                facets.push(Facet { map, offset: apart * radius.unwrap_or(0.0) });
            };
            match form {
                Form::Ball | Form::Hull(_) => {}
                Form::Square => {
                    for (row, sign) in (rows.0..rows.1).flat_map(|row| [(row, 1.0), (row, -1.0)]) {
                        side(1.0, std::array::from_fn(|at| if at == row { sign } else { 0.0 }));
                    }
                }
                Form::Polygon(directions) => {
                    for [t, s] in directions.edge_normals() {
                        let mut outward = [0.0; N];
                        (outward[1], outward[2]) = (t, s);
                        side(directions.apothem(), outward);
                    }
                }
            }
        }
        facets
    }

    /// Whether no ball keeps the normal from being negative.
    pub fn has_free_normal(&self) -> bool {
        !self.balls().any(|ball| ball.radius.is_none())
    }

    /// The mean scaled diagonal of A over the normal and the rows of the first
    /// part, and over those of the second.
    pub fn sizes(&self, diagonal: &[f64]) -> [f64; N] {
        let mut sizes = [1.0; N];
        let second = self.parts[1].as_ref().map_or(self.count, |part| part.rows.0);
        for rows in [0..second, second..self.count] {
            let scaled = rows.clone().map(|at| self.scale[at].powi(2) * diagonal[self.rows[at]]);
            let mean = scaled.sum::<f64>() / rows.len().max(1) as f64;
            if mean.is_normal() && mean > 0.0 {
                sizes[rows].fill(mean);
            }
        }
        sizes
    }

    /// Where the trial point z, in scaled rows, lands: x_n = max(0, z_n), and
    /// in each part the nearest point to z_t of the section of the size that
    /// z_n gives (Alart and Curnier).
    pub fn land(&self, z: &[f64; N]) -> Landing<N> {
        let closed = z[0] > 0.0;
        let (mut point, mut grow, mut faces) = ([0.0; N], [0.0; N], [None; 2]);
        point[0] = if closed { z[0] } else { 0.0 };
        for (part, found) in self.parts.iter().zip(&mut faces) {
            let Some(Part { rows, form, mu, radius }) = part else { continue };
            let (rows, mu, radius) = (*rows, *mu, *radius);
            let size = radius.unwrap_or(if closed { mu * z[0] } else { 0.0 });
            let mut face = Face::Held { at: 0 };
            if size > 0.0 {
                let mut trial = [0.0; N];
                trial[rows.0..rows.1].copy_from_slice(&z[rows.0..rows.1]);
                let landed = match form {
                    Form::Ball => ball(&trial, size),
                    Form::Square => square(&trial, rows, size),
                    Form::Polygon(directions) => polygon(directions, &trial, size),
                    Form::Hull(corners) => hull(corners, &trial, size),
                };
                let follows = if closed && radius.is_none() { mu } else { 0.0 };
                for row in rows.0..rows.1 {
                    (point[row], grow[row]) = (landed.0[row], follows * landed.1[row]);
                }
                face = landed.2;
            }
            *found = Some((rows.0, rows.1, face));
        }
        Landing { closed, point, grow, faces }
    }
}

impl<const N: usize> Landing<N> {
    /// How the landing point moves with the trial point.
    pub fn move_with(&self, v: &[f64; N]) -> [f64; N] {
        let mut moved = self.grow.map(|grow| grow * v[0]);
        moved[0] = if self.closed { v[0] } else { 0.0 };
        for (first, end, face) in self.faces.iter().flatten() {
            let mut part = [0.0; N];
            part[*first..*end].copy_from_slice(&v[*first..*end]);
            moved.iter_mut().zip(face.move_with(&part)).for_each(|(sum, moved)| *sum += moved);
        }
        moved
    }

    /// A number of its own for every combination of flat faces.
    pub fn number(&self) -> Option<usize> {
        self.faces.iter().flatten().try_fold(usize::from(self.closed), |sum, (.., face)| {
            face.number().map(|number| sum.wrapping_mul(4099).wrapping_add(number))
        })
    }

    /// Whether the same linear law holds at both.
    pub fn is_same_plane(&self, other: &Self) -> bool {
        self.number().is_some_and(|number| other.number() == Some(number))
    }
}
