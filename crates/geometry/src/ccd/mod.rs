//! Continuous collision detection: when features that move along straight lines
//! first touch (§2.2).
//!
//! Every method is conservative: it never says [`Answer::Apart`] of features that
//! touch, and never tells a time after they do, rounding included. It may say that
//! features touch which only come near each other, within δ.
//!
//! ```
//! use stickslip_geometry::ccd::{Answer, Kind, Method, Query, Tolerance, first_contact};
//! use stickslip_geometry::glam::dvec3;
//!
//! // A point falls on a resting triangle from a height of 1, by 4 in the step.
//! let face = [dvec3(0.0, 0.0, 0.0), dvec3(1.0, 0.0, 0.0), dvec3(0.0, 1.0, 0.0)];
//! let at = |height| [dvec3(0.25, 0.25, height), face[0], face[1], face[2]];
//! let query = Query { kind: Kind::VertexFace, start: at(1.0), end: at(-3.0) };
//! let answer = first_contact(&query, Method::Inclusion, &Tolerance::default())?;
//! assert!(matches!(answer, Answer::Touch(t) if (t - 0.25).abs() < 1e-5));
//! # Ok::<(), stickslip_geometry::ccd::QueryError>(())
//! ```

mod boxes;
mod cubic;
mod inclusion;
mod motion;
mod moving;
mod polygon;
mod queries;
mod query;

pub use moving::{
    ContactKind, FeatureContact, Moving, SweptPairs, contacts, first_time, swept_pairs,
};
pub use queries::{Case, CaseError, read_cases};
pub use query::{Answer, Kind, LARGEST, Query, QueryError, Tolerance};

use inclusion::Limits;
use motion::{Motion, Scaled};

/// How a query is answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Planes that separate for intervals of time.
    #[default]
    Inclusion,
    /// The same, near the times at which the four points lie in one plane.
    Cubic,
    /// Boxes of time and place, halved (the course's Algorithm 1).
    Boxes,
}

impl Method {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Inclusion, Self::Cubic, Self::Boxes];

    /// What it is called by users.
    pub fn name(self) -> &'static str {
        match self {
            Self::Inclusion => "inclusion",
            Self::Cubic => "cubic",
            Self::Boxes => "boxes",
        }
    }
}

/// The first time at which the features of a query touch.
///
/// # Errors
/// Where a number is not finite, or too large to take differences of, and where
/// the method has no minimum separation.
pub fn first_contact(
    query: &Query,
    method: Method,
    tolerance: &Tolerance,
) -> Result<Answer, QueryError> {
    query.check(tolerance)?;
    if method == Method::Cubic && tolerance.separation > 0.0 {
        return Err(QueryError::NoSeparation);
    }
    Ok(match Scaled::new(query) {
        Scaled::Nothing => Answer::Touch(0.0),
        Scaled::Triangle(motion, exponent) => {
            by_method(&motion, method, limits(tolerance, exponent))
        }
        Scaled::Parallelogram(motion, exponent) => {
            by_method(&motion, method, limits(tolerance, exponent))
        }
    })
}

fn limits(tolerance: &Tolerance, exponent: i32) -> Limits {
    let scaled = motion::times_power(glam::DVec3::splat(tolerance.separation), exponent).x;
    // Rounding upwards where the number is too small beside the query.
    let separation = if tolerance.separation > 0.0 { scaled.max(f64::MIN_POSITIVE) } else { 0.0 };
    Limits { separation, delta: tolerance.delta }
}

fn by_method<const N: usize>(motion: &Motion<N>, method: Method, limits: Limits) -> Answer {
    match method {
        Method::Inclusion => inclusion::first_contact(motion, limits, 0.0, 1.0),
        Method::Cubic => cubic::first_contact(motion, limits),
        Method::Boxes => boxes::first_contact(motion, limits),
    }
}
