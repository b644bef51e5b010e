//! From bodies to contacts.

use stickslip_contact::{Collider, Contact, Detector};

use crate::model::{MaterialId, Model};
use crate::state::BodyState;

/// All shapes of all bodies, and the detector.
#[derive(Debug, Default)]
pub struct Collision {
    detector: Detector,
    colliders: Vec<Collider>,
    /// Body, place on the body and material of every collider.
    owners: Vec<(usize, usize, MaterialId)>,
    ignored: Vec<(usize, usize)>,
    contacts: Vec<Contact>,
}

impl Collision {
    /// Lists the shapes of a model. Contacts are found up to `margin` apart.
    pub fn new(model: &Model, margin: f64) -> Self {
        let mut collision = Self::default();
        for (body, constants) in model.bodies().iter().enumerate() {
            for (at, collider) in constants.colliders.iter().enumerate() {
                collision.owners.push((body, at, collider.material));
                collision.colliders.push(Collider {
                    shape: collider.shape.clone(),
                    pose: collider.pose,
                    body,
                    movable: constants.is_dynamic(),
                    margin: 0.5 * margin,
                });
            }
        }
        for joint in model.joints() {
            let description = joint.description();
            if let Some(first) = description.first.filter(|_| !description.touching) {
                let (a, b) = (first.0, description.second.0);
                collision.ignored.push((a.min(b), a.max(b)));
            }
        }
        collision.ignored.sort_unstable();
        collision.ignored.dedup();
        collision
    }

    /// Finds the contacts at the given places of the bodies.
    pub fn detect(&mut self, model: &Model, states: &[BodyState]) {
        for (collider, &(body, at, _)) in self.colliders.iter_mut().zip(&self.owners) {
            collider.pose = states[body].pose.compose(&model.bodies()[body].colliders[at].pose);
        }
        let found = self.detector.detect(&self.colliders, &self.ignored);
        self.contacts.clear();
        self.contacts.extend_from_slice(found);
    }

    /// Seconds of the last detection: finding pairs, finding points.
    pub fn times(&self) -> (f64, f64) {
        self.detector.times()
    }

    /// The contacts found last, in ascending order of (first, second, feature).
    pub fn contacts(&self) -> &[Contact] {
        &self.contacts
    }

    /// The bodies and materials that meet in a contact.
    pub fn parties(&self, contact: &Contact) -> [(usize, MaterialId); 2] {
        [contact.first, contact.second].map(|collider| {
            let (body, _, material) = self.owners[collider];
            (body, material)
        })
    }
}
