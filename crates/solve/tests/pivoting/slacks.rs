//! Lemke's method on Stewart and Trinkle's problems of frictional contact. Their
//! slacks make bases ill-conditioned, and row operations lose the digits: pivoting
//! then ended in rays of rounding, or in solutions that were none.

use stickslip_problems::generate;
use stickslip_solve::{OptionValues, Problem, Status};

use crate::samples::solve;

fn generated(bodies: usize, directions: usize, impact: f64, seed: u64) -> Problem {
    let settings = [
        format!("bodies={bodies}"),
        format!("directions={directions}"),
        format!("impact={impact}"),
    ];
    let settings = OptionValues::parse(settings.iter().map(String::as_str)).expect("key=value");
    let generator = generate::find("stewart-trinkle").expect("a generator");
    generator.generate(seed, &settings).expect("a problem")
}

/// Two of these ended in rays.
#[test]
fn lemke_keeps_its_digits_where_contacts_have_slacks() {
    let mut again = 0.0;
    for (bodies, directions) in [(3, 8), (4, 6), (5, 12), (6, 6)] {
        for seed in 0..3 {
            for impact in [0.0, 0.001] {
                let problem = generated(bodies, directions, impact, seed);
                let outcome = solve("lemke", &problem);
                let place = format!("{bodies} {directions} {impact} {seed}");
                assert_eq!(outcome.status, Status::Converged, "{place}");
                again += outcome.figures["begun_again"];
            }
        }
    }
    assert!(again >= 1.0, "none of them is hard any more");
}
