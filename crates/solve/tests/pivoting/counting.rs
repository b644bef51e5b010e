//! How many pivots the least-index rule needs on Murty's exponential family,
//! and that a cycle is avoided or noticed.

use stickslip_solve::{Label, OptionValues, Outcome, Request, Start, Status};

use crate::samples::{boxed, lcp, solve, solve_with};

/// Ones on the diagonal, twos above it.
fn murty_matrix(n: usize) -> Vec<f64> {
    let entry = |row: usize, column: usize| match row.cmp(&column) {
        std::cmp::Ordering::Less => 2.0,
        std::cmp::Ordering::Equal => 1.0,
        std::cmp::Ordering::Greater => 0.0,
    };
    (0..n * n).map(|at| entry(at / n, at % n)).collect()
}

/// U Uᵀ, row-major.
fn symmetric_product(upper: &[f64], n: usize) -> Vec<f64> {
    let entry = |row: usize, column: usize| {
        (0..n).map(|k| upper[row * n + k] * upper[column * n + k]).sum::<f64>()
    };
    (0..n * n).map(|at| entry(at / n, at % n)).collect()
}

fn patient(entries: &[f64], b: &[f64]) -> Outcome {
    let request = Request { max_iterations: Some(2000), ..Request::default() };
    solve_with("murty", &OptionValues::new(), &request, &lcp(entries, b))
}

#[test]
fn murtys_family_takes_every_index_set_even_when_symmetric() {
    for n in 3..=10 {
        let upper = murty_matrix(n);
        for entries in [&upper, &symmetric_product(&upper, n)] {
            let outcome = patient(entries, &vec![-1.0; n]);
            assert_eq!(outcome.status, Status::Converged);
            assert_eq!(outcome.counts.pivots, (1 << n) - 1, "n = {n}");
            assert_eq!(outcome.counts.factorisations, 1 << n);
        }
    }
}

/// Kostreva's example: all ratios tie at every pivot, and the first of them
/// each time leads round in a circle.
#[test]
fn lemke_leaves_a_degenerate_vertex() {
    let outcome = solve("lemke", &lcp(&[1.0, 2.0, 0.0, 0.0, 1.0, 2.0, 2.0, 0.0, 1.0], &[-1.0; 3]));
    assert_eq!(outcome.status, Status::Converged);
    assert!(outcome.x.iter().all(|x| (x - 1.0 / 3.0).abs() < 1e-15), "{:?}", outcome.x);
}

#[test]
fn the_iteration_limit_is_kept_and_said() {
    let request = Request { max_iterations: Some(5), history: true, ..Request::default() };
    let problem = lcp(&murty_matrix(4), &[-1.0; 4]);
    let outcome = solve_with("murty", &OptionValues::new(), &request, &problem);
    assert_eq!(outcome.status, Status::MaxIterations);
    assert_eq!((outcome.counts.iterations, outcome.history.len()), (5, 5));
}

#[test]
fn a_cycle_ends_with_the_best_iterate() {
    // w = −1 at x = 0, and x = −1 where w = 0: no index set fits.
    let outcome = solve("murty", &lcp(&[-1.0], &[-1.0]));
    assert_eq!(outcome.status, Status::Cycled);
    assert_eq!(outcome.counts.pivots, 2);
    // A row that cycles beside one that is solved.
    let outcome = solve("murty", &lcp(&[2.0, 0.0, 0.0, -1.0], &[-1.0, -1.0]));
    assert_eq!(outcome.status, Status::Cycled);
    assert_eq!((outcome.x[0], outcome.figures["violators"]), (0.5, 1.0));
}

#[test]
fn the_right_start_needs_no_pivot() {
    let problem = boxed(&[2.0, 1.0, 1.0, 2.0], &[-3.0, 1.0], &[0.0; 2], &[9.0; 2]);
    let cold = solve("murty", &problem);
    assert_eq!(cold.labels, Some(vec![Label::Free, Label::Lower]));
    assert!(cold.counts.pivots > 0);
    let start = Start { x: None, labels: cold.labels };
    let request = Request { start, ..Request::default() };
    let warm = solve_with("murty", &OptionValues::new(), &request, &problem);
    assert_eq!((warm.counts.pivots, warm.x), (0, cold.x));
}

/// Few tight rows are deleted from the factor of all; many are not, and a new
/// factor is made of the rows that are left, as a share of 0 asks for.
#[test]
fn a_new_factor_replaces_downdating_where_it_is_estimated_to_be_faster() {
    let n = 120;
    let entries: Vec<f64> =
        (0..n * n).map(|at| if at / n == at % n { n as f64 } else { 0.5 }).collect();
    for solver in ["bpp-downdate", "bpp-skyline"] {
        let factors = |tight: usize, options: &[&str]| {
            let settings = OptionValues::parse(options.iter().copied()).expect("key=value");
            let b: Vec<f64> = (0..n).map(|row| if row < tight { n as f64 } else { -1.0 }).collect();
            let found = solve_with(solver, &settings, &Request::default(), &lcp(&entries, &b));
            assert_eq!(found.status, Status::Converged);
            assert_eq!(found.x.iter().filter(|&&x| x == 0.0).count(), tight);
            found.counts.factorisations
        };
        assert_eq!(factors(1, &[]), 1, "{solver}");
        assert_eq!(factors(110, &["refactor_share=1"]), 1, "{solver}");
        assert!(factors(110, &[]) > 1, "{solver}");
        assert!(factors(1, &["refactor_share=0"]) > 1, "{solver}");
    }
}
