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
    /// Nothing fails, but a claim about the shape is not decided by what was measured.
    Inconclusive,
    /// A claim about the shape does not hold.
    Disagrees,
    /// What the document says cannot be tested with what can be had.
    NotTestable,
}

impl Verdict {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Agrees, Self::AgreesInShape, Self::Inconclusive, Self::Disagrees, Self::NotTestable];

    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::AgreesInShape => "agrees in shape",
            Self::Inconclusive => "inconclusive",
            Self::Disagrees => "disagrees",
            Self::NotTestable => "not testable",
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

impl Weight {
    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Shape => "shape",
            Self::Value => "value",
            Self::Aside => "aside",
        }
    }
}

/// What the numbers say of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ruling {
    /// It holds.
    Holds,
    /// It does not.
    Fails,
    /// They do not decide it.
    Open,
    /// There are none: what the claim compares with cannot be had.
    NotTestable,
}

impl Ruling {
    /// For lists and tables.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Holds => "✓",
            Self::Fails => "✗",
            Self::Open => "?",
            Self::NotTestable => "–",
        }
    }
}

/// A sentence of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Quotation {
    /// Where it stands.
    pub place: &'static str,
    /// What it says.
    pub sentence: &'static str,
}

/// A change of what counts as holding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// When, as year-month-day.
    pub day: &'static str,
    /// Why.
    pub reason: &'static str,
}

/// One statement of the document (or beside it), with what was measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Claim {
    /// The statement.
    pub text: String,
    /// The numbers that decide.
    pub measured: String,
    /// Whether it holds by these numbers.
    pub ruling: Ruling,
    /// What depends on it.
    pub weight: Weight,
    /// The sentence that it tests, in the document's words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quotation: Option<Quotation>,
    /// When and why its criterion was last changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<Change>,
}

impl Claim {
    /// Adds the sentence that it tests.
    pub fn quoting(&mut self, place: &'static str, sentence: &'static str) -> &mut Self {
        self.quotes(Quotation { place, sentence })
    }

    /// Adds the sentence that it tests, which others test too.
    pub fn quotes(&mut self, quotation: Quotation) -> &mut Self {
        self.quotation = Some(quotation);
        self
    }

    /// Tells that what counts as holding was changed: the day and the reason.
    pub fn changed(&mut self, day: &'static str, reason: &'static str) -> &mut Self {
        self.change = Some(Change { day, reason });
        self
    }
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
        self.claims.push(Claim { text, measured, ruling, weight, quotation: None, change: None });
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

    /// Disagrees where a claim about the shape fails or there is none at all,
    /// agrees in shape where only a value is off. What cannot be tested has no
    /// say, unless there is nothing else.
    pub fn verdict(&self) -> Verdict {
        let any = |weight, ruling| {
            self.claims.iter().any(|each| each.weight == weight && each.ruling == ruling)
        };
        let judged = || self.claims.iter().filter(|each| each.weight != Weight::Aside);
        let untested = judged().filter(|each| each.ruling == Ruling::NotTestable).count();
        if untested > 0 && untested == judged().count() {
            Verdict::NotTestable
        } else if any(Weight::Shape, Ruling::Fails) || judged().next().is_none() {
            Verdict::Disagrees
        } else if any(Weight::Shape, Ruling::Open) {
            Verdict::Inconclusive
        } else if any(Weight::Value, Ruling::Fails) {
            Verdict::AgreesInShape
        } else {
            Verdict::Agrees
        }
    }

    /// The verdict in a sentence: how many claims hold, and which do not.
    pub fn reason(&self) -> String {
        let judged = || self.claims.iter().filter(|claim| claim.weight != Weight::Aside);
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
    fn the_verdict_follows_from_the_claims() {
        let verdict = |claims: &[(Weight, Ruling)]| {
            let mut findings = Findings::default();
            for &(weight, ruling) in claims {
                findings.ruled(weight, "a", "b", ruling);
            }
            findings.verdict()
        };
        use Ruling::{Fails, Holds, NotTestable, Open};
        use Weight::{Aside, Shape, Value};
        assert_eq!(verdict(&[]), Verdict::Disagrees);
        assert_eq!(verdict(&[(Aside, Holds)]), Verdict::Disagrees);
        assert_eq!(verdict(&[(Shape, Holds), (Value, Holds), (Aside, Fails)]), Verdict::Agrees);
        assert_eq!(verdict(&[(Shape, Holds), (Value, Fails)]), Verdict::AgreesInShape);
        assert_eq!(verdict(&[(Shape, Fails), (Value, Holds)]), Verdict::Disagrees);
        assert_eq!(verdict(&[(Shape, Open), (Value, Fails)]), Verdict::Inconclusive);
        assert_eq!(verdict(&[(Shape, Open), (Shape, Fails)]), Verdict::Disagrees);
        assert_eq!(verdict(&[(Shape, NotTestable), (Aside, Fails)]), Verdict::NotTestable);
        assert_eq!(verdict(&[(Shape, NotTestable), (Shape, Holds)]), Verdict::Agrees);
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
