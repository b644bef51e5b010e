//! Steps that make things worse, which a line search shortens and a trust region
//! refuses.

use stickslip_solve::Status;

use crate::brute_force::eliminate;
use crate::samples::{distance, lcp, path};

fn norm(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}

fn velocity(a: [[f64; 2]; 2], b: [f64; 2], x: [f64; 2]) -> [f64; 2] {
    std::array::from_fn(|i| b[i] + a[i][0] * x[0] + a[i][1] * x[1])
}

/// A, b and a start.
type Beginning = ([[f64; 2]; 2], [f64; 2], [f64; 2]);

/// Where, within the first radius, ‖x‖, Newton's step on the minimum
/// map ends where ‖H‖ is three to five times as large.
const WORSE: [Beginning; 3] = [
    ([[4.0, -3.0], [0.0, 2.0]], [3.0, -5.0], [1.0, 2.0]),
    ([[3.0, -4.0], [4.0, 3.0]], [-1.0, -6.0], [2.0, 1.0]),
    ([[4.0, -2.0], [1.0, 2.0]], [1.0, -5.0], [1.0, 2.0]),
];

/// Such a step is refused, and what is taken is no longer than a quarter of it.
#[test]
fn a_trust_region_refuses_what_makes_things_worse() {
    for (a, b, x) in WORSE {
        let map = |x: [f64; 2]| {
            let w = velocity(a, b, x);
            [x[0].min(w[0]), x[1].min(w[1])]
        };
        let w = velocity(a, b, x);
        let unit = |i: usize| vec![f64::from(u8::from(i == 0)), f64::from(u8::from(i == 1))];
        let jacobian = (0..2).map(|i| if w[i] < x[i] { a[i].to_vec() } else { unit(i) }).collect();
        let step = eliminate(jacobian, map(x).iter().map(|h| -h).collect()).expect("regular");
        let whole = [x[0] + step[0], x[1] + step[1]];
        assert!(norm(&step) < norm(&x), "the radius would have cut it");
        assert!(norm(&map(whole)) > 3.0 * norm(&map(x)), "it would have been better");
        let problem = lcp(&a.concat(), &b);
        let options = ["linear=normal", "line_search=trust-region", "projected=false"];
        let outcome = path("minmap-newton", &options, &problem, &x);
        assert_eq!(outcome.status, Status::Converged, "{a:?}: {:?}", outcome.figures);
        let points: Vec<[f64; 2]> =
            outcome.history.iter().map(|point| [point.x[0], point.x[1]]).collect();
        let taken = distance_of(points[1], points[0]);
        assert!(taken > 0.0 && taken <= 0.25 * norm(&step) + 1e-12, "{a:?}: {taken}");
        for two in points.windows(2) {
            assert!(norm(&map(two[1])) < norm(&map(two[0])), "{a:?}: {points:?}");
        }
    }
}

fn distance_of(x: [f64; 2], y: [f64; 2]) -> f64 {
    norm(&[x[0] - y[0], x[1] - y[1]])
}

/// The whole step on the normal map makes ‖F‖ ten times as large from here. It is
/// halved until ½‖F‖² falls by 1e-4 of what the slope promises, not once more.
#[test]
fn the_normal_map_halves_steps_that_make_things_worse() {
    for (a, b, x) in [
        ([[4.0, 4.0], [-3.0, 1.0]], [-2.0, 5.0], [2.0, 0.0]),
        ([[3.0, 4.0], [-4.0, 1.0]], [-6.0, 6.0], [2.0, 2.0]),
        ([[1.0, -4.0], [4.0, 4.0]], [5.0, -4.0], [1.0, 2.0]),
    ] {
        let value = |z: [f64; 2]| {
            let x = z.map(|z| z.max(0.0));
            let w = velocity(a, b, x);
            [w[0] + z[0] - x[0], w[1] + z[1] - x[1]]
        };
        let w = velocity(a, b, x);
        let z = [x[0] - w[0], x[1] - w[1]];
        let here = value(z);
        let entry = |i: usize, j: usize| match z[j] > 0.0 {
            true => a[i][j],
            false => f64::from(u8::from(i == j)),
        };
        let jacobian = (0..2).map(|i| vec![entry(i, 0), entry(i, 1)]).collect();
        let way = eliminate(jacobian, here.iter().map(|f| -f).collect()).expect("regular");
        let at = |share: f64| [z[0] + share * way[0], z[1] + share * way[1]];
        assert!(norm(&value(at(1.0))) > 10.0 * norm(&here), "a whole step would do");
        let falls = |share: &f64| {
            norm(&value(at(*share))).powi(2) <= (1.0 - 2e-4 * share) * norm(&here).powi(2)
        };
        let share = (0..40).map(|halvings| 0.5_f64.powi(halvings)).find(falls);
        let next = at(share.expect("Newton's direction leads downhill"));
        let outcome = path("normal-map-newton", &[], &lcp(&a.concat(), &b), &x);
        assert_eq!(outcome.status, Status::Converged, "{a:?}");
        let gap = distance(&outcome.history[1].x, &next.map(|z| z.max(0.0)));
        assert!(gap < 1e-12, "{a:?}: {gap:e}");
    }
}
