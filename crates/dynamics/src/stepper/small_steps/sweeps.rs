//! Passes over all groups, colour by colour.
//!
//! Groups of one colour share nothing that any of them changes: the same bits in any order, by
//! one thread or by several.

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::colours::{COLOURS, Colours};
use super::crew::Crew;
use super::group::Group;
use super::lane::Wide;
use super::registers::{Registers, Work, in_registers};
use super::rows::{BodyRow, RowsMut, Shared, SharedRow};
use super::solve::Sweep;

/// Fewer bodies, or groups, than this are done sooner than another thread wakes up.
pub(super) const PARALLEL_BODIES: usize = 512;
const PARALLEL_GROUPS: usize = 64;
/// Groups that a thread takes at a time, at most, and shares of a colour for each thread, so that
/// nobody waits long for the last of them; bodies that it takes at a time.
const SHARE_OF_GROUPS: usize = 8;
const SHARES: usize = 4;
pub(super) const SHARE_OF_BODIES: usize = 128;

/// What is done with every group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    WarmStart,
    /// The opposite of all impulses acts.
    TakeBack,
    Biased,
    Relaxed,
    Restitution {
        ends: bool,
    },
}

/// What passes have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passing<'a> {
    pub(super) deltas: &'a [BodyRow],
    pub(super) sweep: Sweep,
}

/// What threads share in passes. Keeps its memory.
#[derive(Debug, Default)]
pub(super) struct Together {
    crew: Crew,
    rows: Vec<SharedRow>,
}

/// Some groups of one colour, one after the other.
struct InTurn<'a, B: ?Sized>(Pass, &'a Passing<'a>, &'a mut [Group], &'a mut B);

impl<B: RowsMut + ?Sized> Work for InTurn<'_, B> {
    type Output = ();
    #[inline(always)]
    fn run<R: Registers>(self, r: R) {
        let Self(pass, &Passing { deltas, sweep }, groups, rows) = self;
        for group in groups {
            match pass {
                Pass::WarmStart => group.warm_start(r, rows, 1.0),
                Pass::TakeBack => group.warm_start(r, rows, -1.0),
                Pass::Biased => group.biased(r, rows, deltas, &sweep),
                Pass::Relaxed => group.relax(r, rows, deltas, &sweep),
                Pass::Restitution { ends } => {
                    if group.any_bounces(r, &sweep) {
                        group.restitute(r, (rows, deltas), &sweep, ends);
                    }
                }
            }
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
    /// Whether threads are of use.
    fn is_worth_threads(&self) -> bool {
        rayon::current_num_threads() > 1
            && self.groups.iter().map(Vec::len).sum::<usize>() >= PARALLEL_GROUPS
    }

    /// Passes over all groups, one after the other.
    pub(super) fn sweep(
        &mut self,
        passes: &[Pass],
        passing: &Passing<'_>,
        rows: &mut [BodyRow],
        together: &mut Together,
    ) {
        if self.is_worth_threads() {
            return self.sweep_together(passes, passing, rows, together);
        }
        for &pass in passes {
            for groups in self.groups.iter_mut().filter(|groups| !groups.is_empty()) {
                in_registers(InTurn(pass, passing, groups, &mut *rows));
            }
        }
    }

    /// The same with all threads of the caller's pool: rows become shared ones, colours are
    /// stages of every pass, and what was shared becomes rows again.
    fn sweep_together(
        &mut self,
        passes: &[Pass],
        passing: &Passing<'_>,
        rows: &mut [BodyRow],
        together: &mut Together,
    ) {
        together.rows.resize_with(rows.len(), SharedRow::default);
        let shared = &together.rows[..];
        let own: Vec<_> = rows.chunks_mut(SHARE_OF_BODIES).map(Mutex::new).collect();
        let mut colours = Vec::with_capacity(COLOURS + 1);
        for (colour, groups) in self.groups.iter_mut().enumerate().filter(|it| !it.1.is_empty()) {
            // Those that found no colour may share bodies.
            let even = groups.len().div_ceil(SHARES * rayon::current_num_threads());
            let size = match colour < COLOURS {
                true => even.clamp(1, SHARE_OF_GROUPS),
                false => groups.len(),
            };
            colours.push(groups.chunks_mut(size).map(Mutex::new).collect::<Vec<_>>());
        }
        let mut shares = vec![own.len()];
        passes.iter().for_each(|_| shares.extend(colours.iter().map(Vec::len)));
        shares.push(own.len());
        let last = shares.len() - 1;
        together.crew.work(&shares, |stage, at| {
            if stage == 0 || stage == last {
                let mut own = own[at].lock().unwrap_or_else(PoisonError::into_inner);
                for (own, shared) in own.iter_mut().zip(&shared[at * SHARE_OF_BODIES..]) {
                    match stage {
                        0 => shared.store(*own),
                        _ => *own = shared.load(),
                    }
                }
            } else {
                let (pass, colour) =
                    (passes[(stage - 1) / colours.len()], (stage - 1) % colours.len());
                let mut groups = colours[colour][at].lock().unwrap_or_else(PoisonError::into_inner);
                in_registers(InTurn(pass, passing, &mut groups, &mut Shared(shared)));
            }
        });
    }

    /// Does something with every group, in any order.
    fn each_share(&mut self, share: impl Fn(&mut [Group]) + Send + Sync) {
        match self.is_worth_threads() {
            true => {
                let groups = self.groups.par_iter_mut();
                groups.flat_map(|own| own.par_chunks_mut(SHARE_OF_GROUPS)).for_each(share);
            }
            false => self.groups.iter_mut().for_each(|own| share(own)),
        }
    }

    /// Finds something out about shares of the groups, which are always the same ones, and puts
    /// it together in their order.
    pub(super) fn in_shares<T: Send>(
        &self,
        each: impl Fn(&[Group]) -> T + Send + Sync,
        mut add: impl FnMut(T),
    ) {
        match self.is_worth_threads() {
            true => {
                let shares = self.groups.iter().flat_map(|own| own.chunks(SHARE_OF_GROUPS));
                let shares: Vec<_> = shares.collect();
                let all: Vec<T> = shares.into_par_iter().map(each).collect();
                all.into_iter().for_each(add);
            }
            false => {
                let shares = self.groups.iter().flat_map(|own| own.chunks(SHARE_OF_GROUPS));
                shares.for_each(|own| add(each(own)));
            }
        }
    }

    /// Notes the speeds with which points come that carry nothing yet.
    pub(super) fn note_approaches(&mut self, rows: &[BodyRow]) {
        self.each_share(|groups| in_registers(Approaches(groups, rows)));
    }

    /// Makes manifolds of hard surfaces that were written for one sub-step those of another:
    /// kept impulses are multiplied by `scale`, and removal of errors divided by it.
    pub(super) fn rescale(&mut self, scale: f64) {
        self.each_share(|groups| groups.iter_mut().for_each(|group| group.rescale(scale)));
    }

    /// The deepest penetration where bodies are now (m).
    pub(super) fn deepest(&self, deltas: &[BodyRow]) -> f64 {
        let each = |groups: &[Group]| in_registers(Deepest(groups, deltas));
        let deepest = match self.is_worth_threads() {
            true => {
                let groups = self.groups.par_iter();
                let shares = groups.flat_map(|own| own.par_chunks(SHARE_OF_GROUPS));
                shares.map(each).reduce(|| 0.0, f32::max)
            }
            false => self.groups.iter().map(|own| each(own)).fold(0.0, f32::max),
        };
        deepest.into()
    }
}
