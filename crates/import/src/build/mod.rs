//! From a mechanism to bodies, joints and materials that can be stepped.
//!
//! Bodies without joints become part of what they are fixed to. The model is
//! built where it begins, and its coordinates keep the values of the file. A body
//! with several joints hangs on its parent over light bodies, one between each
//! two joints, of a millionth of its mass, which counts in maximal coordinates alone.

mod branch;
mod couplings;
mod drive;
mod joints;
mod loops;
mod meshes;
mod overlaps;
mod sensors;
mod shapes;
mod strings;
mod thrust;
mod touch;

pub use overlaps::Overlaps;

use std::collections::BTreeMap;

use glam::{DMat3, DVec3};
use stickslip_contact::{Pose, Solidity};
use stickslip_dynamics::{
    Articulation, BodyDescription, BodyId, Drive, MassDescription, Model, Motion,
};

use crate::error::{ImportError, Location};
use crate::facts::{Configuration, Dynamics};
use crate::mass::Mass;
use crate::mechanism::Mechanism;
use crate::remark::{About, Remark, Remarks, Strictness};

/// Share of mass and inertia that light bodies between joints have.
const LIGHT: f64 = 1e-6;

/// Where a mechanism stands in a model, and how its parts are called there.
#[derive(Clone, Debug)]
pub struct Placement {
    /// Frame of the mechanism's world.
    pub pose: Pose,
    /// Stands before all names.
    pub prefix: String,
    /// What becomes of warnings and of missing features.
    pub strictness: Strictness,
    /// How meshes touch; MuJoCo takes their convex hulls.
    pub meshes: Solidity,
    /// What becomes of links that begin inside each other.
    pub overlaps: Overlaps,
}

impl Placement {
    /// At the origin under the names of the file, meshes as convex hulls.
    pub fn plain(strictness: Strictness) -> Self {
        let (meshes, overlaps) = (Solidity::Convex, Overlaps::Format);
        Self { pose: Pose::IDENTITY, prefix: String::new(), strictness, meshes, overlaps }
    }
}

/// What was added to a model.
#[derive(Clone, Debug)]
pub struct Built {
    /// The body that each body of the mechanism is part of; `None` for those that
    /// stand and have no shapes.
    pub bodies: Vec<Option<BodyId>>,
    /// Colours of bodies that have one, red, green and blue between 0 and 1.
    pub colors: Vec<(BodyId, [f64; 3])>,
    /// What is not stepped as it stands.
    pub remarks: Vec<Remark>,
}

/// A mechanism that is being added to a model.
struct Builder<'a> {
    mechanism: &'a Mechanism,
    start: &'a Configuration,
    dynamics: Dynamics<'a>,
    placement: &'a Placement,
    model: &'a mut Model,
    remarks: Remarks,
    /// Bodies of the model by the first body of those that move as one; `None` for
    /// what stands.
    movers: BTreeMap<Option<usize>, BodyId>,
    colors: Vec<(BodyId, [f64; 3])>,
    /// The place of each geom among the shapes of its body, as far as it has become one.
    shapes: BTreeMap<usize, usize>,
    /// The two bodies that each joint joins, as far as joints are there.
    ends: BTreeMap<usize, (Option<BodyId>, BodyId)>,
    /// The joints of the tree, and the bodies that the file gives no mass.
    articulation: Articulation,
}

/// Adds a mechanism to a model, in a state that fits it ([`Configuration::check`]).
///
/// # Errors
/// Names the part that cannot be stepped.
pub fn build(
    model: &mut Model,
    mechanism: &Mechanism,
    start: &Configuration,
    placement: &Placement,
) -> Result<Built, ImportError> {
    let mut builder = Builder {
        mechanism,
        start,
        dynamics: Dynamics::new(mechanism, start),
        placement,
        model,
        remarks: Remarks::new(placement.strictness),
        movers: BTreeMap::new(),
        colors: Vec::new(),
        shapes: BTreeMap::new(),
        ends: BTreeMap::new(),
        articulation: Articulation::default(),
    };
    builder.add_bodies()?;
    builder.add_joints()?;
    let articulation = std::mem::take(&mut builder.articulation);
    builder.model.articulate(articulation).map_err(|error| {
        ImportError::file(std::path::Path::new(&mechanism.name), error.to_string())
    })?;
    builder.add_equalities()?;
    builder.add_tendons()?;
    builder.add_thrusters()?;
    builder.keep_apart()?;
    builder.add_sensors()?;
    let bodies = (0..mechanism.bodies.len())
        .map(|body| builder.movers.get(&mechanism.root_of(Some(body))).copied())
        .collect();
    Ok(Built { bodies, colors: builder.colors, remarks: builder.remarks.finish() })
}

impl Builder<'_> {
    /// The name of a body in the model.
    fn body_name(&self, body: usize) -> String {
        let own = &self.mechanism.bodies[body].name;
        let own = own.clone().unwrap_or_else(|| format!("body-{body}"));
        format!("{}{own}", self.placement.prefix)
    }

    /// What the model refuses, at the place of the part.
    fn refused(place: &Location, error: impl ToString) -> ImportError {
        ImportError::new(place.clone(), error.to_string())
    }

    fn add_bodies(&mut self) -> Result<(), ImportError> {
        let mechanism = self.mechanism;
        let mut members: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
        for body in 0..mechanism.bodies.len() {
            members.entry(mechanism.root_of(Some(body))).or_default().push(body);
        }
        let standing = members.remove(&None).unwrap_or_default();
        self.add_standing(&standing)?;
        for (root, members) in members {
            // Only what stands has no first body.
            let root = root.unwrap_or_default();
            self.add_mover(root, &members)?;
        }
        Ok(())
    }

    /// Everything that stands is one body, if it has shapes.
    fn add_standing(&mut self, members: &[usize]) -> Result<(), ImportError> {
        let frame = Pose::IDENTITY;
        let mut colliders = Vec::new();
        self.add_colliders(None, &frame, &mut colliders)?;
        for &body in members {
            let pose = self.dynamics.kinematics.bodies[body];
            self.add_colliders(Some(body), &pose, &mut colliders)?;
        }
        if colliders.is_empty() {
            return Ok(());
        }
        let name = format!("{}fixed", self.placement.prefix);
        let body = BodyDescription::fixed(name, self.placement.pose, colliders);
        let id = self.model.add_body(body).map_err(|error| {
            let what = format!("what stands: {error}");
            match self.mechanism.geoms.first() {
                Some(geom) => Self::refused(&geom.place, what),
                None => ImportError::file(std::path::Path::new(&self.mechanism.name), what),
            }
        })?;
        self.movers.insert(None, id);
        Ok(())
    }

    fn add_mover(&mut self, root: usize, members: &[usize]) -> Result<(), ImportError> {
        let frame = self.dynamics.kinematics.bodies[root];
        let (mut colliders, mut parts, mut held) = (Vec::new(), Vec::new(), 0.0);
        for &body in members {
            let pose = self.dynamics.kinematics.bodies[body];
            let local = Pose::new(
                frame.local_point(pose.position),
                (frame.orientation.inverse() * pose.orientation).normalize(),
            );
            self.add_colliders(Some(body), &local, &mut colliders)?;
            let of = &self.mechanism.bodies[body];
            let mass = Mass { mass: of.mass, centre: of.centre, inertia: of.inertia };
            parts.push(mass.moved(&local));
            held += of.mass * of.gravity_compensation;
        }
        let mut mass = Mass::sum(&parts);
        let is_massless = mass.mass == 0.0;
        if is_massless {
            mass = self.borrowed(root, members);
        }
        let body = &self.mechanism.bodies[root];
        let [velocity, turning] = self.motion_at(root, &self.start.qvel, frame.point(mass.centre));
        let description = BodyDescription {
            motion: match body.mocap {
                true => {
                    Motion::Kinematic(Drive::Velocity { linear: DVec3::ZERO, angular: DVec3::ZERO })
                }
                false => Motion::Dynamic,
            },
            velocity,
            angular_velocity: turning,
            mass: MassDescription::Given {
                mass: mass.mass,
                centre: mass.centre,
                inertia: symmetric(mass.inertia),
            },
            gravity_scale: if mass.mass > 0.0 { 1.0 - held / mass.mass } else { 1.0 },
            ..BodyDescription::dynamic(
                self.body_name(root),
                self.placement.pose.compose(&frame),
                colliders,
            )
        };
        let uneven = members.iter().any(|&body| {
            let of = &self.mechanism.bodies[body];
            of.mass > 0.0 && of.gravity_compensation != held / mass.mass.max(f64::MIN_POSITIVE)
        });
        if held != 0.0 && members.len() > 1 && uneven {
            let about =
                About { element: "body", place: &body.place, subject: "gravcomp of a part" };
            self.remarks.warn_at(&about, "bodies that are fixed to each other share it")?;
        }
        let id = self.model.add_body(description);
        let id = id.map_err(|error| Self::refused(&body.place, error))?;
        self.movers.insert(Some(root), id);
        if is_massless {
            self.articulation.massless.push(id);
        }
        // A body has one colour here: that of the first shape that has one.
        let colored = |geom: &&crate::mechanism::Geom| {
            geom.color.is_some() && geom.body.is_some_and(|body| members.contains(&body))
        };
        if let Some([red, green, blue, _]) =
            self.mechanism.geoms.iter().find(colored).and_then(|geom| geom.color)
        {
            self.colors.push((id, [red, green, blue]));
        }
        Ok(())
    }

    /// A link without mass between two joints gets a light share of the mass behind it.
    fn borrowed(&self, root: usize, members: &[usize]) -> Mass {
        let mechanism = self.mechanism;
        let frame = self.dynamics.kinematics.bodies[root];
        let behind = |body: &usize| {
            let mut at = Some(*body);
            while let Some(number) = at {
                if members.contains(&number) {
                    return true;
                }
                at = mechanism.bodies[number].parent;
            }
            false
        };
        let parts: Vec<Mass> = (root + 1..mechanism.bodies.len())
            .filter(behind)
            .map(|body| {
                let of = &mechanism.bodies[body];
                let mass = Mass { mass: of.mass, centre: of.centre, inertia: of.inertia };
                mass.moved(&self.dynamics.kinematics.bodies[body])
            })
            .collect();
        let whole = Mass::sum(&parts);
        Mass { centre: frame.local_point(whole.centre), ..whole.with_mass(whole.mass * LIGHT) }
    }

    /// Velocity at a point that moves with a body, and its angular velocity, in the
    /// axes of the model's world.
    fn motion_at(&self, body: usize, qvel: &[f64], point: DVec3) -> [DVec3; 2] {
        let at = Configuration { qvel: qvel.to_vec(), ..self.start.clone() };
        let [velocity, turning] = Dynamics::new(self.mechanism, &at).velocities()[body];
        let centre = self.mechanism.bodies[body].centre;
        let centre = self.dynamics.kinematics.bodies[body].point(centre);
        let velocity = velocity + turning.cross(point - centre);
        [velocity, turning].map(|part| self.placement.pose.direction(part))
    }
}

/// Rounding takes symmetry away.
fn symmetric(matrix: DMat3) -> DMat3 {
    (matrix + matrix.transpose()) * 0.5
}
