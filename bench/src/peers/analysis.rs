//! What poses tell, whoever made them: overlaps by a collision library, gaps of joints,
//! how far things went and how fast they still are.

use glam::{DQuat, DVec3};
use parry3d_f64::math::Pose;
use parry3d_f64::query;
use parry3d_f64::shape::{Ball, Capsule, Cuboid, HalfSpace, Shape};
use serde_json::Value;

/// Position and quaternion w x y z of every body.
pub type Sample = Vec<[f64; 7]>;

/// What a run came to, by its poses.
#[derive(Clone, Copy, Debug, Default)]
pub struct Figures {
    /// Deepest overlap of any sample, and of the last one (m).
    pub deepest: f64,
    pub last: f64,
    /// Widest gap between the two sides of a joint (m).
    pub gap: f64,
    /// Farthest way of a body from its beginning to its end (m).
    pub way: f64,
    /// Fastest body between the last two samples (m/s).
    pub speed: f64,
}

/// Figures of a run; `None` where a number is not finite.
pub fn figures(scene: &Value, samples: &[Sample]) -> Option<Figures> {
    let (first, last) = (samples.first()?, samples.last()?);
    let before = &samples[samples.len().saturating_sub(2)];
    if samples.iter().flatten().flatten().any(|number| !number.is_finite()) {
        return None;
    }
    let bodies = Bodies::of(scene)?;
    let depths: Vec<f64> = samples.iter().map(|sample| bodies.depth(sample)).collect();
    let seconds = scene["step"].as_f64()? * scene["every"].as_f64()?;
    let ways = |from: &Sample| {
        let pairs = from.iter().zip(last).zip(&bodies.moves).filter(|(_, moves)| **moves);
        pairs.map(|((from, to), _)| place(from).distance(place(to))).fold(0.0, f64::max)
    };
    Some(Figures {
        deepest: depths.iter().copied().fold(0.0, f64::max),
        last: depths.last().copied().unwrap_or(0.0),
        gap: samples.iter().map(|sample| gap(scene, first, sample)).fold(0.0, f64::max),
        way: ways(first),
        speed: ways(before) / seconds,
    })
}

struct Bodies {
    shapes: Vec<Box<dyn Shape>>,
    /// Half sizes of those that are boxes.
    halves: Vec<Option<DVec3>>,
    /// Radius of a ball round the middle that holds the shape (m).
    reach: Vec<f64>,
    moves: Vec<bool>,
    /// Bodies that a joint connects, which may overlap.
    joined: Vec<(usize, usize)>,
}

impl Bodies {
    fn of(scene: &Value) -> Option<Self> {
        let bodies = scene["bodies"].as_array()?;
        let joined = scene["joints"]
            .as_array()?
            .iter()
            .filter_map(|joint| Some((joint[0].as_u64()? as usize, joint[1].as_u64()? as usize)));
        let (shapes, reach) = bodies.iter().filter_map(|body| shape(&body["shape"])).unzip();
        let halves = bodies.iter().map(|body| vector(&body["shape"]["half"])).collect();
        let moves = bodies.iter().map(|body| body["mass"] != 0.0).collect();
        Some(Self { shapes, halves, reach, moves, joined: joined.collect() })
    }

    /// Deepest overlap (m), 0 without any.
    fn depth(&self, sample: &Sample) -> f64 {
        let poses: Vec<Pose> = sample.iter().map(pose).collect();
        let mut deepest: f64 = 0.0;
        for second in 0..poses.len() {
            for first in 0..second {
                let apart = place(&sample[first]).distance(place(&sample[second]));
                let touch = apart < self.reach[first] + self.reach[second];
                let count = self.moves[first] || self.moves[second];
                if touch && count && !self.joined.contains(&(first, second)) {
                    let depth = match (self.halves[first], self.halves[second]) {
                        (Some(one), Some(two)) => {
                            boxes((one, &sample[first]), (two, &sample[second]))
                        }
                        _ => {
                            let (one, two) = (&*self.shapes[first], &*self.shapes[second]);
                            query::contact(&poses[first], one, &poses[second], two, 0.0)
                                .ok()
                                .flatten()
                                .map_or(0.0, |contact| -contact.dist)
                        }
                    };
                    deepest = deepest.max(depth);
                }
            }
        }
        deepest
    }
}

/// Overlap of two boxes along the axis that separates them best: their faces' normals and
/// the products of their edges. The library's own answer is wrong by a whole edge for
/// some boxes that lie exactly side by side.
fn boxes((one, first): (DVec3, &[f64; 7]), (two, second): (DVec3, &[f64; 7])) -> f64 {
    let axes = [first, second].map(|pose| {
        let turn = turn(pose);
        [turn * DVec3::X, turn * DVec3::Y, turn * DVec3::Z]
    });
    let edges = axes[0].iter().flat_map(|a| axes[1].iter().map(|b| a.cross(*b)));
    let normals = axes[0].into_iter().chain(axes[1]).chain(edges);
    let apart = place(second) - place(first);
    let reach = |half: DVec3, axes: &[DVec3; 3], along: DVec3| {
        let parts = axes.map(|axis| axis.dot(along).abs());
        half.dot(DVec3::from_array(parts))
    };
    normals
        .filter(|axis| axis.length_squared() > 1e-12)
        .map(DVec3::normalize)
        .map(|n| reach(one, &axes[0], n) + reach(two, &axes[1], n) - apart.dot(n).abs())
        .fold(f64::INFINITY, f64::min)
        .max(0.0)
}

fn shape(value: &Value) -> Option<(Box<dyn Shape>, f64)> {
    Some(match value["type"].as_str()? {
        "box" => {
            let half = vector(&value["half"])?;
            (Box::new(Cuboid::new(half)), half.length())
        }
        "sphere" => {
            let radius = value["radius"].as_f64()?;
            (Box::new(Ball::new(radius)), radius)
        }
        "capsule" => {
            let (radius, half) = (value["radius"].as_f64()?, value["half"].as_f64()?);
            (Box::new(Capsule::new_y(half, radius)), radius + half)
        }
        _ => (Box::new(HalfSpace::new(DVec3::Y)), f64::INFINITY),
    })
}

/// Widest distance of what a joint held together in `first`.
fn gap(scene: &Value, first: &Sample, now: &Sample) -> f64 {
    let joints = scene["joints"].as_array().map(Vec::as_slice).unwrap_or_default();
    let gaps = joints.iter().filter_map(|joint| {
        let anchor = vector(&joint[2])?;
        let carried = |body: &Value| match body.as_u64() {
            Some(at) => {
                let (begin, end) = (&first[at as usize], &now[at as usize]);
                let local = turn(begin).inverse() * (anchor - place(begin));
                place(end) + turn(end) * local
            }
            None => anchor,
        };
        Some(carried(&joint[0]).distance(carried(&joint[1])))
    });
    gaps.fold(0.0, f64::max)
}

fn pose(numbers: &[f64; 7]) -> Pose {
    Pose::from_parts(place(numbers), turn(numbers))
}

fn place(numbers: &[f64; 7]) -> DVec3 {
    DVec3::new(numbers[0], numbers[1], numbers[2])
}

fn turn(numbers: &[f64; 7]) -> DQuat {
    DQuat::from_xyzw(numbers[4], numbers[5], numbers[6], numbers[3]).normalize()
}

fn vector(value: &Value) -> Option<DVec3> {
    Some(DVec3::new(value[0].as_f64()?, value[1].as_f64()?, value[2].as_f64()?))
}
