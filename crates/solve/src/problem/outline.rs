//! Sections as closed lines, for whoever draws them.

use std::f64::consts::TAU;

use super::SectionShape;

impl SectionShape {
    /// The corners of its outline in the first two tangents, counter-clockwise;
    /// `points` of them where it is round.
    pub fn outline(&self, points: usize) -> Vec<[f64; 2]> {
        let round = |axes: [f64; 2], count: usize| {
            let corner = |at: usize| {
                let (sine, cosine) = libm::sincos(TAU * at as f64 / count as f64);
                [axes[0] * cosine, axes[1] * sine]
            };
            (0..count).map(corner).collect()
        };
        match self {
            Self::Disc => round([1.0; 2], points),
            Self::Ellipse(axes) => {
                let axis = |at: usize| axes.get(at).copied().unwrap_or(0.0);
                round([axis(0), axis(1)], points)
            }
            Self::Square => vec![[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]],
            Self::Polygon(directions) => round([1.0; 2], directions.count()),
            Self::Hull(polygon) => polygon.vertices().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::FrictionContact;
    use crate::sets::{Directions, Polygon};

    /// Every corner lies on the boundary: it stays where it is, and anything
    /// farther out comes back.
    #[test]
    fn corners_lie_on_the_boundary() {
        let hull = Polygon::hull(&[[1.0, 0.2], [-0.5, 0.9], [-0.3, -0.8]]).expect("a triangle");
        for (shape, count) in [
            (SectionShape::Disc, 12),
            (SectionShape::Square, 4),
            (SectionShape::Polygon(Directions::new(6).expect("even")), 6),
            (SectionShape::Ellipse(vec![0.4, 1.5]), 12),
            (SectionShape::Hull(hull.into()), 3),
        ] {
            let corners = shape.outline(12);
            assert_eq!(corners.len(), count);
            let mut contact = FrictionContact { mu: 2.0, ..FrictionContact::default() };
            contact.tangents = vec![1, 2];
            contact.section.shape = shape.clone();
            for corner in corners {
                let mut inside = corner.map(|value| 2.0 * value);
                contact.project_tangents(1.0, &mut inside);
                let mut outside = corner.map(|value| 2.2 * value);
                contact.project_tangents(1.0, &mut outside);
                for at in 0..2 {
                    assert!((inside[at] - 2.0 * corner[at]).abs() < 1e-12, "{shape:?} {corner:?}");
                }
                let back = (outside[0] / 2.2 - corner[0]).hypot(outside[1] / 2.2 - corner[1]);
                assert!(back > 1e-3, "{shape:?} {corner:?}");
            }
        }
    }
}
