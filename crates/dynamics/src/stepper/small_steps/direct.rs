//! Rows of joints that are solved all at once.
//!
//! Two-sided rows of all joints are one symmetric system (K + E) Δλ = −(w + E λ), K = J M⁻¹ Jᵀ,
//! with a sparse Cholesky factor: swept joint by joint, a chain that carries many times its mass
//! needs hundreds of sub-steps. K is what bodies share: every body adds to the entries of any
//! two rows that it has a part in. A factor is that of the first sub-step of a step until a row
//! has turned, or until it leaves too much of w: under R times its mass a chain of N links that
//! turn by δ is off by δ² R N of what it needs. Rows with bounds are swept (`joints`).

use std::sync::Arc;

use glam::DVec3;
use stickslip_linalg::cholesky::{Analysis, CholeskyFactor};
use stickslip_linalg::{Ordering, SparseMatrix, Triplets};

use super::joints::{Part, Ready, speed};
use super::movers::Velocity;

/// E of a row that holds, over its K: what repeats other rows, as in loops, has no impulse of
/// its own, and must not be divided by rounding.
pub(super) const GIVE: f64 = 1e-6;
/// What is added to all of K besides where rounding leaves it indefinite, one after the other.
const SHIFTS: [f64; 3] = [0.0, 1e-5, 1e-2];

/// A factor is made anew where a row has turned by this since the last (rad).
const TURNED: f64 = 0.01;
/// The same where more than this share of the largest speed of a row is left after it was used,
/// and more than what single precision keeps of velocities (m/s).
const LEFT: f64 = 0.1;
const ROUNDING: f64 = 1e-5;

/// A body and its parts, by their numbers and rows.
#[derive(Clone, Debug)]
struct Mover {
    body: usize,
    parts: std::ops::Range<usize>,
}

/// The system and its factor. Keeps its memory from step to step.
#[derive(Debug, Default)]
pub(super) struct Direct {
    /// Row and body of every part, which the pattern follows from.
    known: Vec<(usize, usize)>,
    rows: usize,
    movers: Vec<Mover>,
    /// Row and number of the parts of all movers.
    parts: Vec<(usize, usize)>,
    /// Where in the matrix any two parts of a mover add to, mover by mover.
    places: Vec<usize>,
    matrix: Option<SparseMatrix>,
    factor: Option<CholeskyFactor>,
    is_active: Vec<bool>,
    is_stale: bool,
    /// Whether K was factored in this sub-step.
    is_fresh: bool,
    /// The parts that K was factored with.
    begun: Vec<Part>,
    /// Right-hand side and solution.
    change: Vec<f64>,
}

/// Whether a row is part of the system.
pub(super) fn is_two_sided(row: &Ready) -> bool {
    row.lo == f64::NEG_INFINITY && row.hi == f64::INFINITY
}

/// Whether it is one by which anything moves.
fn is_held(row: &Ready) -> bool {
    is_two_sided(row) && row.mass > 0.0
}

impl Direct {
    /// A step begins.
    pub(super) fn forget(&mut self) {
        self.is_stale = true;
    }

    /// K + E of some rows, factored.
    pub(super) fn factor(&mut self, rows: &[Ready], parts: &[Part]) {
        if !self.is_known(rows, parts) {
            self.analyse(rows, parts);
            self.is_stale = true;
        }
        let far = |now: DVec3, then: DVec3| now.distance(then) > TURNED * then.length();
        let has_turned =
            |(now, then): (&Part, &Part)| far(now.linear, then.linear) || far(now.spin, then.spin);
        let is_same = |(row, is_active): (&Ready, &bool)| is_held(row) == *is_active;
        if !self.is_stale
            && rows.iter().zip(&self.is_active).all(is_same)
            && !parts.iter().zip(&self.begun).any(has_turned)
        {
            self.is_fresh = false;
            return;
        }
        self.renew(rows, parts);
    }

    /// Factors K + E as it is now.
    fn renew(&mut self, rows: &[Ready], parts: &[Part]) {
        (self.is_stale, self.is_fresh) = (false, true);
        self.begun.clear();
        self.begun.extend_from_slice(parts);
        let (Some(matrix), Some(factor)) = (&mut self.matrix, &mut self.factor) else { return };
        let values = matrix.values_mut();
        values.fill(0.0);
        let mut places = self.places.iter();
        for mover in &self.movers {
            let own = &self.parts[mover.parts.clone()];
            for &(_, one) in own {
                for (&(_, two), &place) in own.iter().zip(&mut places) {
                    let (one, two) = (&parts[one], &parts[two]);
                    values[place] += one.linear.dot(two.velocity) + one.angular.dot(two.spin);
                }
            }
        }
        self.is_active.clear();
        self.is_active.extend(rows.iter().map(is_held));
        let is_active = &self.is_active;
        for shift in SHIFTS {
            let give = |at: usize| rows[at].responses[1].give + shift * matrix.get(at, at);
            if factor.factorise(matrix, |at| is_active[at], give).is_ok() {
                return;
            }
        }
        // Numbers that are none: where bodies have come to is reported after the step.
        self.is_active.fill(false);
        self.is_stale = true;
    }

    /// Adds to the impulses of the rows what removes their speeds in a sweep, and pushes bodies.
    pub(super) fn solve(
        &mut self,
        rows: &mut [Ready],
        parts: &[Part],
        velocities: &mut [impl Velocity],
        sweep: usize,
    ) {
        let before = self.speeds(rows, parts, velocities, sweep);
        self.remove(rows, parts, velocities);
        if self.is_fresh {
            return;
        }
        let left = self.speeds(rows, parts, velocities, sweep);
        if left > ROUNDING.max(LEFT * before) {
            self.renew(rows, parts);
            self.remove(rows, parts, velocities);
        }
    }

    /// Notes −(w + E λ) of all rows as right-hand side; the largest.
    fn speeds(
        &mut self,
        rows: &[Ready],
        parts: &[Part],
        velocities: &[impl Velocity],
        sweep: usize,
    ) -> f64 {
        let of = |(row, &is_active): (&Ready, &bool)| {
            let own = &parts[row.terms.0..row.terms.1];
            if is_active { -(speed(own, velocities) + row.bias(sweep)) } else { 0.0 }
        };
        self.change.clear();
        self.change.extend(rows.iter().zip(&self.is_active).map(of));
        self.change.iter().fold(0.0, |most: f64, own| most.max(own.abs()))
    }

    /// Impulses by the noted right-hand side.
    fn remove(&mut self, rows: &mut [Ready], parts: &[Part], velocities: &mut [impl Velocity]) {
        let Some(factor) = self.factor.as_mut().filter(|_| !self.is_stale) else { return };
        factor.solve(&mut self.change);
        for (row, change) in rows.iter_mut().zip(&self.change) {
            row.impulse += change;
        }
        self.push(parts, &self.change, velocities);
    }

    /// Impulses of rows act on some velocities, each of which is rounded once.
    pub(super) fn push(&self, parts: &[Part], impulses: &[f64], velocities: &mut [impl Velocity]) {
        for mover in &self.movers {
            let own = &mut velocities[mover.body];
            let (mut v, mut w) = own.motion();
            for &(row, at) in &self.parts[mover.parts.clone()] {
                v += impulses[row] * parts[at].velocity;
                w += impulses[row] * parts[at].spin;
            }
            own.set_motion(v, w);
        }
    }

    /// Whether rows and bodies are those of the last sub-step.
    fn is_known(&self, rows: &[Ready], parts: &[Part]) -> bool {
        let same = |(&known, now): (&(usize, usize), (usize, usize))| known == now;
        self.rows == rows.len()
            && self.known.len() == parts.len()
            && self.known.iter().zip(owned(rows, parts)).all(same)
    }

    /// The pattern of K, and an order of elimination.
    fn analyse(&mut self, rows: &[Ready], parts: &[Part]) {
        self.rows = rows.len();
        self.known.clear();
        self.known.extend(owned(rows, parts));
        let mut by_body: Vec<(usize, usize, usize)> =
            self.known.iter().enumerate().map(|(at, &(row, body))| (body, row, at)).collect();
        by_body.sort_unstable();
        self.parts = by_body.iter().map(|&(_, row, at)| (row, at)).collect();
        self.movers.clear();
        let mut pattern = Triplets::new();
        (0..rows.len()).for_each(|row| pattern.push(row, row, 1.0));
        for own in by_body.chunk_by(|one, two| one.0 == two.0) {
            let begin = self.movers.last().map_or(0, |last| last.parts.end);
            let parts = begin..begin + own.len();
            self.movers.push(Mover { body: own[0].0, parts });
            for one in own {
                own.iter().for_each(|two| pattern.push(one.1, two.1, 1.0));
            }
        }
        let matrix = SparseMatrix::from_triplets(rows.len(), rows.len(), &pattern);
        let (starts, columns) = (matrix.row_starts(), matrix.column_indices());
        self.places.clear();
        for mover in &self.movers {
            let own = &self.parts[mover.parts.clone()];
            for &(row, _) in own {
                let stored = &columns[starts[row]..starts[row + 1]];
                let place = |&(column, _): &(usize, usize)| {
                    starts[row] + stored.partition_point(|&other| other < column)
                };
                self.places.extend(own.iter().map(place));
            }
        }
        let analysis = match rows.is_empty() {
            true => None,
            // Fails where memory or indices end, and nowhere else.
            false => Analysis::new(&matrix, Ordering::MinimumDegree).ok(),
        };
        self.factor = analysis.map(|analysis| CholeskyFactor::new(Arc::new(analysis)));
        self.matrix = Some(matrix);
    }
}

/// Row and body of every part.
fn owned<'a>(rows: &'a [Ready], parts: &'a [Part]) -> impl Iterator<Item = (usize, usize)> + 'a {
    let of = |(at, row): (usize, &Ready)| {
        parts[row.terms.0..row.terms.1].iter().map(move |part| (at, part.body))
    };
    rows.iter().enumerate().flat_map(of)
}
