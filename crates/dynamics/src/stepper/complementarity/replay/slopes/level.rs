//! Rows at one place of the bodies, and what changes with that place and with velocities.

use glam::DVec3;

use super::super::super::inertia::Inertia;
use super::super::super::linearisation::Linearisation;
use super::{Bent, Changes, Slopes};
use crate::parts::Body;
use crate::rows::{RowBuffer, Term};
use crate::tree::Forest;

/// Rows where they were written, with their impulses.
#[derive(Clone, Copy)]
pub(super) struct Level<'a> {
    pub(super) rows: &'a RowBuffer,
    pub(super) impulses: &'a [f64],
    pub(super) inertia: &'a Inertia,
    pub(super) slopes: &'a Slopes,
    /// Σ λ·angular on each member.
    pub(super) moments: &'a [DVec3],
    pub(super) bodies: &'a [Body],
    pub(super) members: &'a [usize],
    pub(super) forest: &'a Forest,
}

impl Level<'_> {
    pub(super) fn member(&self, mover: usize) -> Option<usize> {
        self.members.binary_search(&mover).ok()
    }

    /// Tree and link of a member that a tree carries.
    pub(super) fn link(&self, member: usize) -> Option<(usize, usize)> {
        self.forest.link(self.members[member])
    }

    /// How the blocks of moved members bend.
    pub(super) fn bend(&self, places: &Changes, bent: &mut Bent) {
        bent.clear(self.slopes.blocks.len());
        for &member in &places.touched {
            for &block in &self.slopes.of[member] {
                if !bent.is_bent[block] {
                    bent.is_bent[block] = true;
                    self.slopes.bend(block, places, bent);
                }
            }
        }
    }

    /// Adds d(M⁻¹Jᵀλ) as members move: their axes of inertia turn, and rows bend. Trees are told
    /// of dJᵀλ on their links.
    pub(super) fn blow(
        &self,
        places: &Changes,
        bent: &Bent,
        speeds: &mut Changes,
        mut tell: impl FnMut((usize, usize), [DVec3; 2]),
    ) {
        for &member in &places.touched {
            let (turn, moment) = (places.values[member][1], self.moments[member]);
            let is_free = self.link(member).is_none();
            if is_free && turn != DVec3::ZERO && moment != DVec3::ZERO {
                speeds.add(member, [DVec3::ZERO, self.turned_spin(member, turn, moment)]);
            }
        }
        for &(block, first, _) in &bent.blocks {
            let mut terms = bent.terms[first..].iter();
            for row in self.slopes.blocks[block].rows.clone() {
                let impulse = self.impulses[row];
                let count = self.rows.terms(&self.rows.rows()[row]).len();
                for term in terms.by_ref().take(count) {
                    if impulse != 0.0
                        && let Some(member) = self.member(term.mover)
                    {
                        self.hit(member, term, impulse, speeds, &mut tell);
                    }
                }
            }
        }
    }

    /// d(I⁻¹) L = θ × I⁻¹L − I⁻¹(θ × L) as a member turns by θ.
    pub(super) fn turned_spin(&self, member: usize, turn: DVec3, moment: DVec3) -> DVec3 {
        let spin = |moment: DVec3| {
            let term = Term { mover: self.members[member], linear: DVec3::ZERO, angular: moment };
            self.inertia.apply_inverse(self.bodies, &term, 1.0).1
        };
        turn.cross(spin(moment)) - spin(turn.cross(moment))
    }

    /// Adds M⁻¹Jᵀ of one row. Trees are told of Jᵀ on their links.
    pub(super) fn strike(
        &self,
        row: usize,
        speeds: &mut Changes,
        mut tell: impl FnMut((usize, usize), [DVec3; 2]),
    ) {
        for term in self.rows.terms(&self.rows.rows()[row]) {
            if let Some(member) = self.member(term.mover) {
                self.hit(member, term, 1.0, speeds, &mut tell);
            }
        }
    }

    fn hit(
        &self,
        member: usize,
        term: &Term,
        impulse: f64,
        speeds: &mut Changes,
        tell: &mut impl FnMut((usize, usize), [DVec3; 2]),
    ) {
        match self.link(member) {
            Some(link) => tell(link, [impulse * term.linear, impulse * term.angular]),
            None => {
                let blow = self.inertia.apply_inverse(self.bodies, term, impulse);
                speeds.add(member, blow.into());
            }
        }
    }

    /// Tells dJ v of the rows that bend, where every body has this velocity.
    pub(super) fn bent_speeds(
        &self,
        bent: &Bent,
        velocity: impl Fn(usize) -> [DVec3; 2],
        mut tell: impl FnMut(usize, f64),
    ) {
        for &(block, first, _) in &bent.blocks {
            let mut terms = bent.terms[first..].iter();
            for row in self.slopes.blocks[block].rows.clone() {
                let count = self.rows.terms(&self.rows.rows()[row]).len();
                let speed = |term: &Term| {
                    let [linear, angular] = velocity(term.mover);
                    term.linear.dot(linear) + term.angular.dot(angular)
                };
                tell(row, terms.by_ref().take(count).map(speed).sum());
            }
        }
    }

    /// Tells J dv of the rows of members whose velocities change.
    pub(super) fn speeds(&self, speeds: &Changes, mut tell: impl FnMut(usize, f64)) {
        for &member in &speeds.touched {
            let (body, [linear, angular]) = (self.members[member], speeds.values[member]);
            for &block in &self.slopes.of[member] {
                for row in self.slopes.blocks[block].rows.clone() {
                    let terms = self.rows.terms(&self.rows.rows()[row]);
                    let own = terms.iter().filter(|term| term.mover == body);
                    let speed = |term: &Term| term.linear.dot(linear) + term.angular.dot(angular);
                    tell(row, own.map(speed).sum());
                }
            }
        }
    }
}

impl Bent {
    fn clear(&mut self, blocks: usize) {
        self.blocks.clear();
        self.terms.clear();
        self.numbers.clear();
        self.is_bent.clear();
        self.is_bent.resize(blocks, false);
    }
}

/// Σ λ·angular of rows on each member.
pub(super) fn moments(lines: &Linearisation, members: &[usize]) -> Vec<DVec3> {
    let mut moments = vec![DVec3::ZERO; members.len()];
    for (row, impulse) in lines.rows.rows().iter().zip(&lines.impulses) {
        for term in lines.rows.terms(row) {
            if let Ok(member) = members.binary_search(&term.mover) {
                moments[member] += *impulse * term.angular;
            }
        }
    }
    moments
}
