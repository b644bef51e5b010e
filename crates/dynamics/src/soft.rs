//! Bodies that deform.

use glam::DVec3;
use stickslip_contact::Pose;
use stickslip_elastic::{ElasticMesh, Elasticity, Energy};
use stickslip_geometry::mesh::{Surface, Tetrahedra};

use crate::parts::{BodyId, MaterialId, MaterialTable, ModelError};

/// Of what form a soft body is.
#[derive(Clone, Debug, PartialEq)]
pub enum SoftShape {
    /// A solid of tetrahedra.
    Solid(Tetrahedra),
    /// Cloth of a thickness (m), flat at rest.
    Cloth(Surface, f64),
    /// A round rope of a radius (m), straight at rest.
    Rope(Vec<DVec3>, f64),
}

/// Vertices of a soft body that move with a body.
#[derive(Clone, Debug, PartialEq)]
pub struct Attachment {
    /// The body.
    pub body: BodyId,
    /// The vertices, held where they are relative to it at the beginning.
    pub vertices: Vec<u32>,
}

/// A soft body, as a scene says it.
#[derive(Clone, Debug, PartialEq)]
pub struct SoftDescription {
    /// Its name.
    pub name: String,
    /// Its form.
    pub shape: SoftShape,
    /// What it is made of.
    pub elasticity: Elasticity,
    /// The energy of its tetrahedra.
    pub energy: Energy,
    /// Rayleigh's damping B = a M + b K: a (1/s) and b (s).
    pub damping: [f64; 2],
    /// Vertices that do not move.
    pub pins: Vec<u32>,
    /// Vertices that move with bodies.
    pub attachments: Vec<Attachment>,
    /// Where it is.
    pub pose: Pose,
    /// Velocity of all of it at the beginning (m/s).
    pub velocity: DVec3,
    /// Angular velocity at the beginning, about the origin of its pose (rad/s).
    pub angular_velocity: DVec3,
    /// Its surface.
    pub material: MaterialId,
    /// Its shape at rest is so many times as large: above 1 it begins
    /// compressed, below 1 stretched.
    pub rest_scale: f64,
    /// Whether it can touch itself.
    pub touches_itself: bool,
}

impl SoftDescription {
    /// A soft body at rest, of the default material.
    pub fn new(name: impl Into<String>, shape: SoftShape, elasticity: Elasticity) -> Self {
        Self {
            name: name.into(),
            shape,
            elasticity,
            energy: Energy::default(),
            damping: [0.0; 2],
            pins: Vec::new(),
            attachments: Vec::new(),
            pose: Pose::IDENTITY,
            velocity: DVec3::ZERO,
            angular_velocity: DVec3::ZERO,
            material: MaterialTable::DEFAULT,
            rest_scale: 1.0,
            touches_itself: false,
        }
    }
}

/// A checked soft body.
#[derive(Clone, Debug)]
pub struct SoftBody {
    /// As it was described.
    pub description: SoftDescription,
    /// Elements and masses.
    pub mesh: ElasticMesh,
    /// Where its vertices are at the beginning (m).
    pub positions: Vec<DVec3>,
    /// Triangles of its surface, which look outwards; of cloth, all of it.
    pub faces: Vec<[u32; 3]>,
    /// Pieces of a rope.
    pub pieces: Vec<[u32; 2]>,
    /// Vertices that can touch, ascending.
    pub outside: Vec<u32>,
    /// Half the thickness of cloth, the radius of a rope, 0 for solids (m).
    pub radius: f64,
    /// Which vertices do not move.
    pub is_pinned: Vec<bool>,
}

impl SoftBody {
    /// Checks a description among so many bodies.
    pub(crate) fn new(description: SoftDescription, bodies: usize) -> Result<Self, ModelError> {
        let name = description.name.clone();
        Self::build(description, bodies).map_err(|reason| ModelError::Soft { name, reason })
    }

    fn build(description: SoftDescription, bodies: usize) -> Result<Self, String> {
        check(&description)?;
        let scale = description.rest_scale;
        let grown = |points: &[DVec3]| points.iter().map(|&x| scale * x).collect::<Vec<_>>();
        let (elasticity, energy) = (&description.elasticity, description.energy);
        let tell = |error: &dyn std::fmt::Display| error.to_string();
        let (points, mesh, faces, pieces, radius) = match &description.shape {
            SoftShape::Solid(cells) => {
                let rest = Tetrahedra::new(grown(cells.points()), cells.cells().to_vec())
                    .map_err(|error| tell(&error))?;
                let mesh =
                    ElasticMesh::solid(&rest, elasticity, energy).map_err(|error| tell(&error))?;
                let faces = cells.boundary().map_err(|error| tell(&error))?.faces().to_vec();
                (cells.points().to_vec(), mesh, faces, Vec::new(), 0.0)
            }
            SoftShape::Cloth(sheet, thickness) => {
                let rest = Surface::new(grown(sheet.points()), sheet.faces().to_vec())
                    .map_err(|error| tell(&error))?;
                let mesh = ElasticMesh::cloth(&rest, *thickness, elasticity)
                    .map_err(|error| tell(&error))?;
                let faces = sheet.faces().to_vec();
                (sheet.points().to_vec(), mesh, faces, Vec::new(), 0.5 * thickness)
            }
            SoftShape::Rope(points, radius) => {
                let mesh = ElasticMesh::rope(&grown(points), *radius, elasticity)
                    .map_err(|error| tell(&error))?;
                let pieces = (1..points.len() as u32).map(|to| [to - 1, to]).collect();
                (points.clone(), mesh, Vec::new(), pieces, *radius)
            }
        };
        let mut outside: Vec<u32> =
            faces.iter().flatten().chain(pieces.iter().flatten()).copied().collect();
        outside.sort_unstable();
        outside.dedup();
        let mut is_pinned = vec![false; points.len()];
        for &pin in &description.pins {
            let count = points.len();
            let pinned = is_pinned.get_mut(pin as usize);
            *pinned.ok_or_else(|| format!("there is no vertex {pin} to pin: it has {count}"))? =
                true;
        }
        for attachment in &description.attachments {
            if attachment.body.0 >= bodies {
                return Err(format!("it is attached to body {}, which is none", attachment.body.0));
            }
            if let Some(vertex) = attachment.vertices.iter().find(|v| **v as usize >= points.len())
            {
                let count = points.len();
                return Err(format!("there is no vertex {vertex} to attach: it has {count}"));
            }
        }
        let place = |&point: &DVec3| description.pose.point(point);
        let positions = points.iter().map(place).collect();
        Ok(Self { description, mesh, positions, faces, pieces, outside, radius, is_pinned })
    }

    /// How many vertices it has.
    pub fn vertices(&self) -> usize {
        self.positions.len()
    }

    /// Whether it has an inside.
    pub fn is_solid(&self) -> bool {
        matches!(self.description.shape, SoftShape::Solid(_))
    }
}

fn check(description: &SoftDescription) -> Result<(), String> {
    if description.name.is_empty() {
        return Err("it has no name".into());
    }
    let velocities = [description.velocity, description.angular_velocity];
    if !(description.pose.is_finite() && velocities.iter().all(|it| it.is_finite())) {
        return Err("its place or velocity is not finite".into());
    }
    if description.damping.iter().any(|&factor| !(0.0..1e100).contains(&factor)) {
        let [a, b] = description.damping;
        return Err(format!("damping is [{a}, {b}]; expected two numbers ≥ 0"));
    }
    let scale = description.rest_scale;
    if !(scale > 0.0 && scale < 1e100) {
        return Err(format!("rest_scale is {scale}; expected a number above 0"));
    }
    Ok(())
}

/// Places and velocities of the vertices of all soft bodies, one after the other.
#[derive(Debug, Default, PartialEq)]
pub struct Vertices {
    /// Places (m).
    pub positions: Vec<DVec3>,
    /// Velocities (m/s); zero for pinned ones.
    pub velocities: Vec<DVec3>,
}

impl Clone for Vertices {
    fn clone(&self) -> Self {
        Self { positions: self.positions.clone(), velocities: self.velocities.clone() }
    }

    // Keeps the memory that is already there.
    fn clone_from(&mut self, source: &Self) {
        self.positions.clone_from(&source.positions);
        self.velocities.clone_from(&source.velocities);
    }
}

impl Vertices {
    /// Where soft bodies begin.
    pub(crate) fn new(soft: &[SoftBody]) -> Self {
        let velocity = |body: &SoftBody, at: usize| {
            let SoftDescription { velocity, angular_velocity, pose, .. } = &body.description;
            let moving = *velocity + angular_velocity.cross(body.positions[at] - pose.position);
            if body.is_pinned[at] { DVec3::ZERO } else { moving }
        };
        Self {
            positions: soft.iter().flat_map(|body| &body.positions).copied().collect(),
            velocities: soft
                .iter()
                .flat_map(|body| (0..body.vertices()).map(move |at| velocity(body, at)))
                .collect(),
        }
    }

    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        self.positions.iter().chain(&self.velocities).all(|vector| vector.is_finite())
    }
}
