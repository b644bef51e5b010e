//! One file that plays anywhere: the page with its scripts inside it, and the
//! frames that a server would have sent.
//!
//! ```text
//! <script type="application/json" id="motion">
//!   {"hello": …, "world": …, "fps": …, "frames": base64 of a raw deflate stream}
//! stream = (length:u32 frame)*        frame as in PROTOCOL.md, one lane
//! ```

use std::io::Write;
use std::path::Path;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde::Serialize;
use stickslip_scene::SceneSource;

use super::frame::{self, Extra, Heading};
use super::hello::{Hello, HelloMessage};
use super::library::Library;
use super::message::Draw;
use super::page::Page;
use super::run::{Beginning, Live, Playback, open_live, open_recording_file};
use super::world::World;
use crate::error::Failure;
use crate::output::{self, Report};
use crate::progress::{COUNTED, progress};

/// Frames per simulated second that are kept.
const FRAMES_PER_SECOND: f64 = 30.0;
const GENERATION: u32 = 1;

#[derive(Serialize)]
struct Motion<'a> {
    hello: HelloMessage<'a>,
    world: World<'a>,
    /// Simulated seconds from one frame to the next.
    gap: f64,
    frames: String,
}

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
    let hello = Hello::alone();
    let hello = hello.with(Vec::new());
    let motion = match beginning {
        Beginning::Scene(open) => {
            let live = open_live(scenes, open).map_err(Failure::View)?;
            of_scene(hello, &mut { live }, seconds)
        }
        Beginning::Recording(name) => {
            let playback = open_recording_file(library, name).map_err(Failure::View)?;
            of_recording(hello, &mut { playback }, seconds)
        }
    };
    let (json, frames) = motion?;
    let text = whole(page, &json).ok_or_else(|| {
        Failure::View("the page of this build has no scripts to put into a file".into())
    })?;
    output::write_whole(path, &text)?;
    let (file, size) = (path.display(), text.len() as f64 / 1e6);
    Ok(Report::done(format!(
        " {frames} frames written to {file} ({size:.1} MB); it opens in any browser\n"
    )))
}

const HEADING: Heading = Heading {
    generation: GENERATION,
    lane: 0,
    extra: Extra {
        difference: 0.0,
        failed_steps: 0.0,
        again: [0.0; 2],
        realtime: 0.0,
        ring: [0.0; 2],
    },
    draw: Draw { contacts: true, joints: true },
};

fn of_scene(
    hello: HelloMessage<'_>,
    live: &mut Live,
    seconds: Option<f64>,
) -> Result<(String, usize), Failure> {
    let dt = live.scene.settings.time_step;
    let steps = (seconds.unwrap_or(live.scene.seconds) / dt).round().max(1.0) as usize;
    let stride = (1.0 / (FRAMES_PER_SECOND * dt)).round().max(1.0) as usize;
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
            let failed_steps = live.lanes[0].failed as f64;
            let extra = Extra { failed_steps, ..HEADING.extra };
            frames.add(&frame::live(Heading { extra, ..HEADING }, &live.lanes[0]));
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let count = frames.count;
    let lanes = live.lanes.iter().map(|lane| &lane.simulation);
    let mut world = World::of_scene(GENERATION, &live.name, &live.scene, live.seed, lanes);
    world.play_back(count, stride as f64 * dt * count.saturating_sub(1) as f64);
    let gap = stride as f64 * dt;
    Ok((document(&Motion { hello, world, gap, frames: frames.packed() }), count))
}

fn of_recording(
    hello: HelloMessage<'_>,
    playback: &mut Playback,
    seconds: Option<f64>,
) -> Result<(String, usize), Failure> {
    let dt = playback.header().dt;
    let stride = (1.0 / (FRAMES_PER_SECOND * dt)).round().max(1.0) as usize;
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
    Ok((document(&Motion { hello, world, gap, frames: frames.packed() }), count))
}

fn document(motion: &Motion<'_>) -> String {
    // Only maps with keys that are no strings can fail, and none is made here.
    serde_json::to_string(motion).unwrap_or_default()
}

#[derive(Default)]
struct Frames {
    bytes: Vec<u8>,
    count: usize,
}

impl Frames {
    fn add(&mut self, frame: &[u8]) {
        self.bytes.extend((frame.len() as u32).to_le_bytes());
        self.bytes.extend(frame);
        self.count += 1;
    }

    fn packed(&self) -> String {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        // Writing to memory does not fail.
        let _ = encoder.write_all(&self.bytes);
        BASE64_STANDARD.encode(encoder.finish().unwrap_or_default())
    }
}

/// The page with its scripts and styles inside it, and the motion before them;
/// none where the page is not a built one.
fn whole(page: &Page, motion: &str) -> Option<String> {
    let text = |path: &str| {
        let (_, content) = page.file(path)?;
        String::from_utf8(content.into_owned()).ok()
    };
    let index = text("index.html")?;
    let mut inside = String::new();
    let mut scripts = 0;
    for tag in index.split_inclusive('>') {
        let named = |key: &str| {
            let (_, rest) = tag.split_once(&format!("{key}=\""))?;
            Some(rest.split_once('"')?.0.trim_start_matches("./").trim_start_matches('/'))
        };
        if tag.contains("http-equiv") {
            // Its policy forbids scripts inside the file.
            inside += tag.split_once('<')?.0;
        } else if let (true, Some(path)) = (tag.contains("<script"), named("src")) {
            let script = text(path)?.replace("</script", "<\\/script");
            inside += &format!("<script type=\"module\">{script}");
            scripts += 1;
        } else if let (true, Some(path)) = (tag.contains("stylesheet"), named("href")) {
            inside += &format!("<style>{}</style>", text(path)?);
        } else {
            inside += tag;
        }
    }
    if scripts == 0 {
        return None;
    }
    // A name in a scene may hold a tag: in JSON it is the same with \u003c.
    let motion = motion.replace('<', "\\u003c");
    let data = format!("<script type=\"application/json\" id=\"motion\">{motion}</script>");
    // Scripts of the page are in its head and wait for the body; the data comes first.
    let at = inside.find("<script")?;
    inside.insert_str(at, &data);
    Some(inside)
}
