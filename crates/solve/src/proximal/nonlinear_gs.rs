//! `nonlinear-gs`: nonsmooth Gauss–Seidel. One contact after the other is
//! solved exactly ([`super::cone::local`]), the others held; single rows are
//! clamped. Slow and steady; it stalls on redundant stacks.

use super::cone::blocks::{Block, Law, blocks};
use super::cone::local::coulomb;
use super::cone::small::{IDENTITY, Matrix, Vector, add, apply};
use crate::options::{OptionDescription, Settings};
use crate::outcome::Counts;
use crate::problem::{Kind, Problem};
use crate::request::Request;
use crate::sets::interval;
use crate::solver::{Accepts, Attempt, Entry, Method, Refusal};
use crate::stopping::{StoppingOptions, Watch, start};

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "proximal",
    summary: "nonsmooth Gauss-Seidel: each contact's exact Coulomb law in turn",
    accepts: Accepts {
        kinds: &[Kind::Ncp],
        symmetric: false,
        coupled: true,
        positive_diagonal: true,
        sections: false,
    },
    options: describe,
    make: |settings: &Settings| {
        let (rules, _) = StoppingOptions::split(NAME, settings, &describe())?;
        Ok(Box::new(NonlinearGs(rules)))
    },
};

const NAME: &str = "nonlinear-gs";

/// Most sweeps unless the request says otherwise.
const MOST_SWEEPS: usize = 20_000;

fn describe() -> Vec<OptionDescription> {
    StoppingOptions::describe()
}

struct NonlinearGs(StoppingOptions);

impl Method for NonlinearGs {
    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        let sweeper = Sweeper::new(problem, &blocks(problem));
        let watch = Watch::new(problem, request, &self.0, MOST_SWEEPS);
        Ok(watch.run(start(problem, request), Counts::default(), |x, counts| {
            sweeper.sweep(x);
            counts.products += 1;
        }))
    }
}

/// Blocks with their own part of A, ready to be solved in turn.
pub(super) struct Sweeper<'p> {
    problem: &'p Problem,
    blocks: Vec<(Block, Matrix)>,
}

impl<'p> Sweeper<'p> {
    /// Cuts the blocks out of A.
    pub fn new(problem: &'p Problem, blocks: &[Block]) -> Self {
        let own = |block: &Block| (*block, own_matrix(problem, block));
        Self { problem, blocks: blocks.iter().map(own).collect() }
    }

    /// Solves every block once.
    pub fn sweep(&self, x: &mut [f64]) {
        for (block, matrix) in &self.blocks {
            self.relax(block, matrix, x);
        }
    }

    /// Solves one block with all others held.
    fn relax(&self, block: &Block, matrix: &Matrix, x: &mut [f64]) {
        let old = block.gather(x);
        let mut w: Vector = [0.0; 3];
        for (value, &row) in w.iter_mut().zip(block.rows()) {
            *value = self.problem.b()[row] + self.problem.matrix().row_dot(row, x);
        }
        match block.law {
            Law::Interval { lo, hi } => {
                x[block.rows()[0]] = interval::project(old[0] - w[0] / matrix[0][0], lo, hi);
            }
            Law::Cone { mu } => {
                let q = add(w, -1.0, apply(matrix, old));
                if let Some(new) = coulomb(mu, matrix, q) {
                    block.scatter(new, x);
                }
            }
        }
    }
}

/// The part of A over the rows of `block`; 1 where it has fewer than three.
fn own_matrix(problem: &Problem, block: &Block) -> Matrix {
    let mut matrix = IDENTITY;
    for (i, &row) in block.rows().iter().enumerate() {
        for (j, &col) in block.rows().iter().enumerate() {
            matrix[i][j] = problem.matrix().get(row, col);
        }
    }
    matrix
}
