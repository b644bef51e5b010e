//! Pairs of shapes that may touch, and when each must be looked at again.
//!
//! A pair is looked at anew (`look`) as soon as its bodies may have moved against each other by
//! a few millimetres since the last look, in any sub-step: in between its gaps follow the motion.
//! One look a step leaves heaps centimetres deep however many sub-steps it has.

use rayon::prelude::*;
use stickslip_contact::{Collider, KeptPairs, Pose, ShapeKind};

use super::bodies::{Bodies, is_worth_threads};
use super::count::ACCURACY;
use super::lane::LANES;
use super::look::LookScratch;
use super::sweeps::SHARE_OF_BODIES;
use crate::collide::{Owner, owners};
use crate::filter::Filter;
use crate::model::Model;
use crate::parts::{Body, MaterialId, Motion, Surface};

/// A pair is looked at again after so much relative motion (m), at least.
pub const LOOK_AGAIN: f64 = 1e-3;
/// The same at most.
const LOOK_AGAIN_AT_MOST: f64 = 3e-3;
/// Contacts are found so far apart (m), besides what the motion until the next look may close.
pub const MARGIN: f64 = 2e-3;
/// Fat boxes are larger than their shapes by this (m), and by what is covered in a part of
/// the step.
pub const FAT: f64 = 0.02;
/// That part.
pub const FAT_SHARE: f64 = 0.25;
/// No manifold.
pub(super) const NONE: u32 = u32::MAX;

/// All pairs. Keeps its memory from step to step.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    near: KeptPairs,
    pub(super) colliders: Vec<Collider>,
    pub(super) owners: Vec<Owner>,
    pub(super) locals: Vec<Pose>,
    /// Farthest point of each from its origin (m), and whether it is a ball.
    pub(super) radii: Vec<f64>,
    pub(super) is_ball: Vec<bool>,
    /// Whether each is a box, and whether it stands in its body's own frame.
    pub(super) is_box: Vec<bool>,
    pub(super) is_own: Vec<bool>,
    /// What happens where two materials meet, for any two.
    surfaces: Vec<Surface>,
    materials: usize,
    filter: Filter,
    /// Numbers of both colliders, ascending.
    pub(super) colliders_of: Vec<(u32, u32)>,
    /// Both bodies, eight pairs at a time; nobody fills the last eight.
    pub(super) bodies: [Vec<u32>; 2],
    /// Motion that is left until the next look (m).
    pub(super) budgets: Vec<f32>,
    /// The first manifold of each.
    pub(super) manifolds: Vec<u32>,
    /// What was found at the last look, on the first `shares` scratch memories.
    pub(super) scratches: Vec<LookScratch>,
    pub(super) shares: usize,
    /// A pair is looked at again after so much relative motion (m).
    pub(super) look_again: f64,
    /// Bodies that may be moved by what they touch in this step.
    moves: Vec<bool>,
    /// Whether scripts may come near bodies that sleep.
    has_sleepers: bool,
    old: PairList,
}

/// What was known of pairs before they were looked for.
#[derive(Debug, Default)]
struct PairList {
    colliders_of: Vec<(u32, u32)>,
    budgets: Vec<f32>,
    manifolds: Vec<u32>,
}

impl Pairs {
    /// For a model, how deep its bodies may go in (m), and whether they may sleep.
    pub(super) fn new(model: &Model, accuracy: f64, has_sleepers: bool) -> Self {
        let (most, least) = (LOOK_AGAIN_AT_MOST, LOOK_AGAIN);
        let look_again = (most * (accuracy / ACCURACY).sqrt()).clamp(least, most);
        let owners = owners(model);
        let mut pairs = Self { owners, look_again, has_sleepers, ..Self::default() };
        pairs.filter = Filter::new(model, &pairs.owners);
        let all = 0..model.materials.materials().len();
        pairs.materials = all.len();
        for one in all.clone() {
            let between = |two| model.materials.between(MaterialId(one), MaterialId(two));
            pairs.surfaces.extend(all.clone().map(between));
        }
        for owner in &pairs.owners {
            let body = &model.bodies()[owner.body];
            let own = &body.colliders[owner.at];
            pairs.locals.push(own.pose);
            let (lower, upper) = own.shape.bounds(&Pose::IDENTITY);
            let radius = match own.shape.kind() {
                ShapeKind::Sphere { radius } => Some(radius),
                _ => None,
            };
            pairs.is_ball.push(radius.is_some());
            pairs.is_box.push(matches!(own.shape.kind(), ShapeKind::Cuboid { .. }));
            pairs.is_own.push(own.pose == Pose::IDENTITY);
            pairs.radii.push(radius.unwrap_or(lower.abs().max(upper.abs()).length()));
            let is_driven = matches!(body.description.motion, Motion::Kinematic(_));
            pairs.colliders.push(Collider {
                shape: own.shape.clone(),
                pose: own.pose,
                body: owner.body,
                movable: body.is_dynamic() || has_sleepers && is_driven,
                margin: 0.0,
            });
        }
        pairs.leave_out(model, &vec![false; model.bodies().len()]);
        pairs
    }

    /// Some bodies, body by body, are not moved by what they touch.
    pub(super) fn leave_out(&mut self, model: &Model, left_out: &[bool]) {
        let may_move = |(own, left): (&Body, &bool)| {
            let is_driven = matches!(own.description.motion, Motion::Kinematic(_));
            own.is_dynamic() && !left || self.has_sleepers && is_driven
        };
        self.moves = model.bodies().iter().zip(left_out).map(may_move).collect();
    }

    /// Forgets all pairs.
    pub(super) fn clear(&mut self) {
        self.colliders_of.clear();
        self.budgets.clear();
        self.manifolds.clear();
        self.bodies.iter_mut().for_each(Vec::clear);
    }

    /// What happens where two colliders meet.
    pub(super) fn surface(&self, first: usize, second: usize) -> &Surface {
        let material = |at: usize| self.owners[at].material.0;
        &self.surfaces[material(first) * self.materials + material(second)]
    }

    /// The place of a collider among the shapes of its body.
    pub(super) fn shape(&self, collider: u32) -> usize {
        self.owners[collider as usize].at
    }

    /// The bodies of a pair.
    pub(super) fn bodies(&self, pair: usize) -> [u32; 2] {
        [self.bodies[0][pair], self.bodies[1][pair]]
    }

    /// Looks for pairs with boxes that a step of `h` seconds is unlikely to leave; `lost` is
    /// called with the manifolds of those that are gone.
    pub(super) fn find(&mut self, bodies: &mut Bodies, h: f64, mut lost: impl FnMut(u32)) {
        for (at, own) in bodies.constants.iter().enumerate() {
            let way = bodies.speed(at) * h * FAT_SHARE * 1.2;
            bodies.slack[at] = if own.is_static { f32::MAX } else { (FAT + way) as f32 };
        }
        let (known, margin) = (&*bodies, 0.5 * (MARGIN + self.look_again));
        let place = |((collider, owner), local): ((&mut Collider, &Owner), &Pose)| {
            collider.pose = known.poses[owner.body].compose(local);
            let slack = known.slack[owner.body];
            collider.margin = margin + if slack == f32::MAX { 0.0 } else { f64::from(slack) };
        };
        if is_worth_threads(self.colliders.len()) {
            let colliders = self.colliders.par_iter_mut().zip(&self.owners).zip(&self.locals);
            colliders.with_min_len(SHARE_OF_BODIES).for_each(place);
        } else {
            self.colliders.iter_mut().zip(&self.owners).zip(&self.locals).for_each(place);
        }
        std::mem::swap(&mut self.colliders_of, &mut self.old.colliders_of);
        std::mem::swap(&mut self.budgets, &mut self.old.budgets);
        std::mem::swap(&mut self.manifolds, &mut self.old.manifolds);
        self.clear();
        let (filter, owners) = (&self.filter, &self.owners);
        let lets = |first, second| filter.may_touch(owners, first, second);
        let found = self.near.find(&self.colliders, lets);
        let mut old = 0;
        let known = &self.old.colliders_of;
        let owner = |at: u32| owners[at as usize].body;
        let meets = |pair: &&(u32, u32)| self.moves[owner(pair.0)] || self.moves[owner(pair.1)];
        for &pair in found.iter().filter(meets) {
            while old < known.len() && known[old] < pair {
                lost(self.old.manifolds[old]);
                old += 1;
            }
            let kept = old < known.len() && known[old] == pair;
            let parties = [owner(pair.0) as u32, owner(pair.1) as u32];
            // A script and a sleeping body do not touch, they are near each other.
            let moves = bodies.moves(parties);
            let unknown = if moves == [false; 2] { f32::MAX } else { -1.0 };
            self.budgets.push(if kept { self.old.budgets[old] } else { unknown });
            self.manifolds.push(if kept { self.old.manifolds[old] } else { NONE });
            old += usize::from(kept);
            self.colliders_of.push(pair);
            self.bodies[0].push(parties[0]);
            self.bodies[1].push(parties[1]);
        }
        self.old.manifolds[old..known.len()].iter().for_each(|&head| lost(head));
        let padded = self.colliders_of.len().next_multiple_of(LANES);
        self.budgets.resize(padded, f32::MAX);
        self.bodies.iter_mut().for_each(|side| side.resize(padded, bodies.nobody()));
    }
}
