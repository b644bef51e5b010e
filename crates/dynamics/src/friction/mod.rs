//! How friction is modelled: all that a model needs, which solvers take it,
//! and what it is called in files. Nobody else knows one model from another.
//!
//! A model is a section (the shape of the tangential impulses at unit load)
//! and where the load comes from:
//!
//! | | the last step's | a frictionless solve | the same solution |
//! |---|---|---|---|
//! | square | `box-fixed` | `box-normal-first` | `pyramid` |
//! | disc | `cylinder` | | `cone`, `convex-cone` |
//! | polygon | `prism` | | `polyhedral` |

mod bounds;
mod model;
mod section;
mod solve;

pub(crate) use bounds::write_contacts;
pub use model::FrictionModel;
pub(crate) use model::Load;
pub(crate) use solve::solve;
