//! Geoms and sites on bodies.

use super::Reader;
use super::body::{Around, Matter};
use super::geom::{GeomAttributes, GeomType, apply_site};
use super::names::Table;
use crate::error::ImportError;
use crate::mass::{self, Mass};
use crate::mechanism::{Geom, GeomShape, Site};
use crate::xml::Element;

impl Reader<'_> {
    /// Reads a shape, and adds what it weighs to what its body is made of.
    pub(super) fn geom(
        &mut self,
        element: &Element,
        around: &Around,
        matter: &mut Matter,
    ) -> Result<(), ImportError> {
        let class = self.classes.of(element, around.class)?;
        let mut attributes = self.classes.get(class).geom.clone();
        attributes.apply(element, self.compiler, self.remarks)?;
        let name = Self::name(element, around);
        element.finish()?;
        for child in element.children() {
            self.remarks.missing(child, child.name(), "there is nothing of the kind here")?;
        }
        let (pose, size) = attributes.pose_and_size(element)?;
        let mut pose = around.frame.compose(&pose);
        let own = match attributes.is_fitted() {
            true => {
                let mesh = find(element, "mesh", attributes.mesh.as_deref(), &self.names.mesh)?;
                let mesh = &self.mechanism.meshes[mesh];
                let (shape, place) = attributes.fitted(element, mesh, self.compiler)?;
                pose = pose.compose(&place);
                Some(shape)
            }
            false => attributes.shape(element, size)?,
        };
        let shape = match own {
            Some(shape) => shape,
            None if attributes.kind == GeomType::Sdf => {
                return self.remarks.missing(element, "sdf", "there is nothing of the kind here");
            }
            None if attributes.kind == GeomType::HeightField => {
                let known = &self.names.height_field;
                let name = attributes.height_field.as_deref();
                GeomShape::HeightField(find(element, "hfield", name, known)?)
            }
            None => {
                let name = attributes.mesh.as_deref();
                GeomShape::Mesh(find(element, "mesh", name, &self.names.mesh)?)
            }
        };
        let groups = self.compiler.inertia_groups;
        if around.body.is_some() && (groups[0]..=groups[1]).contains(&attributes.group) {
            matter.parts.push(self.mass_of(element, &attributes, &shape)?.moved(&pose));
        }
        self.names.geom.add(element, name.as_deref(), self.mechanism.geoms.len())?;
        let material = attributes.material.as_ref().and_then(|name| self.colors.get(name));
        self.mechanism.geoms.push(Geom {
            name,
            body: around.body,
            shape,
            pose,
            friction: attributes.friction,
            dimensions: attributes.dimensions as u8,
            priority: attributes.priority,
            contact_type: attributes.contact_type as u32,
            contact_affinity: attributes.contact_affinity as u32,
            color: attributes.color.or(material.copied()),
            visual: attributes.contact_type == 0 && attributes.contact_affinity == 0,
            place: element.place(),
        });
        Ok(())
    }

    fn mass_of(
        &mut self,
        element: &Element,
        attributes: &GeomAttributes,
        shape: &GeomShape,
    ) -> Result<Mass, ImportError> {
        let unit = match shape {
            GeomShape::Plane(_) | GeomShape::HeightField(_) => return Ok(Mass::NONE),
            GeomShape::Mesh(mesh) => {
                let of = self.mechanism.meshes[*mesh].mass;
                Mass { mass: of.volume, centre: of.centre, inertia: of.inertia }
            }
            shape => match mass::of_shape(shape, attributes.shell) {
                Some(mass) => mass,
                None => {
                    let reason = "only spheres and meshes can be shells here";
                    self.remarks.missing(element, "shellinertia", reason)?;
                    mass::of_shape(shape, false).unwrap_or(Mass::NONE)
                }
            },
        };
        Ok(unit.with_mass(attributes.mass.unwrap_or(attributes.density * unit.mass)))
    }

    /// Reads a named frame.
    pub(super) fn site(&mut self, element: &Element, around: &Around) -> Result<(), ImportError> {
        let class = self.classes.of(element, around.class)?;
        let mut attributes = self.classes.get(class).site.clone();
        apply_site(&mut attributes, element, self.compiler)?;
        let name = Self::name(element, around);
        element.finish()?;
        element.no_children()?;
        let (pose, shape) = attributes.site(element)?;
        self.names.site.add(element, name.as_deref(), self.mechanism.sites.len())?;
        let pose = around.frame.compose(&pose);
        self.mechanism.sites.push(Site { name, body: around.body, pose, shape });
        Ok(())
    }
}

/// The number of an asset whose name may come from a default.
fn find(
    element: &Element,
    key: &str,
    name: Option<&str>,
    known: &Table,
) -> Result<usize, ImportError> {
    let name = name.ok_or_else(|| element.error(format!("{key} is missing")))?;
    known.get(name).ok_or_else(|| {
        let hint = crate::error::hint(name, known.sorted());
        element.error_at(key, format!("\"{name}\": there is no such {key}{hint}"))
    })
}
