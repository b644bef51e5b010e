//! One sub-step.

use std::time::Instant;

use stickslip_dynamics::Motion as Manoeuvre;
use stickslip_dynamics::small_steps::BOUNCES;

use crate::bodies::Motion;
use crate::cells::COLOURS;
use crate::comm::Lost;
use crate::domain::{Domain, sight};
use crate::points::WIDE;
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
        if !is_first {
            let clock = Instant::now();
            self.pairs.look_again(sight(&self.catalogue, &self.bodies, h));
            self.figures.detect_s += clock.elapsed().as_secs_f64();
        }
        let bounces = self.catalogue.bounces();
        if bounces {
            for pair in &self.pairs.all {
                note_approach(pair, &mut self.pairs.points[pair.points()], &self.bodies);
            }
        }
        let clock = Instant::now();
        self.bodies.accelerate(&self.catalogue, h);
        self.figures.move_s += clock.elapsed().as_secs_f64();
        self.pass(Pass::WarmStart, manner)?;
        self.pass(Pass::Biased, manner)?;
        let clock = Instant::now();
        let has_left = self.bodies.advance(&self.catalogue, h);
        self.figures.move_s += clock.elapsed().as_secs_f64();
        self.pass(Pass::Relaxing, manner)?;
        if bounces && self.link.any(self.is_struck(manner))? {
            for _ in 1..BOUNCES {
                let bounced = self.pass(Pass::Restitution { ends: false }, manner)?;
                if !self.link.any(bounced)? {
                    break;
                }
            }
            self.pass(Pass::Restitution { ends: true }, manner)?;
        }
        if !is_last && self.link.any(has_left)? {
            self.time += h;
            self.store(None);
            self.look(h, 1.0)?;
        }
        Ok(())
    }

    /// Whether a point was struck that may bounce.
    fn is_struck(&self, manner: Manner) -> bool {
        self.pairs.all.iter().filter(|pair| pair.restitution > 0.0).any(|pair| {
            let mut points = self.pairs.points[pair.points()].iter();
            points.any(|own| own.normal_impulse > 0.0 && own.approach < manner.bounce_speed)
        })
    }

    /// One pass over all pairs of all ranks, colour by colour, and at last those of wide
    /// bodies; says whether anything bounced here.
    fn pass(&mut self, pass: Pass, manner: Manner) -> Result<bool, Lost> {
        let mut bounced = false;
        for phase in 0..COLOURS {
            bounced |= self.sweep(phase, pass, manner);
            self.plan.exchange(phase, &self.link, &mut self.bodies.motions)?;
        }
        if !self.wides.is_empty() {
            self.guests.exchange(&self.link, &mut self.bodies.motions)?;
            bounced |= self.sweep(WIDE, pass, manner);
        }
        Ok(bounced)
    }

    fn sweep(&mut self, phase: usize, pass: Pass, manner: Manner) -> bool {
        let clock = Instant::now();
        let mut bounced = false;
        for pair in &self.pairs.all[self.pairs.phases[phase].clone()] {
            let points = &mut self.pairs.points[pair.points()];
            if !points.is_empty() {
                bounced |= sweep(pass, manner, pair, points, &mut self.bodies);
            }
        }
        self.figures.sweep_s += clock.elapsed().as_secs_f64();
        bounced
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
        for &(place, wall) in &self.wall_places {
            let state = &self.walls[wall as usize];
            self.bodies.poses[place as usize] = state.pose;
            self.bodies.motions[place as usize] =
                Motion { v: state.velocity, w: state.angular_velocity };
        }
    }
}
