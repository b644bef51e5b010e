//! Writing a recording of lane 0.

use std::fs::File;
use std::io::BufWriter;

use serde::Serialize;
use stickslip_scene::recording::{Frame, Header, Recorder};

use super::live::Live;
use super::{Run, Show};
use crate::view::hub::ErrorMessage;
use crate::view::library::{Library, RecordingEntry};
use crate::view::message::Refused;

/// A recording in the making. Every frame is in the file when it is recorded,
/// so that it stays readable whatever happens to the server.
pub struct Writing {
    /// Its file name.
    pub name: String,
    recorder: Recorder<BufWriter<File>>,
}

impl Writing {
    /// Begins with the present state.
    fn begin(library: &Library, live: &Live) -> std::io::Result<Self> {
        let (name, file) = library.create(&live.scene.name)?;
        let header = Header::new(&live.scene, live.seed);
        let recorder = Recorder::new(BufWriter::new(file), &header)?;
        let mut writing = Self { name, recorder };
        writing.add(live)?;
        Ok(writing)
    }

    fn add(&mut self, live: &Live) -> std::io::Result<()> {
        let lane = &live.lanes[0];
        self.recorder.record(&Frame::new(&lane.simulation, &lane.report))
    }
}

/// `recordings`.
#[derive(Serialize)]
struct Recordings {
    r#type: &'static str,
    recordings: Vec<RecordingEntry>,
}

impl Run {
    /// Begins or ends a recording.
    pub(super) fn set_recording(&mut self, on: bool) -> Result<(), Refused> {
        let Show::Live(live) = &self.show else {
            return Err(Refused::new("record", "a recording can only be looked at"));
        };
        if on == self.writing.is_some() {
            return Ok(());
        }
        self.writing = match on {
            false => None,
            true => {
                let begun = Writing::begin(&self.library, live);
                Some(begun.map_err(|error| Refused::new("record", cannot_write(&error)))?)
            }
        };
        self.announce();
        self.pages.tell_all(&Recordings { r#type: "recordings", recordings: self.library.list() });
        Ok(())
    }

    /// Adds the present state to the recording, if one is being made.
    pub(super) fn record(&mut self) {
        let Show::Live(live) = &self.show else { return };
        let Some(writing) = &mut self.writing else { return };
        if let Err(error) = writing.add(live) {
            self.writing = None;
            self.pages.tell_all(&ErrorMessage::new("record", &cannot_write(&error)));
            self.announce();
        }
    }
}

fn cannot_write(error: &std::io::Error) -> String {
    format!("cannot write a recording: {error}")
}
