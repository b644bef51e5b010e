//! How methods end that do not succeed, and the failures that are documented.

use stickslip_linalg::SparseMatrix;
use stickslip_solve::{Kind, OptionValues, Problem, ProblemData, Request, Status, registry};

use crate::samples::{attempt, contact, dense, generated, solve};

/// Iterations in which the residual rose, and the outcome.
fn rises(solver: &str, mu: &str, bounds: &str) -> (usize, usize, Status) {
    let settings = ["bodies=20", "shape=sphere", "mass_ratio=5", "compliance=0.01", mu, bounds];
    let problem = generated("pile", 1, &settings);
    let request = Request {
        tolerance: Some(1e-8),
        max_iterations: Some(1500),
        history: true,
        ..Request::default()
    };
    let outcome = solve(solver, &[], &request, &problem);
    let rises = outcome.history.windows(2).filter(|pair| pair[1].residual > pair[0].residual);
    (rises.count(), outcome.counts.iterations, outcome.status)
}

/// Preclik et al., §4, Fig 2: with constant bounds `cpg` needs fewer iterations
/// than sweeps. With bounds that follow the normals its residual jitters, the
/// more the stronger the friction, until it does not arrive at all, where sweeps
/// go down nearly without a rise.
#[test]
fn cpg_jitters_at_strong_friction() {
    for mu in ["mu=0.1", "mu=0.5", "mu=1", "mu=1.2"] {
        for bounds in ["bounds=frozen", "bounds=coupled"] {
            let found = [rises("cpg", mu, bounds), rises("pgs", mu, bounds)];
            println!("{bounds}, {mu}: (rises, iterations, status) {found:?}");
            let [cpg, pgs] = found;
            assert_eq!(pgs.2, Status::Converged);
            assert!(20 * pgs.0 < pgs.1 * 2, "{mu}");
            match (mu, bounds) {
                ("mu=1", "bounds=coupled") => assert!(cpg.0 > 5 * pgs.0 && cpg.1 > pgs.1),
                ("mu=1.2", "bounds=coupled") => assert_ne!(cpg.2, Status::Converged),
                (_, "bounds=coupled") => assert_eq!(cpg.2, Status::Converged),
                _ => assert!(cpg.2 == Status::Converged && cpg.1 < pgs.1, "{mu}"),
            }
        }
    }
}

fn blcp(entries: &[f64], b: &[f64]) -> Problem {
    let n = b.len();
    let matrix = SparseMatrix::from_dense(n, n, entries);
    let data = ProblemData::assembled("small", Kind::Blcp, matrix, b.to_vec());
    let free = ProblemData { lo: vec![f64::NEG_INFINITY; n], ..data };
    Problem::new(free).expect("a blcp")
}

#[test]
fn every_exit_has_its_status() {
    let ended = |settings: &[&str], request: Request, problem: &Problem| {
        let outcome = solve("pgs", settings, &request, problem);
        let exit = *outcome.figures.keys().find(|key| key.starts_with("exit")).expect("an exit");
        (exit, outcome.status)
    };
    let mild = blcp(&[2.0, 1.0, 1.0, 2.0], &[-3.0, 1.0]);
    let to = |tolerance| Request { tolerance: Some(tolerance), ..Request::default() };
    assert_eq!(ended(&[], to(1e-9), &mild), ("exit_absolute", Status::Converged));
    let short = Request { max_iterations: Some(2), ..to(1e-9) };
    assert_eq!(ended(&[], short, &mild), ("exit_limit", Status::MaxIterations));
    // x stands still before the residual is exactly zero, or is exactly zero.
    let (exit, status) = ended(&[], to(-1.0), &mild);
    assert_eq!((exit, status), ("exit_stagnation", Status::Stagnated));
    // ρ(M⁻¹N) = 9.
    let wild = blcp(&[1.0, 3.0, 3.0, 1.0], &[-3.0, 1.0]);
    assert_eq!(ended(&[], to(1e-9), &wild), ("exit_divergence", Status::Diverged));
    // Without a solution the residual stays where it is.
    let none = generated("infeasible", 0, &[]);
    assert_eq!(ended(&[], to(1e-9), &none), ("exit_relative", Status::Stagnated));
}

/// A foreign start of NaN, an odd option, a problem without bodies: said, not
/// panicked.
#[test]
fn bad_requests_are_answered() {
    let problem = &dense(0)[0];
    let mut request = Request::default();
    request.start.x = Some(vec![f64::NAN; problem.size()]);
    for solver in
        ["jacobi", "pgs", "psor", "block-pgs", "pgs-sm", "nncg", "pgd", "cpg", "multigrid"]
    {
        let outcome = solve(solver, &[], &request, problem);
        assert_eq!(outcome.status, Status::Converged, "{solver}");
    }
    for (solver, setting, message) in [
        ("pgs", "ordering=0,1", "the ordering must name each of 0..30 once"),
        ("pgs", "ordering=layers", "ordering=layers needs a problem with J and Minv"),
        ("pgs", "access=bodies", "access=bodies needs a problem with J and Minv"),
        ("block-pgs", "blocks=pair", "blocks between bodies need a problem with J and Minv"),
        ("block-pgs", "blocks=0,1", "2 block numbers for 30 rows and contacts"),
    ] {
        let settings = OptionValues::parse([setting]).expect("key=value");
        let refusal = attempt(solver, &settings, &Request::default(), problem);
        assert_eq!(refusal.expect_err(message).to_string(), format!("{solver}: {message}"));
    }
    for (solver, setting, message) in [
        ("psor", "relaxation=2", "option relaxation=2: expected a number above 0 and below 2"),
        ("psor", "relaxaton=1", "psor has no option \"relaxaton\"; did you mean \"relaxation\"?"),
        ("pgs", "relaxation=1", "pgs has no option \"relaxation\""),
        ("staggered", "inner=bbp", "there is no solver \"bbp\"; did you mean \"bpp\"?"),
    ] {
        let settings = OptionValues::parse([setting]).expect("key=value");
        let error = registry::find(solver).expect("known").build(&settings).err();
        let error = error.expect(message).to_string();
        assert!(error.contains(message), "{error}");
    }
    let coupled = &contact(0, "coupled")[0];
    let refusal = attempt("multigrid", &OptionValues::new(), &Request::default(), coupled);
    assert!(refusal.expect_err("coupled").to_string().contains("constant bounds"));
}

/// Without contacts there is one half, and the inner solver's failure is final:
/// asked again and again it took seconds for six rows.
#[test]
fn staggering_ends_where_a_half_alone_fails() {
    let problem = generated("infeasible", 0, &["size=6", "support=0.1"]);
    let outcome = solve("staggered", &[], &Request::default(), &problem);
    assert_eq!((outcome.status, outcome.counts.iterations), (Status::Stagnated, 1));
}
