//! From bodies to contacts.

use glam::DVec3;
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
    /// Seconds and velocities of the last detection, while its contacts are
    /// still those of the colliders' places.
    asked: Option<f64>,
    velocities: Vec<(DVec3, DVec3)>,
    /// Seconds of the last detection: finding pairs, finding points.
    times: (f64, f64),
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
    ///
    /// Asked the same twice, it answers from memory: the end of one step is
    /// the beginning of the next.
    pub fn detect(&mut self, model: &Model, states: &[BodyState], seconds: f64) {
        let moved = self.place(model, states, seconds, |_| true);
        let motion = |state: &BodyState| (state.velocity, state.angular_velocity);
        let known = self.asked == Some(seconds) && !moved;
        if known && self.velocities.iter().copied().eq(states.iter().map(motion)) {
            self.times = (0.0, 0.0);
            return;
        }
        self.asked = Some(seconds);
        self.velocities.clear();
        self.velocities.extend(states.iter().map(motion));
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
        self.times = self.detector.times();
    }

    /// Finds the contacts of some bodies, where they are and as far as they may
    /// come in so many seconds, among each other and with bodies that forces do
    /// not move.
    pub fn detect_among(
        &mut self,
        model: &Model,
        states: &[BodyState],
        seconds: f64,
        is_member: impl Fn(usize) -> bool,
        contacts: &mut Vec<Contact>,
    ) {
        let takes_part = |body: usize| is_member(body) || !model.bodies()[body].is_dynamic();
        self.place(model, states, seconds, takes_part);
        self.asked = None;
        let owners = &self.owners;
        let found = self.detector.detect_among(&self.colliders, &self.ignored, |collider| {
            takes_part(owners[collider].body)
        });
        contacts.clear();
        contacts.extend_from_slice(found);
        self.times = self.detector.times();
    }

    /// Puts the colliders where their bodies are; says whether that has
    /// changed anything.
    fn place(
        &mut self,
        model: &Model,
        states: &[BodyState],
        seconds: f64,
        takes_part: impl Fn(usize) -> bool,
    ) -> bool {
        let mut moved = false;
        for (collider, owner) in self.colliders.iter_mut().zip(&self.owners) {
            if !takes_part(owner.body) {
                continue;
            }
            let state = &states[owner.body];
            let local = &model.bodies()[owner.body].colliders[owner.at].pose;
            let pose = state.pose.compose(local);
            let speed = state.velocity.length() + state.angular_velocity.length() * owner.radius;
            let margin = 0.5 * self.margin + seconds * speed;
            moved |= collider.pose != pose || collider.margin != margin;
            (collider.pose, collider.margin) = (pose, margin);
        }
        moved
    }

    /// Seconds of the last detection: finding pairs, finding points.
    pub fn times(&self) -> (f64, f64) {
        self.times
    }

    /// The contacts found last, in ascending order of (first, second, feature).
    pub fn contacts(&self) -> &[Contact] {
        &self.contacts
    }

    /// The body of a collider.
    pub fn body(&self, collider: usize) -> usize {
        self.owners[collider].body
    }

    /// What a collider is made of.
    pub fn material(&self, collider: usize) -> MaterialId {
        self.owners[collider].material
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
