//! When pairs are looked at again, and what is found then.

use glam::DVec3;
use rayon::prelude::*;
use stickslip_contact::{Contact, PairDetector, Pose, Shape, Site};

use super::bodies::Bodies;
use super::carried::Carried;
use super::lane::{LANES, Lane, Wide, difference, dot, gather, motion};
use super::manifolds::parts;
use super::pairs::{MARGIN, Pairs};
use super::past::Past;
use super::registers::{Registers, Work, in_registers};
use super::rows::BodyRow;

/// A point may inherit from one that was this part of the smaller shape's radius away.
pub const NEAR: f64 = 0.1;
/// Pairs that one task looks at where there are threads; a multiple of the lanes.
const SHARE_OF_PAIRS: usize = 256;

/// Edges of boxes must separate them better than a face by this (m): what rests on a face must
/// not rock on one point because edges that are nearly parallel are as good.
const FACE_PREFERENCE: f64 = 2e-4;

/// What one task looks at, and what it found.
#[derive(Debug)]
pub(super) struct LookScratch {
    detector: PairDetector,
    /// Pairs that are looked at, counted from the first of the task.
    stale: Vec<u32>,
    pub(super) contacts: Vec<Contact>,
    /// What each contact inherits.
    pub(super) points: Vec<Carried>,
    /// What there is to inherit, and where in the state that of the pair begins.
    carried: Vec<Carried>,
    kept: usize,
    /// Pairs that were looked at, ascending, and the end of the manifolds of each; and the end
    /// of the contacts of every manifold.
    found: Vec<(u32, u32)>,
    ends: Vec<u32>,
}

impl LookScratch {
    /// Calls with every pair that was looked at, where its contacts begin, and where those of
    /// each of its manifolds end.
    pub(super) fn each(&self, mut found: impl FnMut(usize, u32, &[u32])) {
        let (mut first, mut begin) = (0, 0);
        for &(pair, last) in &self.found {
            let ends = &self.ends[first..last as usize];
            found(pair as usize, begin, ends);
            (first, begin) = (last as usize, ends.last().copied().unwrap_or(begin));
        }
    }
}

impl Default for LookScratch {
    fn default() -> Self {
        Self {
            detector: PairDetector::preferring_faces(FACE_PREFERENCE),
            stale: Vec::new(),
            contacts: Vec::new(),
            points: Vec::new(),
            carried: Vec::new(),
            kept: 0,
            found: Vec::new(),
            ends: Vec::new(),
        }
    }
}

impl Pairs {
    /// Takes the motion of the coming sub-step off all budgets, and looks at the pairs that
    /// have spent theirs: the first `shares` scratch memories have what was found.
    pub(super) fn look(&mut self, bodies: &Bodies, h: f64, past: &Past<'_>) {
        let mut scratches = std::mem::take(&mut self.scratches);
        let mut budgets = std::mem::take(&mut self.budgets);
        let threads = rayon::current_num_threads() > 1;
        let many = if threads { SHARE_OF_PAIRS } else { budgets.len().max(1) };
        self.shares = budgets.len().div_ceil(many);
        if scratches.len() < self.shares {
            scratches.resize_with(self.shares, LookScratch::default);
        }
        let own = &mut scratches[..self.shares];
        let look = |(at, (scratch, budgets)): (usize, (&mut LookScratch, &mut [f32]))| {
            self.look_at_share(at * many, budgets, scratch, (bodies, h, past));
        };
        match self.shares > 1 {
            true => own.par_iter_mut().zip(budgets.par_chunks_mut(many)).enumerate().for_each(look),
            false => own.iter_mut().zip(budgets.chunks_mut(many)).enumerate().for_each(look),
        }
        (self.scratches, self.budgets) = (scratches, budgets);
    }

    /// The same for the pairs from `first` on that these budgets are of.
    fn look_at_share(
        &self,
        first: usize,
        budgets: &mut [f32],
        scratch: &mut LookScratch,
        (bodies, h, past): (&Bodies, f64, &Past<'_>),
    ) {
        let own = first..first + budgets.len();
        scratch.stale.clear();
        scratch.contacts.clear();
        scratch.points.clear();
        scratch.found.clear();
        scratch.ends.clear();
        in_registers(Spend {
            bodies: [self.bodies[0][own.clone()].as_chunks().0, self.bodies[1][own].as_chunks().0],
            budgets: budgets.as_chunks_mut().0,
            stale: &mut scratch.stale,
            rows: &bodies.rows,
            h: h as f32,
        });
        let first_stale = scratch.stale.first().map(|&at| self.colliders_of[first + at as usize]);
        scratch.kept = first_stale.map_or(0, |pair| past.kept_from(pair));
        for &at in &scratch.stale {
            let (pair, begin) = (first + at as usize, scratch.contacts.len());
            let budget =
                self.look_at(pair, bodies, h, &mut scratch.detector, &mut scratch.contacts);
            budgets[at as usize] = budget as f32;
            let centres = self.bodies(pair).map(|body| bodies.poses[body as usize].position);
            let (one, two) = self.colliders_of[pair];
            let near = NEAR * self.radii[one as usize].min(self.radii[two as usize]);
            let (head, contacts) = (self.manifolds[pair], &scratch.contacts[begin..]);
            let (carried, points) = (&mut scratch.carried, &mut scratch.points);
            let from = (centres, near, self.surface(one as usize, two as usize));
            past.inherited((head, &mut scratch.kept), contacts, from, carried, points);
            let mut end = begin as u32;
            scratch.ends.extend(parts(contacts).map(|part| {
                end += part.len() as u32;
                end
            }));
            scratch.found.push((pair as u32, scratch.ends.len() as u32));
        }
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
        let (a, b) = (self.bodies[0][pair] as usize, self.bodies[1][pair] as usize);
        let ((va, wa), (vb, wb)) = (bodies.motion(a), bodies.motion(b));
        let reach = |body: usize| bodies.rows[body].fourth();
        let speed = (va - vb).length() + wa.length() * reach(a) + wb.length() * reach(b);
        let margin = MARGIN + self.look_again + h * speed + 10.0 * h * h;
        let places = [self.colliders_of[pair].0 as usize, self.colliders_of[pair].1 as usize];
        let poses = [self.placed(bodies, a, places[0]), self.placed(bodies, b, places[1])];
        if !(poses[0].is_finite() && poses[1].is_finite()) {
            return self.look_again;
        }
        let balls = self.radii[places[0]] + self.radii[places[1]];
        let apart = poses[0].position.distance(poses[1].position) - balls;
        if apart > margin {
            return apart - MARGIN;
        }
        if self.is_ball[places[0]] && self.is_ball[places[1]] {
            let (a, b) = (poses[0].position, poses[1].position);
            let normal = (b - a).try_normalize().unwrap_or(DVec3::Y);
            let surface = a + self.radii[places[0]] * normal;
            let (point, gap) = (surface + 0.5 * apart * normal, apart);
            let sites = [Site { collider: places[0] }, Site { collider: places[1] }];
            contacts.push(Contact { sites, feature: 0, point, normal, gap });
            return self.look_again;
        }
        let shapes: [&Shape; 2] =
            [&self.colliders[places[0]].shape, &self.colliders[places[1]].shape];
        // Boxes begin with the axes of their faces, which say more.
        if !(self.is_box[places[0]] && self.is_box[places[1]]) {
            let apart = boxes_apart([shapes[0].bounds(&poses[0]), shapes[1].bounds(&poses[1])]);
            if apart > margin {
                return apart - MARGIN;
            }
        }
        let begin = contacts.len();
        let placed = [(shapes[0], &poses[0]), (shapes[1], &poses[1])];
        let apart = detector.collide_near(placed, places, margin, contacts);
        match contacts.len() > begin {
            true => self.look_again,
            false => (apart - MARGIN).max(self.look_again),
        }
    }

    /// Where a collider of a body is.
    fn placed(&self, bodies: &Bodies, body: usize, collider: usize) -> Pose {
        match self.is_own[collider] {
            true => bodies.poses[body],
            false => bodies.poses[body].compose(&self.locals[collider]),
        }
    }
}

/// Takes the motion of a sub-step off budgets.
struct Spend<'a> {
    bodies: [&'a [[u32; LANES]]; 2],
    budgets: &'a mut [[f32; LANES]],
    stale: &'a mut Vec<u32>,
    rows: &'a [BodyRow],
    h: f32,
}

impl Work for Spend<'_> {
    type Output = ();
    #[inline(always)]
    fn run<R: Registers>(self, r: R) {
        let h = Wide::splat(r, self.h);
        let [first, second] = self.bodies;
        for (at, budget) in self.budgets.iter_mut().enumerate() {
            let a = gather(r, self.rows, &first[at]);
            let b = gather(r, self.rows, &second[at]);
            let ((va, wa), (vb, wb)) = (motion(&a), motion(&b));
            let v = difference(&vb, &va);
            let way =
                dot(&v, &v).sqrt() + dot(&wa, &wa).sqrt() * a[3] + dot(&wb, &wb).sqrt() * b[3];
            let left = Wide::of(r, &Lane(*budget)) - way * h;
            *budget = left.lane().0;
            if (-left).any_positive() {
                let spent = (0..LANES).filter(|&lane| budget[lane] < 0.0);
                self.stale.extend(spent.map(|lane| (LANES * at + lane) as u32));
            }
        }
    }
}

/// A lower bound of the distance between two boxes.
fn boxes_apart(boxes: [(DVec3, DVec3); 2]) -> f64 {
    let [(lower, upper), (other_lower, other_upper)] = boxes;
    (other_lower - upper).max(lower - other_upper).max_element()
}
