//! Bodies that a rank holds.

use glam::{DMat3, DVec3};
use stickslip_contact::Pose;
use stickslip_dynamics::small_steps::{COASTING, coast, turned, world_inertia};

use crate::catalogue::{Catalogue, Kind};
use crate::cells::code;
use crate::extent::{Extent, HALF_MARGIN, slack};
use crate::record::{Motion, Record};

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
    /// Joints join it: all ranks hold it.
    Joined,
}

impl Role {
    /// Whether it moves and all ranks hold it.
    pub fn is_everywhere(self) -> bool {
        matches!(self, Self::Wide | Self::Joined)
    }
}

/// What a sweep needs of a body, in two lines of the cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Row {
    /// Its velocities.
    pub motion: Motion,
    /// 1/m (1/kg).
    pub inverse_mass: f64,
    /// I⁻¹ in world axes.
    pub inverse_inertia: DMat3,
}

/// How fast a body goes and turns.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Speed(DVec3, f64);

/// All bodies that a rank holds, along the curve of their cells, so that those of a cell and of
/// its neighbours lie close to each other in memory.
#[derive(Debug, Default)]
pub struct Bodies {
    /// The number of each one's shape.
    pub colliders: Vec<u32>,
    /// The number of each one's kind.
    pub kinds: Vec<u32>,
    /// Why each is here.
    pub roles: Vec<Role>,
    /// Where on the curve each one's cell is, ascending.
    pub codes: Vec<u64>,
    /// Centres of mass and orientations.
    pub poses: Vec<Pose>,
    /// What sweeps work with.
    pub rows: Vec<Row>,
    /// Ways and turns since the last look of all.
    pub ways: Vec<Motion>,
    /// How far each may still come until all look again (m).
    pub slack: Vec<f64>,
    /// Velocity of each, and the fastest speed of its points about its centre of mass (m/s).
    speeds: Vec<Speed>,
    /// Shapes with their places, in ascending order of the shapes.
    index: Vec<(u32, u32)>,
}

impl Bodies {
    /// Becomes these, each once, for steps of `step` seconds. The first of those with one shape
    /// is taken.
    pub fn fill(&mut self, catalogue: &Catalogue, all: &[(&[Record], Role)], step: f64) {
        let begins = all.iter().scan(0, |sum, part| {
            let begin = *sum;
            *sum += part.0.len();
            Some((begin, part))
        });
        let place = |own: &Record| code(catalogue.cells.cell(own.pose.position));
        // Place along the curve, shape, and which of them all.
        let mut order = Vec::with_capacity(all.iter().map(|part| part.0.len()).sum());
        for (begin, part) in begins {
            let numbered = part.0.iter().zip(begin..);
            order.extend(numbered.map(|(own, at)| (place(own), own.collider, at as u32)));
        }
        order.sort_unstable();
        order.dedup_by_key(|own| own.1);
        self.clear(order.len());
        for (code, _, at) in order {
            let mut at = at as usize;
            let part = all.iter().find(|part| {
                let is_here = at < part.0.len();
                at -= if is_here { 0 } else { part.0.len() };
                is_here
            });
            if let Some((records, role)) = part {
                self.codes.push(code);
                self.push(catalogue, &records[at], *role, step);
            }
        }
        self.index.extend(self.colliders.iter().copied().zip(0..));
        self.index.sort_unstable();
    }

    /// Forgets all, and makes room for so many.
    fn clear(&mut self, count: usize) {
        fn empty<T>(list: &mut Vec<T>, count: usize) {
            list.clear();
            list.reserve_exact(count);
        }
        empty(&mut self.colliders, count);
        empty(&mut self.kinds, count);
        empty(&mut self.roles, count);
        empty(&mut self.codes, count);
        empty(&mut self.poses, count);
        empty(&mut self.rows, count);
        empty(&mut self.ways, count);
        empty(&mut self.slack, count);
        empty(&mut self.speeds, count);
        empty(&mut self.index, count);
    }

    fn push(&mut self, catalogue: &Catalogue, own: &Record, role: Role, step: f64) {
        let Record { collider, kind, pose, motion } = *own;
        let inverse_mass = catalogue.kinds[kind as usize].constants.inverse_mass;
        self.colliders.push(collider);
        self.kinds.push(kind);
        self.roles.push(role);
        self.poses.push(pose);
        self.rows.push(Row { motion, inverse_mass, inverse_inertia: DMat3::ZERO });
        self.ways.push(Motion::default());
        self.slack.push(slack(catalogue, own, step));
        self.turn_inertia(catalogue, self.rows.len() - 1);
    }

    /// Where a body is and how far it may reach, right after a look.
    pub fn extent(&self, catalogue: &Catalogue, at: usize) -> Extent {
        let kind = self.kind(catalogue, at);
        Extent {
            place: self.poses[at].position,
            reach: kind.radius + self.slack[at] + HALF_MARGIN,
            moves: kind.constants.is_dynamic,
        }
    }

    /// What a body is.
    pub fn kind<'a>(&self, catalogue: &'a Catalogue, at: usize) -> &'a Kind {
        &catalogue.kinds[self.kinds[at] as usize]
    }

    /// The record of a body.
    pub fn record(&self, at: usize) -> Record {
        let motion = self.rows[at].motion;
        Record { collider: self.colliders[at], kind: self.kinds[at], pose: self.poses[at], motion }
    }

    /// The place of a shape in the list.
    pub fn find(&self, collider: u32) -> Option<usize> {
        let at = self.index.binary_search_by_key(&collider, |own| own.0).ok()?;
        Some(self.index[at].1 as usize)
    }

    fn turn_inertia(&mut self, catalogue: &Catalogue, at: usize) {
        let own = &self.kind(catalogue, at).constants;
        self.rows[at].inverse_inertia = match own.is_dynamic {
            true if own.is_round => own.inverse_inertia,
            true => world_inertia(self.poses[at].orientation, &own.inverse_inertia),
            false => DMat3::ZERO,
        };
    }

    /// Notes how fast all are, for [`Self::closing`].
    pub fn note_speeds(&mut self, catalogue: &Catalogue) {
        let speed = |(row, &kind): (&Row, &u32)| {
            let reach = catalogue.kinds[kind as usize].constants.reach;
            Speed(row.motion.v, row.motion.w.length() * reach)
        };
        self.speeds.clear();
        self.speeds.extend(self.rows.iter().zip(&self.kinds).map(speed));
    }

    /// Fastest speed with which the shapes of two bodies may close in on each other (m/s).
    pub fn closing(&self, places: [u32; 2]) -> f64 {
        let [one, two] = places.map(|place| self.speeds[place as usize]);
        (one.0 - two.0).length() + one.1 + two.1
    }

    /// Velocities under gravity alone.
    pub fn accelerate(&mut self, catalogue: &Catalogue, h: f64) {
        let settings = &catalogue.settings;
        for at in 0..self.rows.len() {
            let own = &catalogue.kinds[self.kinds[at] as usize].constants;
            if !own.is_dynamic {
                continue;
            }
            let motion = &mut self.rows[at].motion;
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
        for at in 0..self.rows.len() {
            let Motion { v, w } = self.rows[at].motion;
            if v == DVec3::ZERO && w == DVec3::ZERO {
                continue;
            }
            let pose = &mut self.poses[at];
            pose.position += h * v;
            pose.orientation = turned(pose.orientation, h * w);
            self.ways[at].v += h * v;
            self.ways[at].w += h * w;
            let own = &catalogue.kinds[self.kinds[at] as usize].constants;
            self.slack[at] -= h * (v.length() + w.length() * own.reach);
            has_left |= self.roles[at] != Role::Ghost && self.slack[at] < 0.0;
            if !own.is_round {
                self.turn_inertia(catalogue, at);
            }
        }
        has_left
    }
}
