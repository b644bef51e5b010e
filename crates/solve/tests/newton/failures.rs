//! Failures that the documents tell of, reproduced.

use std::collections::BTreeMap;

use stickslip_solve::{Outcome, Request, Status};

use crate::samples::{generated, solve, solve_from};

fn exit(outcome: &Outcome) -> &'static str {
    outcome.figures.keys().find(|key| key.starts_with("exit")).copied().unwrap_or("none")
}

/// Erleben 2013, Table 1: on contact problems Fischer's method converges and
/// the minimum map gives up, its direction no longer leading downhill.
#[test]
fn the_minimum_map_fails_on_contact_problems() {
    let (mut minimum, mut fischer) = (0, 0);
    let mut exits = BTreeMap::new();
    for seed in 0..10 {
        let problem = generated("legacy-contact", seed, &["contacts=10"]);
        let outcome = solve("minmap-newton", &["fallback=none"], &problem);
        *exits.entry(exit(&outcome)).or_insert(0) += 1;
        minimum += usize::from(outcome.status == Status::Converged);
        let outcome = solve("fischer-newton", &["linear=direct"], &problem);
        fischer += usize::from(outcome.status == Status::Converged);
    }
    println!("legacy-contact: minimum map {minimum}, {exits:?}; Fischer {fischer} of 10");
    assert_eq!((minimum, fischer), (0, 10));
    let (mut minimum, mut fischer) = (0, 0);
    for seed in 0..10 {
        let problem = generated("stewart-trinkle", seed, &[]);
        let outcome = solve("minmap-newton", &["fallback=none"], &problem);
        minimum += usize::from(outcome.status == Status::Converged);
        let outcome = solve("fischer-newton", &[], &problem);
        fischer += usize::from(outcome.status == Status::Converged);
    }
    println!("stewart-trinkle: minimum map {minimum}, Fischer {fischer} of 10");
    assert!(minimum <= 4 && fischer == 10, "{minimum} and {fischer}");
}

/// Erleben 2013, §7: with a growing share of zero eigenvalues Newton methods
/// fail. With the published right-hand side most of that is the problems, which
/// have no solution; with a solvable one Fischer's method converges throughout.
#[test]
fn zero_eigenvalues_hurt_less_when_there_is_a_solution() {
    let mut table = BTreeMap::new();
    for rhs in ["rhs=legacy", "rhs=solvable"] {
        for share in ["singular=0.2", "singular=0.5", "singular=0.8"] {
            for seed in 0..4 {
                let problem = generated("legacy-dense", seed, &["size=50", rhs, share]);
                for method in ["minmap-newton", "fischer-newton"] {
                    let request = Request { max_iterations: Some(60), ..Request::default() };
                    let options = ["inner_iterations=200"];
                    let outcome = solve_from(method, &options, &request, &problem);
                    let solved = usize::from(outcome.status == Status::Converged);
                    *table.entry((method, rhs, share)).or_insert(0) += solved;
                }
            }
        }
    }
    for ((method, rhs, share), solved) in &table {
        println!("{method:15} {rhs:13} {share:13} {solved} of 4");
    }
    for share in ["singular=0.2", "singular=0.5", "singular=0.8"] {
        assert_eq!(table[&("fischer-newton", "rhs=solvable", share)], 4, "{share}");
    }
    assert_eq!(table[&("minmap-newton", "rhs=legacy", "singular=0.8")], 0);
    assert_eq!(table[&("fischer-newton", "rhs=legacy", "singular=0.8")], 0);
}
