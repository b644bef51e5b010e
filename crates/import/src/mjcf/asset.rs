//! Meshes, height fields and colours.

use std::path::Path;
use std::sync::Arc;

use glam::{DAffine3, DMat3, DVec3};
use stickslip_geometry::mesh::Surface;

use super::Reader;
use super::include::resolve;
use crate::error::ImportError;
use crate::mass::{self, MeshInertia};
use crate::mechanism::{HeightField, Mesh};
use crate::remark::Remarks;
use crate::xml::Element;

/// Larger height fields are refused (points).
const MAX_HEIGHTS: usize = 1 << 22;

/// The defaults of meshes.
#[derive(Clone, Debug)]
pub(super) struct MeshAttributes {
    scale: [f64; 3],
    inertia: MeshInertia,
}

impl Default for MeshAttributes {
    fn default() -> Self {
        Self { scale: [1.0; 3], inertia: MeshInertia::Legacy }
    }
}

impl MeshAttributes {
    /// Takes over what an element says.
    pub(super) fn apply(
        &mut self,
        element: &Element,
        remarks: &mut Remarks,
    ) -> Result<(), ImportError> {
        element.overlay("scale", 3, &mut self.scale)?;
        if self.scale.contains(&0.0) {
            return Err(element.error_at("scale", "has a 0"));
        }
        let ways = [
            ("convex", MeshInertia::Convex),
            ("legacy", MeshInertia::Legacy),
            ("exact", MeshInertia::Exact),
            ("shell", MeshInertia::Shell),
        ];
        self.inertia = element.word("inertia", &ways)?.unwrap_or(self.inertia);
        if element.text("maxhullvert").is_some() {
            remarks.warn(element, "maxhullvert", "hulls keep all their corners")?;
        }
        Ok(())
    }
}

/// The colour of a material.
pub(super) fn color(element: &Element) -> Result<Option<[f64; 4]>, ImportError> {
    let color = element.exactly("rgba")?;
    element.ignore(&["texture", "texrepeat", "texuniform", "emission", "specular", "shininess"]);
    element.ignore(&["reflectance", "metallic", "roughness"]);
    Ok(color)
}

impl Reader<'_> {
    /// Reads the assets of a section.
    pub(super) fn assets(&mut self, section: &Element) -> Result<(), ImportError> {
        section.finish()?;
        for element in section.children() {
            match element.name() {
                "mesh" => self.mesh(element)?,
                "hfield" => self.height_field(element)?,
                "material" => {
                    let class = self.classes.of(element, self.classes.main())?;
                    let color = color(element)?.or(self.classes.get(class).color);
                    let name = element.required("name")?.to_owned();
                    self.colors.insert(name, color.unwrap_or([1.0; 4]));
                    element.finish()?;
                    self.remarks.note(element);
                }
                "texture" | "skin" => self.remarks.note(element),
                "model" => {
                    self.remarks.missing(element, "model", "models inside models are not there")?
                }
                _ => {
                    let known = ["mesh", "hfield", "material", "texture", "skin", "model"];
                    return Err(section.unknown(element, &known));
                }
            }
        }
        Ok(())
    }

    fn mesh(&mut self, element: &Element) -> Result<(), ImportError> {
        let class = self.classes.of(element, self.classes.main())?;
        let mut attributes = self.classes.get(class).mesh.clone();
        attributes.apply(element, self.remarks)?;
        if element.text("builtin").is_some() || element.text("params").is_some() {
            return self.remarks.missing(element, "builtin", "meshes come from files or vertices");
        }
        let file = element.text("file");
        let stem = || Path::new(file?).file_stem()?.to_str().map(str::to_owned);
        let name = element.text("name").map(str::to_owned).or_else(stem);
        let name = name.ok_or_else(|| element.error("has neither name nor file"))?;
        let (surface, path) = match file {
            Some(file) => {
                let bare = Path::new(file).file_name().and_then(|name| name.to_str());
                let file = if self.compiler.strip_path { bare.unwrap_or(file) } else { file };
                let folder = self.folder.join(&self.compiler.mesh_folder);
                let path = resolve(element, "file", &folder, file)?;
                (crate::mesh::read(element, "file", &path)?, Some(path))
            }
            None => (inline(element)?, None),
        };
        let back = element.quaternion("refquat")?.unwrap_or_default().inverse();
        let origin = element.vector("refpos")?.unwrap_or_default();
        let scale = DMat3::from_diagonal(DVec3::from_array(attributes.scale));
        let matrix = scale * DMat3::from_quat(back);
        let place = DAffine3 { matrix3: matrix, translation: -(matrix * origin) };
        let surface =
            surface.transformed(&place).map_err(|error| element.error(error.to_string()))?;
        let mass = mass::of_mesh(&surface, attributes.inertia)
            .map_err(|what| element.error(format!("the mesh \"{name}\" has no mass: {what}")))?;
        element.ignore(&["content_type", "normal", "texcoord", "smoothnormal", "material"]);
        element.finish()?;
        element.no_children()?;
        let number = self.mechanism.meshes.len();
        self.names.mesh.add(element, Some(&name), number)?;
        self.mechanism.meshes.push(Mesh { name, file: path, surface: Arc::new(surface), mass });
        Ok(())
    }

    fn height_field(&mut self, element: &Element) -> Result<(), ImportError> {
        if element.text("file").is_some() {
            return self.remarks.missing(element, "file", "heights are read from elevation alone");
        }
        let name = element.required("name")?.to_owned();
        let size = element.exactly::<4>("size")?.ok_or_else(|| element.error("size is missing"))?;
        if size.iter().any(|value| *value <= 0.0) {
            return Err(element.error_at("size", "must have four numbers > 0"));
        }
        let sides = ["nrow", "ncol"].map(|key| {
            let side = element.whole(key)?.unwrap_or(0);
            let side = usize::try_from(side).ok().filter(|side| *side >= 2);
            side.ok_or_else(|| element.error_at(key, "must be at least 2"))
        });
        let [rows, columns] = sides;
        let (rows, columns) = (rows?, columns?);
        let count = rows.checked_mul(columns).filter(|count| *count <= MAX_HEIGHTS);
        let count =
            count.ok_or_else(|| element.error(format!("has more than {MAX_HEIGHTS} points")))?;
        let mut heights = vec![0.0; count];
        if let Some(given) = element.numbers("elevation", count, count)? {
            // The first row of the file is the farthest along y.
            for (row, values) in given.chunks(columns).rev().enumerate() {
                heights[row * columns..(row + 1) * columns].copy_from_slice(values);
            }
        }
        let (low, high) = heights
            .iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &h| (low.min(h), high.max(h)));
        for height in &mut heights {
            *height = if high > low { (*height - low) / (high - low) } else { 0.0 };
        }
        element.ignore(&["content_type"]);
        element.finish()?;
        self.names.height_field.add(element, Some(&name), self.mechanism.height_fields.len())?;
        let field = HeightField { name, size, rows, columns, heights };
        self.mechanism.height_fields.push(field);
        Ok(())
    }
}

/// Vertices in the file itself; without faces, their convex hull.
fn inline(element: &Element) -> Result<Surface, ImportError> {
    let numbers = element.numbers("vertex", 12, usize::MAX)?;
    let numbers = numbers.ok_or_else(|| element.error("has neither file nor vertex"))?;
    if numbers.len() % 3 != 0 {
        return Err(element.error_at("vertex", "has a point without three coordinates"));
    }
    let points: Vec<DVec3> = numbers.chunks(3).map(DVec3::from_slice).collect();
    let fail = |what: String| element.error_at("vertex", what);
    let Some(faces) = element.numbers("face", 3, usize::MAX)? else {
        let (points, faces) = mass::hull(&points).map_err(fail)?;
        return Surface::new(points, faces).map_err(|error| fail(error.to_string()));
    };
    let whole = |number: &f64| *number >= 0.0 && number.fract() == 0.0 && *number < 4e9;
    if faces.len() % 3 != 0 || !faces.iter().all(whole) {
        return Err(element.error_at("face", "must have three numbers of points each"));
    }
    let faces = faces.chunks(3).map(|face| [face[0] as u32, face[1] as u32, face[2] as u32]);
    Surface::new(points, faces.collect()).map_err(|error| fail(error.to_string()))
}
