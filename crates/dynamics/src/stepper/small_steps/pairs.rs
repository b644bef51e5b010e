//! Pairs of shapes that may touch, and when each must be looked at again.
//!
//! A pair is looked at anew as soon as its bodies may have moved against each other by
//! [`LOOK_AGAIN`] since the last look, in any sub-step: in between its gaps follow the motion.
//! One look a step leaves heaps centimetres deep however many sub-steps it has.

use glam::DVec3;
use rayon::prelude::*;
use stickslip_contact::{Collider, Contact, Detector, PairDetector, Pose, Shape, ShapeKind, Site};
use stickslip_linalg::in_wide_registers;

use super::bodies::Bodies;
use super::lane::{BodyRow, LANES, Lane, difference, dot, gather, motion};
use crate::collide::{Owner, owners};
use crate::filter::Filter;
use crate::model::Model;
use crate::parts::{MaterialId, Surface};

/// A pair is looked at again after so much relative motion (m).
pub(super) const LOOK_AGAIN: f64 = 1e-3;
/// Contacts are found so far apart (m), besides what the motion until the next look may close.
const MARGIN: f64 = 2e-3;
/// Fat boxes are larger than their shapes by this (m), and by what is covered in a part of
/// the step.
const FAT: f64 = 0.02;
const FAT_SHARE: f64 = 0.25;
/// Pairs that one task looks at where there are threads.
const PARALLEL_PAIRS: usize = 32;
/// No manifold.
pub(super) const NONE: u32 = u32::MAX;

/// All pairs. Keeps its memory from step to step.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    detector: Detector,
    colliders: Vec<Collider>,
    pub(super) owners: Vec<Owner>,
    locals: Vec<Pose>,
    /// Farthest point of each from its origin (m), and whether it is a ball.
    radii: Vec<f64>,
    is_ball: Vec<bool>,
    /// What happens where two materials meet, for any two.
    surfaces: Vec<Surface>,
    materials: usize,
    filter: Filter,
    /// Numbers of both colliders, ascending.
    pub(super) colliders_of: Vec<(u32, u32)>,
    /// Both bodies, eight pairs at a time; nobody fills the last eight.
    bodies: [Vec<u32>; 2],
    /// Motion that is left until the next look (m).
    budgets: Vec<f32>,
    /// The first manifold of each.
    pub(super) manifolds: Vec<u32>,
    /// Pairs to be looked at, ascending, and what was found.
    stale: Vec<u32>,
    desks: Vec<Desk>,
    old: Kept,
}

/// What is known of pairs while new ones are looked for.
#[derive(Debug, Default)]
struct Kept {
    colliders_of: Vec<(u32, u32)>,
    budgets: Vec<f32>,
    manifolds: Vec<u32>,
}

/// What one task looks at, and what it found.
#[derive(Debug, Default)]
struct Desk {
    detector: PairDetector,
    contacts: Vec<Contact>,
    /// Pair, its budget, and the end of its contacts.
    found: Vec<(u32, f32, usize)>,
}

impl Pairs {
    pub(super) fn new(model: &Model) -> Self {
        let mut pairs = Self { owners: owners(model), ..Self::default() };
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
            pairs.radii.push(radius.unwrap_or(lower.abs().max(upper.abs()).length()));
            pairs.colliders.push(Collider {
                shape: own.shape.clone(),
                pose: own.pose,
                body: owner.body,
                movable: body.is_dynamic(),
                margin: 0.0,
            });
        }
        pairs
    }

    /// Forgets all pairs.
    pub(super) fn clear(&mut self) {
        self.colliders_of.clear();
        self.budgets.clear();
        self.manifolds.clear();
        self.bodies.iter_mut().for_each(Vec::clear);
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.colliders_of.len()
    }

    /// What happens where two colliders meet.
    pub(super) fn surface(&self, first: usize, second: usize) -> &Surface {
        let material = |at: usize| self.owners[at].material.0;
        &self.surfaces[material(first) * self.materials + material(second)]
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
        for ((collider, owner), local) in
            self.colliders.iter_mut().zip(&self.owners).zip(&self.locals)
        {
            collider.pose = bodies.poses[owner.body].compose(local);
            let slack = bodies.slack[owner.body];
            let slack = if slack == f32::MAX { 0.0 } else { f64::from(slack) };
            collider.margin = 0.5 * (MARGIN + LOOK_AGAIN) + slack;
        }
        std::mem::swap(&mut self.colliders_of, &mut self.old.colliders_of);
        std::mem::swap(&mut self.budgets, &mut self.old.budgets);
        std::mem::swap(&mut self.manifolds, &mut self.old.manifolds);
        self.clear();
        let (filter, owners) = (&self.filter, &self.owners);
        let lets = |first, second| filter.may_touch(owners, first, second);
        let found = self.detector.pairs(&self.colliders, lets);
        self.colliders_of.extend_from_slice(found);
        let mut old = 0;
        let known = &self.old.colliders_of;
        for &pair in found {
            while old < known.len() && known[old] < pair {
                lost(self.old.manifolds[old]);
                old += 1;
            }
            let kept = old < known.len() && known[old] == pair;
            self.budgets.push(if kept { self.old.budgets[old] } else { -1.0 });
            self.manifolds.push(if kept { self.old.manifolds[old] } else { NONE });
            old += usize::from(kept);
            let owner = |at: u32| owners[at as usize].body as u32;
            self.bodies[0].push(owner(pair.0));
            self.bodies[1].push(owner(pair.1));
        }
        self.old.manifolds[old..known.len()].iter().for_each(|&head| lost(head));
        let padded = found.len().next_multiple_of(LANES);
        self.budgets.resize(padded, f32::MAX);
        self.bodies.iter_mut().for_each(|side| side.resize(padded, bodies.nobody()));
    }

    /// Takes the motion of the coming sub-step off all budgets, and lists the pairs that have
    /// spent theirs.
    pub(super) fn spend(&mut self, rows: &[BodyRow], h: f64) {
        let (h, stale) = (Lane::splat(h as f32), &mut self.stale);
        let [first, second] = &self.bodies;
        let (first, second) = (first.as_chunks::<LANES>().0, second.as_chunks::<LANES>().0);
        let budgets = self.budgets.as_chunks_mut::<LANES>().0;
        stale.clear();
        in_wide_registers(
            #[inline(always)]
            || {
                for (at, budget) in budgets.iter_mut().enumerate() {
                    let (a, b) = (gather(rows, &first[at]), gather(rows, &second[at]));
                    let ((va, wa), (vb, wb)) = (motion(&a), motion(&b));
                    let v = difference(&vb, &va);
                    let way = dot(&v, &v).sqrt()
                        + dot(&wa, &wa).sqrt() * a[3]
                        + dot(&wb, &wb).sqrt() * b[3];
                    let left = Lane::from_array(*budget) - way * h;
                    *budget = left.to_array();
                    if (-left).any_positive() {
                        let spent = (0..LANES).filter(|&lane| budget[lane] < 0.0);
                        stale.extend(spent.map(|lane| (LANES * at + lane) as u32));
                    }
                }
            },
        );
    }

    /// Looks at the listed pairs, and calls `found` with each and its contacts, in their order.
    pub(super) fn look(
        &mut self,
        bodies: &Bodies,
        h: f64,
        mut found: impl FnMut(&mut Self, usize, &[Contact]),
    ) {
        let mut desks = std::mem::take(&mut self.desks);
        let threads = rayon::current_num_threads() > 1;
        let many = if threads { PARALLEL_PAIRS } else { self.stale.len().max(1) };
        let tasks = self.stale.len().div_ceil(many);
        if desks.len() < tasks {
            desks.resize_with(tasks, Desk::default);
        }
        let look = |(desk, stale): (&mut Desk, &[u32])| {
            desk.contacts.clear();
            desk.found.clear();
            for &pair in stale {
                let budget =
                    self.look_at(pair as usize, bodies, h, &mut desk.detector, &mut desk.contacts);
                desk.found.push((pair, budget as f32, desk.contacts.len()));
            }
        };
        match tasks > 1 {
            true => desks[..tasks].par_iter_mut().zip(self.stale.par_chunks(many)).for_each(look),
            false => desks[..tasks].iter_mut().zip(self.stale.chunks(many)).for_each(look),
        }
        for desk in &desks[..tasks] {
            let mut begin = 0;
            for &(pair, budget, end) in &desk.found {
                self.budgets[pair as usize] = budget;
                found(self, pair as usize, &desk.contacts[begin..end]);
                begin = end;
            }
        }
        self.desks = desks;
    }

    /// Adds the contacts of a pair; gives the motion until it must be looked at again.
    fn look_at(
        &self,
        pair: usize,
        bodies: &Bodies,
        h: f64,
        detector: &mut PairDetector,
        contacts: &mut Vec<Contact>,
    ) -> f64 {
        let [a, b] = self.bodies(pair).map(|body| body as usize);
        let ((va, wa), (vb, wb)) = (bodies.motion(a), bodies.motion(b));
        let reach = |body: usize| bodies.rows[body].fourth();
        let speed = (va - vb).length() + wa.length() * reach(a) + wb.length() * reach(b);
        let margin = MARGIN + LOOK_AGAIN + h * speed + 10.0 * h * h;
        let (first, second) = self.colliders_of[pair];
        let places = [first as usize, second as usize];
        let poses = [a, b].map(|body| bodies.poses[body]);
        if !poses.iter().all(Pose::is_finite) {
            return LOOK_AGAIN;
        }
        let poses = [0, 1].map(|side| poses[side].compose(&self.locals[places[side]]));
        let shapes: [&Shape; 2] = places.map(|at| &self.colliders[at].shape);
        let balls = self.radii[places[0]] + self.radii[places[1]];
        let apart = poses[0].position.distance(poses[1].position) - balls;
        if apart > margin {
            return apart - MARGIN;
        }
        if places.iter().all(|&at| self.is_ball[at]) {
            let [a, b] = poses.map(|pose| pose.position);
            let normal = (b - a).try_normalize().unwrap_or(DVec3::Y);
            let surface = a + self.radii[places[0]] * normal;
            let (point, gap) = (surface + 0.5 * apart * normal, apart);
            let sites = places.map(|collider| Site { collider });
            contacts.push(Contact { sites, feature: 0, point, normal, gap });
            return LOOK_AGAIN;
        }
        let apart = boxes_apart([0, 1].map(|side| shapes[side].bounds(&poses[side])));
        if apart > margin {
            return apart - MARGIN;
        }
        let begin = contacts.len();
        detector.collide_near(
            [(shapes[0], &poses[0]), (shapes[1], &poses[1])],
            places,
            margin,
            contacts,
        );
        match contacts.len() > begin {
            true => LOOK_AGAIN,
            // Farther apart than the margin.
            false => (margin - MARGIN).max(LOOK_AGAIN),
        }
    }
}

/// A lower bound of the distance between two boxes.
fn boxes_apart(boxes: [(DVec3, DVec3); 2]) -> f64 {
    let [(lower, upper), (other_lower, other_upper)] = boxes;
    (other_lower - upper).max(lower - other_upper).max_element()
}
