//! Where problems come from: files and seeded generators. Solvers know neither.
//!
//! ```
//! use stickslip_problems::{files, generate};
//! use stickslip_solve::OptionValues;
//! # let folder = tempfile::tempdir()?;
//! let wall = generate::find("wall")?.generate(7, &OptionValues::new().set("bricks", 4))?;
//! let path = folder.path().join("wall.json");
//! files::write(&wall, &path)?;
//! assert_eq!(files::read(&path)?.data(), wall.data());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod files;
pub mod generate;
