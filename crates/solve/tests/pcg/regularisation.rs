//! Adaptive regularisation (Ho 2022, Alg 9): fewer outer iterations on
//! problems that pivot back and forth, a total that is reported, and nothing
//! at all when it is off.

use stickslip_solve::{Problem, Request, Status};

use crate::samples::{problem, solve};

/// A cable on which plain pivoting goes round in circles, as on the thesis'
/// chain (Table 6.5).
fn restless() -> Problem {
    problem("cable", 0, "links=20 bounds=frozen compliance=1e-5")
}

#[test]
fn softened_friction_rows_settle() {
    let problem = restless();
    for (solver, plain) in
        [("bpp-full", ""), ("bpp-pcg", "proximal=false inexact=false"), ("bpp", "plain_steps=200")]
    {
        let without = solve(solver, plain, &problem, &Request::default());
        let softened = format!("{plain} pivot_limit=5");
        let with = solve(solver, &softened, &problem, &Request::default());
        println!(
            "{solver}: {} steps {}, with regularisation {} steps, total shift {:.2e}, natural {:.1e}",
            without.counts.iterations,
            without.status,
            with.counts.iterations,
            with.figures["total_shift"],
            with.residuals.natural.value
        );
        assert!(2 * with.counts.iterations < without.counts.iterations, "{solver}");
        // The softened problem is solved, which is not the one that was given.
        assert_eq!(with.status, Status::Stagnated, "{solver}");
        assert!(with.figures["total_shift"] > 0.0, "{solver}");
        assert!(!without.figures.contains_key("total_shift"), "{solver}");
    }
}

#[test]
fn switched_off_it_changes_no_bit() {
    let problem = restless();
    for solver in ["bpp", "bpp-full", "bpp-pcg", "pgcg"] {
        let plain = solve(solver, "", &problem, &Request::default());
        let off = solve(solver, "pivot_limit=0", &problem, &Request::default());
        assert_eq!(plain.x, off.x, "{solver}");
        assert_eq!(plain.counts, off.counts, "{solver}");
    }
}

#[test]
fn pgcg_reports_its_shift() {
    let problem = restless();
    let found = solve("pgcg", "pivot_limit=1", &problem, &Request::default());
    let shift = found.figures["total_shift"];
    assert!(shift > 0.0 && (shift / 1e-3).fract() < 1e-6, "{shift}");
    let limited = solve("pgcg", "pivot_limit=100000", &problem, &Request::default());
    let plain = solve("pgcg", "", &problem, &Request::default());
    assert_eq!(limited.figures["total_shift"], 0.0);
    assert_eq!(limited.x, plain.x);
}
