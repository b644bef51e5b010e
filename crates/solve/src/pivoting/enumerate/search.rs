//! The walk through all index sets.

use stickslip_linalg::infinity_norm;

use super::elimination::{Elimination, Equation, eliminate};
use super::{Limits, NAME};
use crate::outcome::{Counts, Label};
use crate::problem::{Kind, Problem};
use crate::residual::natural_map;
use crate::solver::Refusal;

/// Two solutions nearer than this, relative to 1 + ‖x‖∞, are one.
const SAME: f64 = 1e-8;

/// A point that was measured, and the labels that led to it.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub x: Vec<f64>,
    pub labels: Vec<Label>,
    pub residual: f64,
}

/// The state of an enumeration.
pub struct Search<'a> {
    problem: &'a Problem,
    tolerance: f64,
    /// Rows with normals before their tangents.
    order: Vec<usize>,
    /// Normal row and μ of each coupled tangent.
    coupling: Vec<Option<(usize, f64)>>,
    labels: Vec<Label>,
    /// Solutions so far, each once.
    pub solutions: Vec<Candidate>,
    /// The candidate of least residual, solution or not.
    pub closest: Candidate,
    /// Index sets with dependent equations and a solution among their corners.
    pub singular_sets: usize,
    /// Whether some candidate is not a number.
    pub overflowed: bool,
    pub counts: Counts,
}

impl<'a> Search<'a> {
    /// Nothing labelled yet; refuses what is too large.
    pub fn new(problem: &'a Problem, tolerance: f64, limits: &Limits) -> Result<Self, Refusal> {
        let n = problem.size();
        let (limit, base) = match problem.kind() {
            Kind::Lcp => (limits.max_rows, 2),
            _ => (limits.max_box_rows, 3),
        };
        if n > limit {
            let reason = format!("there are up to {base}^{n} index sets");
            return Err(Refusal::TooLarge { solver: NAME, limit, rows: n, reason });
        }
        let coupling = problem.coupling();
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
            overflowed: false,
            counts: Counts::default(),
        })
    }

    /// Labels the rows from `order[depth]` on in every possible way.
    pub fn choose(&mut self, depth: usize) {
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
        self.overflowed |= !candidate.residual.is_finite();
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
