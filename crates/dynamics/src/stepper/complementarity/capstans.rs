//! Friction of belts, whose bounds follow the tensions of the same solution.
//!
//! The rows of a belt are its mean tension N and what friction adds on each of its wheels, fₖ,
//! with |fₖ| ≤ bₖ = tₖ (Tₖ₋₁ + Tₖ), tₖ = tanh(½μφ) and
//!
//! Tₖ₋₁ + Tₖ = 2N + Σ_{l<k} fₗ − Σ_{l>k} fₗ.
//!
//! Islands are solved with fixed bounds, again and again until these are the bounds of what was
//! found: b ← t T(b), and from the second time on the root of the secant, which finds a line at
//! once. A belt that begins to pull sticks in the first solve.

use super::linearisation::Linearisation;
use crate::rows::{Bodies, RowBuffer};
use crate::world::World;

/// Solves after which bounds that have not settled are left as they are.
const MAX: usize = 60;
/// Bounds have settled to this part of the tensions.
const SETTLED: f64 = 1e-7;

/// One row of friction.
struct CapstanRow {
    /// Its row.
    row: usize,
    /// tanh(½μφ).
    share: f64,
    /// The bound that it has (N·s).
    bound: f64,
    /// The last bound but one, and by how much it missed.
    last: Option<[f64; 2]>,
}

/// The rows of friction of all belts of a solve.
#[derive(Default)]
pub(super) struct Capstans {
    /// For each belt the row of its tension and those of its friction.
    belts: Vec<(usize, Vec<CapstanRow>)>,
    solves: usize,
}

impl Capstans {
    /// Bounds by the impulses that the solve begins with.
    pub(super) fn begin(lines: &mut Linearisation, world: &World) -> Self {
        let mut all = Self::default();
        let bodies =
            Bodies { bodies: world.model.bodies(), states: &world.state.bodies, vertices: &[] };
        for &joint in &world.capstans {
            let tension = lines.joint_rows.partition_point(|&other| other < joint);
            if lines.joint_rows.get(tension) != Some(&joint) {
                continue;
            }
            let shares = world.model.joints()[joint].capstans(&bodies);
            let grip =
                |(at, share)| CapstanRow { row: tension + 1 + at, share, bound: 0.0, last: None };
            let mut grips: Vec<CapstanRow> = shares.into_iter().enumerate().map(grip).collect();
            let pulls = lines.impulses[tension] > 0.0;
            for at in 0..grips.len() {
                let known = allowed(tension, &grips, at, &lines.impulses);
                grips[at].bound = if pulls { known } else { f64::INFINITY };
                set(&grips[at], &mut lines.rows);
            }
            all.belts.push((tension, grips));
        }
        all
    }

    /// Whether bounds are those of what was found; else they are set anew.
    pub(super) fn settle(&mut self, impulses: &[f64], rows: &mut RowBuffer) -> bool {
        self.solves += 1;
        let mut settled = true;
        for (tension, grips) in &mut self.belts {
            let size = impulses[*tension].abs();
            let wanted: Vec<f64> =
                (0..grips.len()).map(|at| allowed(*tension, grips, at, impulses)).collect();
            for (grip, wanted) in grips.iter_mut().zip(wanted) {
                let force = impulses[grip.row].abs();
                let near = SETTLED * size.max(force) + f64::MIN_POSITIVE;
                let slides = force >= grip.bound - near;
                if force <= wanted + near && (!slides || force >= wanted - near) {
                    // It may hold more than its bound allowed for, or less: both are known now.
                    if !slides {
                        grip.bound = wanted;
                        set(grip, rows);
                    }
                    continue;
                }
                settled = false;
                let missed = wanted - grip.bound;
                let secant = grip.last.filter(|_| slides).map(|[bound, before]| {
                    grip.bound - missed * (grip.bound - bound) / (missed - before)
                });
                let next = secant.filter(|next| *next >= 0.0 && *next <= 4.0 * wanted + 4.0 * size);
                grip.last = (slides && grip.bound.is_finite()).then_some([grip.bound, missed]);
                grip.bound = next.unwrap_or(wanted);
                set(grip, rows);
            }
        }
        settled
    }

    /// Whether to give up.
    pub(super) fn is_stuck(&self) -> bool {
        self.solves >= MAX
    }
}

/// tₖ (Tₖ₋₁ + Tₖ).
fn allowed(tension: usize, grips: &[CapstanRow], at: usize, impulses: &[f64]) -> f64 {
    let before: f64 = grips[..at].iter().map(|grip| impulses[grip.row]).sum();
    let after: f64 = grips[at + 1..].iter().map(|grip| impulses[grip.row]).sum();
    (grips[at].share * (2.0 * impulses[tension] + before - after)).max(0.0)
}

fn set(grip: &CapstanRow, rows: &mut RowBuffer) {
    let row = rows.row_mut(grip.row);
    (row.lo, row.hi) = (-grip.bound, grip.bound);
}
