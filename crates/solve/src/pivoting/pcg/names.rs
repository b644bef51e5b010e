//! Every preconditioner by name: those of the linear algebra, which know the
//! matrix only, and those that know the bodies.

use stickslip_linalg::preconditioner::PRECONDITIONERS;

use super::{body_space, incomplete};
use crate::options::{OptionValue, nearest_name};

/// A line of the list of preconditioners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PreconditionerDescription {
    /// Lower-case name with dashes.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
}

/// All preconditioners that the option `preconditioner` knows.
pub fn preconditioners() -> Vec<PreconditionerDescription> {
    PRECONDITIONERS
        .iter()
        .map(|entry| PreconditionerDescription { name: entry.name, summary: entry.summary })
        .chain([body_space::DESCRIPTION, incomplete::DESCRIPTION])
        .collect()
}

/// The name of a preconditioner, or [`AUTO`], as an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PreconditionerName(pub &'static str);

/// Leaves the choice to the problem: `body-space` where the bodies are known
/// (`body-space-incomplete` where that would not fit), else `ic0-imaginary`.
pub const AUTO: PreconditionerName = PreconditionerName("auto");

impl OptionValue for PreconditionerName {
    fn parse_option(text: &str) -> Result<Self, String> {
        if text == AUTO.0 {
            return Ok(AUTO);
        }
        let known = preconditioners();
        known.iter().find(|entry| entry.name == text).map(|entry| Self(entry.name)).ok_or_else(
            || {
                let names = || known.iter().map(|entry| entry.name);
                match nearest_name(text, names()) {
                    Some(near) => format!("no such preconditioner; did you mean \"{near}\"?"),
                    None => format!("expected one of {}", names().collect::<Vec<_>>().join(", ")),
                }
            },
        )
    }

    fn show_option(&self) -> String {
        self.0.into()
    }
}
