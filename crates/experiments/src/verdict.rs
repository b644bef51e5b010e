//! How well a document's result is met: what follows from its claims.

use serde::Serialize;

use crate::claim::{Claim, Ruling, Weight};

/// How well a document's result is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Every claim holds, in shape and in value.
    Agrees,
    /// Orders, slopes and endings are the document's; some numbers are not.
    AgreesInShape,
    /// A claim about the shape is not decided, or fails for a reason that was
    /// not measured.
    Inconclusive,
    /// A claim about the shape does not hold, and a measurement shows why.
    Disagrees,
    /// What the document says cannot be tested with what can be had.
    NotTestable,
    /// The document only expects what is tested.
    Conjecture,
}

impl Verdict {
    /// Those that results of the documents are counted by.
    pub const COUNTED: [Self; 5] =
        [Self::Agrees, Self::AgreesInShape, Self::Inconclusive, Self::Disagrees, Self::NotTestable];

    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::AgreesInShape => "agrees in shape",
            Self::Inconclusive => "inconclusive",
            Self::Disagrees => "disagrees",
            Self::NotTestable => "not testable",
            Self::Conjecture => "conjecture",
        }
    }

    /// What follows from claims. A failure needs a measured cause to be a
    /// disagreement; what cannot be tested leaves the result open, unless there
    /// is nothing else; conjectures and asides have no say.
    pub fn of(claims: &[Claim]) -> Self {
        let judged: Vec<&Claim> = claims.iter().filter(|each| each.is_judged()).collect();
        let any = |weight, rulings: &[Ruling]| {
            judged.iter().any(|each| each.weight == weight && rulings.contains(&each.ruling))
        };
        if judged.is_empty() {
            let expected = claims.iter().any(|each| each.weight == Weight::Conjecture);
            return if expected { Self::Conjecture } else { Self::Inconclusive };
        }
        if judged.iter().all(|each| each.ruling == Ruling::NotTestable) {
            return Self::NotTestable;
        }
        let explained = |each: &&Claim| each.weight == Weight::Shape && each.cause.is_some();
        if judged.iter().any(explained) {
            Self::Disagrees
        } else if any(Weight::Shape, &[Ruling::Fails, Ruling::Open, Ruling::NotTestable]) {
            Self::Inconclusive
        } else if any(Weight::Value, &[Ruling::Fails, Ruling::Open]) {
            Self::AgreesInShape
        } else {
            Self::Agrees
        }
    }

    /// The claim that a verdict hangs on: the first that makes it what it is.
    pub fn decisive(claims: &[Claim]) -> Option<&Claim> {
        let first = |holds: &dyn Fn(&Claim) -> bool| claims.iter().find(|each| holds(each));
        let shape = |each: &Claim| each.weight == Weight::Shape;
        first(&|each| shape(each) && each.cause.is_some())
            .or_else(|| first(&|each| shape(each) && each.ruling == Ruling::Fails))
            .or_else(|| first(&|each| shape(each) && each.ruling != Ruling::Holds))
            .or_else(|| first(&|each| each.is_judged() && each.ruling == Ruling::Fails))
            .or_else(|| first(&|each| each.is_judged() && each.ruling == Ruling::Open))
            .or_else(|| first(&shape))
            .or_else(|| first(&|each| each.weight != Weight::Aside))
            .or_else(|| claims.first())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::Origin;
    use crate::findings::Findings;
    use Ruling::{Fails, Holds, NotTestable, Open};
    use Weight::{Aside, Conjecture, Shape, Value};

    fn verdict(claims: &[(Weight, Ruling)]) -> Verdict {
        let mut findings = Findings::default();
        for &(weight, ruling) in claims {
            findings.ruled(weight, "a", "b", ruling);
        }
        findings.verdict()
    }

    #[test]
    fn the_verdict_follows_from_the_claims() {
        assert_eq!(verdict(&[]), Verdict::Inconclusive);
        assert_eq!(verdict(&[(Aside, Holds)]), Verdict::Inconclusive);
        assert_eq!(verdict(&[(Shape, Holds), (Value, Holds), (Aside, Fails)]), Verdict::Agrees);
        assert_eq!(verdict(&[(Shape, Holds), (Value, Fails)]), Verdict::AgreesInShape);
        assert_eq!(verdict(&[(Shape, Holds), (Value, Open)]), Verdict::AgreesInShape);
        assert_eq!(verdict(&[(Shape, Fails), (Value, Holds)]), Verdict::Inconclusive);
        assert_eq!(verdict(&[(Shape, Open), (Value, Fails)]), Verdict::Inconclusive);
        assert_eq!(verdict(&[(Shape, NotTestable), (Aside, Fails)]), Verdict::NotTestable);
        assert_eq!(verdict(&[(Shape, NotTestable), (Shape, Holds)]), Verdict::Inconclusive);
        assert_eq!(verdict(&[(Conjecture, Fails)]), Verdict::Conjecture);
        assert_eq!(verdict(&[(Conjecture, Fails), (Shape, Holds)]), Verdict::Agrees);
    }

    #[test]
    fn a_disagreement_needs_a_measured_cause() {
        let judged = |ruling, is_shown| {
            let mut findings = Findings::default();
            findings.ruled(Shape, "a", "b", ruling).because(Origin::SetUp, "c", is_shown);
            findings.verdict()
        };
        assert_eq!(judged(Fails, true), Verdict::Disagrees);
        assert_eq!(judged(Fails, false), Verdict::Inconclusive);
        assert_eq!(judged(Holds, true), Verdict::Agrees);
    }

    #[test]
    fn a_verdict_hangs_on_the_claim_that_makes_it() {
        let mut findings = Findings::default();
        findings.claim(Shape, "one", "", true);
        assert_eq!(Verdict::decisive(&findings.claims).map(|it| &*it.text), Some("one"));
        findings.claim(Value, "two", "", false);
        assert_eq!(Verdict::decisive(&findings.claims).map(|it| &*it.text), Some("two"));
        findings.claim(Shape, "three", "", false);
        findings.claim(Shape, "four", "", false).because(Origin::Document, "", true);
        assert_eq!(Verdict::decisive(&findings.claims).map(|it| &*it.text), Some("four"));
    }
}
