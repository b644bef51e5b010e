//! M + Σ weight · (…)ᵀ J of such equations: what their rows do to each other, seen from what
//! they move.

use super::freedom_matrix::FreedomMatrix;
use super::piece_matrix::PieceMatrix;
use super::structure::{Part, Structure};
use crate::problem::FactoredForm;

/// In blocks of bodies, in blocks of these and pieces of trees, or over the freedoms of trees.
#[derive(Debug)]
pub enum BodySpace {
    /// Bodies of six freedoms each, eliminated block by block.
    Blocks(Box<Structure>),
    /// Bodies, and trees in pieces of at most six freedoms.
    Pieces(Box<PieceMatrix>),
    /// Freedoms of trees, without zeros.
    Freedoms(Box<FreedomMatrix>),
}

impl BodySpace {
    /// Reads a problem over the last one; `None` where it is neither.
    pub fn load(last: Option<Self>, factored: &FactoredForm) -> Option<Self> {
        if FreedomMatrix::suits(factored) {
            let mut matrix = match last {
                Some(Self::Freedoms(matrix)) => matrix,
                _ => Box::default(),
            };
            matrix.load(factored);
            return Some(Self::Freedoms(matrix));
        }
        if PieceMatrix::suits(factored) {
            let mut matrix = match last {
                Some(Self::Pieces(matrix)) if matrix.fits(factored) => matrix,
                _ => Box::new(PieceMatrix::new(factored)?),
            };
            return matrix.load(factored).then_some(Self::Pieces(matrix));
        }
        let mut structure = match last {
            Some(Self::Blocks(structure)) if structure.fits(factored) => structure,
            _ => Box::new(Structure::new(factored)?),
        };
        structure.load(factored).then_some(Self::Blocks(structure))
    }

    /// Whether an equation may join two rows.
    pub fn together(&self, a: usize, b: usize) -> bool {
        match self {
            Self::Blocks(structure) => structure.together(a, b),
            Self::Pieces(matrix) => matrix.together(a, b),
            Self::Freedoms(_) => true,
        }
    }

    /// Begins the matrix with M.
    pub fn begin(&mut self) {
        match self {
            Self::Blocks(structure) => structure.begin(),
            Self::Pieces(matrix) => matrix.begin(),
            Self::Freedoms(matrix) => matrix.begin(),
        }
    }

    /// Adds Σ weight · (own J_row + Σ factorᵢ J_otherᵢ)ᵀ J_row over the rows that `part`
    /// gives a weight.
    #[inline(always)]
    pub fn add<const OTHERS: usize>(&mut self, part: impl Fn(usize) -> Option<Part<OTHERS>>) {
        match self {
            Self::Blocks(structure) => structure.add(part),
            Self::Pieces(matrix) => matrix.add(part),
            Self::Freedoms(matrix) => matrix.add(part),
        }
    }

    /// Factors the matrix; `false` when a pivot vanished.
    pub fn factorise(&mut self) -> bool {
        match self {
            Self::Blocks(structure) => structure.factorise(),
            Self::Pieces(matrix) => matrix.factorise(),
            Self::Freedoms(matrix) => matrix.factorise(),
        }
    }

    /// Overwrites a momentum with the velocity that the factored matrix gives.
    pub fn solve(&mut self, momentum: &mut [f64]) {
        match self {
            Self::Blocks(structure) => structure.solve(momentum),
            Self::Pieces(matrix) => matrix.solve(momentum),
            Self::Freedoms(matrix) => matrix.solve(momentum),
        }
    }

    /// momentum ← Jᵀ impulses.
    pub fn push(&self, impulses: &[f64], momentum: &mut [f64]) {
        match self {
            Self::Blocks(structure) => structure.push(impulses, momentum),
            Self::Pieces(matrix) => matrix.push(impulses, momentum),
            Self::Freedoms(matrix) => matrix.push(impulses, momentum),
        }
    }

    /// speeds ← J velocity.
    pub fn speeds(&self, velocity: &[f64], speeds: &mut [f64]) {
        match self {
            Self::Blocks(structure) => structure.speeds(velocity, speeds),
            Self::Pieces(matrix) => matrix.speeds(velocity, speeds),
            Self::Freedoms(matrix) => matrix.speeds(velocity, speeds),
        }
    }
}
