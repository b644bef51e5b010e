//! Which features may come near each other on the way from one place to another, and how
//! far everything may go on that way before two of them touch.
//!
//! Points of bodies that turn move along arcs. An arc of the angle θ at the radius r leaves
//! its chord by at most θ² r/8: so far apart the chords are kept besides (Eq. 88–90).

use glam::DVec3;
use rayon::prelude::*;
use stickslip_barrier::{Closest, Kind, Pair, mollified_below};
use stickslip_geometry::Bounds;
use stickslip_geometry::ccd::{Method, Query, QueryError, Tolerance, first_contact};
use stickslip_geometry::tree::Tree;

use super::super::surfaces::{Feature, Surfaces};
use super::places::{Movers, Places};

/// Fewer things than this are looked at by one thread.
const FEW: usize = 512;
/// Of a gap, so much is left by any step; of one beyond the reach, so much of the reach.
const KEPT: f64 = 0.2;
/// Steps of conservative advancement before a root is looked for.
const ADVANCES: usize = 8;
/// Features that come nearer than this, beside the size of the query, may count as touching.
const DELTA: f64 = 1e-11;

/// A pair of features that may come near each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// Edges before vertices with faces, then the numbers of the features: what tells pairs
    /// apart and orders them.
    pub(super) key: (bool, u32, u32),
    pub(super) pair: Pair,
    pub(super) points: [u32; 4],
    pub(super) parts: [u32; 2],
}

/// A vertex that may come near a plane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grounded {
    pub(super) plane: u32,
    pub(super) vertex: u32,
    pub(super) point: u32,
    /// Its radius (m).
    pub(super) offset: f64,
}

impl Surfaces {
    /// How far a vertex is above a plane that it may come near (m).
    pub(super) fn height(&self, near: &Grounded, places: &Places) -> f64 {
        let plane = &self.planes[near.plane as usize];
        (places.points[near.point as usize] - plane.origin).dot(plane.normal) - near.offset
    }
}

/// All of both, in the order of their features.
#[derive(Clone, Debug, Default)]
pub(super) struct Near {
    pub(super) pairs: Vec<Candidate>,
    pub(super) grounded: Vec<Grounded>,
}

/// A way from one place to another.
#[derive(Clone, Copy)]
pub(super) struct Way<'a> {
    pub(super) from: &'a Places,
    pub(super) to: &'a Places,
    /// The angle by which each body turns on it (rad).
    pub(super) turns: &'a [f64],
    pub(super) movers: &'a Movers,
}

impl Way<'_> {
    /// How far the arc of a point leaves its chord (m).
    fn bulge(&self, point: u32) -> f64 {
        let arm = self.movers.arms[point as usize];
        if arm == 0.0 {
            return 0.0;
        }
        let turn = self.turns[self.movers.mover(&self.movers.sites[point as usize])];
        0.125 * turn * turn * arm
    }

    fn bounds<const N: usize>(&self, feature: &Feature<N>, by: f64) -> Bounds {
        let ends = feature
            .points
            .iter()
            .flat_map(|&at| [self.from.points[at as usize], self.to.points[at as usize]]);
        let bulge = feature.points.iter().map(|&at| self.bulge(at)).fold(0.0, f64::max);
        Bounds::around(ends).grown(by + bulge)
    }

    fn is_free(&self, point: u32) -> bool {
        self.movers.is_free(self.movers.mover(&self.movers.sites[point as usize]))
    }
}

/// Applies a function to all, on several threads where there are many, in order.
pub(super) fn map_all<T: Sync, R: Send>(all: &[T], each: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    if all.len() < FEW {
        return all.iter().map(each).collect();
    }
    all.par_iter().with_min_len(64).map(each).collect()
}

impl Near {
    /// Everything that comes within the reach on the way.
    pub(super) fn find(&mut self, surfaces: &Surfaces, way: &Way, reach: f64) {
        self.pairs.clear();
        self.grounded.clear();
        let half = |part: u32| 0.5 * reach + surfaces.parts[part as usize].radius;
        let edges: Vec<Bounds> =
            surfaces.edges.iter().map(|edge| way.bounds(edge, half(edge.part))).collect();
        let numbers: Vec<u32> = (0..edges.len() as u32).collect();
        let tree = Tree::new(edges.iter().copied());
        let found = map_all(&numbers, |&first| {
            let mut own = Vec::new();
            let one = &surfaces.edges[first as usize];
            tree.overlapping(&edges[first as usize], |second| {
                if second > first {
                    own.extend(edge_pair(surfaces, way, one, [first, second]));
                }
            });
            own.sort_unstable_by_key(|candidate: &Candidate| candidate.key);
            own
        });
        self.pairs.extend(found.into_iter().flatten());
        let faces = surfaces.faces.iter().map(|face| way.bounds(face, half(face.part)));
        let tree = Tree::new(faces);
        let numbers: Vec<u32> = (0..surfaces.vertices.len() as u32).collect();
        let found = map_all(&numbers, |&number| {
            let mut own = Vec::new();
            let vertex = &surfaces.vertices[number as usize];
            tree.overlapping(&way.bounds(vertex, half(vertex.part)), |face| {
                own.extend(face_pair(surfaces, way, vertex, [number, face]));
            });
            own.sort_unstable_by_key(|candidate: &Candidate| candidate.key);
            own
        });
        self.pairs.extend(found.into_iter().flatten());
        for (plane, half_space) in surfaces.planes.iter().enumerate() {
            let height = |at: usize, places: &Places| {
                (places.points[at] - half_space.origin).dot(half_space.normal)
            };
            for (number, vertex) in surfaces.vertices.iter().enumerate() {
                let point = vertex.points[0];
                let offset = surfaces.parts[vertex.part as usize].radius;
                let lowest = height(point as usize, way.from).min(height(point as usize, way.to));
                if lowest - offset - way.bulge(point) < reach
                    && way.is_free(point)
                    && surfaces.may_touch(half_space.part, vertex.part)
                {
                    self.grounded.push(Grounded {
                        plane: plane as u32,
                        vertex: number as u32,
                        point,
                        offset,
                    });
                }
            }
        }
    }

    /// The share of the way that is free: on it every gap keeps a part of itself. Nothing
    /// that could touch is missed (SIGGRAPH 2022 course, §2.2.5).
    pub(super) fn free_share(
        &self,
        surfaces: &Surfaces,
        way: &Way,
        reach: f64,
    ) -> Result<f64, QueryError> {
        let mut share = 1.0_f64;
        for near in &self.grounded {
            let (gap, end) = (surfaces.height(near, way.from), surfaces.height(near, way.to));
            let kept = KEPT * gap.min(reach) + way.bulge(near.point);
            if end < kept {
                share = share.min(((gap - kept) / (gap - end)).max(0.0));
            }
        }
        let shares = map_all(&self.pairs, |candidate| candidate.free_share(way, reach));
        for found in shares {
            share = share.min(found?);
        }
        Ok(share)
    }
}

impl Candidate {
    /// Its four points.
    pub(super) fn corners(&self, places: &Places) -> [DVec3; 4] {
        self.points.map(|at| places.points[at as usize])
    }

    /// How many of its points belong to the first feature.
    pub(super) fn split(&self) -> usize {
        match self.pair.kind {
            Kind::VertexFace => 1,
            Kind::EdgeEdge => 2,
        }
    }

    fn free_share(&self, way: &Way, reach: f64) -> Result<f64, QueryError> {
        let (start, end) = (self.corners(way.from), self.corners(way.to));
        let distance = Closest::new(self.pair.kind, &start).distance;
        let gap = distance - self.pair.offset;
        let split = self.split();
        let largest = |all: &mut dyn Iterator<Item = f64>| all.fold(0.0, f64::max);
        let bulges = largest(&mut self.points[..split].iter().map(|&at| way.bulge(at)))
            + largest(&mut self.points[split..].iter().map(|&at| way.bulge(at)));
        let separation = self.pair.offset + KEPT * gap.min(reach) + bulges;
        // What comes less far than the gap cannot close it; what is common to all four points
        // closes nothing. Several such steps, each from where the last one led, spare most
        // of those that come near the search for a root.
        let common = 0.25 * (0..4).map(|at| end[at] - start[at]).sum::<DVec3>();
        let moved = |at: usize| (end[at] - start[at] - common).length();
        let travelled = largest(&mut (0..split).map(moved)) + largest(&mut (split..4).map(moved));
        let least = separation * (1.0 + 1e-12);
        let (mut time, mut apart) = (0.0, distance);
        for _ in 0..ADVANCES {
            if apart <= least {
                break;
            }
            time += (1.0 - 1e-12) * (apart - least) / travelled;
            if time >= 1.0 {
                return Ok(1.0);
            }
            let there = std::array::from_fn(|at| start[at].lerp(end[at], time));
            apart = Closest::new(self.pair.kind, &there).distance;
        }
        let query = Query { kind: self.pair.kind, start, end };
        let tolerance = Tolerance { delta: DELTA, separation };
        let answer = first_contact(&query, Method::Inclusion, &tolerance)?;
        Ok(answer.time().unwrap_or(1.0))
    }
}

fn share_points<const N: usize, const M: usize>(one: &[u32; N], two: &[u32; M]) -> bool {
    one.iter().any(|point| two.contains(point))
}

fn edge_pair(
    surfaces: &Surfaces,
    way: &Way,
    one: &Feature<2>,
    numbers: [u32; 2],
) -> Option<Candidate> {
    let two = &surfaces.edges[numbers[1] as usize];
    if share_points(&one.points, &two.points) || !surfaces.may_touch(one.part, two.part) {
        return None;
    }
    let points = [one.points[0], one.points[1], two.points[0], two.points[1]];
    if !points.iter().any(|&point| way.is_free(point)) {
        return None;
    }
    let [first, second] = numbers.map(|at| surfaces.squares[at as usize]);
    let radius = |part: u32| surfaces.parts[part as usize].radius;
    let pair = Pair {
        kind: Kind::EdgeEdge,
        mollified: mollified_below(first, second),
        offset: radius(one.part) + radius(two.part),
    };
    let key = (false, numbers[0], numbers[1]);
    Some(Candidate { key, pair, points, parts: [one.part, two.part] })
}

fn face_pair(
    surfaces: &Surfaces,
    way: &Way,
    vertex: &Feature<1>,
    numbers: [u32; 2],
) -> Option<Candidate> {
    let face = &surfaces.faces[numbers[1] as usize];
    let [a, b, c] = face.points;
    if share_points(&vertex.points, &face.points) || !surfaces.may_touch(vertex.part, face.part) {
        return None;
    }
    // Of two balls, each would be the vertex and the other the face once.
    let are_balls = [vertex.part, face.part].map(|part| surfaces.parts[part as usize].is_ball);
    if are_balls == [true; 2] && vertex.points[0] > a {
        return None;
    }
    let points = [vertex.points[0], a, b, c];
    if !points.iter().any(|&point| way.is_free(point)) {
        return None;
    }
    let radius = |part: u32| surfaces.parts[part as usize].radius;
    let offset = radius(vertex.part) + radius(face.part);
    let pair = Pair { kind: Kind::VertexFace, mollified: 0.0, offset };
    let key = (true, numbers[0], numbers[1]);
    Some(Candidate { key, pair, points, parts: [vertex.part, face.part] })
}
