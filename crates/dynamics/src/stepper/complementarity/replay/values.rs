//! Residuals and ends of a part as functions of where it begins.

use glam::DVec3;
use stickslip_contact::Contact;

use super::super::linearisation::{Linearisation, Span};
use super::super::refine::kicks::joints::JointKick;
use super::super::stages;
use super::super::trees::TreeStep;
use super::finding::Nominal;
use super::row_roles::add_arms;
use super::slopes::{Near, Parts, Scratch};
use super::{Kind, Part, Solved, Substep};
use crate::collide::Collision;
use crate::freedoms::Layout;
use crate::model::{Model, Motion};
use crate::motion;
use crate::parts::Body;
use crate::rows::{Bodies, RowBuffer};
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
    /// Velocities and spins of the members at the end, where a part is linearised there.
    pub velocities: Vec<[DVec3; 2]>,
}

/// What a part comes to.
#[derive(Clone, Debug, Default)]
pub struct Values {
    /// w of each row, 0 where the row is neither open nor at a bound.
    pub w: Vec<f64>,
    /// w of rows of a first kick as its first round knows it, without what bends it.
    pub straight: Vec<f64>,
    /// Bounds of the impulses that do not follow other rows.
    pub lo: Vec<f64>,
    /// See `lo`.
    pub hi: Vec<f64>,
    /// Arm of friction of each row: the largest impulse per load.
    pub arms: Vec<f64>,
    /// The members at the end.
    pub ends: Vec<BodyState>,
    /// The gap at the end of the contact whose meeting ends the part (m).
    pub meeting: f64,
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
    pub(super) joint_bodies: Vec<Vec<usize>>,
    pub(super) members: Vec<usize>,
    pub(super) is_member: Vec<bool>,
    /// What forces do not move, but scripts may.
    pub(super) led: Vec<usize>,
    /// Whether scripts or hands lead any.
    pub(super) is_driven: bool,
    /// Rows of the beginning and of the end.
    pub(super) lines: Box<Linearisation>,
    pub(super) ends: Box<Linearisation>,
    /// What stands in their place while they are written.
    #[allow(clippy::vec_box)] // They change places with the boxes above.
    spares: Vec<Box<Linearisation>>,
    pub(super) steps: Vec<TreeStep>,
    pub(super) base: Vec<BodyState>,
    /// The members in the step itself after a first blow or a plain step's, before they move, and
    /// where they have come to before the last.
    pub(super) struck: Vec<BodyState>,
    pub(super) flown: Vec<BodyState>,
    pub(super) parts: Option<Box<Parts>>,
    /// Pairs that were looked for about the place at hand.
    pub(super) near: Vec<Near>,
    pub(super) scratch_of_columns: Option<Box<Scratch>>,
    pub(super) joints: Vec<JointKick>,
    pub(super) scratch: RowBuffer,
    /// What contacts carried in the last step, of all bodies and of the members.
    all_loads: Vec<ContactMemory>,
    /// The bodies of the former, ascending, with the places of their loads.
    load_places: Vec<(usize, usize)>,
    pub(super) loads: Vec<ContactMemory>,
    pub(super) found: Vec<Contact>,
    pub(super) nominal: [Nominal; 2],
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
            members: Vec::new(),
            led: Vec::new(),
            is_driven: false,
            is_member: vec![false; world.model.bodies().len()],
            lines: Box::default(),
            ends: Box::default(),
            spares: Vec::new(),
            steps: Vec::new(),
            base: Vec::new(),
            struck: Vec::new(),
            flown: Vec::new(),
            parts: Some(Box::default()),
            near: Vec::new(),
            scratch_of_columns: Some(Box::default()),
            joints: Vec::new(),
            scratch: RowBuffer::default(),
            all_loads: Vec::new(),
            load_places: Vec::new(),
            loads: Vec::new(),
            found: Vec::new(),
            nominal: Default::default(),
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
        let leads = &world.state.leads;
        let is_led = |at: usize| leads.iter().any(|lead| lead.body == at);
        let bodies = world.model.bodies().iter().enumerate();
        let has_script = |body: &Body| matches!(body.description.motion, Motion::Kinematic(_));
        self.is_driven = !leads.is_empty() || world.model.bodies().iter().any(has_script);
        self.led.clear();
        self.led.extend(
            bodies.filter(|(at, body)| !body.is_dynamic() || is_led(*at)).map(|(at, _)| at),
        );
        self.all_loads.clone_from(&substep.begin.contacts);
        self.load_places.clear();
        for (at, load) in self.all_loads.iter().enumerate() {
            for collider in [load.key.0, load.key.1] {
                let body = self.collision.body(collider);
                if body < self.is_member.len() {
                    self.load_places.push((body, at));
                }
            }
        }
        self.load_places.sort_unstable();
        // Rows know the loads alone.
        world.state.contacts.clear();
    }

    /// Goes to a part.
    pub fn enter(&mut self, part: &Part) {
        self.members.iter().for_each(|&body| self.is_member[body] = false);
        self.members.clone_from(&part.members);
        self.members.iter().for_each(|&body| self.is_member[body] = true);
        let mut places: Vec<usize> = Vec::new();
        for &body in &part.members {
            let first = self.load_places.partition_point(|place| place.0 < body);
            let own = self.load_places[first..].iter().take_while(|place| place.0 == body);
            places.extend(own.map(|place| place.1));
        }
        places.sort_unstable();
        places.dedup();
        self.loads.clear();
        self.loads.extend(places.into_iter().map(|at| self.all_loads[at]));
        self.numbers.iter_mut().for_each(Vec::clear);
        self.nominal.iter_mut().for_each(Nominal::clear);
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
            Kind::Plain(solved) | Kind::Closed(solved) => {
                self.begin_plain(world, part, solved, point)
            }
            Kind::Kick { first, .. } => {
                self.begin_kick(world, part, first, point);
                Ok(())
            }
            Kind::Rounds(rounds) => {
                self.begin_rounds(world, part, rounds, point);
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
            Kind::Plain(_) | Kind::Closed(_) => self.finish_plain(world, part, point, impulses),
            Kind::Kick { first, second, held, .. } => {
                self.finish_kick(world, part, (first, second, held), point, impulses)
            }
            Kind::Rounds(rounds) => self.finish_rounds(world, part, rounds, point, impulses),
            Kind::Strike { .. } => self.finish_strike(world, part, impulses),
        }
    }

    /// Takes the rows of the beginning (0) or of the end (1) out, to be written.
    pub(super) fn lend(&mut self, slot: usize) -> Box<Linearisation> {
        let spare = self.spares.pop().unwrap_or_default();
        std::mem::replace(if slot == 0 { &mut self.lines } else { &mut self.ends }, spare)
    }

    /// Puts them back.
    pub(super) fn put_back(&mut self, slot: usize, lines: Box<Linearisation>) {
        let own = if slot == 0 { &mut self.lines } else { &mut self.ends };
        let spare = std::mem::replace(own, lines);
        self.spares.push(spare);
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
    pub fn place(&self, world: &mut World, part: &Part, point: &Point, seconds: f64) {
        for (&body, state) in part.members.iter().zip(&point.states) {
            world.state.bodies[body] = *state;
        }
        self.drive(world, point.time, seconds);
    }

    /// Notes where the members of the step itself are.
    pub(super) fn note(&self, world: &World, part: &Part, states: &mut Vec<BodyState>) {
        if self.is_nominal {
            states.clear();
            states.extend(part.members.iter().map(|&body| world.state.bodies[body]));
        }
    }

    /// Moves what scripts and hands lead.
    pub fn drive(&self, world: &mut World, time: f64, seconds: f64) {
        if self.is_driven {
            stages::drive(world, time, seconds);
        }
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

impl Point {
    /// Of a part, in the step itself.
    pub fn of(part: &Part) -> Self {
        let velocities = match &part.kind {
            Kind::Rounds(rounds) => {
                let of = |state: &BodyState| [state.velocity, state.angular_velocity];
                rounds.ends.iter().map(of).collect()
            }
            _ => Vec::new(),
        };
        Self { states: part.start.clone(), time: part.span.time, h: part.span.h, velocities }
    }
}

impl Values {
    /// Adds w = J v + ε λ − target + γ φ/h of rows with these impulses, where the bodies have
    /// their velocities after them; and their bounds and arms of friction.
    pub(super) fn add(&mut self, lines: &Linearisation, world: &World, h: f64) {
        let bodies =
            Bodies { bodies: world.model.bodies(), states: &world.state.bodies, vertices: &[] };
        let rows = lines.rows.rows();
        self.w.extend(rows.iter().zip(&lines.impulses).map(|(row, impulse)| {
            let speed = lines.rows.speed(row, &bodies);
            speed + row.epsilon * impulse - row.target + row.gamma * row.error / h
        }));
        self.add_bounds(lines, world);
    }

    /// Adds bounds and arms of friction of rows.
    pub(super) fn add_bounds(&mut self, lines: &Linearisation, world: &World) {
        let rows = lines.rows.rows();
        self.lo.extend(rows.iter().map(|row| row.lo));
        self.hi.extend(rows.iter().map(|row| row.hi));
        let first = self.arms.len();
        self.arms.resize(first + rows.len(), 0.0);
        for contact in &lines.contact_rows {
            let own = first + contact.first..first + contact.first + contact.count;
            add_arms(contact, world.settings.friction, &mut self.arms[own]);
        }
    }
}

/// The interval of the rows of a part. What a kick or an impact takes of the loads of the last
/// step grows with its length.
pub(super) fn span_at(part: &Part, point: &Point) -> Span {
    let share = match part.kind {
        Kind::Kick { .. } | Kind::Strike { .. } => part.span.share * part.span.h / point.h,
        _ => part.span.share,
    };
    Span { time: point.time, h: point.h, left: point.h, share }
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
