//! Files that somebody or something has broken: never a panic, never a hang, and
//! an error is one line that names the file.

use std::path::PathBuf;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use stickslip_import::{Placement, ReadOptions, Strictness};

fn data() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

/// The good files of both formats, with their folders.
fn files() -> Vec<(PathBuf, String)> {
    let mut all = Vec::new();
    for folder in ["mjcf", "urdf"] {
        let mut paths: Vec<PathBuf> = std::fs::read_dir(data().join(folder))
            .expect("the folder can be read")
            .map(|entry| entry.expect("an entry").path())
            .collect();
        paths.sort();
        for path in paths {
            let text = std::fs::read_to_string(&path).expect("the file can be read");
            all.push((path, text));
        }
    }
    all
}

/// One change of a text.
#[derive(Clone, Debug)]
enum Change {
    /// Bytes from here on are gone.
    Cut(usize),
    /// So many bytes are gone.
    Remove(usize, usize),
    /// So many bytes are there twice.
    Repeat(usize, usize),
    /// A piece of the format in a strange place.
    Insert(usize, &'static str),
    /// The attribute from here on is gone.
    Strip(usize),
    /// Two values of attributes have changed places.
    Swap(usize, usize),
}

const PIECES: [&str; 16] = [
    "-",
    "0",
    "1e308",
    "nan",
    "\"",
    "<",
    "/>",
    "<body>",
    "</body>",
    "<joint type=\"ball\"/>",
    " 0 0 0 0",
    "<geom type=\"plane\"/>",
    " class=\"x\"",
    "<include file=\"../mjcf/meshes.xml\"/>",
    "\u{e9}",
    "<replicate count=\"3\">",
];

fn change() -> impl Strategy<Value = Change> {
    let place = 0..4000_usize;
    prop_oneof![
        1 => place.clone().prop_map(Change::Cut),
        3 => (place.clone(), 1..40_usize).prop_map(|(at, count)| Change::Remove(at, count)),
        2 => (place.clone(), 1..200_usize).prop_map(|(at, count)| Change::Repeat(at, count)),
        2 => place.clone().prop_map(Change::Strip),
        2 => (place.clone(), place.clone()).prop_map(|(a, b)| Change::Swap(a, b)),
        4 => (place, 0..PIECES.len()).prop_map(|(at, piece)| Change::Insert(at, PIECES[piece])),
    ]
}

/// Where the next attribute from here on begins, and where its value is.
fn attribute(bytes: &[u8], from: usize) -> Option<(usize, std::ops::Range<usize>)> {
    let sign = from + bytes[from..].windows(2).position(|pair| pair == b"=\"")?;
    let name = bytes[..sign].iter().rposition(u8::is_ascii_whitespace)?;
    let begin = sign + 2;
    let end = begin + bytes[begin..].iter().position(|byte| *byte == b'"')?;
    Some((name, begin..end))
}

fn changed(text: &str, changes: &[Change]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for change in changes {
        let length = bytes.len();
        let span = |at: usize, count: usize| {
            let begin = at % (length + 1);
            begin..(begin + count).min(length)
        };
        match change {
            Change::Cut(at) => bytes.truncate(span(*at, 0).start),
            Change::Remove(at, count) => _ = bytes.drain(span(*at, *count)),
            Change::Repeat(at, count) => {
                let piece = bytes[span(*at, *count)].to_vec();
                let at = span(*at, 0).start;
                bytes.splice(at..at, piece);
            }
            Change::Strip(at) => {
                if let Some((name, value)) = attribute(&bytes, span(*at, 0).start) {
                    bytes.drain(name..value.end + 1);
                }
            }
            Change::Swap(one, two) => {
                let places = [*one, *two].map(|at| attribute(&bytes, span(at, 0).start));
                let [Some((_, a)), Some((_, b))] = places else { continue };
                let (a, b) = if a.start < b.start { (a, b) } else { (b, a) };
                if a.end <= b.start {
                    let (first, second) = (bytes[a.clone()].to_vec(), bytes[b.clone()].to_vec());
                    bytes.splice(b, first);
                    bytes.splice(a, second);
                }
            }
            Change::Insert(at, piece) => {
                let at = span(*at, 0).start;
                bytes.splice(at..at, piece.bytes());
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400,
        rng_seed: RngSeed::Fixed(11),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn broken_files_are_refused_or_read(
        file in 0..16_usize,
        changes in proptest::collection::vec(change(), 1..4),
        lenient in any::<bool>(),
    ) {
        let files = files();
        let (path, text) = &files[file % files.len()];
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
        let ending = path.extension().and_then(|ending| ending.to_str()).expect("an ending");
        let broken = folder.path().join(format!("broken.{ending}"));
        std::fs::write(&broken, changed(text, &changes)).expect("the file is written");
        let strictness = if lenient { Strictness::Lenient } else { Strictness::Normal };
        let packages = vec![("features".to_owned(), data())];
        let options = ReadOptions { strictness, packages, floating: lenient };
        match stickslip_import::read(&broken, &options) {
            Err(error) => {
                let said = error.to_string();
                prop_assert!(said.contains("broken.") && !said.contains('\n'), "{}", said);
            }
            Ok(read) => {
                let mechanism = &read.mechanism;
                let start = stickslip_import::facts::Configuration::initial(mechanism);
                prop_assert_eq!(start.check(mechanism), Ok(()));
                stickslip_import::facts::description(mechanism, &read.remarks);
                stickslip_import::facts::at_state(mechanism, &start);
                let placement = Placement::plain(strictness);
                let mut model = stickslip_dynamics::Model::default();
                if let Err(error) = stickslip_import::build(&mut model, mechanism, &start, &placement) {
                    prop_assert!(!error.to_string().contains('\n'), "{}", error);
                }
            }
        }
    }
}
