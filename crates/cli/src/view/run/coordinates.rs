//! Coordinates of joints that are one number each: what pages set and follow.

use std::collections::BTreeMap;
use std::f64::consts::PI;

use serde::Serialize;
use stickslip_dynamics::{Axis, JointId, JointKind, Simulation};
use stickslip_solve::nearest_name;

/// The axes of a joint that has several, behind a dot.
const AXES: [&str; 6] = ["x", "y", "z", "turn-x", "turn-y", "turn-z"];
/// Reach of a slide where there is only one body to measure (m).
const REACH: f64 = 1.0;

/// A coordinate that a tree steps.
pub struct Coordinate {
    /// The joint's name; with the axis behind a dot where it has several.
    pub name: String,
    joint: JointId,
    /// Its place among the coordinates of the joint.
    at: usize,
    turns: bool,
    /// Infinite where there are none.
    limits: [f64; 2],
    reference: f64,
}

impl Coordinate {
    /// Those of all joints that trees carry now: not the turns of balls.
    pub fn all(simulation: &Simulation) -> Vec<Self> {
        let joints = simulation.model().joints().iter().enumerate();
        let carried = joints.filter(|(at, _)| simulation.is_carried(JointId(*at)));
        let each = carried.flat_map(|(at, joint)| {
            let description = joint.description();
            let loose = loose(&description.kind);
            let several = loose.len() > 1;
            let turns = loose.iter().filter(|(axis, _)| *axis > 2).count();
            // Turns about several axes of one frame are parts of a rotation.
            let is_ball = matches!(description.kind, JointKind::SixDof(_)) && turns > 1;
            let places = loose.into_iter().enumerate();
            let scalars = places.filter(move |(_, (axis, _))| !is_ball || *axis < 3);
            scalars.map(move |(place, (number, axis))| Self {
                name: match several {
                    true => format!("{}.{}", description.name, AXES[number]),
                    false => description.name.clone(),
                },
                joint: JointId(at),
                at: place,
                turns: number > 2,
                limits: axis.limits.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]),
                reference: axis.reference,
            })
        });
        each.collect()
    }

    /// The one of that name; the error has the nearest one.
    pub fn named(simulation: &Simulation, name: &str) -> Result<Self, String> {
        let mut all = Self::all(simulation);
        if let Some(at) = all.iter().position(|it| it.name == name) {
            return Ok(all.swap_remove(at));
        }
        let near = nearest_name(name, all.iter().map(|it| &*it.name))
            .map_or_else(String::new, |near| format!("; did you mean \"{near}\"?"));
        Err(format!("there is no coordinate \"{name}\"{near}"))
    }

    fn unit(&self) -> &'static str {
        if self.turns { "rad" } else { "m" }
    }

    /// Where it is.
    pub fn value(&self, simulation: &Simulation) -> Option<f64> {
        Some(simulation.joint_coordinates(self.joint).get(self.at)?.0)
    }

    /// Whether it may be there.
    pub fn check(&self, value: f64) -> Result<(), String> {
        let [low, high] = self.limits;
        if value >= low && value <= high {
            return Ok(());
        }
        let (name, unit) = (&self.name, self.unit());
        Err(format!("{name}: is {value} {unit}, but the joint goes from {low} to {high} {unit}"))
    }

    /// Puts it at a value, at rest.
    pub fn put(&self, simulation: &mut Simulation, value: f64) -> Result<(), String> {
        let mut own = simulation.joint_coordinates(self.joint);
        if let Some(coordinate) = own.get_mut(self.at) {
            *coordinate = (value, 0.0);
        }
        let put = simulation.set_joint_coordinates(self.joint, &own);
        put.map_err(|error| error.to_string())
    }

    /// From where to where a slider goes: half a turn, or as far as the bodies are apart, on
    /// both sides of where there are no limits.
    fn range(&self, reach: f64) -> [f64; 2] {
        let (middle, most) = if self.turns { (0.0, PI) } else { (self.reference, reach) };
        match self.limits.map(f64::is_finite) {
            [true, true] => self.limits,
            [true, false] => [self.limits[0], self.limits[0] + 2.0 * most],
            [false, true] => [self.limits[1] - 2.0 * most, self.limits[1]],
            [false, false] => [middle - most, middle + most],
        }
    }
}

/// The axes of a joint that are not held, by their numbers: 0 to 2 travel, 3 to 5 turn.
fn loose(kind: &JointKind) -> Vec<(usize, &Axis)> {
    let axes: Vec<(usize, &Axis)> = match kind {
        JointKind::Hinge(hinge) => vec![(3, &hinge.rotation)],
        JointKind::Prismatic(slide) => vec![(0, &slide.travel)],
        JointKind::Universal(cross) => {
            vec![(3, &cross.first_rotation), (4, &cross.second_rotation)]
        }
        JointKind::SixDof(six) => six.axes.iter().enumerate().collect(),
        _ => Vec::new(),
    };
    let is_loose = |axis: &Axis| axis.limits.is_none_or(|[low, high]| low != high);
    axes.into_iter().filter(|(_, axis)| is_loose(axis)).collect()
}

/// How far apart the bodies are that the joints of coordinates join (m).
fn reach(simulation: &Simulation, coordinates: &[Coordinate]) -> f64 {
    let (joints, bodies) = (simulation.model().joints(), simulation.model().bodies());
    let joined = coordinates.iter().flat_map(|it| {
        let description = joints[it.joint.0].description();
        description.first.into_iter().chain([description.second])
    });
    let places = joined.map(|body| bodies[body.0].description.pose.position);
    let corners = places.map(|place| (place, place));
    let corners = corners.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)));
    let size = corners.map_or(0.0, |(low, high)| low.distance(high));
    if size > 0.0 { size } else { REACH }
}

/// A coordinate as a page is told of it.
#[derive(Serialize)]
pub struct Described {
    name: String,
    unit: &'static str,
    range: [f64; 2],
    /// Turns without a stop.
    endless: bool,
    value: f64,
}

impl Described {
    /// Those of a simulation.
    pub fn all(simulation: &Simulation) -> Vec<Self> {
        let coordinates = Coordinate::all(simulation);
        let reach = reach(simulation, &coordinates);
        let describe = |it: Coordinate| {
            let (value, range) = (it.value(simulation)?, it.range(reach));
            let endless = it.turns && it.limits.iter().all(|limit| limit.is_infinite());
            Some(Self { unit: it.unit(), range, endless, value, name: it.name })
        };
        coordinates.into_iter().filter_map(describe).collect()
    }
}

/// `coordinates`: where they are.
#[derive(Serialize)]
pub struct Coordinates {
    r#type: &'static str,
    lane: usize,
    values: BTreeMap<String, f64>,
}

impl Coordinates {
    /// Of one lane.
    pub fn new(lane: usize, simulation: &Simulation) -> Self {
        let all = Coordinate::all(simulation).into_iter();
        let values = all.filter_map(|it| Some((it.value(simulation)?, it.name)));
        let values = values.map(|(value, name)| (name, value)).collect();
        Self { r#type: "coordinates", lane, values }
    }
}
