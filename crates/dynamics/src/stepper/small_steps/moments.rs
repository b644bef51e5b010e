//! Friction against spinning and rolling.
//!
//! Bodies of a manifold turn against each other by ω = ωb − ωa at all of its points alike, so
//! that these have one moment: about the normal of at most c Σλₙ, c the arm of torsion, and
//! across it in a disc of radius r Σλₙ, r the arm of rolling (SIGGRAPH 2022 course, §1.5). It
//! follows friction in the relaxing sweep, with the same scalar mass for both directions across.

use glam::{DMat3, DVec3};

use super::group::{Group, PointLanes};
use super::lane::{Lane, Symmetric, Vector, Wide, add_scaled, dot, scaled, vector};
use super::motion::Motion;
use super::registers::Registers;
use crate::parts::Surface;
use crate::state::CONTACT_ROWS;

/// Moments of eight manifolds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Moments {
    /// Whether any of them has or had some.
    pub(super) is_used: bool,
    /// Arms of torsion and rolling (m).
    pub(super) arms: [Lane; 2],
    /// Effective inertias about the normal and across it.
    inertias: [Lane; 2],
    /// Moments of impulse about the normal and both tangents.
    pub(super) impulses: [Lane; 3],
}

impl Moments {
    /// No moments in a lane.
    pub(super) fn blank(&mut self, lane: usize) {
        let all = self.arms.iter_mut().chain(&mut self.inertias).chain(&mut self.impulses);
        all.for_each(|own| own.set(lane, 0.0));
    }

    pub(super) fn rescale(&mut self, scale: f64) {
        self.impulses.iter_mut().for_each(|own| own.scale(scale as f32));
    }

    /// Writes those of a manifold with its axes, normal first, the inverse inertias of both
    /// bodies together, and the moment that it inherits.
    pub(super) fn write(
        &mut self,
        lane: usize,
        surface: &Surface,
        axes: [DVec3; 3],
        inverse: &DMat3,
        moment: DVec3,
    ) {
        self.is_used = true;
        let between = |one: usize, two: usize| axes[one].dot(*inverse * axes[two]);
        let (tt, tb, bb) = (between(1, 1), between(1, 2), between(2, 2));
        let largest = 0.5 * (tt + bb) + (0.25 * (tt - bb) * (tt - bb) + tb * tb).sqrt();
        for (at, (arm, inverse)) in
            [(surface.torsion, between(0, 0)), (surface.rolling, largest)].into_iter().enumerate()
        {
            self.arms[at].set(lane, arm as f32);
            self.inertias[at].set(lane, if inverse > 0.0 { (1.0 / inverse) as f32 } else { 0.0 });
        }
        for (own, axis) in self.impulses.iter_mut().zip(axes) {
            own.set(lane, moment.dot(axis) as f32);
        }
    }
}

impl Surface {
    /// Moments about the normal and both tangents among the impulses of a point that a state
    /// keeps, where rows that there are none of are left out.
    pub fn moments(&self, impulses: &[f64; CONTACT_ROWS]) -> [f64; 3] {
        let [_, _, _, first, second, third] = *impulses;
        match (self.torsion > 0.0, self.rolling > 0.0) {
            (true, true) => [first, second, third],
            (true, false) => [first, 0.0, 0.0],
            (false, true) => [0.0, first, second],
            (false, false) => [0.0; 3],
        }
    }

    /// The same the other way: moments go where the state keeps them.
    pub fn keep_moments(&self, moments: [f64; 3], impulses: &mut [f64; CONTACT_ROWS]) {
        let first = if self.torsion > 0.0 { 0 } else { 1 };
        impulses[3..6 - first].copy_from_slice(&moments[first..]);
    }
}

impl Group {
    /// A point's part of the moment of its manifold, by its load.
    pub(super) fn share_of_moment(&self, point: &PointLanes, lane: usize) -> [f64; 3] {
        if !self.moments.is_used {
            return [0.0; 3];
        }
        let load = |point: &PointLanes| f64::from(point.normal_impulse.get(lane));
        let whole: f64 = self.at[..self.points].iter().map(load).sum();
        let share = if whole > 0.0 { load(point) / whole } else { 0.0 };
        self.moments.impulses.map(|own| share * f64::from(own.get(lane)))
    }

    /// Moments as vectors.
    #[inline(always)]
    pub(super) fn moment<R: Registers>(&self, r: R, axes: &[Vector<R>; 3]) -> Vector<R> {
        let [x, y, z] = vector(r, &self.moments.impulses);
        add_scaled(&add_scaled(&scaled(&axes[0], x), &axes[1], y), &axes[2], z)
    }

    /// Sums of the normal impulses.
    #[inline(always)]
    pub(super) fn loads<R: Registers>(&self, r: R) -> Wide<R> {
        let mut load = Wide::splat(r, 0.0);
        for point in &self.at[..self.points] {
            load = load + Wide::of(r, &point.normal_impulse);
        }
        load
    }

    /// The relaxing sweep of moments.
    #[inline(always)]
    pub(super) fn relax_moments<R: Registers>(
        &mut self,
        r: R,
        moved: &mut Motion<R>,
        inertia: &[Symmetric<R>; 2],
        axes: &[Vector<R>; 3],
    ) {
        let load = self.loads(r);
        let Moments { arms, inertias, impulses, .. } = &mut self.moments;
        let old = vector(r, impulses);
        let spin = moved.spin();
        let bound = Wide::of(r, &arms[0]) * load;
        let about = (-Wide::of(r, &inertias[0])).mul_add(dot(&spin, &axes[0]), old[0]);
        let about = about.min(bound).max(-bound);
        let mass = -Wide::of(r, &inertias[1]);
        let x = mass.mul_add(dot(&spin, &axes[1]), old[1]);
        let y = mass.mul_add(dot(&spin, &axes[2]), old[2]);
        let size = x.mul_add(x, y * y).sqrt().max(Wide::splat(r, 1e-30));
        let scale = (Wide::of(r, &arms[1]) * load).over(size).min(Wide::splat(r, 1.0));
        let new = [about, x * scale, y * scale];
        let change = scaled(&axes[0], new[0] - old[0]);
        let change = add_scaled(&change, &axes[1], new[1] - old[1]);
        moved.turn(inertia, &add_scaled(&change, &axes[2], new[2] - old[2]));
        *impulses = [new[0].lane(), new[1].lane(), new[2].lane()];
    }
}
