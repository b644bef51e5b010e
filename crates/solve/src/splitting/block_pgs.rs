//! Blocked Gauss–Seidel (SIGGRAPH 2022 course, Alg 8): each block of rows is
//! brought to its own solution while the others hold still.

use std::cell::RefCell;

use crate::options::{OptionDescription, OptionError, Settings, options};
use crate::outcome::Counts;
use crate::problem::{Kind, Problem};
use crate::request::Request;
use crate::solver::{Accepts, Attempt, Entry, Method, Refusal};
use crate::stopping::{StoppingOptions, Watch, start};

use super::block_law::{BlockLaw, Local};
use super::blocks::Blocks;
use super::inner::Inner;
use super::ordering::Visits;
use super::psor::LIMIT;
use super::{Direction, RowAccess, RowLaw, Rows, SolverName, Sweep};

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "splitting",
    summary: "Gauss-Seidel over whole contacts, joints or body pairs",
    accepts: Accepts {
        kinds: &Kind::ALL,
        symmetric: false,
        coupled: true,
        positive_diagonal: true,
        sections: false,
    },
    options: describe,
    make,
};

const NAME: &str = "block-pgs";

options! {
    /// Options of `block-pgs`.
    struct BlockOptions {
        /// Blocks: contact, joint, pair (all rows between the same bodies), or the block of each row or contact such as 0,0,1.
        blocks: Blocks = Blocks::Contact,
        /// How a block of one contact is solved: exact or normal-first.
        local: Local = Local::Exact,
        /// The solver of blocks with several rows or contacts.
        inner: SolverName = SolverName("bpp".into()),
        /// Sense of a sweep: forward, backward or symmetric.
        sweep: Direction = Direction::Forward,
        /// Rows of A from body velocities or from the matrix: auto, bodies or matrix.
        access: RowAccess = RowAccess::Auto,
    }
}

fn describe() -> Vec<OptionDescription> {
    StoppingOptions::described_after(BlockOptions::describe())
}

fn make(settings: &Settings) -> Result<Box<dyn Method>, OptionError> {
    let (rules, own) = StoppingOptions::split(NAME, settings, &describe())?;
    Ok(Box::new(BlockPgs { options: BlockOptions::from_settings(NAME, &own)?, rules }))
}

struct BlockPgs {
    options: BlockOptions,
    rules: StoppingOptions,
}

impl Method for BlockPgs {
    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        let unfit = |error: OptionError| Refusal::Unfit { solver: NAME, reason: error.to_string() };
        let inner = self.options.inner.build("inner").map_err(unfit)?;
        let kinds = inner.entry().accepts.kinds;
        if self.options.blocks != Blocks::Contact && !kinds.contains(&problem.kind()) {
            let reason = format!("inner={} does not take {}", inner.entry().name, problem.kind());
            return Err(Refusal::Unfit { solver: NAME, reason });
        }
        let law = BlockLaw {
            problem,
            rows: RowLaw::new(problem, 1.0),
            local: self.options.local,
            blocks: self.options.blocks.gather(NAME, problem)?,
            inner: RefCell::new(Inner::new(inner)),
        };
        let visits = Visits::fixed((0..law.blocks.len()).collect());
        let rows = Rows::new(NAME, problem, self.options.access)?;
        let mut sweep = Sweep { law, rows, visits, direction: self.options.sweep };
        let x = start(problem, request);
        sweep.rows.reset(&x);
        let watch = Watch::new(problem, request, &self.rules, LIMIT);
        let mut attempt = watch.run(x, Counts::default(), |x, counts| sweep.run(x, counts));
        attempt.counts.inner_iterations = sweep.law.inner.into_inner().iterations;
        Ok(attempt)
    }
}
