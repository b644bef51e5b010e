//! Made-up findings for tests: a claim that nothing turns says nothing.

use crate::claim::Ruling;
use crate::findings::Findings;

/// What a judge says of made-up numbers.
pub fn judged(judge: impl FnOnce(&mut Findings)) -> Findings {
    let mut findings = Findings::default();
    judge(&mut findings);
    findings
}

/// The rulings, claim by claim.
pub fn rulings(findings: &Findings) -> Vec<Ruling> {
    findings.claims.iter().map(|claim| claim.ruling).collect()
}

/// Checks that every claim holds in the first findings, and that each is turned by
/// one of the others; what cannot be tested is left out.
pub fn turns(holding: &Findings, turning: &[Findings]) {
    assert!(!holding.claims.is_empty(), "nothing is claimed");
    for (at, claim) in holding.claims.iter().enumerate() {
        if claim.ruling == Ruling::NotTestable {
            continue;
        }
        assert_eq!(claim.ruling, Ruling::Holds, "{claim:?}");
        let turned =
            |other: &Findings| other.claims.get(at).is_some_and(|it| it.ruling != Ruling::Holds);
        assert!(turning.iter().any(turned), "nothing turns: {} ({})", claim.text, claim.measured);
    }
}
