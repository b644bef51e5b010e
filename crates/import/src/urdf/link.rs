//! `<link>`.

use std::sync::Arc;

use glam::{DAffine3, DMat3, DVec3};
use stickslip_contact::Pose;

use super::Reader;
use super::joint::origin;
use crate::error::ImportError;
use crate::mass::{self, Mass, MeshInertia};
use crate::mechanism::{Geom, GeomShape, Mesh, MeshMass};
use crate::xml::Element;

/// A link as it was read.
#[derive(Clone, Debug)]
pub(super) struct Link {
    pub(super) name: String,
    pub(super) mass: Mass,
    pub(super) geoms: Vec<Geom>,
}

const KNOWN: [&str; 3] = ["inertial", "visual", "collision"];
const SHAPES: [&str; 5] = ["box", "sphere", "cylinder", "capsule", "mesh"];

impl Reader<'_> {
    /// Reads a link.
    pub(super) fn link(&mut self, element: &Element) -> Result<Link, ImportError> {
        let name = element.required("name")?.to_owned();
        element.ignore(&["type"]);
        element.finish()?;
        let mut link = Link { name, mass: Mass::NONE, geoms: Vec::new() };
        for child in element.children() {
            match child.name() {
                "inertial" => link.mass = self.inertial(&link.name, child)?,
                "visual" => {
                    let geom = self.geom(child, true)?;
                    link.geoms.extend(geom);
                }
                "collision" => {
                    let geom = self.geom(child, false)?;
                    link.geoms.extend(geom);
                }
                // Of other programs' dialects.
                "contact" | "collision_checking" | "self_collision_checking" | "sensor" => {
                    self.remarks.note(child);
                }
                name if name.contains(':') => self.remarks.note(child),
                _ => return Err(element.unknown(child, &KNOWN)),
            }
        }
        Ok(link)
    }

    fn inertial(&mut self, link: &str, element: &Element) -> Result<Mass, ImportError> {
        element.finish()?;
        let (mut pose, mut mass, mut inertia) = (Pose::IDENTITY, None, None);
        for child in element.children() {
            match child.name() {
                "origin" => pose = origin(child)?,
                "mass" => {
                    let value = child.number("value")?;
                    let value = value.ok_or_else(|| child.error("value is missing"))?;
                    if value < 0.0 {
                        let what = format!("of link \"{link}\" is {value}, but must be ≥ 0");
                        return Err(child.error_at("value", what));
                    }
                    mass = Some(value);
                    child.finish()?;
                }
                "inertia" => {
                    let part = |key| child.number(key).map(Option::unwrap_or_default);
                    let (xx, yy, zz) = (part("ixx")?, part("iyy")?, part("izz")?);
                    let (xy, xz, yz) = (part("ixy")?, part("ixz")?, part("iyz")?);
                    inertia = Some(DMat3::from_cols_array(&[xx, xy, xz, xy, yy, yz, xz, yz, zz]));
                    child.finish()?;
                }
                _ => return Err(element.unknown(child, &["origin", "mass", "inertia"])),
            }
        }
        let mass =
            mass.ok_or_else(|| element.error(format!("of link \"{link}\" has no <mass>")))?;
        let inertia = inertia.unwrap_or(DMat3::ZERO);
        let [a, b, c] = mass::principal(inertia).0.to_array();
        let slack = 1e-9 * (a.abs() + b.abs() + c.abs());
        if a + b + slack < c || b + c + slack < a || c + a + slack < b || a.min(b).min(c) < -slack {
            let reason = "no rigid body has it";
            self.remarks.warn(element, "inertia", reason)?;
        }
        Ok(Mass { mass, centre: DVec3::ZERO, inertia }.moved(&pose))
    }

    /// A shape; `None` where it only looks and its mesh is not there.
    fn geom(&mut self, element: &Element, visual: bool) -> Result<Option<Geom>, ImportError> {
        let name = element.text("name").map(str::to_owned);
        element.ignore(&["concave", "group"]);
        element.finish()?;
        let (mut pose, mut shape, mut color) = (Pose::IDENTITY, None, None);
        for child in element.children() {
            match child.name() {
                "origin" => pose = origin(child)?,
                "geometry" => shape = Some(self.geometry(child, visual)?),
                "material" => color = self.material(child)?,
                "contact_coefficients" | "verbose" => self.remarks.note(child),
                name if name.contains(':') => self.remarks.note(child),
                _ => return Err(element.unknown(child, &["origin", "geometry", "material"])),
            }
        }
        let shape = shape.ok_or_else(|| element.error("has no <geometry>"))?;
        let mask = u32::from(!visual);
        Ok(shape.map(|shape| Geom {
            name,
            body: None,
            shape,
            pose,
            friction: [1.0, 0.0, 0.0],
            dimensions: 3,
            priority: 0,
            contact_type: mask,
            contact_affinity: mask,
            color,
            visual,
            place: element.place(),
        }))
    }

    fn geometry(
        &mut self,
        element: &Element,
        visual: bool,
    ) -> Result<Option<GeomShape>, ImportError> {
        element.finish()?;
        let [shape] = element.children() else {
            return Err(element.error(format!("needs one of {}", SHAPES.join(", "))));
        };
        let positive = |key: &'static str| {
            let value =
                shape.number(key)?.ok_or_else(|| shape.error(format!("{key} is missing")))?;
            match value > 0.0 {
                true => Ok(value),
                false => Err(shape.error_at(key, format!("is {value}, but must be > 0"))),
            }
        };
        let read = match shape.name() {
            "box" => {
                let size = shape.vector("size")?.ok_or_else(|| shape.error("size is missing"))?;
                if size.min_element() <= 0.0 {
                    return Err(shape.error_at("size", "must have three numbers > 0"));
                }
                Some(GeomShape::Box(size / 2.0))
            }
            "sphere" => Some(GeomShape::Sphere(positive("radius")?)),
            "cylinder" => Some(GeomShape::Cylinder(positive("radius")?, positive("length")? / 2.0)),
            "capsule" => Some(GeomShape::Capsule(positive("radius")?, positive("length")? / 2.0)),
            "mesh" => self.mesh(shape, visual)?,
            _ => return Err(element.unknown(shape, &SHAPES)),
        };
        shape.finish()?;
        Ok(read)
    }

    fn mesh(&mut self, element: &Element, visual: bool) -> Result<Option<GeomShape>, ImportError> {
        let name = element.required("filename")?.to_owned();
        let scale = element.numbers("scale", 1, 3)?.unwrap_or(vec![1.0]);
        let scale = match *scale.as_slice() {
            [all] => DVec3::splat(all),
            [x, y, z] => DVec3::new(x, y, z),
            _ => return Err(element.error_at("scale", "has 2 numbers, but needs 1 or 3")),
        };
        if scale.to_array().contains(&0.0) {
            return Err(element.error_at("scale", "has a 0"));
        }
        let found = self.packages.resolve(element, &name);
        let label = |path: &std::path::Path| format!("{}|{scale}", path.display());
        let known = |mesh: &Mesh| found.as_ref().is_ok_and(|path| mesh.name == label(path));
        if let Some(known) = self.mechanism.meshes.iter().position(known) {
            return Ok(Some(GeomShape::Mesh(known)));
        }
        let read = found.and_then(|path| {
            crate::mesh::read(element, "filename", &path).map(|surface| (path, surface))
        });
        let (path, surface) = match read {
            Ok(read) => read,
            Err(error) if visual => {
                self.remarks.warn(element, name, format!("is not drawn: {}", error.what))?;
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        let place = DAffine3 { matrix3: DMat3::from_diagonal(scale), translation: DVec3::ZERO };
        let surface =
            surface.transformed(&place).map_err(|error| element.error(error.to_string()))?;
        // Links give their masses themselves: a mesh without an inside is no error.
        let none = MeshMass { volume: 0.0, centre: DVec3::ZERO, inertia: DMat3::ZERO };
        let mass = mass::of_mesh(&surface, MeshInertia::Exact).unwrap_or(none);
        let mesh = Mesh { name: label(&path), file: Some(path), surface: Arc::new(surface), mass };
        self.mechanism.meshes.push(mesh);
        Ok(Some(GeomShape::Mesh(self.mechanism.meshes.len() - 1)))
    }
}
