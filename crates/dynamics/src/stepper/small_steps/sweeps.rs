//! A pass over all groups, colour by colour.
//!
//! Groups of one colour share nothing that any of them changes. With one thread each group is
//! written back at once. With more, all groups of a colour are solved side by side, each into
//! rows of its own, which are then written back in order: the same bits.

use rayon::prelude::*;
use stickslip_linalg::in_wide_registers;

use super::colours::{COLOURS, Colours};
use super::group::{Group, Result, Sweep};
use super::lane::BodyRow;

/// Fewer bodies, or groups, than this are done sooner than another thread wakes up.
pub(super) const PARALLEL_BODIES: usize = 512;
const PARALLEL_GROUPS: usize = 32;

/// What a pass does with a group.
pub(super) trait Pass: Sync {
    /// Whether the group has a part in it.
    #[inline(always)]
    fn takes(&self, _group: &Group) -> bool {
        true
    }
    /// The new rows of its bodies.
    fn run(&self, group: &mut Group, rows: &[BodyRow]) -> Result;
}

pub(super) struct WarmStart;

impl Pass for WarmStart {
    #[inline(always)]
    fn run(&self, group: &mut Group, rows: &[BodyRow]) -> Result {
        group.warm_start(rows)
    }
}

pub(super) struct Biased<'a>(pub(super) &'a [BodyRow], pub(super) Sweep);

impl Pass for Biased<'_> {
    #[inline(always)]
    fn run(&self, group: &mut Group, rows: &[BodyRow]) -> Result {
        group.biased(rows, self.0, &self.1)
    }
}

pub(super) struct Relaxed<'a>(pub(super) &'a [BodyRow], pub(super) Sweep);

impl Pass for Relaxed<'_> {
    #[inline(always)]
    fn run(&self, group: &mut Group, rows: &[BodyRow]) -> Result {
        group.relax(rows, self.0, &self.1)
    }
}

pub(super) struct Restitution<'a> {
    pub(super) deltas: &'a [BodyRow],
    pub(super) sweep: Sweep,
    pub(super) ends: bool,
}

impl Pass for Restitution<'_> {
    #[inline(always)]
    fn takes(&self, group: &Group) -> bool {
        group.any_bounces(&self.sweep)
    }

    #[inline(always)]
    fn run(&self, group: &mut Group, rows: &[BodyRow]) -> Result {
        group.restitute(rows, self.deltas, &self.sweep, self.ends)
    }
}

impl Colours {
    /// One pass over all groups.
    pub(super) fn sweep(
        &mut self,
        pass: &impl Pass,
        rows: &mut [BodyRow],
        results: &mut Vec<Option<Result>>,
    ) {
        let has_threads = rayon::current_num_threads() > 1;
        for (colour, groups) in self.groups.iter_mut().enumerate() {
            if has_threads && groups.len() >= 2 * PARALLEL_GROUPS && colour < COLOURS {
                results.resize(groups.len(), None);
                let read: &[BodyRow] = rows;
                let shares = groups.par_chunks_mut(PARALLEL_GROUPS);
                shares.zip(results.par_chunks_mut(PARALLEL_GROUPS)).for_each(|(groups, out)| {
                    in_wide_registers(
                        #[inline(always)]
                        || {
                            for (group, out) in groups.iter_mut().zip(out) {
                                *out = match pass.takes(group) {
                                    true => Some(pass.run(group, read)),
                                    false => None,
                                };
                            }
                        },
                    );
                });
                for (group, result) in groups.iter().zip(results.iter()) {
                    if let Some(result) = result {
                        group.scatter(result, rows);
                    }
                }
            } else {
                in_wide_registers(
                    #[inline(always)]
                    || {
                        for group in groups.iter_mut() {
                            if pass.takes(group) {
                                let result = pass.run(group, rows);
                                group.scatter(&result, rows);
                            }
                        }
                    },
                );
            }
        }
    }

    /// Notes the speeds with which points come that carry nothing yet.
    pub(super) fn note_approaches(&mut self, rows: &[BodyRow]) {
        for groups in &mut self.groups {
            in_wide_registers(
                #[inline(always)]
                || groups.iter_mut().for_each(|group| group.note_approach(rows)),
            );
        }
    }
}
