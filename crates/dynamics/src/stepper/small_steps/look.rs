//! When pairs are looked at again, and what is found then.

use glam::DVec3;
use rayon::prelude::*;
use stickslip_contact::{Contact, PairDetector, Pose, Shape, Site};

use super::bodies::Bodies;
use super::lane::{BodyRow, LANES, Lane, Wide, difference, dot, gather, motion};
use super::pairs::{LOOK_AGAIN, MARGIN, Pairs};
use super::registers::{Registers, Work, in_registers};

/// Pairs that one task looks at where there are threads.
const PARALLEL_PAIRS: usize = 32;

/// What one task looks at, and what it found.
#[derive(Debug, Default)]
pub(super) struct Desk {
    detector: PairDetector,
    contacts: Vec<Contact>,
    /// Pair, its budget, and the end of its contacts.
    found: Vec<(u32, f32, usize)>,
}

impl Pairs {
    /// Takes the motion of the coming sub-step off all budgets, and lists the pairs that have
    /// spent theirs.
    pub(super) fn spend(&mut self, rows: &[BodyRow], h: f64) {
        self.stale.clear();
        in_registers(Spend {
            bodies: [self.bodies[0].as_chunks().0, self.bodies[1].as_chunks().0],
            budgets: self.budgets.as_chunks_mut().0,
            stale: &mut self.stale,
            rows,
            h: h as f32,
        });
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
        let (a, b) = (self.bodies[0][pair] as usize, self.bodies[1][pair] as usize);
        let ((va, wa), (vb, wb)) = (bodies.motion(a), bodies.motion(b));
        let reach = |body: usize| bodies.rows[body].fourth();
        let speed = (va - vb).length() + wa.length() * reach(a) + wb.length() * reach(b);
        let margin = MARGIN + LOOK_AGAIN + h * speed + 10.0 * h * h;
        let places = [self.colliders_of[pair].0 as usize, self.colliders_of[pair].1 as usize];
        let poses = [self.placed(bodies, a, places[0]), self.placed(bodies, b, places[1])];
        if !(poses[0].is_finite() && poses[1].is_finite()) {
            return LOOK_AGAIN;
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
            return LOOK_AGAIN;
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
            true => LOOK_AGAIN,
            false => (apart - MARGIN).max(LOOK_AGAIN),
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
