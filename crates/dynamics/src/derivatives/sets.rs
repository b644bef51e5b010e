//! Which equation each row obeys near the solution, by the sets that the solver has found.
//!
//! A row is at a border where λ is at a bound and w = 0. There are two answers then: held with
//! w = 0, or with λ at the bound. That of the solver's label is taken, and both are kept.

use stickslip_solve::{Kind, Label};

use super::equation::{Equation, Number};
use crate::friction::FrictionModel;
use crate::stepper::replay::{RowRole, RowRoles, Values};

/// A share of the largest bound or speed within which a row is at a border.
pub(super) const BORDER: f64 = 1e-9;

/// Rows with what was found of them.
pub(super) struct Sets<'a> {
    pub(super) friction: FrictionModel,
    pub(super) impulses: &'a [f64],
    pub(super) labels: &'a [Label],
    pub(super) counts: &'a [bool],
    pub(super) places: &'a RowRoles,
    pub(super) values: &'a Values,
    /// ∂w/∂λ of each row by itself.
    pub(super) diagonal: &'a [f64],
    /// Whether contacts hold; else their impulses stay as they are.
    pub(super) holds_contacts: bool,
}

/// The equation of a row, and those of both sides where it is at a border: held, and at its
/// bound.
pub(super) struct Choice {
    pub(super) own: Equation,
    pub(super) sides: Option<[Equation; 2]>,
}

impl Choice {
    pub(super) fn only(own: Equation) -> Self {
        Self { own, sides: None }
    }

    /// A row that is held and, where `bound` is given, at the border of that.
    pub(super) fn held(own: Equation, bound: Option<Equation>) -> Self {
        let sides = bound.map(|bound| [own.clone(), bound]);
        Self { own, sides }
    }

    /// A row that is at its bound and, where `held` is given, at the border of that.
    pub(super) fn bound(own: Equation, held: Option<Equation>) -> Self {
        let sides = held.map(|held| [held, own.clone()]);
        Self { own, sides }
    }
}

impl Sets<'_> {
    /// Of every row.
    pub(super) fn choices(&self) -> Vec<Choice> {
        let mut choices: Vec<Choice> =
            (0..self.impulses.len()).map(|row| self.choice(row)).collect();
        for section in &self.places.sections {
            let rows = section.first..section.first + section.count;
            for (row, choice) in rows.zip(self.section(section)) {
                choices[row] = choice;
            }
            if let Some(normal) = section.normal
                && self.friction == FrictionModel::ConvexCone
                && let Some(lifts) = self.lifting(normal, section)
            {
                choices[normal] = Choice::only(lifts);
            }
        }
        choices
    }

    /// Of a row with bounds of its own.
    fn choice(&self, row: usize) -> Choice {
        if !self.counts[row] {
            return Choice::only(Equation::still(row));
        }
        let place = self.places.rows[row];
        match place {
            RowRole::Follows(other) => {
                return Choice::only(Equation::still(row).impulse(other, -1.0));
            }
            RowRole::Friction(_) => return Choice::only(Equation::still(row)),
            RowRole::Normal if !self.holds_contacts => return Choice::only(Equation::still(row)),
            RowRole::Single | RowRole::Normal => {}
        }
        let [lower, upper] = [Number::Lower, Number::Upper].map(|of| Equation::at(row, of(row)));
        let (lo, hi) = (self.values.lo[row], self.values.hi[row]);
        if lo == hi {
            return Choice::only(lower);
        }
        let near = |bound: f64| (self.impulses[row] - bound).abs() <= self.small_impulse();
        let slow = || self.values.w[row].abs() <= self.small_speed(row);
        match self.label(row) {
            Label::Lower => Choice::bound(lower, slow().then(|| Equation::open(row))),
            Label::Upper => Choice::bound(upper, slow().then(|| Equation::open(row))),
            Label::Free => {
                let bound = match (near(lo), near(hi)) {
                    (true, _) => Some(lower),
                    (_, true) => Some(upper),
                    _ => None,
                };
                Choice::held(Equation::open(row), bound)
            }
        }
    }

    /// The set of a row with bounds of its own.
    pub(super) fn label(&self, row: usize) -> Label {
        if self.has_labels() {
            return self.labels[row];
        }
        if self.friction == FrictionModel::ConvexCone && self.places.rows[row] == RowRole::Normal {
            // What slips lifts, and is loaded nevertheless.
            let is_loaded = self.impulses[row] > self.small_impulse();
            return if is_loaded { Label::Free } else { Label::Lower };
        }
        self.natural(row, [self.values.lo[row], self.values.hi[row]])
    }

    /// The set of a row of a square with these bounds.
    pub(super) fn label_within(&self, row: usize, bound: f64) -> Label {
        if self.has_labels() { self.labels[row] } else { self.natural(row, [-bound, bound]) }
    }

    /// Where the natural map λ − w/a lies.
    fn natural(&self, row: usize, [lo, hi]: [f64; 2]) -> Label {
        let foreseen = self.impulses[row] - self.values.w[row] / self.diagonal[row];
        if foreseen <= lo {
            Label::Lower
        } else if foreseen >= hi {
            Label::Upper
        } else {
            Label::Free
        }
    }

    /// Whether solvers say the sets of this model.
    fn has_labels(&self) -> bool {
        self.friction.kind() == Kind::Blcp && !self.friction.has_slacks()
    }

    /// An impulse that is none.
    pub(super) fn small_impulse(&self) -> f64 {
        BORDER * self.largest()
    }

    /// A speed of a row that is none.
    pub(super) fn small_speed(&self, row: usize) -> f64 {
        BORDER * self.diagonal[row].abs() * self.largest()
    }

    fn largest(&self) -> f64 {
        self.impulses.iter().fold(0.0_f64, |most, value| most.max(value.abs()))
    }
}
