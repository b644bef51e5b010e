//! Vertices against faces and edges against edges of two surfaces.
//!
//! All in the frame of the first; normals point from the first to the second.

use glam::DVec3;
use stickslip_geometry::Bounds;
use stickslip_geometry::sdf::Field;

use super::geometry::{Crossing, Over, Where, crossing, is_lowest, ridge, vertex_over_triangle};
use super::reduce::{Found, Gathered};
use super::{Between, Placed};
use crate::pairs::{Scratch, Sink};
use crate::shape::{NONE, SolidMesh, Terrain};

/// So deep, as a share of the size of the smaller surface, features are looked for;
/// deeper, signed distances tell the way out.
const SKIN: f64 = 0.01;
/// Less deep than this share of the size lies whatever rests, and every face may hold a
/// vertex that looks at it; deeper, it matters which way out is the shortest.
const SHALLOW: f64 = 1e-3;
/// Two edges that cross deeper than that, along a normal by which they are much less deep
/// below a face beside them (as a share), may only have slid past each other.
const SHARE: f64 = 0.2;
/// Edges that cross deep lie inside the other solid, or outside of it by at most this share
/// of their depth.
const INSIDE: f64 = 0.1;
/// A vertex deep below a face lies inside the other solid by this share of its depth at
/// least: where it is but hardly inside, another face is the way out.
const NEAREST: f64 = 0.5;
/// Normals of one vertex closer than this (as a cosine) are one.
const SAME: f64 = 0.99;

/// Names: vertices of the second, vertices of the first, pairs of edges.
const KINDS: [u64; 3] = [0, 1 << 62, 2 << 62];

fn name(kind: usize, one: u32, two: u32) -> u64 {
    KINDS[kind] | u64::from(one) << 31 | u64::from(two)
}

/// A vertex of one surface that may touch the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    name: u64,
    point: DVec3,
    normal: DVec3,
    gap: f64,
    place: Where,
    /// Whether the surface around the vertex lies on the side that the normal points to.
    lowest: bool,
}

/// Two surfaces with what is known of their places.
struct Pair<'a> {
    surfaces: [&'a Terrain; 2],
    solids: [Option<&'a SolidMesh>; 2],
    /// Where the second is, seen from the first.
    there: Between,
    /// Where the first is, seen from the second.
    back: Between,
    /// How deep features are looked for.
    skin: f64,
    /// Less deep than this lies whatever rests.
    shallow: f64,
    reach: f64,
}

/// Puts the contacts of two surfaces into the sink.
pub(super) fn surfaces(
    first: Placed<Terrain>,
    second: Placed<Terrain>,
    solids: [Option<&SolidMesh>; 2],
    reach: f64,
    scratch: &mut Scratch,
    sink: &mut Sink,
) {
    let there = Between::new(first.1, second.1);
    let surfaces = [first.0, second.0];
    let sizes = surfaces.map(|surface| {
        let extent = surface.extent();
        (extent.upper - extent.lower).length()
    });
    let size = sizes[0].min(sizes[1]);
    let (skin, shallow) = (SKIN * size, SHALLOW * size);
    let pair = Pair {
        surfaces,
        solids,
        back: there.inverse(),
        there,
        skin,
        shallow: SHALLOW * size,
        reach,
    };
    let gathered = &mut scratch.mesh;
    gathered.clear();
    pair.gather(gathered);
    gathered.settle(shallow, |found| pair.is_true(found));
    gathered.give(reach, first.1, sink);
}

impl Pair<'_> {
    fn gather(&self, gathered: &mut Gathered) {
        let [one, two] = self.surfaces;
        let pad = self.reach.max(self.skin);
        let [mut lowers, mut uppers] = std::mem::take(&mut gathered.near);
        look_around(two, &turned(&one.extent(), &self.back).grown(pad), &mut uppers);
        for &upper in &uppers {
            let corners = two.corners(upper).map(|corner| self.there.point(corner));
            let normal = self.there.rotation * two.normal(upper);
            let skin = self.skin.min(two.depth(upper));
            let [a, b, c] = corners;
            let around = Bounds { lower: a.min(b).min(c), upper: a.max(b).max(c) };
            look_around(one, &around.grown(pad), &mut lowers);
            for &lower in &lowers {
                let under = one.corners(lower);
                let over = |face: DVec3, from: DVec3, points: [DVec3; 3]| {
                    points.map(|point| face.dot(point - from))
                };
                let skins = [self.skin.min(one.depth(lower)), skin];
                let heights = [over(one.normal(lower), under[0], corners), over(normal, a, under)];
                let is_near = |side: usize| {
                    heights[side].iter().any(|&height| height <= self.reach)
                        && heights[side].iter().any(|&height| height >= -skins[side])
                };
                if is_near(0) && is_near(1) {
                    self.triangles(gathered, [lower, upper], skins, &heights);
                }
            }
        }
        look_around(one, &turned(&two.extent(), &self.there).grown(pad), &mut lowers);
        // Whoever is deep inside has been less deep before, or touches nothing else.
        let gaps = gathered.vertices.iter().map(|it| it.gap);
        let least =
            gaps.chain(gathered.found.iter().map(|it| it.gap)).fold(f64::INFINITY, f64::min);
        let thorough = least == f64::INFINITY || least < -self.skin / 2.0;
        uppers.iter().for_each(|&upper| self.deep(gathered, 1, upper, thorough));
        lowers.iter().for_each(|&lower| self.deep(gathered, 0, lower, thorough));
        gathered.near = [lowers, uppers];
    }

    /// The features that two triangles speak for.
    fn triangles(
        &self,
        gathered: &mut Gathered,
        triangles: [u32; 2],
        skins: [f64; 2],
        heights: &[[f64; 3]; 2],
    ) {
        let owned = [0, 1].map(|side| self.surfaces[side].owned(triangles[side]));
        for side in 0..2 {
            // Vertices of this side over the triangle of the other.
            let other = 1 - side;
            for corner in 0..3 {
                let height = heights[other][corner];
                if owned[side].corners[corner] && height <= self.reach && height >= -skins[other] {
                    let vertex = self.surfaces[side].triangles()[triangles[side] as usize][corner];
                    self.vertex(gathered, side, vertex, triangles[other], skins[other]);
                }
            }
        }
        for lower in owned[0].edges.into_iter().filter(|&edge| edge != NONE) {
            let first = ridge(self.surfaces[0], lower, &Between::NONE);
            for upper in owned[1].edges.into_iter().filter(|&edge| edge != NONE) {
                let second = ridge(self.surfaces[1], upper, &self.there);
                if let Some(found) = crossing(&first, &second)
                    && found.gap <= self.reach
                    && found.gap >= -skins[0].min(skins[1])
                {
                    let Crossing { point, normal, gap, span, share } = found;
                    let is_doubtful = gap < -self.shallow && share < SHARE;
                    let doubt = if is_doubtful { span } else { 0.0 };
                    let name = name(2, lower, upper);
                    gathered.found.push(Found { name, point, normal, gap, doubt });
                }
            }
        }
    }

    /// A vertex of one side near a triangle of the other.
    fn vertex(&self, gathered: &mut Gathered, side: usize, vertex: u32, triangle: u32, skin: f64) {
        let other = 1 - side;
        let point = self.seen(side, self.surfaces[side].vertices()[vertex as usize]);
        let Some(over) = vertex_over_triangle(self.surfaces[other], triangle, point, skin) else {
            return;
        };
        let lowest = is_lowest(self.surfaces[side], vertex, self.turned_back(side, over.normal));
        let below = over.gap < 0.0 && over.place == Where::Over;
        if over.gap <= self.reach && over.gap >= -skin && (lowest || below) {
            self.candidate(gathered, side, vertex, point, (over, lowest));
        }
    }

    /// Vertices that a triangle of one side speaks for, deep inside the solid of the other:
    /// those that the coarse grid sees there, or, thoroughly, all that may be.
    fn deep(&self, gathered: &mut Gathered, side: usize, triangle: u32, thorough: bool) {
        let other = 1 - side;
        let Some(solid) = self.solids[other] else { return };
        let rough = if thorough { solid.grid().spacing() } else { 0.0 };
        for corner in 0..3 {
            if !self.surfaces[side].owned(triangle).corners[corner] {
                continue;
            }
            let vertex = self.surfaces[side].triangles()[triangle as usize][corner];
            let point = self.seen(side, self.surfaces[side].vertices()[vertex as usize]);
            if solid.grid().value(point) < rough - self.skin {
                let (gap, normal) = solid.exact().sample(point);
                if gap < -self.skin && normal.is_normalized() {
                    let over = Over { normal, gap, place: Where::Over };
                    self.candidate(gathered, side, vertex, point, (over, true));
                }
            }
        }
    }

    /// Whether what seems to be inside the other solid is: near the ends of ridges and in
    /// narrow gaps, features also pass each other without touching.
    fn is_true(&self, found: &Found) -> bool {
        let kind = found.name >> 62;
        let is_inside = |side: usize| {
            let Some(solid) = self.solids[1 - side] else { return true };
            let half = found.normal * (found.gap / 2.0);
            let on_it = found.point + if side == 1 { half } else { -half };
            let seen = if side == 1 { on_it } else { self.back.point(on_it) };
            let most = if kind == KINDS[2] >> 62 { -INSIDE } else { NEAREST };
            solid.exact().value(seen) < most * found.gap
        };
        (kind == KINDS[1] >> 62 || is_inside(1)) && (kind == KINDS[0] >> 62 || is_inside(0))
    }

    /// A point of one side in the frame of the other.
    fn seen(&self, side: usize, point: DVec3) -> DVec3 {
        if side == 1 { self.there.point(point) } else { self.back.point(point) }
    }

    /// A direction in the frame of the other side, seen from this one.
    fn turned_back(&self, side: usize, direction: DVec3) -> DVec3 {
        let turn = if side == 1 { self.back.rotation } else { self.there.rotation };
        turn * direction
    }

    /// Point and normal are in the frame of the other side, and the normal leads out of it.
    fn candidate(
        &self,
        gathered: &mut Gathered,
        side: usize,
        vertex: u32,
        point: DVec3,
        (over, lowest): (Over, bool),
    ) {
        let Over { normal, gap, place } = over;
        let middle = point - normal * (gap / 2.0);
        let (point, normal) = if side == 1 {
            (middle, normal)
        } else {
            (self.there.point(middle), -(self.there.rotation * normal))
        };
        let name = name(1 - side, vertex, 0);
        gathered.vertices.push(Candidate { name, point, normal, gap, place, lowest });
    }
}

/// The triangles whose boxes meet one, in ascending order.
fn look_around(surface: &Terrain, bounds: &Bounds, near: &mut Vec<u32>) {
    near.clear();
    surface.bare().overlapping(bounds, |triangle| near.push(triangle));
    near.sort_unstable();
}

/// The box around a turned box.
fn turned(bounds: &Bounds, by: &Between) -> Bounds {
    let middle = by.point((bounds.lower + bounds.upper) / 2.0);
    let half = (bounds.upper - bounds.lower) / 2.0;
    let [x, y, z] = [by.rotation.x_axis, by.rotation.y_axis, by.rotation.z_axis].map(DVec3::abs);
    let reach = x * half.x + y * half.y + z * half.z;
    Bounds { lower: middle - reach, upper: middle + reach }
}

impl Gathered {
    /// Of each vertex: where it is below several triangles, the one that it is least deep
    /// below, and of all others those with a normal of their own.
    fn settle(&mut self, shallow: f64, is_true: impl Fn(&Found) -> bool) {
        let vertices = &mut self.vertices;
        vertices.sort_unstable_by(|a, b| {
            a.name.cmp(&b.name).then(a.place.cmp(&b.place)).then(a.gap.total_cmp(&b.gap))
        });
        let vertices = std::mem::take(&mut self.vertices);
        for of_one in vertices.chunk_by(|a, b| a.name == b.name) {
            let is_below = |it: &Candidate| it.gap < 0.0 && it.place == Where::Over;
            let begin = self.found.len();
            // Gaps ascend, so that the last is the least deep.
            let nearest = of_one.iter().rfind(|it| is_below(it));
            let lowest = of_one.iter().rfind(|it| is_below(it) && it.lowest);
            let least = match (lowest, nearest) {
                (Some(lowest), Some(nearest)) if lowest.gap >= nearest.gap - shallow => {
                    Some(lowest)
                }
                // Which of many faces holds it is only known of what is hardly inside.
                (_, nearest) => {
                    nearest.filter(|nearest| nearest.gap < -shallow || lowest.is_some())
                }
            };
            for it in least.into_iter().chain(of_one.iter().filter(|it| !is_below(it))) {
                let is_new = self.found[begin..].iter().all(|old| old.normal.dot(it.normal) < SAME);
                if is_new {
                    let rank = (self.found.len() - begin) as u64;
                    self.keep(it.name | rank, it.point, it.normal, it.gap);
                }
            }
        }
        self.vertices = vertices;
        self.found.retain(|it| it.gap >= -shallow || is_true(it));
        self.leave_by_the_shortest_way(shallow);
    }

    /// Drops what is deep where something near it is less deep, and what is doubtful where
    /// something near it is certain.
    fn leave_by_the_shortest_way(&mut self, shallow: f64) {
        for at in (0..self.found.len()).rev() {
            let it = self.found[at];
            let is_better = |other: &Found| {
                let apart = other.point.distance(it.point);
                let shorter =
                    other.gap < 0.0 && other.gap > it.gap + shallow && apart <= -2.0 * it.gap;
                let touches = other.doubt == 0.0 && other.gap.abs() < shallow;
                shorter || (touches && apart < it.doubt)
            };
            if it.gap < -shallow && self.found.iter().any(is_better) {
                self.found.remove(at);
            }
        }
    }
}
