//! Residuals and ends of a part as functions of where it begins.

use glam::DVec3;
use stickslip_contact::{Contact, Pose};

use super::super::linearisation::{Linearisation, Span};
use super::super::refine::articulated::extrapolation::Extrapolation;
use super::super::refine::kicks::joints::JointKick;
use super::super::stages;
use super::super::trees::TreeStep;
use super::{Kind, Part, Solved, Substep};
use crate::collide::Collision;
use crate::freedoms::Layout;
use crate::model::Model;
use crate::motion;
use crate::rows::{Role, RowBuffer};
use crate::state::{BodyState, ContactMemory};
use crate::step_error::StepError;
use crate::world::World;

/// Where a part begins.
#[derive(Clone, Debug)]
pub struct Point {
    /// The members.
    pub states: Vec<BodyState>,
    /// When (s).
    pub time: f64,
    /// Its length (s).
    pub h: f64,
}

/// What a part comes to.
#[derive(Clone, Debug, Default)]
pub struct Values {
    /// w of each row, 0 where the row is neither open nor at a bound.
    pub w: Vec<f64>,
    /// Bounds of the impulses that do not follow other rows.
    pub lo: Vec<f64>,
    /// See `lo`.
    pub hi: Vec<f64>,
    /// Friction coefficient of the contact of each row.
    pub mu: Vec<f64>,
    /// The members at the end.
    pub ends: Vec<BodyState>,
    /// The gap at the end of the contact whose meeting ends the part (m).
    pub meeting: f64,
}

/// What a row is among the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// It has bounds of its own.
    Single,
    /// The normal of a contact.
    Normal,
    /// The first or second tangent of the contact with this normal row.
    Tangent { normal: usize, second: bool },
    /// Its impulse is that of another row.
    Follows(usize),
}

/// Numbers of a row that are held while states change.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers {
    epsilon: f64,
    gamma: f64,
    lo: f64,
    hi: f64,
}

/// Takes parts again; keeps its memory from part to part.
pub struct Replay {
    pub(super) collision: Collision,
    pub(super) layout: Layout,
    joint_bodies: Vec<Vec<usize>>,
    pub(super) is_member: Vec<bool>,
    /// Rows of the beginning and of the end.
    pub(super) lines: Linearisation,
    pub(super) ends: Linearisation,
    pub(super) steps: Vec<TreeStep>,
    pub(super) base: Vec<BodyState>,
    pub(super) joints: Vec<JointKick>,
    pub(super) scratch: RowBuffer,
    pub(super) loads: Vec<ContactMemory>,
    extrapolation: Extrapolation,
    found: Vec<Contact>,
    /// Points of the recorded contacts on their bodies, of either set of rows.
    locals: [Vec<[DVec3; 2]>; 2],
    numbers: [Vec<Numbers>; 2],
    /// Whether the values at hand are those of the step itself.
    pub(super) is_nominal: bool,
    /// Whether compliances and bounds stay as they are.
    pub(super) holds: bool,
    /// Contacts that were not found again near where they were.
    pub lost: usize,
}

impl Replay {
    /// For the parts of a world.
    pub fn new(world: &World) -> Self {
        let bodies = |joint: &crate::joint::Joint| {
            let named = joint.description().named_bodies();
            named.into_iter().map(|(_, body)| body.0).collect()
        };
        Self {
            collision: Collision::new(&world.model, world.settings.margin),
            layout: Layout::new(world.model.bodies(), world.model.soft_bodies(), &world.forest),
            joint_bodies: world.model.joints().iter().map(bodies).collect(),
            is_member: vec![false; world.model.bodies().len()],
            lines: Linearisation::default(),
            ends: Linearisation::default(),
            steps: Vec::new(),
            base: Vec::new(),
            joints: Vec::new(),
            scratch: RowBuffer::default(),
            loads: Vec::new(),
            extrapolation: Extrapolation::default(),
            found: Vec::new(),
            locals: Default::default(),
            numbers: Default::default(),
            is_nominal: false,
            holds: false,
            lost: 0,
        }
    }

    /// How far the shapes of a body reach from its centre (m); 1 where it has none.
    pub fn reach(&self, body: usize) -> f64 {
        let reach = self.collision.reach(body);
        if reach > 0.0 && reach.is_finite() { reach } else { 1.0 }
    }

    /// Goes to a sub-step.
    pub fn enter_substep(&mut self, world: &mut World, substep: &Substep) {
        world.state.clone_from(&substep.begin);
        self.loads.clone_from(&substep.begin.contacts);
    }

    /// Goes to a part.
    pub fn enter(&mut self, part: &Part) {
        self.is_member.fill(false);
        part.members.iter().for_each(|&body| self.is_member[body] = true);
        self.numbers.iter_mut().for_each(Vec::clear);
        self.locals.iter_mut().for_each(Vec::clear);
    }

    /// Writes the rows of the beginning. The first call after [`Replay::enter`] is at the place
    /// of the step itself; compliances and bounds stay as they were there, if asked for.
    pub fn begin(
        &mut self,
        world: &mut World,
        part: &Part,
        point: &Point,
        holds: bool,
    ) -> Result<(), StepError> {
        (self.is_nominal, self.holds) = (self.numbers[0].is_empty(), holds);
        match &part.kind {
            Kind::Fly | Kind::Rest | Kind::Halves { .. } => Ok(()),
            Kind::Plain(solved) => self.begin_plain(world, part, solved, point),
            Kind::Kick { first, .. } => {
                self.begin_kick(world, part, first, point);
                Ok(())
            }
            Kind::Strike { solved, bounces, driven } => {
                self.begin_strike(world, part, solved, bounces, *driven, point);
                Ok(())
            }
        }
    }

    /// Goes on to the end with these impulses.
    pub fn finish(
        &mut self,
        world: &mut World,
        part: &Part,
        point: &Point,
        impulses: &[f64],
    ) -> Values {
        match &part.kind {
            Kind::Rest | Kind::Halves { .. } => {
                let still = |state: &BodyState| BodyState {
                    velocity: DVec3::ZERO,
                    angular_velocity: DVec3::ZERO,
                    ..*state
                };
                Values { ends: point.states.iter().map(still).collect(), ..Values::default() }
            }
            Kind::Fly => self.fly(world, part, point),
            Kind::Plain(_) => self.finish_plain(world, part, point, impulses),
            Kind::Kick { first, second, held, .. } => {
                self.finish_kick(world, part, (first, second, held), point, impulses)
            }
            Kind::Strike { .. } => self.finish_strike(world, part, impulses),
        }
    }

    /// Where whole and half steps, which end here, point to.
    pub fn extrapolate(
        &mut self,
        world: &mut World,
        part: &Part,
        whole: &[BodyState],
        halves: &[BodyState],
    ) -> Vec<BodyState> {
        for (&body, state) in part.members.iter().zip(halves) {
            world.state.bodies[body] = *state;
        }
        self.extrapolation.put(world, &part.members, whole);
        part.members.iter().map(|&body| world.state.bodies[body]).collect()
    }

    fn fly(&self, world: &World, part: &Part, point: &Point) -> Values {
        let flown = part.members.iter().zip(&point.states).map(|(&body, state)| {
            let mut state = *state;
            let forces = stages::forces(world, body);
            let constants = &world.model.bodies()[body];
            motion::fly(constants, &mut state, forces, world.settings.gyroscopic, point.h);
            state
        });
        Values { ends: flown.collect(), ..Values::default() }
    }

    /// Puts the members where a part begins, and what scripts lead where it is then.
    pub(super) fn place(&self, world: &mut World, part: &Part, point: &Point, seconds: f64) {
        for (&body, state) in part.members.iter().zip(&point.states) {
            world.state.bodies[body] = *state;
        }
        stages::drive(world, point.time, seconds);
    }

    /// Finds recorded contacts again where the bodies are. What is not there any more is
    /// followed between the same points.
    pub(super) fn find(
        &mut self,
        world: &World,
        part: &Part,
        recorded: &[Contact],
        seconds: f64,
        slot: usize,
    ) -> Vec<Contact> {
        let mut found = std::mem::take(&mut self.found);
        let states = &world.state.bodies;
        self.collision.detect_among(&world.model, states, seconds, &part.members, &mut found);
        let mut again = Vec::with_capacity(recorded.len());
        for (at, contact) in recorded.iter().enumerate() {
            let poses = self.poses(world, contact);
            if self.is_nominal {
                let half = 0.5 * contact.gap * contact.normal;
                let first = poses[0].local_point(contact.point - half);
                self.locals[slot].push([first, poses[1].local_point(contact.point + half)]);
            }
            match found.binary_search_by_key(&contact.key(), Contact::key) {
                Ok(place) => again.push(found[place]),
                Err(_) => {
                    self.lost += 1;
                    again.push(follow(contact, poses, &self.locals[slot][at]));
                }
            }
        }
        self.found = found;
        again
    }

    /// The contact of this key where [`Replay::find`] has looked last.
    pub(super) fn found(&self, contact: &Contact) -> Option<Contact> {
        let place = self.found.binary_search_by_key(&contact.key(), Contact::key);
        place.ok().map(|place| self.found[place])
    }

    /// The same by its key.
    pub(super) fn found_by_key(&self, key: (usize, usize, u64)) -> Option<Contact> {
        let place = self.found.binary_search_by_key(&key, Contact::key);
        place.ok().map(|place| self.found[place])
    }

    /// A contact of the beginning, by its points, where the bodies are.
    pub(super) fn followed(&self, world: &World, contact: &Contact, at: usize) -> Contact {
        follow(contact, self.poses(world, contact), &self.locals[0][at])
    }

    fn poses(&self, world: &World, contact: &Contact) -> [Pose; 2] {
        self.collision.parties(contact).map(|(body, _)| world.state.bodies[body].pose)
    }

    /// Whether a joint holds a member.
    pub(super) fn includes(&self) -> impl Fn(usize) -> bool + use<'_> {
        |joint: usize| self.joint_bodies[joint].iter().any(|&body| self.is_member[body])
    }

    /// Notes compliances and bounds of rows, or puts them back.
    pub(super) fn hold_numbers(
        is_nominal: bool,
        holds: bool,
        numbers: &mut Vec<Numbers>,
        lines: &mut Linearisation,
    ) {
        for at in 0..lines.rows.rows().len() {
            let row = lines.rows.row_mut(at);
            if is_nominal {
                let (epsilon, gamma, lo, hi) = (row.epsilon, row.gamma, row.lo, row.hi);
                numbers.push(Numbers { epsilon, gamma, lo, hi });
            } else if holds {
                let held = numbers[at];
                (row.epsilon, row.gamma) = (held.epsilon, held.gamma);
                (row.lo, row.hi) = (held.lo, held.hi);
            }
        }
        if is_nominal && numbers.is_empty() {
            // No rows: the mark that the nominal place has been seen.
            numbers.push(Numbers { epsilon: 0.0, gamma: 0.0, lo: 0.0, hi: 0.0 });
        }
    }

    /// The same of the rows of the beginning (0) or of the end (1).
    pub(super) fn hold(&mut self, slot: usize) {
        let Self { is_nominal, holds, numbers, lines, ends, .. } = self;
        let lines = if slot == 0 { lines } else { ends };
        Self::hold_numbers(*is_nominal, *holds, &mut numbers[slot], lines);
    }

    /// The share of depth that a contact loses in a step: all of a gap that was open.
    pub(super) fn share(&self, model: &Model, recorded: &Contact, h: f64) -> f64 {
        let [(_, one), (_, two)] = self.collision.parties(recorded);
        match recorded.gap > 0.0 {
            true => 1.0,
            false => model.materials.between(one, two).compliance.row(h).1,
        }
    }
}

impl Replay {
    /// What each row of a part is, as it was finished last.
    pub fn places(&self, part: &Part) -> Vec<Place> {
        let Kind::Kick { first, .. } = &part.kind else {
            return match part.kind {
                Kind::Plain(_) | Kind::Strike { .. } => places(&self.lines, 0),
                _ => Vec::new(),
            };
        };
        let mut all = places(&self.lines, 0);
        let count = first.rows();
        all.extend(places(&self.ends, count));
        for at in 0..self.ends.joint_rows.len() {
            if self.lines.rows.rows()[at].role == Role::Followed {
                all[count + at] = Place::Follows(at);
            }
        }
        all
    }
}

impl Values {
    /// Adds bounds and friction of rows.
    pub(super) fn add_rows(&mut self, lines: &Linearisation) {
        let rows = lines.rows.rows();
        self.lo.extend(rows.iter().map(|row| row.lo));
        self.hi.extend(rows.iter().map(|row| row.hi));
        let first = self.mu.len();
        self.mu.resize(first + rows.len(), 0.0);
        for contact in &lines.contact_rows {
            let own = first + contact.first..first + contact.first + contact.count;
            self.mu[own].fill(contact.mu);
        }
    }
}

/// Places of rows, of which the first has this number.
pub(super) fn places(lines: &Linearisation, first: usize) -> Vec<Place> {
    let mut places = vec![Place::Single; lines.rows.rows().len()];
    for contact in &lines.contact_rows {
        let normal = contact.first;
        places[normal] = Place::Normal;
        if contact.has_tangents() {
            for (at, second) in [(1, false), (2, true)] {
                places[normal + at] = Place::Tangent { normal: first + normal, second };
            }
        }
    }
    places
}

/// A contact between the same points of its bodies; the normal as it was.
fn follow(contact: &Contact, poses: [Pose; 2], locals: &[DVec3; 2]) -> Contact {
    let [first, second] = [poses[0].point(locals[0]), poses[1].point(locals[1])];
    let gap = contact.normal.dot(second - first);
    Contact { point: 0.5 * (first + second), gap, ..*contact }
}

/// The interval of the rows of a part.
pub(super) fn span_at(part: &Part, point: &Point) -> Span {
    Span { time: point.time, h: point.h, left: point.h, share: part.span.share }
}

/// Writes down the impulses that rows are to have.
pub(super) fn set_impulses(lines: &mut Linearisation, impulses: &[f64]) {
    lines.impulses.clear();
    lines.impulses.extend_from_slice(impulses);
}

impl Solved {
    /// Number of its rows.
    pub fn rows(&self) -> usize {
        self.impulses.len()
    }
}
