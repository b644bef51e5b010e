//! The piecewise linear path from a solved problem to the one asked for.
//!
//! x solves w = (A + diag(shift)) x + b + τ d at τ = 1. With fixed index sets
//! x = u + τ v; as τ goes to 0 the first quantity to become negative (a
//! distance of a free row, the velocity of a tight one) changes its set, and
//! the path goes on in the direction that makes its complement grow: Lemke's
//! method on the coupled problem itself.

use super::equations::{EquationSolver, RowEquations};
use super::sets::{equations_of, residual, scales, trial};
use crate::outcome::{Counts, Label};
use crate::pivoting::block::BoxSystem;

/// Where a path ended.
pub struct PathEnd {
    /// The end point τ = 0 with its residual, if it was reached.
    pub finished: Option<(f64, Vec<f64>)>,
    /// The state of smallest τ that satisfied all laws.
    pub lowest: Option<(f64, Vec<f64>)>,
    /// Pivots taken.
    pub pivots: usize,
}

/// Which of a row's conditions a quantity is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    LowerDistance,
    UpperDistance,
    Velocity,
}

struct Quantity {
    row: usize,
    of: Of,
    /// value = start + τ·slope.
    start: f64,
    slope: f64,
}

/// Pivots out of bounds for this many steps end a path.
const MAX_BAD_STEPS: usize = 20;

/// Follows the path from `x`, which satisfies the laws with offset `d` at
/// τ = `tau`; gives up after `max_pivots` or when τ exceeds `largest`.
pub fn follow(
    system: &mut BoxSystem<'_>,
    solver: &mut EquationSolver,
    x: &[f64],
    d: &[f64],
    (mut tau, largest): (f64, f64),
    max_pivots: usize,
    counts: &mut Counts,
) -> PathEnd {
    let n = x.len();
    let scale = scales(system);
    let mut w = vec![0.0; n];
    system.velocity(x, &mut w);
    for row in 0..n {
        w[row] += tau * d[row];
    }
    let mut labels = trial(system, solver, x, &w, &scale);
    let mut path = Path {
        equations: RowEquations::new(n),
        g: vec![0.0; n],
        u: vec![0.0; n],
        v: vec![0.0; n],
        wu: vec![0.0; n],
        wv: vec![0.0; n],
        zeros: vec![0.0; n],
        quantities: Vec::new(),
    };
    let mut end = PathEnd { finished: None, lowest: None, pivots: 0 };
    let mut pivoted: Option<(usize, Of)> = None;
    let mut direction = -1.0;
    let (mut bad, mut size) = (0, None);
    while end.pivots < max_pivots {
        if !path.linear_piece(system, solver, &labels, &scale, d, counts) {
            break;
        }
        path.collect(system, solver, &labels, &scale);
        if let Some((row, of)) = pivoted {
            let slope = path.slope_of(row, of);
            if slope == 0.0 {
                break;
            }
            direction = slope.signum();
        }
        let Some((step, blocker)) = path.first_blocker(tau, direction, pivoted) else {
            if direction < 0.0 {
                end.finished = Some(path.finish(system));
            }
            break;
        };
        if direction < 0.0 && step >= tau {
            end.finished = Some(path.finish(system));
            break;
        }
        let least = path.least(tau);
        tau += direction * step;
        if tau > largest || tau.is_nan() {
            break;
        }
        end.pivots += 1;
        counts.pivots += 1;
        counts.iterations += 1;
        let at: Vec<f64> = path.u.iter().zip(&path.v).map(|(u, v)| u + tau * v).collect();
        let velocity: Vec<f64> = path.wu.iter().zip(&path.wv).map(|(u, v)| u + tau * v).collect();
        let size = *size.get_or_insert_with(|| stickslip_linalg::infinity_norm(&at).max(1e-12));
        bad = if least < -1e-8 * size { bad + 1 } else { 0 };
        if bad > MAX_BAD_STEPS {
            break;
        }
        if bad == 0 && end.lowest.as_ref().is_none_or(|found| tau < found.0) {
            let scaled: Vec<f64> = velocity.iter().zip(&scale).map(|(w, s)| w / s).collect();
            if residual(system, &at, &scaled) <= 1e-10 * size {
                end.lowest = Some((tau, at.clone()));
            }
        }
        pivoted = Some(pivot(solver, &mut labels, blocker, &at, &velocity));
    }
    end
}

/// Changes the label of the blocking row; returns the quantity that must grow.
fn pivot(
    solver: &EquationSolver,
    labels: &mut [Label],
    (row, of): (usize, Of),
    x: &[f64],
    w: &[f64],
) -> (usize, Of) {
    let friction = solver.friction();
    let mut tangents = (0..labels.len()).filter(|&t| t != row && friction.normal_of[t] == row);
    match (of, labels[row]) {
        (Of::LowerDistance, _) => {
            // A normal cannot open while a tangent sticks: that one slips first.
            if let Some(tangent) = tangents.find(|&t| labels[t] == Label::Free) {
                labels[tangent] = if x[tangent] < 0.0 { Label::Lower } else { Label::Upper };
                return (tangent, Of::Velocity);
            }
            labels[row] = Label::Lower;
            (row, Of::Velocity)
        }
        (Of::UpperDistance, _) => {
            labels[row] = Label::Upper;
            (row, Of::Velocity)
        }
        (Of::Velocity, label) => {
            labels[row] = Label::Free;
            for tangent in tangents {
                labels[tangent] = if w[tangent] > 0.0 { Label::Lower } else { Label::Upper };
            }
            (row, if label == Label::Lower { Of::LowerDistance } else { Of::UpperDistance })
        }
    }
}

struct Path {
    equations: RowEquations,
    g: Vec<f64>,
    u: Vec<f64>,
    v: Vec<f64>,
    wu: Vec<f64>,
    wv: Vec<f64>,
    zeros: Vec<f64>,
    quantities: Vec<Quantity>,
}

impl Path {
    /// u and v of the current sets; false when they cannot be had.
    fn linear_piece(
        &mut self,
        system: &mut BoxSystem<'_>,
        solver: &mut EquationSolver,
        labels: &[Label],
        scale: &[f64],
        d: &[f64],
        counts: &mut Counts,
    ) -> bool {
        equations_of(system, solver, labels, scale, &mut self.equations, &mut self.g);
        if solver.factor(system, &self.equations, counts).is_err() {
            return false;
        }
        let b = std::mem::take(&mut system.b);
        solver.solve(system, &self.equations, &self.g, &b, &mut self.u);
        solver.solve(system, &self.equations, &self.zeros, d, &mut self.v);
        system.b = b;
        counts.inner_iterations += 2;
        system.velocity(&self.u, &mut self.wu);
        system.problem.multiply(&self.v, &mut self.wv);
        for row in 0..d.len() {
            self.wv[row] += system.shift[row] * self.v[row] + d[row];
        }
        self.u.iter().chain(&self.v).all(|value| value.is_finite())
    }

    /// All quantities that must stay ≥ 0 with the current sets.
    fn collect(
        &mut self,
        system: &BoxSystem<'_>,
        solver: &EquationSolver,
        labels: &[Label],
        scale: &[f64],
    ) {
        let friction = solver.friction();
        let (lo, hi) = (system.problem.lo(), system.problem.hi());
        self.quantities.clear();
        for row in 0..labels.len() {
            let normal = friction.normal_of[row];
            let tangent = normal != row;
            if tangent && (labels[normal] != Label::Free || friction.mu[row] == 0.0) {
                continue;
            }
            let (mu, un, vn) = if tangent {
                (friction.mu[row], self.u[normal], self.v[normal])
            } else {
                (0.0, 0.0, 0.0)
            };
            let (u, v) = (self.u[row], self.v[row]);
            match labels[row] {
                Label::Free => {
                    let (below, above) = if tangent { (0.0, 0.0) } else { (lo[row], hi[row]) };
                    if below.is_finite() {
                        let (start, slope) = (u - below + mu * un, v + mu * vn);
                        self.quantities.push(Quantity { row, of: Of::LowerDistance, start, slope });
                    }
                    if above.is_finite() {
                        let (start, slope) = (above - u + mu * un, -v + mu * vn);
                        self.quantities.push(Quantity { row, of: Of::UpperDistance, start, slope });
                    }
                }
                _ if !tangent && lo[row] == hi[row] => {}
                label => {
                    let sign = if label == Label::Lower { 1.0 } else { -1.0 } / scale[row];
                    let (start, slope) = (sign * self.wu[row], sign * self.wv[row]);
                    self.quantities.push(Quantity { row, of: Of::Velocity, start, slope });
                }
            }
        }
    }

    fn slope_of(&self, row: usize, of: Of) -> f64 {
        self.quantities
            .iter()
            .find(|quantity| quantity.row == row && quantity.of == of)
            .map_or(0.0, |quantity| quantity.slope)
    }

    /// The shortest step along `direction` at which a quantity vanishes.
    fn first_blocker(
        &self,
        tau: f64,
        direction: f64,
        pivoted: Option<(usize, Of)>,
    ) -> Option<(f64, (usize, Of))> {
        self.quantities
            .iter()
            .filter(|quantity| Some((quantity.row, quantity.of)) != pivoted)
            .filter_map(|quantity| {
                let rate = -direction * quantity.slope;
                let value = (quantity.start + tau * quantity.slope).max(0.0);
                (rate > 0.0).then(|| (value / rate, (quantity.row, quantity.of)))
            })
            .min_by(|left, right| left.0.total_cmp(&right.0))
    }

    fn least(&self, tau: f64) -> f64 {
        self.quantities
            .iter()
            .map(|quantity| quantity.start + tau * quantity.slope)
            .fold(f64::INFINITY, f64::min)
    }

    fn finish(&self, system: &mut BoxSystem<'_>) -> (f64, Vec<f64>) {
        (residual(system, &self.u, &self.wu), self.u.clone())
    }
}
