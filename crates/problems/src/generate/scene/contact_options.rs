//! What bounds the rows of a scene: coupled, frozen or planted.

use super::super::error::{GenerateError, require, require_at_least};
use super::super::planted::right_hand_side;
use super::super::random::Random;
use super::{GRAVITY, STEP, Scene};
use stickslip_dynamics::FrictionModel;
use stickslip_solve::options::choice;
use stickslip_solve::{Problem, ProblemData};

choice! {
    /// How tangent rows get their bounds.
    pub enum Bounds {
        /// ±μ·x\[normal\] of the solution.
        Coupled = "coupled",
        /// ±μ·N with a rough static estimate N of the normal impulse.
        Frozen = "frozen",
    }
}

/// The options that every contact generator has.
#[derive(Clone, Copy, Debug)]
pub struct ContactOptions {
    /// Friction coefficient.
    pub mu: f64,
    /// Every diagonal entry of C (m/s per N·s).
    pub compliance: f64,
    /// How tangent rows get their bounds.
    pub bounds: Bounds,
    /// Share of the rows at a bound of a planted solution; −1 plants none.
    pub tight: f64,
}

impl ContactOptions {
    /// Refuses values outside their range.
    pub fn check(&self) -> Result<(), GenerateError> {
        require_at_least("mu", self.mu, 0.0)?;
        require_at_least("compliance", self.compliance, 0.0)?;
        let fits = self.tight == -1.0 || (0.0..=1.0).contains(&self.tight);
        require("tight", &self.tight, fits, "a share between 0 and 1, or -1 for none")?;
        let slides = self.mu > 0.0 || self.tight == -1.0;
        require("mu", &self.mu, slides, "a number > 0 to plant a solution (tight ≥ 0)")
    }

    /// The boxed problem of a scene whose loads are set.
    pub fn problem(
        &self,
        name: String,
        scene: &Scene,
        random: &mut Random,
    ) -> Result<Problem, GenerateError> {
        let frozen = self.tight >= 0.0 || self.bounds == Bounds::Frozen;
        let friction = if frozen { FrictionModel::BoxFixed } else { FrictionModel::Pyramid };
        let mut data = scene.state(self.mu, self.compliance, friction)?;
        data.name = name;
        if frozen {
            blur(&mut data, scene.joint_rows(), random);
        }
        let mut problem = Problem::new(data)?;
        if self.tight >= 0.0 {
            plant(&mut problem, scene, self.tight, random)?;
        }
        Ok(problem)
    }
}

/// Takes 80 to 120 % of the bounds ±μ·N of the tangents of each contact.
fn blur(data: &mut ProblemData, first_contact_row: usize, random: &mut Random) {
    for normal in (first_contact_row..data.b.len()).step_by(3) {
        let share = random.between(0.8, 1.2);
        for tangent in [normal + 1, normal + 2] {
            data.lo[tangent] *= share;
            data.hi[tangent] *= share;
        }
    }
}

/// Rough size of each row's impulse (N·s; N·m·s for locked orientations), and
/// a rough static estimate of it with its sign.
fn estimates(scene: &Scene) -> (Vec<f64>, Vec<f64>) {
    let (mut loads, mut rest) = (Vec::new(), Vec::new());
    for joint in &scene.joints {
        let load = joint.pull.length();
        loads.extend([load; 3]);
        rest.extend(joint.pull.to_array());
        if joint.locked {
            loads.extend([load * LOCKED_ARM; 3]);
            rest.extend([0.0; 3]);
        }
    }
    for touch in &scene.touches {
        loads.extend([touch.load; 3]);
        rest.extend([touch.load, 0.0, 0.0]);
    }
    (loads, rest)
}

/// Arm (m) by which a joint's force estimate becomes one of its torque.
const LOCKED_ARM: f64 = 1e-3;

/// A free joint row of a planted solution is this share of the joint's load
/// away from rest: light links would fly apart at much more.
const JOINT_NOISE: f64 = 0.02;

/// Chooses x* near rest and inside constant bounds, with round(tight·m) rows at
/// a bound (joint rows, which get bounds for it, only once the contact rows are
/// used up), and w* of the sign that the bound asks for and of the median size
/// of |A x*|; then b = w* − A x*.
fn plant(
    problem: &mut Problem,
    scene: &Scene,
    tight: f64,
    random: &mut Random,
) -> Result<(), GenerateError> {
    let (loads, rest) = estimates(scene);
    let (mut lo, mut hi) = (problem.lo().to_vec(), problem.hi().to_vec());
    let (rows, first_contact_row) = (loads.len(), scene.joint_rows());
    let mut order = random.permutation(rows);
    order.sort_by_key(|&row| row < first_contact_row);
    let wanted = (tight * rows as f64).round() as usize;
    let mut x = vec![0.0; rows];
    let mut push = vec![0.0; rows];
    for (at, &row) in order.iter().enumerate() {
        x[row] = match (lo[row].is_finite(), hi[row].is_finite()) {
            (true, true) => 0.9 * hi[row] * random.signed(),
            (true, false) => rest[row] * random.between(0.8, 1.2),
            _ => rest[row] + JOINT_NOISE * loads[row] * random.signed(),
        };
        if at < wanted {
            let joint = row < first_contact_row;
            let at_upper = (joint || hi[row].is_finite()) && random.chance(0.5);
            if joint {
                let other = x[row] + loads[row] * if at_upper { -1.0 } else { 1.0 };
                (lo[row], hi[row]) = (x[row].min(other), x[row].max(other));
            }
            x[row] = if at_upper { hi[row] } else { lo[row] };
            push[row] = random.between(0.5, 1.5) * if at_upper { -1.0 } else { 1.0 };
        }
    }
    let mut sizes = vec![0.0; rows];
    problem.multiply(&x, &mut sizes);
    sizes.iter_mut().for_each(|size| *size = size.abs());
    sizes.sort_by(f64::total_cmp);
    let typical = if sizes[rows / 2] > 0.0 { sizes[rows / 2] } else { GRAVITY * STEP };
    let w: Vec<f64> = push.iter().map(|push| push * typical).collect();
    let b = right_hand_side(|x, y| problem.multiply(x, y), &x, &w);
    problem.refill(|data| {
        (data.b, data.lo, data.hi) = (b, lo, hi);
        data.solution = Some(x);
    })?;
    Ok(())
}
