//! Shapes by formula, about the origin with axis z.

use glam::{DVec2, DVec3};
use thiserror::Error;

use super::Field;

/// An exact signed distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FormulaField {
    /// All points nearer to the origin than the radius.
    Sphere {
        /// Radius.
        radius: f64,
    },
    /// A box.
    Box {
        /// Half its sides.
        half: DVec3,
    },
    /// A box with round edges.
    RoundedBox {
        /// Half its sides, rounding included.
        half: DVec3,
        /// Radius of the rounding.
        radius: f64,
    },
    /// A cylinder with half balls at its ends.
    Capsule {
        /// Half the distance of the balls' centres.
        half: f64,
        /// Radius.
        radius: f64,
    },
    /// A cylinder.
    Cylinder {
        /// Half its height.
        half: f64,
        /// Radius.
        radius: f64,
    },
    /// A ring.
    Torus {
        /// From the origin to the middle of the tube.
        ring: f64,
        /// Radius of the tube.
        tube: f64,
    },
    /// A cone, its apex at +half.
    Cone {
        /// Half its height.
        half: f64,
        /// Radius of its base.
        radius: f64,
    },
    /// All points with n·x < d.
    HalfSpace {
        /// n, of length one.
        normal: DVec3,
        /// d.
        offset: f64,
    },
}

/// Why numbers make no shape.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[error("{what} is {value}; expected {expected}")]
pub struct FormulaError {
    /// The parameter.
    pub what: &'static str,
    /// Its value.
    pub value: f64,
    /// What it must be.
    pub expected: &'static str,
}

impl FormulaField {
    /// The shape itself, where its numbers make one.
    ///
    /// # Errors
    /// Names the first parameter that is wrong.
    pub fn checked(self) -> Result<Self, FormulaError> {
        let length = |what, value: f64| {
            let fits = value > 0.0 && value.is_finite();
            if fits {
                Ok(())
            } else {
                Err(FormulaError { what, value, expected: "a length above 0" })
            }
        };
        match self {
            Self::Sphere { radius } => length("radius", radius)?,
            Self::Box { half } => {
                half.to_array().into_iter().try_for_each(|side| length("half side", side))?;
            }
            Self::RoundedBox { half, radius } => {
                length("radius", radius)?;
                half.to_array().into_iter().try_for_each(|side| length("half side", side))?;
                if half.min_element() < radius {
                    let (what, value) = ("half side", half.min_element());
                    return Err(FormulaError { what, value, expected: "at least the radius" });
                }
            }
            Self::Capsule { half, radius }
            | Self::Cylinder { half, radius }
            | Self::Cone { half, radius } => {
                length("half length", half)?;
                length("radius", radius)?;
            }
            Self::Torus { ring, tube } => {
                length("radius of the tube", tube)?;
                length("radius of the ring", ring)?;
                if tube > ring {
                    let expected = "at most the radius of the ring";
                    return Err(FormulaError { what: "radius of the tube", value: tube, expected });
                }
            }
            Self::HalfSpace { normal, offset } => {
                if !((normal.length() - 1.0).abs() < 1e-9 && offset.is_finite()) {
                    let value = normal.length();
                    return Err(FormulaError {
                        what: "length of the normal",
                        value,
                        expected: "1",
                    });
                }
            }
        }
        Ok(self)
    }
}

impl Field for FormulaField {
    fn sample(&self, x: DVec3) -> (f64, DVec3) {
        match *self {
            Self::Sphere { radius } => toward(x, radius),
            Self::Box { half } => boxed(x, half),
            Self::RoundedBox { half, radius } => {
                let (value, gradient) = boxed(x, half - radius);
                (value - radius, gradient)
            }
            Self::Capsule { half, radius } => toward(x - DVec3::Z * x.z.clamp(-half, half), radius),
            Self::Cylinder { half, radius } => around(x, |place| {
                let corners = [
                    DVec2::new(0.0, half),
                    DVec2::new(radius, half),
                    DVec2::new(radius, -half),
                    DVec2::new(0.0, -half),
                ];
                outline(place, &corners)
            }),
            Self::Torus { ring, tube } => around(x, |place| {
                let apart = place - DVec2::new(ring, 0.0);
                let distance = apart.length();
                let direction = if distance > 0.0 { apart / distance } else { DVec2::X };
                (distance - tube, direction)
            }),
            Self::Cone { half, radius } => around(x, |place| {
                let corners =
                    [DVec2::new(0.0, half), DVec2::new(radius, -half), DVec2::new(0.0, -half)];
                outline(place, &corners)
            }),
            Self::HalfSpace { normal, offset } => (normal.dot(x) - offset, normal),
        }
    }
}

/// Distance from the origin less the radius.
fn toward(x: DVec3, radius: f64) -> (f64, DVec3) {
    let distance = x.length();
    let gradient = if distance > 0.0 { x / distance } else { DVec3::Z };
    (distance - radius, gradient)
}

fn boxed(x: DVec3, half: DVec3) -> (f64, DVec3) {
    let beyond = x.abs() - half;
    let sign = DVec3::ONE.copysign(x);
    if beyond.max_element() <= 0.0 {
        let axis = beyond.max_position();
        let mut gradient = DVec3::ZERO;
        gradient[axis] = sign[axis];
        return (beyond[axis], gradient);
    }
    let outside = beyond.max(DVec3::ZERO);
    let distance = outside.length();
    (distance, outside / distance * sign)
}

/// A solid of revolution, by what holds in the half-plane of (distance from the axis, z).
fn around(x: DVec3, profile: impl Fn(DVec2) -> (f64, DVec2)) -> (f64, DVec3) {
    let from_axis = x.truncate().length();
    let outwards = if from_axis > 0.0 { x.truncate() / from_axis } else { DVec2::X };
    let (value, gradient) = profile(DVec2::new(from_axis, x.z));
    (value, (outwards * gradient.x).extend(gradient.y))
}

/// Signed distance from a convex outline that runs clockwise from the axis to the axis.
fn outline(x: DVec2, corners: &[DVec2]) -> (f64, DVec2) {
    let mut inside = f64::NEG_INFINITY;
    let mut inside_gradient = DVec2::ZERO;
    let (mut nearest, mut gradient) = (f64::INFINITY, DVec2::ZERO);
    for side in corners.windows(2) {
        let along = side[1] - side[0];
        let outwards = along.perp().normalize();
        let height = outwards.dot(x - side[0]);
        if height > inside {
            (inside, inside_gradient) = (height, outwards);
        }
        let place = ((x - side[0]).dot(along) / along.length_squared()).clamp(0.0, 1.0);
        let apart = x - side[0] - along * place;
        let distance = apart.length();
        if distance < nearest {
            let unique = place > 0.0 && place < 1.0 || distance == 0.0;
            (nearest, gradient) = (distance, if unique { outwards } else { apart / distance });
        }
    }
    // Inside a convex outline the nearest side is the one with the greatest height.
    if inside <= 0.0 { (inside, inside_gradient) } else { (nearest, gradient) }
}
