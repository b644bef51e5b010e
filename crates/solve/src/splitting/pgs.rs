//! Projected Gauss–Seidel (Erleben 2013, §5.2–5.3; Preclik et al., §3.1):
//! `psor` without relaxation, to the bit.

use crate::options::{OptionDescription, OptionError, OptionValues};
use crate::solver::{Entry, Method};
use crate::stopping::StoppingOptions;

use super::psor::{ACCEPTS, Psor};

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "splitting",
    summary: "projected Gauss-Seidel, row by row",
    accepts: ACCEPTS,
    options: describe,
    make,
};

const NAME: &str = "pgs";

fn describe() -> Vec<OptionDescription> {
    StoppingOptions::described_after(Psor::describe())
}

fn make(settings: &OptionValues) -> Result<Box<dyn Method>, OptionError> {
    let (rules, own) = StoppingOptions::split(NAME, settings, &describe())?;
    Ok(Box::new(Psor::new(NAME, 1.0, &own, rules)?))
}
