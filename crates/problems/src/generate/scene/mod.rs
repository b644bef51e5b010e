//! From bodies, contacts and joints to a boxed problem with real J, M⁻¹ and C.
//!
//! A scene says what there is and where it touches; its problem is stated by
//! `stickslip_dynamics`, as one step of a simulation would: b = J (u + h M⁻¹ f),
//! plus γ φ / h on normal rows. The static ground has no columns.

mod body;
mod contact_options;
mod statement;
#[cfg(test)]
mod tests;

pub use body::{Body, ContactPoint, Joint, Solid};
pub use contact_options::{Bounds, ContactOptions};

use super::random::Random;

/// Time step h (s).
pub const STEP: f64 = 1.0 / 60.0;
/// Acceleration of gravity (m/s²), along −z.
pub const GRAVITY: f64 = 9.81;
/// Share γ of a gap that one step may close.
const STABILISATION: f64 = 0.2;
/// Half the size of a typical body (m).
const TYPICAL_RADIUS: f64 = 0.2;
/// A contact whose normal rises less than this carries no weight.
const LEAST_RISE: f64 = 0.3;
/// A contact that carries no weight has this share of its body's weight.
const SIDE_SHARE: f64 = 0.2;

/// Bodies with contacts and joints at one instant.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// The movable bodies.
    pub bodies: Vec<Body>,
    /// Contact points.
    pub touches: Vec<ContactPoint>,
    /// Joints.
    pub joints: Vec<Joint>,
}

impl Scene {
    /// Rows of the problem: those of the joints, then three per contact.
    pub fn rows(&self) -> usize {
        self.joint_rows() + 3 * self.touches.len()
    }

    /// Rows of the joints: where those of the contacts begin.
    pub fn joint_rows(&self) -> usize {
        self.joints.iter().map(Joint::rows).sum()
    }

    /// Gives each body with probability `share` a random velocity of at most
    /// `speed` along each axis, and the spin that moves its surface as fast.
    pub fn kick(&mut self, share: f64, speed: f64, random: &mut Random) {
        for body in &mut self.bodies {
            if random.chance(share) {
                body.velocity = speed * random.vector3();
                body.spin = speed / TYPICAL_RADIUS * random.vector3();
            }
        }
    }

    /// Estimates every contact's load: from the top down, each body hands its
    /// weight and what it carries to its supporting points in equal parts.
    pub fn spread_weight(&mut self) {
        let mut supports = vec![Vec::new(); self.bodies.len()];
        for (index, touch) in self.touches.iter_mut().enumerate() {
            if touch.normal.z > LEAST_RISE {
                supports[touch.above].push(index);
            } else {
                touch.load = SIDE_SHARE * self.bodies[touch.above].mass * GRAVITY * STEP;
            }
        }
        let mut carried: Vec<f64> =
            self.bodies.iter().map(|body| body.mass * GRAVITY * STEP).collect();
        let mut order: Vec<usize> = (0..self.bodies.len()).collect();
        let height = |body: usize| self.bodies[body].position.z;
        order.sort_by(|&i, &j| height(j).total_cmp(&height(i)).then(i.cmp(&j)));
        for body in order {
            let part = carried[body] / supports[body].len().max(1) as f64;
            for &index in &supports[body] {
                self.touches[index].load = part;
                if let Some(below) = self.touches[index].below {
                    carried[below] += part;
                }
            }
        }
    }
}

/// The number of bodies whose scene has the number of rows nearest to `rows`.
/// `count` gives the rows of a scene; it grows with the number of bodies.
pub fn bodies_for_rows(rows: usize, count: impl Fn(usize) -> usize) -> usize {
    let mut most = 1;
    while count(most) < rows && most < MAX_BODIES {
        most *= 2;
    }
    let mut least = most / 2;
    while most - least > 1 {
        let middle = least + (most - least) / 2;
        if count(middle) < rows { least = middle } else { most = middle }
    }
    let near = |bodies: usize| count(bodies).abs_diff(rows);
    if least > 0 && near(least) <= near(most) { least } else { most }
}

/// Most bodies of a generated scene; keeps memory in reach.
pub const MAX_BODIES: usize = 100_000;
/// Most rows that may be asked for: every body brings three at least.
pub const MAX_ROWS: usize = 3 * MAX_BODIES;
