//! Two surfaces that move: which features may meet in a step, which do, and when
//! the first do.
//!
//! Work is shared out over the threads of the caller's pool and put together in
//! the order of the features' numbers: the result has the same bits for any number
//! of threads.

use std::sync::atomic::{AtomicU64, Ordering};

use glam::DVec3;
use rayon::prelude::*;

use super::{Answer, Kind, Method, Query, QueryError, Tolerance, first_contact};
use crate::Bounds;
use crate::tree::Tree;

/// Features of a surface whose points move. Several surfaces may share the points.
/// Every number must be that of a point at both times; the functions below panic
/// where it is not.
#[derive(Clone, Copy, Debug)]
pub struct Moving<'a> {
    /// All points at t = 0.
    pub start: &'a [DVec3],
    /// All points at t = 1.
    pub end: &'a [DVec3],
    /// The points that are vertices of the surface.
    pub vertices: &'a [u32],
    /// Its edges, as numbers of points.
    pub edges: &'a [[u32; 2]],
    /// Its faces, as numbers of points.
    pub faces: &'a [[u32; 3]],
}

impl Moving<'_> {
    fn swept<const N: usize>(&self, feature: [u32; N], by: f64) -> Bounds {
        let both = feature.iter().flat_map(|&at| [self.start[at as usize], self.end[at as usize]]);
        Bounds::around(both).grown(by)
    }

    fn bounds(&self, by: f64) -> Bounds {
        let all = self.vertices.iter().map(|&at| self.swept([at], by));
        all.fold(Bounds::EMPTY, |all, next| all.union(&next))
    }
}

/// Which features of two surfaces A and B.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ContactKind {
    /// A vertex of A and a face of B.
    VertexFace,
    /// A face of A and a vertex of B.
    FaceVertex,
    /// An edge of each.
    EdgeEdge,
}

/// Two features that touch, identified by their places in the lists of A and B.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FeatureContact {
    /// Which features.
    pub kind: ContactKind,
    /// Place in the list of A.
    pub first: u32,
    /// Place in the list of B.
    pub second: u32,
    /// When, at the earliest.
    pub time: f64,
}

/// Pairs of features whose swept boxes overlap, each list in ascending order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SweptPairs {
    /// Vertices of A and faces of B.
    pub vertex_face: Vec<[u32; 2]>,
    /// Faces of A and vertices of B.
    pub face_vertex: Vec<[u32; 2]>,
    /// Edges of A and of B.
    pub edge_edge: Vec<[u32; 2]>,
}

impl SweptPairs {
    /// How many pairs there are of all kinds.
    pub fn len(&self) -> usize {
        self.vertex_face.len() + self.face_vertex.len() + self.edge_edge.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// All pairs of features whose boxes, swept over the step, come within
/// `distance` of each other along every axis. `distance` may be 0.
pub fn swept_pairs(a: &Moving, b: &Moving, distance: f64) -> SweptPairs {
    let (around_a, around_b) = (a.bounds(distance), b.bounds(0.0));
    let sweep_a = |feature: Bounds| feature.overlaps(&around_b).then_some(feature);
    let sweep_b = |feature: Bounds| feature.overlaps(&around_a).then_some(feature);
    let (vertex_face, (face_vertex, edge_edge)) = rayon::join(
        || {
            let vertices = a.vertices.iter().map(|&at| sweep_a(a.swept([at], distance)));
            join(vertices, b.faces.iter().map(|&face| sweep_b(b.swept(face, 0.0))))
        },
        || {
            rayon::join(
                || {
                    let vertices = b.vertices.iter().map(|&at| sweep_b(b.swept([at], 0.0)));
                    let faces = a.faces.iter().map(|&face| sweep_a(a.swept(face, distance)));
                    let mut pairs = join(vertices, faces);
                    pairs.iter_mut().for_each(|pair| pair.reverse());
                    pairs.sort_unstable();
                    pairs
                },
                || {
                    let edges = a.edges.iter().map(|&edge| sweep_a(a.swept(edge, distance)));
                    join(edges, b.edges.iter().map(|&edge| sweep_b(b.swept(edge, 0.0))))
                },
            )
        },
    );
    SweptPairs { vertex_face, face_vertex, edge_edge }
}

/// Pairs of overlapping boxes of two lists, in which some are left out.
fn join(
    first: impl Iterator<Item = Option<Bounds>>,
    second: impl Iterator<Item = Option<Bounds>>,
) -> Vec<[u32; 2]> {
    let numbered = |boxes: Vec<Option<Bounds>>| -> (Vec<u32>, Vec<Bounds>) {
        let kept = boxes.into_iter().enumerate();
        kept.filter_map(|(at, bounds)| Some((at as u32, bounds?))).unzip()
    };
    let (first_numbers, first_boxes) = numbered(first.collect());
    let (second_numbers, second_boxes) = numbered(second.collect());
    let tree = Tree::new(second_boxes);
    first_boxes
        .par_iter()
        .zip(&first_numbers)
        .with_min_len(256)
        .flat_map_iter(|(bounds, &number)| {
            let mut found = Vec::new();
            tree.overlapping(bounds, |place| found.push([number, second_numbers[place as usize]]));
            found.sort_unstable();
            found
        })
        .collect()
}

/// All features of A and B that touch in the step, kind by kind in ascending order.
///
/// # Errors
/// As [`first_contact`] for the first pair that it cannot answer.
pub fn contacts(
    a: &Moving,
    b: &Moving,
    method: Method,
    tolerance: &Tolerance,
) -> Result<Vec<FeatureContact>, QueryError> {
    let found: Result<Vec<_>, _> = candidates(a, b, &swept_pairs(a, b, tolerance.separation))
        .into_par_iter()
        .with_min_len(64)
        .map(|(contact, query)| {
            let answer = first_contact(&query, method, tolerance)?;
            Ok(answer.time().map(|time| FeatureContact { time, ..contact }))
        })
        .collect();
    Ok(found?.into_iter().flatten().collect())
}

/// The first time at which A and B touch, or none.
///
/// # Errors
/// As [`first_contact`] for the first pair that it cannot answer.
pub fn first_time(
    a: &Moving,
    b: &Moving,
    method: Method,
    tolerance: &Tolerance,
) -> Result<Option<f64>, QueryError> {
    // Non-negative numbers and their bits have the same order.
    let earliest = AtomicU64::new(f64::INFINITY.to_bits());
    candidates(a, b, &swept_pairs(a, b, tolerance.separation))
        .into_par_iter()
        .with_min_len(64)
        .try_for_each(|(_, query)| {
            if let Answer::Touch(time) = first_contact(&query, method, tolerance)? {
                earliest.fetch_min(time.to_bits(), Ordering::Relaxed);
            }
            Ok(())
        })?;
    let time = f64::from_bits(earliest.into_inner());
    Ok(time.is_finite().then_some(time))
}

fn candidates(a: &Moving, b: &Moving, pairs: &SweptPairs) -> Vec<(FeatureContact, Query)> {
    let SweptPairs { vertex_face, face_vertex, edge_edge } = pairs;
    let mut all = Vec::with_capacity(pairs.len());
    let mut add = |kind, [first, second]: [u32; 2], features, points: [(&Moving, u32); 4]| {
        let contact = FeatureContact { kind, first, second, time: 0.0 };
        let start = points.map(|(surface, at)| surface.start[at as usize]);
        let end = points.map(|(surface, at)| surface.end[at as usize]);
        all.push((contact, Query { kind: features, start, end }));
    };
    for &pair in vertex_face {
        let face = b.faces[pair[1] as usize].map(|at| (b, at));
        let vertex = (a, a.vertices[pair[0] as usize]);
        let points = [vertex, face[0], face[1], face[2]];
        add(ContactKind::VertexFace, pair, Kind::VertexFace, points);
    }
    for &pair in face_vertex {
        let face = a.faces[pair[0] as usize].map(|at| (a, at));
        let vertex = (b, b.vertices[pair[1] as usize]);
        let points = [vertex, face[0], face[1], face[2]];
        add(ContactKind::FaceVertex, pair, Kind::VertexFace, points);
    }
    for &pair in edge_edge {
        let first = a.edges[pair[0] as usize].map(|at| (a, at));
        let second = b.edges[pair[1] as usize].map(|at| (b, at));
        let points = [first[0], first[1], second[0], second[1]];
        add(ContactKind::EdgeEdge, pair, Kind::EdgeEdge, points);
    }
    all
}
