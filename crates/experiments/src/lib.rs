//! The tables and figures of the documents, measured anew.
//!
//! Every experiment regenerates one table or figure of a document, holds its
//! own numbers beside the printed ones, and judges whether they agree. The
//! verdict is computed from claims with measured numbers (see [`Claim`]), so
//! that a disagreement is a result like any other.
//!
//! An experiment is one file in the folder of its document and one line in
//! [`registry::EXPERIMENTS`].
//!
//! ```
//! use stickslip_experiments::{Context, Verdict, registry};
//! let experiment = registry::find("course-fig-7")?;
//! let findings = (experiment.run)(&Context::quick())?;
//! assert_eq!(findings.verdict(), Verdict::Agrees);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod accuracy;
mod bounded;
mod claim;
mod course;
mod erleben;
mod error;
mod experiment;
mod findings;
mod ho;
mod lefebvre;
mod measure;
mod preclik;
mod profile;
mod scenes;
mod stage;
#[cfg(test)]
mod turned;
mod verdict;

pub mod registry;
pub mod report;
pub mod shared;

pub use claim::{Cause, Change, Claim, Origin, Quotation, Ruling, Weight};
pub use error::ExperimentError;
pub use experiment::{Context, Effort, Experiment, OUR_OWN};
pub use findings::{Findings, Setting};
pub use verdict::Verdict;
