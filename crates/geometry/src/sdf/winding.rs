//! Generalised winding numbers of triangles, by a tree.
//!
//! A triangle abc seen from x covers the solid angle Ω, with
//! tan(Ω/2) = det[a b c] / (|a||b||c| + (a·b)|c| + (b·c)|a| + (c·a)|b|), and w(x) = Σ Ω / 4π is 1
//! inside a closed surface, 0 outside, and in between near holes. Far faces act like
//! one dipole: with r = p − x from the point to their centre p, area vectors nᵢ and
//! centres cᵢ,
//!
//! 4π w ≈ r·Σnᵢ / r³ + Σ nᵢᵀ (I/r³ − 3 r rᵀ/r⁵) (cᵢ − p).

use std::f64::consts::PI;

use glam::{DMat3, DVec3};

use crate::distance::SurfaceTree;

/// Faces count as far from this many times their spread on.
const FAR: f64 = 3.0;
/// Within this of ½ the sum is taken face by face, because the sign hangs on it.
const NEAR_HALF: f64 = 0.1;
/// Levels of the tree, with room for the sibling of each.
const DEPTH: usize = 72;

#[derive(Clone, Copy, Debug)]
struct Dipole {
    centre: DVec3,
    /// The faces lie within this distance of the centre.
    spread: f64,
    area: DVec3,
    /// Σ nᵢ (cᵢ − p)ᵀ.
    moment: DMat3,
}

/// Winding numbers of the faces of a tree.
#[derive(Clone, Debug)]
pub struct Winding {
    /// One for each node of the tree.
    dipoles: Vec<Dipole>,
}

impl Winding {
    /// Prepares sums over the nodes of the tree.
    pub fn new(surface: &SurfaceTree) -> Self {
        let tree = surface.tree();
        let dipole = |node: &crate::tree::Node| {
            let faces = &tree.items[node.start as usize..node.end as usize];
            sum(faces.iter().map(|face| &surface.corners()[face.index as usize]))
        };
        Self { dipoles: tree.nodes.iter().map(dipole).collect() }
    }

    /// The winding number, exact face by face where that decides on the side, and
    /// else good to about 10⁻².
    pub fn number(&self, surface: &SurfaceTree, point: DVec3) -> f64 {
        let quick = self.quick(surface, point);
        if (quick - 0.5).abs() < NEAR_HALF { exact(surface, point) } else { quick }
    }

    fn quick(&self, surface: &SurfaceTree, point: DVec3) -> f64 {
        let tree = surface.tree();
        let mut total = 0.0;
        let mut stack = [0_u32; DEPTH];
        let mut height = usize::from(!tree.nodes.is_empty());
        while height > 0 {
            height -= 1;
            let index = stack[height];
            let dipole = &self.dipoles[index as usize];
            let r = dipole.centre - point;
            let distance = r.length();
            if distance > FAR * dipole.spread {
                let cube = distance * distance * distance;
                let turned = dipole.moment * r;
                let trace =
                    dipole.moment.x_axis.x + dipole.moment.y_axis.y + dipole.moment.z_axis.z;
                let second = trace - 3.0 * r.dot(turned) / (distance * distance);
                total += (r.dot(dipole.area) + second) / cube;
                continue;
            }
            let node = &tree.nodes[index as usize];
            if node.is_leaf() {
                for face in &tree.items[node.start as usize..node.end as usize] {
                    total += solid_angle(&surface.corners()[face.index as usize], point);
                }
            } else {
                stack[height] = node.right;
                stack[height + 1] = index + 1;
                height += 2;
            }
        }
        total / (4.0 * PI)
    }

    /// The winding number as a sum over all faces.
    pub fn exact(surface: &SurfaceTree, point: DVec3) -> f64 {
        exact(surface, point)
    }
}

fn exact(surface: &SurfaceTree, point: DVec3) -> f64 {
    let angles = surface.corners().iter().map(|face| solid_angle(face, point));
    angles.sum::<f64>() / (4.0 * PI)
}

fn solid_angle(corners: &[DVec3; 3], point: DVec3) -> f64 {
    let [a, b, c] = corners.map(|corner| corner - point);
    let (la, lb, lc) = (a.length(), b.length(), c.length());
    let below = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
    2.0 * libm::atan2(a.dot(b.cross(c)), below)
}

fn sum<'a>(faces: impl Iterator<Item = &'a [DVec3; 3]> + Clone) -> Dipole {
    let area_of = |[a, b, c]: &[DVec3; 3]| (*b - *a).cross(*c - *a) / 2.0;
    let middle = |[a, b, c]: &[DVec3; 3]| (*a + *b + *c) / 3.0;
    let (mut weight, mut centre, mut plain, mut count) = (0.0, DVec3::ZERO, DVec3::ZERO, 0.0);
    for face in faces.clone() {
        let size = area_of(face).length();
        weight += size;
        centre += middle(face) * size;
        plain += middle(face);
        count += 1.0;
    }
    let centre = if weight > 0.0 { centre / weight } else { plain / f64::max(count, 1.0) };
    let (mut spread, mut area, mut moment) = (0.0_f64, DVec3::ZERO, DMat3::ZERO);
    for face in faces {
        let (n, d) = (area_of(face), middle(face) - centre);
        area += n;
        moment += DMat3::from_cols(n * d.x, n * d.y, n * d.z);
        spread = face.iter().fold(spread, |all, corner| all.max(corner.distance(centre)));
    }
    Dipole { centre, spread, area, moment }
}
