//! Bodies as sweeps see them: a row of velocities, a row of how far they have come in this
//! step, and apart from both their poses in double precision.

use glam::{DMat3, DQuat, DVec3};
use rayon::prelude::*;
use stickslip_contact::Pose;

use super::lane::BodyRow;
use super::sweeps::PARALLEL_BODIES;
use crate::model::Model;
use crate::motion::world_inertia;
use crate::state::BodyState;
use crate::world::World;

/// What a body is made of, as far as it moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Constants {
    pub(super) inverse_mass: f64,
    /// In the body's own axes.
    pub(super) inertia: DMat3,
    pub(super) inverse_inertia: DMat3,
    /// Whether the inertia is that of a ball.
    pub(super) is_round: bool,
    pub(super) is_dynamic: bool,
    /// Whether neither forces nor scripts move it.
    pub(super) is_static: bool,
    /// Farthest point of its shapes from the centre of mass whose turning changes a gap (m).
    pub(super) reach: f64,
    pub(super) gravity_scale: f64,
}

/// Everything that moves in a sub-step. Keeps its memory from step to step.
#[derive(Debug, Default)]
pub(super) struct Bodies {
    pub(super) constants: Vec<Constants>,
    /// Velocity, reach, spin and inverse mass; the last one belongs to nobody.
    pub(super) rows: Vec<BodyRow>,
    /// Way and turn since the step began.
    pub(super) deltas: Vec<BodyRow>,
    pub(super) poses: Vec<Pose>,
    /// Change of velocity and of angular momentum per second, from weight and pushes.
    forces: Vec<(DVec3, DVec3)>,
    /// How far each may still move before pairs are looked for anew (m).
    pub(super) slack: Vec<f32>,
}

impl Bodies {
    pub(super) fn new(model: &Model) -> Self {
        let constants = |body: &crate::parts::Body| {
            let reach = body.colliders.iter().filter(|it| !it.visual).map(|it| {
                let (lower, upper) = it.shape.bounds(&it.pose);
                let radius = lower.abs().max(upper.abs()).length();
                let is_ball = matches!(it.shape.kind(), stickslip_contact::ShapeKind::Sphere { radius } if it.pose.position.length() <= 1e-9 * radius);
                if radius.is_finite() && !is_ball { radius } else { 0.0 }
            });
            let inertia = body.mass.inertia;
            let mean = (inertia.x_axis.x + inertia.y_axis.y + inertia.z_axis.z) / 3.0;
            let apart = inertia - DMat3::from_diagonal(DVec3::splat(mean));
            Constants {
                inverse_mass: body.inverse_mass,
                inertia,
                inverse_inertia: body.inverse_inertia,
                is_round: apart.to_cols_array().iter().all(|x| x.abs() <= 1e-9 * mean),
                is_dynamic: body.is_dynamic(),
                is_static: body.description.motion == crate::parts::Motion::Static,
                reach: reach.fold(0.0, f64::max),
                gravity_scale: body.description.gravity_scale,
            }
        };
        let constants: Vec<Constants> = model.bodies().iter().map(constants).collect();
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

    /// The number after all bodies.
    pub(super) fn nobody(&self) -> u32 {
        self.constants.len() as u32
    }

    /// Takes over a state, from which all motion is counted.
    pub(super) fn begin(&mut self, states: &[BodyState]) {
        for at in 0..states.len() {
            self.read(at, &states[at]);
        }
        self.deltas.fill(BodyRow::default());
    }

    /// Takes over the state of one body.
    pub(super) fn read(&mut self, at: usize, state: &BodyState) {
        let (v, w) = (state.velocity.as_vec3(), state.angular_velocity.as_vec3());
        let own = &self.constants[at];
        let (reach, mass) = (own.reach as f32, own.inverse_mass as f32);
        self.rows[at] = BodyRow([v.x, v.y, v.z, reach, w.x, w.y, w.z, mass]);
        self.poses[at] = state.pose;
    }

    /// Gives a body's place and motion to its state.
    pub(super) fn write(&self, at: usize, state: &mut BodyState) {
        state.pose = self.poses[at];
        (state.velocity, state.angular_velocity) = self.motion(at);
        state.before = None;
    }

    /// Velocity and spin of a body.
    pub(super) fn motion(&self, at: usize) -> (DVec3, DVec3) {
        let row = &self.rows[at].0;
        let vector = |k: usize| DVec3::new(row[k].into(), row[k + 1].into(), row[k + 2].into());
        (vector(0), vector(4))
    }

    /// Fastest speed of a point of a body (m/s).
    pub(super) fn speed(&self, at: usize) -> f64 {
        let (v, w) = self.motion(at);
        v.length() + w.length() * f64::from(self.rows[at].0[3])
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
        let own = self.constants.par_iter().zip(&self.forces).zip(&self.poses);
        let each = own.zip(&mut self.rows).with_min_len(PARALLEL_BODIES);
        each.for_each(|(((own, &(acceleration, torque)), pose), row)| {
            if !own.is_dynamic {
                return;
            }
            let change = (h * acceleration).as_vec3();
            for k in 0..3 {
                row.0[k] += change[k];
            }
            let turns = gyroscopic && !own.is_round;
            let spin = DVec3::new(row.0[4].into(), row.0[5].into(), row.0[6].into());
            if torque == DVec3::ZERO && !(turns && spin.length_squared() > 1e-8) {
                return;
            }
            let q = pose.orientation;
            let mut local = q.inverse() * spin;
            if turns {
                local = coast(own, local, h);
            }
            local += h * (own.inverse_inertia * (q.inverse() * torque));
            let spin = (q * local).as_vec3();
            for k in 0..3 {
                row.0[4 + k] = spin[k];
            }
        });
    }

    /// Moves all bodies; says whether one has left its slack.
    pub(super) fn advance(&mut self, h: f64) -> bool {
        let bodies = self.rows.par_iter().zip(&mut self.deltas);
        let each = bodies.zip(&mut self.poses).zip(&mut self.slack);
        each.with_min_len(PARALLEL_BODIES)
            .map(|(((row, delta), pose), slack)| {
                let r = &row.0;
                if r.iter().take(7).enumerate().all(|(k, x)| k == 3 || *x == 0.0) {
                    return false;
                }
                let v = DVec3::new(r[0].into(), r[1].into(), r[2].into());
                let w = DVec3::new(r[4].into(), r[5].into(), r[6].into());
                pose.position += h * v;
                pose.orientation = turned(pose.orientation, h * w);
                let k = h as f32;
                for j in [0, 1, 2, 4, 5, 6] {
                    delta.0[j] += r[j] * k;
                }
                let length =
                    |j: usize| (r[j] * r[j] + r[j + 1] * r[j + 1] + r[j + 2] * r[j + 2]).sqrt();
                *slack -= (length(0) + length(4) * r[3]) * k;
                *slack < 0.0
            })
            .reduce(|| false, |one, two| one | two)
    }
}

/// The spin of a free body after `h` seconds in its own axes, by the midpoint of
/// I ω̇ = −ω × Iω, scaled to the energy that it had.
fn coast(own: &Constants, spin: DVec3, h: f64) -> DVec3 {
    let momentum = own.inertia * spin;
    let ahead = spin - h * (own.inverse_inertia * spin.cross(momentum));
    let middle = 0.5 * (spin + ahead);
    let end = spin - h * (own.inverse_inertia * middle.cross(own.inertia * middle));
    let energy = |w: DVec3| w.dot(own.inertia * w);
    end * (energy(spin) / energy(end)).sqrt()
}

/// An orientation after a turn: to first order, renormalised, where it is small.
fn turned(q: DQuat, turn: DVec3) -> DQuat {
    if turn.length_squared() > 1e-4 {
        return (DQuat::from_scaled_axis(turn) * q).normalize();
    }
    let half = 0.5 * turn;
    (q + DQuat::from_xyzw(half.x, half.y, half.z, 0.0) * q).normalize()
}
