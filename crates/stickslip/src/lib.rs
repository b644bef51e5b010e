//! Contact and friction for stiff multibody systems: heavy bodies on light ones, towers,
//! chains, piles and grippers that stay where they should at 60 Hz.
//!
//! ```
//! use stickslip::prelude::*;
//!
//! let mut fall = World::new()
//!     .ground()
//!     .body(Rigid::dynamic("crate").cuboid([1.0, 0.5, 1.0]).at([0.0, 2.0, 0.0]).mass(20.0))
//!     .simulate()?;
//! for _ in 0..120 {
//!     let report = fall.step()?;
//!     assert!(report.converged());
//! }
//! let crate_ = fall.model().body_named("crate")?;
//! assert!((fall.state().bodies[crate_.0].pose.position.y - 0.25).abs() < 1e-4);
//! assert!((fall.contact_force(crate_).y - 20.0 * 9.81).abs() < 1e-3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is where
//! | | |
//! |---|---|
//! | [`World`], [`Rigid`] | scenes written in code |
//! | [`prelude`] | what a program needs most |
//! | [`dynamics`] | models, joints, settings, the simulation, derivatives |
//! | [`contact`], [`geometry`] | shapes, contacts, meshes, distances |
//! | [`elastic`], [`liquid`], [`barrier`] | what soft bodies, liquids and barriers are made of |
//! | [`solve`], [`linalg`] | complementarity problems, solvers, residuals, factors |
//! | `scene` (feature `files`) | scene files, built-in scenes, recordings, saved states |
//! | `import` (feature `import`) | robots and machines from MJCF and URDF |
//! | `problems` (feature `problems`) | problems from files and generators |
//! | `cluster` (feature `ranks`), `gpu` (feature `gpu`) | small steps on many ranks, on a graphics card |
//!
//! Two essays tell what happens inside: [`essays::step`] and [`essays::friction`]. Twelve programs
//! stand in `examples/`, from a falling box to a solver, an engine and a server of one's own.
//!
//! # Features
//! `files` is on by default and brings `import` along. Without default features the crate reads no
//! files. Soft bodies, liquids and barriers have no feature: the steps of bodies are written on
//! the same elements, and a feature that left them in would be none. Threads are those of the
//! `rayon` pool that the caller is in: a pool of one thread is a run on one, with the same bits.
//!
//! # What stays
//! Before 1.0 a minor version may change the interface; what goes is deprecated for one minor
//! version first. Errors and reports gain variants and fields without notice, and are
//! `#[non_exhaustive]`. Vectors are those of [`glam`], which is re-exported: a program that names
//! `stickslip::glam` always has the right version, a new major version of it comes with a new
//! minor version of this crate only, and whatever is given to [`World`] and [`Rigid`] may be an
//! array of three numbers.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod joints;
mod rigid;
mod world;

pub mod essays;
pub mod prelude;

pub use rigid::Rigid;
pub use world::World;

pub use stickslip_barrier as barrier;
#[cfg(feature = "ranks")]
pub use stickslip_cluster as cluster;
pub use stickslip_contact as contact;
pub use stickslip_dynamics as dynamics;
pub use stickslip_dynamics::glam;
pub use stickslip_elastic as elastic;
pub use stickslip_geometry as geometry;
#[cfg(feature = "gpu")]
pub use stickslip_gpu as gpu;
#[cfg(feature = "import")]
pub use stickslip_import as import;
pub use stickslip_linalg as linalg;
pub use stickslip_liquid as liquid;
#[cfg(feature = "problems")]
pub use stickslip_problems as problems;
#[cfg(feature = "files")]
pub use stickslip_scene as scene;
pub use stickslip_solve as solve;
