//! Joints as kernels take them, in colours: no body is in two joints of one colour.

use crate::contacts::Partner;
use crate::describe::Scene;

/// What a joint leaves free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointKind {
    /// Every turn about a common point.
    Ball,
    /// The turn about the x axis of its frames.
    Hinge,
    /// The way along the x axis of its frames.
    Slider,
    /// Nothing.
    Fixed,
}

/// What drives the axis of a hinge or slider: a spring with a damper, or with neither a speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drive {
    /// N/m or N·m/rad.
    pub stiffness: f64,
    /// N·s/m or N·m·s/rad.
    pub damping: f64,
    /// Where the spring rests (m or rad).
    pub rest: f64,
    /// Speed that is held (m/s or rad/s).
    pub speed: f64,
    /// Largest force (N or N·m).
    pub most: f64,
}

/// What joins two bodies, or a body and the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Joint {
    /// The first body; `None` for the world.
    pub first: Option<usize>,
    /// The second body.
    pub second: usize,
    /// What it leaves free.
    pub kind: JointKind,
    /// The common point in the axes of each body from its centre of mass, or in the world (m).
    pub anchors: [[f64; 3]; 2],
    /// How the joint's frame is turned against each body, or against the world.
    pub frames: [[f64; 4]; 2],
    /// The coordinate where both frames agree (m or rad).
    pub reference: f64,
    /// Range of the coordinate.
    pub stops: Option<[f64; 2]>,
    /// What drives the axis.
    pub drive: Option<Drive>,
}

/// Where there is no body, or no stop.
const WORLD: u32 = u32::MAX;
const FAR: f64 = 1e30;

impl Joint {
    /// Whether its numbers make sense.
    pub(crate) fn is_sound(&self, bodies: usize) -> bool {
        let numbers = self.anchors.iter().flatten().chain(self.frames.iter().flatten());
        let has_axis = matches!(self.kind, JointKind::Hinge | JointKind::Slider);
        let drive = self.drive.is_none_or(|own| {
            let at_least_zero = [own.stiffness, own.damping, own.most];
            at_least_zero.iter().all(|x| *x >= 0.0) && own.rest.is_finite() && own.speed.is_finite()
        });
        self.second < bodies
            && self.first.is_none_or(|first| first < bodies && first != self.second)
            && numbers.chain([&self.reference]).all(|x| x.is_finite())
            && self.stops.is_none_or(|[low, high]| low <= high)
            && (has_axis || (self.stops.is_none() && self.drive.is_none()))
            && drive
    }

    /// Held rows as bits, the axis, and what there is besides, as the kernels read it.
    fn bits(&self) -> u32 {
        let (held, axis) = match self.kind {
            JointKind::Ball => (0b00_0111, 6),
            JointKind::Hinge => (0b11_0111, 3),
            JointKind::Slider => (0b11_1110, 0),
            JointKind::Fixed => (0b11_1111, 6),
        };
        held | axis << 6
            | u32::from(self.stops.is_some()) << 9
            | u32::from(self.drive.is_some()) << 10
    }

    fn rows(&self) -> [[f32; 4]; 8] {
        let three = |v: [f64; 3]| [v[0] as f32, v[1] as f32, v[2] as f32, 0.0];
        let stop = |at: f64| at.clamp(-FAR, FAR) as f32;
        let [low, high] = self.stops.unwrap_or([-FAR, FAR]);
        let drive = self.drive.unwrap_or(Drive {
            stiffness: 0.0,
            damping: 0.0,
            rest: 0.0,
            speed: 0.0,
            most: 0.0,
        });
        let first = self.first.map_or(WORLD, |first| first as u32);
        let names = [first, self.second as u32, self.bits(), 0].map(f32::from_bits);
        [
            names,
            three(self.anchors[0]),
            three(self.anchors[1]),
            self.frames[0].map(|x| x as f32),
            self.frames[1].map(|x| x as f32),
            [stop(low), stop(high), self.reference as f32, drive.rest as f32],
            [drive.stiffness, drive.damping, drive.speed, drive.most.min(FAR)].map(|x| x as f32),
            [0.0; 4],
        ]
    }
}

/// All joints by their colours, and what bodies never touch.
#[derive(Debug, Default)]
pub(crate) struct JointTables {
    pub(crate) rows: Vec<[f32; 4]>,
    /// Anchors in the world, of joints to it.
    pub(crate) worlds: Vec<[f64; 3]>,
    /// Where each colour begins, and the end.
    pub(crate) colours: Vec<u32>,
    pub(crate) apart_end: Vec<u32>,
    pub(crate) apart: Vec<u32>,
}

impl JointTables {
    pub(crate) fn new(scene: &Scene) -> Self {
        let bodies = scene.bodies.len();
        let mut taken: Vec<Vec<bool>> = vec![Vec::new(); bodies];
        let mut by_colour: Vec<Vec<usize>> = Vec::new();
        for (at, joint) in scene.joints.iter().enumerate() {
            let own = || joint.first.into_iter().chain([joint.second]);
            let is_free =
                |colour: &usize| own().all(|body| taken[body].get(*colour) != Some(&true));
            let colour = (0..=by_colour.len()).find(is_free).unwrap_or(by_colour.len());
            for body in own() {
                let colours = &mut taken[body];
                colours.resize(colours.len().max(colour + 1), false);
                colours[colour] = true;
            }
            by_colour.resize(by_colour.len().max(colour + 1), Vec::new());
            by_colour[colour].push(at);
        }
        let mut tables = Self { colours: vec![0], ..Self::default() };
        for colour in by_colour {
            for at in colour {
                let joint = &scene.joints[at];
                tables.rows.extend(joint.rows());
                tables.worlds.push(joint.anchors[0]);
            }
            tables.colours.push(tables.worlds.len() as u32);
        }
        let mut apart = vec![Vec::new(); bodies];
        for (body, other) in &scene.apart {
            match *other {
                Partner::Body(other) => {
                    apart[*body].push(other as u32);
                    apart[other].push(*body as u32);
                }
                Partner::Wall(wall) => apart[*body].push(crate::contacts::WALL + wall as u32),
            }
        }
        (tables.apart_end, tables.apart) = flat(&apart);
        tables
    }
}

/// Lists behind each other, and where each begins.
fn flat(lists: &[Vec<u32>]) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0];
    let mut all = Vec::new();
    for list in lists {
        all.extend(list);
        starts.push(all.len() as u32);
    }
    (starts, all)
}
