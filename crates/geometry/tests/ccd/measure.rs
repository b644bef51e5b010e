//! Answers of a method set against the truth, family by family.

use std::collections::BTreeMap;

use stickslip_geometry::ccd::{Answer, Case, Method, Query, Tolerance, first_contact};

/// What went wrong in a family, and how much there was.
#[derive(Debug, Default)]
pub struct Tally {
    /// How many queries.
    pub queries: usize,
    /// Hits that were reported.
    pub hits: usize,
    /// Hits that were not.
    pub missed: Vec<String>,
    /// Hits that were reported too late.
    pub late: Vec<String>,
    /// Misses that were reported as hits.
    pub false_positives: usize,
    /// The farthest of these, in units of the size of the query.
    pub farthest: f64,
    /// By how much a hit is reported too early, at most.
    pub earliest: f64,
}

/// The power of two above the largest difference, as [`Tolerance::delta`] has it.
pub fn size(query: &Query) -> f64 {
    use stickslip_geometry::ccd::Kind;
    let pairs: &[[usize; 2]] = match query.kind {
        Kind::VertexFace => &[[0, 1], [0, 2], [0, 3]],
        Kind::EdgeEdge => &[[0, 2], [0, 3], [1, 2], [1, 3]],
    };
    let largest = pairs
        .iter()
        .flat_map(|&[i, j]| [query.start[i] - query.start[j], query.end[i] - query.end[j]])
        .fold(0.0_f64, |all, difference| all.max(difference.abs().max_element()));
    2.0_f64.powi(largest.log2().floor() as i32 + 1)
}

/// Asks a method about every case.
pub fn measure(cases: &[Case], method: Method, tolerance: &Tolerance) -> BTreeMap<String, Tally> {
    let mut families: BTreeMap<String, Tally> = BTreeMap::new();
    for case in cases {
        let tally = families.entry(case.family.clone()).or_default();
        tally.queries += 1;
        let answer = first_contact(&case.query, method, tolerance).expect(&case.id);
        match (case.hit, answer) {
            (Some(true), Answer::Apart) => tally.missed.push(case.id.clone()),
            (Some(true), Answer::Touch(time)) => {
                tally.hits += 1;
                let [low, high] = case.time.expect("hits have times");
                assert!((0.0..=1.0).contains(&time), "{}: {time}", case.id);
                if time > high {
                    tally.late.push(case.id.clone());
                }
                tally.earliest = tally.earliest.max(low - time);
            }
            (Some(false), Answer::Touch(_)) => {
                tally.false_positives += 1;
                let distance = case.distance.expect("misses have distances");
                tally.farthest = tally.farthest.max(distance / size(&case.query));
            }
            _ => {}
        }
    }
    families
}

/// One line a family.
pub fn print(method: Method, families: &BTreeMap<String, Tally>) {
    println!("{}", method.name());
    for (family, tally) in families {
        println!(
            "  {family:28} {:5} queries {:4} hits {:3} missed {:3} late {:3} false (≤ {:.1e}), early by ≤ {:.1e}",
            tally.queries,
            tally.hits,
            tally.missed.len(),
            tally.late.len(),
            tally.false_positives,
            tally.farthest,
            tally.earliest,
        );
    }
}
