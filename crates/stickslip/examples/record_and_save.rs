//! Records a run for `stickslip view`, saves its state on the way, and goes on from there to
//! the same bits.
//!
//! `cargo run --release --example record_and_save -p stickslip`

use stickslip::prelude::*;
use stickslip::scene::recording::{Frame, Header, Recorder, RecordingFile};

/// What the example does.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::temp_dir().join(format!("stickslip-example-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let path = folder.join("pendulum.stick");
    let scene = SceneSource::find("double-pendulum")?.read(&Overrides::default())?;
    let mut simulation = scene.simulation()?;
    let mut recorder = Recorder::create(&path, &Header::new(&scene, 0))?;
    let mut middle = None;
    for step in 1..=60 {
        let report = simulation.step()?;
        recorder.record(&Frame::new(&simulation, &report))?;
        if step == 30 {
            middle = Some(simulation.state().clone());
        }
    }
    let frames = RecordingFile::open(&path)?.times().len();
    println!("{frames} frames in {}: `stickslip view` plays them", path.display());

    let end = simulation.state().hash();
    simulation.restore(middle.ok_or("no state was kept")?)?;
    for _ in 30..60 {
        simulation.step()?;
    }
    assert_eq!(simulation.state().hash(), end, "the same bits");
    assert_eq!(frames, 60);
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}
