//! Fewer faces, by collapsing edges where that costs least (Garland and Heckbert 1997)
//! while the solid keeps its volume (Lindstrom and Turk 1998).
//!
//! Every point has a quadric Q(v) = Σ area·(distance of v to a plane)², of the planes of
//! the faces around it. An edge ab becomes the point v that has the smallest
//! Q_a(v) + Q_b(v) among all that leave the volume as it is, and that sum says how dear
//! the edge is. The cheapest goes first; equal ones in the order of their points, so
//! that the same surface always gives the same faces. Places are taken from the middle
//! of the surface and in units of its size: units change nothing.

mod fan;
mod quadric;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use glam::DVec3;

use super::intersect::self_intersections;
use super::{MeshError, Surface};
use fan::Fans;
use quadric::Quadric;

/// What the length of an edge adds to its cost, so that flat parts lose short edges first.
const LENGTH_WEIGHT: f64 = 1e-6;

/// A surface of at most `most_faces` faces that is as near to the given one as a few
/// faces can be.
///
/// Points with the same coordinates are made one first. What is closed, oriented and a
/// manifold stays so and keeps its volume to rounding. Points of edges that have not two
/// faces, as the rim of an open surface has, stay where they are.
///
/// ```
/// use stickslip_geometry::mesh::{generate, simplify};
/// let ball = generate::sphere(1.0, 4)?;
/// let rough = simplify(&ball, 500)?;
/// let volume = |surface: &stickslip_geometry::mesh::Surface| surface.mass().map(|m| m.volume);
/// assert!(rough.faces().len() <= 500 && rough.check().is_solid());
/// assert!((volume(&rough).unwrap() - volume(&ball).unwrap()).abs() < 1e-12);
/// # Ok::<(), stickslip_geometry::mesh::MeshError>(())
/// ```
///
/// # Errors
/// Where so few faces cannot be had without folding the surface or opening it, or where
/// it would cross itself.
pub fn simplify(surface: &Surface, most_faces: usize) -> Result<Surface, MeshError> {
    let surface = surface.welded();
    if surface.faces().len() <= most_faces {
        return Ok(surface);
    }
    let mut shrinking = Shrinking::new(&surface);
    shrinking.run(most_faces);
    if shrinking.fans.count() > most_faces {
        let reached = shrinking.fans.count();
        return Err(MeshError::TooFewFaces { asked: most_faces, reached });
    }
    let rough = shrinking.surface(&surface)?;
    if !self_intersections(&rough).is_empty() && self_intersections(&surface).is_empty() {
        return Err(MeshError::WouldCross(most_faces));
    }
    Ok(rough)
}

/// The cost's bits, which are in the order of the costs, as no cost is negative;
/// two points, and the changes around them until then.
type Candidate = (u64, [u32; 2], [u32; 2]);

/// A surface that loses its edges one by one.
struct Shrinking {
    fans: Fans,
    quadrics: Vec<Quadric>,
    /// Points that are not where they were given.
    moved: Vec<bool>,
    /// How often the faces around each point changed: tells candidates that are out of date.
    changes: Vec<u32>,
    /// The cheapest first.
    candidates: BinaryHeap<Reverse<Candidate>>,
    middle: DVec3,
    unit: f64,
}

impl Shrinking {
    fn new(surface: &Surface) -> Self {
        let bounds = surface.bounds();
        let middle = bounds.centre();
        // A power of two, so that dividing by it rounds nothing.
        let unit =
            libm::exp2(libm::log2(bounds.size().max_element().max(f64::MIN_POSITIVE)).floor());
        let place = |&point: &DVec3| (point - middle) / unit;
        let fans = Fans::new(surface, surface.points().iter().map(place).collect());
        let mut quadrics = vec![Quadric::ZERO; surface.points().len()];
        for &face in surface.faces() {
            let quadric = Quadric::of_face(face.map(|at| fans.place(at)));
            face.iter().for_each(|&at| quadrics[at as usize] += quadric);
        }
        let (moved, changes) = (vec![false; quadrics.len()], vec![0; quadrics.len()]);
        Self { fans, quadrics, moved, changes, candidates: BinaryHeap::new(), middle, unit }
    }

    /// Collapses the cheapest edge until there are few enough faces or no edge can go.
    fn run(&mut self, most_faces: usize) {
        for point in 0..self.changes.len() as u32 {
            self.offer(point, |other| other > point);
        }
        while self.fans.count() > most_faces {
            let Some(Reverse((_, edge, changes))) = self.candidates.pop() else { return };
            if edge.map(|at| self.changes[at as usize]) != changes {
                continue;
            }
            if let Some((_, place)) = self.weigh(edge)
                && self.fans.collapse(edge, place)
            {
                self.join(edge);
            }
        }
    }

    /// Adds the edges of a point to some others.
    fn offer(&mut self, point: u32, is_wanted: impl Fn(u32) -> bool) {
        for other in self.fans.neighbours(point).into_iter().filter(|&other| is_wanted(other)) {
            let edge = [point.min(other), point.max(other)];
            if let Some((cost, _)) = self.weigh(edge) {
                let changes = edge.map(|at| self.changes[at as usize]);
                self.candidates.push(Reverse((cost, edge, changes)));
            }
        }
    }

    /// The bits of the cost, and the place of the new point; none where the edge must stay.
    fn weigh(&self, edge: [u32; 2]) -> Option<(u64, DVec3)> {
        let [a, b] = edge;
        if self.fans.is_held(a) || self.fans.is_held(b) {
            return None;
        }
        let [from, to] = edge.map(|at| self.fans.place(at));
        let middle = (from + to) / 2.0;
        let (normal, offset) = self.fans.volume_plane(edge, middle)?;
        let mut sum = self.quadrics[a as usize];
        sum += self.quadrics[b as usize];
        let place = sum.least_on_plane(middle, normal, offset);
        let cost = sum.at(place) + LENGTH_WEIGHT * sum.area() * from.distance_squared(to);
        (cost.is_finite()).then(|| (cost.max(0.0).to_bits(), place))
    }

    /// The second point has become the first: all edges whose faces changed by that, or
    /// had to stay because of them, have another turn.
    fn join(&mut self, [kept, lost]: [u32; 2]) {
        let gone = self.quadrics[lost as usize];
        self.quadrics[kept as usize] += gone;
        self.moved[kept as usize] = true;
        let mut around = self.fans.neighbours(kept);
        around.extend([kept, lost]);
        around.iter().for_each(|&at| self.changes[at as usize] += 1);
        around.sort_unstable();
        for &point in &around {
            // An edge between two of them once.
            self.offer(point, |other| other > point || around.binary_search(&other).is_err());
        }
    }

    /// What is left, each point that has not moved with the bits that it had.
    fn surface(&self, given: &Surface) -> Result<Surface, MeshError> {
        let place = |at: usize| match self.moved[at] {
            false => given.points()[at],
            true => self.fans.place(at as u32) * self.unit + self.middle,
        };
        let points = (0..self.moved.len()).map(place).collect();
        // Welding leaves out the points that no face uses.
        Ok(Surface::new(points, self.fans.faces())?.welded())
    }
}
