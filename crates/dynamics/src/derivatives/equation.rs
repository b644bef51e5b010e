//! One linear equation between changes: Σ a dλ + Σ b dw + Σ c dy = 0, where y are bounds and
//! arms of friction.

use super::dense::Matrix;
use super::flat::Flat;

/// A number of a row that the state and the inputs change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    /// Lower bound of its impulse.
    Lower(usize),
    /// Upper bound.
    Upper(usize),
    /// Arm of friction.
    Arm(usize),
}

/// The equation of a row.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Equation {
    impulses: Vec<(usize, f64)>,
    speeds: Vec<(usize, f64)>,
    numbers: Vec<(Number, f64)>,
}

impl Equation {
    /// dλ = 0.
    pub(super) fn still(row: usize) -> Self {
        Self::default().impulse(row, 1.0)
    }

    /// dw = 0.
    pub(super) fn open(row: usize) -> Self {
        Self::default().speed(row, 1.0)
    }

    /// dλ = d(a number).
    pub(super) fn at(row: usize, number: Number) -> Self {
        Self::still(row).number(number, -1.0)
    }

    pub(super) fn impulse(mut self, row: usize, factor: f64) -> Self {
        self.impulses.push((row, factor));
        self
    }

    pub(super) fn speed(mut self, row: usize, factor: f64) -> Self {
        self.speeds.push((row, factor));
        self
    }

    pub(super) fn number(mut self, number: Number, factor: f64) -> Self {
        self.numbers.push((number, factor));
        self
    }

    /// Writes it as left · dz = right · dx, with the derivatives of w by impulses and by inputs,
    /// row by row, and those of all other numbers.
    pub(super) fn write(
        &self,
        flat: &Flat<'_>,
        [by_impulses, by_inputs]: [&Matrix; 2],
        numbers: &Matrix,
        left: &mut [f64],
        right: &mut [f64],
    ) {
        self.impulses.iter().for_each(|&(at, factor)| left[at] += factor);
        let mut subtract = |values: &[f64], factor: f64| {
            right.iter_mut().zip(values).for_each(|(sum, value)| *sum -= factor * value);
        };
        for &(speed, factor) in &self.speeds {
            let impulses = left.iter_mut().zip(by_impulses.row(speed));
            impulses.for_each(|(sum, value)| *sum += factor * value);
            subtract(by_inputs.row(speed), factor);
        }
        for &(number, factor) in &self.numbers {
            let from = match number {
                Number::Lower(row) => flat.lo(row),
                Number::Upper(row) => flat.hi(row),
                Number::Arm(row) => flat.arm(row),
            };
            subtract(numbers.row(from), factor);
        }
    }
}
