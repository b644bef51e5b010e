//! Unconnected parts of a problem are solved apart (Ho 2022, §6.1): a hard one holds up
//! no other, and each has its own index sets, factors and inner solves.
//!
//! Counts and figures are sums over the islands; the limit of iterations
//! holds for each of them. An island is always solved by the same method
//! object, so that neither the number of threads nor their order shows.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::outcome::{Counts, HistoryPoint, Label, Status};
use crate::problem::Problem;
use crate::request::{Request, Start};
use crate::residual::decisive_residual;
use crate::solver::{Attempt, Confirmation, Method, Refusal, confirm_or_run};

/// Problems with fewer rows are done before a second thread has begun.
const ROWS_FOR_THREADS: usize = 3000;

/// The figure that says how far a method had to go, not how much it did.
const STAGE: &str = "stage";

/// A method that solves island by island; a problem of one island goes to the
/// method inside unchanged.
pub struct ByIsland<F> {
    solver: &'static str,
    make: F,
    /// One per island of the last problem, with its memory.
    methods: Vec<Box<dyn Method>>,
}

impl<F: Fn() -> Box<dyn Method> + Send> ByIsland<F> {
    /// `make` gives the method of `solver` for one island.
    pub fn new(solver: &'static str, make: F) -> Self {
        Self { solver, make, methods: Vec::new() }
    }
}

impl<F: Fn() -> Box<dyn Method> + Send> Method for ByIsland<F> {
    fn confirm(
        &mut self,
        problem: &Problem,
        request: &Request,
        attempt: &mut Attempt,
    ) -> Confirmation {
        if request.start.labels.is_none() || !problem.is_connected() {
            return Confirmation::NotTried;
        }
        if self.methods.is_empty() {
            self.methods.push((self.make)());
        }
        self.methods[0].confirm(problem, request, attempt)
    }

    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        if problem.is_connected() {
            self.methods.resize_with(1, &self.make);
            return self.methods[0].run(problem, request);
        }
        let parts = problem.separated().map_err(|error| Refusal::Unfit {
            solver: self.solver,
            reason: format!("an island is no problem of its own: {error}"),
        })?;
        self.methods.resize_with(parts.len(), &self.make);
        let islands = problem.islands().iter();
        let requests: Vec<Request> =
            islands.map(|rows| request_for(problem, request, rows)).collect();
        let attempts = solve_parts(parts, &requests, &mut self.methods)?;
        Ok(combine(problem, parts, &requests, attempts))
    }
}

/// The same accuracy for every island, and its rows of the start.
fn request_for(problem: &Problem, request: &Request, rows: &[usize]) -> Request {
    let Start { x, labels } = &request.start;
    Request {
        tolerance: Some(request.tolerance_for(problem)),
        start: Start {
            x: x.as_ref().map(|x| rows.iter().map(|&row| x[row]).collect()),
            labels: labels.as_ref().map(|labels| rows.iter().map(|&row| labels[row]).collect()),
        },
        ..*request
    }
}

/// Every part by its own method, in the order of the parts; side by side on
/// the threads of the pool that the caller runs in.
fn solve_parts(
    parts: &[Problem],
    requests: &[Request],
    methods: &mut [Box<dyn Method>],
) -> Result<Vec<Attempt>, Refusal> {
    let solve = |((part, request), method): ((&Problem, &Request), &mut Box<dyn Method>)| {
        let mut attempt = Attempt::default();
        confirm_or_run(&mut **method, part, request, &mut attempt).map(|()| attempt)
    };
    let rows: usize = parts.iter().map(Problem::size).sum();
    if rows < ROWS_FOR_THREADS || rayon::current_num_threads() == 1 {
        return parts.iter().zip(requests).zip(methods).map(solve).collect();
    }
    parts.par_iter().zip(requests).zip(methods).map(solve).collect()
}

/// One attempt on the whole problem.
fn combine(
    problem: &Problem,
    parts: &[Problem],
    requests: &[Request],
    attempts: Vec<Attempt>,
) -> Attempt {
    let n = problem.size();
    let history = combine_history(parts, requests, &attempts);
    let mut whole = Attempt {
        x: vec![0.0; n],
        status: Status::Converged,
        labels: Some(vec![Label::Free; n]),
        counts: Counts::default(),
        figures: BTreeMap::from([("islands", attempts.len() as f64)]),
        history,
    };
    for (rows, attempt) in problem.islands().iter().zip(attempts) {
        for (&row, value) in rows.iter().zip(&attempt.x) {
            whole.x[row] = *value;
        }
        match (&mut whole.labels, &attempt.labels) {
            (Some(labels), Some(found)) if found.len() == rows.len() => {
                rows.iter().zip(found).for_each(|(&row, label)| labels[row] = *label);
            }
            (labels, _) => *labels = None,
        }
        if whole.status == Status::Converged {
            whole.status = attempt.status;
        }
        whole.counts += attempt.counts;
        for (name, value) in attempt.figures {
            let sum = whole.figures.entry(name).or_insert(0.0);
            *sum = if name == STAGE { sum.max(value) } else { *sum + value };
        }
    }
    whole
}

/// Islands one after the other: the residual is the worst of the islands that
/// are done, the one at work, and those still where they began.
fn combine_history(
    parts: &[Problem],
    requests: &[Request],
    attempts: &[Attempt],
) -> Vec<HistoryPoint> {
    if requests.iter().all(|request| !request.history) {
        return Vec::new();
    }
    let residual = |part: &Problem, x: &[f64]| {
        let mut w = vec![0.0; x.len()];
        part.velocity(x, &mut w);
        decisive_residual(part, x, &w, &mut vec![0.0; x.len()])
    };
    let mut waiting: Vec<f64> = parts
        .iter()
        .zip(requests)
        .map(|(part, request)| {
            let zeros = vec![0.0; part.size()];
            residual(part, request.start.x.as_deref().unwrap_or(&zeros))
        })
        .collect();
    // The worst of all islands from an index on.
    for index in (1..waiting.len()).rev() {
        waiting[index - 1] = waiting[index - 1].max(waiting[index]);
    }
    let (mut points, mut done) = (Vec::new(), 0.0_f64);
    let (mut iterations, mut seconds) = (0, 0.0);
    for (index, (part, attempt)) in parts.iter().zip(attempts).enumerate() {
        let others = done.max(waiting.get(index + 1).copied().unwrap_or(0.0));
        points.extend(attempt.history.iter().map(|point| HistoryPoint {
            iteration: iterations + point.iteration,
            time_s: seconds + point.time_s,
            residual: others.max(point.residual),
            changes: point.changes,
            x: Vec::new(),
        }));
        done = done.max(residual(part, &attempt.x));
        iterations += attempt.counts.iterations;
        seconds += attempt.history.last().map_or(0.0, |point| point.time_s);
    }
    points
}
