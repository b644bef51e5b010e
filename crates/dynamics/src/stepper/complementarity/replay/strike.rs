//! An impact with given impulses: v⁺ = v + M⁻¹Jᵀλ and w = J v⁺ + ε λ − e·(approach).

use super::super::refine::kicks::strike::BLOW;
use super::super::refine::kicks::{CLOSED, joints};
use super::values::{Replay, Values, set_impulses, span_at};
use super::{Part, Point, Solved};
use crate::joint::Rule;
use crate::rows::Bodies;
use crate::world::World;

impl Replay {
    pub(super) fn begin_strike(
        &mut self,
        world: &mut World,
        part: &Part,
        solved: &Solved,
        bounces: &[bool],
        driven: f64,
        point: &Point,
    ) {
        self.place(world, part, point, driven);
        let contacts = self.find(world, part, &solved.contacts, part.span.h, 0);
        let mut lines = self.lend(0);
        lines.contacts = contacts;
        let (bodies, states) = (world.model.bodies(), &world.state.bodies);
        lines.inertia.refresh(bodies, states, part.members.iter().copied());
        let includes = self.includes();
        let span = span_at(part, point);
        let loads = Some(&self.loads[..]);
        lines.write_by(Rule::SecondKick, world, &self.collision, &span, loads, includes);
        let closed = CLOSED * world.error_bounds.accuracy.unwrap_or(0.0);
        joints::strike(&mut lines, closed, BLOW);
        let bodies =
            Bodies { bodies: world.model.bodies(), states: &world.state.bodies, vertices: &[] };
        let rows = lines.contacts.iter().zip(&lines.contact_rows).zip(bounces);
        for ((contact, rows), &bounces) in rows {
            let approach = -lines.rows.speed(&lines.rows.rows()[rows.first], &bodies);
            let [(_, one), (_, two)] = self.collision.parties(contact);
            let restitution = world.model.materials.between(one, two).restitution;
            let row = lines.rows.row_mut(rows.first);
            (row.error, row.gamma) = (0.0, 0.0);
            row.target = if bounces { restitution * approach } else { 0.0 };
            for at in rows.first..rows.first + rows.count {
                lines.rows.row_mut(at).epsilon *= BLOW;
            }
        }
        if self.is_nominal {
            lines.find_islands(&self.layout, part.members.iter().copied());
            lines.wake_all();
        }
        self.put_back(0, lines);
        self.hold(0);
        self.base.clear();
        self.base.extend(part.members.iter().map(|&body| world.state.bodies[body]));
    }

    pub(super) fn finish_strike(
        &mut self,
        world: &mut World,
        part: &Part,
        impulses: &[f64],
    ) -> Values {
        for (&body, state) in part.members.iter().zip(&self.base) {
            world.state.bodies[body] = *state;
        }
        let lines = &mut self.lines;
        set_impulses(lines, impulses);
        lines.apply_impulses(world);
        let mut values = Values::default();
        values.add(lines, world, part.span.h);
        values.ends.extend(part.members.iter().map(|&body| world.state.bodies[body]));
        self.is_nominal = false;
        values
    }
}
