//! Where a step without kicks tells what it was made of.

use super::super::Complementarity;
use super::super::linearisation::Span;
use super::super::refine::OVERLAPPED;
use super::record::Grouped;
use super::{Kind, Length, Part, Solved};
use crate::world::World;

impl Length {
    /// Whether it is found, and not given.
    pub fn is_found(self) -> bool {
        matches!(self, Self::Impact(_) | Self::Stop(_))
    }

    /// That of a part which does not end in an impact.
    pub fn of(part: &Span, whole: &Span) -> Self {
        let left = whole.time + whole.h - part.time - part.h;
        if left.abs() <= 1e-9 * whole.h { Self::Rest } else { Self::Share }
    }
}

impl World {
    /// How many parts the sub-step at hand has by now.
    pub fn recorded(&mut self) -> usize {
        self.record.as_mut().map_or(0, |record| record.parts().len())
    }

    /// Forgets the parts after the first so many.
    pub fn forget_recorded(&mut self, count: usize) {
        if let Some(record) = &mut self.record {
            record.parts().truncate(count);
        }
    }
}

impl Complementarity {
    /// Begins the record of a sub-step.
    pub(in super::super) fn begin_record(&self, world: &mut World, h: f64) {
        if let Some(mut record) = world.record.take() {
            record.begin(&world.state, h);
            world.record = Some(record);
        }
    }

    /// Notes what no refinement has stepped again: bodies that fly, islands that are quiet, and
    /// trees that nothing touches.
    pub(in super::super) fn record_plain(&self, world: &mut World, span: &Span) {
        let Some(mut record) = world.record.take() else { return };
        let plain = &self.plain;
        let islands = plain.islands.all().iter().zip(&plain.resting);
        let mut covered = vec![false; world.model.bodies().len()];
        let mut parts = Vec::new();
        let mut of = vec![usize::MAX; covered.len()];
        for (number, island) in plain.islands.all().iter().enumerate() {
            island.bodies.iter().for_each(|&body| of[body] = number);
        }
        let islands_of = (plain.islands.all().len(), &of[..]);
        let grouped = Grouped::new(plain, world, &self.collision, islands_of);
        for (number, (island, &resting)) in islands.enumerate() {
            island.bodies.iter().for_each(|&body| covered[body] = true);
            if self.refinement.has_redone(&island.bodies) {
                continue;
            }
            let solved = grouped.solved(plain, number, |body| of[body] == number);
            if solved.contacts.iter().any(|contact| self.collision.has_overlapped(contact)) {
                record.refuse(|| OVERLAPPED.into());
            }
            let kind = if resting { Kind::Rest } else { Kind::Plain(solved) };
            parts.push((island.bodies.clone(), kind));
        }
        for tree in &world.forest.trees {
            let mut bodies: Vec<usize> = tree.links.iter().map(|link| link.body).collect();
            bodies.sort_unstable();
            if !covered[bodies[0]] && !self.refinement.has_redone(&bodies) {
                let is_own = |body: usize| bodies.binary_search(&body).is_ok();
                let solved = Solved::of(plain, world, &self.collision, is_own);
                parts.push((bodies.clone(), Kind::Plain(solved)));
            }
            bodies.iter().for_each(|&body| covered[body] = true);
        }
        let flies = world.error_bounds.accuracy.is_some();
        for body in (0..covered.len()).filter(|&body| !covered[body] && world.moves(body)) {
            if !self.refinement.has_redone(&[body]) {
                let kind = if flies { Kind::Fly } else { Kind::Plain(Solved::default()) };
                parts.push((vec![body], kind));
            }
        }
        let begin = record.substeps.last().map_or(&[][..], |substep| &substep.begin.bodies[..]);
        let whole = |(members, kind): (Vec<usize>, Kind)| {
            let start = members.iter().map(|&body| begin[body]).collect();
            Part { members, start, span: *span, length: Length::Rest, kind }
        };
        let mut parts: Vec<Part> = parts.into_iter().map(whole).collect();
        record.parts().append(&mut parts);
        world.record = Some(record);
    }

    /// Notes what happened after the step: `caught` bodies were put back.
    pub(in super::super) fn record_end(&self, world: &mut World, caught: usize) {
        if let Some(record) = &mut world.record
            && caught > 0
        {
            record.refuse(|| "a body had passed through another and was put back".into());
        }
    }
}
