//! Load of the viewer's server: 5 000 moving boxes.
//!
//! The server runs as a process of its own with one thread for the simulation,
//! on one core where `taskset` is there; a page without a browser takes all
//! frames. What counts is the processor time per frame sent, which does not
//! depend on what else the machine does, and memory from one end of the run to
//! the other.

mod process;

use std::net::TcpStream;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

use process::Server;

/// Boxes that float and turn, away from each other: nothing touches.
const APART: &str = "name = 'apart'\n[parameters]\nn = 5000\n[settings]\ngravity = [0, 0, 0]\n\
    [[body]]\nname = 'box'\nrepeat = { count = '= n' }\nmass = 1\nangular_velocity = [1, 2, 3]\n\
    position = ['= 2 * (i % 18)', '= 2 * (floor(i / 18) % 18)', '= 2 * floor(i / 324)']\n\
    velocity = ['= 0.01 * (i % 18)', '= 0.01 * (floor(i / 18) % 18)', '= 0.01 * floor(i / 324)']\n\
    shape = { type = 'box', size = [0.5, 0.5, 0.5] }\n";

/// Boxes that drop onto the ground side by side: as many islands as boxes.
const RAIN: &str = "name = 'rain'\n[parameters]\nn = 5000\n[[body]]\nname = 'ground'\n\
    motion = 'static'\nshape = { type = 'half-space' }\n[[body]]\nname = 'box'\n\
    repeat = { count = '= n' }\nmass = 1\n\
    position = ['= i % 71', '= 0.5 + 0.1 * (i % 7)', '= floor(i / 71)']\n\
    shape = { type = 'box', size = [0.5, 0.5, 0.5] }\n";

/// A scene of 5 000 boxes, live or from a recording of it.
struct Case {
    name: &'static str,
    scene: &'static str,
    recorded: bool,
    contacts: bool,
}

const CASES: [Case; 4] = [
    Case { name: "recording of rain", scene: RAIN, recorded: true, contacts: true },
    Case { name: "apart, live", scene: APART, recorded: false, contacts: false },
    Case { name: "rain, live", scene: RAIN, recorded: false, contacts: true },
    Case { name: "rain, live, no contacts shown", scene: RAIN, recorded: false, contacts: false },
];

/// Runs all cases for ten minutes each, or for ten seconds.
pub fn run(quick: bool) -> Value {
    let seconds = if quick { 10 } else { 600 };
    println!(
        "{:32} {:>8} {:>10} {:>10} {:>18}",
        "5 000 boxes", "frames/s", "ms/frame", "per core", "memory, MiB"
    );
    let mut lines = Vec::new();
    for case in &CASES {
        match measure(case, Duration::from_secs(seconds)) {
            Ok(line) => lines.push(line),
            Err(reason) => println!("{:32} {reason}", case.name),
        }
    }
    json!({ "view": lines })
}

fn measure(case: &Case, duration: Duration) -> Result<Value, String> {
    let folder = std::env::temp_dir().join(format!("stickslip-view-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("page")).map_err(|error| error.to_string())?;
    let measured = measure_in(case, duration, &folder);
    let _ = std::fs::remove_dir_all(&folder);
    measured
}

fn measure_in(case: &Case, duration: Duration, folder: &Path) -> Result<Value, String> {
    std::fs::write(folder.join("scene.toml"), case.scene).map_err(|error| error.to_string())?;
    let mut what = "scene.toml";
    if case.recorded {
        what = "motion.rec";
        process::run(
            folder,
            &["run", "scene.toml", "--seconds", "2", "--quiet", "--record", what],
        )?;
    }
    let server = Server::start(folder, what)?;
    let mut page = connect(&server.address)?;
    say(&mut page, &json!({"type": "draw", "contacts": case.contacts, "joints": false}))?;
    say(&mut page, &json!({"type": "speed", "speed": 0}))?;
    say(&mut page, &json!({"type": "play"}))?;
    // Frames and memory after a tenth of the time, when everything is warm.
    let (mut frames, mut bytes, mut warm) = (0_u64, 0_u64, None);
    let begun = Instant::now();
    while begun.elapsed() < duration {
        match page.read().map_err(|error| error.to_string())? {
            Message::Binary(frame) => {
                frames += 1;
                bytes += frame.len() as u64;
            }
            // A recording begins again at its end.
            Message::Text(text) if text.contains("\"playing\":false") && frames > 0 => {
                say(&mut page, &json!({"type": "seek", "frame": 0}))?;
                say(&mut page, &json!({"type": "play"}))?;
            }
            _ => {}
        }
        if warm.is_none() && 10 * begun.elapsed() > duration {
            warm = Some((Instant::now(), frames, server.processor_s(), server.memory_mib()));
        }
    }
    let (since, before, processor, memory) = warm.ok_or("no frame came")?;
    let sent = (frames - before).max(1) as f64;
    let rate = sent / since.elapsed().as_secs_f64();
    let cost = (server.processor_s() - processor) / sent;
    let after = server.memory_mib();
    println!(
        "{:32} {rate:8.1} {:10.2} {:10.1} {memory:8.1} → {after:.1}",
        case.name,
        1e3 * cost,
        1.0 / cost
    );
    Ok(json!({
        "case": case.name, "frames_per_s": rate, "processor_ms_per_frame": 1e3 * cost,
        "frames_per_core_s": 1.0 / cost, "bytes_per_frame": bytes / frames.max(1),
        "memory_mib_warm": memory, "memory_mib_end": after, "seconds": duration.as_secs(),
    }))
}

fn connect(address: &str) -> Result<WebSocket<TcpStream>, String> {
    let stream = TcpStream::connect(address).map_err(|error| error.to_string())?;
    let url = format!("ws://{address}/socket");
    tungstenite::client(url, stream).map(|page| page.0).map_err(|error| error.to_string())
}

fn say(page: &mut WebSocket<TcpStream>, message: &Value) -> Result<(), String> {
    page.send(Message::text(message.to_string())).map_err(|error| error.to_string())
}
