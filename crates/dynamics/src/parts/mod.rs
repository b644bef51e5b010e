//! What bodies are and what they are made of: descriptions, checks, masses,
//! materials. The lowest layer: it knows of no joint and no model.

mod body;
mod compliance;
mod description;
mod drive;
mod error;
mod mass;
mod material;
mod material_laws;
mod number;
mod schedule;
mod surface_motion;
#[cfg(test)]
mod tests;

pub use body::{Body, BodyCollider};
pub use compliance::Compliance;
pub use description::{
    BodyDescription, BodyId, ColliderDescription, Layers, MassDescription, Motion,
};
pub use drive::Drive;
pub(crate) use drive::velocity_between;
pub use error::ModelError;
pub use material::{Combination, Material, MaterialId, MaterialTable, Surface};
pub(crate) use number::{at_least_zero, positive};
pub use schedule::{Schedule, ScheduleError};
pub use surface_motion::SurfaceMotion;
