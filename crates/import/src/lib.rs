//! Robots and machines from files: MJCF (MuJoCo) and URDF, with their meshes.
//!
//! [`read`] makes a [`Mechanism`] of a file: a tree of bodies with joints, shapes,
//! tendons, actuators and what is held beside the tree, and the [`Remark`]s on what
//! differs here. [`facts`] computes what can be known of it without stepping it.
//! Knows XML and meshes; does not know how anything is solved.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod facts;

mod build;
mod check;
mod error;
mod mass;
mod mechanism;
mod mesh;
mod mjcf;
mod remark;
mod urdf;
mod values;
mod xml;

pub use build::{Built, Overlaps, Placement, build};
pub use error::{ImportError, Location};
pub use mechanism::*;
pub use remark::{Level, Remark, Strictness};

use std::path::{Path, PathBuf};

use remark::Remarks;

/// How a file is to be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The root of a URDF may move freely.
    pub floating: bool,
    /// Folders of packages that URDF files name by `package://NAME/…`.
    pub packages: Vec<(String, PathBuf)>,
    /// What becomes of warnings and of missing features.
    pub strictness: Strictness,
}

/// A model with what was passed over.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The model.
    pub mechanism: Mechanism,
    /// What was passed over, warnings first.
    pub remarks: Vec<Remark>,
}

/// Volume of the convex hull of points (m³); `None` where they have none.
pub fn hull_volume(points: &[glam::DVec3]) -> Option<f64> {
    let (points, faces) = mass::hull(points).ok()?;
    let hull = stickslip_geometry::mesh::Surface::new(points, faces).ok()?;
    hull.mass().map(|mass| mass.volume)
}

/// Endings of models; files of macros are taken for what they are meant to become, and refused
/// by name.
const ENDINGS: [&str; 4] = ["xml", "urdf", "mjcf", "xacro"];

/// Whether a file is a model by the ending of its name.
pub fn is_model(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| ENDINGS.contains(&ending.to_lowercase().as_str()))
}

/// What a scene needs to know of a model before it is read.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline {
    /// Its name.
    pub name: String,
    /// Gravity (m/s²).
    pub gravity: glam::DVec3,
    /// The step that the file asks for (s).
    pub timestep: Option<f64>,
}

/// Reads the name and the options of a model, and nothing else.
///
/// # Errors
/// One sentence with file, line and what is wrong there.
pub fn outline(path: &Path) -> Result<Outline, ImportError> {
    let root = xml::read(path)?;
    match root.element.name() {
        "mujoco" => mjcf::outline(root.element, path),
        _ => {
            let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("model");
            let name = root.element.text("name").unwrap_or(stem).to_owned();
            Ok(Outline { name, gravity: mechanism::EARTH, timestep: None })
        }
    }
}

/// Reads a model. Its root element says which format it has.
///
/// # Errors
/// One sentence with file, line and what is wrong there.
pub fn read(path: &Path, options: &ReadOptions) -> Result<Imported, ImportError> {
    import(xml::read(path)?, path, options)
}

/// Reads a model from its text; messages name the path, and the files that it names are
/// looked for beside it.
///
/// # Errors
/// One sentence with file, line and what is wrong there.
pub fn read_text(text: &str, path: &Path, options: &ReadOptions) -> Result<Imported, ImportError> {
    import(xml::parse(path, text)?, path, options)
}

fn import(root: xml::Root, path: &Path, options: &ReadOptions) -> Result<Imported, ImportError> {
    let mut remarks = Remarks::new(options.strictness);
    if root.begins_blank {
        let reason = "the file begins with blanks before <?xml, which is no XML";
        remarks.warn(&root.element, "blanks", reason)?;
    }
    let mechanism = match root.element.name() {
        "mujoco" => mjcf::read(root.element, path, &mut remarks)?,
        "robot" => urdf::read(&root.element, path, options, &mut remarks)?,
        other => {
            let what = format!("begins with <{other}>, but a model with <mujoco> or <robot>");
            return Err(ImportError::new(root.element.place(), what));
        }
    };
    check::masses(&mechanism)?;
    Ok(Imported { mechanism, remarks: remarks.finish() })
}
