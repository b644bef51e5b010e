//! Films of the pictures that `run --picture` makes.

use stickslip_dynamics::{Pose, Simulation};
use stickslip_report::picture::{Animation, Drop, Figure, Force};

use crate::commands::run::{drops, figures, forces};
use crate::error::Failure;
use crate::progress::{COUNTED, progress};

/// What is seen at one moment.
struct Moment {
    poses: Vec<Pose>,
    drops: Vec<Drop>,
    forces: Vec<Force>,
}

/// All moments of a film.
#[derive(Default)]
pub struct Pictures {
    moments: Vec<Moment>,
}

impl Pictures {
    /// Keeps what is seen now.
    pub fn add(&mut self, simulation: &Simulation) {
        let poses = simulation.state().bodies.iter().map(|body| body.pose).collect();
        let (drops, forces) = (drops(simulation), forces(simulation));
        self.moments.push(Moment { poses, drops, forces });
    }

    /// Draws them, `gap` seconds apart.
    pub fn film(&self, simulation: &Simulation, gap: f64, quiet: bool) -> Result<Vec<u8>, Failure> {
        let seen = |moment: &Moment| -> Vec<Figure<'_>> { figures(simulation, &moment.poses) };
        let mut animation = Animation::new(gap);
        for moment in &self.moments {
            animation.frame_around(&seen(moment), &moment.drops);
        }
        let bar = progress(self.moments.len(), COUNTED, quiet);
        for moment in &self.moments {
            animation.draw(&seen(moment), &moment.drops, &moment.forces);
            bar.inc(1);
        }
        bar.finish_and_clear();
        animation.finish().map_err(|error| Failure::Film(error.to_string()))
    }
}
