//! A pass over all groups, colour by colour.
//!
//! Groups of one colour share nothing that any of them changes. With one thread each group is
//! written back at once. With more, all groups of a colour are solved side by side, each into
//! rows of its own, which are then written back in order: the same bits.

use rayon::prelude::*;

use super::colours::{COLOURS, Colours};
use super::group::Group;
use super::lane::{BodyRow, Wide};
use super::registers::{Registers, Work, in_registers};
use super::solve::{NewRows, Sweep};

/// Fewer bodies, or groups, than this are done sooner than another thread wakes up.
pub(super) const PARALLEL_BODIES: usize = 512;
const PARALLEL_GROUPS: usize = 32;

/// What a pass does with a group.
pub(super) trait Pass: Sync {
    /// The new rows of its bodies; none where the group has no part in the pass.
    fn run<R: Registers>(&self, r: R, group: &mut Group, rows: &[BodyRow]) -> Option<NewRows>;
}

pub(super) struct WarmStart;

impl Pass for WarmStart {
    #[inline(always)]
    fn run<R: Registers>(&self, r: R, group: &mut Group, rows: &[BodyRow]) -> Option<NewRows> {
        Some(group.warm_start(r, rows))
    }
}

pub(super) struct Biased<'a>(pub(super) &'a [BodyRow], pub(super) Sweep);

impl Pass for Biased<'_> {
    #[inline(always)]
    fn run<R: Registers>(&self, r: R, group: &mut Group, rows: &[BodyRow]) -> Option<NewRows> {
        Some(group.biased(r, rows, self.0, &self.1))
    }
}

pub(super) struct Relaxed<'a>(pub(super) &'a [BodyRow], pub(super) Sweep);

impl Pass for Relaxed<'_> {
    #[inline(always)]
    fn run<R: Registers>(&self, r: R, group: &mut Group, rows: &[BodyRow]) -> Option<NewRows> {
        Some(group.relax(r, rows, self.0, &self.1))
    }
}

pub(super) struct Restitution<'a> {
    pub(super) deltas: &'a [BodyRow],
    pub(super) sweep: Sweep,
    pub(super) ends: bool,
}

impl Pass for Restitution<'_> {
    #[inline(always)]
    fn run<R: Registers>(&self, r: R, group: &mut Group, rows: &[BodyRow]) -> Option<NewRows> {
        let bounces = group.any_bounces(r, &self.sweep);
        bounces.then(|| group.restitute(r, (rows, self.deltas), &self.sweep, self.ends))
    }
}

/// Some groups, one after the other.
struct InTurn<'a, P>(&'a P, &'a mut [Group], &'a mut [BodyRow]);

impl<P: Pass> Work for InTurn<'_, P> {
    type Output = ();
    #[inline(always)]
    fn run<R: Registers>(self, r: R) {
        let Self(pass, groups, rows) = self;
        for group in groups {
            if let Some(new) = pass.run(r, group, rows) {
                group.scatter(&new, rows);
            }
        }
    }
}

/// Some groups of one colour, whose rows are written back later.
struct Aside<'a, P>(&'a P, &'a mut [Group], &'a [BodyRow], &'a mut [Option<NewRows>]);

impl<P: Pass> Work for Aside<'_, P> {
    type Output = ();
    #[inline(always)]
    fn run<R: Registers>(self, r: R) {
        let Self(pass, groups, rows, out) = self;
        for (group, out) in groups.iter_mut().zip(out) {
            *out = pass.run(r, group, rows);
        }
    }
}

/// Speeds with which points come that carry nothing yet.
struct Approaches<'a>(&'a mut [Group], &'a [BodyRow]);

impl Work for Approaches<'_> {
    type Output = ();
    #[inline(always)]
    fn run<R: Registers>(self, r: R) {
        self.0.iter_mut().for_each(|group| group.note_approach(r, self.1));
    }
}

/// The deepest penetration of some groups (m).
struct Deepest<'a>(&'a [Group], &'a [BodyRow]);

impl Work for Deepest<'_> {
    type Output = f32;
    #[inline(always)]
    fn run<R: Registers>(self, r: R) -> f32 {
        let zero = Wide::splat(r, 0.0);
        let deepest = self.0.iter().fold(zero, |most, it| most.max(it.deepest(r, self.1)));
        deepest.lane().0.into_iter().fold(0.0, f32::max)
    }
}

impl Colours {
    /// One pass over all groups.
    pub(super) fn sweep(
        &mut self,
        pass: &impl Pass,
        rows: &mut [BodyRow],
        results: &mut Vec<Option<NewRows>>,
    ) {
        let has_threads = rayon::current_num_threads() > 1;
        for (colour, groups) in self.groups.iter_mut().enumerate() {
            if has_threads && groups.len() >= 2 * PARALLEL_GROUPS && colour < COLOURS {
                results.resize(groups.len(), None);
                let read: &[BodyRow] = rows;
                let shares = groups.par_chunks_mut(PARALLEL_GROUPS);
                shares
                    .zip(results.par_chunks_mut(PARALLEL_GROUPS))
                    .for_each(|(groups, out)| in_registers(Aside(pass, groups, read, out)));
                for (group, result) in groups.iter().zip(results.iter()) {
                    if let Some(result) = result {
                        group.scatter(result, rows);
                    }
                }
            } else if !groups.is_empty() {
                in_registers(InTurn(pass, groups, rows));
            }
        }
    }

    /// Notes the speeds with which points come that carry nothing yet.
    pub(super) fn note_approaches(&mut self, rows: &[BodyRow]) {
        for groups in &mut self.groups {
            in_registers(Approaches(groups, rows));
        }
    }

    /// The deepest penetration where bodies are now (m).
    pub(super) fn deepest(&self, deltas: &[BodyRow]) -> f64 {
        let each = self.groups.iter().map(|groups| in_registers(Deepest(groups, deltas)));
        each.fold(0.0, f32::max).into()
    }
}
