//! Separate stacks are separate problems (Ho 2022, §6.1).

use stickslip_solve::{Request, Start, Status};

use crate::samples::{problem, solve};

const SOLVERS: [&str; 3] = ["bpp", "bpp-pcg", "pgcg"];

/// The whole has the bits of its islands solved one by one, and their counts
/// in sum, cold and warm.
#[test]
fn the_whole_is_the_sum_of_its_islands() {
    for settings in [
        "boxes=13 height=4 bounds=frozen compliance=1e-4",
        "boxes=13 height=4 tight=0.2 compliance=1e-6",
        "boxes=7 height=3 bounds=coupled compliance=1e-4",
    ] {
        let whole = problem("stacks", 3, settings);
        for solver in SOLVERS {
            if whole.has_coupled_bounds() && solver != "bpp" {
                continue;
            }
            let settings = if solver == "bpp" { "" } else { "inexact=false" };
            let mut request = Request { tolerance: Some(1e-10), ..Request::default() };
            for _ in 0..2 {
                let found = solve_any(solver, settings, &whole, &request);
                assert_eq!(found.status, Status::Converged, "{solver} {}", whole.name());
                let labels = found.labels.clone().expect("pivoting has labels");
                let (mut iterations, mut pivots) = (0, 0);
                for rows in whole.islands() {
                    let part = whole.island(rows).expect("an island");
                    let gather = |x: &Vec<f64>| rows.iter().map(|&row| x[row]).collect();
                    let start = Start {
                        x: request.start.x.as_ref().map(gather),
                        labels: request
                            .start
                            .labels
                            .as_ref()
                            .map(|labels| rows.iter().map(|&row| labels[row]).collect()),
                    };
                    let alone =
                        solve_any(solver, settings, &part, &Request { start, ..request.clone() });
                    assert_eq!(alone.x, gather(&found.x), "{solver} {}", part.name());
                    let own: Vec<_> = rows.iter().map(|&row| labels[row]).collect();
                    assert_eq!(alone.labels, Some(own), "{solver} {}", part.name());
                    iterations += alone.counts.iterations;
                    pivots += alone.counts.pivots;
                }
                let counts = found.counts;
                assert_eq!((counts.iterations, counts.pivots), (iterations, pivots), "{solver}");
                assert_eq!(found.figures["islands"], whole.islands().len() as f64);
                request.start = Start { x: Some(found.x), labels: Some(labels) };
            }
        }
    }
}

/// `samples::solve` checks constant bounds only.
fn solve_any(
    solver: &str,
    settings: &str,
    problem: &stickslip_solve::Problem,
    request: &Request,
) -> stickslip_solve::Outcome {
    if !problem.has_coupled_bounds() {
        return solve(solver, settings, problem, request);
    }
    let entry = stickslip_solve::registry::find(solver).expect("registered");
    let mut built = entry.build(&stickslip_solve::OptionValues::new()).expect("defaults");
    built.solve(problem, request).expect("accepted")
}

/// Large enough for threads: the same bits every time, and a history that
/// falls to the residual of the outcome.
#[test]
fn many_islands_give_the_same_bits_every_time() {
    let whole = problem("stacks", 1, "boxes=260 height=5 tight=0.15 compliance=1e-6");
    assert_eq!((whole.size(), whole.islands().len()), (3120, 52));
    for solver in SOLVERS {
        let request = Request { history: true, ..Request::default() };
        let first = solve(solver, "", &whole, &request);
        let again = solve(solver, "", &whole, &request);
        assert_eq!(first.status, Status::Converged, "{solver}");
        assert_eq!((&first.x, first.counts), (&again.x, again.counts), "{solver}");
        let last = first.history.last().expect("a history");
        assert!(last.residual <= first.tolerance, "{solver}: {:e}", last.residual);
        assert_eq!(last.iteration, first.counts.iterations, "{solver}");
        assert!(first.history.windows(2).all(|pair| pair[0].time_s <= pair[1].time_s));
    }
}
