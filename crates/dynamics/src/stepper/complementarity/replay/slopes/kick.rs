//! Columns of a piece of two kicks (`kick.rs` of the replay has its equations): a blow at the
//! beginning, a flight, what is measured at its end, and a blow there.

use glam::DVec3;
use stickslip_contact::Contact;

use super::super::super::linearisation::Linearisation;
use super::super::super::refine::kicks::END;
use super::super::super::stages;
use super::super::values::Replay;
use super::super::{KickContact, Kind, Length, Part, Point, Values};
use super::find::{Writing, write_contact};
use super::level::{Level, moments};
use super::plain::{flight, unit, velocity};
use super::{Column, Parts, Scratch, Seed};
use crate::joint::{Interval, Rule};
use crate::rows::{Role, RowBuffer};
use crate::world::World;

/// What the columns of a kick need to know besides its rows.
#[derive(Default)]
pub(super) struct Kick {
    /// Velocities of the members in the middle of the first kick.
    middle: Vec<[DVec3; 2]>,
    /// ½h torque on them.
    torques: Vec<DVec3>,
    /// Of each contact of the beginning: the velocity of the second side against the first at the
    /// end, its normal row there, its restitution if it meets.
    slips: Vec<DVec3>,
    pub(super) last: Vec<Option<usize>>,
    restitutions: Vec<f64>,
    /// Velocities of what scripts and hands lead, at the beginning.
    pub(super) led: Vec<[DVec3; 2]>,
    /// Rows that are measured at the end, with the tangents of the beginning.
    rows: RowBuffer,
    /// The contact whose closing ends the piece.
    meeting: Linearisation,
}

/// Trees take no kicks.
fn no_tree(_: (usize, usize), _: [DVec3; 2]) {}

/// What a change does to the rows of the first kick.
#[derive(Default)]
pub(super) struct Firsts {
    /// J₀v with the velocities after the blow, before it, and in the middle; Jv of the end.
    after: Vec<f64>,
    before: Vec<f64>,
    middle: Vec<f64>,
    end: Vec<f64>,
    /// Errors at both ends, and the target.
    begun: Vec<f64>,
    ended: Vec<f64>,
    target: Vec<f64>,
}

impl Firsts {
    fn clear(&mut self, rows: usize) {
        let Self { after, before, middle, end, begun, ended, target } = self;
        for values in [after, before, middle, end, begun, ended, target] {
            values.clear();
            values.resize(rows, 0.0);
        }
    }
}

impl Replay {
    pub(super) fn find_kick(
        &mut self,
        world: &mut World,
        part: &Part,
        point: &Point,
        parts: &mut Parts,
    ) {
        let Kind::Kick { held, .. } = &part.kind else { return };
        let (lines, ends) = (self.lend(0), self.lend(1));
        let flown = std::mem::take(&mut self.flown);
        let locals = self.nominal.each_ref().map(|nominal| nominal.locals.clone());
        self.note_end(world, part, point, (&lines, &ends, held), parts);
        // At the end, where the replay has left the world but for the last blow.
        let writing = |rule, after: f64, seconds, slot: usize, keeps_frames| Writing {
            interval: Interval { time: point.time + after, h: point.h, rule },
            seconds,
            locals: &locals[slot],
            keeps_frames,
            has_looked: false,
        };
        let measured = writing(Rule::Ends, 0.0, 0.0, 0, true);
        self.find_slopes(world, &flown, &lines, &measured, &mut parts.measured);
        let last = writing(Rule::SecondKick, point.h, 0.0, 1, false);
        let last = Writing { has_looked: true, ..last };
        self.find_slopes(world, &flown, &ends, &last, &mut parts.end);
        if let Length::Impact(_) = part.length {
            let meeting = std::mem::take(&mut parts.kick.meeting);
            let locals = meeting.contacts.iter().map(|contact| self.locals(world, contact));
            let locals: Vec<_> = locals.collect();
            let writing = Writing { locals: &locals, has_looked: true, ..measured };
            self.find_slopes(world, &flown, &meeting, &writing, &mut parts.meeting);
            parts.kick.meeting = meeting;
        }
        self.place(world, part, point, point.h);
        let first = writing(Rule::FirstKick, 0.0, point.h, 0, false);
        self.find_slopes(world, &point.states, &lines, &first, &mut parts.begin);
        parts.kick.led = self.led.iter().map(|&body| velocity(&world.state.bodies[body])).collect();
        self.drive(world, point.time + point.h, END * point.h);
        parts.moments = [&lines, &ends].map(|lines| moments(lines, &part.members));
        let own = part.members.iter().zip(&self.struck);
        parts.flown = own.map(|(&body, state)| flight(world, body, state, point.h)).collect();
        self.put_back(0, lines);
        self.put_back(1, ends);
        self.flown = flown;
    }

    /// Notes what is where the piece ends.
    fn note_end(
        &self,
        world: &mut World,
        part: &Part,
        point: &Point,
        (lines, ends, held): (&Linearisation, &Linearisation, &[KickContact]),
        parts: &mut Parts,
    ) {
        for (&body, state) in part.members.iter().zip(&self.flown) {
            world.state.bodies[body] = *state;
        }
        let Kick { middle, torques, slips, last, restitutions, rows, meeting, .. } =
            &mut parts.kick;
        middle.clear();
        torques.clear();
        for (&body, state) in part.members.iter().zip(&self.struck) {
            let (force, torque) = stages::forces(world, body);
            let (constants, turn) = (&world.model.bodies()[body], state.pose.orientation);
            let spin = turn * (constants.inverse_inertia * (turn.inverse() * torque));
            let half = 0.5 * point.h;
            let [velocity, own] = velocity(state);
            middle.push([velocity + half * constants.inverse_mass * force, own + half * spin]);
            torques.push(half * torque);
        }
        rows.clear();
        slips.clear();
        last.clear();
        restitutions.clear();
        for at in 0..lines.joint_rows.len() {
            rows.copy(&self.scratch, at);
        }
        let all = lines.contacts.iter().zip(&lines.contact_rows).zip(held);
        for (at, ((contact, own), held)) in all.enumerate() {
            let end = self.found(contact).unwrap_or_else(|| self.followed(world, contact, at));
            let [(first, one), (second, two)] = self.collision.parties(contact);
            let mut surface = world.model.materials.between(one, two);
            restitutions.push(if held.meets { surface.restitution } else { 0.0 });
            surface.restitution = 0.0;
            let tangents = own.has_tangents();
            write_contact(world, [first, second], &surface, tangents, (&end, own.frame), rows);
            slips.push(self.velocity(world, &Contact { point: end.point, ..*contact }));
            let found = ends.contacts.binary_search_by_key(&contact.key(), Contact::key);
            last.push(found.ok().map(|at| ends.contact_rows[at].first));
        }
        meeting.contacts.clear();
        meeting.contact_rows.clear();
        meeting.rows.clear();
        if let Length::Impact(key) = part.length
            && let Some(contact) = self.found_by_key(key)
        {
            let [(first, one), (second, two)] = self.collision.parties(&contact);
            let surface = world.model.materials.between(one, two);
            let both = (&contact, contact.frame());
            let own =
                write_contact(world, [first, second], &surface, false, both, &mut meeting.rows);
            meeting.contact_rows.push(own);
            meeting.contacts.push(contact);
        }
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn kick_column(
        &self,
        world: &World,
        part: &Part,
        point: &Point,
        values: &Values,
        seed: Seed<'_>,
        (parts, scratch): (&Parts, &mut Scratch),
        column: &mut Column,
    ) {
        let Kind::Kick { held, .. } = &part.kind else { return };
        let (lines, ends, h) = (&self.lines, &self.ends, point.h);
        let rows = lines.rows.rows();
        let count = rows.len();
        let (begin, end) = (self.level(world, lines, parts, 0), self.level(world, ends, parts, 1));
        let Scratch { places: [places, moved], before, speeds, middle, last, bent, firsts, .. } =
            scratch;
        for changes in [&mut *places, &mut *moved, before, speeds, middle, last] {
            changes.clear(part.members.len());
        }
        match seed {
            Seed::State(member, coordinate @ 0..6) => places.add(member, unit(coordinate)),
            Seed::State(member, coordinate) => {
                before.add(member, unit(coordinate));
                speeds.add(member, unit(coordinate));
            }
            Seed::Impulse(row) if row < count => begin.strike(row, speeds, no_tree),
            // Trees take no kicks.
            Seed::Way(..) => return,
            Seed::Forces(_) => {}
            Seed::Impulse(row) => {
                end.strike(row - count, last, no_tree);
                end.speeds(last, |at, w| column.w[count + at] += w);
                column.w[row] += ends.rows.rows()[row - count].epsilon;
                last.touched
                    .iter()
                    .for_each(|&at| column.add_end(parts.firsts[at] + 6, last.values[at]));
                return;
            }
        }
        firsts.clear(count);
        begin.bend(places, bent);
        begin.blow(places, bent, speeds, no_tree);
        middle.copy(speeds);
        for &member in &places.touched {
            let (turn, torque) = (places.values[member][1], parts.kick.torques[member]);
            if torque != DVec3::ZERO {
                middle.add(member, [DVec3::ZERO, begin.turned_spin(member, turn, torque)]);
            }
        }
        if let Seed::Forces(forces) = seed {
            self.pull(world, 0.5 * h, forces, middle, no_tree);
        }
        let led = |body: usize| match self.led.binary_search(&body) {
            Ok(at) => parts.kick.led[at],
            Err(_) => [DVec3::ZERO; 2],
        };
        let of = |body: usize, own: &dyn Fn(usize) -> [DVec3; 2]| match begin.member(body) {
            Some(member) => own(member),
            None => led(body),
        };
        let struck = |body: usize| of(body, &|member| velocity(&self.struck[member]));
        let start = |body: usize| of(body, &|member| velocity(&point.states[member]));
        let mean = |body: usize| of(body, &|member| parts.kick.middle[member]);
        begin.bent_speeds(bent, struck, |row, w| firsts.after[row] += w);
        begin.bent_speeds(bent, start, |row, w| firsts.before[row] += w);
        begin.bent_speeds(bent, mean, |row, w| firsts.middle[row] += w);
        begin.speeds(speeds, |row, w| firsts.after[row] += w);
        begin.speeds(before, |row, w| firsts.before[row] += w);
        begin.speeds(middle, |row, w| firsts.middle[row] += w);
        bent.tell_numbers(&parts.begin, |row, number| {
            (firsts.begun[row], firsts.target[row]) = (number.error, number.target);
        });
        self.turn_tangents(parts, bent, firsts);
        // On to the end.
        last.copy(speeds);
        for &member in places.touched.iter().chain(&speeds.touched) {
            moved.add(member, [DVec3::ZERO; 2]);
        }
        for at in 0..moved.touched.len() {
            let member = moved.touched[at];
            let ([place, turn], [speed, spin]) = (places.values[member], speeds.values[member]);
            let along = |at: usize| -> DVec3 {
                let flown = &parts.flown[member];
                (0..3).map(|c| turn[c] * flown[c][at] + spin[c] * flown[3 + c][at]).sum()
            };
            moved.add(member, [place + h * speed, along(0)]);
            last.add(member, [DVec3::ZERO, along(1) - spin]);
        }
        if let Seed::Forces(forces) = seed {
            self.pull(world, 0.5 * h * h, forces, moved, no_tree);
            self.pull(world, h, forces, last, no_tree);
        }
        let measured = Level { rows: &parts.kick.rows, slopes: &parts.measured, ..begin };
        let flown = |body: usize| match begin.member(body) {
            Some(member) => velocity(&self.flown[member]),
            None => velocity(&world.state.bodies[body]),
        };
        measured.bend(moved, bent);
        measured.bent_speeds(bent, flown, |row, w| firsts.end[row] += w);
        measured.speeds(last, |row, w| firsts.end[row] += w);
        bent.tell_numbers(&parts.measured, |row, number| firsts.ended[row] = number.error);
        self.first_rows(held, h, firsts, column);
        if let Seed::Impulse(row) = seed {
            column.w[row] += rows[row].epsilon;
            column.straight[row] += rows[row].epsilon;
        }
        if let Length::Stop(row) = part.length {
            column.meeting = firsts.ended[row];
        } else if !parts.kick.meeting.contacts.is_empty() {
            let meeting = Level { slopes: &parts.meeting, ..begin };
            meeting.bend(moved, bent);
            bent.tell_numbers(&parts.meeting, |_, number| column.meeting = number.error);
        }
        // The second kick.
        end.bend(moved, bent);
        end.blow(moved, bent, last, no_tree);
        let after = |body: usize| match begin.member(body) {
            Some(member) => velocity(&values.ends[member]),
            None => velocity(&world.state.bodies[body]),
        };
        let second = &mut column.w[count..];
        end.bent_speeds(bent, after, |row, w| second[row] += w);
        end.speeds(last, |row, w| second[row] += w);
        bent.tell_numbers(&parts.end, |row, number| {
            second[row] += ends.rows.rows()[row].gamma * number.error / h - number.target;
        });
        for (at, own) in lines.contact_rows.iter().enumerate() {
            if let Some(row) = parts.kick.last[at] {
                second[row] += parts.kick.restitutions[at] * firsts.before[own.first];
            }
        }
        if let Seed::Impulse(row) = seed {
            self.follow_load(row, parts, second);
        }
        moved.touched.iter().for_each(|&at| column.add_end(parts.firsts[at], moved.values[at]));
        last.touched.iter().for_each(|&at| column.add_end(parts.firsts[at] + 6, last.values[at]));
    }

    /// The tangents of the beginning turn, against which the slip of the end is measured.
    fn turn_tangents(&self, parts: &Parts, bent: &super::Bent, firsts: &mut Firsts) {
        let joints = parts.begin.blocks.len() - self.lines.contacts.len();
        for &(block, first, _) in bent.blocks.iter().filter(|(block, ..)| *block >= joints) {
            let at = block - joints;
            let own = &self.lines.contact_rows[at];
            if !own.has_tangents() {
                continue;
            }
            // Each row has a term of either side.
            let [_, (second, _)] = self.collision.parties(&self.lines.contacts[at]);
            for tangent in 1..3 {
                let terms = &bent.terms[first + 2 * tangent..][..2];
                let turned = terms.iter().find(|term| term.mover == second);
                let along = turned.map_or(0.0, |term| term.linear.dot(parts.kick.slips[at]));
                firsts.end[own.first + tangent] += along;
            }
        }
    }

    /// w of the rows of the first kick.
    fn first_rows(&self, held: &[KickContact], h: f64, firsts: &Firsts, column: &mut Column) {
        let rows = self.lines.rows.rows();
        let Firsts { after, before, middle, end, begun, ended, target } = firsts;
        let placed = |at: usize| {
            let gamma = rows[at].gamma;
            let whole = (ended[at] - begun[at] + gamma * begun[at]) / h;
            [whole - target[at], middle[at] + gamma * begun[at] / h - target[at]]
        };
        let mut put = |at: usize, [whole, straight]: [f64; 2]| {
            (column.w[at], column.straight[at]) = (whole, straight);
        };
        for at in 0..self.lines.joint_rows.len() {
            put(
                at,
                match rows[at].gamma > 0.0 {
                    true => placed(at),
                    false => [0.5 * (after[at] + end[at]) - target[at], middle[at] - target[at]],
                },
            );
        }
        for (own, held) in self.lines.contact_rows.iter().zip(held) {
            put(own.first, placed(own.first));
            for at in own.first + 1..own.first + own.count {
                let whole = match (at - own.first < 3, held.slides_on) {
                    (true, true) => before[at],
                    (true, false) => 0.5 * (after[at] + end[at]),
                    (false, _) => middle[at],
                };
                put(at, [whole, middle[at]]);
            }
        }
    }

    /// Rows of the second kick know the load of a row of the first.
    fn follow_load(&self, row: usize, parts: &Parts, second: &mut [f64]) {
        let (lines, ends) = (&self.lines, self.ends.rows.rows());
        let begun = &lines.rows.rows()[row];
        if row < lines.joint_rows.len() {
            if begun.gamma > 0.0 && begun.role == Role::Constraint {
                second[row] -= ends[row].epsilon;
            }
        } else if let Ok(at) = lines.contact_rows.binary_search_by_key(&row, |rows| rows.first)
            && let Some(last) = parts.kick.last[at]
            && lines.impulses[row] >= 0.0
        {
            second[last] -= ends[last].epsilon;
        }
    }
}
