//! Solves 0 ≤ x ⊥ A x + b ≥ 0 with several solvers and compares them by one measure.
//!
//! `cargo run --release --example solve_lcp -p stickslip`

use stickslip::linalg::SparseMatrix;
use stickslip::solve::{Kind, OptionValues, Problem, ProblemData, Request, registry};

/// What the example does.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A = [2 1; 1 2], row by row.
    let a = SparseMatrix::from_dense(2, 2, &[2.0, 1.0, 1.0, 2.0]);
    let problem = Problem::new(ProblemData::assembled("two", Kind::Lcp, a, vec![-3.0, 1.0]))?;
    for name in ["bpp", "lemke", "pgs", "nncg"] {
        let mut solver = registry::find(name)?.build(&OptionValues::new())?;
        let outcome = solver.solve(&problem, &Request::default())?;
        println!(
            "{name:6} {:10} x = {:?}, natural {:.1e}",
            outcome.status.name(),
            outcome.x,
            outcome.residuals.natural.value
        );
        assert!((outcome.x[0] - 1.5).abs() < 1e-6 && outcome.x[1].abs() < 1e-6);
    }
    Ok(())
}
