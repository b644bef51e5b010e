//! What every cone method carries along: the problem as blocks, its linear
//! algebra, the work done, and the best iterate seen.

use stickslip_linalg::norm;

use super::blocks::{Block, blocks};
use super::linear::EquationSystem;
use crate::outcome::{Counts, Status};
use crate::problem::Problem;
use crate::proximal::section::newton::{Limits, SectionNewton};
use crate::request::{Recorder, Request};
use crate::residual::natural_map;
use crate::solver::Attempt;

/// A solve under way.
pub struct State<'p, const N: usize> {
    /// The problem.
    pub problem: &'p Problem,
    /// Its blocks.
    pub blocks: Vec<Block<N>>,
    /// Factors of laws on A.
    pub system: EquationSystem<'p, N>,
    /// The relative residual asked for.
    pub tolerance: f64,
    /// ‖b‖₂, or 1.
    pub size: f64,
    /// Work done.
    pub counts: Counts,
    most_iterations: usize,
    best: (f64, Vec<f64>),
    map: Vec<f64>,
    recorder: Recorder,
}

impl<'p, const N: usize> State<'p, N> {
    /// Nothing done; the start, or zero, is the best iterate.
    pub fn new(problem: &'p Problem, request: &Request, most_iterations: usize) -> Self {
        let blocks = blocks(problem);
        let size = norm(problem.b());
        let start = request.start.x.clone().or_else(|| problem.data().x0.clone());
        let start = start.unwrap_or_else(|| vec![0.0; problem.size()]);
        let mut state = Self {
            problem,
            system: EquationSystem::new(problem),
            blocks,
            tolerance: request.tolerance_for(problem),
            size: if size > 0.0 { size } else { 1.0 },
            counts: Counts::default(),
            most_iterations: request.max_iterations.unwrap_or(most_iterations),
            best: (f64::INFINITY, start.clone()),
            map: vec![0.0; problem.size()],
            recorder: Recorder::new(request),
        };
        let mut w = vec![0.0; problem.size()];
        state.velocity(&start, &mut w);
        state.note(&start, &w);
        state
    }

    /// w = A x + b.
    pub fn velocity(&mut self, x: &[f64], w: &mut [f64]) {
        self.counts.products += 1;
        self.problem.velocity(x, w);
    }

    /// Measures x with w = A x + b and keeps it if it is the best so far.
    pub fn note(&mut self, x: &[f64], w: &[f64]) -> f64 {
        natural_map(self.problem, x, w, &mut self.map);
        let error = norm(&self.map) / self.size;
        self.recorder.note(self.problem, self.counts.iterations, x, w, 0);
        if error < self.best.0 {
            self.best = (error, x.to_vec());
        }
        error
    }

    /// Goes on from the best iterate in blocks of bodies, where the problem
    /// is made of these.
    pub fn in_blocks_of_bodies(&mut self, bodies: &mut SectionNewton<N>) {
        let mut x = self.best.1.clone();
        let limits = Limits { tolerance: self.tolerance, iterations: self.most_iterations };
        let (counts, recorder) = (&mut self.counts, &mut self.recorder);
        if self.best.0 > self.tolerance
            && bodies.solve(self.problem, limits, &mut x, counts, recorder).is_some()
        {
            let mut w = vec![0.0; x.len()];
            self.velocity(&x, &mut w);
            self.note(&x, &w);
        }
    }

    /// Error and place of the best iterate.
    pub fn best(&self) -> &(f64, Vec<f64>) {
        &self.best
    }

    /// Whether the best iterate is good enough.
    pub fn done(&self) -> bool {
        self.best.0 <= self.tolerance
    }

    /// Whether the iteration limit is reached.
    pub fn exhausted(&self) -> bool {
        self.counts.iterations >= self.most_iterations
    }

    /// The best iterate as the result.
    pub fn finish(self) -> Attempt {
        let status = if self.done() {
            Status::Converged
        } else if self.exhausted() {
            Status::MaxIterations
        } else {
            Status::Stagnated
        };
        Attempt {
            x: self.best.1,
            status,
            labels: None,
            counts: self.counts,
            figures: std::collections::BTreeMap::new(),
            history: self.recorder.into_points(),
        }
    }
}
