//! The box problem that a pivoting run works on: the given one, or the given
//! one with a shifted diagonal and moved right-hand side.

use crate::outcome::Label;
use crate::problem::Problem;
use crate::residual::natural_row;

/// w = (A + diag(shift)) x + b with lo ≤ x ≤ hi.
pub struct BoxSystem<'a> {
    /// Where A and the contacts come from.
    pub problem: &'a Problem,
    /// Constant part of w.
    pub b: Vec<f64>,
    /// Added to the diagonal of A.
    pub shift: Vec<f64>,
    /// Lower bounds.
    pub lo: Vec<f64>,
    /// Upper bounds.
    pub hi: Vec<f64>,
}

impl<'a> BoxSystem<'a> {
    /// The problem itself, with its bounds at `x`.
    pub fn new(problem: &'a Problem, x: &[f64]) -> Self {
        let n = problem.size();
        let mut system = Self {
            problem,
            b: problem.b().to_vec(),
            shift: vec![0.0; n],
            lo: vec![0.0; n],
            hi: vec![0.0; n],
        };
        system.refresh_bounds(x);
        system
    }

    /// Sets the bounds to those at `x`; only coupled tangents change (T3 iii).
    pub fn refresh_bounds(&mut self, x: &[f64]) {
        self.problem.bounds_at(x, &mut self.lo, &mut self.hi);
    }

    /// Rows whose bounds follow a normal impulse.
    pub fn coupled_rows(&self) -> impl Iterator<Item = usize> {
        let contacts = self.problem.contacts().iter().filter(|_| self.problem.has_coupled_bounds());
        contacts.flat_map(|contact| contact.tangents.iter().copied())
    }

    /// w = (A + diag(shift)) x + b.
    pub fn velocity(&self, x: &[f64], w: &mut [f64]) {
        self.problem.multiply(x, w);
        for row in 0..x.len() {
            w[row] += self.b[row] + self.shift[row] * x[row];
        }
    }

    /// Where a tight row stands: at its bound.
    pub fn bound(&self, row: usize, label: Label) -> Option<f64> {
        match label {
            Label::Free => None,
            Label::Lower => Some(self.lo[row]),
            Label::Upper => Some(self.hi[row]),
        }
    }

    /// The label that a violator of row `row` should get (Eq 2.41–2.44), or
    /// `None` when it violates nothing. A row with lo = hi stays where it is, on the
    /// side that x came from: friction of a contact that opens may get bounds again.
    pub fn wanted(&self, row: usize, label: Label, x: f64, w: f64, slack: f64) -> Option<Label> {
        let (lo, hi) = (self.lo[row], self.hi[row]);
        match label {
            Label::Free if lo == hi => Some(if x > hi { Label::Upper } else { Label::Lower }),
            Label::Free if x < lo - slack => Some(Label::Lower),
            Label::Free if x > hi + slack => Some(Label::Upper),
            Label::Lower if w < -slack && lo < hi => Some(Label::Free),
            Label::Upper if w > slack && lo < hi => Some(Label::Free),
            _ => None,
        }
    }

    /// Max-norm of the natural map.
    pub fn residual(&self, x: &[f64], w: &[f64]) -> f64 {
        (0..x.len())
            .map(|row| natural_row(x[row], w[row], self.lo[row], self.hi[row]).abs())
            .fold(0.0, |worst, value| if value > worst || value.is_nan() { value } else { worst })
    }

    /// Labels to begin with: those given where the bound exists, else free;
    /// fixed rows are tight.
    pub fn first_labels(&self, given: Option<&[Label]>) -> Vec<Label> {
        (0..self.b.len())
            .map(|row| match given.map_or(Label::Free, |labels| labels[row]) {
                _ if self.lo[row] == self.hi[row] => Label::Lower,
                Label::Lower if self.lo[row].is_finite() => Label::Lower,
                Label::Upper if self.hi[row].is_finite() => Label::Upper,
                _ => Label::Free,
            })
            .collect()
    }

    /// The same before there are any impulses: friction bounds of ±μ·0 hold nothing
    /// yet. The first pass is on the unbounded problem, whose normal impulses then
    /// give the friction bounds (Ho 2022, §5.1).
    pub fn unbounded_labels(&self, given: Option<&[Label]>) -> Vec<Label> {
        let mut labels = self.first_labels(given);
        for (row, coupled) in self.problem.coupling().into_iter().enumerate() {
            if coupled.is_some_and(|(_, mu)| mu > 0.0) {
                labels[row] = given.map_or(Label::Free, |given| given[row]);
            }
        }
        labels
    }
}
