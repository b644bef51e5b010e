//! Lefebvre 2020, "Block Principal Pivoting with Incremental Cholesky
//! Factorizations for Real-time Multibody Simulations", ch. 2–4.

pub mod fig_2_3;
pub mod fig_2_4;
pub mod fig_2_5;
pub mod fig_4_1;
pub mod motions;
pub mod table_2_2;
pub mod table_2_3;
pub mod table_2_4;
pub mod table_3_1;
pub mod threshold;
mod tree;

use crate::error::ExperimentError;
use crate::measure::Way;
use crate::stage::{self, Printed, Stage};

/// The document.
const DOCUMENT: &str = "Lefebvre 2020";

/// Most pivoting steps (Table 2.1).
const STEPS: usize = 35;

/// The most compliance of a constraint (Table 2.1).
const COMPLIANCE: f64 = 1e-6;

/// The machines are small enough as they are.
const fn stage(scene: &'static str, seconds: f64) -> Stage {
    Stage {
        scene,
        preset: stage::DOCUMENT,
        small: &[],
        large: &[],
        seconds: [seconds, stage::WHOLE],
    }
}

const FORKLIFT: Stage = stage("forklift", 6.0);

/// Table 2.2.
const SCENES: [Printed; 6] = [
    line(stage("crane", 6.0), 6300.0, 430, 1e9),
    line(stage("winch", 4.0), 400.0, 370, 1e8),
    line(stage("parkour", 5.0), 20_000.0, 260, 1e19),
    line(stage("offshore", 6.0), 4.4e6, 350, 1e9),
    line(FORKLIFT, 2700.0, 300, 1e8),
    line(stage("forwarder", 6.0), 6500.0, 250, 1e11),
];

const fn line(stage: Stage, mass_ratio: f64, constraints: usize, condition: f64) -> Printed {
    Printed { stage, mass_ratio: Some(mass_ratio), constraints, condition }
}

/// A new factor in every pivoting step.
fn full() -> Result<Way, ExperimentError> {
    Way::new("full", "bpp-full", "")
}

/// The same with dense matrices, as the thesis has them.
fn dense() -> Result<Way, ExperimentError> {
    Way::new("full, dense", "bpp-full", "storage=dense")
}

/// Tight rows deleted from one dense factor (Alg 2.2–2.4), however many.
fn downdating() -> Result<Way, ExperimentError> {
    Way::new("downdating", "bpp-downdate", "refactor_share=1")
}

/// The same inside the skyline (Alg 2.5–2.6).
fn skyline() -> Result<Way, ExperimentError> {
    Way::new("downdating, skyline", "bpp-skyline", "refactor_share=1")
}

/// Every downdated factor kept (Alg 3.1–3.2).
fn cached(mebibytes: usize) -> Result<Way, ExperimentError> {
    Way::new("cached", "bpp-cached", &format!("cache_mib={mebibytes}"))
}
