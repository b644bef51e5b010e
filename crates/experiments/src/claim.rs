//! One statement of a document, and what the numbers say of it.

use serde::Serialize;

/// What depends on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Weight {
    /// What the document concludes: orders, slopes, endings.
    Shape,
    /// A printed number within its margin.
    Value,
    /// What the document expects ("could", "should", "we anticipate") and did
    /// not measure. It has no part in the verdict.
    Conjecture,
    /// Our own finding beside the document; it does not change the verdict.
    Aside,
}

impl Weight {
    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Shape => "shape",
            Self::Value => "value",
            Self::Conjecture => "conjecture",
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

/// Where a difference to the document comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// The document itself: its statement does not hold on its own set-up.
    Document,
    /// Our set-up, which differs from the document's.
    SetUp,
}

impl Origin {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Document => "document",
            Self::SetUp => "set-up",
        }
    }
}

/// Why a claim fails, shown by a measurement of its own.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cause {
    /// Where the difference comes from.
    pub origin: Origin,
    /// The measurement that shows it.
    pub evidence: String,
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
    /// Why it fails, where that was measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
}

impl Claim {
    /// Whether the verdict depends on it.
    pub fn is_judged(&self) -> bool {
        matches!(self.weight, Weight::Shape | Weight::Value)
    }

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

    /// Adds the cause of a failure, if a measurement shows it: without one a
    /// failure leaves the result inconclusive.
    pub fn because(
        &mut self,
        origin: Origin,
        evidence: impl Into<String>,
        is_shown: bool,
    ) -> &mut Self {
        if is_shown && self.ruling == Ruling::Fails {
            self.cause = Some(Cause { origin, evidence: evidence.into() });
        }
        self
    }
}

/// Holds or fails; open where a number that decides is none.
pub fn decided(numbers: &[f64], holds: bool) -> Ruling {
    if numbers.is_empty() || numbers.iter().any(|number| number.is_nan()) {
        Ruling::Open
    } else if holds {
        Ruling::Holds
    } else {
        Ruling::Fails
    }
}
