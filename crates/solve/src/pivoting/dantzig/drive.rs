//! One row driven to its place, the others kept in theirs.

use stickslip_linalg::{GrowingCholesky, infinity_norm};

use super::super::box_state::{BoxState, DriveOptions, FirstBlock};
use crate::outcome::{Counts, Label};
use crate::problem::Problem;

/// How a drive ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The row has found its set.
    Settled,
    /// Nothing ever blocks.
    Ray,
    /// A is not positive semidefinite, so the drive proves nothing.
    Indefinite,
    /// No pivots are left.
    Limit,
    /// A number overflowed.
    Overflow,
}

/// The iterate, the sets of the rows met so far, and the factor of A_FF.
pub struct Drive<'a> {
    pub state: BoxState<'a>,
    pub counts: Counts,
    /// Pivots that had to be raised because A_FF was numerically singular.
    pub raised_pivots: usize,
    /// The set of each row that has been driven; the others block nothing.
    met: Vec<Option<Label>>,
    /// F in the order of the factor.
    free: Vec<usize>,
    factor: GrowingCholesky,
    limit: usize,
    dx: Vec<f64>,
    dw: Vec<f64>,
    /// Below this an entry of dw is rounding.
    dw_noise: Vec<f64>,
}

impl<'a> Drive<'a> {
    /// Nothing has been driven.
    pub fn new(problem: &'a Problem, options: &DriveOptions, limit: usize) -> Self {
        let n = problem.size();
        Self {
            state: BoxState::new(problem, options),
            counts: Counts::default(),
            raised_pivots: 0,
            met: vec![None; n],
            free: Vec::new(),
            factor: GrowingCholesky::new(),
            limit,
            dx: vec![0.0; n],
            dw: vec![0.0; n],
            dw_noise: vec![0.0; n],
        }
    }

    /// Rows without bounds are free from the start; one that depends on the
    /// others waits.
    pub fn free_unbounded_rows(&mut self) {
        for row in 0..self.state.size() {
            if self.state.is_unbounded(row) {
                let diagonal = self.state.problem.diagonal()[row];
                let column = self.free_column(row);
                if self
                    .factor
                    .append(&column, diagonal, self.state.rounding * diagonal.abs())
                    .is_ok()
                {
                    self.free.push(row);
                    self.met[row] = Some(Label::Free);
                }
            }
        }
        self.settle();
    }

    /// The row to drive next and the direction of its x.
    pub fn worst_violator(&self) -> Option<(usize, f64)> {
        self.state.worst_violator(|row| self.met[row] != Some(Label::Free))
    }

    /// Drives `row` until it has found its set; `note` sees the iterate after
    /// every pivot.
    pub fn drive(
        &mut self,
        row: usize,
        direction: f64,
        mut note: impl FnMut(usize, &BoxState),
    ) -> Stop {
        self.met[row] = None;
        loop {
            if self.counts.iterations == self.limit {
                return Stop::Limit;
            }
            self.aim(row, direction);
            if !infinity_norm(&self.dw).is_finite() {
                return Stop::Overflow;
            }
            let block = self.first_block(row, direction);
            let Some((blocker, label)) = block.change else {
                let bends = self.dw[row] * direction < -self.dw_noise[row];
                return if bends { Stop::Indefinite } else { Stop::Ray };
            };
            for at in 0..self.state.size() {
                self.state.x[at] += block.length * self.dx[at];
                self.state.w[at] += block.length * self.dw[at];
            }
            self.counts.iterations += 1;
            self.counts.pivots += 1;
            self.counts.active_set_changes += 1;
            if !self.place(blocker, label) {
                return Stop::Indefinite;
            }
            if blocker == row {
                self.settle();
            }
            note(self.counts.iterations, &self.state);
            if blocker == row {
                return Stop::Settled;
            }
        }
    }

    /// The set of every row.
    pub fn labels(&self) -> Vec<Label> {
        let label = |row: usize| self.met[row].unwrap_or_else(|| self.state.label_by_value(row));
        (0..self.state.size()).map(label).collect()
    }

    /// A_Fj, read from row j because A is symmetric.
    fn free_column(&self, row: usize) -> Vec<f64> {
        let mut dense = vec![0.0; self.state.size()];
        for (column, value) in self.state.problem.matrix().row(row) {
            dense[column] = value;
        }
        self.free.iter().map(|&other| dense[other]).collect()
    }

    /// Δx_j = ±1, Δx_F = ∓A_FF⁻¹ A_Fj, Δw = A Δx.
    fn aim(&mut self, row: usize, direction: f64) {
        let mut follow = self.free_column(row);
        self.factor.solve(&mut follow);
        self.dx.fill(0.0);
        self.dx[row] = direction;
        for (&other, value) in self.free.iter().zip(follow) {
            self.dx[other] = -direction * value;
        }
        for at in 0..self.state.size() {
            let (mut sum, mut magnitude) = (0.0, 0.0);
            for (column, a) in self.state.problem.matrix().row(at) {
                sum += a * self.dx[column];
                magnitude += (a * self.dx[column]).abs();
            }
            self.dw[at] = sum;
            self.dw_noise[at] = self.state.rounding * magnitude;
        }
        for &other in &self.free {
            self.dw[other] = 0.0;
        }
        self.state.products += 1;
    }

    /// The longest admissible step; the driven row goes first among equals,
    /// then the least index.
    fn first_block(&self, row: usize, direction: f64) -> FirstBlock {
        let mut block = FirstBlock::new();
        if self.dw[row] * direction > self.dw_noise[row] {
            block.consider(-self.state.w[row] / self.dw[row], row, Label::Free);
        }
        block.consider_bound(&self.state, row, direction, 0.0);
        let dx_noise = self.state.rounding * infinity_norm(&self.dx);
        for (at, met) in self.met.iter().enumerate() {
            match *met {
                None => {}
                Some(Label::Free) => {
                    block.consider_bound(&self.state, at, self.dx[at], dx_noise);
                }
                Some(label) => {
                    block.consider_sign(&self.state, at, label, self.dw[at], self.dw_noise[at]);
                }
            }
        }
        block
    }

    /// Puts a row into a set, exactly; false when A_FF would be indefinite.
    fn place(&mut self, row: usize, label: Label) -> bool {
        if let Some(position) = self.free.iter().position(|&other| other == row) {
            self.free.remove(position);
            self.factor.remove(position);
        }
        self.met[row] = Some(label);
        self.state.snap(row, label);
        if label == Label::Free {
            self.state.w[row] = 0.0;
            return self.append(row);
        }
        true
    }

    /// A pivot that is only rounding is raised to the floor: the factor then
    /// belongs to a matrix within rounding of A_FF.
    fn append(&mut self, row: usize) -> bool {
        let column = self.free_column(row);
        let diagonal = self.state.problem.diagonal()[row];
        let noise = self.state.rounding * diagonal.abs();
        let floor = f64::EPSILON * diagonal.abs();
        if let Err(small) = self.factor.append(&column, diagonal, floor) {
            self.raised_pivots += 1;
            let raised = diagonal + 2.0 * floor - small.pivot;
            if small.pivot < -noise || self.factor.append(&column, raised, 0.0).is_err() {
                return false;
            }
        }
        self.free.push(row);
        true
    }

    /// Removes the drift of the updates: w from x, then w_F = 0 by one step of
    /// iterative refinement.
    fn settle(&mut self) {
        self.state.refresh();
        let mut correction: Vec<f64> = self.free.iter().map(|&row| -self.state.w[row]).collect();
        self.factor.solve(&mut correction);
        for (&row, &value) in self.free.iter().zip(&correction) {
            self.state.nudge(row, value);
        }
        self.state.refresh();
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use stickslip_linalg::SparseMatrix;

    use super::*;
    use crate::problem::{Kind, ProblemData};

    fn random_box(seed: u64, n: usize) -> Problem {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let factor: Vec<f64> = (0..n * n).map(|_| random.random_range(-1.0..1.0)).collect();
        let mut entries = vec![0.0; n * n];
        for i in 0..n {
            for j in 0..n {
                entries[i * n + j] = (0..n).map(|k| factor[i * n + k] * factor[j * n + k]).sum();
            }
            entries[i * n + i] += 0.1;
        }
        let b = (0..n).map(|_| random.random_range(-1.0..1.0)).collect();
        let matrix = SparseMatrix::from_dense(n, n, &entries);
        let mut data = ProblemData::assembled("random", Kind::Blcp, matrix, b);
        for row in (0..n).step_by(2) {
            data.lo[row] = random.random_range(-0.5..0.0);
            data.hi[row] = random.random_range(0.0..0.5);
        }
        data.lo[0] = f64::NEG_INFINITY;
        data.hi[0] = f64::INFINITY;
        Problem::new(data).expect("valid")
    }

    /// After every drive: w_F = 0, bounds kept, every met row of the right sign.
    fn check(drive: &Drive, driven: &[usize]) {
        let state = &drive.state;
        let mut fresh = vec![0.0; state.size()];
        state.problem.velocity(&state.x, &mut fresh);
        for row in 0..state.size() {
            let (lo, hi) = state.bounds(row);
            assert!((lo..=hi).contains(&state.x[row]));
            assert!((fresh[row] - state.w[row]).abs() < 1e-12);
            match drive.met[row] {
                Some(Label::Free) => assert!(fresh[row].abs() < 1e-11),
                Some(Label::Lower) => assert!(state.x[row] == lo && fresh[row] > -1e-11),
                Some(Label::Upper) => assert!(state.x[row] == hi && fresh[row] < 1e-11),
                None => assert!(!driven.contains(&row)),
            }
        }
    }

    #[test]
    fn complementarity_holds_after_every_drive() {
        for seed in 0..200 {
            let problem = random_box(seed, 12);
            let mut drive = Drive::new(&problem, &DriveOptions::default(), 1000);
            drive.free_unbounded_rows();
            let mut driven = Vec::new();
            check(&drive, &driven);
            while let Some((row, direction)) = drive.worst_violator() {
                let stop = drive.drive(row, direction, |_, _| {});
                assert_eq!(stop, Stop::Settled);
                assert!(!driven.contains(&row), "seed {seed}: row {row} is driven twice");
                driven.push(row);
                check(&drive, &driven);
            }
        }
    }
}
