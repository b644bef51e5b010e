//! Columns of a plain step and of an impact: velocities change by what acts, a blow, and then
//! the bodies move. With u = v⁺ after the blow, dw = dJ u + J du − d(target) + γ dφ/h.

use glam::DVec3;

use super::super::super::linearisation::Linearisation;
use super::super::super::stages;
use super::super::values::Replay;
use super::super::{Chart, Kind, Part, Point, Values};
use super::find::{Writing, turning};
use super::level::{Level, moments};
use super::{Column, Parts, Scratch, Seed, Turning};
use crate::joint::{Interval, Rule};
use crate::motion;
use crate::state::BodyState;
use crate::world::World;

impl Replay {
    /// Finds what the columns of a part are made of, once it was finished at the place of the
    /// step itself; false where they are not known, as those of loops.
    pub fn find_columns(
        &mut self,
        world: &mut World,
        part: &Part,
        point: &Point,
        chart: &Chart,
    ) -> bool {
        let mut parts = self.parts.take().unwrap_or_default();
        parts.chart.clone_from(chart);
        parts.firsts.clear();
        parts.firsts.resize(part.members.len(), 0);
        parts.numbers.clear();
        let mut trees = 0;
        for piece in &chart.pieces {
            piece.members.iter().for_each(|&member| parts.firsts[member] = piece.first);
            parts.numbers.push(trees);
            trees += usize::from(piece.tree.is_some());
        }
        parts.trees.clear();
        let mut is_known = true;
        match part.kind {
            Kind::Kick { .. } => self.find_kick(world, part, point, &mut parts),
            Kind::Rounds(_) => is_known = false,
            Kind::Fly => {
                let flights = part.members.iter().zip(&point.states);
                let turns = flights.map(|(&body, state)| flight(world, body, state, point.h));
                parts.flown = turns.collect();
            }
            Kind::Rest => {}
            _ => is_known = self.find_plain(world, part, point, &mut parts),
        }
        self.parts = Some(parts);
        is_known
    }

    /// One column. The world is as [`Replay::find_columns`] has left it.
    pub fn column(
        &mut self,
        world: &World,
        part: &Part,
        point: &Point,
        values: &Values,
        seed: Seed<'_>,
        column: &mut Column,
    ) {
        let parts = self.parts.take().unwrap_or_default();
        let mut scratch = self.scratch_of_columns.take().unwrap_or_default();
        column.clear(values.w.len(), parts.chart.len);
        match part.kind {
            Kind::Kick { .. } => {
                self.kick_column(world, part, point, values, seed, (&parts, &mut scratch), column)
            }
            Kind::Fly => self.fly_column(world, seed, point.h, &parts, column),
            Kind::Rest => match seed {
                Seed::State(member, coordinate @ 0..6) => {
                    column.ends[parts.firsts[member] + coordinate] = 1.0;
                }
                Seed::Way(piece, way) if 2 * way < parts.chart.pieces[piece].len => {
                    column.ends[parts.chart.pieces[piece].first + way] = 1.0;
                }
                _ => {}
            },
            _ => {
                self.plain_column(world, part, point, values, seed, (&parts, &mut scratch), column)
            }
        }
        self.scratch_of_columns = Some(scratch);
        self.parts = Some(parts);
    }

    fn find_plain(
        &mut self,
        world: &mut World,
        part: &Part,
        point: &Point,
        parts: &mut Parts,
    ) -> bool {
        if !matches!(part.kind, Kind::Strike { .. }) {
            self.drive(world, point.time, point.h);
        }
        let lines = self.lend(0);
        let Parts { chart, trees, .. } = parts;
        if chart.has_trees && !self.find_trees(world, part, point, &lines, chart, trees) {
            self.put_back(0, lines);
            return false;
        }
        let (rule, seconds) = match part.kind {
            Kind::Strike { .. } => (Rule::SecondKick, part.span.h),
            _ => (Rule::Ends, point.h),
        };
        let interval = Interval { time: point.time, h: point.h, rule };
        let writing = Writing {
            interval,
            seconds,
            locals: &self.nominal[0].locals.clone(),
            keeps_frames: false,
            has_looked: false,
        };
        self.find_slopes(world, &point.states, &lines, &writing, &mut parts.begin);
        for (contact, rows) in lines.contacts.iter().zip(&lines.contact_rows) {
            if contact.gap > 0.0 && lines.rows.rows()[rows.first].error == 0.0 {
                parts.begin.hold_error(rows.first);
            }
        }
        parts.moments[0] = moments(&lines, &part.members);
        parts.begun.clear();
        parts.flown.clear();
        if !matches!(part.kind, Kind::Strike { .. }) {
            for (&body, state) in part.members.iter().zip(&point.states) {
                if world.forest.link(body).is_some() {
                    parts.begun.push(Turning::default());
                    continue;
                }
                let constants = &world.model.bodies()[body];
                let forces = stages::forces(world, body);
                let gyroscopic = world.settings.gyroscopic;
                parts.begun.push(turning(state, |state| {
                    let (force, torque) = forces;
                    motion::free_velocity(constants, state, force, torque, gyroscopic, point.h);
                }));
            }
            for (&body, state) in part.members.iter().zip(&self.struck) {
                if world.forest.link(body).is_some() {
                    parts.flown.push(Turning::default());
                    continue;
                }
                let constants = &world.model.bodies()[body];
                parts
                    .flown
                    .push(turning(state, |state| motion::advance(constants, state, point.h)));
            }
        }
        self.put_back(0, lines);
        true
    }

    #[allow(clippy::too_many_arguments)]
    fn plain_column(
        &self,
        world: &World,
        part: &Part,
        point: &Point,
        values: &Values,
        seed: Seed<'_>,
        (parts, scratch): (&Parts, &mut Scratch),
        column: &mut Column,
    ) {
        let lines = &self.lines;
        let level = self.level(world, lines, parts, 0);
        let Scratch { places: [places, _], before, speeds, bent, trees, .. } = scratch;
        let count = part.members.len();
        [&mut *places, before, speeds].into_iter().for_each(|changes| changes.clear(count));
        let is_strike = matches!(part.kind, Kind::Strike { .. });
        trees.clear(&parts.trees);
        let mut way = None;
        match seed {
            Seed::State(member, coordinate) => {
                let unit = unit(coordinate);
                if coordinate < 6 {
                    places.add(member, unit);
                } else {
                    before.add(member, unit);
                }
                if is_strike {
                    speeds.copy(before);
                } else {
                    let turns = coordinate % 6 >= 3;
                    let by = 3 * usize::from(coordinate >= 6) + coordinate % 3;
                    let change = match turns {
                        true => [DVec3::ZERO, parts.begun[member][by][1]],
                        false if coordinate >= 6 => unit,
                        false => [DVec3::ZERO; 2],
                    };
                    speeds.add(member, change);
                }
            }
            Seed::Way(piece, own) => {
                let tree = parts.numbers[piece];
                parts.trees[tree].begin(own, (places, before), trees.of(tree));
                way = Some((tree, own));
            }
            Seed::Impulse(row) => {
                column.w[row] += lines.rows.rows()[row].epsilon;
                let mut own = parts.trees.iter().enumerate();
                if !own.any(|(tree, slopes)| slopes.strike(row, trees, tree)) {
                    level.strike(row, speeds, |link, blow| {
                        trees.strike(world, &parts.trees, link, blow);
                    });
                }
            }
            // No time passes in a strike.
            Seed::Forces(_) if is_strike => {}
            Seed::Forces(forces) => self.pull(world, point.h, forces, speeds, |link, blow| {
                trees.strike(world, &parts.trees, link, blow);
            }),
        }
        level.bend(places, bent);
        level.blow(places, bent, speeds, |link, blow| {
            trees.strike(world, &parts.trees, link, blow);
        });
        trees.finish(world, lines, &parts.trees, way, (speeds, column));
        let led = |body: usize| velocity(&world.state.bodies[body]);
        // Trees turn their velocities as they move.
        let struck = if is_strike { &values.ends } else { &self.struck };
        let after = |body: usize| match level.member(body) {
            Some(member) => velocity(&struck[member]),
            None => led(body),
        };
        level.bent_speeds(bent, after, |row, w| column.w[row] += w);
        level.speeds(speeds, |row, w| column.w[row] += w);
        if !is_strike {
            bent.tell_numbers(&parts.begin, |row, number| {
                let gamma = lines.rows.rows()[row].gamma;
                column.w[row] += gamma * number.error / point.h - number.target;
            });
        }
        // What bounces aims at a speed against the approach of the beginning.
        let bounces = self.bounces(world, part);
        if bounces.iter().any(|(_, restitution)| *restitution > 0.0) {
            let mut add = |row: usize, w: f64| {
                if let Ok(at) = bounces.binary_search_by_key(&row, |bounce| bounce.0) {
                    column.w[row] += bounces[at].1 * w;
                }
            };
            let begun = |body: usize| match level.member(body) {
                Some(member) => velocity(&point.states[member]),
                None => led(body),
            };
            level.bent_speeds(bent, begun, &mut add);
            level.speeds(before, &mut add);
        }
        let is_free = |member: &&usize| level.link(**member).is_none();
        for &member in places.touched.iter().filter(is_free) {
            column.add_end(parts.firsts[member], places.values[member]);
            if !is_strike {
                let turn = places.values[member][1];
                let flown = &parts.flown[member];
                let turned: DVec3 = (0..3).map(|axis| turn[axis] * flown[axis][0]).sum();
                column.add_end(parts.firsts[member], [DVec3::ZERO, turned - turn]);
            }
        }
        for &member in speeds.touched.iter().filter(is_free) {
            let [linear, angular] = speeds.values[member];
            column.add_end(parts.firsts[member] + 6, [linear, angular]);
            if !is_strike {
                let flown = &parts.flown[member];
                let turned: DVec3 = (0..3).map(|axis| angular[axis] * flown[3 + axis][0]).sum();
                column.add_end(parts.firsts[member], [point.h * linear, turned]);
            }
        }
    }

    /// x + h v + ½ h² g, and how bodies turn.
    fn fly_column(
        &self,
        world: &World,
        seed: Seed<'_>,
        h: f64,
        Parts { flown, firsts, .. }: &Parts,
        column: &mut Column,
    ) {
        let (member, coordinate) = match seed {
            Seed::State(member, coordinate) => (member, coordinate),
            Seed::Forces(forces) => {
                for (at, [force, _]) in forces.iter().enumerate() {
                    let change = h * world.model.bodies()[self.members[at]].inverse_mass * *force;
                    column.add_end(firsts[at], [0.5 * h * change, DVec3::ZERO]);
                    column.add_end(firsts[at] + 6, [change, DVec3::ZERO]);
                }
                return;
            }
            _ => return,
        };
        let (axis, first) = (coordinate % 3, firsts[member]);
        match coordinate / 3 {
            0 => column.add_end(first, unit(coordinate)),
            2 => {
                let unit = unit(coordinate);
                column.add_end(first, [h * unit[0], DVec3::ZERO]);
                column.add_end(first + 6, unit);
            }
            kind => {
                let [turn, spin] = flown[member][axis + if kind == 1 { 0 } else { 3 }];
                column.add_end(first, [DVec3::ZERO, turn]);
                column.add_end(first + 6, [DVec3::ZERO, spin]);
            }
        }
    }

    /// Normal rows that aim at a speed of bouncing, with restitutions.
    fn bounces(&self, world: &World, part: &Part) -> Vec<(usize, f64)> {
        let bounces = match &part.kind {
            Kind::Plain(solved) | Kind::Closed(solved) => &solved.bounces,
            Kind::Strike { bounces, .. } => bounces,
            _ => return Vec::new(),
        };
        let own = self.lines.contacts.iter().zip(&self.lines.contact_rows).zip(bounces);
        own.filter(|(_, bounces)| **bounces)
            .map(|((contact, rows), _)| {
                let [(_, one), (_, two)] = self.collision.parties(contact);
                (rows.first, world.model.materials.between(one, two).restitution)
            })
            .collect()
    }

    /// Rows with their slopes and moments, of the beginning (0) or of the end (1).
    pub(super) fn level<'a>(
        &'a self,
        world: &'a World,
        lines: &'a Linearisation,
        parts: &'a Parts,
        slot: usize,
    ) -> Level<'a> {
        Level {
            rows: &lines.rows,
            impulses: &lines.impulses,
            inertia: &lines.inertia,
            slopes: if slot == 0 { &parts.begin } else { &parts.end },
            moments: &parts.moments[slot],
            bodies: world.model.bodies(),
            members: &self.members,
            forest: &world.forest,
        }
    }
}

/// How a body that flies turns.
pub(super) fn flight(world: &World, body: usize, state: &BodyState, h: f64) -> Turning {
    let (constants, forces) = (&world.model.bodies()[body], stages::forces(world, body));
    turning(state, |state| motion::fly(constants, state, forces, world.settings.gyroscopic, h))
}

/// A unit along a coordinate of a place or of a velocity.
pub(super) fn unit(coordinate: usize) -> [DVec3; 2] {
    let mut unit = [DVec3::ZERO; 2];
    unit[coordinate % 6 / 3][coordinate % 3] = 1.0;
    unit
}

pub(super) fn velocity(state: &BodyState) -> [DVec3; 2] {
    [state.velocity, state.angular_velocity]
}
