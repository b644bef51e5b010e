//! A motion that is part of a page: the page with its scripts inside it, and
//! the frames that a server would have sent.
//!
//! ```text
//! <script type="application/json" id="motion">
//!   {"hello": …, "world": …, "gap": …, "frames": packed, "series": packed}
//! packed = base64 of a raw deflate stream: of (length:u32 frame)*, frames of one
//!   lane as in PROTOCOL.md; of `series` as JSON, with every step of the motion
//! ```

use std::io::Write;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde::Serialize;

use super::frame::{Extra, Heading};
use super::hello::{Hello, HelloMessage};
use super::message::Draw;
use super::page::Page;
use super::series::Series;
use super::world::World;

/// Frames per simulated second that are kept.
const FRAMES_PER_SECOND: f64 = 30.0;
/// Why a page may have no motion inside it.
pub const NO_SCRIPTS: &str = "the page of this build has no scripts to put into a file";
/// There is one world.
pub const GENERATION: u32 = 1;

/// What every frame is headed with.
pub const HEADING: Heading = Heading {
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

/// Steps from one frame that is kept to the next.
pub fn stride(dt: f64) -> usize {
    (1.0 / (FRAMES_PER_SECOND * dt)).round().max(1.0) as usize
}

#[derive(Serialize)]
struct Motion<'a> {
    hello: HelloMessage<'a>,
    world: World<'a>,
    /// Simulated seconds from one frame to the next.
    gap: f64,
    frames: String,
    series: Option<String>,
}

/// The page with a motion inside it; none where the page is not a built one.
pub fn page(
    page: &Page,
    world: World<'_>,
    gap: f64,
    frames: &Frames,
    series: Option<&Series>,
) -> Option<String> {
    let hello = Hello::alone();
    let series = series.map(|series| packed(json(series).as_bytes()));
    let (hello, frames) = (hello.with(Vec::new()), packed(&frames.bytes));
    whole(page, &json(&Motion { hello, world, gap, frames, series }))
}

/// Only maps with keys that are no strings can fail, and none is made here.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

fn packed(bytes: &[u8]) -> String {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    // Writing to memory does not fail.
    let _ = encoder.write_all(bytes);
    BASE64_STANDARD.encode(encoder.finish().unwrap_or_default())
}

/// Frames in a row.
#[derive(Default)]
pub struct Frames {
    bytes: Vec<u8>,
    /// How many there are.
    pub count: usize,
}

impl Frames {
    /// Adds one.
    pub fn add(&mut self, frame: &[u8]) {
        self.bytes.extend((frame.len() as u32).to_le_bytes());
        self.bytes.extend(frame);
        self.count += 1;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirty_frames_a_second_are_kept() {
        assert_eq!([1.0 / 240.0, 1.0 / 60.0, 0.1].map(stride), [8, 2, 1]);
    }

    #[test]
    fn a_page_becomes_one_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            std::fs::write(folder.path().join(name), text).expect("written");
        };
        write("main.js", "run('</script>')");
        write("main.css", "p {}");
        let page = Page::Folder(folder.path().into());
        write("index.html", "<p>no scripts</p>");
        assert_eq!(whole(&page, "{}"), None);
        write(
            "index.html",
            "<meta http-equiv=\"x\"><script src=\"/main.js\"></script>\
             <link rel=\"stylesheet\" href=\"./main.css\"><p>it</p>",
        );
        let motion =
            "<script type=\"application/json\" id=\"motion\">{\"a\":\"\\u003cb>\"}</script>";
        let script = "<script type=\"module\">run('<\\/script>')</script>";
        let expected = format!("{motion}{script}<style>p {{}}</style><p>it</p>");
        assert_eq!(whole(&page, "{\"a\":\"<b>\"}"), Some(expected));
    }
}
