//! Lemke's complementary pivoting (Erleben 2013, §5.1; Cottle, Pang and Stone,
//! §4.4), for every boxed problem through its standard form.
//!
//! s = M z + q + e z₀: the artificial z₀ makes all slacks non-negative; from
//! then on the partner of the variable that left enters, until z₀ itself
//! leaves (a solution) or nothing blocks (a secondary ray). The lexicographic
//! ratio test makes every pivot unique, so degenerate problems end too. For
//! copositive-plus M, which contains all positive semidefinite ones, a ray
//! proves that there is no solution.
//!
//! Row operations lose the digits of ill-conditioned bases, those of stiff
//! contacts with slacks above all: rays and solutions then are none. Whatever
//! ends without a solution is done anew with many fresh inverses, and only what
//! that says counts.

mod basis;

use std::collections::BTreeMap;

use crate::options::{OptionError, OptionValues, options};
use crate::outcome::{Counts, Status};
use crate::problem::{Kind, LcpForm, Problem};
use crate::request::{Recorder, Request};
use crate::solver::{Accepts, Attempt, Entry, Method, Refusal, Sections};

use super::dense::{self, Symmetry};
use super::measure::natural_residual;
use basis::{Basis, Step};

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "pivoting",
    summary: "complementary pivoting with an artificial variable; A may be unsymmetric (Lemke)",
    accepts: Accepts {
        kinds: &[Kind::Lcp, Kind::Blcp],
        symmetric: false,
        coupled: true,
        positive_diagonal: false,
        sections: Sections::Disc,
    },
    options: LemkeOptions::describe,
    make,
};

const NAME: &str = "lemke";

options! {
    /// Options of `lemke`.
    struct LemkeOptions {
        /// A pivot below this share of the terms it is summed from is zero.
        pivot_tolerance: f64 = 1e-11,
        /// Pivots between two fresh inverses of the basis; 0 stands for the number of rows.
        refresh: usize = 0,
    }
}

fn make(settings: &OptionValues) -> Result<Box<dyn Method>, OptionError> {
    Ok(Box::new(Lemke(LemkeOptions::from_settings(NAME, settings)?)))
}

struct Lemke(LemkeOptions);

/// Where row operations lost the digits of an ill-conditioned basis: pivots
/// between two fresh inverses when all is done anew, and the share of the rows
/// that they are where that is more.
const CAREFUL: usize = 10;
const CAREFUL_SHARE: usize = 20;

impl Method for Lemke {
    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        let form = LcpForm::new(problem);
        let size = form.size();
        let refresh = if self.0.refresh == 0 { size.max(20) } else { self.0.refresh };
        let mut recorder = Recorder::new(request);
        let mut counts = Counts::default();
        let tolerance = request.tolerance_for(problem);
        let mut end = self.pivot(problem, &form, request, refresh, &mut counts, &mut recorder);
        // A ray or a solution that is none may be of digits lost.
        let careful = CAREFUL.max(size / CAREFUL_SHARE);
        let lost = end.residual > tolerance && end.status != Status::MaxIterations;
        let again = lost && careful < refresh;
        if again {
            let next = self.pivot(problem, &form, request, careful, &mut counts, &mut recorder);
            let x = if next.residual <= end.residual { next.x } else { end.x };
            end = End { x, ..next };
        }
        Ok(Attempt {
            x: end.x,
            status: end.status,
            labels: None,
            counts,
            figures: BTreeMap::from([
                ("lcp_rows", size as f64),
                ("begun_again", f64::from(u8::from(again))),
            ]),
            history: recorder.into_points(),
        })
    }
}

/// Where pivoting ended.
struct End {
    status: Status,
    x: Vec<f64>,
    /// The natural residual of x.
    residual: f64,
}

impl Lemke {
    /// Pivots from the slacks on, with a fresh inverse after every `refresh` pivots.
    fn pivot(
        &self,
        problem: &Problem,
        form: &LcpForm,
        request: &Request,
        refresh: usize,
        counts: &mut Counts,
        recorder: &mut Recorder,
    ) -> End {
        let limit = request.max_iterations.unwrap_or(50 * form.size() + 1000);
        let mut basis = Basis::new(form, self.0.pivot_tolerance);
        let mut step = basis.start();
        let mut pivots = 0;
        let status = loop {
            let entering = match step {
                Step::Solved => break Status::Converged,
                Step::Ray => break Status::Unsolvable,
                Step::Overflow => break Status::Diverged,
                Step::Enter(variable) => variable,
            };
            if counts.iterations >= limit {
                break Status::MaxIterations;
            }
            pivots += 1;
            counts.iterations += 1;
            counts.pivots += 1;
            counts.active_set_changes += 1;
            if pivots % refresh == 0 && basis.invert() {
                counts.factorisations += 1;
            }
            step = basis.enter(entering);
            if recorder.is_wanted() {
                let x = form.recover(&basis.solution());
                let (w, _) = measure(problem, &x);
                recorder.note(problem, counts.iterations, &x, &w, 1);
            }
        };
        let x = form.recover(&basis.solution());
        let residual = measure(problem, &x).1;
        let mut end = End { status, x, residual };
        if status == Status::Converged
            && let Some(z) = polished(form, &basis.positive())
        {
            counts.factorisations += 1;
            counts.products += 2;
            let fresh = form.recover(&z);
            let residual = measure(problem, &fresh).1;
            if residual <= end.residual {
                end = End { x: fresh, residual, ..end };
            }
        }
        end
    }
}

/// w and the natural residual of x.
fn measure(problem: &Problem, x: &[f64]) -> (Vec<f64>, f64) {
    let mut w = vec![0.0; problem.size()];
    problem.velocity(x, &mut w);
    let residual = natural_residual(problem, x, &w);
    (w, residual)
}

/// z of the final basis from M itself: M_αα z_α = −q_α.
fn polished(form: &LcpForm, positive: &[usize]) -> Option<Vec<f64>> {
    let (size, count) = (form.size(), positive.len());
    let entry = |at: usize| form.matrix[positive[at / count] * size + positive[at % count]];
    let block: Vec<f64> = (0..count * count).map(entry).collect();
    let right: Vec<f64> = positive.iter().map(|&row| -form.q[row]).collect();
    let solution = dense::solve(&block, &right, Symmetry::General)?;
    let mut z = vec![0.0; size];
    for (&row, value) in positive.iter().zip(solution) {
        z[row] = value;
    }
    Some(z)
}
