//! Geoms as shapes of bodies, and what they are made of.

use std::path::Path;

use glam::{DQuat, DVec2, DVec3};
use stickslip_contact::{Pose, Shape, ShapeError};
use stickslip_dynamics::{ColliderDescription, Material, MaterialId, Surface};
use stickslip_geometry::rotation;

use super::Builder;
use crate::error::ImportError;
use crate::mechanism::{Geom, GeomShape, HeightField};
use crate::remark::About;

impl Builder<'_> {
    /// Adds the shapes of a body of the mechanism, whose frame is at `pose` in that of
    /// the body that they become part of.
    pub(super) fn add_colliders(
        &mut self,
        body: Option<usize>,
        pose: &Pose,
        colliders: &mut Vec<ColliderDescription>,
    ) -> Result<(), ImportError> {
        let mechanism = self.mechanism;
        let geoms = mechanism.geoms.iter().enumerate();
        for (number, geom) in geoms.filter(|(_, geom)| geom.body == body) {
            let Some((shape, turn)) = self.shape(geom)? else { continue };
            let local = pose.compose(&geom.pose);
            let place = Pose::new(local.position, (local.orientation * turn).normalize());
            self.shapes.insert(number, colliders.len());
            colliders.push(ColliderDescription {
                pose: place,
                material: self.material(geom)?,
                visual: geom.visual || !mechanism.contacts,
                ..ColliderDescription::new(shape)
            });
        }
        Ok(())
    }

    /// The shape, and how it is turned in the frame of the geom.
    fn shape(&mut self, geom: &Geom) -> Result<Option<(Shape, DQuat)>, ImportError> {
        let about = |subject| About { element: "geom", place: &geom.place, subject };
        let same = DQuat::IDENTITY;
        let made = match &geom.shape {
            GeomShape::HeightField(field) => {
                height_field(&self.mechanism.height_fields[*field]).map(|shape| (shape, along_z()))
            }
            GeomShape::Mesh(mesh) if geom.visual => {
                let surface = &self.mechanism.meshes[*mesh].surface;
                Shape::triangle_mesh(surface.points(), surface.faces()).map(|shape| (shape, same))
            }
            GeomShape::Mesh(mesh) => {
                let surface = &self.mechanism.meshes[*mesh].surface;
                super::meshes::touching(surface, self.placement.meshes).map(|shape| (shape, same))
            }
            shape => match plain(shape) {
                Some(made) => made,
                None => return Ok(None),
            },
        };
        match made {
            Ok(made) => Ok(Some(made)),
            Err(error) if geom.visual => {
                let about = about("a visual shape");
                self.remarks.warn_at(&about, &format!("it is not drawn: {error}"))?;
                Ok(None)
            }
            Err(error) => match &geom.shape {
                GeomShape::Mesh(mesh) => {
                    let mesh = &self.mechanism.meshes[*mesh];
                    let file = mesh.file.as_deref().and_then(Path::file_name);
                    let name =
                        file.map_or(mesh.name.as_str().into(), |file| file.to_string_lossy());
                    Err(Self::refused(&geom.place, format!("the mesh \"{name}\": {error}")))
                }
                _ => Err(Self::refused(&geom.place, error)),
            },
        }
    }

    /// The material of a geom: one for each set of numbers. Of two that meet, the
    /// one of higher priority counts; of equals, the larger numbers and the more
    /// dimensions.
    fn material(&mut self, geom: &Geom) -> Result<MaterialId, ImportError> {
        let name = material_name(geom);
        let known = self.model.materials.materials();
        if let Some(at) = known.iter().position(|material| material.name == name) {
            return Ok(MaterialId(at));
        }
        let refused = |error| Self::refused(&geom.place, error);
        let own = surface(geom, geom);
        let id = self.model.materials.add(Material { name, surface: own }).map_err(refused)?;
        let names: Vec<String> =
            self.model.materials.materials().iter().map(|known| known.name.clone()).collect();
        for other in &self.mechanism.geoms {
            let Some(at) = names.iter().position(|name| *name == material_name(other)) else {
                continue;
            };
            let meeting = surface(geom, other);
            self.model.materials.set_pair(id, MaterialId(at), meeting).map_err(refused)?;
        }
        Ok(id)
    }
}

/// Round shapes lie along z there and along y here.
fn along_z() -> DQuat {
    rotation::about(DVec3::X, std::f64::consts::FRAC_PI_2)
}

/// A shape that needs no asset, and how it is turned.
pub(super) fn plain(shape: &GeomShape) -> Option<Result<(Shape, DQuat), ShapeError>> {
    let made = match shape {
        GeomShape::Plane(_) => Shape::half_space(DVec3::Z),
        GeomShape::Sphere(r) => Shape::sphere(*r),
        GeomShape::Capsule(r, half) => Shape::capsule(*r, *half),
        GeomShape::Cylinder(r, half) => Shape::cylinder(*r, *half),
        GeomShape::Box(half) => Shape::cuboid(*half),
        GeomShape::Ellipsoid(radii) => Shape::ellipsoid(*radii),
        GeomShape::HeightField(_) | GeomShape::Mesh(_) => return None,
    };
    let is_round = matches!(shape, GeomShape::Capsule(..) | GeomShape::Cylinder(..));
    let turn = if is_round { along_z() } else { DQuat::IDENTITY };
    Some(made.map(|shape| (shape, turn)))
}

/// Heights over x and −z where y is up: the last row comes first.
fn height_field(field: &HeightField) -> Result<Shape, ShapeError> {
    let [x, y, elevation, _] = field.size;
    let rows = field.heights.chunks(field.columns).rev();
    let heights: Vec<Vec<f64>> =
        rows.map(|row| row.iter().map(|height| height * elevation).collect()).collect();
    Shape::height_field(&heights, DVec2::new(2.0 * x, 2.0 * y))
}

/// All that a material depends on.
fn material_name(geom: &Geom) -> String {
    let [slide, torsion, roll] = geom.friction;
    let (dimensions, priority) = (geom.dimensions, geom.priority);
    format!("friction {slide} {torsion} {roll}, condim {dimensions}, priority {priority}")
}

fn surface(first: &Geom, second: &Geom) -> Surface {
    let (friction, dimensions) = match first.priority.cmp(&second.priority) {
        std::cmp::Ordering::Greater => (first.friction, first.dimensions),
        std::cmp::Ordering::Less => (second.friction, second.dimensions),
        std::cmp::Ordering::Equal => {
            let larger = |at: usize| first.friction[at].max(second.friction[at]);
            ([larger(0), larger(1), larger(2)], first.dimensions.max(second.dimensions))
        }
    };
    let when = |least: u8, value: f64| if dimensions >= least { value } else { 0.0 };
    Surface {
        friction: when(3, friction[0]),
        torsion: when(4, friction[1]),
        rolling: when(6, friction[2]),
        ..Surface::default()
    }
}
