//! Ho 2022, "Preconditioned Conjugate Gradient for Pivoting-based
//! Complementarity Solvers in Multibody Simulations", ch. 6.
//!
//! The three solvers are the thesis' own: without what `bpp-pcg` and `pgcg` do
//! beyond it.

pub mod contest;
pub mod extrapolation;
pub mod fig_6_1;
pub mod fig_6_2;
pub mod fig_6_4;
pub mod fig_6_5;
pub mod fig_6_6;
mod remains;
pub mod table_6_1;
pub mod table_6_2;
pub mod table_6_5;

use crate::error::ExperimentError;
use crate::measure::Way;
use crate::stage::{self, Printed, Stage, WHOLE};

/// The document.
const DOCUMENT: &str = "Ho 2022";

/// The most compliance that the thesis gives a constraint (§6.1), which the
/// scenes have in their preset.
const COMPLIANCE: f64 = 1e-7;

type Parameters = &'static [(&'static str, f64)];

const fn stage(scene: &'static str, small: Parameters, seconds: [f64; 2]) -> Stage {
    Stage { scene, preset: stage::DOCUMENT, small, large: &[], seconds }
}

/// Stacks that form and stand.
const BOXES: Stage = stage("boxes", &[("n", 4.0), ("height", 3.0)], [1.0, WHOLE]);
/// Logs under a falling block.
const TOWER: Stage = stage("tower", &[("n", 16.0)], [2.0, WHOLE]);
/// Plate and ball on cables.
const SPINNER: Stage = stage("spinner", &[("n", 8.0)], [3.0, WHOLE]);
/// Links round a rod.
const CHAIN: Stage = stage("chain", &[("n", 40.0)], [3.0, WHOLE]);
/// The same where hundreds of steps make a motion: conjugate gradients leave
/// two steps of three of the thesis' 100 links unsolved.
const SHORT_CHAIN: Stage = Stage { large: &[("n", 40.0)], ..CHAIN };
/// Trucks on a net, not to their end at 20 s, which takes minutes of the processor.
const TRUCKS: Stage = stage("trucks", &[("n", 1.0), ("long", 0.0), ("short", 3.0)], [0.8, 8.0]);
/// Rocks and a shovel, not to their end either: pushed together they take a quarter of a
/// second a step and more.
const ROCKS: Stage = stage("rocks", &[("n", 15.0)], [3.0, 8.0]);
/// Bricks and a box.
const WALL: Stage = stage("wall", &[("columns", 3.0), ("rows", 3.0)], [1.0, WHOLE]);

/// Table 6.1.
pub const SCENES: [Printed; 7] = [
    Printed { stage: BOXES, mass_ratio: None, constraints: 12_000, condition: 1e8 },
    Printed { stage: TOWER, mass_ratio: Some(50.0), constraints: 1300, condition: 1e8 },
    Printed { stage: SPINNER, mass_ratio: Some(25_000.0), constraints: 2920, condition: 1e6 },
    Printed { stage: CHAIN, mass_ratio: Some(2000.0), constraints: 1480, condition: 1e8 },
    Printed { stage: TRUCKS, mass_ratio: Some(8000.0), constraints: 5650, condition: 1e10 },
    Printed { stage: ROCKS, mass_ratio: Some(250.0), constraints: 1800, condition: 1e9 },
    Printed { stage: WALL, mass_ratio: Some(4.0), constraints: 1006, condition: 1e9 },
];

/// Experiments that look at the same steps of these scenes.
pub const SHARING: [&str; 6] =
    ["ho-table-6-1", "ho-table-6-2", "ho-table-6-5", "ho-fig-6-1", "ho-fig-6-2", "ho-fig-6-4"];

/// Those of them that look at what the three solvers make of all frames.
pub const SOLVING: [&str; 2] = ["ho-table-6-2", "ho-fig-6-2"];

/// What makes the conjugate gradients of the library those of the thesis:
/// ‖r‖ ≤ 1e-6 in every inner solve, a new factor for every free set.
const PCG: &str = "inexact=false refine=false rebuild=always inner_stop=absolute";

/// Block pivoting with conjugate gradients (Alg 10), and options beside.
fn bpp_pcg(options: &str) -> Result<Way, ExperimentError> {
    let own = format!("{PCG} proximal=false preconditioner=ic0-imaginary {options}");
    Way::new("BPP+PCG", "bpp-pcg", &own)
}

/// Generalised conjugate gradients (Alg 11) with a preconditioner.
fn pgcg(preconditioner: &str) -> Result<Way, ExperimentError> {
    let own = format!("{PCG} step=cut presweeps=0 preconditioner={preconditioner}");
    Way::new("PGCG", "pgcg", &own)
}

/// Block pivoting with a Cholesky factor of every free set (Alg 1), in the order
/// of Cuthill and McKee.
fn bpp() -> Result<Way, ExperimentError> {
    Way::new("BPP", "bpp-full", "ordering=cm")
}

/// Numbers of the three solvers.
const BPP_PCG: usize = 0;
const PGCG: usize = 1;
const BPP: usize = 2;

/// All three, in the order of the tables, with options for both that have conjugate
/// gradients.
fn solvers(options: &str) -> Result<[Way; 3], ExperimentError> {
    Ok([bpp_pcg(options)?, pgcg(&format!("ic0-imaginary {options}"))?, bpp()?])
}
