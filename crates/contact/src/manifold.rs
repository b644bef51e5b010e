//! The points at which two convex parts meet.

use glam::DVec3;

use crate::feature;

/// One point, before it is known which colliders meet.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Point {
    pub(crate) feature: u32,
    /// Midway between both surfaces.
    pub(crate) point: DVec3,
    pub(crate) gap: f64,
}

/// Most points of a manifold.
///
/// The pressure on a flat patch acts as one force at one place within the
/// convex hull of the patch, so that three points could carry any load inside
/// their triangle; four that span the patch leave out little of it, whatever
/// its outline, and a rectangle nothing at all.
pub(crate) const MAX_POINTS: usize = 4;

/// Points with one normal, which points from the first part to the second.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manifold {
    pub(crate) normal: DVec3,
    /// How far apart the parts are at least, as far as known, where there is no point (m).
    pub(crate) separation: f64,
    points: [Point; MAX_POINTS],
    count: usize,
}

/// Differences below this share of the size of a patch do not change a choice.
const TIE: f64 = 1e-6;

impl Manifold {
    /// No contact.
    pub(crate) const NONE: Self = Self {
        normal: DVec3::Y,
        separation: 0.0,
        points: [Point { feature: 0, point: DVec3::ZERO, gap: 0.0 }; MAX_POINTS],
        count: 0,
    };

    /// No contact: the parts are at least so far apart.
    pub(crate) fn apart(separation: f64) -> Self {
        Self { separation, ..Self::NONE }
    }

    /// One point.
    pub(crate) fn single(normal: DVec3, point: DVec3, gap: f64, feature: u32) -> Self {
        let mut manifold = Self { normal, ..Self::NONE };
        manifold.push(Point { feature, point, gap });
        manifold
    }

    /// At most four of the candidates: the deepest, the farthest from it, the
    /// one that spans the largest triangle with these, and the one that adds
    /// most to that triangle.
    pub(crate) fn reduced(normal: DVec3, candidates: &[Point]) -> Self {
        let mut manifold = Self { normal, ..Self::NONE };
        if candidates.len() <= MAX_POINTS {
            candidates.iter().for_each(|&point| manifold.push(point));
            return manifold;
        }
        let centre = candidates.iter().map(|p| p.point).sum::<DVec3>() / candidates.len() as f64;
        let from_centre = |p: &Point| (p.point - centre).length_squared();
        let size = 4.0 * candidates.iter().map(from_centre).fold(0.0, f64::max);
        let pick = |tie: f64, measure: &dyn Fn(&Point) -> f64| {
            let mut best = (&candidates[0], measure(&candidates[0]));
            for candidate in &candidates[1..] {
                let value = measure(candidate);
                if value > best.1 + tie {
                    best = (candidate, value);
                }
            }
            best
        };
        let area = |a: DVec3, b: DVec3, c: DVec3| normal.dot((b - a).cross(c - a));
        // Of many as deep as each other, one at the outline.
        let depth = candidates.iter().map(|p| -p.gap).fold(f64::NEG_INFINITY, f64::max);
        let is_deep = |p: &Point| -p.gap >= depth - TIE * size.sqrt();
        let outermost = |p: &Point| if is_deep(p) { from_centre(p) } else { -1.0 };
        let deepest = *pick(TIE * size, &outermost).0;
        manifold.push(deepest);
        let a = deepest.point;
        let (farthest, distance) = pick(TIE * size, &|p| (p.point - a).length_squared());
        if distance <= TIE * size {
            return manifold;
        }
        manifold.push(*farthest);
        let b = farthest.point;
        let (widest, spanned) = pick(TIE * size, &|p| area(a, b, p.point).abs());
        if spanned <= TIE * size {
            return manifold;
        }
        manifold.push(*widest);
        let c = widest.point;
        let turn = area(a, b, c).signum();
        let outside = |p: DVec3| {
            let past = |from: DVec3, to: DVec3| -turn * area(from, to, p);
            past(a, b).max(past(b, c)).max(past(c, a))
        };
        let (last, added) = pick(TIE * size, &|p| outside(p.point));
        if added > TIE * size {
            manifold.push(*last);
        }
        manifold
    }

    fn push(&mut self, point: Point) {
        self.points[self.count] = point;
        self.count += 1;
    }

    pub(crate) fn points(&self) -> &[Point] {
        &self.points[..self.count]
    }

    /// The same seen from the other part.
    pub(crate) fn flipped(mut self) -> Self {
        self.normal = -self.normal;
        self
    }

    /// Moves both surfaces outward: the first by `first`, the second by `second`.
    pub(crate) fn rounded(mut self, first: f64, second: f64) -> Self {
        for point in &mut self.points[..self.count] {
            point.gap -= first + second;
            point.point += self.normal * ((first - second) / 2.0);
        }
        self
    }
}

/// Candidates in fixed memory.
pub(crate) struct Candidates<const N: usize> {
    points: [Point; N],
    count: usize,
}

impl<const N: usize> Candidates<N> {
    pub(crate) fn new() -> Self {
        Self { points: [Point::default(); N], count: 0 }
    }

    pub(crate) fn push(&mut self, faces: u32, id: u16, point: DVec3, gap: f64) {
        self.add(Point { feature: feature::local(faces, id), point, gap });
    }

    pub(crate) fn add(&mut self, point: Point) {
        if self.count < N {
            self.points[self.count] = point;
            self.count += 1;
        }
    }

    pub(crate) fn as_slice(&self) -> &[Point] {
        &self.points[..self.count]
    }
}

#[cfg(test)]
mod tests;
