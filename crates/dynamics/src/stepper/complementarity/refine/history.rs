//! Whose last step was smooth, so that the next may look back at it.

use super::super::linearisation::Linearisation;
use super::Refinement;
use super::measure::is_pushed;
use crate::state::Before;
use crate::world::World;

/// Times gravity by which a body may be accelerated in the step after an impact; the first
/// value that was tried.
const SUDDEN: f64 = 4.0;

impl Refinement {
    /// Bodies that looked back in the last step go on doing so: a step that is
    /// now of first order and now of second would take and give energy.
    pub(super) fn mark_used_history(&mut self, plain: &Linearisation) {
        for island in plain.islands.all() {
            if self.looks_back(&island.bodies) {
                island.bodies.iter().for_each(|&body| self.missed[body] = true);
            }
        }
    }

    /// Notes of every body whether something has begun to push it in the plain step, and
    /// whether it was solved there.
    pub(super) fn note_plain(&mut self, plain: &Linearisation) {
        let mut pushed = std::mem::take(&mut self.pushed);
        pushed.fill(false);
        self.each_jump(plain, |row| {
            let terms = plain.rows.terms(&plain.rows.rows()[row]).iter();
            for term in terms.filter(|term| self.is_refined(term.mover)) {
                pushed[term.mover] = true;
            }
        });
        self.pushed = pushed;
        self.solved.fill(false);
        let islands = plain.islands.all().iter().zip(&plain.deferred);
        for (island, _) in islands.filter(|(_, deferred)| !**deferred) {
            island.bodies.iter().for_each(|&body| self.solved[body] = true);
        }
    }

    /// Whether something has begun to push a member that did not push in the
    /// last step.
    pub(super) fn has_jump(&self, lines: &Linearisation) -> bool {
        let mut any = false;
        self.each_jump(lines, |row| {
            let terms = lines.rows.terms(&lines.rows.rows()[row]);
            any |= terms.iter().any(|term| self.is_member[term.mover]);
        });
        any
    }

    /// Marks all bodies of islands in which something has begun to push.
    /// Those that were stepped again are left out, if asked for.
    pub(super) fn note_jumps(&mut self, lines: &Linearisation, leave_out: bool) {
        let mut jumped = std::mem::take(&mut self.jumped);
        let (beside_soft, redone) = (&self.beside_soft, &self.redone);
        let is_refined = |body: usize| beside_soft.get(body) == Some(&false);
        let counts = |body: usize| is_refined(body) && !(leave_out && redone[body]);
        self.each_jump(lines, |row| {
            let terms = lines.rows.terms(&lines.rows.rows()[row]);
            terms
                .iter()
                .filter(|term| counts(term.mover))
                .for_each(|term| jumped[term.mover] = true);
        });
        let islands = lines.islands.all().iter();
        for island in islands.filter(|island| island.bodies.first().is_some_and(|&it| counts(it))) {
            if island.bodies.iter().any(|&body| jumped[body]) {
                island.bodies.iter().for_each(|&body| jumped[body] = true);
            }
        }
        self.jumped = jumped;
    }

    fn each_jump(&self, lines: &Linearisation, mut tell: impl FnMut(usize)) {
        let mut at = 0;
        for pair in lines.contacts.chunk_by(|one, two| one.sites == two.sites) {
            let colliders = pair[0].sites.map(|site| site.collider);
            let begin =
                self.loads.partition_point(|memory| [memory.key.0, memory.key.1] < colliders);
            let old = self.loads[begin..].iter();
            let mut old = old.take_while(|memory| [memory.key.0, memory.key.1] == colliders);
            let was_pushed = old.any(|memory| memory.load() > 0.0);
            for rows in &lines.contact_rows[at..at + pair.len()] {
                let bounces = lines.rows.rows()[rows.first].target > 0.0;
                if lines.impulses[rows.first] > 0.0 && (bounces || !was_pushed) {
                    tell(rows.first);
                }
            }
            at += pair.len();
        }
        let mut row = 0;
        for joint in lines.joint_rows.chunk_by(|one, two| one == two) {
            for kept in self.joint_starts[joint[0]]..self.joint_starts[joint[0]] + joint.len() {
                let pushed = is_pushed(&lines.rows.rows()[row]) && lines.impulses[row] > 0.0;
                if pushed && self.joint_loads[kept] <= 0.0 {
                    tell(row);
                }
                row += 1;
            }
        }
    }

    /// Leaves the beginning of this step for the next to look back at. An impact on what gives
    /// way may take two steps: the velocity between them is none to look back at.
    pub(super) fn write_history(&self, world: &mut World, h: f64, accuracy: f64) {
        let gentle = SUDDEN * h * world.settings.gravity.length() + accuracy / h;
        for (body, state) in world.state.bodies.iter_mut().enumerate() {
            let begin = &self.begin[body];
            let ends = begin.before.is_none() && state.velocity.distance(begin.velocity) > gentle;
            let stays = self.is_refined(body) && !self.jumped[body] && !ends;
            let smooth = world.model.bodies()[body].is_dynamic() && stays;
            state.before = smooth.then_some(Before {
                pose: begin.pose,
                velocity: begin.velocity,
                angular_velocity: begin.angular_velocity,
                counted: self.used_history[body],
            });
        }
    }
}
