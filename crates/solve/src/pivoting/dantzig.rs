//! Incremental pivoting after Dantzig and Baraff, boxed (Erleben 2013,
//! Eq 42–43 with the signs put right; SIGGRAPH 2022 course, Alg 3).
//!
//! Rows are brought in one at a time. The worst violator j is driven towards
//! w_j = 0 by changing x_j, while the free rows follow so that w_F stays zero:
//! Δx_F = −A_FF⁻¹ A_Fj, Δw = A Δx. The first row met so far that would leave
//! its bounds or its sign blocks, changes its set, and the drive goes on; it
//! ends when w_j = 0 (j becomes free) or x_j meets its own other bound. For a
//! positive semidefinite A a drive that nothing ends is a ray: there is no
//! solution.

mod drive;

use std::collections::BTreeMap;

use crate::options::{OptionError, OptionValues};
use crate::outcome::{Counts, Status};
use crate::problem::{Kind, Problem};
use crate::request::{Recorder, Request};
use crate::solver::{Accepts, Attempt, Entry, Method, Refusal, Sections};

use super::box_state::DriveOptions;
use drive::{Drive, Stop};

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "pivoting",
    summary: "incremental pivoting, rows driven in one by one with an updated factor (Dantzig, Baraff)",
    accepts: Accepts {
        kinds: &[Kind::Lcp, Kind::Blcp],
        symmetric: true,
        coupled: false,
        positive_diagonal: false,
        sections: Sections::Disc,
    },
    options: DriveOptions::describe,
    make,
};

const NAME: &str = "dantzig";

fn make(settings: &OptionValues) -> Result<Box<dyn Method>, OptionError> {
    Ok(Box::new(Dantzig(DriveOptions::from_settings(NAME, settings)?)))
}

struct Dantzig(DriveOptions);

impl Method for Dantzig {
    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        let limit = request.max_iterations.unwrap_or(50 * problem.size() + 100);
        let mut recorder = Recorder::new(request);
        let mut drive = Drive::new(problem, &self.0, limit);
        drive.free_unbounded_rows();
        let mut driven = 0;
        let status = loop {
            let Some((row, direction)) = drive.worst_violator() else {
                break Status::Converged;
            };
            driven += 1;
            let stop = drive.drive(row, direction, |iteration, state| {
                recorder.note(problem, iteration, &state.x, &state.w, 1);
            });
            match stop {
                Stop::Settled => {}
                Stop::Ray => break Status::Unsolvable,
                Stop::Indefinite => break Status::Stagnated,
                Stop::Limit => break Status::MaxIterations,
                Stop::Overflow => break Status::Diverged,
            }
        };
        let figures = BTreeMap::from([
            ("rows_driven", driven as f64),
            ("raised_pivots", drive.raised_pivots as f64),
        ]);
        Ok(Attempt {
            status,
            labels: Some(drive.labels()),
            counts: Counts { products: drive.state.products, ..drive.counts },
            figures,
            history: recorder.into_points(),
            x: drive.state.x,
        })
    }
}
