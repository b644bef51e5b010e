//! The contact lcp against the boxed problem of the same heap.

use stickslip_problems::generate::{PileOptions, StewartTrinkleOptions, pile, stewart_trinkle};
use stickslip_solve::Kind;

#[test]
fn the_blocks_are_those_of_the_formulation() {
    let options = StewartTrinkleOptions { mu: 0.7, ..Default::default() };
    let problem = stewart_trinkle(3, &options).expect("options in range");
    assert_eq!(problem.kind(), Kind::Lcp);
    let boxed = PileOptions {
        bodies: 3,
        mass_ratio: options.mass_ratio,
        impact: options.impact,
        compliance: 0.0,
        ..Default::default()
    };
    let boxed = pile(3, &boxed).expect("the same heap");
    let m = boxed.contacts().len();
    assert_eq!(problem.size(), 6 * m);
    let (a, b) = (problem.matrix(), boxed.matrix());
    // Direction k of contact c is (1, 0), (0, 1), (−1, 0), (0, −1) in (t, b).
    let rows = |c: usize| {
        [(c, 3 * c, 1.0), (m + 4 * c, 3 * c + 1, 1.0), (m + 4 * c + 1, 3 * c + 2, 1.0)]
            .into_iter()
            .chain([(m + 4 * c + 2, 3 * c + 1, -1.0), (m + 4 * c + 3, 3 * c + 2, -1.0)])
    };
    for (row, from, sign) in (0..m).flat_map(rows) {
        for (col, source, other) in (0..m).flat_map(rows) {
            let expected = sign * other * b.get(from, source);
            assert!((a.get(row, col) - expected).abs() < 1e-12);
        }
        if row >= m {
            assert!((problem.b()[row] - sign * boxed.b()[from]).abs() < 1e-14);
        }
    }
    for c in 0..m {
        let slack = 5 * m + c;
        assert_eq!(problem.b()[slack], 0.0);
        for col in 0..6 * m {
            let friction = (m + 4 * c..m + 4 * c + 4).contains(&col);
            let expected = if col == c { 0.7 } else { -f64::from(u8::from(friction)) };
            assert_eq!(a.get(slack, col), expected, "({slack}, {col})");
            assert_eq!(a.get(col, slack), f64::from(u8::from(friction)), "({col}, {slack})");
        }
    }
    assert!(problem.asymmetry().is_some());
}

#[test]
fn any_number_of_directions_spans_the_plane() {
    for directions in [3, 8] {
        let options = StewartTrinkleOptions { directions, ..Default::default() };
        let problem = stewart_trinkle(1, &options).expect("options in range");
        let m = problem.size() / (2 + directions);
        // The directions of a contact sum to zero, so their rows of B do.
        for contact in 0..m {
            for col in 0..m * (1 + directions) {
                let first = m + contact * directions;
                let sum: f64 =
                    (first..first + directions).map(|row| problem.matrix().get(row, col)).sum();
                assert!(sum.abs() < 1e-12);
            }
        }
    }
}
