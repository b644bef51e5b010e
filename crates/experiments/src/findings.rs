//! What an experiment found, and the verdict that follows from it.

use serde::Serialize;
use stickslip_report::Table;
use stickslip_report::plot::Plot;

/// How well a document's result is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Every claim holds, in shape and in value.
    Agrees,
    /// Orders, slopes and endings are the document's; some numbers are not.
    AgreesInShape,
    /// A claim about the shape does not hold.
    Disagrees,
}

impl Verdict {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::AgreesInShape => "agrees in shape",
            Self::Disagrees => "disagrees",
        }
    }
}

/// What depends on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Weight {
    /// What the document concludes: orders, slopes, endings.
    Shape,
    /// A printed number within its margin.
    Value,
    /// Our own finding beside the document; it does not change the verdict.
    Aside,
}

/// One statement of the document (or beside it), with what was measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Claim {
    /// The statement.
    pub text: String,
    /// The numbers that decide.
    pub measured: String,
    /// Whether it holds by these numbers.
    pub holds: bool,
    /// What depends on it.
    pub weight: Weight,
}

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
    /// Adds a claim.
    pub fn claim(
        &mut self,
        weight: Weight,
        text: impl Into<String>,
        measured: impl Into<String>,
        holds: bool,
    ) {
        self.claims.push(Claim { text: text.into(), measured: measured.into(), holds, weight });
    }

    /// Adds a setting.
    pub fn setting(&mut self, name: impl Into<String>, value: impl ToString) {
        self.settings.push(Setting { name: name.into(), value: value.to_string() });
    }

    /// Adds a remark.
    pub fn note(&mut self, text: impl Into<String>) {
        self.notes.push(text.into());
    }

    /// Disagrees where a claim about the shape fails or there is none at all,
    /// agrees in shape where only a value is off.
    pub fn verdict(&self) -> Verdict {
        let fails = |weight| self.claims.iter().any(|each| each.weight == weight && !each.holds);
        let judged = self.claims.iter().any(|each| each.weight != Weight::Aside);
        if fails(Weight::Shape) || !judged {
            Verdict::Disagrees
        } else if fails(Weight::Value) {
            Verdict::AgreesInShape
        } else {
            Verdict::Agrees
        }
    }

    /// The verdict in a sentence: how many claims hold, and which do not.
    pub fn reason(&self) -> String {
        let judged = || self.claims.iter().filter(|claim| claim.weight != Weight::Aside);
        let failed: Vec<_> = judged()
            .filter(|claim| !claim.holds)
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
    fn the_verdict_follows_from_the_claims() {
        let verdict = |claims: &[(Weight, bool)]| {
            let mut findings = Findings::default();
            for &(weight, holds) in claims {
                findings.claim(weight, "a", "b", holds);
            }
            findings.verdict()
        };
        use Weight::{Aside, Shape, Value};
        assert_eq!(verdict(&[]), Verdict::Disagrees);
        assert_eq!(verdict(&[(Aside, true)]), Verdict::Disagrees);
        assert_eq!(verdict(&[(Shape, true), (Value, true), (Aside, false)]), Verdict::Agrees);
        assert_eq!(verdict(&[(Shape, true), (Value, false)]), Verdict::AgreesInShape);
        assert_eq!(verdict(&[(Shape, false), (Value, true)]), Verdict::Disagrees);
    }

    #[test]
    fn the_reason_names_what_fails() {
        let mut findings = Findings::default();
        findings.claim(Weight::Shape, "one", "1 < 2", true);
        assert_eq!(findings.reason(), "all 1 claims hold");
        findings.claim(Weight::Shape, "two", "3 < 2", false);
        assert_eq!(findings.reason(), "1 of 2 claims hold; not: two (3 < 2)");
    }
}
