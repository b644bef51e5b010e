//! The bodies of a frame as whole numbers, and what the frame before lets one
//! expect of them.
//!
//! A body is expected where its new velocity takes it from where it was,
//! p + h v, and turned by the angle h |ω| about ω. Only what is different from
//! that is written. Nothing but additions, products, quotients and square
//! roots is used for it, which are the same on every machine:
//!
//! ```text
//! q′ ∥ (1, tan(h|ω|/2)/|ω| · ω) q,   tan x ≈ x (15 − x²)/(15 − 6 x²)
//! ```

use glam::{DQuat, DVec3};
use stickslip_dynamics::Pose;

use super::range::{Column, Decoder, Encoder};
use super::units::{PLACE, VELOCITY};
use super::{FrameBody, pack};

/// Numbers of a body.
pub const NUMBERS: usize = 13;

/// A body in whole units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CodedBody {
    position: [i64; 3],
    /// w, x, y, z.
    orientation: [i64; 4],
    /// Of the centre of mass, then angular.
    velocity: [i64; 6],
}

impl CodedBody {
    /// Rounds a body; none where a number does not fit.
    pub fn new(body: &FrameBody) -> Option<Self> {
        let DQuat { x, y, z, w } = body.pose.orientation;
        let velocity = body.velocity.to_array().into_iter();
        let mut velocities = velocity.chain(body.angular_velocity.to_array());
        Some(Self {
            position: round(body.pose.position.to_array(), PLACE)?,
            orientation: round([w, x, y, z], PLACE)?,
            velocity: round(std::array::from_fn(|_| velocities.next().unwrap_or(0.0)), VELOCITY)?,
        })
    }

    /// The body that it stands for; its quaternion has length one again.
    pub fn body(&self) -> FrameBody {
        let real = |value, unit| pack::real(value, unit);
        let [w, x, y, z] = self.orientation.map(|value| real(value, PLACE));
        let [a, b, c, d, e, f] = self.velocity.map(|value| real(value, VELOCITY));
        let turn = DQuat::from_xyzw(x, y, z, w);
        let length = turn.length();
        let orientation = if length > 0.0 { turn / length } else { DQuat::IDENTITY };
        FrameBody {
            pose: Pose::new(self.place(), orientation),
            velocity: DVec3::new(a, b, c),
            angular_velocity: DVec3::new(d, e, f),
        }
    }

    /// Where its centre of mass is (m).
    pub fn place(&self) -> DVec3 {
        DVec3::from_array(self.position.map(|value| pack::real(value, PLACE)))
    }

    /// Where that was `seconds` ago, if it has come with the velocity that it has.
    pub fn place_before(&self, seconds: f64) -> DVec3 {
        let [x, y, z, ..] = self.velocity;
        before(self.position, [x, y, z], seconds)
    }

    /// Where it should be `seconds` later, if it moves with these velocities.
    fn expected(&self, velocity: &[i64; 6], seconds: f64) -> ([i64; 3], [i64; 4]) {
        let way = |axis: usize| {
            let metres = pack::real(velocity[axis], VELOCITY) * seconds;
            self.position[axis].saturating_add(pack::whole(metres, PLACE).unwrap_or(0))
        };
        let [x, y, z] = [3, 4, 5].map(|at| pack::real(velocity[at], VELOCITY));
        let [w, i, j, k] = self.orientation.map(|value| pack::real(value, PLACE));
        let half = 0.5 * seconds;
        let square = half * half * (x * x + y * y + z * z);
        let factor = half * (15.0 - square) / (15.0 - 6.0 * square);
        let [x, y, z] = [x, y, z].map(|rate| rate * factor);
        let turned = [
            w - x * i - y * j - z * k,
            i + x * w + y * k - z * j,
            j - x * k + y * w + z * i,
            k + x * j - y * i + z * w,
        ];
        let length = turned.iter().map(|part| part * part).sum::<f64>().sqrt();
        let part =
            |at: usize| pack::whole(turned[at] / length, PLACE).unwrap_or(self.orientation[at]);
        ([0, 1, 2].map(way), [0, 1, 2, 3].map(part))
    }
}

/// Where a centre was `seconds` ago that has come with a velocity, both rounded as those of a body
/// are; none where a number does not fit.
pub fn place_before(place: DVec3, velocity: DVec3, seconds: f64) -> Option<DVec3> {
    let place = round(place.to_array(), PLACE)?;
    Some(before(place, round(velocity.to_array(), VELOCITY)?, seconds))
}

fn before(place: [i64; 3], velocity: [i64; 3], seconds: f64) -> DVec3 {
    let place = DVec3::from_array(place.map(|value| pack::real(value, PLACE)));
    place - seconds * DVec3::from_array(velocity.map(|value| pack::real(value, VELOCITY)))
}

fn round<const N: usize>(values: [f64; N], unit: i32) -> Option<[i64; N]> {
    let mut rounded = [0; N];
    for (place, value) in rounded.iter_mut().zip(values) {
        *place = pack::whole(value, unit)?;
    }
    Some(rounded)
}

/// What is expected of a body that moves with these velocities: they are those
/// of before, and it is where they take it.
struct Expected {
    velocity: [i64; 6],
    position: [i64; 3],
    orientation: [i64; 4],
}

impl Expected {
    const NOTHING: Self = Self { velocity: [0; 6], position: [0; 3], orientation: [0; 4] };
}

/// Writes bodies, against those of a frame `seconds` before where there is one.
pub fn write(
    encoder: &mut Encoder,
    columns: &mut [Column; NUMBERS],
    bodies: &[CodedBody],
    before: Option<(&[CodedBody], f64)>,
) {
    for (at, body) in bodies.iter().enumerate() {
        let expected = match before.and_then(|(old, seconds)| Some((old.get(at)?, seconds))) {
            None => Expected::NOTHING,
            Some((old, seconds)) => {
                let (position, orientation) = old.expected(&body.velocity, seconds);
                Expected { velocity: old.velocity, position, orientation }
            }
        };
        let pairs = body.velocity.iter().zip(expected.velocity);
        let pairs = pairs.chain(body.position.iter().zip(expected.position));
        let pairs = pairs.chain(body.orientation.iter().zip(expected.orientation));
        for (column, (value, old)) in columns.iter_mut().zip(pairs) {
            encoder.write(column, value.wrapping_sub(old));
        }
    }
}

/// Reads `count` bodies that were written against the same frame.
pub fn read(
    decoder: &mut Decoder<'_>,
    columns: &mut [Column; NUMBERS],
    count: usize,
    before: Option<(&[CodedBody], f64)>,
) -> Option<Vec<CodedBody>> {
    let mut bodies = Vec::with_capacity(count);
    for at in 0..count {
        let mut numbers = [0; NUMBERS];
        for (number, column) in numbers.iter_mut().zip(&mut *columns) {
            *number = decoder.read(column)?;
        }
        let old = before.and_then(|(old, seconds)| Some((old.get(at)?, seconds)));
        let usual = old.map_or(Expected::NOTHING.velocity, |(old, _)| old.velocity);
        let velocity = std::array::from_fn(|axis| usual[axis].wrapping_add(numbers[axis]));
        let (place, turn) =
            old.map_or(([0; 3], [0; 4]), |(old, seconds)| old.expected(&velocity, seconds));
        bodies.push(CodedBody {
            position: std::array::from_fn(|axis| place[axis].wrapping_add(numbers[6 + axis])),
            orientation: std::array::from_fn(|axis| turn[axis].wrapping_add(numbers[9 + axis])),
            velocity,
        });
    }
    Some(bodies)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coded(position: DVec3, orientation: DQuat, velocity: DVec3, rate: DVec3) -> CodedBody {
        let pose = Pose::new(position, orientation);
        CodedBody::new(&FrameBody { pose, velocity, angular_velocity: rate }).expect("small")
    }

    /// A body that keeps its velocities is where they take it, to a few units
    /// of what is written; `glam` turns it by an exponential of its own.
    #[test]
    fn steady_motion_is_expected() {
        let turn = DQuat::from_xyzw(0.3, -0.5, 0.4, 0.7).normalize();
        let place = DVec3::new(1.0, -2.0, 0.5);
        let velocity = DVec3::new(3.0, 1.5, -0.75);
        for rate in [DVec3::new(4.0, -3.0, 5.0), DVec3::new(0.0, 0.0, 7.0), DVec3::ZERO] {
            let seconds = 0.04;
            let later = DQuat::from_scaled_axis(seconds * rate) * turn;
            let old = coded(place, turn, velocity, rate);
            let new = coded(place + seconds * velocity, later, velocity, rate);
            let (position, orientation) = old.expected(&new.velocity, seconds);
            let places = position.iter().zip(new.position);
            let turns = orientation.iter().zip(new.orientation);
            for (expected, found) in places.chain(turns) {
                assert!(expected.abs_diff(found) <= 3, "{expected}, not {found}");
            }
        }
    }

    #[test]
    fn a_body_has_come_with_its_velocity() {
        let velocity = DVec3::new(2.0, -1.0, 0.5);
        let body = coded(DVec3::ONE, DQuat::IDENTITY, velocity, DVec3::ZERO);
        assert_eq!(body.place_before(0.25), DVec3::new(0.5, 1.25, 0.875));
        assert_eq!(place_before(DVec3::ONE, velocity, 0.25), Some(DVec3::new(0.5, 1.25, 0.875)));
    }
}
