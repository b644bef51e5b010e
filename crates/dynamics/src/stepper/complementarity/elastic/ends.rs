//! Gaps where a step of soft bodies ends.
//!
//! At a guess q_k of the end, reached by u_k, a gap is φ(q⁺) ≈ φ_k + h J_k (u⁺ − u_k)
//! (course, Eq 263–264, with ψ of the gap at the end). To keep what the beginning
//! promises, (1 − γ) φ − h ε λ, the row is
//!
//! w = J_k u⁺ + ε λ + (φ_k − h J_k u_k − (1 − γ) φ)/h,
//!
//! over the same vertices and with the same place among rows: neither islands nor the
//! order of elimination change. A contact that is not found at the guess, or that needs a
//! vertex that no row names, keeps the row that it has, and so does one that bounces.
//! Attachments turn with their bodies in the same way, and so do joints of rigid bodies in the
//! island, as far as they hold or stop, and contacts between these.

use glam::DVec3;
use stickslip_contact::{Contact, SiteCarrier};

use super::super::attachments;
use super::super::linearisation::{Linearisation, RowWriter, Span};
use super::super::refine::{Promise, is_pushed, write_joints};
use super::super::stages;
use crate::collide::Collision;
use crate::freedoms::Layout;
use crate::joint::Rule;
use crate::rows::{Row, RowBuffer};
use crate::state::{BodyState, ContactMemory};
use crate::world::World;

/// What gaps are found with.
pub struct Surroundings<'a> {
    /// Finds contacts.
    pub collision: &'a mut Collision,
    /// Who owns which velocities.
    pub layout: &'a Layout,
}

/// Looks at the ends of steps; keeps its memory from step to step.
#[derive(Debug, Default)]
pub struct Ends {
    /// Where everything is at the beginning.
    bodies: Vec<BodyState>,
    positions: Vec<DVec3>,
    /// Rows of attachments at the end, and those of joints of the island with the place of each
    /// among all rows.
    held: RowBuffer,
    joints: RowBuffer,
    joint_places: Vec<usize>,
    /// Contacts at the end, in ascending order of their keys: of rigid bodies, and all with what
    /// moves their sides.
    found: Vec<Contact>,
    touches: Vec<Touch>,
    /// All rows that are being written.
    rows: RowBuffer,
}

impl Ends {
    /// By how much the gaps of an island miss what was promised where its velocities lead
    /// (m). Its rows are written anew there if that is more than is allowed.
    pub fn look(
        &mut self,
        world: &mut World,
        lines: &mut Linearisation,
        around: &mut Surroundings<'_>,
        span: &Span,
        wanted: &Wanted,
    ) -> f64 {
        self.bodies.clone_from(&world.state.bodies);
        self.positions.clone_from(&world.state.vertices.positions);
        stages::advance(world, span.left);
        for (state, begun) in world.state.bodies.iter_mut().zip(&self.bodies) {
            // Those of the guess, also where spins change on the way.
            state.angular_velocity = begun.angular_velocity;
        }
        self.find_touches(world, lines, around, wanted);
        self.held.clear();
        attachments::write(world, &mut self.held);
        self.write_joints(world, lines, span, wanted);
        let missed = self.worst(lines, span, wanted);
        if missed > wanted.allowed {
            self.write(world, lines, around, span, wanted);
        }
        world.state.bodies.clone_from(&self.bodies);
        world.state.vertices.positions.clone_from(&self.positions);
        missed
    }

    /// Finds the contacts of soft bodies, and those of the rigid bodies of the island.
    fn find_touches(
        &mut self,
        world: &World,
        lines: &Linearisation,
        around: &mut Surroundings<'_>,
        wanted: &Wanted,
    ) {
        let (model, state, collision) = (&world.model, &world.state, &mut *around.collision);
        let bodies = &lines.islands.all()[wanted.island].bodies;
        self.found.clear();
        if !bodies.is_empty() {
            collision.detect_among(model, &state.bodies, 0.0, bodies, &mut self.found);
        }
        collision.detect_soft_at(model, &state.bodies, &state.vertices);
        self.touches.clear();
        let soft = collision.touches().iter();
        self.touches.extend(soft.map(|it| Touch { contact: it.contact, holds: it.holds }));
        let holds = [SiteCarrier::Body; 2];
        self.touches.extend(self.found.iter().map(|&contact| Touch { contact, holds }));
        self.touches.sort_unstable_by_key(|touch| touch.contact.key());
    }

    /// Writes the rows of the island's joints where everything is. Those of midpoint steps are
    /// of the middle, and stay.
    fn write_joints(&mut self, world: &World, lines: &Linearisation, span: &Span, wanted: &Wanted) {
        self.joints.clear();
        self.joint_places.clear();
        if stages::rule(&world.settings) != Rule::Ends {
            return;
        }
        let own = &lines.islands.all()[wanted.island].rows;
        let own = &own[..own.partition_point(|&row| row < lines.joint_rows.len())];
        let joint = |row: &usize| lines.joint_rows[*row];
        let all = || own.chunk_by(|one, two| joint(one) == joint(two)).map(|rows| joint(&rows[0]));
        write_joints(world, all(), span.time + span.h, span.h, &mut self.joints);
        for joint in all() {
            let first = lines.joint_rows.partition_point(|&other| other < joint);
            self.joint_places.extend(first..first + world.joint_rows(joint).len());
        }
    }

    /// The row of a joint at the end, where it holds or stops and does not bounce.
    fn joint_row(&self, lines: &Linearisation, at: usize) -> Option<usize> {
        let place = self.joint_places.binary_search(&at).ok()?;
        let row = &lines.rows.rows()[at];
        let keeps = lines.promises[at].gamma > 0.0 && row.target == 0.0;
        (keeps && (row.is_held || is_pushed(row))).then_some(place)
    }

    /// The most by which a joint, an attachment or a gap misses; a gap that nothing pushes may be
    /// wider than was promised.
    fn worst(&self, lines: &Linearisation, span: &Span, wanted: &Wanted) -> f64 {
        let own = &lines.islands.all()[wanted.island].rows;
        let mut worst = 0.0_f64;
        for &at in &self.joint_places {
            let Some(place) = self.joint_row(lines, at) else { continue };
            let (row, impulse) = (&lines.rows.rows()[at], lines.impulses[at]);
            let promised = remainder(row, &lines.promises[at], span);
            let end = self.joints.rows()[place].error;
            let missed = promised - span.left * row.epsilon * impulse - end;
            let is_open = is_pushed(row) && impulse <= 0.0;
            worst = worst.max(if is_open { missed } else { missed.abs() });
        }
        let first = lines.joint_rows.len();
        for (at, row) in self.held.rows().iter().enumerate() {
            if own.binary_search(&(first + at)).is_ok() {
                let promised = remainder(row, &lines.promises[first + at], span);
                worst = worst.max((row.error - promised).abs());
            }
        }
        for at in 0..lines.contacts.len() {
            let Some(touch) = wanted.find(&self.touches, lines, at) else { continue };
            let first = lines.contact_rows[at].first;
            let (row, impulse) = (&lines.rows.rows()[first], lines.impulses[first]);
            let promised = remainder(row, &lines.promises[first], span);
            let missed = promised - span.left * row.epsilon * impulse - touch.contact.gap;
            worst = worst.max(if impulse > 0.0 { missed.abs() } else { missed });
        }
        worst
    }

    /// Writes the rows of an island where everything is.
    fn write(
        &mut self,
        world: &World,
        lines: &mut Linearisation,
        around: &Surroundings<'_>,
        span: &Span,
        wanted: &Wanted,
    ) {
        let written = RowWriter::new(world, around.collision, span);
        self.rows.clear();
        let joints = lines.joint_rows.len();
        let own = &lines.islands.all()[wanted.island].rows;
        for at in 0..joints + self.held.rows().len() {
            let is_held = at >= joints && own.binary_search(&at).is_ok();
            let end = match self.joint_row(lines, at) {
                _ if is_held => Some((&self.held, at - joints)),
                place => place.map(|place| (&self.joints, place)),
            };
            let Some((ends, place)) = end else {
                self.rows.copy(&lines.rows, at);
                continue;
            };
            let mut row = self.rows.copy(ends, place);
            let speed = row.speed(written.bodies());
            aim(&mut row, speed, &lines.promises[at], span);
        }
        for at in 0..lines.contacts.len() {
            let begun = lines.contact_rows[at].first;
            let found = wanted.find(&self.touches, lines, at);
            let Some(touch) = found.filter(|touch| is_named(touch, lines, around.layout)) else {
                for row in begun..begun + lines.contact_rows[at].count {
                    self.rows.copy(&lines.rows, row);
                }
                continue;
            };
            let load = lines.recalled[at].as_ref().map_or(0.0, ContactMemory::load) / span.share;
            let rows = written.contact(&touch.contact, touch.holds, load, &mut self.rows);
            debug_assert_eq!((rows.first, rows.count), (begun, lines.contact_rows[at].count));
            let speed = self.rows.speed(&self.rows.rows()[begun], written.bodies());
            let row = self.rows.row_mut(begun);
            (row.error, row.target) = (touch.contact.gap, 0.0);
            aim(row, speed, &lines.promises[begun], span);
            lines.contact_rows[at] = rows;
            lines.holds[at] = touch.holds;
        }
        std::mem::swap(&mut self.rows, &mut lines.rows);
    }
}

/// A contact, and what moves its sides.
#[derive(Clone, Copy, Debug)]
struct Touch {
    contact: Contact,
    holds: [SiteCarrier; 2],
}

/// What is asked of a look.
pub struct Wanted {
    /// The island.
    pub island: usize,
    /// By how much its gaps may miss (m).
    pub allowed: f64,
    /// Whether contacts may go to other faces.
    pub changes_faces: bool,
}

impl Wanted {
    /// A contact at the end, if it is one of the island and does not bounce.
    /// What has come nearer to another face than to its own keeps the row that it has, if
    /// faces may not change.
    fn find<'a>(
        &self,
        touches: &'a [Touch],
        lines: &Linearisation,
        at: usize,
    ) -> Option<&'a Touch> {
        let first = lines.contact_rows[at].first;
        let is_again = lines.islands.all()[self.island].rows.binary_search(&first).is_ok()
            && lines.rows.rows()[first].target == 0.0;
        if !is_again {
            return None;
        }
        let key = lines.contacts[at].key();
        let found = touches.binary_search_by_key(&key, |touch| touch.contact.key()).ok()?;
        let touch = &touches[found];
        let is_same = |(one, two): (&SiteCarrier, &SiteCarrier)| match (one, two) {
            (
                SiteCarrier::Vertices { numbers: one, .. },
                SiteCarrier::Vertices { numbers: two, .. },
            ) => one == two,
            _ => one == two,
        };
        let is_same = touch.holds.iter().zip(&lines.holds[at]).all(is_same);
        (self.changes_faces || is_same).then_some(touch)
    }
}

/// Whether rows of the beginning name all that moves a contact.
fn is_named(touch: &Touch, lines: &Linearisation, layout: &Layout) -> bool {
    let is_named = |vertex: u32| {
        let mover = layout.bodies() + vertex as usize;
        !layout.moves(mover) || lines.islands.columns()[mover] != usize::MAX
    };
    touch.holds.iter().all(|hold| match hold {
        SiteCarrier::Body => true,
        SiteCarrier::Vertices { numbers, weights } => {
            let mut held = numbers.iter().zip(weights).filter(|(_, weight)| **weight != 0.0);
            held.all(|(&vertex, _)| is_named(vertex))
        }
    })
}

/// What may be left of a violation at the end: (1 − γ) φ, and of a gap no more than was
/// closed too far. γ is meant for h, but only the seconds that are left remove anything.
fn remainder(row: &Row, promise: &Promise, span: &Span) -> f64 {
    let gamma = promise.gamma * span.left / span.h;
    Promise { gamma, ..*promise }.remainder(row)
}

/// Makes a row that was written at the guess one of the whole step.
fn aim(row: &mut Row, speed: f64, promise: &Promise, span: &Span) {
    row.error = row.error - span.left * speed - remainder(row, promise, span);
    row.gamma = span.h / span.left;
}
