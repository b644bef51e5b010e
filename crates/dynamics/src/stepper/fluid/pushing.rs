//! A step of liquids and of the bodies that they push.
//!
//! What is one problem and what is split: pressures, walls that let go and the
//! inertia of bodies are one complementarity problem (`stickslip_liquid::Mover`).
//! Contacts and joints are those of the body's own step, to which the pressure is
//! a force; the two take turns until they agree on how bodies move:
//!
//! 1. **guess**: bodies step under the impulses G of the last pressures; without G
//!    they would end with v̂ = v⁺ − M⁻¹G. Where they end is where the walls are.
//! 2. **press**: pressure and v = v̂ + M⁻¹G together, which gives a new G.
//! 3. **step**: bodies step again from the beginning under G, to v⁺.
//! 4. Bodies that touch nothing end with v, and that was all. Others differ by
//!    r = v⁺ − v: v̂ is moved by ω r (Aitken's ω: Küttler and Wall 2008, Eq 44), and
//!    2 and 3 come again.
//!
//! Whatever r is left, contacts hold as in any step, and what the last pressures
//! take from the liquid is what bodies get: r alone is not carried over, a flow
//! through the wall of at most that speed for one step. The walls of a step are
//! those of its end, so that a body that bobs loses energy, a share of ½(ωh)² in
//! each step, and gains none.

use std::time::Instant;

use stickslip_liquid::{Impulse, Liquid, LiquidReport, LiquidState, Mover};

use super::relaxation::Relaxation;
use super::solids::{BodySolids, movers};
use super::{add, step_error};
use crate::model::Body;
use crate::motion::world_inertia;
use crate::report::StepReport;
use crate::state::{BodyState, State};
use crate::step_error::StepError;
use crate::stepper::complementarity::Complementarity;
use crate::world::{Push, World};

/// Most turns of pressures and bodies in a step.
const TURNS: usize = 12;
/// What such steps keep in memory.
pub struct Pushing {
    /// The bodies that are pushed.
    bodies: Vec<usize>,
    begun: State,
    pushes: Vec<Push>,
}

impl Pushing {
    /// Where there are bodies that can be pushed.
    pub fn new(bodies: &[Body]) -> Option<Self> {
        let bodies: Vec<usize> = movers(bodies).collect();
        let some = !bodies.is_empty();
        some.then(|| Self { bodies, begun: State::default(), pushes: Vec::new() })
    }

    /// One sub-step of `h` seconds.
    pub fn substep(
        &mut self,
        stepper: &mut Complementarity,
        liquids: &mut [Liquid],
        world: &mut World,
        h: f64,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        let mut states = std::mem::take(&mut world.state.liquids);
        self.begun.clone_from(&world.state);
        self.pushes.clone_from(&world.pushes);
        let stepped = self.turns(stepper, liquids, (&mut *world, states.as_mut_slice()), h, report);
        world.pushes.clone_from(&self.pushes);
        world.state.liquids = states;
        stepped
    }

    fn turns(
        &self,
        stepper: &mut Complementarity,
        liquids: &mut [Liquid],
        (world, states): (&mut World, &mut [LiquidState]),
        h: f64,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        let (step, warm) = (world.state.step + 1, world.settings.warm_start);
        let gravity = world.settings.gravity;
        let failed = |error| step_error(error, step);
        let mut clock = Instant::now();
        let mut spent = 0.0;
        let mut lap = |spent: &mut f64| {
            *spent += clock.elapsed().as_secs_f64();
            clock = Instant::now();
        };
        place(liquids, world);
        let begun = self.movers(world);
        let last =
            |(liquid, state): (&Liquid, &LiquidState)| liquid.last_impulses(state, h, &begun);
        let mut parts: Vec<_> = liquids.iter().zip(&*states).map(last).collect();
        let mut given = sum(&parts, begun.len());
        lap(&mut spent);
        let kept = report.clone();
        self.step_bodies(stepper, world, &given, h, report)?;
        lap(&mut 0.0);
        place(liquids, world);
        let mut guess = self.movers(world);
        for (mover, given) in guess.iter_mut().zip(&given) {
            *mover = mover.pushed(&negative(given));
        }
        for (liquid, state) in liquids.iter_mut().zip(&mut *states) {
            liquid.request.history = world.keep_history;
            liquid.begin(state, gravity, h);
        }
        let mut relaxed = Relaxation::default();
        let mut found = Vec::new();
        for turn in 0..TURNS {
            found.clear();
            for (at, (liquid, state)) in liquids.iter_mut().zip(&mut *states).enumerate() {
                // A body between two liquids: the other one is a force here.
                parts[at].fill(Impulse::default());
                let others = sum(&parts, guess.len());
                let seen = guess.iter().zip(&others).map(|(mover, other)| mover.pushed(other));
                let seen: Vec<Mover> = seen.collect();
                let (pressed, impulses) =
                    liquid.press(state, h, warm || turn > 0, &seen).map_err(failed)?;
                found.push(pressed);
                parts[at] = impulses;
            }
            given = sum(&parts, guess.len());
            lap(&mut spent);
            let times = report.times;
            report.clone_from(&kept);
            report.times = times;
            world.state.clone_from(&self.begun);
            self.step_bodies(stepper, world, &given, h, report)?;
            lap(&mut 0.0);
            let ended = self.movers(world);
            if relaxed.agree(&mut guess, &given, &ended) {
                break;
            }
        }
        place(liquids, world);
        report.liquid = LiquidReport { mismatch: relaxed.difference, ..LiquidReport::default() };
        for ((liquid, state), found) in liquids.iter_mut().zip(states).zip(&mut found) {
            liquid.finish(state, h, found).map_err(failed)?;
            add(report, found, liquid);
        }
        lap(&mut spent);
        report.times.integrate_s += spent - report.liquid.solve_s;
        Ok(())
    }

    /// A step of the bodies under what liquids give them.
    fn step_bodies(
        &self,
        stepper: &mut Complementarity,
        world: &mut World,
        given: &[Impulse],
        h: f64,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        world.pushes.clone_from(&self.pushes);
        for (&body, given) in self.bodies.iter().zip(given) {
            world.pushes[body].force += given.linear / h;
            world.pushes[body].torque += given.angular / h;
        }
        stepper.substep(world, h, report)
    }

    /// The bodies that are pushed, as they are.
    fn movers(&self, world: &World) -> Vec<Mover> {
        let mover = |&at: &usize| {
            let (body, state) = (&world.model.bodies()[at], &world.state.bodies[at]);
            let BodyState { pose, velocity, angular_velocity, .. } = *state;
            Mover {
                centre: pose.position,
                inverse_mass: body.inverse_mass,
                inverse_inertia: world_inertia(pose.orientation, &body.inverse_inertia),
                velocity,
                spin: angular_velocity,
            }
        };
        self.bodies.iter().map(mover).collect()
    }
}

fn place(liquids: &mut [Liquid], world: &World) {
    let solids = BodySolids::new(world.model.bodies(), &world.state.bodies);
    liquids.iter_mut().for_each(|liquid| liquid.place(&solids));
}

/// Of all liquids, body by body.
fn sum(parts: &[Vec<Impulse>], bodies: usize) -> Vec<Impulse> {
    let mut all = vec![Impulse::default(); bodies];
    parts.iter().for_each(|some| all.iter_mut().zip(some).for_each(|(sum, part)| *sum += *part));
    all
}

fn negative(impulse: &Impulse) -> Impulse {
    Impulse { linear: -impulse.linear, angular: -impulse.angular }
}
