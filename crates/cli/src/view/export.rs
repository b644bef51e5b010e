//! One file that plays anywhere.

use std::path::Path;

use stickslip_scene::SceneSource;

use super::frame::{self, Extra, Heading};
use super::library::Library;
use super::motion::{self, Frames, GENERATION, HEADING};
use super::page::Page;
use super::run::{Beginning, Live, Playback, open_live, open_recording_file};
use super::world::World;
use crate::error::Failure;
use crate::output::{self, Report};
use crate::progress::{COUNTED, progress};

/// Runs the scene, or goes through the recording, and writes the file.
pub fn run(
    page: &Page,
    scenes: &[(String, SceneSource)],
    library: &Library,
    beginning: &Beginning,
    path: &Path,
    seconds: Option<f64>,
) -> Result<Report, Failure> {
    output::check_target(path, "html")?;
    let (text, frames) = match beginning {
        Beginning::Scene(open) => {
            let live = open_live(scenes, open).map_err(Failure::View)?;
            of_scene(page, &mut { live }, seconds)
        }
        Beginning::Recording(name) => {
            let playback = open_recording_file(library, name).map_err(Failure::View)?;
            of_recording(page, &mut { playback }, seconds)
        }
    }?;
    let text = text.ok_or_else(|| Failure::View(motion::NO_SCRIPTS.into()))?;
    output::write_whole(path, &text)?;
    let (file, size) = (path.display(), text.len() as f64 / 1e6);
    Ok(Report::done(format!(
        " {frames} frames written to {file} ({size:.1} MB); it opens in any browser\n"
    )))
}

fn of_scene(
    page: &Page,
    live: &mut Live,
    seconds: Option<f64>,
) -> Result<(Option<String>, usize), Failure> {
    let dt = live.scene.settings.time_step;
    let steps = (seconds.unwrap_or(live.scene.seconds) / dt).round().max(1.0) as usize;
    let stride = motion::stride(dt);
    let mut frames = Frames::default();
    let bar = progress(steps, COUNTED, false);
    live.lanes.truncate(1);
    for step in 0..=steps {
        if step > 0 {
            let lane = &mut live.lanes[0];
            lane.report = lane.simulation.step()?;
            lane.failed += usize::from(lane.report.failed_solves > 0);
        }
        if step % stride == 0 {
            let lane = &live.lanes[0];
            let extra = Extra { failed_steps: lane.failed as f64, ..HEADING.extra };
            let (heading, contacts) = (Heading { extra, ..HEADING }, lane.contacts());
            frames.add(&frame::live(heading, &lane.simulation, &lane.report, contacts));
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let count = frames.count;
    let lanes = live.lanes.iter().map(|lane| &lane.simulation);
    let mut world = World::of_scene(GENERATION, &live.name, &live.scene, live.seed, lanes);
    world.play_back(count, stride as f64 * dt * count.saturating_sub(1) as f64);
    let gap = stride as f64 * dt;
    Ok((motion::page(page, world, gap, &frames), count))
}

fn of_recording(
    page: &Page,
    playback: &mut Playback,
    seconds: Option<f64>,
) -> Result<(Option<String>, usize), Failure> {
    let dt = playback.header().dt;
    let stride = motion::stride(dt);
    let most = seconds.map_or(usize::MAX, |seconds| (seconds / dt).round() as usize + 1);
    let mut frames = Frames::default();
    for at in (0..playback.count().min(most)).step_by(stride) {
        playback.seek(at).map_err(Failure::View)?;
        frames.add(&frame::recorded(HEADING, playback.frame()));
    }
    let (count, gap) = (frames.count, stride as f64 * dt);
    let length = gap * count.saturating_sub(1) as f64;
    let (name, substeps) = (playback.name.clone(), playback.substeps());
    let header = playback.header();
    let world = World::of_recording(GENERATION, &name, header, substeps, count, length);
    Ok((motion::page(page, world, gap, &frames), count))
}
