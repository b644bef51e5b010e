//! What is drawn where: shapes as flat marks on the paper, from behind to the
//! front.

use glam::{DMat3, DVec3};

use super::faces::{Piece, pieces};
use super::{Drop, Figure, Force};

const EDGE: f64 = 20.0;
/// Body colours by turns, as hue, saturation and lightness; bodies that
/// nothing moves are grey.
const HUES: [u16; 6] = [28, 205, 12, 180, 45, 225];
/// The longest arrow, as a share of the picture's width.
const LONGEST: f64 = 0.12;

/// A colour: hue in degrees, saturation and lightness in percent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ink {
    pub hue: u16,
    pub saturation: u8,
    pub lightness: u8,
}

/// Something flat on the paper, in pixels to the right and down.
pub enum Mark {
    /// With an outline.
    Polygon(Vec<DVec3>, Ink),
    /// With or without one.
    Disc { centre: DVec3, radius: f64, ink: Ink, outlined: bool },
}

/// All that is seen: marks in the order in which they are drawn, and over them
/// the forces as lines.
pub struct Sheet {
    pub marks: Vec<Mark>,
    pub lines: Vec<[DVec3; 2]>,
}

/// Looks at the scene from the right, above and in front.
fn view() -> DMat3 {
    let back = DVec3::new(0.45, 0.42, 1.0).normalize();
    let right = DVec3::Y.cross(back).normalize();
    DMat3::from_cols(right, back.cross(right), back).transpose()
}

/// How far what is to be seen reaches, as seen.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    low: DVec3,
    high: DVec3,
}

impl Bounds {
    /// Around nothing.
    pub const EMPTY: Self = Self { low: DVec3::INFINITY, high: DVec3::NEG_INFINITY };

    /// Around these.
    pub fn around(figures: &[Figure<'_>], drops: &[Drop]) -> Self {
        let (view, mut bounds) = (view(), Self::EMPTY);
        let mut take = |point: DVec3, reach: f64| {
            bounds.low = bounds.low.min(view * point - reach);
            bounds.high = bounds.high.max(view * point + reach);
        };
        for (_, piece) in all_pieces(figures) {
            match piece {
                Piece::Face(corners) => corners.iter().for_each(|&corner| take(corner, 0.0)),
                Piece::Ball(centre, radius) => take(centre, radius),
            }
        }
        drops.iter().for_each(|drop| take(drop.point, drop.radius));
        bounds
    }

    /// Around both.
    pub fn union(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// Cut off at `factor` times its own size around the middle of `core`.
    pub fn within(self, core: Self, factor: f64) -> Self {
        let (middle, half) = (0.5 * (core.low + core.high), 0.5 * (core.high - core.low));
        let reach = DVec3::splat(factor * half.max_element());
        Self { low: self.low.max(middle - reach), high: self.high.min(middle + reach) }
    }
}

/// The pieces of all figures, each with the number of its figure.
fn all_pieces(figures: &[Figure<'_>]) -> Vec<(usize, Piece)> {
    let mut all = Vec::new();
    for (at, figure) in figures.iter().enumerate() {
        let mut found = Vec::new();
        for (pose, shape) in &figure.shapes {
            pieces(shape.kind(), pose, &mut found);
        }
        all.extend(found.into_iter().map(|piece| (at, piece)));
    }
    all
}

/// From the world to the paper.
pub struct Paper {
    view: DMat3,
    scale: f64,
    offset: DVec3,
    width: f64,
    /// Its height in pixels.
    pub height: f64,
}

impl Paper {
    /// So wide that the bounds fit, and no taller than wide.
    pub fn new(Bounds { mut low, mut high }: Bounds, width: f64) -> Self {
        if !(high - low).is_finite() {
            (low, high) = (DVec3::NEG_ONE, DVec3::ONE);
        }
        let size = (high - low).max(DVec3::splat(1e-9));
        let scale = (width - 2.0 * EDGE) / size.x.max(size.y);
        let height = scale * size.y + 2.0 * EDGE;
        let slack = 0.5 * (width - 2.0 * EDGE - scale * size.x);
        let offset = DVec3::new(EDGE + slack - scale * low.x, EDGE + scale * high.y, 0.0);
        Self { view: view(), scale, offset, width, height }
    }

    /// Lays everything out.
    pub fn sheet(&self, figures: &[Figure<'_>], drops: &[Drop], acting: &[Force]) -> Sheet {
        let all = all_pieces(figures);
        let mut drawn: Vec<(f64, Mark)> = all
            .iter()
            .filter_map(|(at, piece)| self.piece(piece, *at, figures[*at].moves))
            .collect();
        drawn.extend(drops.iter().map(|drop| self.drop(drop)));
        drawn.sort_by(|a, b| a.0.total_cmp(&b.0));
        let marks = drawn.into_iter().map(|(_, mark)| mark).collect();
        Sheet { marks, lines: self.forces(acting) }
    }

    /// Right, down and towards the viewer, in pixels.
    fn place(&self, point: DVec3) -> DVec3 {
        let seen = self.scale * (self.view * point);
        DVec3::new(self.offset.x + seen.x, self.offset.y - seen.y, seen.z)
    }

    fn drop(&self, drop: &Drop) -> (f64, Mark) {
        let (centre, radius) = (self.place(drop.point), self.scale * drop.radius);
        let lightness = (42.0 + 40.0 * drop.shade).round() as u8;
        let ink = Ink { hue: 208, saturation: 72, lightness };
        (centre.z, Mark::Disc { centre, radius, ink, outlined: false })
    }

    /// A piece and how near it is; none of a face that looks away.
    fn piece(&self, piece: &Piece, body: usize, moves: bool) -> Option<(f64, Mark)> {
        match piece {
            Piece::Face(corners) => {
                let normal = (corners[1] - corners[0]).cross(corners[2] - corners[1]);
                let facing = (self.view * normal.normalize_or_zero()).z;
                if facing <= 0.0 {
                    return None;
                }
                let placed: Vec<DVec3> = corners.iter().map(|&corner| self.place(corner)).collect();
                let depth = placed.iter().map(|point| point.z).sum::<f64>() / placed.len() as f64;
                let light = normal.normalize_or_zero().dot(DVec3::new(0.3, 0.9, 0.35).normalize());
                Some((depth, Mark::Polygon(placed, ink(body, moves, light))))
            }
            Piece::Ball(centre, radius) => {
                let (centre, radius) = (self.place(*centre), self.scale * radius);
                let ink = ink(body, moves, 0.6);
                Some((centre.z, Mark::Disc { centre, radius, ink, outlined: true }))
            }
        }
    }

    /// Forces as lines from their points, the largest `LONGEST` long.
    fn forces(&self, acting: &[Force]) -> Vec<[DVec3; 2]> {
        let largest = acting.iter().map(|force| force.vector.length()).fold(0.0, f64::max);
        let scale = LONGEST * self.width / self.scale / largest;
        let seen = acting.iter().filter(|force| force.vector.length() > 1e-3 * largest);
        let line = |force: &Force| {
            [self.place(force.point), self.place(force.point + scale * force.vector)]
        };
        seen.map(line).collect()
    }
}

fn ink(body: usize, moves: bool, light: f64) -> Ink {
    let lightness = 52.0 + 26.0 * light.clamp(-0.5, 1.0);
    if moves {
        let hue = HUES[body % HUES.len()];
        Ink { hue, saturation: 48, lightness: lightness.round() as u8 }
    } else {
        Ink { hue: 210, saturation: 6, lightness: (lightness + 8.0).round() as u8 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three sizes around the middle of the core, on both sides.
    #[test]
    fn what_is_far_away_is_cut_off() {
        let core = Bounds { low: DVec3::new(1.0, 2.0, 3.0), high: DVec3::new(5.0, 4.0, 5.0) };
        let far = Bounds { low: DVec3::splat(-100.0), high: DVec3::splat(100.0) };
        let cut = far.within(core, 3.0);
        assert_eq!(cut.low, DVec3::new(-3.0, -3.0, -2.0));
        assert_eq!(cut.high, DVec3::new(9.0, 9.0, 10.0));
        let near = core.within(core, 3.0);
        assert_eq!((near.low, near.high), (core.low, core.high));
    }

    /// The bounds fill the paper up to its edge, in the middle of it.
    #[test]
    fn bounds_fill_the_paper() {
        let place = |low: DVec3, high: DVec3| {
            let paper = Paper::new(Bounds { low, high }, 200.0);
            let corner = |seen: DVec3| paper.place(paper.view.transpose() * seen);
            (corner(low), corner(high), paper.height)
        };
        let near = |found: DVec3, x: f64, y: f64| {
            assert!((found.x - x).hypot(found.y - y) < 1e-9, "{found}, not {x}, {y}");
        };
        let (low, high, height) = place(DVec3::new(1.0, 2.0, 0.0), DVec3::new(5.0, 4.0, 1.0));
        near(low, 20.0, 100.0);
        near(high, 180.0, 20.0);
        assert_eq!(height, 120.0);
        let (low, high, height) = place(DVec3::new(1.0, 2.0, 0.0), DVec3::new(2.0, 6.0, 1.0));
        near(low, 80.0, 180.0);
        near(high, 120.0, 20.0);
        assert_eq!(height, 200.0);
    }

    /// Faces without an area have no side to be seen from.
    #[test]
    fn a_face_without_an_area_is_not_drawn() {
        let paper = Paper::new(Bounds::EMPTY, 200.0);
        assert!(paper.piece(&Piece::Face(vec![DVec3::ONE; 3]), 0, true).is_none());
    }
}
