//! Bodies that a rank holds, and how far each may come until all look again.

use glam::{DMat3, DQuat, DVec3};
use stickslip_contact::Pose;
use stickslip_dynamics::BodyState;
use stickslip_dynamics::small_steps::{
    COASTING, FAT, FAT_SHARE, LOOK_AGAIN, MARGIN, coast, turned, world_inertia,
};

use crate::catalogue::Catalogue;
use crate::cells::Cell;

/// Boxes of two bodies that may touch overlap when each is grown by this (m).
pub const HALF_MARGIN: f64 = 0.5 * (MARGIN + LOOK_AGAIN);
/// A body may come this share of its radius, or [`FAT`], besides what its speed says.
const LEEWAY: f64 = 0.2;
/// How much more than the speed of the beginning a way is foreseen for.
const FORESIGHT: f64 = 1.2;

/// Velocity and spin, or way and turn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Motion {
    /// Of the centre of mass.
    pub v: DVec3,
    /// About it, in world axes.
    pub w: DVec3,
}

/// A body on its way from rank to rank.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Record {
    /// The number of its shape.
    pub collider: u32,
    /// Centre of mass and orientation.
    pub pose: Pose,
    /// How it moves.
    pub motion: Motion,
}

/// Words of a [`Record`].
pub const RECORD: usize = 14;

impl Record {
    /// That of a body's state.
    pub fn of(collider: u32, state: &BodyState) -> Self {
        let motion = Motion { v: state.velocity, w: state.angular_velocity };
        Self { collider, pose: state.pose, motion }
    }

    /// Adds its words.
    pub fn write(&self, words: &mut Vec<u64>) {
        words.push(self.collider.into());
        let Self { pose, motion, .. } = self;
        words.extend(pose.position.to_array().map(f64::to_bits));
        words.extend(pose.orientation.to_array().map(f64::to_bits));
        motion.write(words);
    }

    /// From its words.
    pub fn read(words: &[u64]) -> Self {
        let number = |at: usize| f64::from_bits(words[at]);
        let turn = DQuat::from_xyzw(number(4), number(5), number(6), number(7));
        Self {
            collider: words[0] as u32,
            pose: Pose { position: vector(&words[1..]), orientation: turn },
            motion: Motion::read(&words[8..]),
        }
    }
}

impl Motion {
    /// Adds its six words.
    pub fn write(&self, words: &mut Vec<u64>) {
        words.extend(self.v.to_array().map(f64::to_bits));
        words.extend(self.w.to_array().map(f64::to_bits));
    }

    /// From its six words.
    pub fn read(words: &[u64]) -> Self {
        Self { v: vector(words), w: vector(&words[3..]) }
    }
}

/// Three numbers.
pub fn vector(words: &[u64]) -> DVec3 {
    DVec3::from_array([0, 1, 2].map(|at| f64::from_bits(words[at])))
}

/// Why a rank holds a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Forces do not move it.
    Wall,
    /// It is in a cell of this rank.
    Own,
    /// It reaches into a cell of this rank, or touches a wide body.
    Ghost,
    /// It is wider than a cell.
    Wide,
}

/// All bodies that a rank holds, in ascending order of their shapes.
#[derive(Debug, Default)]
pub struct Bodies {
    /// The number of each one's shape.
    pub colliders: Vec<u32>,
    /// Why each is here.
    pub roles: Vec<Role>,
    /// Centres of mass and orientations.
    pub poses: Vec<Pose>,
    /// Velocities.
    pub motions: Vec<Motion>,
    /// Ways and turns since the last look of all.
    pub ways: Vec<Motion>,
    /// How far each may still come until all look again (m).
    pub slack: Vec<f64>,
    /// 1/m (1/kg).
    pub inverse_masses: Vec<f64>,
    /// I⁻¹ in world axes.
    pub inverse_inertias: Vec<DMat3>,
}

impl Bodies {
    /// Becomes these, in ascending order of their shapes, for steps of `step` seconds.
    pub fn fill(&mut self, catalogue: &Catalogue, records: &[(Record, Role)], step: f64) {
        let count = records.len();
        self.colliders = records.iter().map(|own| own.0.collider).collect();
        self.roles = records.iter().map(|own| own.1).collect();
        self.poses = records.iter().map(|own| own.0.pose).collect();
        self.motions = records.iter().map(|own| own.0.motion).collect();
        self.ways = vec![Motion::default(); count];
        self.slack = records.iter().map(|own| slack(catalogue, &own.0, step)).collect();
        let mass = |&own: &u32| catalogue.kind(own).constants.inverse_mass;
        self.inverse_masses = self.colliders.iter().map(mass).collect();
        self.inverse_inertias = vec![DMat3::ZERO; count];
        (0..count).for_each(|at| self.turn_inertia(catalogue, at));
    }

    /// The record of a body.
    pub fn record(&self, at: usize) -> Record {
        Record { collider: self.colliders[at], pose: self.poses[at], motion: self.motions[at] }
    }

    /// The place of a shape in the list.
    pub fn find(&self, collider: u32) -> Option<usize> {
        self.colliders.binary_search(&collider).ok()
    }

    fn turn_inertia(&mut self, catalogue: &Catalogue, at: usize) {
        let own = &catalogue.kind(self.colliders[at]).constants;
        self.inverse_inertias[at] = match own.is_dynamic {
            true if own.is_round => own.inverse_inertia,
            true => world_inertia(self.poses[at].orientation, &own.inverse_inertia),
            false => DMat3::ZERO,
        };
    }

    /// Velocities under gravity alone.
    pub fn accelerate(&mut self, catalogue: &Catalogue, h: f64) {
        let settings = &catalogue.settings;
        for at in 0..self.colliders.len() {
            let own = &catalogue.kind(self.colliders[at]).constants;
            if !own.is_dynamic {
                continue;
            }
            let motion = &mut self.motions[at];
            motion.v += h * (settings.gravity * own.gravity_scale);
            let turns = settings.gyroscopic && !own.is_round;
            if turns && motion.w.length_squared() > COASTING * COASTING {
                let q = self.poses[at].orientation;
                motion.w = q * coast(own, q.inverse() * motion.w, h);
            }
        }
    }

    /// Moves all bodies; says whether one that is this rank's to watch has left its slack.
    pub fn advance(&mut self, catalogue: &Catalogue, h: f64) -> bool {
        let mut has_left = false;
        for at in 0..self.colliders.len() {
            let Motion { v, w } = self.motions[at];
            if v == DVec3::ZERO && w == DVec3::ZERO {
                continue;
            }
            let pose = &mut self.poses[at];
            pose.position += h * v;
            pose.orientation = turned(pose.orientation, h * w);
            self.ways[at].v += h * v;
            self.ways[at].w += h * w;
            let own = &catalogue.kind(self.colliders[at]).constants;
            self.slack[at] -= h * (v.length() + w.length() * own.reach);
            has_left |= self.roles[at] != Role::Ghost && self.slack[at] < 0.0;
            if !own.is_round {
                self.turn_inertia(catalogue, at);
            }
        }
        has_left
    }
}

/// How far a body may come until all look again in steps of `step` seconds (m): what its speed
/// says, and some leeway; one that moves in cells at most what they leave it.
fn slack(catalogue: &Catalogue, own: &Record, step: f64) -> f64 {
    let kind = catalogue.kind(own.collider);
    if kind.constants.is_static {
        return f64::INFINITY;
    }
    let way =
        step * FORESIGHT * (own.motion.v.length() + own.motion.w.length() * kind.constants.reach);
    if !kind.constants.is_dynamic {
        return FAT + way;
    }
    let wish = FAT.min(LEEWAY * kind.radius) + FAT_SHARE * way;
    match kind.is_wide {
        true => wish,
        false => wish.min(0.5 * catalogue.cells.width - kind.radius - HALF_MARGIN),
    }
}

/// How far around the place of a body its shape, its slack and its margin reach (m).
pub fn reach(catalogue: &Catalogue, own: &Record, step: f64) -> f64 {
    let kind = catalogue.kind(own.collider);
    kind.radius + slack(catalogue, own, step) + HALF_MARGIN
}

/// The box that a body keeps to until all look again.
pub fn fat_box(catalogue: &Catalogue, own: &Record, step: f64) -> (DVec3, DVec3) {
    let reach = DVec3::splat(reach(catalogue, own, step));
    (own.pose.position - reach, own.pose.position + reach)
}

/// The cell that a pair belongs to: that of the middle of what their boxes share, or of the one
/// that forces move where the other is a wall; none where they are too far apart. Both bodies
/// reach into it.
pub fn pair_cell(catalogue: &Catalogue, pair: [&Record; 2], step: f64) -> Option<Cell> {
    let moves = pair.map(|own| catalogue.kind(own.collider).constants.is_dynamic);
    match moves {
        [true, true] => {
            let [one, two] = pair.map(|own| fat_box(catalogue, own, step));
            let (lower, upper) = (one.0.max(two.0), one.1.min(two.1));
            lower.cmple(upper).all().then(|| catalogue.cells.cell(0.5 * (lower + upper)))
        }
        [true, false] => Some(catalogue.cells.cell(pair[0].pose.position)),
        [false, true] => Some(catalogue.cells.cell(pair[1].pose.position)),
        [false, false] => None,
    }
}
