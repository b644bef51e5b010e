//! The first iterate.

use crate::problem::Problem;
use crate::request::Request;
use crate::sets::{circular_cone, interval};

/// The iterate asked for, else the problem's own, else zero; moved to the
/// nearest admissible point. NaN and infinities of a foreign start become zero.
pub fn start(problem: &Problem, request: &Request) -> Vec<f64> {
    let given = request.start.x.as_ref().or(problem.data().x0.as_ref());
    let mut x = given.cloned().unwrap_or_else(|| vec![0.0; problem.size()]);
    for value in x.iter_mut().filter(|value| !value.is_finite()) {
        *value = 0.0;
    }
    project(problem, &mut x);
    x
}

/// Moves x to the nearest admissible point: rows by their bounds, normals
/// before the tangents whose bounds follow them, contacts of cone kinds into
/// their cone.
pub fn project(problem: &Problem, x: &mut [f64]) {
    for (x, (&lo, &hi)) in x.iter_mut().zip(problem.lo().iter().zip(problem.hi())) {
        *x = interval::project(*x, lo, hi);
    }
    if problem.has_coupled_bounds() {
        for contact in problem.contacts() {
            let radius = contact.mu * x[contact.normal];
            for &tangent in &contact.tangents {
                x[tangent] = interval::project(x[tangent], -radius, radius);
            }
        }
    }
    if problem.kind().is_cone() {
        for contact in problem.contacts() {
            let mut point = [0.0; 3];
            for (at, row) in contact.rows().enumerate() {
                point[at] = x[row];
            }
            let point = circular_cone::project(contact.mu, point);
            for (row, value) in contact.rows().zip(point) {
                x[row] = value;
            }
        }
    }
}
