//! What joints and gaps really are where the bodies have come to.
//!
//! A row with ε and γ promises that its violation at the end of the step is
//!
//! φ⁺ = (1 − γ) φ − h ε λ,
//!
//! the law of its spring and damper, λ/h = −k φ⁺ − d (φ⁺ − φ)/h; one that is
//! only pushed, such as a gap, promises no less, and exactly that where it is
//! pushed. What φ⁺ misses by, r, stays for 1/γ steps: with r ≤ γ a in every
//! step, the misses add up to no more than a. So a step may miss by a/2, and
//! by no more than γ a where misses have added up to a/2.

use stickslip_contact::Contact;

use super::super::linearisation::{Linearisation, Span};
use super::kicks::Spring;
use crate::collide::Collision;
use crate::joint::{Interval, Rule};
use crate::rows::{Bodies, Row, RowBuffer};
use crate::world::World;

/// What a row was written with.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Promise {
    /// Violation φ at the beginning of the step.
    pub begun: f64,
    /// Share γ of it that is to be removed.
    pub gamma: f64,
}

impl Promise {
    /// As the row says at the beginning of the step.
    pub fn of(row: &Row) -> Self {
        Self { begun: row.error, gamma: row.gamma }
    }

    /// What may be left at the end if nothing pushes: (1 − γ) φ, and of a gap
    /// no more than was closed too far.
    pub fn remainder(&self, row: &Row) -> f64 {
        (1.0 - self.gamma) * if is_pushed(row) { self.begun.min(0.0) } else { self.begun }
    }
}

/// Whether a row pushes one way only.
pub fn is_pushed(row: &Row) -> bool {
    row.lo == 0.0
}

/// Seconds, accuracy and scratch of a measurement.
pub struct Measure<'a> {
    /// The interval of the rows.
    pub span: Span,
    /// When the step ends (s).
    pub end: f64,
    /// What is asked for (m or rad).
    pub accuracy: f64,
    /// Rows of joints at the end.
    pub rows: &'a mut RowBuffer,
}

impl Measure<'_> {
    /// Calls `misses` with both bodies of whatever misses its promise by more
    /// than the accuracy allows. `found` are the contacts at the end.
    pub fn look(
        &mut self,
        world: &World,
        collision: &Collision,
        lines: &Linearisation,
        found: &[Contact],
        mut misses: impl FnMut(usize),
    ) {
        self.look_at_joints(world, lines, &mut misses);
        self.look_at_contacts(collision, lines, found, &mut misses);
    }

    /// Half of the accuracy may be missed at once; less, as long as it has not
    /// added up to that.
    fn is_missed(&self, missed: f64, gamma: f64, added_up: f64) -> bool {
        let half = 0.5 * self.accuracy;
        missed > half || (missed > gamma * self.accuracy && added_up > half)
    }

    fn look_at_joints(
        &mut self,
        world: &World,
        lines: &Linearisation,
        misses: &mut impl FnMut(usize),
    ) {
        let joints = lines.joint_rows.chunk_by(|one, two| one == two).map(|rows| rows[0]);
        write_joints(world, joints, self.end, self.span.h, self.rows);
        let ends = self.rows.rows().iter();
        for (at, ((row, promise), end)) in
            lines.rows.rows().iter().zip(&lines.promises).zip(ends).enumerate()
        {
            let pushed = is_pushed(row);
            // What a tree carries cannot open, and does not give way.
            let is_held = row.is_held && !world.forest.carries(lines.joint_rows[at]);
            if promise.gamma <= 0.0 || !(is_held || pushed) {
                continue;
            }
            let impulse = lines.impulses[at];
            let promised = promise.remainder(row) - self.span.h * row.epsilon * impulse;
            let mut missed = promised - end.error;
            if !pushed || impulse > 0.0 {
                missed = missed.abs();
            }
            let deflection = self.span.h * row.epsilon * impulse.abs() / promise.gamma;
            if self.is_missed(missed, promise.gamma, end.error.abs() - deflection) {
                lines.rows.terms(row).iter().for_each(|term| misses(term.mover));
            }
        }
    }

    /// Features may have new names at the end, so a pair of shapes is allowed
    /// what the most loaded of its points was.
    fn look_at_contacts(
        &self,
        collision: &Collision,
        lines: &Linearisation,
        found: &[Contact],
        misses: &mut impl FnMut(usize),
    ) {
        let mut rest = found;
        let mut at = 0;
        let mut tell = |contact: &Contact| {
            collision.parties(contact).iter().for_each(|&(body, _)| misses(body));
        };
        for pair in lines.contacts.chunk_by(|one, two| one.sites == two.sites) {
            let later = rest.partition_point(|contact| contact.sites < pair[0].sites);
            // Those that were not foreseen.
            rest[..later].iter().filter(|contact| -contact.gap > self.accuracy).for_each(&mut tell);
            let here = rest[later..].partition_point(|contact| contact.sites == pair[0].sites);
            let ends = &rest[later..later + here];
            rest = &rest[later + here..];
            let (mut allowed, mut deflection, mut gamma) = (0.0_f64, 0.0_f64, 1.0_f64);
            let mut pushed = false;
            for place in at..at + pair.len() {
                let first = lines.contact_rows[place].first;
                let (row, promise) = (&lines.rows.rows()[first], &lines.promises[first]);
                let impulse = lines.impulses[first];
                let promised = promise.remainder(row) - self.span.h * row.epsilon * impulse;
                allowed = allowed.max(-promised);
                if promise.gamma > 0.0 {
                    gamma = gamma.min(promise.gamma);
                    let softness = self.span.h * row.epsilon / promise.gamma;
                    deflection = deflection.max(softness * impulse);
                }
                // What bounces is pushed, and leaves.
                pushed |= impulse > 0.0 && row.target == 0.0;
            }
            at += pair.len();
            let nearest = ends.iter().fold(f64::INFINITY, |least, end| least.min(end.gap));
            let deep = self.is_missed(-nearest - allowed, gamma, -nearest - deflection);
            if deep || (pushed && nearest > self.accuracy) {
                tell(&pair[0]);
            }
        }
        rest.iter().filter(|contact| -contact.gap > self.accuracy).for_each(tell);
    }
}

/// Writes the rows of some joints where the bodies are.
pub fn write_joints(
    world: &World,
    joints: impl Iterator<Item = usize>,
    time: f64,
    h: f64,
    rows: &mut RowBuffer,
) {
    rows.clear();
    for at in joints {
        write_joint(world, at, Interval { time, h, rule: Rule::Ends }, rows);
    }
}

/// Adds the rows of one joint where the bodies are.
pub fn write_joint(world: &World, at: usize, step: Interval, rows: &mut RowBuffer) {
    let bodies =
        Bodies { bodies: world.model.bodies(), states: &world.state.bodies, vertices: &[] };
    let joint = &world.model.joints()[at];
    let mut coordinates = world.state.joints[at].coordinates;
    joint.track(&bodies, &mut coordinates);
    joint.write_rows(&bodies, &coordinates, step, world.joint_signals(at), rows);
}

/// The largest error of a held row where the bodies are, beyond the
/// h ε λ/γ = λ/(h k) by which it gives way under the impulse λ of the last
/// step of `h` seconds.
pub fn joint_error(world: &World, h: f64, rows: &mut RowBuffer) -> f64 {
    // Joints of trees are closed.
    let whole = |joint: &usize| {
        world.model.joints()[*joint].holds()
            && !world.state.joints[*joint].broken
            && !world.forest.carries(*joint)
            && !world.leaves_out_joint(*joint)
    };
    let joints = (0..world.model.joints().len()).filter(whole);
    write_joints(world, joints.clone(), world.state.time, h, rows);
    let impulses = joints.flat_map(|joint| &world.state.joint_impulses[world.joint_rows(joint)]);
    let beyond = |(row, impulse): (&Row, &f64)| {
        let deflection =
            if row.gamma > 0.0 { h * row.epsilon * impulse.abs() / row.gamma } else { 0.0 };
        if row.is_held { row.error.abs() - deflection } else { 0.0 }
    };
    rows.rows().iter().zip(impulses).map(beyond).fold(0.0, f64::max)
}

/// How far surfaces give way under the impulses of the last step.
pub struct Deflections<'a> {
    /// Where the impulses are.
    pub world: &'a World,
    /// Whose shapes meet.
    pub collision: &'a Collision,
    /// Seconds for which the impulses acted.
    pub h: f64,
}

impl Deflections<'_> {
    /// The largest deflection h ε λ/γ of a pair of colliders (m). The depth of a spring that
    /// accurate steps follow is where it is, and no error.
    pub fn of(&self, pair: (usize, usize)) -> f64 {
        let sides =
            [pair.0, pair.1].map(|at| (self.collision.body(at), self.collision.material(at)));
        let is_accurate = self.world.error_bounds.accuracy.is_some();
        if is_accurate && Spring::between(&self.world.model, sides, self.h).is_some() {
            return f64::INFINITY;
        }
        let contacts = &self.world.state.contacts;
        let first = contacts.partition_point(|memory| (memory.key.0, memory.key.1) < pair);
        let own = contacts[first..].iter();
        let own = own.take_while(|memory| (memory.key.0, memory.key.1) == pair);
        let load = own.fold(0.0_f64, |most, memory| most.max(memory.load()));
        let [one, two] = [pair.0, pair.1].map(|collider| self.collision.material(collider));
        let (epsilon, gamma) = self.world.model.materials.between(one, two).compliance.row(self.h);
        if gamma > 0.0 { self.h * epsilon * load / gamma } else { 0.0 }
    }
}
