//! Eight contact manifolds in lanes.
//!
//! A manifold has up to four points with one normal n between bodies a and b. `solve` has what
//! sweeps do with them.

use super::lane::{LANES, Lane, SymmetricLanes, VectorLanes, take};
use super::moments::Moments;
use super::rows::BodyRow;

/// Most points of a manifold.
pub const POINTS: usize = 4;

/// A point of each of eight manifolds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PointLanes {
    /// Arms from both centres of mass.
    pub(super) arms: [VectorLanes; 2],
    /// Gap at the beginning of the step, as its later motion continues it.
    pub(super) gap: Lane,
    /// Effective masses along the normal and across it; zero where there is no point.
    pub(super) normal_mass: Lane,
    pub(super) tangent_mass: Lane,
    /// s of the point's softness.
    pub(super) share: Lane,
    /// Impulses along the normal and both tangents.
    pub(super) normal_impulse: Lane,
    pub(super) tangent_impulse: [Lane; 2],
    /// Normal speed before the point was struck.
    pub(super) approach: Lane,
}

/// Eight manifolds of one colour: no body that forces move is in two of them.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Group {
    /// Both bodies of each; the number after all bodies where there is no manifold.
    pub(super) bodies: [[u32; LANES]; 2],
    /// Which of them forces move, bit by bit.
    pub(super) moves: [u32; 2],
    /// Most points of any of them.
    pub(super) points: usize,
    pub(super) normal: VectorLanes,
    pub(super) tangent: VectorLanes,
    /// Inverse inertias in world axes.
    pub(super) inertia: [SymmetricLanes; 2],
    /// Coulomb's coefficient, restitution, β of the softness, and 1 where it relaxes.
    pub(super) friction: Lane,
    pub(super) restitution: Lane,
    pub(super) rate: Lane,
    pub(super) relaxes: Lane,
    pub(super) moments: Moments,
    pub(super) at: [PointLanes; POINTS],
    /// Names of the features of all points.
    pub(super) features: [[u64; LANES]; POINTS],
}

impl Group {
    /// Without manifolds; `nobody` is the number after all bodies.
    pub(super) fn new(nobody: u32) -> Self {
        Self {
            bodies: [[nobody; LANES]; 2],
            moves: [0; 2],
            points: 0,
            normal: Default::default(),
            tangent: Default::default(),
            inertia: Default::default(),
            friction: Lane::ZERO,
            restitution: Lane::ZERO,
            rate: Lane::ZERO,
            relaxes: Lane::ZERO,
            moments: Moments::default(),
            at: Default::default(),
            features: [[0; LANES]; POINTS],
        }
    }

    /// Gives a lane to the manifold of two bodies.
    pub(super) fn take(&mut self, lane: usize, bodies: [u32; 2], moves: [bool; 2]) {
        for side in 0..2 {
            self.bodies[side][lane] = bodies[side];
            self.moves[side] |= u32::from(moves[side]) << lane;
        }
    }

    /// Empties a lane.
    pub(super) fn clear(&mut self, lane: usize, nobody: u32) {
        for side in 0..2 {
            self.bodies[side][lane] = nobody;
            self.moves[side] &= !(1 << lane);
        }
        for point in &mut self.at {
            point.blank(lane);
        }
        self.moments.blank(lane);
    }

    /// Makes manifolds that were written for one sub-step those of one `scale` times as long.
    pub(super) fn rescale(&mut self, scale: f64) {
        self.rate.scale((1.0 / scale) as f32);
        self.moments.rescale(scale);
        for point in &mut self.at[..self.points] {
            point.normal_impulse.scale(scale as f32);
            point.tangent_impulse.iter_mut().for_each(|own| own.scale(scale as f32));
        }
    }

    /// The gap of a point of a manifold where its bodies are now (m).
    pub(super) fn gap(&self, k: usize, lane: usize, deltas: &[BodyRow]) -> f64 {
        let (point, n) = (&self.at[k], take(&self.normal, lane));
        let moved = [0, 1].map(|side| {
            let (way, turn) = deltas[self.bodies[side][lane] as usize].motion();
            n.dot(way) + take(&point.arms[side], lane).cross(n).dot(turn)
        });
        f64::from(point.gap.get(lane)) + (moved[1] - moved[0])
    }
}

impl PointLanes {
    /// No point in a lane: no mass, no impulse.
    pub(super) fn blank(&mut self, lane: usize) {
        let zero = [&mut self.normal_mass, &mut self.tangent_mass, &mut self.normal_impulse];
        zero.into_iter().for_each(|own| own.set(lane, 0.0));
        self.tangent_impulse.iter_mut().for_each(|own| own.set(lane, 0.0));
        self.approach.set(lane, 0.0);
    }
}
