//! The box of a boxed problem at the current iterate, and its tangent cone.

use crate::problem::Problem;
use crate::sets::interval;

/// lo ≤ x ≤ hi, where coupled tangents have the bounds of the x that the box
/// was last fitted to.
pub struct Boxes<'a> {
    problem: &'a Problem,
    /// Lower bounds.
    pub lo: Vec<f64>,
    /// Upper bounds.
    pub hi: Vec<f64>,
}

impl<'a> Boxes<'a> {
    /// The box at x.
    pub fn new(problem: &'a Problem, x: &[f64]) -> Self {
        let mut lo = vec![0.0; x.len()];
        let mut hi = vec![0.0; x.len()];
        problem.bounds_at(x, &mut lo, &mut hi);
        Self { problem, lo, hi }
    }

    /// Projects x onto the box, then resizes the box to the normals found and
    /// moves tangents that stood at their bound, or stand beyond it, to the new
    /// one (Preclik et al., §3.2). Returns whether any entry changed.
    pub fn project(&mut self, x: &mut [f64]) -> bool {
        let mut changed = false;
        let mut sides = vec![0_i8; 0];
        if self.problem.has_coupled_bounds() {
            sides = x.iter().enumerate().map(|(row, &x)| self.side(row, x)).collect();
        }
        for (row, x) in x.iter_mut().enumerate() {
            let inside = interval::project(*x, self.lo[row], self.hi[row]);
            changed |= inside != *x;
            *x = inside;
        }
        if !sides.is_empty() {
            let before = x.to_vec();
            self.problem.bounds_at(x, &mut self.lo, &mut self.hi);
            for contact in self.problem.contacts() {
                for &row in &contact.tangents {
                    x[row] = match sides[row] {
                        -1 => self.lo[row],
                        1 => self.hi[row],
                        _ => interval::project(x[row], self.lo[row], self.hi[row]),
                    };
                    changed |= x[row] != before[row];
                }
            }
        }
        changed
    }

    /// Directions along which x stays inside for a while: at a bound only
    /// those that point inwards.
    pub fn tangent(&self, x: &[f64], direction: &mut [f64]) -> bool {
        let mut changed = false;
        for (row, d) in direction.iter_mut().enumerate() {
            let outwards =
                (x[row] <= self.lo[row] && *d < 0.0) || (x[row] >= self.hi[row] && *d > 0.0);
            if outwards {
                *d = 0.0;
                changed = true;
            }
        }
        changed
    }

    /// −1 at the lower bound, 1 at the upper one; a box without width has none.
    fn side(&self, row: usize, x: f64) -> i8 {
        if self.lo[row] == self.hi[row] {
            0
        } else if x <= self.lo[row] {
            -1
        } else if x >= self.hi[row] {
            1
        } else {
            0
        }
    }
}
