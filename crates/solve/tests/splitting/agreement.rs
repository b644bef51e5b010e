//! Every method on every kind it takes reaches the pivoting answer in w and in
//! A x. Impulses themselves may differ where A is singular.

use stickslip_linalg::{SparseMatrix, Triplets};
use stickslip_solve::{Kind, Problem, ProblemData, Request, Status};

use crate::samples::{contact, dense, gap, planar, product, solve};

/// A method with settings, and the largest gap to the pivoting answer in w and
/// A x (m/s, where w is of order 1) when its own residual is at most 1e-10.
struct Case {
    solver: &'static str,
    settings: &'static [&'static str],
    gap: f64,
    coupled: bool,
    cones: bool,
}

const fn case(solver: &'static str, settings: &'static [&'static str], gap: f64) -> Case {
    Case { solver, settings, gap, coupled: true, cones: false }
}

const fn on_cones(case: Case) -> Case {
    Case { cones: true, ..case }
}

const fn for_constant_bounds(case: Case) -> Case {
    Case { coupled: false, ..case }
}

/// Every method leaves an error of up to condition × residual.
const SWEEP: f64 = 3e-9;

const CASES: &[Case] = &[
    on_cones(case("jacobi", &[], SWEEP)),
    on_cones(case("pgs", &[], SWEEP)),
    on_cones(case("pgs", &["access=matrix"], SWEEP)),
    on_cones(case("pgs", &["sweep=backward"], SWEEP)),
    on_cones(case("pgs", &["sweep=symmetric"], SWEEP)),
    on_cones(case("pgs", &["ordering=random"], SWEEP)),
    on_cones(case("pgs", &["ordering=colouring"], SWEEP)),
    on_cones(case("pgs", &["ordering=greedy"], SWEEP)),
    on_cones(case("pgs", &["ordering=impulse"], SWEEP)),
    on_cones(case("psor", &[], SWEEP)),
    on_cones(case("block-pgs", &[], SWEEP)),
    on_cones(case("block-pgs", &["local=normal-first"], SWEEP)),
    case("pgs-sm", &[], SWEEP),
    on_cones(case("nncg", &[], SWEEP)),
    case("pgd", &[], SWEEP),
    case("cpg", &[], SWEEP),
    for_constant_bounds(case("multigrid", &[], SWEEP)),
    for_constant_bounds(case("multigrid", &["transfer=velocity"], SWEEP)),
    for_constant_bounds(case("multigrid", &["cycle=w", "violations=project", "coarsest=4"], SWEEP)),
];

/// Those with a solver inside.
const STAGGERED: &[Case] =
    &[case("staggered", &[], SWEEP), case("staggered", &["inner=pgs"], SWEEP)];

/// Those that need bodies.
const WITH_BODIES: &[Case] = &[
    on_cones(case("pgs", &["ordering=layers"], SWEEP)),
    on_cones(case("pgs", &["access=bodies"], SWEEP)),
    case("block-pgs", &["blocks=pair"], SWEEP),
    case("block-pgs", &["blocks=joint"], SWEEP),
    case("block-pgs", &["blocks=joint", "joints=inner"], SWEEP),
    case("block-pgs", &["blocks=joints"], SWEEP),
    case("block-pgs", &["ordering=colouring"], SWEEP),
];

fn check<'a>(
    cases: impl Iterator<Item = &'a Case>,
    problem: &Problem,
    w: &[f64],
    product_of_solution: &[f64],
) {
    let request =
        Request { tolerance: Some(1e-10), max_iterations: Some(100_000), ..Request::default() };
    for case in cases {
        let outcome = solve(case.solver, case.settings, &request, problem);
        let place = format!("{} {:?} on {}", case.solver, case.settings, problem.name());
        let found = gap(&outcome.w, w).max(gap(&product(problem, &outcome.x), product_of_solution));
        println!(
            "{place}: {} iterations, {found:e}, {:.3} s",
            outcome.counts.iterations, outcome.time_s
        );
        assert_eq!(outcome.status, Status::Converged, "{place}: {:?}", outcome.residuals);
        assert!(found <= case.gap, "{place}: {found:e}");
    }
}

fn check_boxed<'a>(cases: impl Iterator<Item = &'a Case>, problem: &Problem) {
    let request = Request { tolerance: Some(1e-11), ..Request::default() };
    let answer = solve("bpp", &[], &request, problem);
    assert_eq!(answer.status, Status::Converged, "bpp on {}", problem.name());
    check(cases, problem, &answer.w, &product(problem, &answer.x));
}

#[test]
fn dense_problems() {
    for seed in 0..2 {
        for problem in dense(seed) {
            check_boxed(CASES.iter().chain(STAGGERED), &problem);
        }
    }
}

#[test]
fn contacts_with_frozen_bounds() {
    for problem in contact(0, "frozen") {
        check_boxed(CASES.iter().chain(STAGGERED), &problem);
    }
}

#[test]
fn contacts_with_frozen_bounds_and_bodies() {
    for problem in contact(0, "frozen") {
        check_boxed(WITH_BODIES.iter(), &problem);
    }
}

/// The wall takes hundreds of outer iterations and is left to the others.
#[test]
fn staggering() {
    for problem in &contact(0, "coupled")[1..] {
        check_boxed(STAGGERED.iter(), problem);
    }
}

#[test]
fn contacts_with_coupled_bounds() {
    for problem in contact(0, "coupled") {
        check_boxed(CASES.iter().filter(|case| case.coupled), &problem);
    }
}

#[test]
fn contacts_with_coupled_bounds_and_bodies() {
    for problem in contact(0, "coupled") {
        check_boxed(WITH_BODIES.iter().filter(|case| case.coupled), &problem);
    }
}

/// In the plane Coulomb's law is the coupled boxed problem.
#[test]
fn planar_coulomb() {
    for problem in contact(0, "coupled") {
        let boxed = planar(&problem, Kind::Blcp);
        let answer = solve("bpp", &[], &Request::default(), &boxed);
        assert_eq!(answer.status, Status::Converged);
        let problem = planar(&problem, Kind::Ncp);
        let cases = CASES.iter().chain(WITH_BODIES).filter(|case| case.cones);
        check(cases, &problem, &answer.w, &product(&boxed, &answer.x));
    }
}

/// In the plane the cone has two edges: x = G a with a ≥ 0, one entry per edge
/// (and per side of a boxed row), makes the relaxation an lcp in a.
#[test]
fn planar_relaxation() {
    for problem in contact(0, "coupled").iter().take(3) {
        let problem = planar(problem, Kind::Ccp);
        let edges = edges(&problem);
        let matrix = edges.transposed().product(problem.matrix()).product(&edges);
        let mut b = vec![0.0; edges.cols()];
        edges.multiply_transposed(problem.b(), &mut b);
        let lcp = Problem::new(ProblemData::assembled("edges", Kind::Lcp, matrix, b));
        let answer = solve("bpp", &[], &Request::default(), &lcp.expect("an lcp"));
        assert_eq!(answer.status, Status::Converged);
        let mut x = vec![0.0; problem.size()];
        edges.multiply(&answer.x, &mut x);
        let mut w = vec![0.0; problem.size()];
        problem.velocity(&x, &mut w);
        let cases = CASES.iter().chain(WITH_BODIES).filter(|case| case.cones);
        check(cases, &problem, &w, &product(&problem, &x));
    }
}

/// The columns are the edges (1, ±μ) of each contact; there are no other rows.
fn edges(problem: &Problem) -> SparseMatrix {
    let mut entries = Triplets::new();
    for (index, contact) in problem.contacts().iter().enumerate() {
        for (side, mu) in [contact.mu, -contact.mu].into_iter().enumerate() {
            entries.push(contact.normal, 2 * index + side, 1.0);
            entries.push(contact.tangents[0], 2 * index + side, mu);
        }
    }
    assert_eq!(problem.size(), 2 * problem.contacts().len());
    SparseMatrix::from_triplets(problem.size(), problem.size(), &entries)
}
