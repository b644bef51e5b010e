//! Bodies as they stand: shapes from behind to the front, and the forces
//! between them. Drawn as SVG, or many of them as an animation.

mod animation;
mod faces;
mod image;
mod marks;
mod raster;
mod svg;

use glam::DVec3;
use stickslip_contact::{Pose, Shape};

pub use animation::Animation;
pub use image::{Image, image};
pub use svg::draw;

/// A body at its place.
#[derive(Clone, Debug)]
pub struct Figure<'a> {
    /// Its shapes, each at its pose in the world.
    pub shapes: Vec<(Pose, &'a Shape)>,
    /// Whether anything moves it.
    pub moves: bool,
}

/// A force at a point; only the lengths relative to each other are seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Force {
    /// Where it acts (m).
    pub point: DVec3,
    /// What acts.
    pub vector: DVec3,
}

/// A drop of a liquid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drop {
    /// Where (m).
    pub point: DVec3,
    /// Radius (m).
    pub radius: f64,
    /// From 0, slow and dark, to 1, fast and bright.
    pub shade: f64,
}
