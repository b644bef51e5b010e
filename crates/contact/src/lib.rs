//! Shapes and poses in, contact points out. Knows nothing of velocities,
//! masses in motion or solvers.
//!
//! Conventions: SI units; a normal points from the first collider of a pair to
//! the second; a gap φ > 0 means separated, φ < 0 penetrating.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod contact;
mod cores;
mod deforming;
mod detector;
mod distance;
mod feature;
mod kept_pairs;
mod manifold;
mod mass;
mod pair_search;
mod pairs;
mod polygon;
mod pose;
mod ray;
mod shape;
mod site;
mod solid;

pub use contact::{Contact, tangents};
pub use deforming::{Deforming, DeformingContact, DeformingDetector, SiteCarrier};
pub use detector::{Collider, Detector};
pub use glam;
pub use kept_pairs::KeptPairs;
pub use mass::MassProperties;
pub use pair_search::PairDetector;
pub use pose::Pose;
pub use ray::RayHit;
pub use shape::{Shape, ShapeError, ShapeKind, ShapeReader, ShapeSource, Solidity};
pub use site::Site;
