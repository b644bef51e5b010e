//! How numbers of the file are meant.

use std::path::PathBuf;

use glam::{DMat3, DQuat, DVec3};
use stickslip_geometry::rotation;

use crate::error::ImportError;
use crate::remark::Remarks;
use crate::xml::Element;

/// Three states of `limited` and `inertiafromgeom`.
pub(super) const AUTO: [(&str, Option<bool>); 3] =
    [("true", Some(true)), ("false", Some(false)), ("auto", None)];

/// The `<compiler>` elements of a file, the last word on each counting.
#[derive(Debug)]
pub(super) struct Compiler {
    /// Radians of an angle of the file.
    pub(super) angle: f64,
    euler: [char; 3],
    pub(super) autolimits: bool,
    /// `None` for `auto`.
    pub(super) inertia_from_geom: Option<bool>,
    pub(super) inertia_groups: [i64; 2],
    pub(super) total_mass: f64,
    pub(super) least_mass: f64,
    pub(super) least_inertia: f64,
    pub(super) balance_inertia: bool,
    pub(super) mesh_folder: PathBuf,
    pub(super) strip_path: bool,
    /// Shapes are fitted around all corners of a mesh, and not by its inertia.
    pub(super) fit_around: bool,
}

impl Default for Compiler {
    fn default() -> Self {
        Self {
            angle: std::f64::consts::PI / 180.0,
            euler: ['x', 'y', 'z'],
            autolimits: true,
            inertia_from_geom: None,
            inertia_groups: [0, 5],
            total_mass: -1.0,
            least_mass: 0.0,
            least_inertia: 0.0,
            balance_inertia: false,
            mesh_folder: PathBuf::new(),
            strip_path: false,
            fit_around: false,
        }
    }
}

impl Compiler {
    /// Takes over what an element says.
    pub(super) fn read(
        &mut self,
        element: &Element,
        remarks: &mut Remarks,
    ) -> Result<(), ImportError> {
        let degree = std::f64::consts::PI / 180.0;
        if let Some(angle) = element.word("angle", &[("degree", degree), ("radian", 1.0)])? {
            self.angle = angle;
        }
        if let Some(text) = element.text("eulerseq") {
            let letters: Vec<char> = text.chars().collect();
            match letters.as_slice() {
                &[a, b, c] if [a, b, c].iter().all(|letter| "xyzXYZ".contains(*letter)) => {
                    self.euler = [a, b, c];
                }
                _ => {
                    let what = format!("is \"{text}\", but must be three letters of xyzXYZ");
                    return Err(element.error_at("eulerseq", what));
                }
            }
        }
        let set = |key, value: &mut bool| -> Result<(), ImportError> {
            *value = element.flag(key)?.unwrap_or(*value);
            Ok(())
        };
        set("autolimits", &mut self.autolimits)?;
        set("balanceinertia", &mut self.balance_inertia)?;
        set("strippath", &mut self.strip_path)?;
        set("fitaabb", &mut self.fit_around)?;
        if let Some(choice) = element.word("inertiafromgeom", &AUTO)? {
            self.inertia_from_geom = choice;
        }
        if let Some([low, high]) = element.exactly::<2>("inertiagrouprange")? {
            self.inertia_groups = [low as i64, high as i64];
        }
        element.set("settotalmass", &mut self.total_mass)?;
        element.set_at_least_zero("boundmass", &mut self.least_mass)?;
        element.set_at_least_zero("boundinertia", &mut self.least_inertia)?;
        for key in ["assetdir", "meshdir"] {
            if let Some(folder) = element.text(key) {
                self.mesh_folder = folder.into();
            }
        }
        if element.word("coordinate", &[("local", false), ("global", true)])? == Some(true) {
            return Err(
                element.error_at("coordinate", "\"global\" is no longer part of the format")
            );
        }
        if element.flag("alignfree")? == Some(true) {
            remarks.warn(element, "alignfree", "frames of free bodies stay as they are")?;
        }
        let looks = ["texturedir", "discardvisual", "usethread", "fusestatic", "saveinertial"];
        element.ignore(&looks);
        element.ignore(&["conflict", "convexhull", "exactmeshinertia"]);
        element.children().iter().for_each(|child| remarks.note(child));
        element.finish()
    }

    /// Rotations about the axes of `eulerseq`, one after the other: small letters
    /// turn with the body, capitals stand.
    pub(super) fn euler(&self, angles: DVec3) -> DQuat {
        let mut turn = DQuat::IDENTITY;
        for (letter, angle) in self.euler.iter().zip(angles.to_array()) {
            let angle = angle * self.angle;
            let next = match letter.to_ascii_lowercase() {
                'x' => rotation::about(DVec3::X, angle),
                'y' => rotation::about(DVec3::Y, angle),
                _ => rotation::about(DVec3::Z, angle),
            };
            turn = if letter.is_ascii_lowercase() { turn * next } else { next * turn };
        }
        turn.normalize()
    }

    /// The orientation that an element gives in any of five ways.
    pub(super) fn orientation(&self, element: &Element) -> Result<Option<DQuat>, ImportError> {
        let mut ways = Vec::new();
        if let Some(turn) = element.quaternion("quat")? {
            ways.push(("quat", turn));
        }
        if let Some([x, y, z, angle]) = element.exactly::<4>("axisangle")? {
            let axis = DVec3::new(x, y, z).try_normalize();
            let axis = axis.ok_or_else(|| element.error_at("axisangle", "has no direction"))?;
            ways.push(("axisangle", rotation::about(axis, angle * self.angle)));
        }
        if let Some([a, b, c, d, e, f]) = element.exactly::<6>("xyaxes")? {
            let flat = || element.error_at("xyaxes", "has no two directions");
            let x = DVec3::new(a, b, c).try_normalize().ok_or_else(flat)?;
            let y = DVec3::new(d, e, f);
            let y = (y - x * x.dot(y)).try_normalize().ok_or_else(flat)?;
            ways.push(("xyaxes", DQuat::from_mat3(&DMat3::from_cols(x, y, x.cross(y)))));
        }
        if let Some(z) = element.direction("zaxis")? {
            ways.push(("zaxis", from_z(z)));
        }
        if let Some(angles) = element.vector("euler")? {
            ways.push(("euler", self.euler(angles)));
        }
        match ways.as_slice() {
            [] => Ok(None),
            &[(_, turn)] => Ok(Some(turn)),
            [(first, _), (second, _), ..] => {
                Err(element.error(format!("has {first} and {second}, but one orientation only")))
            }
        }
    }

    /// Bounds, if there are any: `limited` says so, or else that a range is given.
    pub(super) fn limits(
        &self,
        element: &Element,
        key: &str,
        limited: Option<bool>,
        range: Option<[f64; 2]>,
    ) -> Result<Option<[f64; 2]>, ImportError> {
        let Some([low, high]) = range.filter(|range| *range != [0.0, 0.0] || limited == Some(true))
        else {
            return match limited {
                Some(true) => Err(element.error(format!("is limited, but has no {key}"))),
                _ => Ok(None),
            };
        };
        match limited {
            Some(false) => return Ok(None),
            None if !self.autolimits => {
                let what = "is given without \"limited\", and autolimits is false";
                return Err(element.error_at(key, what));
            }
            _ => {}
        }
        match low < high {
            true => Ok(Some([low, high])),
            false => Err(element.error_at(key, format!("goes from {low} to {high}, not upwards"))),
        }
    }
}

/// The shortest turn from z to a unit vector.
pub(super) fn from_z(direction: DVec3) -> DQuat {
    let axis = DVec3::Z.cross(direction);
    let sine = axis.length();
    let axis = if sine < 1e-10 { DVec3::X } else { axis / sine };
    rotation::about(axis, libm::atan2(sine, direction.z))
}
