//! One sub-step.

use std::ops::Range;
use std::time::Instant;

use stickslip_dynamics::Motion as Manoeuvre;
use stickslip_dynamics::small_steps::{BOUNCES, Mechanisms};

use crate::bodies::Bodies;
use crate::cells::COLOURS;
use crate::comm::Lost;
use crate::domain::{Domain, sight};
use crate::pairs::{Pairs, WIDE};
use crate::record::Motion;
use crate::sweep::{Manner, Pass, note_approach, sweep};

impl Domain {
    /// One sub-step; the first one has its pairs already, and after the last one the next step
    /// looks anyway.
    pub(crate) fn substep(&mut self, is_first: bool, is_last: bool) -> Result<(), Lost> {
        let (h, settings) = (self.h, &self.catalogue.settings);
        let gravity = settings.gravity.length();
        let bounce_speed = -settings.restitution_threshold.max(2.0 * gravity * h);
        let manner = Manner { h, bounce_speed };
        self.drive(self.time, h);
        self.prepare_joints();
        if !is_first {
            let clock = Instant::now();
            self.bodies.note_speeds(&self.catalogue);
            self.pairs.look_again(sight(&self.catalogue, &self.bodies, h));
            self.figures.detect_s += clock.elapsed().as_secs_f64();
        }
        let bounces = self.catalogue.bounces();
        if bounces {
            self.note_approaches();
        }
        let clock = Instant::now();
        self.bodies.accelerate(&self.catalogue, h);
        self.figures.move_s += clock.elapsed().as_secs_f64();
        self.pass(Pass::WarmStart, manner)?;
        self.with_joints(Mechanisms::push);
        self.pass(Pass::Biased, manner)?;
        self.with_joints(|joints| joints.follow(h));
        let clock = Instant::now();
        let has_left = self.bodies.advance(&self.catalogue, h);
        self.figures.move_s += clock.elapsed().as_secs_f64();
        self.with_joints(Mechanisms::relax);
        self.pass(Pass::Relaxing, manner)?;
        let is_struck = bounces && self.list_struck(manner);
        if bounces && self.link.any(is_struck)? {
            for _ in 1..BOUNCES {
                let bounced = self.pass(Pass::Restitution { ends: false }, manner)?;
                if !self.link.any(bounced)? {
                    break;
                }
            }
            self.pass(Pass::Restitution { ends: true }, manner)?;
        }
        self.keep_joints();
        if !is_last && self.link.any(has_left)? {
            self.time += h;
            self.store(None);
            self.look(h, 1.0)?;
        }
        Ok(())
    }

    /// Notes with which speed points come that carry nothing yet.
    pub(crate) fn note_approaches(&mut self) {
        for &at in &self.pairs.touching {
            let pair = &self.pairs.all[at as usize];
            note_approach(pair.places, &mut self.pairs.points[pair.points()], &self.bodies);
        }
    }

    /// Lists the pairs with points that were struck and may bounce, and says whether there are
    /// any. Passes of restitution change no other points, and make no other point one of these.
    fn list_struck(&mut self, manner: Manner) -> bool {
        let catalogue = &self.catalogue;
        self.pairs.list_struck(|pair, point| {
            catalogue.rubbing(pair.surface)[1] > 0.0 && point.is_struck(manner.bounce_speed)
        })
    }

    /// One pass over all pairs of all ranks, colour by colour, and at last those of wide
    /// bodies; says whether anything bounced here. What other ranks wait for is swept first.
    fn pass(&mut self, pass: Pass, manner: Manner) -> Result<bool, Lost> {
        let Self { pairs, plan, link, bodies, catalogue, figures, twins, .. } = self;
        let mut bounced = false;
        let Pairs { all, touching, swept, struck, bouncing, points, moments, .. } = pairs;
        let (list, parts) = match pass {
            Pass::Restitution { .. } => (&*struck, &*bouncing),
            _ => (&*touching, &*swept),
        };
        let mut sweep = |part: &Range<usize>, bodies: &mut Bodies| {
            let clock = Instant::now();
            for &at in &list[part.clone()] {
                let pair = &all[at as usize];
                let own = (pair.places, catalogue.rubbing(pair.surface));
                let moments = moments.get_mut(pair.points()).unwrap_or_default();
                let swept = (&mut points[pair.points()], moments);
                bounced |= sweep(pass, manner, own, swept, bodies);
                twins.follow(pair.places, bodies);
            }
            figures.sweep_s += clock.elapsed().as_secs_f64();
        };
        for phase in 0..COLOURS {
            let [border, inner] = &parts[phase];
            sweep(border, bodies);
            plan.exchange(phase, link, bodies, |bodies| sweep(inner, bodies))?;
        }
        if !self.guests.of_rank.is_empty() {
            self.guests.exchange(link, &mut bodies.rows)?;
            sweep(&parts[WIDE][0], bodies);
        }
        Ok(bounced)
    }

    /// Walls follow their scripts for `h` seconds from `time` on.
    pub(crate) fn drive(&mut self, time: f64, h: f64) {
        for ((_, body), state) in self.catalogue.walls.iter().zip(&mut self.walls) {
            if let Manoeuvre::Kinematic(drive) = &body.description.motion {
                state.pose = drive.pose(&body.description.pose, time);
                (state.velocity, state.angular_velocity) =
                    drive.velocity(&body.description.pose, time, h);
            }
        }
        let drives = |own: &&(u32, u32)| !self.catalogue.walls[own.1 as usize].1.is_dynamic();
        for &(place, wall) in self.wall_places.iter().filter(drives) {
            let state = &self.walls[wall as usize];
            self.bodies.poses[place as usize] = state.pose;
            self.bodies.rows[place as usize].motion =
                Motion { v: state.velocity, w: state.angular_velocity };
        }
    }
}
