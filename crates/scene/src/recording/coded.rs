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

use super::units::{PLACE, VELOCITY};
use super::{FrameBody, pack};
use crate::bytes::{ByteReader, ByteWriter};

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
        let position = DVec3::from_array(self.position.map(|value| real(value, PLACE)));
        FrameBody {
            pose: Pose::new(position, orientation),
            velocity: DVec3::new(a, b, c),
            angular_velocity: DVec3::new(d, e, f),
        }
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

fn round<const N: usize>(values: [f64; N], unit: i32) -> Option<[i64; N]> {
    let mut rounded = [0; N];
    for (place, value) in rounded.iter_mut().zip(values) {
        *place = pack::whole(value, unit)?;
    }
    Some(rounded)
}

/// Writes bodies, against those of a frame `seconds` before where there is one.
pub fn write(bytes: &mut ByteWriter, bodies: &[CodedBody], before: Option<(&[CodedBody], f64)>) {
    let expected: Vec<_> = bodies
        .iter()
        .enumerate()
        .map(|(at, body)| match before.and_then(|(old, h)| Some((old.get(at)?, h))) {
            None => ([0; 3], [0; 4], [0; 6]),
            Some((old, seconds)) => {
                let (position, orientation) = old.expected(&body.velocity, seconds);
                (position, orientation, old.velocity)
            }
        })
        .collect();
    let pairs = || bodies.iter().zip(&expected);
    for axis in 0..6 {
        pack::write(bytes, pairs().map(|(it, old)| it.velocity[axis].wrapping_sub(old.2[axis])));
    }
    for axis in 0..3 {
        pack::write(bytes, pairs().map(|(it, old)| it.position[axis].wrapping_sub(old.0[axis])));
    }
    for axis in 0..4 {
        pack::write(bytes, pairs().map(|(it, old)| it.orientation[axis].wrapping_sub(old.1[axis])));
    }
}

/// Reads `count` bodies that were written against the same frame.
pub fn read(
    bytes: &mut ByteReader<'_>,
    count: usize,
    before: Option<(&[CodedBody], f64)>,
) -> Option<Vec<CodedBody>> {
    let mut columns = Vec::with_capacity(13);
    for _ in 0..13 {
        columns.push(pack::read(bytes, count)?);
    }
    let body = |at: usize| {
        let old = before.and_then(|(old, seconds)| Some((old.get(at)?, seconds)));
        let written = |column: usize, expected: i64| expected.wrapping_add(columns[column][at]);
        let usual = old.map_or([0; 6], |(old, _)| old.velocity);
        let velocity = std::array::from_fn(|axis| written(axis, usual[axis]));
        let (place, turn) =
            old.map_or(([0; 3], [0; 4]), |(old, seconds)| old.expected(&velocity, seconds));
        CodedBody {
            position: std::array::from_fn(|axis| written(6 + axis, place[axis])),
            orientation: std::array::from_fn(|axis| written(9 + axis, turn[axis])),
            velocity,
        }
    };
    Some((0..count).map(body).collect())
}
