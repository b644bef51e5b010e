//! A piece of two kicks with given impulses (`refine/kicks`), as its rounds would have it in
//! the limit. With the members at q₁ after the first kick,
//!
//! - gaps and what joints hold: w = (φ₁ − φ₀)/h + γ φ₀/h + 2ε λ₀ − target;
//! - slip: w = ½(J₀(v₀ + b) + J₁v) + 2ε λ₀ with the blow b = M⁻¹J₀ᵀλ₀, or J₀v₀ + 2ε λ₀ of what
//!   slides on; motors and dry friction of joints likewise, less their target;
//! - in the second kick: w = J₁v₁ + ε(λ₁ − λ₀) + e·(approach of what met).

use glam::DVec3;
use stickslip_contact::Contact;

use super::super::linearisation::Span;
use super::super::refine::kicks::{CLOSED, END, joints};
use super::super::refine::measure;
use super::super::stages;
use super::values::{Replay, Values, set_impulses, span_at};
use super::{KickContact, Part, Point, Solved};
use crate::joint::Rule;
use crate::motion;
use crate::rows::Bodies;
use crate::world::World;

/// What is known of a held contact at the beginning.
struct Begun {
    /// Velocity of the second side against the first, and with the blows.
    velocity: DVec3,
    slip: DVec3,
}

impl Replay {
    pub(super) fn begin_kick(
        &mut self,
        world: &mut World,
        part: &Part,
        first: &Solved,
        point: &Point,
    ) {
        let span = span_at(part, point);
        self.place(world, part, point, point.h);
        let contacts = self.find(world, part, &first.contacts, point.h, 0);
        let mut lines = self.lend(0);
        lines.contacts = contacts;
        let (bodies, states) = (world.model.bodies(), &world.state.bodies);
        lines.inertia.refresh(bodies, states, part.members.iter().copied());
        let includes = self.includes();
        let loads = Some(&self.loads[..]);
        lines.write_by(Rule::FirstKick, world, &self.collision, &span, loads, includes);
        let recorded = first.contacts.iter();
        let all = lines.contacts.iter().zip(&lines.contact_rows).zip(recorded);
        for ((contact, rows), recorded) in all {
            let row = lines.rows.row_mut(rows.first);
            (row.error, row.target) = (contact.gap, 0.0);
            row.gamma = self.share(&world.model, recorded, point.h);
            for at in rows.first..rows.first + rows.count {
                lines.rows.row_mut(at).epsilon *= 2.0;
            }
        }
        joints::begin(&mut self.joints, &mut lines);
        if self.is_nominal {
            lines.find_islands(&self.layout, part.members.iter().copied());
            lines.wake_all();
        }
        self.put_back(0, lines);
        self.hold(0);
    }

    pub(super) fn finish_kick(
        &mut self,
        world: &mut World,
        part: &Part,
        (first, second, held): (&Solved, &Solved, &[KickContact]),
        point: &Point,
        impulses: &[f64],
    ) -> Values {
        let (loads, blows) = impulses.split_at(first.rows());
        self.place(world, part, point, point.h);
        let velocities: Vec<DVec3> =
            self.lines.contacts.iter().map(|contact| self.velocity(world, contact)).collect();
        set_impulses(&mut self.lines, loads);
        self.lines.apply_impulses(world);
        let begun: Vec<Begun> = self
            .lines
            .contacts
            .iter()
            .zip(velocities)
            .map(|(contact, velocity)| Begun { velocity, slip: self.velocity(world, contact) })
            .collect();
        let speeds = self.speeds(world);
        let turns = self.turns(world, point.h);
        let mut values =
            Values { straight: self.straight(world, part, point), ..Values::default() };
        let (mut struck, mut flown) =
            (std::mem::take(&mut self.struck), std::mem::take(&mut self.flown));
        self.note(world, part, &mut struck);
        self.fly_on(world, part, point);
        self.note(world, part, &mut flown);
        (self.struck, self.flown) = (struck, flown);
        let ends = self.find(world, part, &second.contacts, 0.0, 1);
        values.w.resize(loads.len(), 0.0);
        self.measure_joints(world, point, &speeds, &mut values);
        self.measure_contacts(world, point, held, &begun, &mut values);
        for (row, turn) in turns {
            values.w[row] = turn + self.lines.rows.rows()[row].epsilon * loads[row];
        }
        values.add_bounds(&self.lines, world);
        values.meeting = match part.length {
            super::Length::Impact(key) => {
                self.found_by_key(key).map_or(f64::NAN, |contact| contact.gap)
            }
            super::Length::Stop(row) => self.scratch.rows()[row].error,
            _ => values.meeting,
        };
        self.write_second(world, part, (first, held, ends), point, &begun);
        set_impulses(&mut self.ends, blows);
        self.ends.apply_impulses(world);
        values.add(&self.ends, world, point.h);
        values.ends.extend(part.members.iter().map(|&body| world.state.bodies[body]));
        self.is_nominal = false;
        values
    }

    /// J v of the rows of joints.
    fn speeds(&mut self, world: &World) -> Vec<f64> {
        let bodies =
            Bodies { bodies: world.model.bodies(), states: &world.state.bodies, vertices: &[] };
        joints::note_means(&mut self.joints, &self.lines, &bodies);
        let rows = &self.lines.rows;
        let own = 0..self.lines.joint_rows.len();
        own.map(|at| rows.speed(&rows.rows()[at], &bodies)).collect()
    }

    /// w of all rows with the velocities of the middle, as the first round of a kick knows it.
    fn straight(&self, world: &mut World, part: &Part, point: &Point) -> Vec<f64> {
        let struck: Vec<_> = part.members.iter().map(|&body| world.state.bodies[body]).collect();
        for &body in &part.members {
            let (force, torque) = stages::forces(world, body);
            let constants = &world.model.bodies()[body];
            let state = &mut world.state.bodies[body];
            let turn = state.pose.orientation;
            let spin = turn * (constants.inverse_inertia * (turn.inverse() * torque));
            state.velocity += 0.5 * point.h * constants.inverse_mass * force;
            state.angular_velocity += 0.5 * point.h * spin;
        }
        let mut values = Values::default();
        values.add(&self.lines, world, point.h);
        for (&body, state) in part.members.iter().zip(&struck) {
            world.state.bodies[body] = *state;
        }
        values.w
    }

    /// J v of the rows of moments, which act on the spins of the middle.
    fn turns(&self, world: &World, h: f64) -> Vec<(usize, f64)> {
        let spin = |body: usize| {
            let (_, torque) = stages::forces(world, body);
            let (constants, state) = (&world.model.bodies()[body], &world.state.bodies[body]);
            let turn = state.pose.orientation;
            let change = turn * (constants.inverse_inertia * (turn.inverse() * torque));
            state.angular_velocity + 0.5 * h * change
        };
        let lines = &self.lines;
        let moments = lines.contact_rows.iter().flat_map(|rows| {
            let first = if rows.has_tangents() { rows.first + 3 } else { rows.first + rows.count };
            first..rows.first + rows.count
        });
        let speed = |row: usize| {
            let terms = lines.rows.terms(&lines.rows.rows()[row]).iter();
            terms.map(|term| term.angular.dot(spin(term.mover))).sum()
        };
        moments.map(|row| (row, speed(row))).collect()
    }

    /// Moves the members, which have their blows, to the end.
    fn fly_on(&self, world: &mut World, part: &Part, point: &Point) {
        for &body in &part.members {
            let forces = stages::forces(world, body);
            let constants = &world.model.bodies()[body];
            let gyroscopic = world.settings.gyroscopic;
            let state = &mut world.state.bodies[body];
            motion::fly(constants, state, forces, gyroscopic, point.h);
        }
        self.drive(world, point.time + point.h, END * point.h);
    }

    /// w of the rows of joints in the first kick.
    fn measure_joints(
        &mut self,
        world: &World,
        point: &Point,
        speeds: &[f64],
        values: &mut Values,
    ) {
        let lines = &self.lines;
        let named = lines.joint_rows.chunk_by(|one, two| one == two).map(|rows| rows[0]);
        measure::write_joints(world, named, point.time, point.h, &mut self.scratch);
        let bodies =
            Bodies { bodies: world.model.bodies(), states: &world.state.bodies, vertices: &[] };
        for (at, end) in self.scratch.rows().iter().enumerate() {
            let row = &lines.rows.rows()[at];
            let speed = match row.gamma > 0.0 {
                true => (end.error - row.error + row.gamma * row.error) / point.h,
                false => 0.5 * (speeds[at] + self.scratch.speed(end, &bodies)),
            };
            values.w[at] = speed - row.target + row.epsilon * lines.impulses[at];
        }
    }

    /// w of the rows of contacts in the first kick.
    fn measure_contacts(
        &self,
        world: &World,
        point: &Point,
        held: &[KickContact],
        begun: &[Begun],
        values: &mut Values,
    ) {
        let lines = &self.lines;
        let contacts = lines.contacts.iter().zip(&lines.contact_rows).zip(held.iter().zip(begun));
        for (at, ((contact, rows), (held, begun))) in contacts.enumerate() {
            let end = self.found(contact);
            let end = end.unwrap_or_else(|| self.followed(world, contact, at));
            let row = &lines.rows.rows()[rows.first];
            let gap = end.gap - contact.gap + row.gamma * contact.gap;
            values.w[rows.first] = gap / point.h + row.epsilon * lines.impulses[rows.first];
            if rows.has_tangents() {
                let last = Contact { point: end.point, ..*contact };
                let mean = 0.5 * (begun.slip + self.velocity(world, &last));
                let against = if held.slides_on { begun.velocity } else { mean };
                for tangent in 1..3 {
                    let at = rows.first + tangent;
                    let row = &lines.rows.rows()[at];
                    values.w[at] =
                        against.dot(rows.frame.col(tangent)) + row.epsilon * lines.impulses[at];
                }
            }
        }
    }

    /// The rows of the second kick, where the members are.
    fn write_second(
        &mut self,
        world: &mut World,
        part: &Part,
        (first, held, contacts): (&Solved, &[KickContact], Vec<Contact>),
        point: &Point,
        begun: &[Begun],
    ) {
        let span = Span { time: point.time + point.h, ..span_at(part, point) };
        let mut lines = self.lend(1);
        lines.contacts = contacts;
        let (bodies, states) = (world.model.bodies(), &world.state.bodies);
        lines.inertia.refresh(bodies, states, part.members.iter().copied());
        let includes = self.includes();
        let loads = Some(&self.loads[..]);
        lines.write_by(Rule::SecondKick, world, &self.collision, &span, loads, includes);
        let closed = CLOSED * world.error_bounds.accuracy.unwrap_or(0.0);
        joints::end(&self.joints, &mut lines, closed);
        for (contact, rows) in lines.contacts.iter().zip(&lines.contact_rows) {
            let key = contact.key();
            let place = first.contacts.binary_search_by_key(&key, Contact::key).ok();
            let row = lines.rows.row_mut(rows.first);
            (row.error, row.gamma, row.target) = (0.0, 0.0, 0.0);
            let Some(place) = place else { continue };
            let load = self.lines.impulses[self.lines.contact_rows[place].first];
            row.target = row.epsilon * load.max(0.0);
            if held[place].meets {
                let [(_, one), (_, two)] = self.collision.parties(contact);
                let restitution = world.model.materials.between(one, two).restitution;
                let normal = self.lines.contacts[place].normal;
                row.target -= restitution * begun[place].velocity.dot(normal);
            }
        }
        if self.is_nominal {
            lines.find_islands(&self.layout, part.members.iter().copied());
            lines.wake_all();
        }
        self.put_back(1, lines);
        self.hold(1);
    }

    /// The velocity of the second side of a contact against the first at its point (m/s).
    pub(super) fn velocity(&self, world: &World, contact: &Contact) -> DVec3 {
        let [first, second] = self.collision.parties(contact).map(|(body, _)| {
            let state = &world.state.bodies[body];
            state.velocity + state.angular_velocity.cross(contact.point - state.pose.position)
        });
        second - first
    }
}
