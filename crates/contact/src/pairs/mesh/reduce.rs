//! From all that two meshes touch in to the few points that carry load.

use glam::DVec3;

use super::numbered;
use crate::Pose;
use crate::manifold::{Manifold, Point};
use crate::pairs::Sink;

/// Normals within this angle (as a cosine, 30°) push as one.
const TOGETHER: f64 = 0.87;
/// What is this share of the reach less deep than the deepest carries load with it; the
/// rest may do so at the end of a step.
const BAND: f64 = 0.1;

/// One point with its normal, which points from the first surface to the second.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) name: u64,
    pub(super) point: DVec3,
    pub(super) normal: DVec3,
    pub(super) gap: f64,
    /// Where positive, whatever is certain within this distance takes its place.
    pub(super) doubt: f64,
}

/// What was found between two meshes, in the frame of one of them.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    pub(super) found: Vec<Found>,
    pub(super) vertices: Vec<super::features::Candidate>,
    pub(super) near: [Vec<u32>; 2],
    pub(super) corners: Vec<DVec3>,
    pub(super) triangles: Vec<[u32; 3]>,
    directions: Vec<DVec3>,
    group: Vec<usize>,
    order: Vec<usize>,
    chosen: Vec<Point>,
}

impl Gathered {
    pub(super) fn clear(&mut self) {
        self.found.clear();
        self.vertices.clear();
    }

    pub(super) fn keep(&mut self, name: u64, point: DVec3, normal: DVec3, gap: f64) {
        self.found.push(Found { name, point, normal, gap, doubt: 0.0 });
    }

    /// Groups the points by their normals, the deepest first, and gives of each group at
    /// most four that are about as deep as its deepest; where these do not span a face,
    /// four others besides.
    pub(super) fn give(&mut self, reach: f64, frame: &Pose, sink: &mut Sink) {
        self.found.sort_unstable_by_key(|found| found.name);
        self.order.clear();
        self.order.extend(0..self.found.len());
        let found = &self.found;
        self.order.sort_unstable_by(|&a, &b| found[a].gap.total_cmp(&found[b].gap).then(a.cmp(&b)));
        self.directions.clear();
        self.group.clear();
        self.group.resize(self.found.len(), 0);
        for &at in &self.order {
            let normal = self.found[at].normal;
            let known = self.directions.iter().position(|other| other.dot(normal) >= TOGETHER);
            self.group[at] = known.unwrap_or_else(|| {
                self.directions.push(normal);
                self.directions.len() - 1
            });
        }
        for (group, &direction) in self.directions.iter().enumerate() {
            let own = || (0..self.found.len()).filter(|&at| self.group[at] == group);
            let least = own().map(|at| self.found[at].gap).fold(f64::INFINITY, f64::min);
            for near in [true, false] {
                let is_here = |&at: &usize| (self.found[at].gap <= least + BAND * reach) == near;
                self.chosen.clear();
                self.chosen.extend(own().filter(is_here).map(|at| {
                    let Found { point, gap, .. } = self.found[at];
                    numbered(at, point, gap)
                }));
                let manifold = Manifold::reduced(direction, &self.chosen);
                for point in manifold.points() {
                    let found = &self.found[point.feature as usize];
                    let place = frame.point(found.point) - sink.origin;
                    sink.push(found.name, place, frame.direction(found.normal), found.gap);
                }
                if manifold.points().len() >= 3 {
                    break;
                }
            }
        }
    }
}
