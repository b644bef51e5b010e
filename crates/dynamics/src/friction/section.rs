//! Sections: what the tangential impulses of a contact may be.

use stickslip_solve::SectionShape;
use stickslip_solve::sets::Directions;

/// The shape of the tangential impulses at unit load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrictionSection {
    /// |λ_t|, |λ_s| ≤ 1.
    Square,
    /// ‖λ‖ ≤ 1.
    Disc,
    /// The regular polygon with so many corners on the unit circle.
    Polygon(usize),
}

impl FrictionSection {
    /// The same as part of a problem whose contacts say their sections.
    pub(crate) fn shape(self) -> SectionShape {
        match self {
            Self::Square => SectionShape::Square,
            Self::Disc => SectionShape::Disc,
            // Settings are checked: no other number of facets comes here.
            Self::Polygon(facets) => {
                Directions::new(facets).map_or(SectionShape::Disc, SectionShape::Polygon)
            }
        }
    }

    /// The size at which a point lies on the boundary: 1 on the section itself.
    pub(crate) fn gauge(self, x: f64, y: f64) -> f64 {
        match self {
            Self::Square => x.abs().max(y.abs()),
            Self::Disc => libm::hypot(x, y),
            Self::Polygon(corners) => polygon_gauge(corners, x, y),
        }
    }
}

/// The gauge of the regular polygon with corners at the directions: the
/// radius of the one on whose edge (x, y) lies, r = max ⟨edge normal, (x, y)⟩
/// / cos(π/k).
fn polygon_gauge(facets: usize, x: f64, y: f64) -> f64 {
    let half = std::f64::consts::PI / facets as f64;
    let along = (0..facets).map(|at| {
        let (sin, cos) = libm::sincos(half * (2 * at + 1) as f64);
        cos * x + sin * y
    });
    along.fold(0.0, f64::max) / libm::cos(half)
}
