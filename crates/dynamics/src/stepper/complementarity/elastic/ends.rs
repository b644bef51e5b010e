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
//! vertex that no row names, keeps the row that it has, and so does one that bounces. Attachments turn with their bodies in the same way.

use glam::DVec3;
use stickslip_contact::{DeformingContact, SiteCarrier};

use super::super::attachments;
use super::super::linearisation::{Linearisation, RowWriter, Span};
use super::super::refine::Promise;
use super::super::stages;
use crate::collide::Collision;
use crate::freedoms::Layout;
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
    /// Rows of attachments at the end, and all rows that are being written.
    held: RowBuffer,
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
        let state = &world.state;
        around.collision.detect_soft_at(&world.model, &state.bodies, &state.vertices);
        self.held.clear();
        attachments::write(world, &mut self.held);
        let touches = around.collision.touches();
        let missed = self.worst(lines, touches, span, wanted);
        if missed > wanted.allowed {
            self.write(world, lines, around, span, wanted);
        }
        world.state.bodies.clone_from(&self.bodies);
        world.state.vertices.positions.clone_from(&self.positions);
        missed
    }

    /// The most by which an attachment or a gap misses; a gap that nothing pushes may be
    /// wider than was promised.
    fn worst(
        &self,
        lines: &Linearisation,
        touches: &[DeformingContact],
        span: &Span,
        wanted: &Wanted,
    ) -> f64 {
        let own = &lines.islands.all()[wanted.island].rows;
        let mut worst = 0.0_f64;
        let first = lines.joint_rows.len();
        for (at, row) in self.held.rows().iter().enumerate() {
            if own.binary_search(&(first + at)).is_ok() {
                let promised = remainder(row, &lines.promises[first + at], span);
                worst = worst.max((row.error - promised).abs());
            }
        }
        for at in 0..lines.contacts.len() {
            let Some(touch) = wanted.find(touches, lines, at) else { continue };
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
            if at >= joints && own.binary_search(&at).is_ok() {
                let mut row = self.rows.copy(&self.held, at - joints);
                let speed = row.speed(written.bodies());
                aim(&mut row, speed, &lines.promises[at], span);
            } else {
                self.rows.copy(&lines.rows, at);
            }
        }
        for at in 0..lines.contacts.len() {
            let begun = lines.contact_rows[at].first;
            let found = wanted.find(around.collision.touches(), lines, at);
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
    /// A contact at the end, if it is one of vertices in the island and does not bounce.
    /// What has come nearer to another face than to its own keeps the row that it has, if
    /// faces may not change.
    fn find<'a>(
        &self,
        touches: &'a [DeformingContact],
        lines: &Linearisation,
        at: usize,
    ) -> Option<&'a DeformingContact> {
        let first = lines.contact_rows[at].first;
        let is_again = lines.holds[at].iter().any(|hold| *hold != SiteCarrier::Body)
            && lines.islands.all()[self.island].rows.binary_search(&first).is_ok()
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
fn is_named(touch: &DeformingContact, lines: &Linearisation, layout: &Layout) -> bool {
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
