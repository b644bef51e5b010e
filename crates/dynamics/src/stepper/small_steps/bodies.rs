//! Bodies as sweeps see them: a row of velocities, a row of how far they have come in this
//! step, and apart from both their poses in double precision.

use glam::{DMat3, DVec3, Vec3};
use rayon::prelude::*;
use stickslip_contact::Pose;

use super::rows::BodyRow;
use super::sweeps::{PARALLEL_BODIES, SHARE_OF_BODIES};
use super::turning::{coast, turned};
use crate::model::Model;
use crate::motion::{energy_of_mass, world_inertia};
use crate::parts::{Body, Motion};
use crate::state::BodyState;
use crate::world::World;

/// Slower spins turn their own axis by less than single precision keeps in a sub-step (rad/s).
pub const COASTING: f64 = 1e-4;

/// What a body is made of, as far as it moves.
#[derive(Clone, Copy, Debug)]
pub struct Constants {
    /// Mass (kg).
    pub mass: f64,
    /// 0 where forces do not move it (1/kg).
    pub inverse_mass: f64,
    /// In the body's own axes.
    pub inertia: DMat3,
    /// Its inverse; zero likewise.
    pub inverse_inertia: DMat3,
    /// Inertia and its inverse about the body's own axes, where these are principal ones.
    pub principal: Option<(DVec3, DVec3)>,
    /// Whether the inertia is that of a ball.
    pub is_round: bool,
    /// Whether forces move it.
    pub is_dynamic: bool,
    /// Whether neither forces nor scripts move it.
    pub is_static: bool,
    /// Farthest point of its shapes from the centre of mass whose turning changes a gap (m).
    pub reach: f64,
    /// Factor on gravity.
    pub gravity_scale: f64,
}

impl Constants {
    /// Those of a body.
    pub fn new(body: &Body) -> Self {
        let reach = body.colliders.iter().filter(|it| !it.visual).map(|it| {
            let (lower, upper) = it.shape.bounds(&it.pose);
            let radius = lower.abs().max(upper.abs()).length();
            let is_ball = matches!(it.shape.kind(), stickslip_contact::ShapeKind::Sphere { radius } if it.pose.position.length() <= 1e-9 * radius);
            if radius.is_finite() && !is_ball { radius } else { 0.0 }
        });
        let inertia = body.mass.inertia;
        let mean = (inertia.x_axis.x + inertia.y_axis.y + inertia.z_axis.z) / 3.0;
        let apart = inertia - DMat3::from_diagonal(DVec3::splat(mean));
        Self {
            mass: body.mass.mass,
            inverse_mass: body.inverse_mass,
            inertia,
            inverse_inertia: body.inverse_inertia,
            principal: principal(&inertia).zip(principal(&body.inverse_inertia)),
            is_round: apart.to_cols_array().iter().all(|x| x.abs() <= 1e-9 * mean),
            is_dynamic: body.is_dynamic(),
            is_static: body.description.motion == Motion::Static,
            reach: reach.fold(0.0, f64::max),
            gravity_scale: body.description.gravity_scale,
        }
    }

    /// Row and pose of a body in some state.
    fn taken_over(&self, state: &BodyState) -> (BodyRow, Pose) {
        let (v, w) = (state.velocity, state.angular_velocity);
        (BodyRow::new(v, self.reach, w, self.inverse_mass), state.pose)
    }

    /// Kinetic energy plus the potential in a uniform field (J) of a body that forces move; 0 of
    /// others.
    pub fn energy(&self, state: &BodyState, gravity: DVec3) -> f64 {
        match self.is_dynamic {
            true => energy_of_mass((self.mass, &self.inertia), state, self.gravity_scale, gravity),
            false => 0.0,
        }
    }
}

/// Acceleration of the centre of mass (m/s²) and torque (N·m).
type Force = (DVec3, DVec3);

/// Everything that moves in a sub-step. Keeps its memory from step to step.
#[derive(Debug, Default)]
pub(super) struct Bodies {
    pub(super) constants: Vec<Constants>,
    /// Velocity, reach, spin and inverse mass; the last one belongs to nobody.
    pub(super) rows: Vec<BodyRow>,
    /// Way and turn since the step began.
    pub(super) deltas: Vec<BodyRow>,
    pub(super) poses: Vec<Pose>,
    /// What acts on each, weight and pushes.
    forces: Vec<Force>,
    /// How far each may still move before pairs are looked for anew (m).
    pub(super) slack: Vec<f32>,
}

impl Bodies {
    pub(super) fn new(model: &Model) -> Self {
        let constants: Vec<Constants> = model.bodies().iter().map(Constants::new).collect();
        let count = constants.len();
        Self {
            rows: vec![BodyRow::default(); count + 1],
            deltas: vec![BodyRow::default(); count + 1],
            poses: vec![Pose::IDENTITY; count],
            forces: vec![(DVec3::ZERO, DVec3::ZERO); count],
            slack: vec![0.0; count],
            constants,
        }
    }

    /// Some bodies, body by body, move on as they do, whatever pushes them.
    pub(super) fn leave_out(&mut self, model: &Model, left_out: &[bool]) {
        for ((own, body), &left) in self.constants.iter_mut().zip(model.bodies()).zip(left_out) {
            *own = Constants::new(body);
            if left {
                (own.inverse_mass, own.is_dynamic) = (0.0, false);
            }
        }
    }

    /// The number after all bodies.
    pub(super) fn nobody(&self) -> u32 {
        self.constants.len() as u32
    }

    /// Which of two bodies forces move.
    pub(super) fn moves(&self, bodies: [u32; 2]) -> [bool; 2] {
        bodies.map(|body| self.constants[body as usize].is_dynamic)
    }

    /// Takes over a state, from which all motion is counted.
    pub(super) fn begin(&mut self, states: &[BodyState]) {
        if is_worth_threads(states.len()) {
            let own = self.constants.par_iter().zip(&mut self.rows).zip(&mut self.poses);
            let bodies = own.zip(states).with_min_len(SHARE_OF_BODIES);
            bodies.for_each(|(((own, row), pose), state)| (*row, *pose) = own.taken_over(state));
        } else {
            (0..states.len()).for_each(|at| self.read(at, &states[at]));
        }
        self.deltas.fill(BodyRow::default());
    }

    /// Takes over the state of one body.
    pub(super) fn read(&mut self, at: usize, state: &BodyState) {
        (self.rows[at], self.poses[at]) = self.constants[at].taken_over(state);
    }

    /// Gives a body's place and motion to its state.
    pub(super) fn write(&self, at: usize, state: &mut BodyState) {
        state.pose = self.poses[at];
        (state.velocity, state.angular_velocity) = self.motion(at);
        state.before = None;
    }

    /// Gives all bodies' places and motions to their states.
    pub(super) fn write_all(&self, states: &mut [BodyState]) {
        let each = |(at, state): (usize, &mut BodyState)| self.write(at, state);
        match is_worth_threads(states.len()) {
            true => {
                let bodies = states.par_iter_mut().enumerate();
                bodies.with_min_len(SHARE_OF_BODIES).for_each(each);
            }
            false => states.iter_mut().enumerate().for_each(each),
        }
    }

    /// Velocity and spin of a body.
    pub(super) fn motion(&self, at: usize) -> (DVec3, DVec3) {
        self.rows[at].motion()
    }

    /// Fastest speed of a point of a body (m/s).
    pub(super) fn speed(&self, at: usize) -> f64 {
        let (v, w) = self.motion(at);
        v.length() + w.length() * self.rows[at].fourth()
    }

    /// Inverse inertia in world axes.
    pub(super) fn inverse_inertia(&self, at: usize) -> DMat3 {
        let own = &self.constants[at];
        match own.is_dynamic {
            true if own.is_round => own.inverse_inertia,
            true => world_inertia(self.poses[at].orientation, &own.inverse_inertia),
            false => DMat3::ZERO,
        }
    }

    /// What acts on the bodies from now on.
    pub(super) fn take_forces(&mut self, world: &World) {
        for (at, own) in self.constants.iter().enumerate() {
            let push = world.pushes[at];
            let weight = world.settings.gravity * own.gravity_scale;
            self.forces[at] = (weight + own.inverse_mass * push.force, push.torque);
        }
    }

    /// Velocities under forces alone.
    pub(super) fn accelerate(&mut self, h: f64, gyroscopic: bool) {
        let each = |(((own, force), pose), row): (((&Constants, &Force), &Pose), &mut BodyRow)| {
            if own.is_dynamic {
                accelerate(own, force, pose, row, h, gyroscopic);
            }
        };
        let (constants, forces, poses) = (&self.constants, &self.forces, &self.poses);
        if is_worth_threads(constants.len()) {
            let bodies = constants.par_iter().zip(forces).zip(poses).zip(&mut self.rows);
            bodies.with_min_len(SHARE_OF_BODIES).for_each(each);
        } else {
            constants.iter().zip(forces).zip(poses).zip(&mut self.rows).for_each(each);
        }
    }

    /// Moves all bodies; says whether one has left its slack.
    pub(super) fn advance(&mut self, h: f64) -> bool {
        type One<'a> = (((&'a BodyRow, &'a mut BodyRow), &'a mut Pose), &'a mut f32);
        let each = |(((row, delta), pose), slack): One<'_>| advance(row, delta, pose, slack, h);
        let (rows, slacks) = (&self.rows, &mut self.slack);
        if is_worth_threads(slacks.len()) {
            let bodies = rows.par_iter().zip(&mut self.deltas).zip(&mut self.poses).zip(slacks);
            let left = bodies.with_min_len(SHARE_OF_BODIES).map(each);
            left.reduce(|| false, |one, two| one | two)
        } else {
            let bodies = rows.iter().zip(&mut self.deltas).zip(&mut self.poses).zip(slacks);
            bodies.map(each).fold(false, |one, two| one | two)
        }
    }
}

/// The diagonal of a matrix that has nothing else.
fn principal(matrix: &DMat3) -> Option<DVec3> {
    let diagonal = DVec3::new(matrix.x_axis.x, matrix.y_axis.y, matrix.z_axis.z);
    (*matrix == DMat3::from_diagonal(diagonal)).then_some(diagonal)
}

pub(super) fn is_worth_threads(bodies: usize) -> bool {
    bodies >= 2 * PARALLEL_BODIES && rayon::current_num_threads() > 1
}

fn accelerate(
    own: &Constants,
    &(acceleration, torque): &Force,
    pose: &Pose,
    row: &mut BodyRow,
    h: f64,
    gyroscopic: bool,
) {
    row.add((h * acceleration).as_vec3(), Vec3::ZERO);
    let turns = gyroscopic && !own.is_round;
    let (velocity, spin) = row.motion();
    if torque == DVec3::ZERO && !(turns && spin.length_squared() > COASTING * COASTING) {
        return;
    }
    let q = pose.orientation;
    let mut local = q.inverse() * spin;
    if turns {
        local = coast(own, local, h);
    }
    local += h * (own.inverse_inertia * (q.inverse() * torque));
    row.set_motion(velocity, q * local);
}

/// Moves one body; says whether it has left its slack.
fn advance(row: &BodyRow, delta: &mut BodyRow, pose: &mut Pose, slack: &mut f32, h: f64) -> bool {
    let (v, w) = row.halves();
    if v == Vec3::ZERO && w == Vec3::ZERO {
        return false;
    }
    let k = h as f32;
    let (velocity, spin) = row.motion();
    pose.position += h * velocity;
    pose.orientation = turned(pose.orientation, h * spin);
    delta.add(k * v, k * w);
    *slack -= (v.length() + w.length() * row.0[3]) * k;
    *slack < 0.0
}
