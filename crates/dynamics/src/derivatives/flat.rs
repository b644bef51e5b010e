//! What a part comes to, as one list of numbers.

use super::tangent::{BODY, coordinates};
use crate::stepper::replay::Values;

/// All values as one list: w, bounds, arms of friction, straight w of first kicks, the ends, the
/// gap of a meeting.
pub(super) struct Flat<'a> {
    pub(super) nominal: &'a Values,
}

impl Flat<'_> {
    pub(super) fn rows(&self) -> usize {
        self.nominal.w.len()
    }

    pub(super) fn len(&self) -> usize {
        5 * self.rows() + BODY * self.nominal.ends.len() + 1
    }

    /// Places of lower and upper bound and of the arm of friction of a row; w is at its own number.
    pub(super) fn lo(&self, row: usize) -> usize {
        self.rows() + row
    }

    pub(super) fn hi(&self, row: usize) -> usize {
        2 * self.rows() + row
    }

    pub(super) fn arm(&self, row: usize) -> usize {
        3 * self.rows() + row
    }

    pub(super) fn straight(&self, row: usize) -> usize {
        4 * self.rows() + row
    }

    pub(super) fn ends(&self) -> usize {
        5 * self.rows()
    }

    pub(super) fn meeting(&self) -> usize {
        self.len() - 1
    }

    pub(super) fn of(&self, values: &Values) -> Vec<f64> {
        let finite = |value: &f64| if value.is_finite() { *value } else { 0.0 };
        let mut flat = Vec::with_capacity(self.len());
        flat.extend_from_slice(&values.w);
        flat.extend(values.lo.iter().map(finite));
        flat.extend(values.hi.iter().map(finite));
        flat.extend_from_slice(&values.arms);
        flat.extend_from_slice(&values.straight);
        flat.resize(self.ends(), 0.0);
        for (state, about) in values.ends.iter().zip(&self.nominal.ends) {
            flat.extend(coordinates(state, about));
        }
        flat.push(finite(&values.meeting));
        flat
    }
}
