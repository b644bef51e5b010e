//! What pieces of trees leave for derivatives.

use super::super::super::linearisation::{Linearisation, Span};
use super::super::super::replay::{Kind, Length, Part, Solved};
use super::super::{Refinement, Work};
use super::Articulated;

impl Refinement {
    fn solved(&self, work: &Work<'_>, lines: &Linearisation) -> Solved {
        let is_member = |body: usize| self.is_member.get(body).is_some_and(|&is| is);
        Solved::of(lines, work.world, work.collision, is_member)
    }

    /// Notes the rows of a whole step.
    pub(super) fn note_whole(&self, own: &mut Articulated, work: &Work<'_>, lines: &Linearisation) {
        if work.world.record.is_some() {
            own.whole_solved = self.solved(work, lines);
        }
    }

    /// The same where the first half of a piece is the whole of the next.
    pub(super) fn note_whole_of_first(&self, own: &mut Articulated, work: &Work<'_>) {
        if work.world.record.is_some() {
            own.whole_solved = self.solved(work, &own.first);
        }
    }

    /// Notes a piece that was accepted.
    pub(super) fn record_halves(
        &self,
        own: &Articulated,
        work: &mut Work<'_>,
        lines: &Linearisation,
        span: Span,
        extrapolated: bool,
        whole: &Span,
    ) {
        if work.world.record.is_none() {
            return;
        }
        let kind = Kind::Halves {
            whole: own.whole_solved.clone(),
            halves: [self.solved(work, &own.first), self.solved(work, lines)],
            middle: own.middle.clone(),
            extrapolated,
        };
        let (members, start) = (self.members.clone(), own.start.clone());
        let length = Length::of(&span, whole);
        work.world.record_part(|_| Part { members, start, span, length, kind });
    }
}
