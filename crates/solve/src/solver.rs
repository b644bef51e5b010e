//! The seam between problems and methods.

use std::collections::BTreeMap;
use std::time::Instant;

use thiserror::Error;

use crate::options::{OptionDescription, OptionError, OptionValues};
use crate::outcome::{Counts, HistoryPoint, Label, Outcome, Status};
use crate::problem::{
    FrictionContact, Kind, NormalFirst, Problem, ProblemError, Section, SectionShape,
};
use crate::request::{Request, Start};
use crate::residual::{Residuals, Scratch};

/// Why a solver does not take a problem; said before any work.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Refusal {
    /// Wrong kind of problem.
    #[error("{solver} takes {takes}, not {kind}")]
    Kind {
        /// The solver.
        solver: &'static str,
        /// What it takes.
        takes: String,
        /// What it was given.
        kind: Kind,
    },
    /// A is not symmetric.
    #[error(
        "{solver} needs a symmetric A, but entries ({row}, {col}) and ({col}, {row}) differ by {gap:e}"
    )]
    Unsymmetric {
        /// The solver.
        solver: &'static str,
        /// Row of the worst entry.
        row: usize,
        /// Column of the worst entry.
        col: usize,
        /// The difference.
        gap: f64,
    },
    /// Friction bounds depend on x.
    #[error("{solver} needs constant bounds")]
    Coupled {
        /// The solver.
        solver: &'static str,
    },
    /// A diagonal entry is not positive.
    #[error("{solver} divides by the diagonal of A, but entry {row} is {value}")]
    Diagonal {
        /// The solver.
        solver: &'static str,
        /// The first such row.
        row: usize,
        /// What stands there.
        value: f64,
    },
    /// A contact has another section than Coulomb's disc.
    #[error(
        "{solver} does not take the section of contacts[{contact}], its shape, rows or fixed radius; prox-gs, prox-jacobi and admm take every section"
    )]
    Section {
        /// The solver.
        solver: &'static str,
        /// The first such contact.
        contact: usize,
    },
    /// An option was changed that does nothing on this problem, or asks for
    /// what it does not have.
    #[error("{solver} cannot honour the option {option} here: {reason}")]
    Option {
        /// The solver.
        solver: &'static str,
        /// The option.
        option: &'static str,
        /// Why not.
        reason: &'static str,
    },
    /// The problem is too large for the method.
    #[error("{solver} takes at most {limit} rows, not {rows}: {reason}")]
    TooLarge {
        /// The solver.
        solver: &'static str,
        /// Its limit.
        limit: usize,
        /// Rows of the problem.
        rows: usize,
        /// Why there is a limit.
        reason: String,
    },
    /// The start does not fit the problem.
    #[error("the {what} to start from has {found} entries but the problem has {expected} rows")]
    Start {
        /// Iterate or index sets.
        what: &'static str,
        /// Its size.
        found: usize,
        /// The size it should have.
        expected: usize,
    },
    /// Anything else that the method needs and the problem lacks.
    #[error("{solver}: {reason}")]
    Unfit {
        /// The solver.
        solver: &'static str,
        /// What is missing.
        reason: String,
    },
}

/// What a method returns; [`Solver::solve`] measures it and judges the status.
#[derive(Clone, Debug, Default)]
pub struct Attempt {
    /// Solution or best iterate.
    pub x: Vec<f64>,
    /// How the method believes it ended. `Converged` is checked afterwards.
    pub status: Status,
    /// Index sets at x, where there are any.
    pub labels: Option<Vec<Label>>,
    /// Work done.
    pub counts: Counts,
    /// Figures of this method, by name.
    pub figures: BTreeMap<&'static str, f64>,
    /// History, when asked for.
    pub history: Vec<HistoryPoint>,
}

/// What came of the index sets or impulses of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// They lead to the solution.
    Confirmed,
    /// They were tried and lead nowhere.
    Rejected,
    /// The method or the problem is not of the kind for which a try pays.
    NotTried,
}

impl Confirmation {
    /// Of a try.
    pub fn of(is_solved: bool) -> Self {
        if is_solved { Self::Confirmed } else { Self::Rejected }
    }
}

/// A numerical method. It keeps its memory from call to call.
pub trait Method: Send {
    /// Runs on a problem that fits [`Entry::accepts`].
    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal>;

    /// Solves from the index sets of the request in the memory of an earlier
    /// attempt, where that may be enough.
    fn confirm(
        &mut self,
        _problem: &Problem,
        _request: &Request,
        _attempt: &mut Attempt,
    ) -> Confirmation {
        Confirmation::NotTried
    }
}

/// Which problems a method takes.
#[derive(Clone, Copy, Debug)]
pub struct Accepts {
    /// Kinds it takes.
    pub kinds: &'static [Kind],
    /// Whether A must be symmetric.
    pub symmetric: bool,
    /// Whether friction bounds may depend on x.
    pub coupled: bool,
    /// Whether the diagonal of A must be positive.
    pub positive_diagonal: bool,
    /// Which sections contacts may have.
    pub sections: Sections,
}

/// The sections that a method takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sections {
    /// Coulomb's disc.
    Disc,
    /// Discs and regular polygons of two tangents; in a `ccp` only Coulomb's disc.
    Plane,
    /// Every section but hulls of any corners; in a `ccp` only Coulomb's disc and
    /// those of fixed radius.
    RegularButRelaxed,
    /// Every section; in a `ccp` only Coulomb's disc and those of fixed radius.
    AllButRelaxed,
    /// Every section.
    All,
}

impl Sections {
    /// Whether a contact of a problem of this kind is among them.
    fn hold(self, kind: Kind, contact: &FrictionContact) -> bool {
        let Section { shape, radius, rolling } = &contact.section;
        let fixed = radius.is_some() && rolling.is_none_or(|rolling| rolling.radius.is_some());
        let exact = kind == Kind::Ncp || fixed;
        match self {
            Self::Disc => contact.is_coulomb(),
            Self::Plane => {
                let plain = matches!(shape, SectionShape::Disc | SectionShape::Polygon(_))
                    && rolling.is_none()
                    && contact.tangents.len() == 2;
                contact.is_coulomb() || kind == Kind::Ncp && plain
            }
            Self::RegularButRelaxed => {
                contact.is_coulomb() || exact && !matches!(shape, SectionShape::Hull(_))
            }
            Self::AllButRelaxed => contact.is_coulomb() || exact,
            Self::All => true,
        }
    }
}

impl Accepts {
    /// Says why problems of this kind are refused, if they are.
    pub fn check_kind(&self, solver: &'static str, kind: Kind) -> Result<(), Refusal> {
        if self.kinds.contains(&kind) {
            return Ok(());
        }
        let takes = self.kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(", ");
        Err(Refusal::Kind { solver, takes, kind })
    }

    /// Says why `problem` is refused, if it is.
    pub fn check(&self, solver: &'static str, problem: &Problem) -> Result<(), Refusal> {
        self.check_kind(solver, problem.kind())?;
        if !self.coupled && problem.has_coupled_bounds() {
            return Err(Refusal::Coupled { solver });
        }
        let fits = |contact: &FrictionContact| self.sections.hold(problem.kind(), contact);
        if let Some(contact) = problem.contacts().iter().position(|contact| !fits(contact)) {
            return Err(Refusal::Section { solver, contact });
        }
        if self.symmetric
            && let Some((row, col, gap)) = problem.asymmetry()
        {
            return Err(Refusal::Unsymmetric { solver, row, col, gap });
        }
        if self.positive_diagonal
            && let Some((row, &value)) =
                problem.diagonal().iter().enumerate().find(|entry| *entry.1 <= 0.0)
        {
            return Err(Refusal::Diagonal { solver, row, value });
        }
        Ok(())
    }
}

/// A line of the registry: all that is known of a solver by name.
#[derive(Clone, Copy)]
pub struct Entry {
    /// Lower-case name with dashes.
    pub name: &'static str,
    /// Family: the folder it lives in.
    pub family: &'static str,
    /// One line for lists.
    pub summary: &'static str,
    /// Which problems it takes.
    pub accepts: Accepts,
    /// Its options.
    pub options: fn() -> Vec<OptionDescription>,
    /// Makes the method with the given options.
    pub make: fn(&OptionValues) -> Result<Box<dyn Method>, OptionError>,
}

impl Entry {
    /// A solver object with the given settings.
    pub fn build(&self, settings: &OptionValues) -> Result<Solver, OptionError> {
        Ok(Solver { entry: *self, method: (self.make)(settings)?, scratch: Scratch::default() })
    }
}

impl std::fmt::Debug for Entry {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Entry").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A named method with its memory.
pub struct Solver {
    entry: Entry,
    method: Box<dyn Method>,
    scratch: Scratch,
}

impl Solver {
    /// Its line in the registry.
    pub fn entry(&self) -> &Entry {
        &self.entry
    }

    /// Solves `problem`. The status says `Converged` exactly when the
    /// residual, recomputed here from x, is at most the tolerance, whatever the
    /// method claims; above the tolerance it is what the method claims, a claim
    /// of convergence becoming `Stagnated`.
    pub fn solve(&mut self, problem: &Problem, request: &Request) -> Result<Outcome, Refusal> {
        let mut outcome = Outcome::default();
        self.solve_into(problem, request, &mut outcome)?;
        Ok(outcome)
    }

    /// Solves with friction bounds, or sections of cones, frozen at the normal
    /// impulses of a frictionless solve, which `bpp` does where this solver takes
    /// no boxes. Its work is counted in; where it did not converge, the outcome
    /// has not either, and has its status.
    pub fn solve_normal_first(
        &mut self,
        problem: &Problem,
        request: &Request,
    ) -> Result<Outcome, Refusal> {
        let first = problem.normal_first(|frictionless| {
            let request = Request { history: false, ..request.clone() };
            if !problem.kind().is_cone() {
                return Ok::<_, FirstError>(self.solve(frictionless, &request)?);
            }
            // A tolerance for cones is relative, and those of boxes are not.
            let request = Request { tolerance: None, max_iterations: None, ..request };
            let entry = crate::pivoting::bpp::ENTRY;
            let unfit = |error: OptionError| Refusal::Unfit {
                solver: self.entry.name,
                reason: error.to_string(),
            };
            let mut boxes = entry.build(&OptionValues::new()).map_err(unfit)?;
            Ok(boxes.solve(frictionless, &request)?)
        });
        let unfit = |error: ProblemError| {
            let reason = format!("no frictionless problem: {error}");
            Refusal::Unfit { solver: self.entry.name, reason }
        };
        let first = first.map_err(|error| match error {
            FirstError::Problem(error) => unfit(error),
            FirstError::Refused(refusal) => refusal,
        })?;
        let Some(NormalFirst { frozen, preliminary }) = first else {
            return self.solve(problem, request);
        };
        let mut outcome = self.solve(&frozen, request)?;
        outcome.counts += preliminary.counts;
        if preliminary.status != Status::Converged {
            outcome.status = preliminary.status;
        }
        Ok(outcome)
    }

    /// The same in the memory of an earlier outcome, which it replaces.
    pub fn solve_into(
        &mut self,
        problem: &Problem,
        request: &Request,
        outcome: &mut Outcome,
    ) -> Result<(), Refusal> {
        self.entry.accepts.check(self.entry.name, problem)?;
        let from_x0 = started(problem, request);
        let request = from_x0.as_ref().unwrap_or(request);
        check_start(problem, request)?;
        let mut attempt = Attempt {
            x: std::mem::take(&mut outcome.x),
            status: Status::default(),
            labels: outcome.labels.take(),
            counts: Counts::default(),
            figures: std::mem::take(&mut outcome.figures),
            history: std::mem::take(&mut outcome.history),
        };
        let begun = Instant::now();
        confirm_or_run(&mut *self.method, problem, request, &mut attempt)?;
        outcome.time_s = begun.elapsed().as_secs_f64();
        outcome.tolerance = request.tolerance_for(problem);
        self.measure(problem, &attempt.x, outcome);
        let found = outcome.residuals.decisive();
        if found.is_nan() || found > outcome.tolerance {
            self.keep_start(problem, request, &mut attempt, outcome);
        }
        outcome.status = judge(attempt.status, outcome.residuals.decisive(), outcome.tolerance);
        if request.history {
            end_history(&mut attempt, outcome, request.iterates);
        }
        outcome.solver = self.entry.name;
        outcome.x = attempt.x;
        outcome.labels = attempt.labels;
        outcome.counts = attempt.counts;
        outcome.figures = attempt.figures;
        outcome.history = attempt.history;
        Ok(())
    }

    /// w and the residuals at x.
    fn measure(&mut self, problem: &Problem, x: &[f64], outcome: &mut Outcome) {
        outcome.w.clear();
        outcome.w.resize(problem.size(), 0.0);
        problem.velocity_in(x, &mut outcome.w, &mut self.scratch.product);
        outcome.residuals = Residuals::measure_with(problem, x, &outcome.w, &mut self.scratch);
    }

    /// The start that was asked for, or zero, is an iterate, too: where the
    /// method ended farther off, that is the best one seen.
    fn keep_start(
        &mut self,
        problem: &Problem,
        request: &Request,
        attempt: &mut Attempt,
        outcome: &mut Outcome,
    ) {
        let ended = outcome.residuals.decisive();
        if ended.is_nan() {
            attempt.status = Status::Diverged;
        }
        let start = request.start.x.clone().unwrap_or_else(|| vec![0.0; problem.size()]);
        self.measure(problem, &start, outcome);
        if ended.is_nan() || outcome.residuals.decisive() < ended {
            attempt.x = start;
            attempt.labels = None;
            attempt.figures.insert("start kept", 1.0);
        } else {
            self.measure(problem, &attempt.x, outcome);
        }
    }
}

/// What can go wrong with a frictionless solve.
enum FirstError {
    Problem(ProblemError),
    Refused(Refusal),
}

impl From<ProblemError> for FirstError {
    fn from(error: ProblemError) -> Self {
        Self::Problem(error)
    }
}

impl From<Refusal> for FirstError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// Confirms the index sets of the request where that is possible, and else
/// runs the method.
pub(crate) fn confirm_or_run(
    method: &mut dyn Method,
    problem: &Problem,
    request: &Request,
    attempt: &mut Attempt,
) -> Result<(), Refusal> {
    match method.confirm(problem, request, attempt) {
        Confirmation::Confirmed => {}
        Confirmation::NotTried => *attempt = method.run(problem, request)?,
        Confirmation::Rejected => {
            // Sets that led nowhere are not worth a second try.
            let start = Start { labels: None, ..request.start.clone() };
            let begun = std::mem::take(attempt);
            *attempt = method.run(problem, &Request { start, ..request.clone() })?;
            attempt.history = joined(begun.history, begun.counts, &attempt.history);
            attempt.counts += begun.counts;
        }
    }
    Ok(())
}

/// What was recorded first, then `later`, counted on from there.
fn joined(
    mut first: Vec<HistoryPoint>,
    counts: Counts,
    later: &[HistoryPoint],
) -> Vec<HistoryPoint> {
    let seconds = first.last().map_or(0.0, |point| point.time_s);
    first.extend(later.iter().map(|point| HistoryPoint {
        iteration: counts.iterations + point.iteration,
        time_s: seconds + point.time_s,
        ..point.clone()
    }));
    first
}

/// A history ends where the method ended: with the x that it handed back.
fn end_history(attempt: &mut Attempt, outcome: &Outcome, iterates: bool) {
    let iteration = attempt.counts.iterations;
    let residual = outcome.residuals.decisive();
    let last = attempt.history.last();
    if last.is_none_or(|point| point.iteration < iteration || point.residual != residual) {
        let time_s = last.map_or(outcome.time_s, |point| point.time_s);
        let x = if iterates { attempt.x.clone() } else { Vec::new() };
        attempt.history.push(HistoryPoint { iteration, time_s, residual, changes: 0, x });
    }
}

/// The recomputed residual decides, not the method's word: below the
/// tolerance is converged whatever stopped the method; above it a claim of
/// convergence becomes stagnation.
fn judge(claimed: Status, residual: f64, tolerance: f64) -> Status {
    if residual <= tolerance {
        Status::Converged
    } else if claimed == Status::Converged {
        Status::Stagnated
    } else if residual.is_nan() {
        Status::Diverged
    } else {
        claimed
    }
}

/// The request with the x0 of the problem as its start, where there is one and nothing else
/// was asked for. Methods see the start of the request alone.
fn started(problem: &Problem, request: &Request) -> Option<Request> {
    let x0 = problem.data().x0.as_ref().filter(|_| request.start.x.is_none())?;
    let start = Start { x: Some(x0.clone()), ..request.start.clone() };
    Some(Request { start, ..request.clone() })
}

fn check_start(problem: &Problem, request: &Request) -> Result<(), Refusal> {
    let expected = problem.size();
    let sizes = [
        ("iterate", request.start.x.as_ref().map(Vec::len)),
        ("index sets", request.start.labels.as_ref().map(Vec::len)),
    ];
    for (what, found) in sizes {
        if let Some(found) = found.filter(|&found| found != expected) {
            return Err(Refusal::Start { what, found, expected });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_residual_decides_the_status() {
        assert_eq!(judge(Status::Converged, 1.0, 1e-9), Status::Stagnated);
        assert_eq!(judge(Status::MaxIterations, 1e-10, 1e-9), Status::Converged);
        assert_eq!(judge(Status::Cycled, 1.0, 1e-9), Status::Cycled);
        assert_eq!(judge(Status::Converged, f64::NAN, 1e-9), Status::Stagnated);
    }
}
