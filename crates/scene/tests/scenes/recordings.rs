//! What is recorded comes back to the bit, as far as the file is whole.

use stickslip_dynamics::ContactState;
use stickslip_scene::recording::{Frame, Header, Recorder, Recording, RecordingFile, is_recording};

use crate::{SMALL, good};

/// A recording of ten steps, with its frames as they were.
fn record() -> (Vec<u8>, Header, Vec<Frame>) {
    let scene = good(SMALL);
    let header = Header::new(&scene, 7);
    let mut recorder = Recorder::new(Vec::new(), &header).expect("in memory");
    let mut simulation = scene.simulation().expect("a simulation");
    let mut frames = Vec::new();
    for _ in 0..10 {
        let report = simulation.step().expect("a step");
        let frame = Frame::new(&simulation, &report);
        recorder.record(&frame).expect("in memory");
        frames.push(frame);
    }
    (recorder.into_inner(), header, frames)
}

#[test]
fn a_whole_recording_comes_back() {
    let (bytes, header, frames) = record();
    assert!(is_recording(&bytes));
    let recording = Recording::read(&bytes, "memory").expect("whole");
    assert_eq!(recording.header, header);
    assert_eq!(recording.frames, frames);
    assert_eq!(recording.cut, None);
    assert_eq!(header.source, SMALL);
    assert_eq!(header.bodies[1].name, "box-0");
    assert_eq!(header.bodies[1].mass, 2.0);
    assert!(frames.iter().any(|frame| !frame.contacts.is_empty()));
    assert!(frames[9].figure("constraints") > 0.0 && frames[9].step == 10);
}

/// The layout as the documentation says it, read without the reader.
#[test]
fn the_layout_is_the_documented_one() {
    let (bytes, _, frames) = record();
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four")) as usize;
    let double = |at: usize| f64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight"));
    assert_eq!((&bytes[..8], word(8)), (&b"STICKREC"[..], 2));
    let json: serde_json::Value =
        serde_json::from_slice(&bytes[16..16 + word(12)]).expect("a JSON header");
    assert_eq!(json["bodies"][1]["shapes"][0]["type"], "box");
    assert_eq!(json["bodies"][1]["shapes"][0]["size"][0], 1.0);
    let figures = json["figures"].as_array().expect("names").len();
    let payload = 16 + word(12) + 8;
    assert_eq!(double(payload + 16), 0.01);
    let contacts = word(payload + 28);
    assert_eq!((word(payload + 24), contacts), (4, frames[0].contacts.len()));
    assert_eq!(word(payload - 8), 32 + 8 * figures + 4 * 104 + contacts * 100);
    let box_at = payload + 32 + 8 * figures + 104;
    assert_eq!(double(box_at + 8), frames[0].bodies[1].pose.position.y);
    assert_eq!(double(box_at + 24), frames[0].bodies[1].pose.orientation.w);
    // The first contact: the lower box sticks to the ground with the pair's μ.
    let contact = payload + 32 + 8 * figures + 4 * 104;
    assert_eq!([contact, contact + 4, contact + 8].map(word), [0, 1, 1]);
    assert_eq!(double(contact + 12 + 80), 0.7);
}

/// A box of 3 kg at rest, in steps of four parts.
const RESTING: &str = "name = 'resting'\n[settings]\nsubsteps = '= 2 * n'\n[parameters]\nn = 2\n\
    [[body]]\nname = 'ground'\nmotion = 'static'\nshape = { type = 'half-space' }\n\
    [[body]]\nname = 'box'\nposition = [0, 0.5, 0]\nmass = 3\n\
    shape = { type = 'box', size = [1, 1, 1] }\n";

/// The sum of the contact forces in the last frame (N).
fn load(recording: &Recording) -> f64 {
    let frame = recording.frames.last().expect("a frame");
    frame.contacts.iter().map(|contact| frame.force(contact).y).sum()
}

/// Impulses are those of the last sub-step; forces carry the weight, m g.
#[test]
fn forces_are_right_with_sub_steps() {
    let scene = good(RESTING);
    let mut recorder = Recorder::new(Vec::new(), &Header::new(&scene, 0)).expect("in memory");
    let mut simulation = scene.simulation().expect("a simulation");
    for _ in 0..30 {
        let report = simulation.step().expect("a step");
        recorder.record(&Frame::new(&simulation, &report)).expect("in memory");
    }
    let recording = Recording::read(&recorder.into_inner(), "memory").expect("whole");
    assert_eq!(recording.format, 2);
    assert!((load(&recording) - 3.0 * 9.81).abs() < 1e-6, "{} N", load(&recording));
    for contact in &recording.frames[29].contacts {
        assert_eq!(contact.state, Some(ContactState::Sticking));
        assert_eq!(contact.friction, Some(0.5));
    }
}

/// Bytes of format 1, as they were written before there was another: the scene
/// above after 20 steps of 1/60 s.
#[test]
fn recordings_of_format_1_can_still_be_read() {
    let bytes = include_bytes!("format-1.stick");
    let recording = Recording::read(bytes, "format-1.stick").expect("whole");
    assert_eq!((recording.format, recording.frames.len(), &recording.cut), (1, 21, &None));
    assert_eq!(recording.header.scene, "resting");
    let last = &recording.frames[20];
    assert_eq!((last.step, last.contacts.len(), last.figure("constraints")), (20, 4, 12.0));
    assert!((last.bodies[1].pose.position.y - 0.5).abs() < 1e-6);
    // Its text asks for four sub-steps, so the force is known; the rest is not.
    assert!((load(&recording) - 3.0 * 9.81).abs() < 1e-6, "{} N", load(&recording));
    for contact in &last.contacts {
        assert_eq!((contact.friction, contact.state), (None, None));
        assert_eq!((contact.first, contact.second, contact.normal.y), (0, 1, 1.0));
    }
    // Written anew, what is not known stays so.
    let mut recorder = Recorder::new(Vec::new(), &recording.header).expect("in memory");
    recorder.record(last).expect("in memory");
    let again = Recording::read(&recorder.into_inner(), "memory").expect("whole");
    assert_eq!((again.format, &again.frames[0]), (2, last));
    // A format of the future is refused.
    let mut future = bytes.to_vec();
    future[8] = 4;
    let error = Recording::read(&future, "future.stick").expect_err("unknown");
    assert!(error.to_string().contains("format 4"), "{error}");
}

#[test]
fn a_killed_run_leaves_its_whole_frames() {
    let (bytes, _, frames) = record();
    let mut seen = 0;
    for length in (0..bytes.len()).step_by(97) {
        match Recording::read(&bytes[..length], "cut.rec") {
            Ok(recording) => {
                assert!(recording.frames.len() >= seen && recording.frames.len() < 10);
                seen = recording.frames.len();
                assert_eq!(recording.frames[..], frames[..seen]);
                let whole = recording.cut.as_ref().map_or(length, |cut| cut.offset);
                assert_eq!(recording.cut.map_or(0, |cut| cut.bytes), length - whole);
            }
            Err(error) => assert!(seen == 0 && error.to_string().starts_with("cut.rec: ")),
        }
    }
    assert!(seen >= 8);
}

#[test]
fn changed_bytes_are_found() {
    let (bytes, ..) = record();
    for at in (0..bytes.len()).step_by(41) {
        let mut changed = bytes.clone();
        changed[at] ^= 0x40;
        if let Ok(recording) = Recording::read(&changed, "changed.rec") {
            // A letter of a name in the header may change unseen; a frame may not.
            assert!(recording.cut.is_some() || recording.frames.len() == 10);
            let header =
                16 + u32::from_le_bytes([bytes[12], bytes[13], bytes[14], bytes[15]]) as usize;
            assert!(at < header || recording.cut.is_some(), "byte {at}");
        }
    }
}

/// A recording read frame by frame is the one read as a whole, in any order
/// and however much of it is there.
#[test]
fn frames_are_read_one_by_one() {
    let (bytes, ..) = record();
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("motion.rec");
    for length in (0..=bytes.len()).rev().step_by(501) {
        std::fs::write(&path, &bytes[..length]).expect("written");
        let whole = Recording::read_file(&path);
        match RecordingFile::open(&path) {
            Err(error) => {
                assert_eq!(Some(error.to_string()), whole.err().map(|error| error.to_string()));
            }
            Ok(mut file) => {
                let whole = whole.expect("readable");
                assert_eq!((file.header(), file.cut()), (&whole.header, whole.cut.as_ref()));
                assert!(file.times().eq(whole.frames.iter().map(|frame| frame.time)));
                for at in (0..whole.frames.len()).rev() {
                    let frame = file.frame(at).expect("readable").expect("there");
                    assert_eq!(frame, whole.frames[at]);
                }
                assert!(file.frame(whole.frames.len()).expect("readable").is_none());
            }
        }
    }
}

#[test]
fn a_file_that_changes_under_its_reader_is_refused() {
    let (mut bytes, ..) = record();
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("motion.rec");
    std::fs::write(&path, &bytes).expect("written");
    let mut file = RecordingFile::open(&path).expect("whole");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(&path, &bytes).expect("written");
    assert!(file.frame(0).is_ok());
    let error = file.frame(9).expect_err("another checksum");
    assert!(error.to_string().ends_with("it was changed while it was read"), "{error}");
}
