//! A step that is linearised where it ends (`refine/round.rs`), as its rounds would have it in the
//! limit. With the velocities u of the members at the end as unknowns besides λ, they end at
//! q⁺ = q* ⊕ h u, where q* and the velocity v* that forces alone would give are those of the first
//! order or of two steps (`refine/motion.rs`), and
//!
//! - v⁺ = v*(q⁺) + M(q⁺)⁻¹J(q⁺)ᵀλ, which is u where the step ends;
//! - gaps and what joints hold: w = (φ(q⁺) − (1 − γ)φ₀)/h + ε λ − target;
//! - slip, motors and what bounces: w = J(q⁺)u + ε λ − target.

use stickslip_contact::Contact;

use super::super::linearisation::Span;
use super::super::refine::Base;
use super::super::refine::measure::is_pushed;
use super::super::stages;
use super::record::{Depth, Rounds};
use super::values::{Replay, Values, set_impulses, span_at};
use super::{Part, Point};
use crate::motion;
use crate::rows::Bodies;
use crate::world::World;

impl Replay {
    pub(super) fn begin_rounds(
        &mut self,
        world: &mut World,
        part: &Part,
        rounds: &Rounds,
        point: &Point,
    ) {
        let whole = span_at(part, point);
        // The beginning: depths of contacts and violations of joints.
        self.place(world, part, point, point.h);
        let known: Vec<Contact> = rounds.contacts.iter().filter_map(|own| own.depth.of()).collect();
        let known = self.find(world, part, &known, point.h, 0);
        let mut begun = self.lend(1);
        begun.contacts = known;
        let includes = self.includes();
        begun.write(world, &self.collision, &whole, Some(&self.loads), includes);
        // The end.
        let h = rounds.order.seconds(point.h);
        let end = whole.time + whole.h;
        let share = whole.share * (whole.h / h);
        let span = Span { time: end - h, h, left: h, share };
        for (&body, (state, &[velocity, spin])) in
            part.members.iter().zip(point.states.iter().zip(&point.velocities))
        {
            let forces = stages::forces(world, body);
            let constants = &world.model.bodies()[body];
            let turned = world.state.bodies[body].pose.orientation;
            let gyroscopic = world.settings.gyroscopic;
            let base =
                Base::new(rounds.order, constants, state, turned, forces, gyroscopic, whole.h);
            let own = &mut world.state.bodies[body];
            (own.pose, own.velocity, own.angular_velocity) = (base.pose, velocity, spin);
            motion::advance(constants, own, h);
        }
        for &body in &self.led {
            let state = &mut world.state.bodies[body];
            motion::advance(&world.model.bodies()[body], state, whole.h);
        }
        let mut lines = self.lend(0);
        let (bodies, states) = (world.model.bodies(), &world.state.bodies);
        lines.inertia.refresh(bodies, states, part.members.iter().copied());
        lines.contacts = self.find(world, part, &rounds.solved.contacts, 0.0, 1);
        let includes = self.includes();
        lines.write(world, &self.collision, &span, Some(&self.loads), includes);
        self.put_back(0, lines);
        self.put_back(1, begun);
        self.hold(0);
        self.aim_at_the_end(world, rounds, point, h);
        if self.is_nominal {
            self.lines.find_islands(&self.layout, part.members.iter().copied());
            self.lines.wake_all();
        }
        self.base.clear();
        self.base.extend(part.members.iter().map(|&body| world.state.bodies[body]));
    }

    /// What rows want of the whole step.
    fn aim_at_the_end(&mut self, world: &World, rounds: &Rounds, point: &Point, h: f64) {
        let Self { lines, ends: begun, .. } = self;
        let bodies =
            Bodies { bodies: world.model.bodies(), states: &world.state.bodies, vertices: &[] };
        for at in 0..lines.joint_rows.len() {
            let speed = lines.rows.speed(&lines.rows.rows()[at], &bodies);
            let mut from = begun.rows.rows()[at].error;
            let row = lines.rows.row_mut(at);
            if row.gamma <= 0.0 {
                continue;
            }
            match rounds.earlier.get(at) {
                _ if is_pushed(row) => from = from.min(0.0),
                Some(Some(before)) => from += (from - before) / 3.0,
                _ => {}
            }
            row.error -= h * speed + (1.0 - row.gamma) * from;
            row.gamma = 1.0;
        }
        let mut starts = world.state.bodies.clone();
        for (&body, state) in self.members.iter().zip(&point.states) {
            starts[body] = *state;
        }
        let starts = Bodies { bodies: world.model.bodies(), states: &starts, vertices: &[] };
        let mut known = begun.contacts.iter().zip(&begun.contact_rows);
        let (contacts, written_rows) = (lines.contacts.clone(), lines.contact_rows.clone());
        let own = contacts.iter().zip(&written_rows);
        let kept = rounds.contacts.iter().zip(&rounds.solved.bounces);
        for ((contact, rows), (kept, &bounces)) in own.zip(kept) {
            let old = kept.depth.of().and_then(|_| known.next());
            let written = &lines.rows.rows()[rows.first];
            let speed = lines.rows.speed(written, &bodies);
            let sides = self.collision.parties(contact).map(|(_, material)| material);
            let surface = world.model.materials.between(sides[0], sides[1]);
            let (error, gamma, target) = if bounces {
                let approach = match old {
                    Some((_, rows)) if kept.is_old => {
                        begun.rows.speed(&begun.rows.rows()[rows.first], &starts)
                    }
                    _ => lines.rows.speed(written, &starts),
                };
                (0.0, 0.0, -surface.restitution * approach)
            } else {
                let depth = match (kept.depth, old) {
                    (Depth::Foreseen, _) => contact.gap - h * speed,
                    (_, Some((old, _))) => old.gap.min(0.0),
                    _ => 0.0,
                };
                let gamma = if kept.was_open { 1.0 } else { surface.compliance.row(h).1 };
                (contact.gap - h * speed - (1.0 - gamma) * depth, 1.0, 0.0)
            };
            let row = lines.rows.row_mut(rows.first);
            (row.error, row.gamma, row.target) = (error, gamma, target);
        }
    }

    pub(super) fn finish_rounds(
        &mut self,
        world: &mut World,
        part: &Part,
        rounds: &Rounds,
        point: &Point,
        impulses: &[f64],
    ) -> Values {
        for ((&body, state), end) in part.members.iter().zip(&point.states).zip(&self.base) {
            let forces = stages::forces(world, body);
            let constants = &world.model.bodies()[body];
            let turned = end.pose.orientation;
            let gyroscopic = world.settings.gyroscopic;
            let base =
                Base::new(rounds.order, constants, state, turned, forces, gyroscopic, point.h);
            let own = &mut world.state.bodies[body];
            (own.pose, own.velocity, own.angular_velocity) = (end.pose, base.velocity, base.spin);
        }
        set_impulses(&mut self.lines, impulses);
        self.lines.apply_impulses(world);
        let mut values = Values::default();
        values.ends.extend(part.members.iter().map(|&body| world.state.bodies[body]));
        for (&body, end) in part.members.iter().zip(&self.base) {
            world.state.bodies[body] = *end;
        }
        values.add(&self.lines, world, rounds.order.seconds(point.h));
        self.is_nominal = false;
        values
    }
}

impl Depth {
    /// The contact of the beginning that says it.
    fn of(self) -> Option<Contact> {
        match self {
            Self::Of(contact) => Some(contact),
            Self::None | Self::Foreseen => None,
        }
    }
}
