//! Faces around points, and what an edge does to them when it becomes a point.

use glam::DVec3;

use super::super::Surface;
use super::super::check::{Defect, fans};

/// A face must not turn farther than the angle of this cosine.
const LEAST_COSINE: f64 = 0.2;
/// A face may not become flatter, height over longest side, than this and than all before.
const THIN: f64 = 0.05;
/// Fans whose parts cancel to less than this share of them span no plane.
const CLOSED_UP: f64 = 1e-6;

/// Points, faces, and the faces of each point.
pub struct Fans {
    places: Vec<DVec3>,
    faces: Vec<[u32; 3]>,
    /// Of each point, the faces that are left; none of one that is gone.
    around: Vec<Vec<u32>>,
    /// Points that stay.
    held: Vec<bool>,
    count: usize,
}

fn contains(face: &[u32; 3], point: u32) -> bool {
    face.contains(&point)
}

fn doubled_area([a, b, c]: [DVec3; 3]) -> DVec3 {
    (b - a).cross(c - a)
}

/// Height over the longest side.
fn thickness(corners: [DVec3; 3]) -> f64 {
    let [a, b, c] = corners;
    let longest = a.distance_squared(b).max(b.distance_squared(c)).max(c.distance_squared(a));
    doubled_area(corners).length() / longest
}

impl Fans {
    pub fn new(surface: &Surface, places: Vec<DVec3>) -> Self {
        let faces = surface.faces().to_vec();
        let mut around = vec![Vec::new(); places.len()];
        for (number, face) in (0..).zip(&faces) {
            face.iter().for_each(|&at| around[at as usize].push(number));
        }
        let mut held = vec![false; places.len()];
        let topology = surface.topology();
        for (number, ends) in topology.edges.iter().enumerate() {
            let runs = |&face: &u32| surface.runs_along(face, *ends);
            let sides = topology.faces_of(number);
            let is_plain = sides.len() == 2 && runs(&sides[0]) != runs(&sides[1]);
            if !is_plain {
                ends.iter().for_each(|&at| held[at as usize] = true);
            }
        }
        for defect in fans(surface, &topology) {
            if let Defect::Pinched(point, _) = defect {
                held[point as usize] = true;
            }
        }
        let count = faces.len();
        Self { places, faces, around, held, count }
    }

    pub fn place(&self, point: u32) -> DVec3 {
        self.places[point as usize]
    }

    pub fn is_held(&self, point: u32) -> bool {
        self.held[point as usize]
    }

    /// How many faces are left.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The faces that are left.
    pub fn faces(&self) -> Vec<[u32; 3]> {
        let is_left =
            |number: u32, face: &[u32; 3]| self.around[face[0] as usize].contains(&number);
        (0..)
            .zip(&self.faces)
            .filter(|(number, face)| is_left(*number, face))
            .map(|(_, face)| *face)
            .collect()
    }

    /// The points that share an edge with this one, ascending.
    pub fn neighbours(&self, point: u32) -> Vec<u32> {
        let faces = self.around[point as usize].iter();
        let corners = faces.flat_map(|&face| self.faces[face as usize]);
        let mut all: Vec<u32> = corners.filter(|&other| other != point).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Faces of one of two points, and then of both.
    fn fan(&self, [a, b]: [u32; 2]) -> (Vec<u32>, Vec<u32>) {
        let has_both = |face: &u32| contains(&self.faces[*face as usize], b);
        let (both, mut one): (Vec<u32>, Vec<u32>) =
            self.around[a as usize].iter().partition(|face| has_both(face));
        one.extend(
            self.around[b as usize]
                .iter()
                .filter(|&&face| !contains(&self.faces[face as usize], a)),
        );
        (one, both)
    }

    /// The corners of a face where both points are at one place.
    fn moved(&self, face: u32, edge: [u32; 2], place: DVec3) -> [DVec3; 3] {
        self.faces[face as usize].map(|at| if edge.contains(&at) { place } else { self.place(at) })
    }

    /// The places v with n·(v − middle) = d leave the volume as it is: the faces around
    /// the edge hold Σ det[p q r]/6 with all points taken from the middle, and those
    /// around v hold Σ v·(p × q)/6 over the sides p q that go around both points.
    pub fn volume_plane(&self, edge: [u32; 2], middle: DVec3) -> Option<(DVec3, f64)> {
        let (one, both) = self.fan(edge);
        let (mut normal, mut offset, mut parts) = (DVec3::ZERO, 0.0, 0.0);
        for &face in one.iter().chain(&both) {
            let corners = self.faces[face as usize];
            let [a, b, c] = corners.map(|at| self.place(at) - middle);
            offset += a.dot(b.cross(c));
            if both.contains(&face) {
                continue;
            }
            let part = match corners.map(|at| edge.contains(&at)) {
                [true, ..] => b.cross(c),
                [_, true, _] => c.cross(a),
                _ => a.cross(b),
            };
            normal += part;
            parts += part.length();
        }
        (normal.length() > CLOSED_UP * parts).then_some((normal, offset))
    }

    /// Makes the edge a point at a place, unless that would join what hangs together
    /// elsewhere, turn a face over or make it a needle. Says whether it was done.
    pub fn collapse(&mut self, edge: [u32; 2], place: DVec3) -> bool {
        let [kept, lost] = edge;
        let (one, both) = self.fan(edge);
        if both.len() != 2 || !self.stays_manifold(edge) || !self.stays_fair(&one, edge, place) {
            return false;
        }
        for &face in &both {
            for at in self.faces[face as usize] {
                self.around[at as usize].retain(|&other| other != face);
            }
        }
        for face in std::mem::take(&mut self.around[lost as usize]) {
            let corners = &mut self.faces[face as usize];
            corners.iter_mut().filter(|at| **at == lost).for_each(|at| *at = kept);
            self.around[kept as usize].push(face);
        }
        self.places[kept as usize] = place;
        self.count -= 2;
        true
    }

    /// The points beside both ends are the two beyond the edge's faces, and these are not
    /// joined to both ends by one more edge of their own: the link condition.
    fn stays_manifold(&self, [a, b]: [u32; 2]) -> bool {
        let of_b = self.neighbours(b);
        let common: Vec<u32> =
            self.neighbours(a).into_iter().filter(|at| of_b.binary_search(at).is_ok()).collect();
        let [c, d] = common[..] else { return false };
        let has = |point: u32| {
            let mut faces =
                self.around[point as usize].iter().map(|&face| &self.faces[face as usize]);
            faces.any(|face| contains(face, c) && contains(face, d))
        };
        !(has(a) && has(b))
    }

    fn stays_fair(&self, fan: &[u32], edge: [u32; 2], place: DVec3) -> bool {
        let corners = |face: u32| self.faces[face as usize].map(|at| self.place(at));
        let thinnest = fan.iter().map(|&face| thickness(corners(face))).fold(THIN, f64::min);
        fan.iter().all(|&face| {
            let moved = self.moved(face, edge, place);
            let (before, after) = (doubled_area(corners(face)), doubled_area(moved));
            before.dot(after) > LEAST_COSINE * before.length() * after.length()
                && thickness(moved) >= thinnest
        })
    }
}
