//! What may be wrong with a surface, each told with the feature's number.

use std::collections::HashMap;

use thiserror::Error;

use super::intersect::self_intersections;
use super::mass::signed_volume;
use super::topology::Partition;
use super::{Surface, Topology};

/// Of each kind, so many defects are told one by one; the rest is counted.
pub const MAX_REPORTED: usize = 16;

/// One thing that is wrong.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
pub enum Defect {
    /// A face with no area.
    #[error("face {0} has no area")]
    Degenerate(u32),
    /// A face with the corners of another.
    #[error("face {0} has the same corners as face {1}")]
    Duplicate(u32, u32),
    /// An edge of one face only.
    #[error("edge {0}–{1} has a face on one side only (face {2}): the surface is open there")]
    Boundary(u32, u32, u32),
    /// An edge of three faces or more.
    #[error("edge {0}–{1} has {2} faces")]
    ManyFaces(u32, u32, usize),
    /// Two neighbours that turn against each other.
    #[error("faces {2} and {3} turn against each other at edge {0}–{1}")]
    Opposed(u32, u32, u32, u32),
    /// A point around which the faces make several fans.
    #[error("point {0} joins {1} fans of faces that share no edge")]
    Pinched(u32, usize),
    /// Faces that go through each other.
    #[error("faces {0} and {1} cross or touch each other")]
    Crossing(u32, u32),
    /// A closed surface whose faces turn clockwise.
    #[error("the surface is inside out: its volume is {0}")]
    InsideOut(f64),
}

/// What was found of a surface.
#[derive(Clone, Debug, PartialEq)]
pub struct SurfaceCheck {
    /// Every edge has two faces.
    pub closed: bool,
    /// Neighbours turn the same way, and a closed surface has a positive volume.
    pub oriented: bool,
    /// No edge has more than two faces, no point joins several fans.
    pub manifold: bool,
    /// Faces cross or touch where they share no point.
    pub crossing: bool,
    /// Parts that hang together over edges.
    pub parts: usize,
    /// Points that no face uses.
    pub unused_points: usize,
    /// What is wrong: of each kind, the first few.
    pub defects: Vec<Defect>,
    /// How many defects there are, told or not.
    pub count: usize,
}

impl SurfaceCheck {
    /// Closed, oriented, manifold, free of crossings and of faces without area.
    pub fn is_solid(&self) -> bool {
        self.count == 0
    }
}

#[derive(Default)]
struct Found {
    defects: Vec<Defect>,
    count: usize,
}

impl Found {
    /// Keeps the first few; says how many there are.
    fn add(&mut self, defects: impl IntoIterator<Item = Defect>) -> usize {
        let mut kind = 0;
        for defect in defects {
            if kind < MAX_REPORTED {
                self.defects.push(defect);
            }
            kind += 1;
        }
        self.count += kind;
        kind
    }
}

impl Surface {
    /// Looks for everything that may be wrong. Faces that cross are found with exact
    /// predicates, pair by pair of overlapping boxes.
    pub fn check(&self) -> SurfaceCheck {
        let topology = self.topology();
        let mut found = Found::default();
        let area = |face: &u32| {
            let [a, b, c] = self.corners(*face as usize);
            (b - a).cross(c - a).length_squared()
        };
        let faces = 0..self.faces().len() as u32;
        found.add(faces.filter(|face| area(face) == 0.0).map(Defect::Degenerate));
        found.add(duplicates(self.faces()));
        let sides = |count: fn(usize) -> bool| {
            let topology = &topology;
            (0..topology.edges.len()).filter(move |&edge| count(topology.faces_of(edge).len()))
        };
        let edge = |edge: usize| topology.edges[edge];
        let open =
            found
                .add(sides(|count| count == 1).map(|at| {
                    Defect::Boundary(edge(at)[0], edge(at)[1], topology.faces_of(at)[0])
                }));
        let many = found
            .add(sides(|count| count > 2).map(|at| {
                Defect::ManyFaces(edge(at)[0], edge(at)[1], topology.faces_of(at).len())
            }));
        let opposed = found.add(sides(|count| count == 2).filter_map(|at| {
            let [first, second] = [topology.faces_of(at)[0], topology.faces_of(at)[1]];
            let same = self.runs_along(first, edge(at)) == self.runs_along(second, edge(at));
            same.then(|| Defect::Opposed(edge(at)[0], edge(at)[1], first, second))
        }));
        let pinched = found.add(fans(self, &topology));
        let crossing =
            found.add(self_intersections(self).into_iter().map(|[a, b]| Defect::Crossing(a, b)));
        let closed = open + many == 0;
        let volume = signed_volume(self);
        let inside_out = closed && opposed == 0 && volume < 0.0;
        found.add(inside_out.then_some(Defect::InsideOut(volume)));
        let mut used = vec![false; self.points().len()];
        self.faces().iter().flatten().for_each(|&at| used[at as usize] = true);
        let components = topology.components();
        SurfaceCheck {
            closed,
            oriented: opposed == 0 && !inside_out,
            manifold: many + pinched == 0,
            crossing: crossing > 0,
            parts: (0..).zip(&components).filter(|(face, root)| face == *root).count(),
            unused_points: used.iter().filter(|used| !**used).count(),
            defects: found.defects,
            count: found.count,
        }
    }

    /// Whether a face has the edge in the direction it is given in.
    pub(super) fn runs_along(&self, face: u32, [from, to]: [u32; 2]) -> bool {
        let [a, b, c] = self.faces()[face as usize];
        [[a, b], [b, c], [c, a]].contains(&[from, to])
    }
}

fn duplicates(faces: &[[u32; 3]]) -> Vec<Defect> {
    let mut first: HashMap<[u32; 3], u32> = HashMap::new();
    let mut found = Vec::new();
    for (face, corners) in (0..).zip(faces) {
        let mut sorted = *corners;
        sorted.sort_unstable();
        match first.get(&sorted) {
            Some(&other) => found.push(Defect::Duplicate(face, other)),
            None => _ = first.insert(sorted, face),
        }
    }
    found
}

/// Points whose faces do not all hang together over edges at that point.
pub(super) fn fans(surface: &Surface, topology: &Topology) -> Vec<Defect> {
    // Corner 3 f + k of face f; two are joined where their faces share an edge at the point.
    let mut parts = Partition::new(3 * surface.faces().len());
    let corner = |face: u32, point: u32| {
        let place = surface.faces()[face as usize].iter().position(|&at| at == point);
        // A face of an edge has both of its points.
        3 * face + place.unwrap_or(0) as u32
    };
    for (edge, ends) in topology.edges.iter().enumerate() {
        for pair in topology.faces_of(edge).windows(2) {
            for &end in ends {
                parts.join(corner(pair[0], end), corner(pair[1], end));
            }
        }
    }
    let mut fans = vec![0_usize; surface.points().len()];
    for (at, &point) in (0..).zip(surface.faces().iter().flatten()) {
        if parts.root(at) == at {
            fans[point as usize] += 1;
        }
    }
    let several = (0..).zip(fans).filter(|(_, count)| *count > 1);
    several.map(|(point, count)| Defect::Pinched(point, count)).collect()
}
