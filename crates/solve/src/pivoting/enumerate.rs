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

use std::collections::BTreeMap;

use stickslip_linalg::infinity_norm;

use crate::options::{OptionError, Settings, options};
use crate::outcome::{Counts, Label, Status};
use crate::problem::{Kind, Problem};
use crate::request::{Recorder, Request};
use crate::residual::natural_map;
use crate::solver::{Accepts, Attempt, Entry, Method, Refusal};

use elimination::{Elimination, Equation, eliminate};

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

fn make(settings: &Settings) -> Result<Box<dyn Method>, OptionError> {
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
            status: if found > 0 { Status::Converged } else { Status::Unsolvable },
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

/// Two solutions nearer than this, relative to 1 + ‖x‖∞, are one.
const SAME: f64 = 1e-8;

#[derive(Clone, Debug)]
struct Candidate {
    x: Vec<f64>,
    labels: Vec<Label>,
    residual: f64,
}

struct Search<'a> {
    problem: &'a Problem,
    tolerance: f64,
    /// Rows with normals before their tangents.
    order: Vec<usize>,
    /// Normal row and μ of each coupled tangent.
    coupling: Vec<Option<(usize, f64)>>,
    labels: Vec<Label>,
    solutions: Vec<Candidate>,
    /// The candidate of least residual, solution or not.
    closest: Candidate,
    singular_sets: usize,
    counts: Counts,
}

impl<'a> Search<'a> {
    fn new(problem: &'a Problem, tolerance: f64, limits: &Limits) -> Result<Self, Refusal> {
        let n = problem.size();
        let (limit, base) = match problem.kind() {
            Kind::Lcp => (limits.max_rows, 2),
            _ => (limits.max_box_rows, 3),
        };
        if n > limit {
            let reason = format!("there are up to {base}^{n} index sets");
            return Err(Refusal::TooLarge { solver: NAME, limit, rows: n, reason });
        }
        let mut coupling = vec![None; n];
        if problem.has_coupled_bounds() {
            for contact in problem.contacts() {
                for &tangent in &contact.tangents {
                    coupling[tangent] = Some((contact.normal, contact.mu));
                }
            }
        }
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by_key(|&row| coupling[row].is_some());
        let labels = vec![Label::Free; n];
        let closest =
            Candidate { x: vec![0.0; n], labels: labels.clone(), residual: f64::INFINITY };
        Ok(Self {
            problem,
            tolerance,
            order,
            coupling,
            labels,
            solutions: Vec::new(),
            closest,
            singular_sets: 0,
            counts: Counts::default(),
        })
    }

    /// Labels the rows from `order[depth]` on in every possible way.
    fn choose(&mut self, depth: usize) {
        if depth == self.order.len() {
            return self.examine();
        }
        let row = self.order[depth];
        for label in self.choices(row) {
            self.labels[row] = label;
            self.choose(depth + 1);
        }
    }

    /// The labels that describe different points: a row without room between
    /// its bounds has one, and so has a tangent whose contact is open.
    fn choices(&self, row: usize) -> Vec<Label> {
        let (lo, hi) = (self.problem.lo()[row], self.problem.hi()[row]);
        let (below, above, room) = match self.coupling[row] {
            Some((normal, mu)) => (true, true, mu > 0.0 && self.labels[normal] == Label::Free),
            None => (lo.is_finite(), hi.is_finite(), lo < hi),
        };
        if !room {
            return vec![Label::Lower];
        }
        let mut labels = vec![Label::Free];
        labels.extend(below.then_some(Label::Lower));
        labels.extend(above.then_some(Label::Upper));
        labels
    }

    fn equation(&self, row: usize, label: Label) -> Equation {
        let mut coefficients = vec![0.0; self.labels.len()];
        let sign = if label == Label::Upper { -1.0 } else { 1.0 };
        let right = match (label, self.coupling[row]) {
            (Label::Free, _) => {
                for (column, value) in self.problem.matrix().row(row) {
                    coefficients[column] = value;
                }
                -self.problem.b()[row]
            }
            (_, Some((normal, mu))) => {
                coefficients[row] = 1.0;
                coefficients[normal] = sign * mu;
                0.0
            }
            (Label::Lower, None) => {
                coefficients[row] = 1.0;
                self.problem.lo()[row]
            }
            (Label::Upper, None) => {
                coefficients[row] = 1.0;
                self.problem.hi()[row]
            }
        };
        Equation { coefficients, right }
    }

    fn examine(&mut self) {
        let n = self.labels.len();
        self.counts.iterations += 1;
        let mut equations: Vec<Equation> =
            (0..n).map(|row| self.equation(row, self.labels[row])).collect();
        let solved = self.eliminate(&equations);
        if solved.rank == n {
            self.measure(solved.x);
        } else if solved.consistent {
            let further = self.further_equations();
            let accepted = self.corners(&mut equations, &solved, &further, 0);
            self.singular_sets += usize::from(accepted);
        }
    }

    /// The equation at which each inequality of the current labels is tight.
    fn further_equations(&self) -> Vec<Equation> {
        let mut further = Vec::new();
        for row in 0..self.labels.len() {
            let choices = self.choices(row);
            if self.labels[row] == Label::Free {
                let bounds = choices.into_iter().filter(|&label| label != Label::Free);
                further.extend(bounds.map(|label| self.equation(row, label)));
            } else if choices.len() > 1 {
                further.push(self.equation(row, Label::Free));
            }
        }
        further
    }

    /// Adds independent equations from `further[from..]` until nothing is
    /// left to add; says whether any corner solves the problem.
    fn corners(
        &mut self,
        equations: &mut Vec<Equation>,
        solved: &Elimination,
        further: &[Equation],
        from: usize,
    ) -> bool {
        let (mut is_corner, mut accepted) = (true, false);
        if solved.rank < self.labels.len() {
            for (at, equation) in further.iter().enumerate() {
                equations.push(equation.clone());
                let narrower = self.eliminate(equations);
                if narrower.rank > solved.rank {
                    is_corner = false;
                    if at >= from && narrower.consistent {
                        accepted |= self.corners(equations, &narrower, further, at + 1);
                    }
                }
                equations.pop();
            }
        }
        if is_corner { self.measure(solved.x.clone()) } else { accepted }
    }

    fn eliminate(&mut self, equations: &[Equation]) -> Elimination {
        self.counts.factorisations += 1;
        eliminate(equations, self.labels.len())
    }

    /// Keeps x if it is a solution, and as the closest if nothing was closer.
    fn measure(&mut self, x: Vec<f64>) -> bool {
        let n = x.len();
        let (mut w, mut map) = (vec![0.0; n], vec![0.0; n]);
        self.problem.velocity(&x, &mut w);
        self.counts.products += 1;
        natural_map(self.problem, &x, &w, &mut map);
        let candidate = Candidate { labels: self.labels.clone(), residual: infinity_norm(&map), x };
        if candidate.residual < self.closest.residual {
            self.closest = candidate.clone();
        }
        if candidate.residual <= self.tolerance {
            self.keep(candidate);
            return true;
        }
        false
    }

    fn keep(&mut self, candidate: Candidate) {
        let reach = SAME * (1.0 + infinity_norm(&candidate.x));
        let same = self.solutions.iter_mut().find(|known| {
            known.x.iter().zip(&candidate.x).all(|(left, right)| (left - right).abs() <= reach)
        });
        match same {
            Some(known) if candidate.residual < known.residual => *known = candidate,
            Some(_) => {}
            None => self.solutions.push(candidate),
        }
    }
}
