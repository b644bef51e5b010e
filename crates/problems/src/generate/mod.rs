//! Seeded problem generators for tests, benchmarks and users.
//!
//! The same seed and options give the same bits. A new generator is one file
//! here and one line in [`GENERATORS`].
//!
//! ```
//! use stickslip_problems::generate;
//! use stickslip_solve::OptionValues;
//! let wall = generate::find("wall")?.generate(7, &OptionValues::new().set("bricks", 24))?;
//! assert_eq!((wall.name(), wall.size()), ("wall-24-seed7", 468));
//! let typed = generate::wall(7, &generate::WallOptions::default())?;
//! assert_eq!(typed.data(), wall.data());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cable;
mod degenerate;
mod error;
mod fluid;
mod infeasible;
mod legacy;
mod murty;
mod pile;
mod planted;
mod psd;
mod random;
mod scene;
mod spd;
mod spectrum;
mod stacks;
mod stewart_trinkle;
mod wall;

pub use cable::{CableJoint, CableOptions, cable};
pub use degenerate::{DegenerateOptions, degenerate};
pub use error::{GenerateError, UnknownGenerator};
pub use fluid::{FluidCells, FluidOperator, FluidOptions, fluid};
pub use infeasible::{InfeasibleOptions, infeasible, infeasible_with_certificate};
pub use legacy::{
    LegacyContactOptions, LegacyDenseOptions, LegacyFluidOptions, RightHandSide, legacy_contact,
    legacy_dense, legacy_fluid,
};
pub use murty::{MurtyOptions, murty};
pub use pile::{PileOptions, PileShape, pile};
pub use psd::{PsdOptions, psd};
pub use scene::Bounds;
pub use spd::{SpdOptions, spd};
pub use stacks::{StacksOptions, stacks};
pub use stewart_trinkle::{StewartTrinkleOptions, stewart_trinkle};
pub use wall::{WallOptions, wall};

use stickslip_solve::Problem;
use stickslip_solve::{OptionDescription, OptionValues, nearest_name};

/// A line of the table of generators.
#[derive(Clone, Copy)]
pub struct Generator {
    /// Lower-case name with dashes.
    pub name: &'static str,
    /// One line for lists.
    pub summary: &'static str,
    /// Its options.
    pub options: fn() -> Vec<OptionDescription>,
    /// Makes a problem from a seed and options.
    pub make: fn(seed: u64, settings: &OptionValues) -> Result<Problem, GenerateError>,
}

impl Generator {
    /// The problem of that seed.
    pub fn generate(&self, seed: u64, settings: &OptionValues) -> Result<Problem, GenerateError> {
        (self.make)(seed, settings)
    }
}

impl std::fmt::Debug for Generator {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Generator").field("name", &self.name).finish_non_exhaustive()
    }
}

macro_rules! generator {
    ($name:literal, $options:ty, $make:path, $summary:literal) => {
        Generator {
            name: $name,
            summary: $summary,
            options: <$options>::describe,
            make: |seed, settings| $make(seed, &<$options>::from_settings($name, settings)?),
        }
    };
}

/// All generators.
#[rustfmt::skip]
pub static GENERATORS: &[Generator] = &[
    generator!("spd", SpdOptions, spd, "symmetric positive definite, spectrum and solution known"),
    generator!("psd", PsdOptions, psd, "rank-deficient but solvable, with a known solution"),
    generator!("degenerate", DegenerateOptions, degenerate, "no slack on either side of some rows"),
    generator!("infeasible", InfeasibleOptions, infeasible, "semidefinite and without a solution"),
    generator!("murty", MurtyOptions, murty, "least-index pivoting takes 2^n - 1 steps"),
    generator!("wall", WallOptions, wall, "bricks in running bond with four-point contacts"),
    generator!("pile", PileOptions, pile, "a heap of boxes or spheres with large mass ratios"),
    generator!("stacks", StacksOptions, stacks, "separate stacks of boxes: many islands"),
    generator!("cable", CableOptions, cable, "a cable over a rod with a heavy load at its end"),
    generator!("stewart-trinkle", StewartTrinkleOptions, stewart_trinkle, "frictional contact as an unsymmetric lcp"),
    generator!("fluid", FluidOptions, fluid, "pressures of a liquid that may leave its walls"),
    generator!("legacy-fluid", LegacyFluidOptions, legacy_fluid, "synthetic banded lcp of Erleben 2013"),
    generator!("legacy-contact", LegacyContactOptions, legacy_contact, "synthetic contact lcp of Erleben 2013"),
    generator!("legacy-dense", LegacyDenseOptions, legacy_dense, "synthetic dense lcp of Erleben 2013"),
];

/// The generator of that name.
pub fn find(name: &str) -> Result<&'static Generator, UnknownGenerator> {
    GENERATORS.iter().find(|generator| generator.name == name).ok_or_else(|| {
        let near = nearest_name(name, GENERATORS.iter().map(|generator| generator.name));
        UnknownGenerator::new(name, near)
    })
}
