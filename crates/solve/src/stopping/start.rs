//! The first iterate.

use crate::problem::{MAX_ROWS, Problem};
use crate::request::Request;
use crate::sets::interval;

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
/// their cone. The constant bounds of a contact's tangents mean nothing.
pub fn project(problem: &Problem, x: &mut [f64]) {
    let mut later = vec![false; x.len()];
    for contact in problem.contacts() {
        // A cone is projected onto as a whole: its normal must not move before.
        later[contact.normal] = problem.kind().is_cone();
        contact.tangents.iter().for_each(|&row| later[row] = true);
    }
    for row in (0..x.len()).filter(|&row| !later[row]) {
        x[row] = interval::project(x[row], problem.lo()[row], problem.hi()[row]);
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
            let mut point = [0.0; MAX_ROWS];
            for (at, row) in contact.rows().enumerate() {
                point[at] = x[row];
            }
            contact.project(&mut point[..contact.tangents.len() + 1]);
            for (row, value) in contact.rows().zip(point) {
                x[row] = value;
            }
        }
    }
}
