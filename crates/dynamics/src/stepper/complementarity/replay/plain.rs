//! A step that is linear at its beginning, with given impulses: v⁺ = v_free + H⁻¹Jᵀλ and
//! w = J v⁺ + ε λ + γ φ/h − target.

use stickslip_solve::Label;

use super::super::linearisation::Linearisation;
use super::super::stages;
use super::values::{Replay, Values, set_impulses, span_at};
use super::{Kind, Part, Point, Solved};
use crate::motion;
use crate::rows::Bodies;
use crate::step_error::StepError;
use crate::world::World;

impl Replay {
    pub(super) fn begin_plain(
        &mut self,
        world: &mut World,
        part: &Part,
        solved: &Solved,
        point: &Point,
    ) -> Result<(), StepError> {
        let span = span_at(part, point);
        self.place(world, part, point, point.h);
        let contacts = self.find(world, part, &solved.contacts, point.h, 0);
        let mut lines = self.lend(0);
        lines.contacts = contacts;
        let (bodies, states) = (world.model.bodies(), &world.state.bodies);
        lines.inertia.refresh(bodies, states, part.members.iter().copied());
        let includes = self.includes();
        lines.write(world, &self.collision, &span, Some(&self.loads), includes);
        self.fix_contacts(world, &mut lines, solved, point.h);
        self.put_back(0, lines);
        self.hold(0);
        let lines = &mut self.lines;
        lines.impulses.clear();
        lines.impulses.resize(lines.rows.rows().len(), 0.0);
        lines.labels.clear();
        lines.labels.resize(lines.rows.rows().len(), Label::Free);
        let is_member = &self.is_member;
        lines.trees.leave_out(&world.forest, |body| is_member[body]);
        lines.carry(world, point.h)?;
        lines.put_back_recorded(&solved.counts);
        if matches!(part.kind, Kind::Closed(_)) {
            lines.close_loops(world, point.h);
        }
        if self.is_nominal || !world.forest.trees.is_empty() {
            lines.find_islands(&self.layout, part.members.iter().copied());
            lines.wake_all();
        }
        for &body in &part.members {
            if world.forest.link(body).is_none() {
                stages::accelerate_body(world, body, point.h);
            }
        }
        lines.trees.accelerate(world);
        self.steps.clone_from(lines.trees.steps());
        self.base.clear();
        self.base.extend(part.members.iter().map(|&body| world.state.bodies[body]));
        Ok(())
    }

    /// Holds on which side of 0 a gap is, and whether it bounces.
    fn fix_contacts(&self, world: &World, lines: &mut Linearisation, solved: &Solved, h: f64) {
        let bodies =
            Bodies { bodies: world.model.bodies(), states: &world.state.bodies, vertices: &[] };
        let recorded = solved.contacts.iter().zip(&solved.bounces);
        for ((contact, rows), (old, &bounces)) in
            lines.contacts.iter().zip(&lines.contact_rows).zip(recorded)
        {
            let approach = lines.rows.speed(&lines.rows.rows()[rows.first], &bodies);
            let [(_, one), (_, two)] = self.collision.parties(contact);
            let restitution = world.model.materials.between(one, two).restitution;
            let row = lines.rows.row_mut(rows.first);
            row.gamma = self.share(&world.model, old, h);
            row.error = if bounces && old.gap > 0.0 { 0.0 } else { contact.gap };
            row.target = if bounces { -restitution * approach } else { 0.0 };
        }
    }

    pub(super) fn finish_plain(
        &mut self,
        world: &mut World,
        part: &Part,
        point: &Point,
        impulses: &[f64],
    ) -> Values {
        for (&body, state) in part.members.iter().zip(&self.base) {
            world.state.bodies[body] = *state;
        }
        // Where it was when the part began: this may be the second time that it ends.
        self.drive(world, point.time, point.h);
        let lines = &mut self.lines;
        lines.trees.set_steps(&self.steps);
        set_impulses(lines, impulses);
        lines.apply_impulses(world);
        lines.move_trees(world);
        let mut values = Values::default();
        values.add(lines, world, point.h);
        let mut struck = std::mem::take(&mut self.struck);
        self.note(world, part, &mut struck);
        self.struck = struck;
        let lines = &mut self.lines;
        for &body in part.members.iter().filter(|&&body| world.forest.link(body).is_none()) {
            motion::advance(&world.model.bodies()[body], &mut world.state.bodies[body], point.h);
        }
        // Trees may hang on what is led.
        for &body in self.led.iter().filter(|_| self.is_driven) {
            motion::advance(&world.model.bodies()[body], &mut world.state.bodies[body], point.h);
        }
        lines.trees.advance(world, point.h);
        if matches!(part.kind, Kind::Closed(_)) {
            lines.straighten_loops(world);
        }
        values.ends.extend(part.members.iter().map(|&body| world.state.bodies[body]));
        self.is_nominal = false;
        values
    }
}
