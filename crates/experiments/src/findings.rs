//! What an experiment found.

use serde::Serialize;
use stickslip_report::Table;
use stickslip_report::plot::Plot;

use crate::claim::{Claim, Ruling, Weight};
use crate::verdict::Verdict;

/// A setting that the numbers depend on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Setting {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// What an experiment found.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Findings {
    /// Tables, ours beside printed.
    pub tables: Vec<Table>,
    /// Plots.
    pub plots: Vec<Plot>,
    /// What the verdict follows from.
    pub claims: Vec<Claim>,
    /// Remarks.
    pub notes: Vec<String>,
    /// The settings used.
    pub settings: Vec<Setting>,
}

impl Findings {
    /// Adds a claim that holds or fails.
    pub fn claim(
        &mut self,
        weight: Weight,
        text: impl Into<String>,
        measured: impl Into<String>,
        holds: bool,
    ) -> &mut Claim {
        let ruling = if holds { Ruling::Holds } else { Ruling::Fails };
        self.ruled(weight, text, measured, ruling)
    }

    /// Adds a claim with any ruling.
    pub fn ruled(
        &mut self,
        weight: Weight,
        text: impl Into<String>,
        measured: impl Into<String>,
        ruling: Ruling,
    ) -> &mut Claim {
        let (text, measured) = (text.into(), measured.into());
        self.claims.push(Claim {
            text,
            measured,
            ruling,
            weight,
            quotation: None,
            change: None,
            cause: None,
        });
        let last = self.claims.len() - 1;
        &mut self.claims[last]
    }

    /// Adds a setting.
    pub fn setting(&mut self, name: impl Into<String>, value: impl ToString) {
        self.settings.push(Setting { name: name.into(), value: value.to_string() });
    }

    /// Adds a remark.
    pub fn note(&mut self, text: impl Into<String>) {
        self.notes.push(text.into());
    }

    /// How well the document's result is met.
    pub fn verdict(&self) -> Verdict {
        Verdict::of(&self.claims)
    }

    /// The verdict in a sentence: how many claims hold, and which do not.
    pub fn reason(&self) -> String {
        let judged = || self.claims.iter().filter(|claim| claim.is_judged());
        let failed: Vec<_> = judged()
            .filter(|claim| claim.ruling != Ruling::Holds)
            .map(|claim| format!("{} ({})", claim.text, claim.measured))
            .collect();
        let count = judged().count();
        match failed.len() {
            0 => format!("all {count} claims hold"),
            some => format!("{} of {count} claims hold; not: {}", count - some, failed.join("; ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_names_what_fails() {
        let mut findings = Findings::default();
        findings.claim(Weight::Shape, "one", "1 < 2", true);
        assert_eq!(findings.reason(), "all 1 claims hold");
        findings.claim(Weight::Shape, "two", "3 < 2", false);
        assert_eq!(findings.reason(), "1 of 2 claims hold; not: two (3 < 2)");
    }
}
