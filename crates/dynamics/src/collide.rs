//! From bodies to contacts.

use stickslip_contact::{Collider, Contact, Detector, Pose, Shape};

use crate::model::{MaterialId, Model};
use crate::state::BodyState;

/// Whose shape a collider is.
#[derive(Clone, Copy, Debug)]
struct Owner {
    body: usize,
    /// Place among the shapes of the body.
    at: usize,
    material: MaterialId,
    /// Farthest point of the shape from the body's centre of mass (m).
    radius: f64,
}

/// All shapes of all bodies, and the detector.
#[derive(Debug, Default)]
pub struct Collision {
    detector: Detector,
    colliders: Vec<Collider>,
    owners: Vec<Owner>,
    margin: f64,
    ignored: Vec<(usize, usize)>,
    contacts: Vec<Contact>,
}

impl Collision {
    /// Lists the shapes of a model. Contacts are found up to `margin` apart.
    pub fn new(model: &Model, margin: f64) -> Self {
        let mut collision = Self { margin, ..Self::default() };
        for (body, constants) in model.bodies().iter().enumerate() {
            let touching = constants.colliders.iter().enumerate().filter(|(_, it)| !it.visual);
            for (at, collider) in touching {
                let radius = farthest(&collider.shape, &collider.pose);
                collision.owners.push(Owner { body, at, material: collider.material, radius });
                collision.colliders.push(Collider {
                    shape: collider.shape.clone(),
                    pose: collider.pose,
                    body,
                    movable: constants.is_dynamic(),
                    margin: 0.0,
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
        for &(a, b) in model.ignored_contacts() {
            collision.ignored.push((a.0.min(b.0), a.0.max(b.0)));
        }
        collision.ignored.sort_unstable();
        collision.ignored.dedup();
        collision
    }

    /// Finds the contacts at the given places of the bodies, and those that
    /// their velocities may bring about within so many seconds: what is not
    /// foreseen is only met when it has penetrated, and is thrown out again.
    pub fn detect(&mut self, model: &Model, states: &[BodyState], seconds: f64) {
        for (collider, owner) in self.colliders.iter_mut().zip(&self.owners) {
            let state = &states[owner.body];
            let local = &model.bodies()[owner.body].colliders[owner.at].pose;
            collider.pose = state.pose.compose(local);
            let speed = state.velocity.length() + state.angular_velocity.length() * owner.radius;
            collider.margin = 0.5 * self.margin + seconds * speed;
        }
        let found = self.detector.detect(&self.colliders, &self.ignored);
        self.contacts.clear();
        // The detector knows how far each may come alone. Together they come as
        // far as they move against each other, or, when one of them is stopped
        // by a third, as the other moves towards it.
        let turning = |at: usize| {
            states[self.owners[at].body].angular_velocity.length() * self.owners[at].radius
        };
        let may_meet = |contact: &&Contact| {
            let [first, second] =
                contact.sites.map(|site| states[self.owners[site.collider].body].velocity);
            let towards = first.dot(contact.normal).max(-second.dot(contact.normal));
            let approach = (first - second).length().max(towards)
                + turning(contact.sites[0].collider)
                + turning(contact.sites[1].collider);
            contact.gap <= self.margin + seconds * approach
        };
        self.contacts.extend(found.iter().filter(may_meet));
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
        contact.sites.map(|site| {
            let owner = &self.owners[site.collider];
            (owner.body, owner.material)
        })
    }
}

/// The distance of the farthest corner of a shape's bounds; 0 for a shape
/// without end, which does not move.
fn farthest(shape: &Shape, pose: &Pose) -> f64 {
    let (lower, upper) = shape.bounds(pose);
    let radius = lower.abs().max(upper.abs()).length();
    if radius.is_finite() { radius } else { 0.0 }
}
