//! The problems of a scene, as `compare` takes them.

use clap::Args;
use stickslip_scene::{Overrides, SceneSource};
use stickslip_solve::Problem;

use crate::ask::at_least_one;
use crate::error::Failure;

/// Where the problems come from when they come from no file.
#[derive(Args, Debug)]
pub struct FromScene {
    /// Compare on problems of this scene: the largest island of some of its steps
    #[arg(long, value_name = "SCENE")]
    scene: Option<String>,
    /// Play this many steps of the scene
    #[arg(long, value_name = "N", default_value = "120", value_parser = at_least_one)]
    #[arg(requires = "scene")]
    steps: usize,
    /// Take this many problems, evenly spread over the steps
    #[arg(long, value_name = "N", default_value = "3", value_parser = at_least_one)]
    #[arg(requires = "scene")]
    samples: usize,
    /// Seed of the scene's random offsets
    #[arg(long, value_name = "N", default_value_t = 0, requires = "scene")]
    seed: u64,
}

impl FromScene {
    /// Plays the scene and takes its problems; none without a scene.
    pub fn problems(&self) -> Result<Vec<Problem>, Failure> {
        let Some(name) = &self.scene else { return Ok(Vec::new()) };
        let overrides = Overrides { seed: self.seed, ..Overrides::default() };
        let mut scene = SceneSource::find(name)?.read(&overrides)?;
        scene.settings.solve_all_islands();
        let mut simulation = scene.simulation()?;
        let mut problems = Vec::new();
        for step in 1..=self.steps {
            simulation.step()?;
            if step * self.samples / self.steps == (step - 1) * self.samples / self.steps {
                continue;
            }
            let islands = simulation.islands().filter_map(|island| Some(island.solved?.0));
            // Before anything touches there is nothing to compare.
            if let Some(largest) = islands.max_by_key(|problem| problem.size()) {
                let mut data = largest.data().clone();
                data.name = format!("{} step {step}", scene.name);
                problems.push(largest.with_data(data)?);
            }
        }
        match problems.is_empty() {
            true => Err(Failure::NothingTouches { scene: scene.name, steps: self.steps }),
            false => Ok(problems),
        }
    }
}
