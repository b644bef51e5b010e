//! A film of a run: WebM, drawn by the page in a browser without a window, or
//! GIF, drawn as the pictures of `run --picture` are, for which nothing else is
//! needed.

mod browser;
mod pictures;

use std::path::{Path, PathBuf};

use stickslip_dynamics::{Simulation, StepReport};
use stickslip_files::replace_file;
use stickslip_scene::Scene;

use self::browser::Browser;
use self::pictures::Pictures;
use super::frame;
use super::motion::{self, Frames, GENERATION, HEADING};
use super::page::Page;
use super::world::World;
use crate::error::Failure;
use crate::output;

/// A film that is being made.
pub struct Film {
    path: PathBuf,
    /// Steps from one picture to the next, and how many steps were seen.
    stride: usize,
    seen: usize,
    how: How,
}

enum How {
    Page { page: Page, browser: Browser, frames: Frames },
    Pictures(Pictures),
}

impl Film {
    /// Checks before any work that the film can be made.
    pub fn new(path: &Path, page: Option<&Path>, dt: f64) -> Result<Self, Failure> {
        output::check_folder(path)?;
        let ending = path.extension().map(|it| it.to_string_lossy().to_ascii_lowercase());
        let how = match ending.as_deref() {
            Some("gif") => How::Pictures(Pictures::default()),
            Some("webm") => {
                let (browser, page) = (Browser::find()?, Page::new(page));
                How::Page { page, browser, frames: Frames::default() }
            }
            _ => return Err(Failure::Extension { path: path.into(), expected: "webm or .gif" }),
        };
        Ok(Self { path: path.into(), stride: motion::stride(dt), seen: 0, how })
    }

    /// Looks at a step; also called once before the first.
    pub fn after(&mut self, simulation: &Simulation, report: &StepReport) {
        if self.seen.is_multiple_of(self.stride) {
            match &mut self.how {
                How::Page { frames, .. } => {
                    let contacts = simulation.contacts();
                    frames.add(&frame::live(HEADING, simulation, report, contacts));
                }
                How::Pictures(pictures) => pictures.add(simulation),
            }
        }
        self.seen += 1;
    }

    /// Draws everything and writes the file.
    pub fn finish(
        self,
        (scene, seed): (&Scene, u64),
        simulation: &Simulation,
        quiet: bool,
    ) -> Result<(), Failure> {
        let gap = self.stride as f64 * scene.settings.time_step;
        let bytes = match self.how {
            How::Pictures(pictures) => pictures.film(simulation, gap, quiet),
            How::Page { page, browser, frames } => {
                let lanes = std::iter::once(simulation);
                let mut world = World::of_scene(GENERATION, &scene.name, scene, seed, lanes);
                world.play_back(frames.count, gap * frames.count.saturating_sub(1) as f64);
                let text = motion::page(&page, world, gap, &frames, None)
                    .ok_or_else(|| Failure::Film(motion::NO_SCRIPTS.into()))?;
                browser.film(text, frames.count, quiet)
            }
        }?;
        let path = self.path;
        replace_file(&path, &bytes).map_err(|reason| Failure::Write { path, reason })
    }
}
