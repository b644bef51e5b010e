//! Edges of a surface that deforms, and where two edges cross.
//!
//! Two edges with the directions u, v meet along n = ±u × v where n points out of the first
//! and −n out of the second: no face at the first edge rises in the direction n, none at
//! the second in −n. The gap is n · (p₂ − p₁) between the nearest points of both, less than
//! 0 where they have crossed. Cloth and ropes have no inside: their edges are met from any
//! side, and two of them along the way from one to the other.
//!
//! Edges of solids are sharp or flat. Flat ones meet rigid shapes, cloth and ropes; another
//! soft solid has vertices wherever it is thin, which meet the faces beside them.

use glam::DVec3;
use stickslip_geometry::Bounds;
use stickslip_geometry::tree::Tree;

use super::{Deforming, SiteCarrier};

/// Faces whose normals turn by less (cosine; 30°) make a flat edge.
const FLAT: f64 = 0.87;
/// Edges at a smaller angle (sine) do not cross.
const PARALLEL: f64 = 0.05;
/// A face may rise by so much of its width and still lie beside an edge.
const RISE: f64 = 0.1;
/// Nearer to an end than this part of an edge, a vertex meets.
const END: f64 = 1e-6;

/// An edge of a surface: its ends a, b, and the corners opposite to it in the face
/// that runs from a to b and in the one that runs from b to a.
pub(super) type Edge = [u32; 4];

/// Some edges of a surface, by name, and a tree over them.
#[derive(Debug, Default)]
pub(super) struct Group {
    pub(super) names: Vec<u32>,
    pub(super) tree: Tree,
}

/// The edges of a surface; keeps its memory from call to call.
#[derive(Debug, Default)]
pub(super) struct Edges {
    faces: Vec<[u32; 3]>,
    sides: Vec<[u32; 4]>,
    /// All of them, ascending; their places are their names.
    pub(super) all: Vec<Edge>,
    /// Those that stick out of a solid, and all of cloth and ropes.
    pub(super) sharp: Group,
    /// Those of a solid that do not, without those in valleys.
    pub(super) flat: Group,
}

impl Edges {
    /// Looks at a surface where it is now.
    pub(super) fn refresh(&mut self, surface: &Deforming<'_>) {
        if surface.faces.is_empty() {
            self.all.clear();
            self.all.extend(surface.pieces.iter().map(|&[a, b]| [a, b, b, b]));
        } else if self.faces != surface.faces {
            self.find(surface);
        }
        self.sharp.names.clear();
        self.flat.names.clear();
        for (name, edge) in (0..).zip(&self.all) {
            match Line::of(surface, *edge).bend() {
                Bend::Sharp => self.sharp.names.push(name),
                Bend::Flat => self.flat.names.push(name),
                Bend::Valley => {}
            }
        }
        for group in [&mut self.sharp, &mut self.flat] {
            let line = |&name: &u32| Line::of(surface, self.all[name as usize]).bounds();
            group.tree.rebuild(group.names.iter().map(line));
        }
    }

    /// Finds where two faces meet; of cloth also the rim.
    fn find(&mut self, surface: &Deforming<'_>) {
        self.faces.clear();
        self.faces.extend_from_slice(surface.faces);
        self.sides.clear();
        for &[a, b, c] in surface.faces {
            let sides = [[a, b, c], [b, c, a], [c, a, b]];
            let side = |[a, b, c]: [u32; 3]| [a.min(b), a.max(b), u32::from(a > b), c];
            self.sides.extend(sides.map(side));
        }
        self.sides.sort_unstable();
        self.all.clear();
        for sides in self.sides.chunk_by(|one, two| one[..2] == two[..2]) {
            match *sides {
                [[a, b, 0, c], [_, _, 1, d]] => self.all.push([a, b, c, d]),
                [[a, b, _, c], ..] if !surface.is_solid => self.all.push([a, b, c, c]),
                _ => {}
            }
        }
    }
}

/// How the faces beside an edge lie.
enum Bend {
    Sharp,
    Flat,
    Valley,
}

/// An edge where it is now.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) ends: [DVec3; 2],
    /// A point of each face beside it, and the middle of their normals; nothing where it can
    /// be met from any side.
    pub(super) sides: Option<Sides>,
}

/// The faces beside an edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sides {
    pub(super) wings: [DVec3; 2],
    pub(super) outward: DVec3,
}

/// Where two edges cross.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossing {
    /// Shares of the ends of both in the nearest points, which are these.
    pub(super) shares: [[f64; 2]; 2],
    pub(super) points: [DVec3; 2],
    /// From the first to the second.
    pub(super) normal: DVec3,
    pub(super) gap: f64,
}

impl Line {
    pub(super) fn of(surface: &Deforming<'_>, edge: Edge) -> Self {
        let [a, b, c, d] = edge.map(|vertex| surface.position(vertex));
        if !surface.is_solid {
            return Self { ends: [a, b], sides: None };
        }
        let normals = [(b - a).cross(c - a), (d - a).cross(b - a)];
        let outward = normals.map(DVec3::normalize_or_zero);
        let sides = Sides { wings: [c, d], outward: outward[0] + outward[1] };
        Self { ends: [a, b], sides: Some(sides) }
    }

    pub(super) fn bounds(&self) -> Bounds {
        Bounds::around(self.ends)
    }

    fn bend(&self) -> Bend {
        let Some(Sides { wings, .. }) = self.sides else { return Bend::Sharp };
        let ([a, b], [c, d]) = (self.ends, wings.map(|wing| wing - self.ends[0]));
        let (one, two) = ((b - a).cross(c), d.cross(b - a));
        let rise = one.dot(d);
        if rise > RISE * one.length() * d.length() {
            return Bend::Valley;
        }
        let is_sharp = rise < 0.0 && one.dot(two) < FLAT * one.length() * two.length();
        if is_sharp { Bend::Sharp } else { Bend::Flat }
    }

    /// How far the nearer of its wings is from it (m).
    pub(super) fn width(&self) -> f64 {
        let Some(Sides { wings, .. }) = self.sides else { return f64::INFINITY };
        let along = (self.ends[1] - self.ends[0]).normalize_or_zero();
        let far = wings.map(|wing| (wing - self.ends[0]).reject_from_normalized(along));
        far[0].length().min(far[1].length())
    }

    /// Whether nothing beside it rises in a direction.
    pub(super) fn is_out(&self, direction: DVec3) -> bool {
        self.sides.is_none_or(|Sides { wings, outward }| {
            let lies_beside = |wing: &DVec3| {
                let beside = *wing - self.ends[0];
                direction.dot(beside) <= RISE * beside.length()
            };
            direction.dot(outward) > 0.0 && wings.iter().all(lies_beside)
        })
    }

    pub(super) fn cross(&self, other: &Self) -> Option<Crossing> {
        let ([a, b], [c, d]) = (self.ends, other.ends);
        let (u, v, between) = (b - a, d - c, c - a);
        let normal = u.cross(v);
        let square = normal.length_squared();
        if square <= PARALLEL * PARALLEL * u.length_squared() * v.length_squared() {
            return None;
        }
        let along = [between.cross(v).dot(normal) / square, between.cross(u).dot(normal) / square];
        if along.iter().any(|at| !(END..=1.0 - END).contains(at)) {
            return None;
        }
        let unit = normal / square.sqrt();
        let points = [a + along[0] * u, c + along[1] * v];
        let way = points[1] - points[0];
        let has_sides = self.sides.is_some() || other.sides.is_some();
        let fits = |normal: &DVec3| match has_sides {
            true => self.is_out(*normal) && other.is_out(-*normal),
            false => normal.dot(way) > 0.0,
        };
        let normal = [unit, -unit].into_iter().find(fits)?;
        let shares = along.map(|at| [1.0 - at, at]);
        Some(Crossing { shares, points, normal, gap: normal.dot(way) })
    }
}

/// What the ends of an edge hold by their shares.
pub(super) fn hold([a, b, ..]: Edge, [of_a, of_b]: [f64; 2]) -> SiteCarrier {
    SiteCarrier::Vertices { numbers: [a, b, b], weights: [of_a, of_b, 0.0] }
}
