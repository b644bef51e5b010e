//! Which equation each row obeys near the solution, by the sets that the solver has found.

use stickslip_solve::Label;

use crate::friction::FrictionModel;
use crate::stepper::replay::{Place, Values};

/// A share of the largest bound or speed within which a row is at a border.
const BORDER: f64 = 1e-9;
/// The same of Coulomb's disc, whose solver has labels for nothing.
const DISC: f64 = 1e-6;

/// The equation of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Equation {
    /// The impulse is 0 whatever happens.
    Nothing,
    /// w = 0.
    Open,
    /// λ is its lower bound.
    Lower,
    /// λ is its upper bound.
    Upper,
    /// λ is that of another row.
    Same(usize),
    /// λ = ±μ λ_n.
    Slips { normal: usize, sign: f64, mu: f64, load: f64 },
    /// λ = −μ λ_n u, with u = w_t/|w_t| of both tangents: its component here, and how it turns
    /// with both speeds.
    Slides { normal: usize, along: f64, mu: f64, load: f64, speeds: [usize; 2], turn: [f64; 2] },
}

/// Rows with what was found of them.
pub(super) struct Sets<'a> {
    pub(super) friction: FrictionModel,
    pub(super) impulses: &'a [f64],
    pub(super) labels: &'a [Label],
    pub(super) counts: &'a [bool],
    pub(super) places: &'a [Place],
    pub(super) values: &'a Values,
}

impl Sets<'_> {
    /// The equation of every row; `diagonal` gives ∂w/∂λ of a row by itself.
    pub(super) fn equations(&self, diagonal: impl Fn(usize) -> f64) -> Vec<Equation> {
        (0..self.impulses.len()).map(|row| self.equation(row, &diagonal)).collect()
    }

    fn label(&self, row: usize, diagonal: &impl Fn(usize) -> f64) -> Label {
        if self.friction != FrictionModel::Cone {
            return self.labels[row];
        }
        // Where the natural map λ − w/a lies.
        let foreseen = self.impulses[row] - self.values.w[row] / diagonal(row);
        if foreseen <= self.values.lo[row] {
            Label::Lower
        } else if foreseen >= self.values.hi[row] {
            Label::Upper
        } else {
            Label::Free
        }
    }

    fn equation(&self, row: usize, diagonal: &impl Fn(usize) -> f64) -> Equation {
        if !self.counts[row] {
            return Equation::Nothing;
        }
        match self.places[row] {
            Place::Follows(other) => Equation::Same(other),
            Place::Tangent { normal, second } => self.tangent(row, normal, second, diagonal),
            Place::Single | Place::Normal if self.values.lo[row] == self.values.hi[row] => {
                Equation::Lower
            }
            Place::Single | Place::Normal => match self.label(row, diagonal) {
                Label::Free => Equation::Open,
                Label::Lower => Equation::Lower,
                Label::Upper => Equation::Upper,
            },
        }
    }

    fn tangent(
        &self,
        row: usize,
        normal: usize,
        second: bool,
        diagonal: &impl Fn(usize) -> f64,
    ) -> Equation {
        let load = self.impulses[normal];
        if self.label(normal, diagonal) != Label::Free || load <= 0.0 {
            return Equation::Nothing;
        }
        let mu = self.values.mu[row];
        if self.friction == FrictionModel::Cone {
            let first = if second { row - 1 } else { row };
            return self.disc(first, second, normal, mu, load);
        }
        let slips = |sign: f64| Equation::Slips { normal, sign, mu, load };
        match self.labels[row] {
            Label::Free if mu == 0.0 => slips(-self.values.w[row].signum()),
            Label::Free => Equation::Open,
            Label::Lower => slips(-1.0),
            Label::Upper => slips(1.0),
        }
    }

    fn disc(&self, first: usize, second: bool, normal: usize, mu: f64, load: f64) -> Equation {
        let [one, two] = [self.impulses[first], self.impulses[first + 1]];
        let size = one.hypot(two);
        let [w1, w2] = [self.values.w[first], self.values.w[first + 1]];
        let speed = w1.hypot(w2);
        if size < mu * load * (1.0 - DISC) || speed == 0.0 || size == 0.0 {
            return Equation::Open;
        }
        let u = [-one / size, -two / size];
        let at = usize::from(second);
        let turn =
            [0, 1].map(|other| (f64::from(u8::from(other == at)) - u[at] * u[other]) / speed);
        Equation::Slides { normal, along: u[at], mu, load, speeds: [first, first + 1], turn }
    }

    /// How many rows are at a border of their set: λ at a bound and w = 0.
    pub(super) fn borders(&self, equations: &[Equation], diagonal: impl Fn(usize) -> f64) -> usize {
        let largest = self.impulses.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
        let is_border = |row: usize| {
            let (impulse, w) = (self.impulses[row], self.values.w[row]);
            let bounds = match self.places[row] {
                Place::Tangent { normal, .. } => {
                    let most = self.values.mu[row] * self.impulses[normal].max(0.0);
                    [-most, most]
                }
                _ => [self.values.lo[row], self.values.hi[row]],
            };
            let near = bounds.iter().any(|bound| (impulse - bound).abs() <= BORDER * largest);
            let slow = w.abs() <= BORDER * (diagonal(row) * largest).abs();
            match equations[row] {
                Equation::Open => near && bounds[0] < bounds[1],
                Equation::Lower | Equation::Upper => slow && bounds[0] < bounds[1],
                Equation::Slips { mu, .. } => slow && mu > 0.0,
                _ => false,
            }
        };
        (0..equations.len()).filter(|&row| largest > 0.0 && is_border(row)).count()
    }
}
