//! One file that plays anywhere.

use std::path::Path;

use stickslip_scene::SceneSource;
use stickslip_scene::recording::{Header, figures};

use super::frame::{self, Extra, Heading};
use super::library::Library;
use super::motion::{self, Frames, GENERATION, HEADING};
use super::page::Page;
use super::run::{Beginning, Live, Playback, open_live, open_recording_file};
use super::series::Series;
use super::world::World;
use crate::error::{Exit, Failure};
use crate::output::{self, Report, complain};
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
    let (text, frames, damaged) = match beginning {
        Beginning::Scene(open) => {
            let live = open_live(scenes, open).map_err(Failure::View)?;
            let (text, frames) = of_scene(page, &mut { live }, seconds)?;
            (text, frames, false)
        }
        Beginning::Recording(name) => {
            let playback = open_recording_file(library, name).map_err(Failure::View)?;
            let damage = playback.damage();
            if let Some((lost, _)) = &damage {
                complain(&format!("warning: {lost}"));
            }
            let (text, frames) = of_recording(page, &mut { playback }, seconds)?;
            (text, frames, damage.is_some_and(|damage| damage.1))
        }
    };
    let text = text.ok_or_else(|| Failure::View(motion::NO_SCRIPTS.into()))?;
    output::write_whole(path, &text)?;
    let (file, size) = (path.display(), text.len() as f64 / 1e6);
    let text =
        format!(" {frames} frames written to {file} ({size:.1} MB); it opens in any browser\n");
    Ok(Report { text, exit: if damaged { Exit::Failed } else { Exit::Done } })
}

fn of_scene(
    page: &Page,
    live: &mut Live,
    seconds: Option<f64>,
) -> Result<(Option<String>, usize), Failure> {
    let dt = live.scene.settings.time_step;
    let steps = (seconds.unwrap_or(live.scene.seconds) / dt).round().max(1.0) as usize;
    let stride = motion::stride(dt);
    let sensors = Header::new(&live.scene, live.seed).sensors;
    let (mut frames, mut series) = (Frames::default(), Series::new(&sensors));
    let bar = progress(steps, COUNTED, false);
    live.lanes.truncate(1);
    for step in 0..=steps {
        if step > 0 {
            let lane = &mut live.lanes[0];
            lane.report = lane.simulation.step()?;
            lane.failed += usize::from(!lane.report.converged());
        }
        let lane = &live.lanes[0];
        let state = lane.simulation.state();
        let figures = figures(&lane.report, lane.simulation.energy());
        series.add(state.step, state.time, &figures, frame::sensed(&lane.simulation));
        if step % stride == 0 {
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
    Ok((motion::page(page, world, gap, &frames, Some(&series)), count))
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
    let (substeps, series) = (playback.substeps(), playback.series());
    let world = World::of_recording(GENERATION, playback, substeps, count, length);
    Ok((motion::page(page, world, gap, &frames, Some(&series)), count))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{BOXES, record};
    use crate::view::message::Open;

    /// The same boxes with a solver that does not come to an end.
    fn unsolved() -> String {
        BOXES.replace(
            "[settings]",
            "[settings]\nsolver = 'pgs'\nmax_iterations = 1\ntolerance = 1e-14",
        )
    }

    fn open(text: &str) -> Live {
        let source = SceneSource::new(text, "test.toml");
        Live::open(&source, &Open { scene: "it".into(), ..Open::default() }).expect("a scene")
    }

    /// Every second step of sixty a second is kept, and the beginning.
    #[test]
    fn a_scene_is_run_and_kept() {
        let mut live = open(BOXES);
        let (text, count) = of_scene(&Page::Folder("none".into()), &mut live, None).expect("runs");
        assert_eq!((text, count), (None, 16));
        assert_eq!((live.lanes[0].simulation.state().step, live.lanes[0].failed), (30, 0));
        let mut live = open(&unsolved());
        let page = Page::Folder("none".into());
        let (_, count) = of_scene(&page, &mut live, Some(0.1)).expect("runs");
        assert_eq!((count, live.lanes[0].failed), (4, 6));
    }

    #[test]
    fn a_recording_is_kept_as_far_as_is_asked() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("motion.rec");
        record(BOXES, 20, &path);
        for (seconds, frames) in [(None, 10), (Some(0.1), 4), (Some(9.0), 10)] {
            let mut playback = Playback::open(&path, "motion.rec").expect("whole");
            let kept = of_recording(&Page::Folder("none".into()), &mut playback, seconds);
            assert_eq!(kept.expect("readable").1, frames, "{seconds:?}");
        }
    }

    #[test]
    fn the_file_is_as_large_as_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let script = "x".repeat(400_000);
        std::fs::write(folder.path().join("main.js"), script).expect("written");
        let index = "<script src=\"main.js\"></script>";
        std::fs::write(folder.path().join("index.html"), index).expect("written");
        let page = Page::Folder(folder.path().into());
        let scenes = [("it".to_owned(), SceneSource::new(BOXES, "test.toml"))];
        let library = Library::new(folder.path().into(), None);
        let open = Open { scene: "it".into(), ..Open::default() };
        let path = folder.path().join("it.html");
        let beginning = Beginning::Scene(Box::new(open));
        let report = run(&page, &scenes, &library, &beginning, &path, Some(0.1));
        let text = report.map(|report| report.text).unwrap_or_else(|error| panic!("{error}"));
        assert!(text.starts_with(" 4 frames written to ") && text.contains(" (0.4 MB)"), "{text}");
        assert!(path.exists());
    }
}
