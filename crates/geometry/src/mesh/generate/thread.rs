//! Screw and nut, about the origin with axis z.
//!
//! A right-handed thread of pitch p: the radius at angle θ and height z is
//! r + depth · w(z/p − θ/2π), with the wave w of period 1 rising from −½ to ½ and
//! falling again. Only its roots and crests have points: number m of these is at
//! z = p (θ/2π + m/2), a root where m is even. So every flank is a strip of
//! triangles, and two threads of one pitch touch in whole strips.

use std::f64::consts::TAU;

use glam::DVec3;

use super::{length, less, parts};
use crate::mesh::{MeshError, Surface};

/// A thread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thread {
    /// Mean radius.
    pub radius: f64,
    /// From the bottom of the groove to the top of the ridge.
    pub depth: f64,
    /// Advance of a turn.
    pub pitch: f64,
    /// Half the length along the axis.
    pub half_length: f64,
    /// Points in a turn.
    pub around: usize,
}

/// A root or crest nearer to an end than this share of the pitch is the end itself.
const END: f64 = 1e-6;

/// Points of one angle from the lower end to the upper one, each with the number of
/// its root or crest; the ends come before and after all numbers.
type Column = Vec<(i64, u32)>;

impl Thread {
    fn check(&self) -> Result<(), MeshError> {
        length("radius", self.radius)?;
        less("depth", self.depth, self.radius)?;
        length("pitch", self.pitch)?;
        length("half_length", self.half_length)?;
        parts("around", self.around, 3)?;
        // Saturates, and is then refused.
        parts("roots and crests", (4.0 * self.half_length / self.pitch).ceil() as usize, 1)?;
        Ok(())
    }

    /// The columns at all angles, with their points; `grown` is added to the radius.
    fn columns(&self, grown: f64, points: &mut Vec<DVec3>) -> Vec<Column> {
        let (half, pitch) = (self.half_length, self.pitch);
        let column = |at: usize| {
            let turn = at as f64 / self.around as f64;
            let (sin, cos) = libm::sincos(TAU * turn);
            let mut add = |number: i64, height: f64| {
                let phase = (height / pitch - turn).rem_euclid(1.0);
                let wave = 0.5 - (2.0 * phase - 1.0).abs();
                let radius = self.radius + grown + self.depth * wave;
                points.push(DVec3::new(radius * cos, radius * sin, height));
                (number, points.len() as u32 - 1)
            };
            let mut column = vec![add(i64::MIN, -half)];
            let place = |number: i64| pitch * (turn + number as f64 / 2.0);
            let first = (2.0 * (-half / pitch - turn)).floor() as i64;
            let numbers = (first..).take_while(|&number| place(number) < half - END * pitch);
            for number in numbers.filter(|&number| place(number) > END * pitch - half) {
                column.push(add(number, place(number)));
            }
            column.push(add(i64::MAX, half));
            column
        };
        (0..self.around).map(column).collect()
    }
}

/// Joins each column to the next, the last to the first, whose roots and crests there
/// have numbers lower by two; `join` gets the ends of both, left and right, and the
/// triangles between them, which look away from the axis.
fn around(columns: &[Column], mut join: impl FnMut(&[u32; 4], Vec<[u32; 3]>)) {
    for (at, left) in columns.iter().enumerate() {
        let is_last = at + 1 == columns.len();
        let right = &columns[if is_last { 0 } else { at + 1 }];
        let number = |place: usize| match right[place].0 {
            number if is_last && number != i64::MIN && number != i64::MAX => number - 2,
            number => number,
        };
        let (mut a, mut b) = (0, 0);
        let mut faces = Vec::new();
        while a + 1 < left.len() || b + 1 < right.len() {
            let next = |place: usize, all: &Column| (place + 1).min(all.len() - 1);
            let (over, beside) = (next(a, left), next(b, right));
            let (first, second) = (left[over].0, number(beside));
            if b + 1 < right.len() && second <= first {
                faces.push([left[a].1, right[b].1, right[beside].1]);
                b = beside;
            }
            if a + 1 < left.len() && first <= second {
                faces.push([left[a].1, right[b].1, left[over].1]);
                a = over;
            }
        }
        join(&[left[0].1, left[a].1, right[0].1, right[b].1], faces);
    }
}

/// A rod with a thread outside.
///
/// # Errors
/// Where a length or a number of parts is none, or the thread is as deep as the rod.
pub fn screw(thread: &Thread) -> Result<Surface, MeshError> {
    thread.check()?;
    let mut points = Vec::new();
    let columns = thread.columns(0.0, &mut points);
    let (low, high) = (points.len() as u32, points.len() as u32 + 1);
    points.extend([-1.0, 1.0].map(|end| DVec3::Z * end * thread.half_length));
    let mut faces = Vec::new();
    around(&columns, |&[below, above, next_below, next_above], flanks| {
        faces.extend(flanks);
        faces.extend([[low, next_below, below], [high, above, next_above]]);
    });
    Surface::new(points, faces)
}

/// A round nut with the thread inside, wider than the screw of the same thread by
/// `clearance`.
///
/// # Errors
/// As [`screw`], and where the outer radius leaves no wall.
pub fn nut(thread: &Thread, clearance: f64, outer_radius: f64) -> Result<Surface, MeshError> {
    thread.check()?;
    length("clearance", clearance)?;
    length("outer_radius", outer_radius)?;
    less("radius of the thread", thread.radius + thread.depth / 2.0 + clearance, outer_radius)?;
    let mut points = Vec::new();
    let columns = thread.columns(clearance, &mut points);
    let begin = points.len() as u32;
    for at in 0..thread.around {
        let (sin, cos) = libm::sincos(TAU * at as f64 / thread.around as f64);
        let side = DVec3::new(outer_radius * cos, outer_radius * sin, 0.0);
        points.extend([-1.0, 1.0].map(|end| side + DVec3::Z * end * thread.half_length));
    }
    let mut faces = Vec::new();
    let mut at = 0;
    around(&columns, |&[below, above, next_below, next_above], flanks| {
        faces.extend(flanks.into_iter().map(|[a, b, c]| [a, c, b]));
        let (low, high) = (begin + 2 * at, begin + 2 * at + 1);
        at = (at + 1) % thread.around as u32;
        let (next_low, next_high) = (begin + 2 * at, begin + 2 * at + 1);
        faces.extend([[below, next_below, low], [next_below, next_low, low]]);
        faces.extend([[above, high, next_above], [next_above, high, next_high]]);
        faces.extend([[low, next_low, next_high], [low, next_high, high]]);
    });
    Surface::new(points, faces)
}
