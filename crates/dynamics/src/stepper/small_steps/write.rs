//! Manifolds into lanes.

use rayon::prelude::*;
use stickslip_contact::{Contact, tangents};

use super::bodies::Bodies;
use super::carried::Carried;
use super::colours::{Colours, Seat, lanes};
use super::group::{Group, POINTS};
use super::lane::{put, put_symmetric};
use super::look::LookScratch;
use super::pairs::Pairs;
use super::softness::Softness;
use crate::world::World;

/// Fewer manifolds than this are written sooner than another thread wakes up.
const PARALLEL_JOBS: usize = 64;
/// Groups that one task writes.
const SHARE_OF_GROUPS: usize = 8;

/// How contacts give way, rub and bounce in a sub-step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    /// Length of the sub-step (s).
    h: f64,
    /// Between bodies that forces move, and where one is held.
    usual: [Softness; 2],
    has_friction: bool,
}

impl Manner {
    pub(super) fn new(world: &World, h: f64) -> Self {
        Self {
            h,
            usual: [Softness::of_substep(h, 1.0), Softness::of_substep(h, 2.0)],
            has_friction: world.settings.friction.has_tangents(),
        }
    }
}

/// A manifold that is to be written: its seat, its pair, and its contacts in a scratch memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Job {
    pub(super) seat: Seat,
    pub(super) pair: u32,
    pub(super) scratch: u32,
    pub(super) begin: u32,
    pub(super) end: u32,
}

/// What all manifolds are written with.
pub(super) struct Writer<'a> {
    pub(super) pairs: &'a Pairs,
    pub(super) bodies: &'a Bodies,
    pub(super) manner: &'a Manner,
}

impl Writer<'_> {
    /// Does all jobs, in any order.
    pub(super) fn write_all(&self, jobs: &mut [Job], colours: &mut Colours) {
        if rayon::current_num_threads() == 1 || jobs.len() < PARALLEL_JOBS {
            jobs.iter().for_each(|job| self.write(job, colours.group_mut(job.seat)));
            return;
        }
        jobs.sort_unstable_by_key(|job| (job.seat.colour, job.seat.group, job.seat.lane));
        let (mut tasks, mut rest) = (Vec::new(), &*jobs);
        for (colour, groups) in colours.groups.iter_mut().enumerate() {
            for (share, groups) in groups.chunks_mut(SHARE_OF_GROUPS).enumerate() {
                let first = share * SHARE_OF_GROUPS;
                let end = first + SHARE_OF_GROUPS;
                let place = |job: &Job| (job.seat.colour as usize, job.seat.group as usize);
                let many = rest.partition_point(|job| place(job) < (colour, end));
                let (now, later) = rest.split_at(many);
                rest = later;
                if !now.is_empty() {
                    tasks.push((first, groups, now));
                }
            }
        }
        tasks.into_par_iter().for_each(|(first, groups, jobs)| {
            jobs.iter()
                .for_each(|job| self.write(job, &mut groups[job.seat.group as usize - first]));
        });
    }

    /// Writes all groups, whose seats the jobs have one after the other, as if there had been
    /// none.
    pub(super) fn write_anew(&self, jobs: &[Job], colours: &mut Colours) {
        let mut rest = jobs;
        let tasks = colours.groups.iter_mut().enumerate().flat_map(|(colour, groups)| {
            let of_colour = |job: &Job| usize::from(job.seat.colour) == colour;
            let (own, later) = rest.split_at(rest.partition_point(of_colour));
            rest = later;
            let lanes = lanes(colour);
            let shares = groups.chunks_mut(SHARE_OF_GROUPS);
            shares.zip(own.chunks(SHARE_OF_GROUPS * lanes)).map(move |it| (lanes, it))
        });
        let nobody = self.bodies.nobody();
        let write = |(lanes, (groups, jobs)): (usize, (&mut [Group], &[Job]))| {
            for (group, jobs) in groups.iter_mut().zip(jobs.chunks(lanes)) {
                *group = Group::new(nobody);
                for job in jobs {
                    let parties = self.pairs.bodies(job.pair as usize);
                    group.take(job.seat.lane as usize, parties, self.bodies.moves(parties));
                    self.write(job, group);
                }
            }
        };
        if rayon::current_num_threads() == 1 || jobs.len() < PARALLEL_JOBS {
            return tasks.for_each(write);
        }
        let tasks: Vec<_> = tasks.collect();
        tasks.into_par_iter().for_each(write);
    }

    fn write(&self, job: &Job, group: &mut Group) {
        let LookScratch { contacts, points, .. } = &self.pairs.scratches[job.scratch as usize];
        let own = job.begin as usize..job.end as usize;
        self.write_lane(group, job.seat.lane as usize, &contacts[own.clone()], &points[own]);
    }

    /// Writes a manifold into its lane, with what its points inherit.
    fn write_lane(&self, group: &mut Group, lane: usize, contacts: &[Contact], points: &[Carried]) {
        let Self { pairs, bodies, manner } = self;
        let n = contacts[0].normal;
        let (t, b) = tangents(n);
        let [one, two] = contacts[0].sites.map(|site| site.collider);
        let surface = pairs.surface(one, two);
        let parties = [group.bodies[0][lane] as usize, group.bodies[1][lane] as usize];
        let inertia = [bodies.inverse_inertia(parties[0]), bodies.inverse_inertia(parties[1])];
        let constants = [&bodies.constants[parties[0]], &bodies.constants[parties[1]]];
        let centres = [bodies.poses[parties[0]].position, bodies.poses[parties[1]].position];
        let held = !(constants[0].is_dynamic && constants[1].is_dynamic);
        let inverse_mass = constants[0].inverse_mass + constants[1].inverse_mass;
        let usual = manner.usual[usize::from(held)];
        put(&mut group.normal, lane, n);
        put(&mut group.tangent, lane, t);
        for side in 0..2 {
            put_symmetric(&mut group.inertia[side], lane, &inertia[side]);
        }
        group.friction.set(lane, if manner.has_friction { surface.friction as f32 } else { 0.0 });
        group.restitution.set(lane, surface.restitution as f32);
        if manner.has_friction && surface.torsion + surface.rolling > 0.0 {
            let moment = points.iter().map(|point| point.moment).sum();
            let inverse = inertia[0] + inertia[1];
            group.moments.write(lane, surface, [n, t, b], &inverse, moment);
        }
        group.points = group.points.max(contacts.len());
        let (way_a, way_b) =
            (bodies.deltas[parties[0]].motion(), bodies.deltas[parties[1]].motion());
        for k in 0..POINTS {
            let point = &mut group.at[k];
            let Some(contact) = contacts.get(k) else {
                point.blank(lane);
                continue;
            };
            let arms = [contact.point - centres[0], contact.point - centres[1]];
            let levers = [
                [arms[0].cross(n), arms[1].cross(n)],
                [arms[0].cross(t), arms[1].cross(t)],
                [arms[0].cross(b), arms[1].cross(b)],
            ];
            let turned = [
                [inertia[0] * levers[0][0], inertia[1] * levers[0][1]],
                [inertia[0] * levers[1][0], inertia[1] * levers[1][1]],
                [inertia[0] * levers[2][0], inertia[1] * levers[2][1]],
            ];
            let mass = |one: usize, two: usize| {
                levers[one][0].dot(turned[two][0]) + levers[one][1].dot(turned[two][1])
            };
            let (tt, tb, bb) = (inverse_mass + mass(1, 1), mass(1, 2), inverse_mass + mass(2, 2));
            let largest = 0.5 * (tt + bb) + (0.25 * (tt - bb) * (tt - bb) + tb * tb).sqrt();
            let normal_mass = 1.0 / (inverse_mass + mass(0, 0));
            let softness = Softness::of(&surface.compliance, manner.h, normal_mass, usual);
            let moved =
                n.dot(way_b.0 - way_a.0) + levers[0][1].dot(way_b.1) - levers[0][0].dot(way_a.1);
            group.features[k][lane] = contact.feature;
            for side in 0..2 {
                put(&mut point.arms[side], lane, arms[side]);
            }
            point.gap.set(lane, (contact.gap - moved) as f32);
            point.normal_mass.set(lane, normal_mass as f32);
            point.tangent_mass.set(lane, (1.0 / largest) as f32);
            point.share.set(lane, softness.share(normal_mass) as f32);
            let own = &points[k];
            point.normal_impulse.set(lane, own.normal as f32);
            point.tangent_impulse[0].set(lane, own.friction.dot(t) as f32);
            point.tangent_impulse[1].set(lane, own.friction.dot(b) as f32);
            point.approach.set(lane, own.approach as f32);
            if k == 0 {
                group.rate.set(lane, softness.rate as f32);
                group.relaxes.set(lane, if softness.relaxes { 1.0 } else { 0.0 });
            }
        }
    }
}
