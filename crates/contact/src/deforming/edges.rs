//! Edges of solids that cross, of two surfaces, of one with itself, or of a surface and a
//! box.
//!
//! Two edges with the directions u, v meet along n = ±u × v where n points out of the first
//! and −n out of the second: no face at the first edge rises in the direction n, none at
//! the second in −n. The gap is n · (p₂ − p₁) between the nearest points of both, less than
//! 0 where they have crossed. Only edges that stick out sharply are looked at: what is
//! flatter is met by the vertices at its ends.

use glam::DVec3;
use stickslip_geometry::Bounds;
use stickslip_geometry::tree::Tree;

use super::facing::Facing;
use super::{Deforming, Found, Hold, Skin, Touch};
use crate::contact::Contact;
use crate::shape::{Shape, ShapeKind};
use crate::{Pose, Site};

/// Faces whose normals turn by less (cosine; 30°) do not make an edge.
const FLAT: f64 = 0.87;
/// Edges at a smaller angle (sine) do not cross.
const PARALLEL: f64 = 0.05;
/// A face may rise by so much of its width and still lie beside an edge.
const RISE: f64 = 0.1;
/// Nearer to an end than this part of an edge, a vertex meets.
const END: f64 = 1e-6;
/// Where edges of flat sides cross, one lies in a side of the other: it may be outside by
/// this part of the depth.
const BESIDE: f64 = 0.1;
/// Edges that have crossed by more than this part of the width of the faces beside them
/// belong to other sides.
const DEPTH: f64 = 0.25;
/// Names of pairs of edges begin here.
const NAMES: u64 = 1 << 63;

/// An edge of a closed surface: its ends a, b, and the corners opposite to it in the face
/// that runs from a to b and in the one that runs from b to a.
pub(super) type Edge = [u32; 4];

/// The edges of a surface; keeps its memory from call to call.
#[derive(Debug, Default)]
pub(super) struct Edges {
    faces: Vec<[u32; 3]>,
    /// All of them, ascending; their places are their names.
    all: Vec<Edge>,
    sides: Vec<[u32; 4]>,
    /// Those that stick out, by name, and a tree over them.
    sharp: Vec<u32>,
    tree: Tree,
}

impl Edges {
    /// Looks at a solid where it is now.
    pub(super) fn refresh(&mut self, surface: &Deforming<'_>) {
        self.sharp.clear();
        if surface.is_solid {
            if self.faces != surface.faces {
                self.find(surface.faces);
            }
            let is_sharp = |edge: &Edge| Line::of(surface, *edge).is_sharp();
            let names = (0..).zip(&self.all);
            self.sharp.extend(names.filter(|(_, edge)| is_sharp(edge)).map(|(name, _)| name));
        }
        let line = |&name: &u32| Line::of(surface, self.all[name as usize]).bounds();
        self.tree.rebuild(self.sharp.iter().map(line));
    }

    /// Finds where two faces meet.
    fn find(&mut self, faces: &[[u32; 3]]) {
        self.faces.clear();
        self.faces.extend_from_slice(faces);
        self.sides.clear();
        for &[a, b, c] in faces {
            let sides = [[a, b, c], [b, c, a], [c, a, b]];
            let side = |[a, b, c]: [u32; 3]| [a.min(b), a.max(b), u32::from(a > b), c];
            self.sides.extend(sides.map(side));
        }
        self.sides.sort_unstable();
        self.all.clear();
        for pair in self.sides.windows(2) {
            if let [[a, b, 0, c], [from, to, 1, d]] = *pair
                && [a, b] == [from, to]
            {
                self.all.push([a, b, c, d]);
            }
        }
    }
}

/// An edge where it is now.
#[derive(Clone, Copy, Debug)]
struct Line {
    ends: [DVec3; 2],
    /// A point of each face beside it.
    wings: [DVec3; 2],
}

/// Where two edges cross.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    /// Shares of the ends of both in the nearest points, which are these.
    shares: [[f64; 2]; 2],
    points: [DVec3; 2],
    /// From the first to the second.
    normal: DVec3,
    gap: f64,
}

impl Line {
    fn of(surface: &Deforming<'_>, edge: Edge) -> Self {
        let [a, b, c, d] = edge.map(|vertex| surface.position(vertex));
        Self { ends: [a, b], wings: [c, d] }
    }

    fn bounds(&self) -> Bounds {
        Bounds::around(self.ends)
    }

    /// Whether it sticks out of the surface that it is an edge of.
    fn is_sharp(&self) -> bool {
        let ([a, b], [c, d]) = (self.ends, self.wings.map(|wing| wing - self.ends[0]));
        let (one, two) = ((b - a).cross(c), d.cross(b - a));
        one.dot(d) < 0.0 && one.dot(two) < FLAT * one.length() * two.length()
    }

    /// How far the nearer of its wings is from it (m).
    fn width(&self) -> f64 {
        let along = (self.ends[1] - self.ends[0]).normalize_or_zero();
        let far = self.wings.map(|wing| (wing - self.ends[0]).reject_from_normalized(along));
        far[0].length().min(far[1].length())
    }

    /// Whether nothing beside it rises in a direction.
    fn is_out(&self, direction: DVec3) -> bool {
        self.wings.iter().all(|wing| {
            let beside = *wing - self.ends[0];
            direction.dot(beside) <= RISE * beside.length()
        })
    }

    fn cross(&self, other: &Self) -> Option<Crossing> {
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
        let fits = |normal: &DVec3| self.is_out(*normal) && other.is_out(-*normal);
        let normal = [unit, -unit].into_iter().find(fits)?;
        let points = [a + along[0] * u, c + along[1] * v];
        let gap = normal.dot(points[1] - points[0]);
        Some(Crossing { shares: along.map(|at| [1.0 - at, at]), points, normal, gap })
    }
}

impl Crossing {
    /// As a contact of two sites under a name.
    fn touch(&self, sites: [usize; 2], holds: [Hold; 2], name: u64) -> Touch {
        let contact = Contact {
            sites: sites.map(|collider| Site { collider }),
            feature: NAMES | name,
            point: 0.5 * (self.points[0] + self.points[1]),
            normal: self.normal,
            gap: self.gap,
        };
        Touch { contact, holds }
    }
}

fn hold([a, b, ..]: Edge, [of_a, of_b]: [f64; 2]) -> Hold {
    Hold::Vertices { numbers: [a, b, b], weights: [of_a, of_b, 0.0] }
}

impl Skin<'_> {
    /// Calls `visit` with the name of every sharp edge that crosses a line no more than
    /// `reach` away, and where. What has crossed is believed only where the line lies inside
    /// as deep: edges on the far sides of two solids look alike. `own` are vertices whose
    /// faces do not count.
    fn crossing(&self, line: &Line, reach: f64, own: &[u32], mut visit: impl FnMut(u32, Crossing)) {
        let Found { edges, .. } = self.found;
        let near = line.bounds().grown(reach.max(DEPTH * line.width()));
        let faces = self.surface.faces;
        let counts = |face: u32, _: &Facing| !faces[face as usize].iter().any(|v| own.contains(v));
        edges.tree.overlapping(&near, |place| {
            let name = edges.sharp[place as usize];
            let other = Line::of(&self.surface, edges.all[name as usize]);
            let Some(found) = line.cross(&other) else { return };
            if found.gap > reach || -found.gap > DEPTH * line.width().min(other.width()) {
                return;
            }
            let inside = || {
                let facing = self.nearest(found.points[0], -2.0 * found.gap, counts);
                let height = |facing: Facing| facing.nearest.vector.dot(facing.outward);
                facing.is_some_and(|facing| height(facing) <= -BESIDE * found.gap)
            };
            if found.gap >= 0.0 || inside() {
                visit(name, found);
            }
        });
    }
}

/// Edges of two surfaces, or of one with itself, that cross.
pub(super) fn meet(first: Skin<'_>, second: Skin<'_>, reach: f64, touches: &mut Vec<Touch>) {
    let (one, two) = (&first.surface, &second.surface);
    let is_same = one.collider == two.collider;
    for &name in &first.found.edges.sharp {
        let edge = first.found.edges.all[name as usize];
        let line = Line::of(one, edge);
        let own = if is_same { &edge[..2] } else { &[] };
        second.crossing(&line, reach, own, |other, crossing| {
            let far = second.found.edges.all[other as usize];
            if is_same && (other <= name || far[..2].iter().any(|vertex| edge.contains(vertex))) {
                return;
            }
            let holds = [hold(edge, crossing.shares[0]), hold(far, crossing.shares[1])];
            let sites = [one.collider, two.collider];
            touches.push(crossing.touch(sites, holds, u64::from(name) << 32 | u64::from(other)));
        });
    }
}

/// Edges of boxes that cross those of a surface.
pub(super) fn meet_boxes(
    skin: Skin<'_>,
    (number, shape, pose): (usize, &Shape, &Pose),
    reach: f64,
    touches: &mut Vec<Touch>,
) {
    let mut index = 0;
    each_line(shape, pose, &mut |line| {
        index += 1;
        skin.crossing(&line, reach, &[], |name, crossing| {
            let edge = skin.found.edges.all[name as usize];
            let holds = [Hold::Body, hold(edge, crossing.shares[1])];
            let sites = [number, skin.surface.collider];
            touches.push(crossing.touch(sites, holds, u64::from(name) << 32 | index));
        });
    });
}

/// The edges of a box, or of the boxes in a compound.
fn each_line(shape: &Shape, pose: &Pose, visit: &mut impl FnMut(Line)) {
    match shape.kind() {
        ShapeKind::Cuboid { half_extents } => {
            for along in 0..3 {
                for signs in [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]] {
                    let axes = [(along + 1) % 3, (along + 2) % 3];
                    let mut corner = half_extents;
                    axes.iter().zip(signs).for_each(|(&axis, sign)| corner[axis] *= sign);
                    let flipped = |axis: usize| {
                        let mut other = corner;
                        other[axis] = -other[axis];
                        pose.point(other)
                    };
                    let ends = [pose.point(corner), flipped(along)];
                    visit(Line { ends, wings: axes.map(flipped) });
                }
            }
        }
        ShapeKind::Compound { parts } => {
            parts.iter().for_each(|(inner, part)| each_line(part, &pose.compose(inner), visit));
        }
        _ => {}
    }
}
