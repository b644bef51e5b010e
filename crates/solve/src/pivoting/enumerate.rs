//! Total enumeration: the oracle (Erleben 2013, Eq 36–40; SIGGRAPH 2022
//! course, Eq 111–115).
//!
//! Every row is free (wᵢ = 0) or at a bound (xᵢ = loᵢ, xᵢ = hiᵢ, or
//! x_t = ∓μ x_n for a slipping tangent), so each of the 2ⁿ or 3ⁿ choices is n
//! linear equations for x; x solves the problem when its natural residual
//! vanishes. Where the equations of a choice are dependent their solutions
//! form a flat, of which the inequalities keep a polyhedron: its corners are
//! found by adding further equations of the other choices.

mod elimination;
mod search;

use std::collections::BTreeMap;

use crate::options::{OptionError, OptionValues, options};
use crate::outcome::Status;
use crate::problem::{Kind, Problem};
use crate::request::{Recorder, Request};
use crate::solver::{Accepts, Attempt, Entry, Method, Refusal, Sections};

use search::Search;

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "pivoting",
    summary: "every index set in turn: finds all solutions of small problems",
    accepts: Accepts {
        kinds: &[Kind::Lcp, Kind::Blcp],
        symmetric: false,
        coupled: true,
        positive_diagonal: false,
        sections: Sections::Disc,
    },
    options: Limits::describe,
    make,
};

const NAME: &str = "enumerate";

options! {
    /// How large a problem may be.
    struct Limits {
        /// Most rows of an lcp, which has 2^rows index sets.
        max_rows: usize = 14,
        /// Most rows of a blcp, which has up to 3^rows index sets.
        max_box_rows: usize = 10,
    }
}

fn make(settings: &OptionValues) -> Result<Box<dyn Method>, OptionError> {
    Ok(Box::new(Enumerate(Limits::from_settings(NAME, settings)?)))
}

struct Enumerate(Limits);

impl Method for Enumerate {
    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        let mut recorder = Recorder::new(request);
        let mut search = Search::new(problem, request.tolerance_for(problem), &self.0)?;
        search.choose(0);
        let mut best = search.closest;
        for solution in &search.solutions {
            if solution.residual < best.residual {
                best = solution.clone();
            }
        }
        let mut w = vec![0.0; problem.size()];
        problem.velocity(&best.x, &mut w);
        recorder.note(problem, search.counts.iterations, &best.x, &w, 0);
        let found = search.solutions.len();
        Ok(Attempt {
            status: match found {
                // Nothing is proved where a candidate could not be measured.
                0 if search.overflowed => Status::Diverged,
                0 => Status::Unsolvable,
                _ => Status::Converged,
            },
            x: best.x,
            labels: Some(best.labels),
            counts: search.counts,
            figures: BTreeMap::from([
                ("solutions", found as f64),
                ("singular_sets", search.singular_sets as f64),
            ]),
            history: recorder.into_points(),
        })
    }
}

/// Every isolated solution of a small `lcp` or `blcp`, and every corner of
/// each connected set of solutions, without repetition. A candidate counts
/// when its natural residual is at most `tolerance`.
pub fn all_solutions(problem: &Problem, tolerance: f64) -> Result<Vec<Vec<f64>>, Refusal> {
    ENTRY.accepts.check(NAME, problem)?;
    let mut search = Search::new(problem, tolerance, &Limits::default())?;
    search.choose(0);
    Ok(search.solutions.into_iter().map(|candidate| candidate.x).collect())
}
