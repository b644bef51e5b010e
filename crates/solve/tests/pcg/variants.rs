//! Every preconditioner, rebuild rule and the thesis' own variant.

use stickslip_solve::{Label, Request, Start, Status, preconditioners};

use crate::samples::{distance, problem, solve};

const SOLVERS: [&str; 2] = ["bpp-pcg", "pgcg"];

/// The preconditioner and steps of Ho 2022.
fn of_the_thesis(solver: &str) -> &'static str {
    match solver {
        "pgcg" => "preconditioner=ic0-imaginary step=cut",
        _ => "preconditioner=ic0-imaginary",
    }
}

#[test]
fn every_preconditioner_works_in_both_solvers() {
    for (generator, settings, tolerance) in [
        ("wall", "bricks=9 columns=3 bounds=frozen compliance=1e-4", 1e-5),
        ("cable", "links=8 bounds=frozen compliance=1e-4", 1e-5),
        ("pile", "bodies=8 bounds=frozen compliance=1e-3", 1e-6),
        ("spd", "size=30 condition=1e3 density=0.3 boxed=true", 1e-5),
    ] {
        let problem = problem(generator, 1, settings);
        let exact = solve("bpp", "", &problem, &Request::default());
        let has_bodies = problem.body_space().is_some();
        let fits = |name: &str| has_bodies || !name.starts_with("body-space");
        for preconditioner in preconditioners().into_iter().filter(|known| fits(known.name)) {
            let scaled =
                preconditioner.name.starts_with("ic") || preconditioner.name == "block-jacobi";
            for scaling in ["", " scaling=diagonal"].into_iter().take(1 + usize::from(scaled)) {
                for solver in SOLVERS {
                    let settings = format!("preconditioner={}{scaling}", preconditioner.name);
                    let found = solve(solver, &settings, &problem, &Request::default());
                    let what = format!("{solver} {settings} on {}", problem.name());
                    assert_eq!(found.status, Status::Converged, "{what}");
                    assert!(distance(&found.x, &exact.x) <= tolerance, "{what}");
                }
            }
        }
    }
}

#[test]
fn breakdowns_and_imaginary_columns_are_in_the_outcome() {
    let problem = problem("pile", 0, "bodies=40 bounds=frozen compliance=1e-5");
    let request = Request { max_iterations: Some(2), ..Request::default() };
    let figure = |preconditioner: &str, name: &str| {
        let settings = format!(
            "proximal=false rebuild=never inner_iterations=20 preconditioner={preconditioner}"
        );
        solve("bpp-pcg", &settings, &problem, &request).figures[name]
    };
    let imaginary = figure("ic0-imaginary", "imaginary_columns");
    let columns = figure("ic0-imaginary", "factored_columns");
    assert!(imaginary > 0.0 && imaginary < columns, "{imaginary} of {columns}");
    // One factor of all rows, and so one of two of them in two solves.
    assert_eq!(columns, problem.size() as f64);
    assert_eq!(figure("ict", "breakdowns"), 1.0);
    assert_eq!(figure("ict-compensated", "breakdowns"), 0.0);
    assert!(figure("ict-compensated", "shifts") > 0.0);
    assert_eq!(figure("ic0-imaginary", "breakdowns"), 0.0);
    assert_eq!(figure("ic0", "breakdowns"), 1.0);
    assert!(figure("ic0-compensated", "shifts") > 0.0);
    assert!(figure("ic0-compensated", "refactorisations") > 0.0);
    assert!(figure("ic0-partial-shift", "shifts") > 0.0);
}

/// Of a full matrix ic0 is the complete factor, and rows are deleted from it exactly:
/// one iteration a solve, where identity rows in their place need more.
#[test]
fn deleted_rows_leave_a_complete_factor() {
    let problem = problem("spd", 2, "size=30 condition=1e3 density=1 boxed=true");
    let inner = |rebuild: &str| {
        let settings = format!("proximal=false preconditioner=ic0 rebuild={rebuild}");
        let found = solve("bpp-pcg", &settings, &problem, &Request::default());
        assert_eq!(found.status, Status::Converged, "{rebuild}");
        found.counts.inner_iterations as f64 / found.counts.iterations as f64
    };
    let (deleted, identity) = (inner("downdate"), inner("never"));
    assert!(deleted <= 2.0 && identity > 2.0 * deleted, "{deleted} and {identity}");
}

/// The factor that rows are deleted from has them all, whatever is free at first, and
/// follows the diagonal that proximal terms raise.
#[test]
fn rows_that_come_back_are_in_the_factor() {
    let problem = problem("spd", 2, "size=30 condition=1e3 density=1 boxed=true");
    let tight = Start { x: None, labels: Some(vec![Label::Lower; 30]) };
    let lower = problem.lo().iter().all(|lo| lo.is_finite());
    assert!(lower, "every row has a lower bound");
    for (settings, start) in
        [("proximal=false", tight), ("plain_steps=0 presweeps=0", Start::default())]
    {
        let settings = format!("{settings} preconditioner=ic0 rebuild=downdate");
        let request = Request { start, ..Request::default() };
        let found = solve("bpp-pcg", &settings, &problem, &request);
        assert_eq!(found.status, Status::Converged, "{settings}");
        let (inner, steps) = (found.counts.inner_iterations, found.counts.iterations);
        assert!(inner <= 2 * steps + 2, "{settings}: {inner} in {steps} steps");
    }
}

/// Limits of single pivots are those of the loop's plain steps, too.
#[test]
fn single_pivots_have_their_limits_beside_the_loop() {
    let problem = problem("pile", 0, "bodies=5 compliance=1e-3 bounds=frozen");
    let run = |limit: &str| {
        let settings = format!("patience=0 presweeps=0 plain_steps=400 {limit}");
        let found = solve("bpp-pcg", &settings, &problem, &Request::default());
        assert_eq!(found.status, Status::Converged, "{limit}");
        (found.counts.iterations, found.counts.pivots)
    };
    let plain = run("");
    for limit in ["max_single=1", "single_run=1"] {
        assert_ne!(run(limit), plain, "{limit}");
    }
}

/// A run that is allowed half of the inner iterations that it takes ends as capped;
/// one that is allowed them all is the same to the bit.
#[test]
fn inner_iterations_of_a_whole_run_have_a_limit() {
    let problem = problem("wall", 0, "bricks=12 bounds=frozen compliance=1e-3");
    for (solver, plain) in [("bpp-pcg", "proximal=false"), ("pgcg", "step=cut presweeps=0")] {
        let run = |limit: usize| {
            let settings = format!("{plain} inexact=false total_inner={limit}");
            solve(solver, &settings, &problem, &Request::default())
        };
        let whole = run(0);
        assert_eq!(whole.status, Status::Converged, "{solver}");
        let taken = whole.counts.inner_iterations + 10 * whole.counts.factorisations;
        let half = run(taken / 2);
        assert_eq!(half.status, Status::Capped, "{solver}");
        assert!(half.counts.iterations < whole.counts.iterations, "{solver}");
        let allowed = run(taken);
        assert_eq!((allowed.status, &allowed.x), (Status::Converged, &whole.x), "{solver}");
    }
}

#[test]
fn the_preconditioner_lives_as_long_as_it_is_told() {
    let problem = problem("wall", 0, "bricks=12 bounds=frozen compliance=1e-3");
    for solver in SOLVERS {
        let built = |rule: &str| {
            let settings = format!("rebuild={rule} inexact=false {}", of_the_thesis(solver));
            let found = solve(solver, &settings, &problem, &Request::default());
            assert_eq!(found.status, Status::Converged, "{solver} {rule}");
            found.counts.factorisations
        };
        let (always, auto, never) = (built("always"), built("auto"), built("never"));
        assert_eq!((never, built("downdate")), (1, 1), "{solver}");
        assert!(1 < auto && auto <= always, "{solver}: {auto} of {always}");
    }
}

#[test]
fn the_plain_method_of_the_thesis_gets_what_its_tolerance_gives() {
    let problem = problem("cable", 0, "links=20 bounds=frozen compliance=1e-3");
    let exact = solve("bpp", "", &problem, &Request::default());
    let plain = "inexact=false refine=false rebuild=always inner_stop=absolute";
    for (solver, extra) in [("bpp-pcg", " proximal=false"), ("pgcg", "")] {
        let settings = format!("{plain}{extra} {}", of_the_thesis(solver));
        let found = solve(solver, &settings, &problem, &Request::default());
        let (residual, gap) = (found.residuals.natural.value, distance(&found.x, &exact.x));
        println!("{solver}: natural {residual:.1e}, gap {gap:.1e}");
        assert!(residual <= 2e-6 && gap <= 2e-3, "{solver}: {residual:e}, {gap:e}");
        let finer = format!("{settings} inner_tolerance=1e-11");
        let found = solve(solver, &finer, &problem, &Request::default());
        assert_eq!(found.status, Status::Converged, "{solver}");
    }
}

#[test]
fn right_index_sets_are_kept() {
    let problem = problem("wall", 0, "bricks=12 bounds=frozen compliance=1e-3");
    for solver in SOLVERS {
        let thesis = of_the_thesis(solver);
        let cold = solve(solver, &format!("presweeps=0 {thesis}"), &problem, &Request::default());
        let labels = cold.labels.clone();
        for x in [None, Some(cold.x.clone())] {
            let known = x.is_some();
            let start = Start { x, labels: labels.clone() };
            let warm = solve(solver, thesis, &problem, &Request { start, ..Request::default() });
            assert_eq!(warm.status, Status::Converged, "{solver}");
            assert_eq!(warm.labels, labels, "{solver}");
            // On its way from zero `pgcg` meets bounds, whatever the labels.
            let settled = known || solver == "bpp-pcg";
            assert!(!settled || warm.counts.pivots == 0, "{solver}: {:?}", warm.counts);
            let (less, more) = (warm.counts.inner_iterations, cold.counts.inner_iterations);
            assert!(2 * less < more, "{solver}: {less} after {more}");
        }
        let labels = labels.expect("pivoting has labels");
        assert!(labels.contains(&Label::Free) && labels.contains(&Label::Lower));
    }
}

/// Bent steps and cut ones end at the same λ, and bending saves iterations
/// where contacts are soft enough for long steps.
#[test]
fn bent_steps_meet_many_bounds_at_once() {
    let problem = problem("pile", 1, "rows=3000 tight=0.15 compliance=1e-2");
    let solution = problem.data().solution.clone().expect("planted");
    let [bent, cut] = ["bend", "cut"].map(|step| {
        let found = solve("pgcg", &format!("step={step}"), &problem, &Request::default());
        assert_eq!(found.status, Status::Converged, "{step}");
        assert!(distance(&found.x, &solution) <= 1e-4, "{step}");
        found.counts.inner_iterations
    });
    assert!(3 * bent < 2 * cut, "{bent} bent, {cut} cut");
}
