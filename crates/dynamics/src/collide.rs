//! From bodies to contacts.

use std::time::Instant;

use glam::DVec3;
use stickslip_contact::{
    Collider, Contact, Deforming, DeformingContact, DeformingDetector, Detector, KeptPairs, Pose,
    Shape, SiteCarrier,
};

use crate::filter::Filter;
use crate::model::{MaterialId, Model};
use crate::parts::{BodyCollider, Compliance, Layers};
use crate::soft::Vertices;
use crate::state::BodyState;

/// Whose shape a collider is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Owner {
    pub(crate) body: usize,
    /// Place among the shapes of the body.
    pub(crate) at: usize,
    pub(crate) material: MaterialId,
    /// Farthest point of the shape from the body's centre of mass (m).
    radius: f64,
    pub(crate) layers: Layers,
}

/// Whose every shape that can touch is: those of bodies, and then a surface for each soft
/// body, which has the numbers after all bodies.
pub(crate) fn owners(model: &Model) -> Vec<Owner> {
    let mut owners = Vec::new();
    for (body, constants) in model.bodies().iter().enumerate() {
        let touching = constants.colliders.iter().enumerate().filter(|(_, it)| !it.visual);
        owners.extend(touching.map(|(at, collider)| Owner {
            body,
            at,
            material: collider.material,
            radius: farthest(&collider.shape, &collider.pose),
            layers: collider.layers,
        }));
    }
    let soft = model.soft_bodies().iter().enumerate();
    owners.extend(soft.map(|(at, soft)| Owner {
        body: model.bodies().len() + at,
        at: 0,
        material: soft.description.material,
        radius: 0.0,
        layers: Layers::default(),
    }));
    owners
}

/// How fast pairs that begin inside each other are pushed apart, at most (m/s).
const RELEASE_SPEED: f64 = 0.5;

/// A pair is pressed together, not placed wrongly, as long as it is no deeper than so many
/// times what the lighter of its bodies presses in by its weight.
const PRESSED: f64 = 100.0;

/// All shapes of all bodies, and the detector.
#[derive(Debug, Default)]
pub struct Collision {
    detector: Detector,
    /// Who is near whom, for [`Collision::near`].
    pairs: KeptPairs,
    colliders: Vec<Collider>,
    owners: Vec<Owner>,
    /// First collider of each body, and colliders that forces do not move.
    starts: Vec<usize>,
    still: Vec<usize>,
    /// Colliders that take part in a detection among some bodies.
    among: Vec<usize>,
    /// Those that take part in a detection of all, ascending: of bodies that are not left to
    /// another stepper.
    taken: Vec<usize>,
    margin: f64,
    filter: Filter,
    contacts: Vec<Contact>,
    /// Pairs of colliders that began inside each other, in ascending order.
    overlapped: Vec<(usize, usize)>,
    /// Seconds and velocities of the last detection, while its contacts are
    /// still those of the colliders' places.
    asked: Option<f64>,
    velocities: Vec<(DVec3, DVec3)>,
    soft: SoftCollision,
    /// Seconds of the last detection: finding pairs, finding points.
    times: (f64, f64),
}

impl Collision {
    /// Lists the shapes of a model. Contacts are found up to `margin` apart.
    pub fn new(model: &Model, margin: f64) -> Self {
        let mut collision = Self { margin, owners: owners(model), ..Self::default() };
        for (body, constants) in model.bodies().iter().enumerate() {
            collision.starts.push(collision.colliders.len());
            for collider in constants.colliders.iter().filter(|it| !it.visual) {
                if !constants.is_dynamic() {
                    collision.still.push(collision.colliders.len());
                }
                collision.colliders.push(Collider {
                    shape: collider.shape.clone(),
                    pose: collider.pose,
                    body,
                    movable: constants.is_dynamic(),
                    margin: 0.0,
                });
            }
        }
        collision.starts.push(collision.colliders.len());
        collision.leave_out(&[]);
        for (at, soft) in model.soft_bodies().iter().enumerate() {
            let first = collision.soft.first(at);
            collision.soft.surfaces.push(SoftSurface {
                first,
                end: first + soft.vertices(),
                vertices: soft.outside.iter().map(|vertex| first as u32 + vertex).collect(),
                faces: soft.faces.iter().map(|face| face.map(|v| first as u32 + v)).collect(),
                pieces: soft.pieces.iter().map(|piece| piece.map(|v| first as u32 + v)).collect(),
                margin: 0.0,
            });
        }
        collision.filter = Filter::new(model, &collision.owners);
        collision
    }

    /// Finds the contacts at the given places of the bodies, and those that
    /// their velocities may bring about within so many seconds: what is not
    /// foreseen is only met when it has penetrated, and is thrown out again.
    ///
    /// Asked the same twice, it answers from memory: the end of one step is
    /// the beginning of the next.
    pub fn detect(&mut self, model: &Model, states: &[BodyState], seconds: f64) {
        let taken = std::mem::take(&mut self.taken);
        let moved = self.place(model, states, seconds, taken.iter().copied());
        self.taken = taken;
        let (filter, owners) = (&self.filter, &self.owners);
        let motion = |&collider: &usize| {
            let state = &states[owners[collider].body];
            (state.velocity, state.angular_velocity)
        };
        let known = self.asked == Some(seconds) && !moved;
        if known && self.velocities.iter().copied().eq(self.taken.iter().map(motion)) {
            self.times = (0.0, 0.0);
            return;
        }
        self.asked = Some(seconds);
        self.velocities.clear();
        self.velocities.extend(self.taken.iter().map(motion));
        let may_touch = |first, second| filter.may_touch(owners, first, second);
        let all = self.taken.iter().copied();
        let found = self.detector.detect_among(&self.colliders, may_touch, all);
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

    /// Leaves out the colliders of some bodies, body by body, from now on.
    pub fn leave_out(&mut self, bodies: &[bool]) {
        let takes = |at: &usize| !bodies.get(self.owners[*at].body).is_some_and(|&left| left);
        let taken = (0..self.colliders.len()).filter(takes);
        if !taken.clone().eq(self.taken.iter().copied()) {
            self.taken = taken.collect();
            self.asked = None;
        }
    }

    /// Pairs of bodies that may come near each other within so many seconds.
    pub fn near(
        &mut self,
        model: &Model,
        states: &[BodyState],
        seconds: f64,
        mut tell: impl FnMut(usize, usize),
    ) {
        self.place(model, states, seconds, 0..self.colliders.len());
        self.asked = None;
        let (filter, owners) = (&self.filter, &self.owners);
        let may_touch = |first, second| filter.may_touch(owners, first, second);
        for &(one, two) in self.pairs.find(&self.colliders, may_touch) {
            tell(owners[one as usize].body, owners[two as usize].body);
        }
    }

    /// Finds the contacts of soft bodies, where the bodies are that
    /// [`Collision::detect`] was asked about last, and those that their velocities
    /// may bring about within so many seconds.
    pub fn detect_soft(&mut self, model: &Model, vertices: &Vertices, seconds: f64) {
        if self.soft.surfaces.is_empty() {
            return;
        }
        let begin = Instant::now();
        // Asked the same twice, it answers from memory, as for bodies.
        if self.soft.asked == Some(seconds) && !self.soft.stirred && self.soft.looked == *vertices {
            return;
        }
        (self.soft.asked, self.soft.stirred) = (Some(seconds), false);
        self.soft.looked.clone_from(vertices);
        let rigid = self.colliders.len();
        for surface in &mut self.soft.surfaces {
            let own = &vertices.velocities[surface.first..surface.end];
            let fastest = own.iter().map(|velocity| velocity.length()).fold(0.0, f64::max);
            surface.margin = 0.5 * self.margin + seconds * fastest;
        }
        let surfaces = self.soft.surfaces.iter().zip(model.soft_bodies()).enumerate();
        let surfaces = surfaces.map(|(at, (surface, body))| Deforming {
            collider: rigid + at,
            positions: &vertices.positions,
            vertices: &surface.vertices,
            faces: &surface.faces,
            pieces: &surface.pieces,
            is_solid: body.is_solid(),
            radius: body.radius,
            margin: surface.margin,
            touches_itself: body.description.touches_itself,
        });
        let found = self.soft.detector.detect(&self.colliders, surfaces);
        self.soft.touches.clear();
        // What holds a body does not push it.
        let is_held = |touch: &&DeformingContact| {
            let [first, second] = touch.contact.sites.map(|site| site.collider);
            let soft = &model.soft_bodies()[second - rigid].description;
            first < rigid && soft.attachments.iter().any(|it| it.body.0 == self.owners[first].body)
        };
        let meet = |touch: &&DeformingContact| {
            let [one, two] = touch.contact.sites.map(|site| &self.owners[site.collider].layers);
            one.meet(two)
        };
        self.soft.touches.extend(found.iter().filter(|touch| !is_held(touch) && meet(touch)));
        self.times.1 += begin.elapsed().as_secs_f64();
    }

    /// Finds the contacts of soft bodies alone, where bodies and vertices are.
    pub fn detect_soft_at(&mut self, model: &Model, states: &[BodyState], vertices: &Vertices) {
        self.place(model, states, 0.0, 0..self.colliders.len());
        self.asked = None;
        self.detect_soft(model, vertices, 0.0);
    }

    /// The contacts of soft bodies that were found last, in ascending order of their keys.
    pub fn touches(&self) -> &[DeformingContact] {
        &self.soft.touches
    }

    /// Writes all contacts in ascending order of their keys, and where there are
    /// soft bodies what moves their sides.
    pub fn write_all(&self, contacts: &mut Vec<Contact>, holds: &mut Vec<[SiteCarrier; 2]>) {
        contacts.clear();
        holds.clear();
        if self.soft.surfaces.is_empty() {
            contacts.extend_from_slice(&self.contacts);
            return;
        }
        let mut soft = self.soft.touches.iter().peekable();
        let mut push = |contact: Contact, hold: [SiteCarrier; 2]| {
            contacts.push(contact);
            holds.push(hold);
        };
        for contact in &self.contacts {
            while let Some(touch) = soft.next_if(|touch| touch.contact.key() < contact.key()) {
                push(touch.contact, touch.holds);
            }
            push(*contact, [SiteCarrier::Body; 2]);
        }
        soft.for_each(|touch| push(touch.contact, touch.holds));
    }

    /// How deep a soft body is in something, as far as it was detected last (m).
    pub fn deepest_soft(&self) -> f64 {
        self.soft.touches.iter().map(|touch| -touch.contact.gap).fold(0.0, f64::max)
    }

    /// Finds the contacts of some bodies, where they are and as far as they may
    /// come in so many seconds, among each other and with bodies that forces do
    /// not move. The work is that of these alone.
    pub fn detect_among(
        &mut self,
        model: &Model,
        states: &[BodyState],
        seconds: f64,
        members: &[usize],
        contacts: &mut Vec<Contact>,
    ) {
        let mut among = std::mem::take(&mut self.among);
        among.clear();
        among.extend(members.iter().flat_map(|&body| self.starts[body]..self.starts[body + 1]));
        among.extend_from_slice(&self.still);
        among.sort_unstable();
        self.place(model, states, seconds, among.iter().copied());
        self.asked = None;
        let (filter, owners) = (&self.filter, &self.owners);
        let may_touch = |first, second| filter.may_touch(owners, first, second);
        let own = among.iter().copied();
        let found = self.detector.detect_among(&self.colliders, may_touch, own);
        contacts.clear();
        contacts.extend_from_slice(found);
        self.among = among;
        self.times = self.detector.times();
    }

    /// Puts some colliders where their bodies are; says whether that has
    /// changed anything.
    fn place(
        &mut self,
        model: &Model,
        states: &[BodyState],
        seconds: f64,
        among: impl Iterator<Item = usize>,
    ) -> bool {
        let mut moved = false;
        for at in among {
            let (collider, owner) = (&mut self.colliders[at], &self.owners[at]);
            let state = &states[owner.body];
            let local = &model.bodies()[owner.body].colliders[owner.at].pose;
            let pose = state.pose.compose(local);
            let speed = state.velocity.length() + state.angular_velocity.length() * owner.radius;
            let margin = 0.5 * self.margin + seconds * speed;
            moved |= collider.pose != pose || collider.margin != margin;
            (collider.pose, collider.margin) = (pose, margin);
        }
        self.soft.stirred |= moved;
        moved
    }

    /// Finds the contacts of one pair of colliders alone, in ascending order of their keys.
    pub fn detect_pair(
        &mut self,
        model: &Model,
        states: &[BodyState],
        seconds: f64,
        pair: (usize, usize),
    ) -> &[Contact] {
        self.place(model, states, seconds, [pair.0, pair.1].into_iter());
        self.asked = None;
        self.detector.detect_pair(&self.colliders, pair)
    }

    /// Notes which of the contacts that were found last are of pairs that were placed inside
    /// each other: far deeper than their own weight presses them in, g m/k.
    pub fn note_overlapped(&mut self, model: &Model, gravity: f64) {
        let is_placed = |contact: &&Contact| {
            let parties = self.parties(contact);
            let lighter = parties.map(|(body, _)| model.bodies()[body].inverse_mass);
            let mass = 1.0 / lighter[0].max(lighter[1]);
            match model.materials.between(parties[0].1, parties[1].1).compliance {
                Compliance::Spring { stiffness, .. } => {
                    -contact.gap > PRESSED * mass * gravity / stiffness
                }
                // Its γ is meant as it is written.
                Compliance::Row { .. } => false,
            }
        };
        let pair = |contact: &Contact| (contact.sites[0].collider, contact.sites[1].collider);
        let placed: Vec<_> = self.contacts.iter().filter(is_placed).map(pair).collect();
        self.overlapped = placed;
        self.overlapped.dedup();
    }

    /// The share γ of its depth that a contact loses in a step of `h` seconds: that of its
    /// spring, or less where a pair that began inside itself would be thrown apart. With
    /// the spring pressed in by δ under the impulse `load` of the last step, it is released at
    ///
    /// v = v₀/(1 + (δ/δ₀)²), δ₀ = h v₀/100,
    ///
    /// so that what joints hold together stays where it is, and opens none of them.
    pub fn released_share(
        &self,
        contact: &Contact,
        depth: f64,
        (epsilon, gamma): (f64, f64),
        load: f64,
        h: f64,
    ) -> f64 {
        if gamma * depth <= 0.0 || !self.has_overlapped(contact) {
            return gamma;
        }
        let pressed = h * epsilon * load / gamma;
        let speed = RELEASE_SPEED / (1.0 + (100.0 * pressed / (h * RELEASE_SPEED)).powi(2));
        gamma.min(speed * h / depth)
    }

    /// Whether a contact is of a pair that began inside itself.
    pub fn has_overlapped(&self, contact: &Contact) -> bool {
        let pair = (contact.sites[0].collider, contact.sites[1].collider);
        self.overlapped.binary_search(&pair).is_ok()
    }

    /// Seconds of the last detection: finding pairs, finding points.
    pub fn times(&self) -> (f64, f64) {
        self.times
    }

    /// The contacts found last, in ascending order of (first, second, feature).
    pub fn contacts(&self) -> &[Contact] {
        &self.contacts
    }

    /// How many colliders bodies have.
    pub fn count(&self) -> usize {
        self.colliders.len()
    }

    /// The body of a collider, and what it is.
    pub fn shape<'a>(&self, model: &'a Model, collider: usize) -> (usize, &'a BodyCollider) {
        let Owner { body, at, .. } = self.owners[collider];
        (body, &model.bodies()[body].colliders[at])
    }

    /// Whether any shape of a body may touch a collider.
    pub fn may_meet(&self, body: usize, collider: usize) -> bool {
        let mut own = self.starts[body]..self.starts[body + 1];
        own.any(|at| self.filter.may_touch(&self.owners, at.min(collider), at.max(collider)))
    }

    /// What the first shape of a body that has one is made of.
    pub fn starting_material(&self, body: usize) -> MaterialId {
        self.owners[self.starts[body]].material
    }

    /// The body of a collider.
    pub fn body(&self, collider: usize) -> usize {
        self.owners[collider].body
    }

    /// The farthest point of a body's shapes from its centre of mass (m).
    pub fn reach(&self, body: usize) -> f64 {
        let own = &self.owners[self.starts[body]..self.starts[body + 1]];
        own.iter().map(|owner| owner.radius).fold(0.0, f64::max)
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

    /// The place of each side's shape among those of its body.
    pub fn shapes(&self, contact: &Contact) -> [usize; 2] {
        contact.sites.map(|site| self.owners[site.collider].at)
    }
}

/// The vertices and faces of a soft body, by their numbers among all vertices.
#[derive(Debug)]
struct SoftSurface {
    first: usize,
    end: usize,
    vertices: Vec<u32>,
    faces: Vec<[u32; 3]>,
    pieces: Vec<[u32; 2]>,
    /// Contacts are reported up to this from it (m).
    margin: f64,
}

/// Surfaces of soft bodies, and their detector.
#[derive(Debug, Default)]
struct SoftCollision {
    surfaces: Vec<SoftSurface>,
    detector: DeformingDetector,
    touches: Vec<DeformingContact>,
    /// What was asked last, and whether colliders have moved since.
    asked: Option<f64>,
    looked: Vertices,
    stirred: bool,
}

impl SoftCollision {
    /// The first vertex of a soft body, where the one before it is known.
    fn first(&self, at: usize) -> usize {
        at.checked_sub(1).map_or(0, |before| self.surfaces[before].end)
    }
}

/// The distance of the farthest corner of a shape's bounds; 0 for a shape
/// without end, which does not move.
fn farthest(shape: &Shape, pose: &Pose) -> f64 {
    let (lower, upper) = shape.bounds(pose);
    let radius = lower.abs().max(upper.abs()).length();
    if radius.is_finite() { radius } else { 0.0 }
}
