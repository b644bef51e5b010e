//! The same law seen from the bodies. With c = C + ρ D and E = P + Q c,
//! (M + Jᵀ E⁻¹ Q J) v = Jᵀ E⁻¹ g, Δx = E⁻¹ (g − Q J v):
//! a matrix of the size of the bodies. Needs a regular E that is not too small.
//! Bodies of six freedoms are eliminated block by block ([`Structure`]), all
//! others freedom by freedom.

use stickslip_linalg::SparseLu;

use super::super::blocks::Block;
use super::super::small::{Matrix, Vector, add, apply, inverse, product};
use super::{BlockEquations, Breakdown};
use crate::equations::{Part, ScaledBodyMatrix, Structure};
use crate::problem::{BodyView, FactoredForm, Problem};

/// The body-space matrix and its factor.
pub struct BodyForm<'p, const N: usize> {
    compliance: &'p [f64],
    factor: Factor<'p>,
    /// Block and place in it of every row.
    places: Vec<(usize, usize)>,
    /// E⁻¹ and E⁻¹ Q of each block.
    soft: Vec<(Matrix<N>, Matrix<N>)>,
    /// How the rows move.
    motion: Vec<f64>,
}

/// How the bodies are eliminated.
enum Factor<'p> {
    Blocks { structure: Box<Structure>, velocity: Vec<f64> },
    Freedoms(Box<Freedoms<'p>>),
}

/// The matrix freedom by freedom.
struct Freedoms<'p> {
    bodies: &'p BodyView,
    matrix: ScaledBodyMatrix,
    lu: SparseLu,
}

/// Largest E⁻¹ Q over 1/D for which enough digits are left.
const LARGEST_STIFFNESS: f64 = 1e9;

impl<'p, const N: usize> BodyForm<'p, N> {
    /// `None` without bodies, or where they have as many freedoms as there
    /// are rows, or where the rows of a contact are far apart.
    pub fn new(problem: &'p Problem, blocks: &[Block<N>]) -> Option<Self> {
        let factored = problem.factored()?;
        // Counted before anything is inverted, which a large soft body makes dear.
        let moves = |freedom: &usize| factored.inertia.moves(*freedom);
        if (0..factored.freedoms()).filter(moves).count() >= problem.size() {
            return None;
        }
        let factor = match Factor::in_blocks(factored) {
            Some(factor) => factor,
            None => Factor::by_freedoms(problem)?,
        };
        let mut places = vec![(0, 0); problem.size()];
        for (index, block) in blocks.iter().enumerate() {
            for (at, &row) in block.rows().iter().enumerate() {
                places[row] = (index, at);
                if !factor.together(block.rows()[0], row) {
                    return None;
                }
            }
        }
        let motion = vec![0.0; problem.size()];
        let compliance = &factored.compliance;
        Some(Self { compliance, factor, places, soft: Vec::new(), motion })
    }

    /// Factors the given laws with the proximal weight ρ, unless one is too
    /// stiff.
    pub fn factor(
        &mut self,
        blocks: &[Block<N>],
        equations: &[BlockEquations<N>],
        weight: f64,
    ) -> Result<(), Breakdown> {
        self.soft.clear();
        for (block, equations) in blocks.iter().zip(equations) {
            let mut softness = equations.impulse;
            for (line, velocity) in softness.iter_mut().zip(&equations.velocity) {
                for (at, &row) in block.rows().iter().enumerate() {
                    line[at] += velocity[at] * (self.compliance[row] + weight * block.scale);
                }
            }
            for unused in block.rows().len()..N {
                softness[unused] = [0.0; N];
                softness[unused][unused] = 1.0;
            }
            let inverse = inverse(&softness);
            let stiffness = product(&inverse, &equations.velocity);
            let largest = LARGEST_STIFFNESS / block.scale;
            if !stiffness.iter().flatten().all(|entry| entry.abs() <= largest) {
                return Err(Breakdown);
            }
            self.soft.push((inverse, stiffness));
        }
        let (soft, places) = (&self.soft, &self.places);
        let done = match &mut self.factor {
            Factor::Blocks { structure, .. } => {
                structure.begin();
                structure.add::<N>(
                    #[inline(always)]
                    |row| {
                        let (index, at) = places[row];
                        let stiffness = &soft[index].1;
                        let mut others = [(row, 0.0); N];
                        for (i, &other) in blocks[index].rows().iter().enumerate() {
                            if i != at {
                                others[i] = (other, stiffness[i][at]);
                            }
                        }
                        Some(Part { weight: 1.0, own: stiffness[at][at], others })
                    },
                );
                structure.factorise()
            }
            Factor::Freedoms(freedoms) => {
                let Freedoms { bodies, matrix, lu } = &mut **freedoms;
                matrix.assemble(bodies, |row| {
                    let (index, at) = places[row];
                    let line: Vector<N> = soft[index].1[at];
                    blocks[index].rows().iter().copied().zip(line)
                });
                lu.factorise(matrix.matrix()).is_ok()
            }
        };
        if done { Ok(()) } else { Err(Breakdown) }
    }

    /// Overwrites g with Δx.
    pub fn solve(&mut self, blocks: &[Block<N>], g: &mut [f64]) {
        for (block, (inverse, _)) in blocks.iter().zip(&self.soft) {
            block.scatter(apply(inverse, block.gather(g)), g);
        }
        match &mut self.factor {
            Factor::Blocks { structure, velocity } => {
                structure.push(g, velocity);
                structure.solve(velocity);
                structure.speeds(velocity, &mut self.motion);
            }
            Factor::Freedoms(freedoms) => {
                let Freedoms { bodies, matrix, lu } = &**freedoms;
                self.motion = matrix.motion(bodies, g, |v| lu.solve(v));
            }
        }
        for (block, (_, stiffness)) in blocks.iter().zip(&self.soft) {
            let correction = apply(stiffness, block.gather(&self.motion));
            block.scatter(add(block.gather(g), -1.0, correction), g);
        }
    }
}

impl<'p> Factor<'p> {
    /// `None` where bodies do not have six freedoms each, or too many meet.
    fn in_blocks(factored: &FactoredForm) -> Option<Self> {
        let mut structure = Box::new(Structure::new(factored)?);
        let velocity = vec![0.0; factored.freedoms()];
        structure.load(factored).then_some(Self::Blocks { structure, velocity })
    }

    fn by_freedoms(problem: &'p Problem) -> Option<Self> {
        let bodies = problem.body_space()?;
        let matrix = ScaledBodyMatrix::new(bodies);
        let lu = SparseLu::new(matrix.matrix()).ok()?;
        Some(Self::Freedoms(Box::new(Freedoms { bodies, matrix, lu })))
    }

    /// Whether two rows join the same bodies.
    fn together(&self, a: usize, b: usize) -> bool {
        match self {
            Self::Blocks { structure, .. } => structure.together(a, b),
            Self::Freedoms(freedoms) => freedoms.matrix.together(a, b),
        }
    }
}
