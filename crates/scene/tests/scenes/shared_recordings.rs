//! One recording that several ranks write side by side.

use std::path::{Path, PathBuf};

use stickslip_scene::recording::{
    BLOCK, BodyHeader, Frame, FrameBlock, FrameContact, Header, PlacedContact, Recorder, Recording,
    RecordingFile, Share, SharedRecorder,
};
use stickslip_scene::{Overrides, Scene, SceneSource};

/// A bed of more grains than two blocks take, and its frames of some steps.
fn bed() -> (Scene, Vec<Frame>) {
    let parameters = [("n", 2100.0), ("width", 16.0)].map(|(name, value)| (name.into(), value));
    let overrides = Overrides { parameters: parameters.into(), seed: 3 };
    let scene = SceneSource::find("bed").and_then(|it| it.read(&overrides)).expect("a scene");
    let mut simulation = scene.simulation().expect("a simulation");
    let mut frames = Vec::new();
    // The lowest reach the ground.
    for _ in 0..9 {
        simulation.step().expect("a step");
    }
    for _ in 0..4 {
        let report = simulation.step().expect("a step");
        let mut frame = Frame::new(&simulation, &report);
        // The order in which ranks keep them.
        frame.contacts.sort_by_key(|contact| (contact.first, contact.second));
        frames.push(frame);
    }
    assert!(frames[3].contacts.len() > 300, "{} contacts", frames[3].contacts.len());
    (scene, frames)
}

/// The parts of a frame, as ranks hold them.
fn blocks(frame: &Frame) -> Vec<FrameBlock> {
    let end = |body: usize| [frame.bodies[body].pose.position, frame.bodies[body].velocity];
    let mut blocks: Vec<FrameBlock> = frame
        .bodies
        .chunks(BLOCK)
        .map(|bodies| FrameBlock { bodies: bodies.to_vec(), contacts: Vec::new() })
        .collect();
    for &contact in &frame.contacts {
        let FrameContact { first, second, .. } = contact;
        let placed = PlacedContact { contact, ends: [end(first), end(second)] };
        blocks[second / BLOCK].contacts.push(placed);
    }
    blocks
}

/// Hands of so many ranks in a recording.
fn begin(path: &Path, header: &Header, ranks: usize) -> Vec<SharedRecorder> {
    let mut bodies = |take: &mut dyn FnMut(&BodyHeader) -> std::io::Result<()>| {
        header.bodies.iter().try_for_each(take)
    };
    let begun = SharedRecorder::create(path, header.clone(), &mut bodies);
    let (first, offset) = begun.expect("a file");
    let others = (1..ranks).map(|_| SharedRecorder::join(path, offset).expect("the same file"));
    std::iter::once(first).chain(others).collect()
}

/// All but the end of a frame: each hand with its stretch of blocks.
fn write(hands: &mut [SharedRecorder], frame: &Frame) {
    let blocks = blocks(frame);
    let largest = frame.contacts.iter().map(|it| it.impulse.abs().max_element());
    let largest = largest.fold(0.0, f64::max);
    let count = hands.len();
    let stretch = |rank: usize| rank * blocks.len() / count;
    let when = (frame.time, frame.interval);
    let shares: Vec<Share> = (0..count)
        .map(|rank| {
            let own = &blocks[stretch(rank)..stretch(rank + 1)];
            hands[rank].code(own, when, largest).expect("small numbers")
        })
        .collect();
    // The last one is the first to write.
    for rank in (0..count).rev() {
        hands[rank].write(&shares, rank, frame).expect("room");
    }
}

fn record(path: &Path, header: &Header, frames: &[Frame], ranks: usize) -> Vec<u8> {
    let mut hands = begin(path, header, ranks);
    for frame in frames {
        write(&mut hands, frame);
        hands.iter_mut().for_each(|hand| hand.end().expect("room"));
    }
    std::fs::read(path).expect("written")
}

fn path(folder: &tempfile::TempDir) -> PathBuf {
    folder.path().join("shared.rec")
}

/// The same frames as one writer keeps, in the same bytes for any number of ranks.
#[test]
fn ranks_write_the_frames_of_one_writer() {
    let (scene, frames) = bed();
    let header = Header::new(&scene, 3);
    let mut alone = Recorder::new(Vec::new(), &header).expect("in memory");
    frames.iter().for_each(|frame| alone.record(frame).expect("in memory"));
    let alone = Recording::read(&alone.into_inner(), "alone").expect("whole");
    let folder = tempfile::tempdir().expect("a folder");
    let bytes = record(&path(&folder), &header, &frames, 1);
    for ranks in [2, 3, 5] {
        assert!(record(&path(&folder), &header, &frames, ranks) == bytes, "{ranks} ranks");
    }
    let shared = Recording::read(&bytes, "shared").expect("whole");
    assert_eq!(shared.cut, None);
    assert_eq!(shared.header, alone.header);
    assert!(shared.frames == alone.frames, "other frames");
    // From the middle, against the one before it.
    let mut file = RecordingFile::open(&path(&folder)).expect("a recording");
    assert_eq!(file.frame(2).expect("whole").as_ref(), alone.frames.get(2));
}

/// A frame that not all have written is no part of the file.
#[test]
fn a_frame_that_was_not_ended_is_torn() {
    let (scene, frames) = bed();
    let folder = tempfile::tempdir().expect("a folder");
    let path = path(&folder);
    let mut hands = begin(&path, &Header::new(&scene, 3), 3);
    for (number, frame) in frames.iter().enumerate() {
        write(&mut hands, frame);
        let found = Recording::read_file(&path).expect("as far as it goes");
        assert_eq!(found.frames.len(), number);
        assert!(found.cut.expect("not whole").torn, "{number}");
        hands.iter_mut().for_each(|hand| hand.end().expect("room"));
    }
    assert_eq!(Recording::read_file(&path).expect("whole").cut, None);
}
