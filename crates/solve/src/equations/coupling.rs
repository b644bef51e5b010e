//! How the rows of a problem act on each other through what they move.

use super::body_space::BodySpace;
use super::dense::DenseEquations;
use super::freedom_matrix::FreedomMatrix;
use super::piece_matrix::PieceMatrix;
use crate::problem::Problem;

/// Largest diagonal(A)/c for which body space keeps digits.
const LARGEST_STIFFNESS: f64 = 3e11;

/// Seen from what moves, or without zeros; keeps its memory from problem to problem.
#[derive(Debug)]
pub enum Coupling {
    /// Bodies of six freedoms each, or trees with many rows.
    Bodies(BodySpace),
    /// Large blocks of soft bodies, or few rows of trees, seen from the rows.
    Dense(Box<DenseEquations>),
}

impl Coupling {
    /// Reads a problem over the last one. `None` where it is neither: bodies of other
    /// than six freedoms, rows that are rigid, or too many of large blocks.
    pub fn load(last: &mut Option<Self>, problem: &Problem) -> Option<()> {
        let factored = problem.factored()?;
        let soft = |(&c, &d): (&f64, &f64)| c > 0.0 && d <= LARGEST_STIFFNESS * c;
        let is_soft = || factored.compliance.iter().zip(problem.diagonal()).all(soft);
        let in_trees = FreedomMatrix::suits(factored) || PieceMatrix::suits(factored);
        let in_trees = in_trees && is_soft();
        if !in_trees && DenseEquations::suits(factored) {
            if !matches!(last, Some(Self::Dense(_))) {
                *last = Some(Self::Dense(Box::default()));
            }
            if let Some(Self::Dense(equations)) = last {
                equations.load(factored);
            }
            return Some(());
        }
        if !(in_trees || is_soft()) {
            return None;
        }
        let before = match last.take() {
            Some(Self::Bodies(space)) => Some(space),
            _ => None,
        };
        *last = Some(Self::Bodies(BodySpace::load(before, factored)?));
        Some(())
    }

    /// Whether an equation may join two rows.
    pub fn together(&self, a: usize, b: usize) -> bool {
        match self {
            Self::Bodies(space) => space.together(a, b),
            Self::Dense(_) => true,
        }
    }

    /// w = J H⁻¹ Jᵀ x. `momentum` and `velocity` are memory of the size of the bodies.
    pub fn multiply(
        &self,
        problem: &Problem,
        x: &[f64],
        w: &mut [f64],
        (momentum, velocity): (&mut [f64], &mut [f64]),
    ) {
        match (self, problem.factored()) {
            (Self::Bodies(space), Some(factored)) => {
                space.push(x, momentum);
                factored.inertia.apply_inverse(momentum, velocity);
                space.speeds(velocity, w);
            }
            (Self::Dense(equations), _) => equations.multiply(x, w),
            (_, None) => unreachable!("only a problem in factors can be loaded"),
        }
    }
}
