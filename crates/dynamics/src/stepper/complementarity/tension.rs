//! Geometric stiffness of joints under load.
//!
//! A force f that a joint exerts at the arm r from a body's centre turns the
//! body by τ = r × f, and the arm turns with it: δτ = (δθ × r) × f = −S δθ with
//! S = (r·f) 1 − ½(r fᵀ + f rᵀ), up to a skew part that vanishes with τ. Rows
//! take the arm of the beginning of the step, so light links of length L under
//! tension T are springs taken explicitly: they shake themselves to pieces
//! unless 3h²T < mL. Taken implicitly,
//!
//! I(ω⁺ − ω) = h τ − h² S ω⁺,  that is  (I + h² S) ω⁺ = I ω + h τ,
//!
//! with the forces of the last step in S. As S acts on one body alone, only its
//! inertia changes: the problem keeps its form and size.

use glam::{DMat3, DVec3};

use super::linearisation::Linearisation;
use crate::rows::{Row, RowBuffer};
use crate::world::World;

/// S without its negative part, which would only push: the eigenvalues of S are
/// r·f across r and f, and ½(r·f ± |r||f|) along r̂ ∓ f̂.
fn restoring(arm: DVec3, force: DVec3) -> DMat3 {
    let product = arm.length() * force.length();
    if product == 0.0 || !product.is_finite() {
        return DMat3::ZERO;
    }
    let [arm_direction, force_direction] = [arm.normalize(), force.normalize()];
    let apart = arm_direction - force_direction;
    let dot = arm.dot(force);
    if dot > 0.0 {
        let along = (arm_direction + force_direction).normalize();
        dot * (DMat3::IDENTITY - outer(along)) + 0.25 * product * outer(apart)
    } else {
        0.5 * (dot + product) * outer(apart.normalize())
    }
}

/// a aᵀ.
fn outer(a: DVec3) -> DMat3 {
    DMat3::from_cols(a * a.x, a * a.y, a * a.z)
}

/// The arm r and the impulse of three rows that hold a point, for one of their
/// bodies: with J_k = [n_k, r × n_k] and orthonormal n_k, Σ n_k × (r × n_k) = 2r.
fn pull(buffer: &RowBuffer, rows: &[Row], impulses: &[f64], body: usize) -> (DVec3, DVec3) {
    let (mut arm, mut force) = (DVec3::ZERO, DVec3::ZERO);
    for (row, &impulse) in rows.iter().zip(impulses) {
        for term in buffer.terms(row).iter().filter(|term| term.mover == body) {
            arm += 0.5 * term.linear.cross(term.angular);
            force += impulse * term.linear;
        }
    }
    (arm, force)
}

impl Linearisation {
    /// The largest (h ω)² of links that swing under the pulls of joints, for some bodies: the
    /// pull's stiffness r·f against the inertia I + m r² about the joint.
    pub fn tautness(&self, world: &World, h: f64, counts: impl Fn(usize) -> bool) -> f64 {
        let (mut row, mut most) = (0, 0.0_f64);
        while row < self.joint_rows.len() {
            let joint = self.joint_rows[row];
            if world.model.joints()[joint].holds_a_point() {
                let rows = &self.rows.rows()[row..row + 3];
                let impulses = &self.impulses[row..row + 3];
                for term in self.rows.terms(&rows[0]).iter().filter(|term| counts(term.mover)) {
                    let (arm, impulse) = pull(&self.rows, rows, impulses, term.mover);
                    let body = &world.model.bodies()[term.mover];
                    let own = &body.mass.inertia;
                    let mean = (own.x_axis.x + own.y_axis.y + own.z_axis.z) / 3.0;
                    let inertia = mean + body.mass.mass * arm.length_squared();
                    let stiffness = arm.dot(impulse).max(0.0);
                    most = most.max(h * stiffness / inertia);
                }
            }
            row += world.joint_rows(joint).len();
        }
        most
    }

    /// Adds h² S of every joint that holds a point, at the impulses that the
    /// rows are to start with, to the inertias of its bodies; counts once
    /// inverted.
    pub fn stiffen(&mut self, world: &World, h: f64) {
        self.inertia.forget_added(world.model.bodies());
        let mut row = 0;
        while row < self.joint_rows.len() {
            let joint = self.joint_rows[row];
            if world.model.joints()[joint].holds_a_point() {
                let rows = &self.rows.rows()[row..row + 3];
                let impulses = &self.impulses[row..row + 3];
                for term in self.rows.terms(&rows[0]) {
                    let (arm, impulse) = pull(&self.rows, rows, impulses, term.mover);
                    self.inertia.add(term.mover, h * restoring(arm, impulse));
                }
            }
            row += world.joint_rows(joint).len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAIRS: [(DVec3, DVec3); 6] = [
        (DVec3::new(0.3, -1.0, 2.0), DVec3::new(0.6, -2.0, 4.0)),
        (DVec3::new(0.3, -1.0, 2.0), DVec3::new(-0.6, 2.0, -4.0)),
        (DVec3::new(0.3, -1.0, 2.0), DVec3::new(1.0, 5.0, 2.5)),
        (DVec3::new(0.3, -1.0, 2.0), DVec3::new(4.0, 0.1, -3.0)),
        (DVec3::X, DVec3::Y),
        (DVec3::X, DVec3::ZERO),
    ];

    /// −∂τ/∂θ by central differences of (R r) × f, without its skew part.
    fn differences(arm: DVec3, force: DVec3) -> DMat3 {
        let step = 1e-5;
        let column = |axis: DVec3| {
            let torque = |angle| (glam::DQuat::from_axis_angle(axis, angle) * arm).cross(force);
            (torque(-step) - torque(step)) / (2.0 * step)
        };
        let stiffness = DMat3::from_cols(column(DVec3::X), column(DVec3::Y), column(DVec3::Z));
        0.5 * (stiffness + stiffness.transpose())
    }

    fn largest(matrix: DMat3) -> f64 {
        matrix.to_cols_array().into_iter().fold(0.0, |most, value| value.abs().max(most))
    }

    #[test]
    fn a_taut_arm_is_as_stiff_as_differences_say() {
        let (arm, force) = PAIRS[0];
        assert!(largest(restoring(arm, force) - differences(arm, force)) < 1e-8);
    }

    /// P is the nearest positive semidefinite matrix to S exactly when P ⪰ 0,
    /// P − S ⪰ 0 and P(P − S) = 0.
    #[test]
    fn what_pushes_is_left_out_and_nothing_else() {
        for (arm, force) in PAIRS {
            let (positive, stiffness) = (restoring(arm, force), differences(arm, force));
            let negative = positive - stiffness;
            assert!(largest(positive * negative) < 1e-7, "{arm} {force}");
            for at in 0..200 {
                let at = f64::from(at);
                let x = DVec3::new(at.sin(), (2.3 * at).cos(), (0.7 * at).sin());
                assert!(x.dot(positive * x) > -1e-8 && x.dot(negative * x) > -1e-8);
            }
        }
    }
}
