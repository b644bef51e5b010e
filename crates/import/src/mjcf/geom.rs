//! `<geom>` and `<site>`.

use glam::{DQuat, DVec3};
use stickslip_contact::Pose;

use super::compiler::{Compiler, from_z};
use super::fit::fit;
use super::joint::HARD;
use crate::error::ImportError;
use crate::mechanism::{GeomShape, Mesh};
use crate::remark::Remarks;
use crate::xml::Element;

/// What may stand for a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GeomType {
    Plane,
    HeightField,
    Sphere,
    Capsule,
    Ellipsoid,
    Cylinder,
    Box,
    Mesh,
    Sdf,
}

pub(super) const TYPES: [(&str, GeomType); 9] = [
    ("plane", GeomType::Plane),
    ("hfield", GeomType::HeightField),
    ("sphere", GeomType::Sphere),
    ("capsule", GeomType::Capsule),
    ("ellipsoid", GeomType::Ellipsoid),
    ("cylinder", GeomType::Cylinder),
    ("box", GeomType::Box),
    ("mesh", GeomType::Mesh),
    ("sdf", GeomType::Sdf),
];

/// The attributes as far as they are known.
#[derive(Clone, Debug)]
pub(super) struct GeomAttributes {
    pub(super) kind: GeomType,
    size: [f64; 3],
    sizes: usize,
    pub(super) mass: Option<f64>,
    pub(super) density: f64,
    pub(super) shell: bool,
    pub(super) friction: [f64; 3],
    pub(super) dimensions: i64,
    pub(super) contact_type: i64,
    pub(super) contact_affinity: i64,
    pub(super) priority: i64,
    pub(super) group: i64,
    position: [f64; 3],
    orientation: DQuat,
    ends: Option<[f64; 6]>,
    pub(super) mesh: Option<String>,
    fit_scale: f64,
    pub(super) height_field: Option<String>,
    pub(super) material: Option<String>,
    pub(super) color: Option<[f64; 4]>,
}

impl Default for GeomAttributes {
    fn default() -> Self {
        Self {
            kind: GeomType::Sphere,
            size: [0.0; 3],
            sizes: 0,
            mass: None,
            density: 1000.0,
            shell: false,
            friction: [1.0, 0.005, 0.0001],
            dimensions: 3,
            contact_type: 1,
            contact_affinity: 1,
            priority: 0,
            group: 0,
            position: [0.0; 3],
            orientation: DQuat::IDENTITY,
            ends: None,
            mesh: None,
            fit_scale: 1.0,
            height_field: None,
            material: None,
            color: None,
        }
    }
}

impl GeomAttributes {
    /// Takes over what an element says.
    pub(super) fn apply(
        &mut self,
        element: &Element,
        compiler: &Compiler,
        remarks: &mut Remarks,
    ) -> Result<(), ImportError> {
        self.place(element, compiler)?;
        self.mass = element.number("mass")?.or(self.mass);
        if self.mass.is_some_and(|mass| mass < 0.0) {
            return Err(element.error_at("mass", "must be ≥ 0"));
        }
        element.set_at_least_zero("density", &mut self.density)?;
        self.shell = element.flag("shellinertia")?.unwrap_or(self.shell);
        element.overlay("friction", 1, &mut self.friction)?;
        for (key, value) in [
            ("condim", &mut self.dimensions),
            ("contype", &mut self.contact_type),
            ("conaffinity", &mut self.contact_affinity),
            ("priority", &mut self.priority),
            ("group", &mut self.group),
        ] {
            *value = element.whole(key)?.unwrap_or(*value);
        }
        if ![1, 3, 4, 6].contains(&self.dimensions) {
            return Err(element.error_at("condim", "must be 1, 3, 4 or 6"));
        }
        let text = |key| element.text(key).map(str::to_owned);
        self.mesh = text("mesh").or(self.mesh.take());
        self.height_field = text("hfield").or(self.height_field.take());
        self.material = text("material").or(self.material.take());
        self.color = element.exactly("rgba")?.or(self.color);
        remarks.warn_of(element, &["solref", "solimp", "solmix"], HARD)?;
        for key in ["margin", "gap"] {
            if element.number(key)?.is_some_and(|value| value != 0.0) {
                remarks.warn(element, key, "contacts begin where surfaces touch here")?;
            }
        }
        remarks.warn_of(element, &["surfacevel", "adhesion"], "contacts only push and rub here")?;
        remarks.warn_of(element, &["fluidshape", "fluidcoef"], "there is no air here")?;
        element.set("fitscale", &mut self.fit_scale)?;
        if self.fit_scale <= 0.0 {
            return Err(element.error_at("fitscale", "must be > 0"));
        }
        element.ignore(&["user"]);
        Ok(())
    }

    /// What geoms and sites have in common.
    pub(super) fn place(
        &mut self,
        element: &Element,
        compiler: &Compiler,
    ) -> Result<(), ImportError> {
        self.kind = element.word("type", &TYPES)?.unwrap_or(self.kind);
        let sizes = element.overlay("size", 1, &mut self.size)?;
        self.sizes = self.sizes.max(sizes.unwrap_or(0));
        element.overlay("pos", 3, &mut self.position)?;
        self.orientation = compiler.orientation(element)?.unwrap_or(self.orientation);
        self.ends = element.exactly("fromto")?.or(self.ends);
        Ok(())
    }

    /// Where it is in the frame that its element stands in, and its sizes.
    pub(super) fn pose_and_size(&self, element: &Element) -> Result<(Pose, [f64; 3]), ImportError> {
        let mut size = self.size;
        let Some([a, b, c, d, e, f]) = self.ends else {
            let position = DVec3::from_array(self.position);
            return Ok((Pose::new(position, self.orientation), size));
        };
        let (from, to) = (DVec3::new(a, b, c), DVec3::new(d, e, f));
        let length = (from - to).length();
        if length < 1e-14 {
            return Err(element.error_at("fromto", "has no length"));
        }
        match self.kind {
            GeomType::Capsule | GeomType::Cylinder => size[1] = length / 2.0,
            GeomType::Box | GeomType::Ellipsoid => size = [size[0], size[0], length / 2.0],
            _ => {
                let what = "belongs to capsules, cylinders, boxes and ellipsoids";
                return Err(element.error_at("fromto", what));
            }
        }
        // z points from the second point to the first.
        let pose = Pose::new((from + to) / 2.0, from_z((from - to) / length));
        Ok((pose, size))
    }

    /// Whether it is fitted to a mesh, and has no size of its own.
    pub(super) fn is_fitted(&self) -> bool {
        use GeomType::{Box, Capsule, Cylinder, Ellipsoid, Sphere};
        self.mesh.is_some() && matches!(self.kind, Sphere | Capsule | Cylinder | Ellipsoid | Box)
    }

    /// The shape that fits a mesh, and where it is in the coordinates of the mesh.
    pub(super) fn fitted(
        &self,
        element: &Element,
        mesh: &Mesh,
        compiler: &Compiler,
    ) -> Result<(GeomShape, Pose), ImportError> {
        fit(self.kind, mesh, compiler.fit_around, self.fit_scale)
            .map_err(|what| element.error_at("mesh", format!("\"{}\": {what}", mesh.name)))
    }

    /// The shape, but for those that assets give.
    pub(super) fn shape(
        &self,
        element: &Element,
        size: [f64; 3],
    ) -> Result<Option<GeomShape>, ImportError> {
        let (name, needed) = match self.kind {
            GeomType::Plane => return Ok(Some(GeomShape::Plane(size))),
            GeomType::HeightField | GeomType::Mesh | GeomType::Sdf => return Ok(None),
            GeomType::Sphere => ("sphere", 1),
            GeomType::Capsule => ("capsule", 2),
            GeomType::Cylinder => ("cylinder", 2),
            GeomType::Ellipsoid => ("ellipsoid", 3),
            GeomType::Box => ("box", 3),
        };
        let wanted = if self.ends.is_some() { 1 } else { needed };
        if self.sizes < wanted {
            let has = self.sizes;
            let what = format!("has {has} of the {wanted} numbers that a {name} needs");
            return Err(element.error_at("size", what));
        }
        if let Some(bad) = size[..needed].iter().find(|value| **value <= 0.0) {
            return Err(element.error_at("size", format!("has {bad}, but must be > 0")));
        }
        let [a, b, _] = size;
        Ok(Some(match self.kind {
            GeomType::Sphere => GeomShape::Sphere(a),
            GeomType::Capsule => GeomShape::Capsule(a, b),
            GeomType::Cylinder => GeomShape::Cylinder(a, b),
            GeomType::Ellipsoid => GeomShape::Ellipsoid(DVec3::from_array(size)),
            _ => GeomShape::Box(DVec3::from_array(size)),
        }))
    }
}

/// The size of sites that have none (m).
const SITE: f64 = 0.005;

impl GeomAttributes {
    /// Where a site is, and its shape.
    pub(super) fn site(&self, element: &Element) -> Result<(Pose, GeomShape), ImportError> {
        let (pose, size) = self.pose_and_size(element)?;
        let size = size.map(|size| if size > 0.0 { size } else { SITE });
        let known = Self { sizes: size.len(), ..self.clone() };
        let shape = known.shape(element, size)?;
        let shape = shape.filter(|shape| !matches!(shape, GeomShape::Plane(_)));
        let what = "of a site must be sphere, capsule, ellipsoid, cylinder or box";
        Ok((pose, shape.ok_or_else(|| element.error_at("type", what))?))
    }
}

/// The attributes of sites.
pub(super) fn apply_site(
    site: &mut GeomAttributes,
    element: &Element,
    compiler: &Compiler,
) -> Result<(), ImportError> {
    site.place(element, compiler)?;
    element.ignore(&["group", "material", "rgba", "user"]);
    Ok(())
}
