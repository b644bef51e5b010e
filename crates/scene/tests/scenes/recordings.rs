//! What is recorded comes back within the units of the format, as far as the
//! file is whole.

use std::io::Read;

use glam::DVec3;
use stickslip_dynamics::ContactState;
use stickslip_scene::recording::{Frame, Header, Recorder, Recording, RecordingFile, is_recording};

use crate::coded::Coded;
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

/// Half the units of the format: positions, velocities, contacts, gaps.
const HALF: [f64; 4] = [0.5 / 67_108_864.0, 0.5 / 1_048_576.0, 0.5 / 131_072.0, 0.5 / 16_777_216.0];

/// Whether one frame is the other, rounded.
fn rounded(exact: &Frame, found: &Frame) {
    let same = |frame: &Frame| (frame.step, frame.time, frame.interval, frame.figures, frame.hash);
    assert_eq!(same(exact), same(found));
    assert_eq!(exact.bodies.len(), found.bodies.len());
    for (one, two) in exact.bodies.iter().zip(&found.bodies) {
        let far = (one.pose.position - two.pose.position).abs().max_element();
        assert!(far <= HALF[0], "{far} m");
        let turned = one.pose.orientation.dot(two.pose.orientation).abs();
        assert!(1.0 - turned < 1e-14, "{turned}");
        let slower = (one.velocity - two.velocity).abs().max_element();
        let turning = (one.angular_velocity - two.angular_velocity).abs().max_element();
        assert!(slower.max(turning) <= HALF[1], "{slower} m/s, {turning} rad/s");
    }
    assert_eq!(exact.contacts.len(), found.contacts.len());
    let sizes = exact.contacts.iter().map(|it| it.impulse.abs().max_element());
    let largest = sizes.fold(0.0, f64::max);
    for (one, two) in exact.contacts.iter().zip(&found.contacts) {
        assert_eq!((one.first, one.second, one.state), (two.first, two.second, two.state));
        assert_eq!(one.friction, two.friction);
        assert!((one.point - two.point).abs().max_element() <= HALF[2]);
        assert!((one.normal - two.normal).abs().max_element() <= 2.0 * HALF[2]);
        assert!((one.gap - two.gap).abs() <= HALF[3]);
        assert!((one.impulse - two.impulse).abs().max_element() <= 6e-8 * largest);
    }
}

#[test]
fn a_whole_recording_comes_back() {
    let (bytes, header, frames) = record();
    assert!(is_recording(&bytes));
    let recording = Recording::read(&bytes, "memory").expect("whole");
    assert_eq!(recording.header, header);
    assert_eq!((recording.format, recording.frames.len()), (4, frames.len()));
    frames.iter().zip(&recording.frames).for_each(|(exact, found)| rounded(exact, found));
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
    assert_eq!((&bytes[..8], word(8)), (&b"STICKREC"[..], 4));
    let json: serde_json::Value =
        serde_json::from_slice(&bytes[16..16 + word(12)]).expect("a JSON header");
    assert_eq!(json["bodies"][1]["shapes"][0]["type"], "box");
    let figures = json["figures"].as_array().expect("names").len();
    let mut at = 16 + word(12);
    let mut velocity = 0.0;
    let mut coded = Coded::new(&[]);
    for (number, frame) in frames.iter().enumerate() {
        let payload = at + 12;
        assert_eq!(word(at + 4), crc32fast::hash(&bytes[payload..payload + word(at)]) as usize);
        assert_eq!(word(at + 8), crc32fast::hash(&bytes[at..at + 8]) as usize);
        assert_eq!(usize::from(bytes[payload]), usize::from(number > 0));
        assert_eq!([double(payload + 9), double(payload + 17)], [frame.time, 0.01]);
        let (begin, end) = (payload + 29, payload + 29 + word(payload + 25));
        coded.begin(&bytes[begin..end]);
        let bodies: Vec<[i64; 13]> =
            (0..4).map(|_| std::array::from_fn(|column| coded.number(column))).collect();
        // The upper box falls: its velocity is the sum of what every frame adds.
        velocity += bodies[2][1] as f64 / 1_048_576.0;
        assert!((velocity - frame.bodies[2].velocity.y).abs() <= HALF[1]);
        assert_eq!(coded.number(13), frame.contacts.len() as i64);
        coded.number(14);
        if number == 0 {
            let place = frame.bodies[2].pose.position;
            assert!((bodies[2][6] as f64 / 67_108_864.0 - place.x).abs() <= HALF[0]);
            assert!((bodies[2][7] as f64 / 67_108_864.0 - place.y).abs() <= HALF[0]);
            // The first contact: the lower box sticks to the ground with the pair's μ.
            let told: [i64; 4] = std::array::from_fn(|column| coded.number(15 + column));
            assert_eq!(told, [-1, 0, 1, 1]);
            let numbers: [i64; 11] = std::array::from_fn(|column| coded.number(19 + column));
            assert_eq!(numbers[3..6], [0, 131_072, 0], "straight up");
            assert_eq!(f64::from_bits(numbers[10] as u64), 0.7);
        }
        // What is learned of contacts is not followed here: bodies come first.
        let mut chunks = Vec::new();
        let deflated = &bytes[end..payload + word(at)];
        flate2::read::DeflateDecoder::new(deflated).read_to_end(&mut chunks).expect("deflated");
        assert_eq!(&chunks[..8], [&b"figs"[..], &(8 * figures as u32).to_le_bytes()].concat());
        let hash = &chunks[8 + 8 * figures..];
        assert_eq!((&hash[..4], hash[4], hash.len()), (&b"hash"[..], 8, 16));
        assert_eq!(frame.hash.map(u64::to_le_bytes).as_ref().map(|it| &it[..]), Some(&hash[8..]));
        at = payload + word(at);
    }
    assert_eq!(at, bytes.len());
}

/// A tenth of what exact numbers take, of boxes that fall, land and lie still.
#[test]
fn recordings_are_small() {
    let scene = stickslip_scene::find_builtin("grid125").expect("built in").source();
    let scene = scene.read(&stickslip_scene::Overrides::default()).expect("valid");
    let mut recorder = Recorder::new(Vec::new(), &Header::new(&scene, 0)).expect("in memory");
    let begun = recorder.written();
    let mut simulation = scene.simulation().expect("a simulation");
    let mut exact = 0;
    for _ in 0..120 {
        let report = simulation.step().expect("a step");
        let frame = Frame::new(&simulation, &report);
        let fixed = 40 + 8 * frame.figures.len();
        exact += fixed + 104 * frame.bodies.len() + 100 * frame.contacts.len();
        recorder.record(&frame).expect("in memory");
    }
    let written = recorder.written() - begun;
    assert!(10 * written < exact, "{written} of {exact} bytes");
}

/// Two hundred frames, past several that stand for themselves, in any order.
#[test]
fn long_recordings_are_read_from_anywhere() {
    let scene = good(SMALL);
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("motion.rec");
    let mut recorder = Recorder::create(&path, &Header::new(&scene, 0)).expect("a file");
    let mut simulation = scene.simulation().expect("a simulation");
    let mut frames = Vec::new();
    for _ in 0..200 {
        let report = simulation.step().expect("a step");
        frames.push(Frame::new(&simulation, &report));
        recorder.record(&frames[frames.len() - 1]).expect("in the file");
    }
    let mut file = RecordingFile::open(&path).expect("whole");
    assert!(file.figures().eq(frames.iter().map(|frame| &frame.figures)));
    for at in [199, 0, 63, 64, 65, 1, 130, 131, 129, 128, 127, 5] {
        rounded(&frames[at], &file.frame(at).expect("readable").expect("there"));
    }
    assert!(file.frame(200).expect("readable").is_none());
}

/// Of a heap that lies still, all is as expected: hundreds of contacts take a
/// byte for every twenty-seven of them, and still come back.
#[test]
fn contacts_that_lie_still_come_back() {
    let (_, header, frames) = record();
    let mut frame = frames[9].clone();
    for body in &mut frame.bodies {
        (body.velocity, body.angular_velocity) = (DVec3::ZERO, DVec3::ZERO);
    }
    frame.contacts = frame.contacts.iter().cycle().take(1500).cloned().collect();
    let mut recorder = Recorder::new(Vec::new(), &header).expect("in memory");
    for _ in 0..60 {
        recorder.record(&frame).expect("in memory");
        (frame.step, frame.time) = (frame.step + 1, frame.time + frame.interval);
    }
    let found = Recording::read(&recorder.into_inner(), "still").expect("a recording");
    assert_eq!((found.frames.len(), found.cut), (60, None));
    assert!(found.frames.iter().all(|found| found.contacts.len() == 1500));
}

#[test]
fn numbers_that_do_not_fit_are_refused() {
    let (_, header, frames) = record();
    let mut recorder = Recorder::new(Vec::new(), &header).expect("in memory");
    let mut frame = frames[0].clone();
    frame.bodies[1].velocity.x = f64::INFINITY;
    let error = recorder.record(&frame).expect_err("no number");
    assert!(error.to_string().contains("larger than a recording can hold"), "{error}");
    recorder.record(&frames[0]).expect("the next one is written all the same");
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
    assert_eq!(recording.format, 4);
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
    assert_eq!(again.format, 4);
    rounded(last, &again.frames[0]);
    // Formats of the future are refused, and one that never was.
    for unknown in [0, 3, 5] {
        let mut other = bytes.to_vec();
        other[8] = unknown;
        let error = Recording::read(&other, "other.stick").expect_err("unknown");
        assert!(error.to_string().contains(&format!("format {unknown}")), "{error}");
    }
}

/// The same scene and steps in format 2, as it was written.
#[test]
fn recordings_of_format_2_can_still_be_read() {
    let bytes = include_bytes!("format-2.stick");
    let recording = Recording::read(bytes, "format-2.stick").expect("whole");
    assert_eq!((recording.format, recording.frames.len(), &recording.cut), (2, 21, &None));
    assert!((load(&recording) - 3.0 * 9.81).abs() < 1e-6, "{} N", load(&recording));
    for contact in &recording.frames[20].contacts {
        assert_eq!((contact.friction, contact.state), (Some(0.5), Some(ContactState::Sticking)));
    }
    for length in (bytes.len() - 700..bytes.len()).step_by(13) {
        let cut = Recording::read(&bytes[..length], "cut").expect("readable").cut;
        assert!(cut.expect("not whole").torn, "{length}");
    }
}

#[test]
fn a_killed_run_leaves_its_whole_frames() {
    let (bytes, ..) = record();
    let frames = Recording::read(&bytes, "whole.rec").expect("whole").frames;
    let mut seen = 0;
    for length in (0..bytes.len()).step_by(31) {
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
    for at in (0..bytes.len()).step_by(7) {
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
    for length in (0..=bytes.len()).rev().step_by(61) {
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
