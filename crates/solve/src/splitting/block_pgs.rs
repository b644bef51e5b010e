//! Blocked Gauss–Seidel (SIGGRAPH 2022 course, Alg 8): each block of rows is
//! brought to its own solution while the others hold still. A contact in K
//! directions with a slack is a block of K + 2 rows (Erleben 2013, Eq 27).

use crate::options::{OptionDescription, OptionError, OptionValues, Options, options};
use crate::outcome::Counts;
use crate::problem::{Kind, Problem};
use crate::request::Request;
use crate::solver::{Accepts, Attempt, Entry, Method, Refusal, Sections};
use crate::stopping::{StoppingOptions, Watch, start};

use super::block_update::{BlockUpdate, Local};
use super::blocks::{Blocks, Sort};
use super::inner::{Inner, Joints};
use super::psor::{LIMIT, SweepOptions};
use super::{RowUpdate, SolverName};

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "splitting",
    summary: "Gauss-Seidel over whole contacts, joints or body pairs",
    accepts: Accepts {
        kinds: &Kind::ALL,
        symmetric: false,
        coupled: true,
        // Rows that are blocks of their own need one, which the gathering asks.
        positive_diagonal: false,
        sections: Sections::Disc,
    },
    options: describe,
    make,
};

const NAME: &str = "block-pgs";

options! {
    /// Options of `block-pgs`.
    struct BlockOptions {
        /// Blocks: contact (with its slack, where it is one in directions), joint (unbounded rows between the same bodies), joints (all unbounded rows), pair (all rows between the same bodies), or the block of each row or contact such as 0,0,1.
        blocks: Blocks = Blocks::Contact,
        /// How a block of one contact is solved: exact or normal-first.
        local: Local = Local::Exact,
        /// The solver of blocks with several rows or contacts.
        inner: SolverName = SolverName("bpp".into()),
        /// The solver of contacts in directions with a slack (blocks=contact or joints).
        directions: SolverName = SolverName("lemke".into()),
        /// The solver of blocks of unbounded rows alone: pcg or inner.
        joints: Joints = Joints::Pcg,
    }
}

fn describe() -> Vec<OptionDescription> {
    let mut own = BlockOptions::describe();
    own.extend(SweepOptions::describe());
    StoppingOptions::described_after(own)
}

fn make(settings: &OptionValues) -> Result<Box<dyn Method>, OptionError> {
    let (rules, own) = StoppingOptions::split(NAME, settings, &describe())?;
    let (blocks, sweep) = own.partition(&BlockOptions::describe());
    let options = BlockOptions::from_settings(NAME, &blocks)?;
    let gathers = options.blocks != Blocks::Contact;
    let larger = "blocks of several rows or contacts: blocks=joint, joints, pair or a list";
    let slacks = [Blocks::Contact, Blocks::Joints].contains(&options.blocks);
    options.refuse_idle(&[
        ("inner", gathers, larger),
        ("joints", gathers, larger),
        ("directions", slacks, "blocks=contact or joints"),
    ])?;
    Ok(Box::new(BlockPgs { options, sweep: SweepOptions::read(NAME, &sweep)?, rules }))
}

struct BlockPgs {
    options: BlockOptions,
    sweep: SweepOptions,
    rules: StoppingOptions,
}

impl Method for BlockPgs {
    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        let build = |sort: Sort| {
            let unfit =
                |error: OptionError| Refusal::Unfit { solver: NAME, reason: error.to_string() };
            match sort {
                Sort::Directions => self.options.directions.build("directions"),
                Sort::Any => self.options.inner.build("inner"),
            }
            .map_err(unfit)
        };
        let solver = build(Sort::Any)?;
        let entry = solver.entry();
        if self.options.blocks != Blocks::Contact && !entry.accepts.kinds.contains(&problem.kind())
        {
            let reason = format!("inner={} does not take {}", entry.name, problem.kind());
            return Err(Refusal::Unfit { solver: NAME, reason });
        }
        let inner = |sort: Sort| Ok(Inner::new(build(sort)?, self.options.joints));
        let update = BlockUpdate {
            problem,
            rows: RowUpdate::new(problem, 1.0),
            local: self.options.local,
            blocks: self.options.blocks.gather(NAME, problem, &inner)?,
        };
        let order = (0..update.blocks.len()).collect();
        let mut sweep = self.sweep.sweeps(NAME, problem, update, order)?;
        let x = start(problem, request);
        sweep.reset(&x);
        let watch = Watch::new(problem, request, &self.rules, LIMIT);
        let mut attempt = watch.run(x, Counts::default(), |x, counts| sweep.run(x, counts));
        let mut failures = 0;
        for (iterations, failed) in sweep.update.blocks.iter().map(|block| block.inner_work()) {
            attempt.counts.inner_iterations += iterations;
            failures += failed;
        }
        if failures > 0 {
            attempt.figures.insert("unsolved_blocks", failures as f64);
        }
        Ok(attempt)
    }
}
