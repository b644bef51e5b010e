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
//! | polygon | `prism` | | `polyhedral`, `stewart-trinkle` |
//!
//! Pairs of materials may have sections of their own (`directions/`), which
//! then stand for the disc, and coefficients that change with speed and load
//! (`curve.rs`); `law.rs` holds what a pair says, `friction_shape.rs` makes the section
//! of a contact of it.

mod bounds;
mod curve;
mod directions;
mod friction_shape;
mod law;
mod model;
mod section;
mod solve;
mod traits;

pub(crate) use bounds::write_contacts;
pub use curve::Stribeck;
pub use directions::{
    Anisotropy, Directions, Field, Frame, LimitSurface, Matchstick, Plowing, SharedField,
    Structure, Tensors,
};
pub use friction_shape::{FrictionShape, TouchingSurfaces};
pub use law::PairLaw;
pub use model::FrictionModel;
pub(crate) use model::{Form, Load};
pub(crate) use solve::solve;
pub use traits::{LAWS, LawTraits};
