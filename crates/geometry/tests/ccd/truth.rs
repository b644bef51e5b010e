//! Every family of the files, by every method: nothing missed, nothing late,
//! nothing said to touch that stays farther apart than δ.

use stickslip_geometry::ccd::{Method, Query, Tolerance, first_contact, read_cases};
use stickslip_geometry::glam::DVec3;

use crate::measure::{measure, print};
use crate::{sample, shared};

fn is_right(bytes: &[u8], method: Method) {
    let cases = read_cases(bytes).unwrap();
    let tolerance = Tolerance::default();
    let families = measure(&cases, method, &tolerance);
    print(method, &families);
    for (family, tally) in &families {
        assert!(tally.missed.is_empty(), "{family}: missed {:?}", tally.missed);
        assert!(tally.late.is_empty(), "{family}: late {:?}", tally.late);
        assert!(tally.farthest <= tolerance.delta * 1.01, "{family}: {}", tally.farthest);
    }
}

#[test]
fn the_sample_is_answered_by_inclusion() {
    is_right(&sample("ccd-made-sample.csv.gz"), Method::Inclusion);
}

#[test]
fn the_sample_is_answered_by_cubic() {
    is_right(&sample("ccd-made-sample.csv.gz"), Method::Cubic);
}

#[test]
fn the_whole_files_are_answered_by_inclusion_and_cubic() {
    for file in ["ccd-made.csv.gz", "Sample-Queries.csv.gz"] {
        let Some(bytes) = shared(file) else { return };
        is_right(&bytes, Method::Inclusion);
        is_right(&bytes, Method::Cubic);
    }
}

/// Algorithm 1 with few boxes may end early, so its false positives are not bounded.
#[test]
fn boxes_miss_nothing_and_are_never_late() {
    let cases = read_cases(&sample("ccd-made-sample.csv.gz")).unwrap();
    let cases: Vec<_> = cases.into_iter().step_by(5).collect();
    let families = measure(&cases, Method::Boxes, &Tolerance { delta: 1e-3, separation: 0.0 });
    print(Method::Boxes, &families);
    for (family, tally) in &families {
        assert!(tally.missed.is_empty() && tally.late.is_empty(), "{family}: {tally:?}");
    }
}

fn scaled(query: &Query, by: f64) -> Query {
    let times = |points: [DVec3; 4]| points.map(|point| point * by);
    Query { kind: query.kind, start: times(query.start), end: times(query.end) }
}

#[test]
fn answers_do_not_depend_on_units() {
    let cases = read_cases(&sample("ccd-made-sample.csv.gz")).unwrap();
    let everyday = |case: &&_| {
        let case: &stickslip_geometry::ccd::Case = case;
        !["tiny", "huge", "extreme"].contains(&case.family.as_str())
    };
    for case in cases.iter().filter(everyday) {
        for method in [Method::Inclusion, Method::Cubic] {
            let answer =
                |query: &Query| first_contact(query, method, &Tolerance::default()).unwrap();
            let here = answer(&case.query);
            for exponent in [-100, -31, 17, 100, 400] {
                let there = answer(&scaled(&case.query, 2.0_f64.powi(exponent)));
                assert_eq!(here, there, "{} times 2^{exponent}", case.id);
            }
        }
    }
}

/// A smaller δ gives times that are nearer to the truth, and still none too late.
#[test]
fn times_converge_with_delta() {
    let cases = read_cases(&sample("ccd-made-sample.csv.gz")).unwrap();
    let cases: Vec<_> = cases.into_iter().filter(|case| case.family == "sim").collect();
    let mut last = f64::INFINITY;
    for delta in [1e-2, 1e-4, 1e-6, 1e-8, 1e-10] {
        let families = measure(&cases, Method::Inclusion, &Tolerance { delta, separation: 0.0 });
        let tally = &families["sim"];
        assert!(tally.missed.is_empty() && tally.late.is_empty(), "{tally:?}");
        println!("δ = {delta:e}: early by {:e}", tally.earliest);
        assert!(tally.earliest < last);
        last = tally.earliest;
    }
    assert!(last < 1e-7, "{last}");
}
