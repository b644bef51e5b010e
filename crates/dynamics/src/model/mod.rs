//! What is simulated: bodies, materials, joints and cables. A model does not
//! change while it is stepped; what changes is the [`crate::State`]. Between two steps
//! bodies and joints may come and go (`edit`).
//!
//! The highest of four layers, each of which knows the ones before it: parts,
//! joints, cables, the model.

mod change;
mod edit;
mod lookup;
#[cfg(test)]
mod tests;

use edit::Keys;
pub(crate) use edit::Renumbering;
pub use edit::{BodyKey, JointKey};

pub(crate) use crate::parts::{Body, BodyId, MaterialId, ModelError, Motion, Surface};

use glam::DVec3;
use stickslip_liquid::LiquidDescription;

use crate::cable::{Cable, CableDescription, Chain};
use crate::joint::{Joint, JointDescription, JointId};
use crate::parts::{BodyDescription, MaterialTable};
use crate::sensor::Sensor;
use crate::soft::{SoftBody, SoftDescription};
use crate::state::BodyState;
use crate::tree::Articulation;

/// Bodies, materials and joints.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// The materials; changed freely before stepping.
    pub materials: MaterialTable,
    bodies: Vec<Body>,
    joints: Vec<Joint>,
    cables: Vec<Cable>,
    liquids: Vec<LiquidDescription>,
    soft: Vec<SoftBody>,
    sensors: Vec<Sensor>,
    /// Pairs of bodies that do not touch each other.
    apart: Vec<(BodyId, BodyId)>,
    /// Pairs of shapes that do not.
    shapes_apart: Vec<(ShapeId, ShapeId)>,
    /// Mechanisms whose joints may carry their bodies.
    articulations: Vec<Articulation>,
    body_keys: Keys,
    joint_keys: Keys,
}

/// A shape of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ShapeId {
    /// The body.
    pub body: BodyId,
    /// Its place among the shapes of the body.
    pub at: usize,
}

impl Model {
    /// Adds a body. The error names the body and what is wrong with it.
    pub fn add_body(&mut self, description: BodyDescription) -> Result<BodyId, ModelError> {
        let body = Body::new(description, &self.materials)?;
        self.bodies.push(body);
        self.body_keys.add();
        Ok(BodyId(self.bodies.len() - 1))
    }

    /// A body of these materials that is no part of the model. The error names the body and what
    /// is wrong with it.
    pub fn body_apart(&self, description: BodyDescription) -> Result<Body, ModelError> {
        Body::new(description, &self.materials)
    }

    /// Adds a joint between bodies that are already there. The error names the
    /// joint and what is wrong with it.
    pub fn add_joint(&mut self, description: JointDescription) -> Result<JointId, ModelError> {
        let joint = Joint::new(description, &self.bodies)?;
        Ok(self.push_joint(joint))
    }

    fn push_joint(&mut self, joint: Joint) -> JointId {
        self.joints.push(joint);
        self.joint_keys.add();
        JointId(self.joints.len() - 1)
    }

    /// Lets two bodies pass through each other, whatever else may touch.
    pub fn ignore_contacts(&mut self, first: BodyId, second: BodyId) -> Result<(), ModelError> {
        for body in [first, second] {
            if body.0 >= self.bodies.len() {
                return Err(ModelError::NoBody { body: body.0, bodies: self.bodies.len() });
            }
        }
        self.apart.push((first, second));
        Ok(())
    }

    /// Pairs of bodies that pass through each other.
    pub fn ignored_contacts(&self) -> &[(BodyId, BodyId)] {
        &self.apart
    }

    /// Lets two shapes pass through each other, whatever else of their bodies may touch.
    pub fn ignore_shapes(&mut self, first: ShapeId, second: ShapeId) -> Result<(), ModelError> {
        for ShapeId { body, at } in [first, second] {
            let bodies = self.bodies.len();
            let Some(found) = self.bodies.get(body.0) else {
                return Err(ModelError::NoBody { body: body.0, bodies });
            };
            let shapes = found.colliders.len();
            if at >= shapes {
                let reason = format!("there is no shape {at} among its {shapes}");
                return Err(ModelError::Body { name: found.description.name.clone(), reason });
            }
        }
        self.shapes_apart.push((first, second));
        Ok(())
    }

    /// Says that joints describe a mechanism, which [`crate::Coordinates::Auto`] steps in
    /// joint coordinates.
    pub fn articulate(&mut self, articulation: Articulation) -> Result<(), ModelError> {
        let (joints, bodies) = (self.joints.len(), self.bodies.len());
        if let Some(joint) = articulation.joints.iter().find(|joint| joint.0 >= joints) {
            let (name, reason) = (joint.0.to_string(), format!("there are {joints} joints"));
            return Err(ModelError::Joint { name, reason });
        }
        if let Some(body) = articulation.massless.iter().find(|body| body.0 >= bodies) {
            return Err(ModelError::NoBody { body: body.0, bodies });
        }
        self.articulations.push(articulation);
        Ok(())
    }

    /// Mechanisms whose joints may carry their bodies.
    pub fn articulations(&self) -> &[Articulation] {
        &self.articulations
    }

    /// Pairs of shapes that pass through each other.
    pub fn ignored_shapes(&self) -> &[(ShapeId, ShapeId)] {
        &self.shapes_apart
    }

    /// Whether the materials that the shapes name are still there.
    pub(crate) fn check_materials(&self) -> Result<(), ModelError> {
        for collider in self.bodies.iter().flat_map(|body| &body.colliders) {
            self.materials.material(collider.material)?;
        }
        for soft in &self.soft {
            self.materials.material(soft.description.material)?;
        }
        Ok(())
    }

    /// Adds a cable: its segments and the joints between them. The error names
    /// the cable and what is wrong with it, and leaves the model as it was.
    ///
    /// ```
    /// use glam::DVec3;
    /// use stickslip_dynamics::{CableDescription, CableEnd, Model};
    ///
    /// let mut model = Model::default();
    /// let path = vec![DVec3::Y * 5.0, DVec3::ZERO];
    /// let mut rope = CableDescription::new("rope", path, 20, 0.01, 2.5);
    /// rope.first_end = CableEnd::World;
    /// let cable = model.add_cable(rope)?;
    /// assert_eq!((cable.bodies.len(), cable.joints.len()), (20, 20));
    /// # Ok::<(), stickslip_dynamics::ModelError>(())
    /// ```
    pub fn add_cable(&mut self, description: CableDescription) -> Result<Cable, ModelError> {
        let chain = Chain::new(&description, self.bodies().len())
            .map_err(|reason| ModelError::Cable { name: description.name.clone(), reason })?;
        let mut model = self.clone();
        let bodies = (0..description.segments)
            .map(|at| model.add_body(chain.segment(at)?))
            .collect::<Result<Vec<_>, _>>()?;
        let joints = chain
            .joints(&bodies)
            .into_iter()
            .map(|joint| model.add_joint(joint))
            .collect::<Result<Vec<_>, _>>()?;
        let bending_energy = chain.bending_energy();
        let cable = Cable { name: description.name, bodies, joints, bending_energy };
        model.cables.push(cable.clone());
        *self = model;
        Ok(cable)
    }

    /// Adds a liquid, which only [`crate::StepperKind::Fluid`] steps. The error
    /// names the liquid and the key that is wrong.
    pub fn add_liquid(&mut self, description: LiquidDescription) -> Result<(), ModelError> {
        description.check().map_err(|error| ModelError::Liquid {
            name: description.name.clone(),
            reason: error.to_string(),
        })?;
        self.liquids.push(description);
        Ok(())
    }

    /// Every liquid, in the order in which they were added.
    pub fn liquids(&self) -> &[LiquidDescription] {
        &self.liquids
    }

    /// Adds a soft body. The error names it and what is wrong with it.
    pub fn add_soft(&mut self, description: SoftDescription) -> Result<usize, ModelError> {
        self.materials.material(description.material)?;
        self.soft.push(SoftBody::new(description, self.bodies.len())?);
        Ok(self.soft.len() - 1)
    }

    /// Every soft body, in the order in which they were added.
    pub fn soft_bodies(&self) -> &[SoftBody] {
        &self.soft
    }

    /// Adds a sensor of bodies and joints that are already there; its place among
    /// [`Self::sensors`]. The error names it and what is wrong with it.
    pub fn add_sensor(&mut self, sensor: Sensor) -> Result<usize, ModelError> {
        let wrong = |reason| ModelError::Sensor { name: sensor.name.clone(), reason };
        sensor.check(&self.bodies, &self.joints).map_err(wrong)?;
        if self.sensors.iter().any(|other| other.name == sensor.name) {
            return Err(wrong("another one has the same name".into()));
        }
        self.sensors.push(sensor);
        Ok(self.sensors.len() - 1)
    }

    /// Every sensor, in the order in which they were added.
    pub fn sensors(&self) -> &[Sensor] {
        &self.sensors
    }

    /// How much faster the surface of the second party of a contact runs over its body
    /// than that of the first (m/s); `normal` points from the first to the second.
    pub(crate) fn surface_velocity(
        &self,
        parties: [usize; 2],
        states: &[BodyState],
        normal: DVec3,
        time: f64,
    ) -> DVec3 {
        let [first, second] = [(parties[0], normal), (parties[1], -normal)].map(|(at, outward)| {
            let motion = self.bodies.get(at).and_then(|it| it.description.surface_motion.as_ref());
            motion.map_or(DVec3::ZERO, |it| it.velocity(&states[at].pose, outward, time))
        });
        second - first
    }

    /// The name of a party in a contact: soft bodies come after bodies.
    pub fn party_name(&self, party: usize) -> &str {
        match self.bodies.get(party) {
            Some(body) => &body.description.name,
            None => match self.soft.get(party - self.bodies.len()) {
                Some(soft) => &soft.description.name,
                None => "nobody",
            },
        }
    }

    /// Every cable, in the order in which they were added.
    pub fn cables(&self) -> &[Cable] {
        &self.cables
    }

    /// Every body, in the order in which they were added.
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// Every joint, in the order in which they were added.
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }

    /// The first body of that name.
    pub fn find_body(&self, name: &str) -> Option<BodyId> {
        self.bodies.iter().position(|body| body.description.name == name).map(BodyId)
    }

    /// The first joint of that name.
    pub fn find_joint(&self, name: &str) -> Option<JointId> {
        self.joints.iter().position(|joint| joint.description().name == name).map(JointId)
    }

    /// Largest over smallest mass of the bodies that forces move; 1 without any.
    pub fn mass_ratio(&self) -> f64 {
        let masses =
            || self.bodies.iter().filter(|body| body.is_dynamic()).map(|body| body.mass.mass);
        let largest = masses().fold(0.0, f64::max);
        let smallest = masses().fold(f64::INFINITY, f64::min);
        if largest > 0.0 { largest / smallest } else { 1.0 }
    }
}
