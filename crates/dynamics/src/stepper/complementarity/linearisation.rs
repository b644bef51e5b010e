//! Joints and contacts of a moment as rows, and what a solve made of them.

use glam::DVec3;
use stickslip_contact::{Contact, Pose, SiteCarrier};
use stickslip_solve::Label;

use super::attachments;
use super::contact_rows::{ContactInput, ContactStep, Side};
use super::elastic::Elastic;
use super::inertia::Inertia;
use super::island_solver::IslandSlot;
use super::islands::Islands;
use super::memory::recall;
use super::refine::Promise;
use super::stages;
use super::trees::Trees;
use crate::collide::Collision;
use crate::freedoms::Layout;
use crate::friction::{FrictionShape, TouchingSurfaces};
use crate::joint::{Interval, Rule};
use crate::parts::MaterialId;
use crate::rows::{Bodies, ContactRows, RowBuffer};
use crate::state::ContactMemory;
use crate::world::World;

/// The interval that rows are written for.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// When it begins (s).
    pub time: f64,
    /// Its length h (s).
    pub h: f64,
    /// Seconds for which bodies move with the velocity to be found: h, or what
    /// is left of it after the first half of a midpoint step.
    pub left: f64,
    /// Length of the sub-step over h: impulses are kept as if they had acted
    /// for all of it.
    pub share: f64,
}

/// Rows written at one place of the bodies; keeps its memory from step to step.
#[derive(Default)]
pub struct Linearisation {
    /// The contacts, in ascending order of their keys.
    pub contacts: Vec<Contact>,
    /// What moves the sides of each contact, where there are soft bodies.
    pub holds: Vec<[SiteCarrier; 2]>,
    /// All rows: those of joints, of attachments, of contacts.
    pub rows: RowBuffer,
    /// Joint of each joint row, in the order of the rows.
    pub joint_rows: Vec<usize>,
    /// The rows of each contact.
    pub contact_rows: Vec<ContactRows>,
    /// What each contact remembers.
    pub recalled: Vec<Option<ContactMemory>>,
    /// The bodies' inertia.
    pub inertia: Inertia,
    /// That of soft bodies.
    pub elastic: Elastic,
    /// That of trees.
    pub trees: Trees,
    /// What belongs together.
    pub islands: Islands,
    /// Problem and solver of each island.
    pub slots: Vec<IslandSlot>,
    /// Which islands sleep.
    pub resting: Vec<bool>,
    /// Which islands are not solved here, but in the rounds that follow.
    pub deferred: Vec<bool>,
    /// Whether solves need to go only so far that a round can go on from there.
    pub rough: bool,
    /// Whether the friction of a belt has not found the tensions that it follows.
    pub unsettled: bool,
    /// Impulse and index set of every row.
    pub impulses: Vec<f64>,
    /// See `impulses`.
    pub labels: Vec<Label>,
    /// What every row promises of the end of the step.
    pub promises: Vec<Promise>,
    /// Place of each contact among those that the step tells of.
    pub places: Vec<usize>,
    /// Length of the sub-step over that of the interval of its rows.
    pub share: f64,
}

impl Linearisation {
    /// Writes the rows of joints, attachments and contacts, where the bodies are, for
    /// all that `includes` the bodies of. Loads that the last step left are
    /// those in `loads`.
    pub fn write(
        &mut self,
        world: &mut World,
        collision: &Collision,
        span: &Span,
        loads: Option<&[ContactMemory]>,
        includes: impl Fn(usize) -> bool,
    ) {
        let rule = stages::rule(&world.settings);
        self.write_by(rule, world, collision, span, loads, includes);
    }

    /// The same, by another rule of where the bodies are in the interval.
    pub fn write_by(
        &mut self,
        rule: Rule,
        world: &mut World,
        collision: &Collision,
        span: &Span,
        loads: Option<&[ContactMemory]>,
        includes: impl Fn(usize) -> bool,
    ) {
        self.share = span.share;
        self.rows.clear();
        let (rows, joint_rows) = (&mut self.rows, &mut self.joint_rows);
        let step = Interval { time: span.time, h: span.h, rule };
        stages::write_joints(world, step, (includes, true), rows, joint_rows);
        // What is stepped again has none.
        if loads.is_none() {
            attachments::write(world, &mut self.rows);
        }
        let (time, seconds) = match rule {
            Rule::FirstKick | Rule::SecondKick => (span.time, 0.5 * span.h),
            _ => (span.time + span.h, span.h),
        };
        self.write_contacts(world, collision, span, (time, seconds), loads);
    }

    fn write_contacts(
        &mut self,
        world: &World,
        collision: &Collision,
        span: &Span,
        (time, seconds): (f64, f64),
        loads: Option<&[ContactMemory]>,
    ) {
        let written = RowWriter { time, seconds, ..RowWriter::new(world, collision, span) };
        self.contact_rows.clear();
        // What sets bounds is the last step's, whatever was found in this one.
        recall(loads.unwrap_or(&world.state.contacts), &self.contacts, &mut self.recalled);
        for (at, (contact, memory)) in self.contacts.iter().zip(&self.recalled).enumerate() {
            let holds = self.holds.get(at).copied().unwrap_or([SiteCarrier::Body; 2]);
            let load = memory.as_ref().map_or(0.0, ContactMemory::load) / span.share;
            let rows = written.contact(contact, holds, load, &mut self.rows);
            self.contact_rows.push(rows);
        }
        if loads.is_some() {
            recall(&world.state.contacts, &self.contacts, &mut self.recalled);
        }
    }

    /// Notes what the rows of the beginning of a step promise of its end.
    pub fn promise(&mut self) {
        self.promises.clear();
        self.promises.extend(self.rows.rows().iter().map(Promise::of));
    }

    /// Finds the islands of the rows, which are those of some bodies.
    pub fn find_islands(&mut self, layout: &Layout, bodies: impl Iterator<Item = usize> + Clone) {
        self.islands.find(layout, &self.rows, bodies);
    }

    /// Says of every island that it is awake, and to be solved now.
    pub fn wake_all(&mut self) {
        let islands = self.islands.all().len();
        self.resting.clear();
        self.resting.resize(islands, false);
        self.deferred.clear();
        self.deferred.resize(islands, false);
    }

    /// v⁺ = v + H⁻¹ Jᵀ λ of all bodies.
    pub fn apply_impulses(&self, world: &mut World) {
        let islands = self.islands.all().iter().zip(&self.resting).zip(&self.deferred);
        let bodies = world.state.bodies.len();
        for ((island, &resting), _) in islands.filter(|(_, deferred)| !**deferred) {
            if resting {
                for &body in &island.bodies {
                    world.state.bodies[body].velocity = DVec3::ZERO;
                    world.state.bodies[body].angular_velocity = DVec3::ZERO;
                }
                continue;
            }
            for &row in &island.rows {
                let impulse = self.impulses[row];
                let terms = self.rows.terms(&self.rows.rows()[row]).iter();
                let own = |mover: usize| mover < bodies && self.trees.link(mover).is_none();
                for term in terms.filter(|term| own(term.mover)) {
                    let (velocity, spin) =
                        self.inertia.apply_inverse(world.model.bodies(), term, impulse);
                    let state = &mut world.state.bodies[term.mover];
                    state.velocity += velocity;
                    state.angular_velocity += spin;
                }
            }
        }
    }
}

/// Writes rows of contacts where the bodies are.
pub struct RowWriter<'a> {
    world: &'a World,
    collision: &'a Collision,
    bodies: Bodies<'a>,
    step: ContactStep,
    /// When surfaces run as they are to be followed (s).
    time: f64,
    /// How long impulses act (s).
    seconds: f64,
    has_laws: bool,
}

impl<'a> RowWriter<'a> {
    /// In this world, for this interval.
    pub fn new(world: &'a World, collision: &'a Collision, span: &Span) -> Self {
        let bodies = Bodies {
            bodies: world.model.bodies(),
            states: &world.state.bodies,
            vertices: &world.state.vertices.velocities,
        };
        let step = ContactStep {
            h: span.h,
            left: span.left,
            restitution_threshold: world.settings.restitution_threshold,
            friction: world.settings.friction.has_tangents(),
        };
        let has_laws = world.model.materials.has_laws();
        Self { world, collision, bodies, step, time: span.time + span.h, seconds: span.h, has_laws }
    }

    /// The bodies that rows are written for.
    pub fn bodies(&self) -> &Bodies<'a> {
        &self.bodies
    }

    /// The frame in which a side shows the structure of its material.
    fn frame(
        &self,
        (party, material): (usize, MaterialId),
        hold: SiteCarrier,
        point: DVec3,
    ) -> Option<Pose> {
        let Self { world, bodies, .. } = self;
        let (numbers, weights) = match hold {
            SiteCarrier::Body => {
                return Some(bodies.bodies[party].frame(&bodies.states[party].pose));
            }
            SiteCarrier::Vertices { numbers, weights } => (numbers, weights),
        };
        let materials = &world.model.materials;
        if materials.structure(material).is_none() && materials.relief(material).is_none() {
            return None;
        }
        let soft = party - bodies.bodies.len();
        let all = world.model.soft_bodies();
        let first: usize = all[..soft].iter().map(|before| before.vertices()).sum();
        let own = first..first + all[soft].vertices();
        let numbers = numbers.map(|vertex| vertex - first as u32);
        let places = &world.state.vertices.positions[own];
        all[soft].frame_at(places, (numbers, weights), point)
    }

    /// Adds the rows of one contact, whose normal impulse the last step suggests (N·s).
    pub fn contact(
        &self,
        contact: &Contact,
        holds: [SiteCarrier; 2],
        load: f64,
        rows: &mut RowBuffer,
    ) -> ContactRows {
        let Self { world, bodies, step, .. } = self;
        let [(first, material), (second, other)] = self.collision.parties(contact);
        let movers = world.state.bodies.len();
        let side = |party: usize, hold: SiteCarrier| match hold {
            SiteCarrier::Body => Side::Body(party),
            SiteCarrier::Vertices { numbers, weights } => {
                Side::Vertices(numbers.map(|vertex| movers + vertex as usize), weights)
            }
        };
        let mut surface = world.model.materials.between(material, other);
        let (sides, mut frame) = ([side(first, holds[0]), side(second, holds[1])], contact.frame());
        let surface_velocity = world.model.surface_velocity(
            [first, second],
            &world.state.bodies,
            contact.normal,
            self.time,
        );
        let (mut friction_shape, mut bound) = (FrictionShape::Disc, None);
        if self.has_laws && step.friction {
            let [one, two] = sides.map(|side| side.velocity(bodies, contact.point));
            let touch = TouchingSurfaces {
                materials: &world.model.materials,
                ids: [material, other],
                frames: [
                    self.frame((first, material), holds[0], contact.point),
                    self.frame((second, other), holds[1], contact.point),
                ],
                point: contact.point,
                velocity: two - one + surface_velocity,
                closed: contact.gap <= 0.0 || load > 0.0,
                load,
                h: self.seconds,
            };
            (friction_shape, bound) = touch.friction_shape(&mut surface, &mut frame);
        }
        let (point, gap) = (contact.point, contact.gap);
        let contact_input = ContactInput {
            sides,
            point,
            frame,
            gap,
            surface,
            load,
            friction_shape,
            bound,
            surface_velocity,
        };
        let written = step.write(bodies, &contact_input, rows);
        let normal = rows.row_mut(written.first);
        if gap < 0.0 {
            let spring = (normal.epsilon, normal.gamma);
            normal.gamma = self.collision.released_share(contact, -gap, spring, load, step.h);
        }
        written
    }
}
