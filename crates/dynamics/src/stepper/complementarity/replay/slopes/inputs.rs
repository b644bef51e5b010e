//! Columns of inputs that bend no rows: forces on bodies, friction and restitution of contacts.
//!
//! A force f on a body of mass m moves what flies by ½ h² f/m and speeds it up by h f/m, and adds
//! h f to the momentum of a plain step; nothing of it acts in an impact. Friction is the arm of its
//! rows, and restitution makes rows that bounce aim at e times the approach of the beginning.

use glam::DVec3;

use super::super::super::stages;
use super::super::super::trees::link_forces;
use super::super::values::Replay;
use super::super::{Kind, Part, Point};
use super::{Changes, Column};
use crate::friction::Load;
use crate::rows::ContactRows;
use crate::world::World;

/// μ and e of a contact, or changes of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rubbing {
    /// μ.
    pub friction: f64,
    /// e.
    pub restitution: f64,
}

impl Replay {
    /// Force and torque on each member.
    pub fn forces(&self, world: &World) -> Vec<[DVec3; 2]> {
        let of = |&body: &usize| match world.forest.link(body) {
            Some((tree, _)) => link_forces(world, &world.forest.trees[tree], body).into(),
            None => stages::forces(world, body).into(),
        };
        self.members.iter().map(of).collect()
    }

    /// μ and e of each contact of the beginning, and of the end of a kick.
    pub fn rubbing(&self, world: &World, part: &Part) -> [Vec<Rubbing>; 2] {
        let has_end = matches!(part.kind, Kind::Kick { .. });
        let (begin, end) = (&self.lines.contacts[..], &self.ends.contacts[..]);
        [begin, if has_end { end } else { &[] }].map(|contacts| {
            let of = |contact| {
                let [(_, one), (_, two)] = self.collision.parties(contact);
                let surface = world.model.materials.between(one, two);
                Rubbing { friction: surface.friction, restitution: surface.restitution }
            };
            contacts.iter().map(of).collect()
        })
    }

    /// The column of what changes μ and e of the contacts of a part, and the changes of the arms
    /// of friction of its rows. The world is as [`Replay::find_columns`] has left it.
    pub fn rubbing_column(
        &mut self,
        world: &World,
        (part, point): (&Part, &Point),
        rows: usize,
        changes: &[Vec<Rubbing>; 2],
        column: &mut Column,
    ) -> Vec<f64> {
        let parts = self.parts.take().unwrap_or_default();
        column.clear(rows, parts.chart.len);
        let mut arms = vec![0.0; rows];
        let count = self.lines.rows.rows().len();
        let load = |rows: &ContactRows| match world.settings.friction.load() {
            Load::Same => 1.0,
            _ => rows.load,
        };
        let begin = self.lines.contact_rows.iter().map(|rows| (0, rows)).zip(&changes[0]);
        let end = self.ends.contact_rows.iter().map(|rows| (count, rows)).zip(&changes[1]);
        for ((first, rows), change) in begin.chain(end).filter(|((_, rows), _)| rows.has_tangents())
        {
            let own = first + rows.first;
            arms[own + 1..own + 3].fill(change.friction * load(rows));
        }
        let led = |body: usize| match (&part.kind, self.led.binary_search(&body)) {
            (Kind::Kick { .. }, Ok(at)) => parts.kick.led[at],
            _ => {
                let state = &world.state.bodies[body];
                [state.velocity, state.angular_velocity]
            }
        };
        let begun = |body: usize| match self.members.binary_search(&body) {
            Ok(at) => [point.states[at].velocity, point.states[at].angular_velocity],
            Err(_) => led(body),
        };
        let approach = |at: usize| -> f64 {
            let row = &self.lines.rows.rows()[self.lines.contact_rows[at].first];
            let terms = self.lines.rows.terms(row).iter();
            terms
                .map(|term| {
                    let [velocity, spin] = begun(term.mover);
                    term.linear.dot(velocity) + term.angular.dot(spin)
                })
                .sum()
        };
        for (at, change) in changes[0].iter().enumerate().filter(|(_, it)| it.restitution != 0.0) {
            let bounces = match &part.kind {
                Kind::Plain(solved) | Kind::Closed(solved) => solved.bounces[at],
                Kind::Strike { bounces, .. } => bounces[at],
                Kind::Kick { held, .. } => held[at].meets,
                _ => false,
            };
            let row = match part.kind {
                Kind::Kick { .. } => parts.kick.last[at].map(|row| count + row),
                _ => Some(self.lines.contact_rows[at].first),
            };
            if let Some(row) = row.filter(|_| bounces) {
                column.w[row] += change.restitution * approach(at);
            }
        }
        self.parts = Some(parts);
        arms
    }

    /// What forces add to the velocities of a plain step of `h` seconds: of bodies, and by the
    /// links of trees, which are told of them as blows.
    pub(super) fn pull(
        &self,
        world: &World,
        h: f64,
        forces: &[[DVec3; 2]],
        speeds: &mut Changes,
        mut tell: impl FnMut((usize, usize), [DVec3; 2]),
    ) {
        for (member, &[force, torque]) in forces.iter().enumerate() {
            if force == DVec3::ZERO && torque == DVec3::ZERO {
                continue;
            }
            let body = self.members[member];
            match world.forest.link(body) {
                Some(link) => tell(link, [h * force, h * torque]),
                None => {
                    let inverse = world.model.bodies()[body].inverse_mass;
                    speeds.add(member, [h * inverse * force, DVec3::ZERO]);
                }
            }
        }
    }
}
