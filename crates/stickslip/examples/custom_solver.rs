//! A solver of one's own steps a scene: projected Gauss–Seidel in thirty lines, held to the
//! same residual as all others.
//!
//! `cargo run --release --example custom_solver -p stickslip`

use stickslip::prelude::*;
use stickslip::solve::registry::Registry;
use stickslip::solve::{
    Accepts, Attempt, Entry, Kind, Method, Problem, Refusal, Request, Sections,
};

/// xᵢ ← clamp(xᵢ − wᵢ/Aᵢᵢ, lᵢ, uᵢ), w = A x + b, row after row.
struct Sweeps;

impl Method for Sweeps {
    fn run(&mut self, problem: &Problem, _: &Request) -> Result<Attempt, Refusal> {
        let size = problem.size();
        let [mut x, mut low, mut high] = [(); 3].map(|()| vec![0.0; size]);
        for _ in 0..100_000 {
            problem.bounds_at(&x, &mut low, &mut high);
            let mut moved = 0.0_f64;
            for row in 0..size {
                let w = problem.matrix().row_dot(row, &x) + problem.b()[row];
                let next = (x[row] - w / problem.diagonal()[row]).clamp(low[row], high[row]);
                moved = moved.max((next - x[row]).abs());
                x[row] = next;
            }
            if moved < 1e-12 {
                break;
            }
        }
        Ok(Attempt { x, ..Attempt::default() })
    }
}

const SWEEPS: Entry = Entry {
    name: "my-sweeps",
    family: "mine",
    summary: "projected Gauss–Seidel",
    accepts: Accepts {
        kinds: &[Kind::Blcp],
        symmetric: true,
        coupled: true,
        positive_diagonal: true,
        sections: Sections::Disc,
    },
    options: Vec::new,
    make: |_| Ok(Box::new(Sweeps)),
};

/// What the example does.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let registry = Registry::standard().with(SWEEPS)?;
    let mut simulation = World::new()
        .settings(|settings| {
            settings.solver.registry = registry;
            settings.solver.name = Some("my-sweeps".into());
            settings.solver.tolerance = Some(1e-6);
            // One problem a step.
            settings.accuracy = Accuracy::Off;
        })
        .ground()
        .body(
            Rigid::dynamic("crate").cuboid([0.5; 3]).at([0.0, 0.26, 0.0]).velocity([1.0, 0.0, 0.0]),
        )
        .simulate()?;
    for _ in 0..12 {
        let report = simulation.step()?;
        assert_eq!(report.failed_solves, 0, "residual {:.1e}", report.residual_max);
    }
    println!("{} steps by {}", simulation.state().step, simulation.solver_name());
    assert_eq!(simulation.solver_name(), "my-sweeps");
    Ok(())
}
