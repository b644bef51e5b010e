//! How the rows of a problem act on each other through what they move.

use super::dense::DenseLaw;
use super::structure::Structure;
use crate::problem::Problem;

/// Largest diagonal(A)/c for which body space keeps digits.
const LARGEST_STIFFNESS: f64 = 3e11;

/// In blocks of bodies, or without zeros; keeps its memory from problem to problem.
#[derive(Debug)]
pub enum Coupling {
    /// Bodies of six freedoms each, eliminated block by block.
    Blocks(Box<Structure>),
    /// Large blocks of soft bodies, seen from the rows.
    Dense(Box<DenseLaw>),
}

impl Coupling {
    /// Reads a problem over the last one. `None` where it is neither: bodies of other
    /// than six freedoms, rows that are rigid, or too many of large blocks.
    pub fn load(last: &mut Option<Self>, problem: &Problem) -> Option<()> {
        let factored = problem.factored()?;
        if DenseLaw::suits(factored) {
            if !matches!(last, Some(Self::Dense(_))) {
                *last = Some(Self::Dense(Box::default()));
            }
            if let Some(Self::Dense(law)) = last {
                law.load(factored);
            }
            return Some(());
        }
        let soft = |(&c, &d): (&f64, &f64)| c > 0.0 && d <= LARGEST_STIFFNESS * c;
        if !factored.compliance.iter().zip(problem.diagonal()).all(soft) {
            return None;
        }
        if !matches!(last, Some(Self::Blocks(structure)) if structure.fits(factored)) {
            *last = Some(Self::Blocks(Box::new(Structure::new(factored)?)));
        }
        match last {
            Some(Self::Blocks(structure)) => structure.load(factored).then_some(()),
            _ => None,
        }
    }

    /// Whether a law may join two rows.
    pub fn together(&self, a: usize, b: usize) -> bool {
        match self {
            Self::Blocks(structure) => structure.together(a, b),
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
            (Self::Blocks(structure), Some(factored)) => {
                structure.push(x, momentum);
                factored.inertia.apply_inverse(momentum, velocity);
                structure.speeds(velocity, w);
            }
            (Self::Dense(law), _) => law.multiply(x, w),
            (_, None) => unreachable!("only a problem in factors can be loaded"),
        }
    }
}
