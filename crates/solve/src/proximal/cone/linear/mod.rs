//! Linear laws P Δx + Q (A + ρ D) Δx = g, with P and Q made of one small
//! matrix per block and D the scale of each block.
//!
//! Interior point and Newton steps are both of this form. Unsymmetric; solved
//! from the bodies where the problem has them and no law is too stiff, else
//! with A itself.

mod body;
mod constraint;

use self::body::BodyForm;
use self::constraint::ConstraintForm;
use super::blocks::Block;
use super::small::{Matrix, add, apply};
use crate::problem::Problem;

/// The law of one block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BlockEquations<const N: usize> {
    /// P.
    pub impulse: Matrix<N>,
    /// Q.
    pub velocity: Matrix<N>,
}

/// No factor to working precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breakdown;

/// A factor of P + Q (A + ρ D); keeps its patterns from one to the next.
pub struct EquationSystem<'p, const N: usize> {
    problem: &'p Problem,
    analysed: bool,
    body: Option<BodyForm<'p, N>>,
    constraint: Option<ConstraintForm<N>>,
    /// Laws and weight in the body-space factor, if it is the one in force.
    in_body: Option<(Vec<BlockEquations<N>>, f64)>,
}

impl<'p, const N: usize> EquationSystem<'p, N> {
    /// Nothing analysed yet.
    pub fn new(problem: &'p Problem) -> Self {
        Self { problem, analysed: false, body: None, constraint: None, in_body: None }
    }

    /// Factors the given laws with the proximal weight ρ.
    pub fn factor(
        &mut self,
        blocks: &[Block<N>],
        equations: &[BlockEquations<N>],
        weight: f64,
    ) -> Result<(), Breakdown> {
        self.in_body = None;
        if !self.analysed {
            self.analysed = true;
            self.body = BodyForm::new(self.problem, blocks);
        }
        if let Some(body) = &mut self.body
            && body.factor(blocks, equations, weight).is_ok()
        {
            self.in_body = Some((equations.to_vec(), weight));
            return Ok(());
        }
        self.constraint
            .get_or_insert_with(|| ConstraintForm::new(self.problem.matrix(), blocks))
            .factor(blocks, equations, weight)
    }

    /// Overwrites g with Δx.
    pub fn solve(&mut self, blocks: &[Block<N>], g: &mut [f64]) {
        match (&mut self.body, &self.in_body, &self.constraint) {
            (Some(body), Some((equations, weight)), _) => {
                // Stiff laws cost digits in body space; one refinement with
                // the law itself brings most of them back.
                let mut rest = g.to_vec();
                body.solve(blocks, g);
                let mut image = vec![0.0; g.len()];
                self.problem.multiply(g, &mut image);
                for (block, equations) in blocks.iter().zip(equations) {
                    let x = block.gather(g);
                    let w = add(block.gather(&image), weight * block.scale, x);
                    let applied =
                        add(apply(&equations.impulse, x), 1.0, apply(&equations.velocity, w));
                    block.scatter(add(block.gather(&rest), -1.0, applied), &mut rest);
                }
                body.solve(blocks, &mut rest);
                for (value, correction) in g.iter_mut().zip(rest) {
                    *value += correction;
                }
            }
            (_, _, Some(constraint)) => constraint.solve(g),
            _ => g.fill(f64::NAN),
        }
    }
}
