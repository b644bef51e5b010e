//! Friction against spinning and rolling.
//!
//! Bodies of a manifold turn against each other by ω = ω₂ − ω₁ at all of its points alike, so that
//! these have one moment, as in small steps: about the normal of at most c Σλₙ, c the arm of
//! torsion, and across it in a disc of radius r Σλₙ, r the arm of rolling. It follows friction in
//! the relaxing sweep, with one scalar inertia for both directions across.

use glam::{DMat3, DVec3};
use stickslip_dynamics::Surface;

use crate::point::Point;

/// The moment of a manifold, where its first point is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moment {
    /// Points of the manifold; 0 where there is no moment, or another point is the first.
    pub points: usize,
    /// Arms of torsion and rolling (m).
    arms: [f64; 2],
    /// Effective inertias about the normal and across it (kg m²).
    inertias: [f64; 2],
    /// Moments of impulse about the normal and both tangents (N·m·s).
    pub impulses: [f64; 3],
}

/// The normal and both tangents of a manifold.
pub fn axes(first: &Point) -> [DVec3; 3] {
    [first.normal, first.tangent, first.normal.cross(first.tangent)]
}

impl Moment {
    /// That of a manifold of so many points with what it inherits; `inverse` are the inverse
    /// inertias of both bodies together.
    pub fn new(
        surface: &Surface,
        axes: [DVec3; 3],
        inverse: &DMat3,
        points: usize,
        inherited: DVec3,
    ) -> Self {
        let between = |one: usize, two: usize| axes[one].dot(*inverse * axes[two]);
        let (tt, tb, bb) = (between(1, 1), between(1, 2), between(2, 2));
        let largest = 0.5 * (tt + bb) + (0.25 * (tt - bb) * (tt - bb) + tb * tb).sqrt();
        let inertia = |inverse: f64| if inverse > 0.0 { 1.0 / inverse } else { 0.0 };
        Self {
            points,
            arms: [surface.torsion, surface.rolling],
            inertias: [inertia(between(0, 0)), inertia(largest)],
            impulses: axes.map(|axis| inherited.dot(axis)),
        }
    }

    /// As a vector.
    pub fn vector(&self, [n, t, b]: [DVec3; 3]) -> DVec3 {
        let [x, y, z] = self.impulses;
        x * n + y * t + z * b
    }

    /// The moment after another sweep, given the spin of the second body against the first and the
    /// load of the manifold; gives its change as a vector.
    pub fn relax(&mut self, axes: [DVec3; 3], spin: DVec3, load: f64) -> DVec3 {
        let old = self.impulses;
        let bound = self.arms[0] * load;
        let about = (old[0] - self.inertias[0] * spin.dot(axes[0])).min(bound).max(-bound);
        let x = old[1] - self.inertias[1] * spin.dot(axes[1]);
        let y = old[2] - self.inertias[1] * spin.dot(axes[2]);
        let (size, radius) = ((x * x + y * y).sqrt(), self.arms[1] * load);
        let scale = if size > radius { radius / size } else { 1.0 };
        self.impulses = [about, scale * x, scale * y];
        let change =
            Self { impulses: [0, 1, 2].map(|at| self.impulses[at] - old[at]), ..Self::default() };
        change.vector(axes)
    }
}

/// The parts of the points of a pair in the moments of their manifolds, by their loads; in the
/// axes of their manifold (about the normal first) and as vectors.
pub fn shares<'a>(
    points: &'a [Point],
    moments: &'a [Moment],
) -> impl Iterator<Item = ([f64; 3], DVec3)> + 'a {
    let mut first = 0;
    points.iter().enumerate().map(move |(at, point)| {
        if moments.get(at).is_some_and(|own| own.points > 0) {
            first = at;
        }
        let Some(own) = moments.get(first).filter(|own| at - first < own.points) else {
            return ([0.0; 3], DVec3::ZERO);
        };
        let whole = load(&points[first..first + own.points]);
        let share = if whole > 0.0 { point.normal_impulse / whole } else { 0.0 };
        let part = Moment { impulses: own.impulses.map(|own| share * own), ..*own };
        (part.impulses, part.vector(axes(&points[first])))
    })
}

/// The sum of normal impulses.
pub fn load(points: &[Point]) -> f64 {
    points.iter().map(|point| point.normal_impulse).sum()
}
