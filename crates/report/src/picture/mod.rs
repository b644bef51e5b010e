//! Bodies as they stand, drawn as SVG: shapes from behind to the front, and
//! the forces between them.

mod faces;

use std::fmt::Write;

use faces::{Piece, pieces};
use glam::{DMat3, DVec3};
use stickslip_contact::{Pose, Shape};

const WIDTH: f64 = 900.0;
const EDGE: f64 = 20.0;
/// Body colours by turns, as hue, saturation and lightness; bodies that
/// nothing moves are grey.
const HUES: [u32; 6] = [28, 205, 12, 180, 45, 225];
/// The longest arrow, as a share of the picture's width.
const LONGEST: f64 = 0.12;

/// Looks at the scene from the right, above and in front.
fn view() -> DMat3 {
    let back = DVec3::new(0.45, 0.42, 1.0).normalize();
    let right = DVec3::Y.cross(back).normalize();
    DMat3::from_cols(right, back.cross(right), back).transpose()
}

struct Drawn {
    depth: f64,
    markup: String,
}

/// A body at its place.
#[derive(Clone, Debug)]
pub struct Figure<'a> {
    /// Its shapes, each at its pose in the world.
    pub shapes: Vec<(Pose, &'a Shape)>,
    /// Whether anything moves it.
    pub moves: bool,
}

/// A force at a point; only the lengths relative to each other are seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Force {
    /// Where it acts (m).
    pub point: DVec3,
    /// What acts.
    pub vector: DVec3,
}

/// A drop of a liquid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drop {
    /// Where (m).
    pub point: DVec3,
    /// Radius (m).
    pub radius: f64,
    /// From 0, slow and dark, to 1, fast and bright.
    pub shade: f64,
}

/// The picture as an SVG file.
pub fn draw(figures: &[Figure<'_>], drops: &[Drop], acting: &[Force]) -> String {
    let view = view();
    let mut all: Vec<(usize, Piece)> = Vec::new();
    for (at, figure) in figures.iter().enumerate() {
        let mut found = Vec::new();
        for (pose, shape) in &figure.shapes {
            pieces(shape.kind(), pose, &mut found);
        }
        all.extend(found.into_iter().map(|piece| (at, piece)));
    }
    let round: Vec<Piece> = drops.iter().map(|drop| Piece::Ball(drop.point, drop.radius)).collect();
    let frame = Frame::around(all.iter().map(|(_, piece)| piece).chain(&round), view);
    let mut drawn: Vec<Drawn> =
        all.iter().filter_map(|(at, piece)| frame.piece(piece, *at, figures[*at].moves)).collect();
    drawn.extend(drops.iter().map(|drop| frame.drop(drop)));
    drawn.sort_by(|a, b| a.depth.total_cmp(&b.depth));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {0:.0}\" \
         width=\"{WIDTH}\" height=\"{0:.0}\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        frame.height
    );
    drawn.iter().for_each(|piece| svg.push_str(&piece.markup));
    forces(acting, &frame, &mut svg);
    svg.push_str("</svg>\n");
    svg
}

/// From the world to the paper.
struct Frame {
    view: DMat3,
    scale: f64,
    offset: DVec3,
    height: f64,
}

impl Frame {
    fn around<'a>(all: impl Iterator<Item = &'a Piece>, view: DMat3) -> Self {
        let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for piece in all {
            let mut take = |point: DVec3, reach: f64| {
                low = low.min(view * point - reach);
                high = high.max(view * point + reach);
            };
            match piece {
                Piece::Face(corners) => corners.iter().for_each(|&corner| take(corner, 0.0)),
                Piece::Ball(center, radius) => take(*center, *radius),
            }
        }
        if !(high - low).is_finite() {
            (low, high) = (DVec3::NEG_ONE, DVec3::ONE);
        }
        let size = (high - low).max(DVec3::splat(1e-9));
        // No taller than wide.
        let scale = (WIDTH - 2.0 * EDGE) / size.x.max(size.y);
        let height = scale * size.y + 2.0 * EDGE;
        let slack = 0.5 * (WIDTH - 2.0 * EDGE - scale * size.x);
        Self {
            view,
            scale,
            offset: DVec3::new(EDGE + slack - scale * low.x, EDGE + scale * high.y, 0.0),
            height,
        }
    }

    /// Right, down and towards the viewer, in pixels.
    fn place(&self, point: DVec3) -> DVec3 {
        let seen = self.scale * (self.view * point);
        DVec3::new(self.offset.x + seen.x, self.offset.y - seen.y, seen.z)
    }

    fn drop(&self, drop: &Drop) -> Drawn {
        let at = self.place(drop.point);
        let (radius, lightness) = (self.scale * drop.radius, 42.0 + 40.0 * drop.shade);
        let markup = format!(
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius:.1}\" \
             fill=\"hsl(208, 72%, {lightness:.0}%)\"/>\n",
            at.x, at.y
        );
        Drawn { depth: at.z, markup }
    }

    fn piece(&self, piece: &Piece, body: usize, moves: bool) -> Option<Drawn> {
        match piece {
            Piece::Face(corners) => {
                let normal = (corners[1] - corners[0]).cross(corners[2] - corners[1]);
                let facing = (self.view * normal.normalize_or_zero()).z;
                if facing <= 0.0 {
                    return None;
                }
                let placed: Vec<DVec3> = corners.iter().map(|&corner| self.place(corner)).collect();
                let depth = placed.iter().map(|point| point.z).sum::<f64>() / placed.len() as f64;
                let mut points = String::new();
                for point in &placed {
                    let _ = write!(points, "{:.1},{:.1} ", point.x, point.y);
                }
                let light = normal.normalize_or_zero().dot(DVec3::new(0.3, 0.9, 0.35).normalize());
                let fill = colour(body, moves, light);
                let markup = format!(
                    "<polygon points=\"{}\" fill=\"{fill}\" stroke=\"#333\" stroke-width=\"0.6\" \
                     stroke-linejoin=\"round\"/>\n",
                    points.trim_end()
                );
                Some(Drawn { depth, markup })
            }
            Piece::Ball(center, radius) => {
                let at = self.place(*center);
                let (radius, fill) = (self.scale * radius, colour(body, moves, 0.6));
                let markup = format!(
                    "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius:.1}\" fill=\"{fill}\" \
                     stroke=\"#333\" stroke-width=\"0.6\"/>\n",
                    at.x, at.y
                );
                Some(Drawn { depth: at.z, markup })
            }
        }
    }
}

fn colour(body: usize, moves: bool, light: f64) -> String {
    let lightness = 52.0 + 26.0 * light.clamp(-0.5, 1.0);
    if moves {
        format!("hsl({}, 48%, {lightness:.0}%)", HUES[body % HUES.len()])
    } else {
        format!("hsl(210, 6%, {:.0}%)", lightness + 8.0)
    }
}

/// Forces as lines from their points, the largest `LONGEST` long.
fn forces(acting: &[Force], frame: &Frame, svg: &mut String) {
    let largest = acting.iter().map(|force| force.vector.length()).fold(0.0, f64::max);
    if largest <= 0.0 {
        return;
    }
    let scale = LONGEST * WIDTH / frame.scale / largest;
    for force in acting.iter().filter(|force| force.vector.length() > 1e-3 * largest) {
        let (from, to) =
            (frame.place(force.point), frame.place(force.point + scale * force.vector));
        let _ = writeln!(
            svg,
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"#c0202a\" \
             stroke-width=\"1.6\" stroke-linecap=\"round\"/>",
            from.x, from.y, to.x, to.y
        );
    }
}
