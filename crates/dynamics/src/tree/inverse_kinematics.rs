//! Inverse kinematics by damped least squares.
//!
//! With the Jacobian J of a point of a body and the way e that it has to go,
//! Δq = Jᵀ (J Jᵀ + λ² 1)⁻¹ e (Wampler 1986; Nakamura and Hanafusa 1986): λ keeps steps short
//! where J is nearly singular. λ shrinks while the error does, and grows where a step made it
//! larger, which is then taken back. Coordinates stay within their limits; one that stands at
//! a limit and would leave it has no part in the step. Where that ends at a limit, another
//! begins elsewhere between the limits, and the best of all is kept.

use glam::{DQuat, DVec3};
use stickslip_geometry::rotation;

use super::articulated::Articulated;
use crate::parts::BodyId;

/// What is wanted of inverse kinematics.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// The body that is to go somewhere.
    pub body: BodyId,
    /// The point of it, in its own frame.
    pub point: DVec3,
    /// Where that is to be in the world.
    pub place: DVec3,
    /// How its frame is to be turned, where that matters.
    pub orientation: Option<DQuat>,
    /// Enough: metres and radians together.
    pub tolerance: f64,
    /// Most iterations from one beginning.
    pub iterations: usize,
}

impl Reach {
    /// A point of a body to a place, to a micrometre.
    pub fn new(body: BodyId, point: DVec3, place: DVec3) -> Self {
        Self { body, point, place, orientation: None, tolerance: 1e-6, iterations: 200 }
    }
}

impl Articulated {
    /// Brings a body to where it is wanted, from the coordinates as they are, within the
    /// limits; gives back how far it stayed off (m, or m and rad together).
    pub fn reach(&mut self, wanted: &Reach) -> f64 {
        let begun = (self.qpos(), self.qvel().to_vec());
        let mut best = (self.descend(wanted), self.qpos());
        for attempt in 1..=ATTEMPTS {
            if best.0 <= wanted.tolerance || !self.stands_at_a_limit() {
                break;
            }
            self.begin_elsewhere(&begun.0, attempt);
            let off = self.descend(wanted);
            if off < best.0 {
                best = (off, self.qpos());
            }
        }
        // The coordinates were its own.
        let placed = self.set(&best.1, &begun.1);
        debug_assert!(placed.is_ok());
        best.0
    }

    fn stands_at_a_limit(&self) -> bool {
        let limits = self.limits();
        let at = |(value, [low, high]): (&Option<f64>, &[f64; 2])| {
            value.is_some_and(|value| value <= *low || value >= *high)
        };
        self.scalars().iter().zip(&limits).any(at)
    }

    /// Goes between the limits: in the middle first, then by multiples of the golden ratio.
    fn begin_elsewhere(&mut self, begun: &[f64], attempt: usize) {
        let (mut qpos, limits) = (begun.to_vec(), self.limits());
        self.each_scalar(|freedom, at| {
            let [low, high] = limits[freedom];
            if low.is_finite() && high.is_finite() {
                let turns = (attempt - 1) as f64 * (freedom + 1) as f64 * 0.618_033_988_749_895;
                qpos[at] = low + (high - low) * (0.5 + turns).fract();
            }
        });
        let qvel = self.qvel().to_vec();
        let placed = self.set(&qpos, &qvel);
        debug_assert!(placed.is_ok());
    }

    /// From the coordinates as they are; how far it stays off.
    fn descend(&mut self, wanted: &Reach) -> f64 {
        let mut error = self.way(wanted);
        let mut damping = 0.1;
        for _ in 0..wanted.iterations {
            let off = length(&error);
            if off <= wanted.tolerance {
                break;
            }
            let before = (self.qpos(), self.qvel().to_vec());
            let change = self.step_towards(wanted, &error, damping);
            self.shift(&change);
            let after = self.way(wanted);
            if length(&after) < off {
                (error, damping) = (after, (0.4 * damping).max(1e-7));
            } else {
                // The coordinates were its own.
                let back = self.set(&before.0, &before.1);
                debug_assert!(back.is_ok());
                damping *= 4.0;
                if damping > 1e6 {
                    break;
                }
            }
        }
        length(&error)
    }

    /// The way left: of the point, and of the turn.
    fn way(&self, wanted: &Reach) -> Vec<f64> {
        let pose = self.pose(wanted.body);
        let mut way = (wanted.place - pose.point(wanted.point)).to_array().to_vec();
        if let Some(orientation) = wanted.orientation {
            let turn = orientation * pose.orientation.inverse();
            let turn = if turn.w < 0.0 { -turn } else { turn };
            way.extend(rotation::vector_of(turn.normalize()).to_array());
        }
        way
    }

    fn step_towards(&self, wanted: &Reach, error: &[f64], damping: f64) -> Vec<f64> {
        let point = self.pose(wanted.body).point(wanted.point);
        let (qpos, limits) = (self.scalars(), self.limits());
        let mut columns: Vec<Vec<f64>> = self
            .jacobian(wanted.body, point)
            .iter()
            .map(|[linear, angular]| {
                let all = linear.to_array().into_iter().chain(angular.to_array());
                all.take(error.len()).collect()
            })
            .collect();
        loop {
            let change = least_squares(&columns, error, damping);
            let leaves = |at: usize| {
                let Some(value) = qpos[at] else { return false };
                let [low, high] = limits[at];
                (value <= low && change[at] < 0.0) || (value >= high && change[at] > 0.0)
            };
            let Some(at) = (0..change.len()).find(|&at| leaves(at)) else { return change };
            columns[at].fill(0.0);
        }
    }

    /// The coordinate of every freedom that has one of its own.
    fn scalars(&self) -> Vec<Option<f64>> {
        let qpos = self.qpos();
        let mut values = vec![None; self.freedoms()];
        self.each_scalar(|freedom, at| values[freedom] = Some(qpos[at]));
        values
    }
}

/// Beginnings besides the first.
const ATTEMPTS: usize = 12;

fn length(values: &[f64]) -> f64 {
    values.iter().map(|value| value * value).sum::<f64>().sqrt()
}

/// Jᵀ (J Jᵀ + λ² 1)⁻¹ e by Cholesky's factor.
fn least_squares(columns: &[Vec<f64>], error: &[f64], damping: f64) -> Vec<f64> {
    let size = error.len();
    let mut factor = vec![vec![0.0; size]; size];
    for (i, row) in factor.iter_mut().enumerate() {
        for (j, entry) in row.iter_mut().enumerate() {
            *entry = columns.iter().map(|column| column[i] * column[j]).sum();
        }
        row[i] += damping * damping;
    }
    let mut right = error.to_vec();
    for k in 0..size {
        let pivot = factor[k][k];
        for i in k + 1..size {
            let share = factor[i][k] / pivot;
            for j in k..size {
                factor[i][j] -= share * factor[k][j];
            }
            right[i] -= share * right[k];
        }
    }
    for k in (0..size).rev() {
        let known: f64 = (k + 1..size).map(|j| factor[k][j] * right[j]).sum();
        right[k] = (right[k] - known) / factor[k][k];
    }
    columns.iter().map(|column| column.iter().zip(&right).map(|(a, b)| a * b).sum()).collect()
}
