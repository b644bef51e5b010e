//! How far differences of F go (Erleben 2013, §5.5).

use stickslip_solve::{Request, Start};

use crate::samples::{lcp, solve_from};

fn first_step(method: &str, options: &[&str], (a, b): (f64, f64), x: f64) -> f64 {
    let request = Request {
        max_iterations: Some(1),
        history: true,
        iterates: true,
        start: Start { x: Some(vec![x]), labels: None },
        ..Request::default()
    };
    let options = [options, &["line_search=none", "inner_iterations=1"]].concat();
    solve_from(method, &options, &request, &lcp(&[a], &[b])).history[1].x[0]
}

/// Beside a large x a short difference is rounding: w = 2x − 3e8 at x = 1e8 has the root
/// 1.5e8, which one step finds to as many digits as differences have.
#[test]
fn differences_grow_with_x() {
    for (method, option) in
        [("minmap-newton", "differences=true"), ("fischer-newton", "strategy=approximation")]
    {
        let found = first_step(method, &[option], (2.0, -3e8), 1e8);
        let expected = match method {
            "minmap-newton" => 1.5e8,
            // ∂φ = (x/r − 1) + 2 (w/r − 1) at x = 1 and w = −1, in units of 1e8.
            _ => {
                let r = 2.0_f64.sqrt();
                1e8 * (1.0 - r / ((1.0 / r - 1.0) + 2.0 * (-1.0 / r - 1.0)))
            }
        };
        assert!((found / expected - 1.0).abs() < 1e-5, "{method}: {found} and {expected}");
    }
}

/// A step of length 1 in the direction of −φ sees the secant of φ(x, 2x − 3).
#[test]
fn a_given_difference_is_a_secant_of_fischers_function() {
    let phi = |x: f64| x.hypot(2.0 * x - 3.0) - x - (2.0 * x - 3.0);
    for x in [0.4, 2.5] {
        let h = -phi(x).signum();
        let secant = (phi(x + h) - phi(x)) / h;
        for (options, slope) in [
            (&["strategy=approximation", "difference=1"][..], secant),
            (&["strategy=approximation"], (phi(x + 1e-6) - phi(x - 1e-6)) / 2e-6),
        ] {
            let found = first_step("fischer-newton", options, (2.0, -3.0), x);
            let expected = (x - phi(x) / slope).max(0.0);
            assert!((found - expected).abs() < 1e-6, "{options:?} at {x}: {found} and {expected}");
        }
    }
}
