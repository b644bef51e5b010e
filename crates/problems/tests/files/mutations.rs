//! Damaged files give an error or another problem, never a panic.

use std::fs;

use proptest::prelude::*;
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use stickslip_problems::files::{self, read_json, to_json};
use stickslip_solve::{FactoredForm, Kind, Problem, ProblemData};

use crate::support::{contact, data, examples, factors};

/// The bytes of a local and of a global FCLib file with solution and guess,
/// as we write them, and of one that the C library wrote.
fn originals() -> Vec<Vec<u8>> {
    let folder = tempfile::tempdir().expect("a folder");
    let rigid = FactoredForm { compliance: vec![0.0; 6], ..factors() };
    let mut global = ProblemData::factored("global", Kind::Ncp, rigid, vec![-0.5; 6]);
    global.contacts = vec![contact(0, &[1, 2], 0.1)];
    global.lo[3..].fill(f64::NEG_INFINITY);
    global.x0 = Some(vec![0.25; 6]);
    global.solution = Some(vec![0.5; 6]);
    let mut local = global.clone();
    local.matrix = local.factored.take().map(|it| it.assemble());
    let mut all: Vec<Vec<u8>> = [local, global]
        .into_iter()
        .map(|data| {
            let path = folder.path().join("p.hdf5");
            files::write(&Problem::new(data).expect("well formed"), &path).expect("written");
            fs::read(&path).expect("bytes")
        })
        .collect();
    all.push(fs::read(data("boxstack-s1-nc0040-nds10-k00080.hdf5")).expect("bytes"));
    all
}

/// Reads `bytes` as an HDF5 file; the result does not matter, returning does.
fn survives(bytes: &[u8]) -> bool {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("damaged.hdf5");
    fs::write(&path, bytes).expect("written");
    match files::read(&path) {
        Ok(problem) => problem.size() > 0,
        Err(error) => error.to_string().contains("damaged.hdf5: "),
    }
}

#[test]
fn truncated_hdf5_is_an_error() {
    for original in originals() {
        for step in 0..100 {
            let length = original.len() * step / 100;
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("damaged.hdf5");
            fs::write(&path, &original[..length]).expect("written");
            let message = files::read(&path).map_or_else(|it| it.to_string(), |_| "read".into());
            assert!(message.contains("damaged.hdf5: "), "{length} bytes: {message}");
        }
    }
}

#[test]
fn changed_bytes_of_hdf5_never_panic() {
    let mut random = ChaCha8Rng::seed_from_u64(20);
    // Sizes and addresses that arithmetic without care stumbles over.
    let words = [0, 1, u64::MAX, u64::MAX - 7, 1 << 63, 1 << 40, 1 << 31, u64::from(u32::MAX)];
    for original in originals() {
        for _ in 0..300 {
            let mut damaged = original.clone();
            for _ in 0..random.random_range(1..4) {
                // Most structure lies at the beginning of a file.
                let reach = if random.random_bool(0.7) { 4096 } else { damaged.len() };
                let at = random.random_range(0..reach.min(damaged.len()) - 8);
                if random.random_bool(0.5) {
                    damaged[at] = random.random();
                } else {
                    let word: u64 = words[random.random_range(0..words.len())];
                    let width = if random.random_bool(0.5) { 4 } else { 8 };
                    damaged[at..at + width].copy_from_slice(&word.to_le_bytes()[..width]);
                }
            }
            assert!(survives(&damaged));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..Default::default() })]

    #[test]
    fn random_bytes_never_panic(
        bytes in prop::collection::vec(any::<u8>(), 0..300),
        beginning in prop::sample::select(vec![
            &b""[..], b"\x89HDF\r\n\x1a\n", b"\x89HDF\r\n\x1a\n\x02\x08\x08\x00", b"\x1f\x8b\x08",
            b"%%MatrixMarket matrix coordinate real general\n", b"{\"kind\": \"lcp\", ",
        ]),
        ending in prop::sample::select(vec!["json", "json.gz", "mtx", "h5", "txt"]),
    ) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(format!("random.{ending}"));
        fs::write(&path, [beginning, &bytes].concat()).expect("written");
        prop_assert!(files::read(&path).is_err());
    }

    #[test]
    fn mutated_json_never_panics(
        which in 0usize..6,
        edits in prop::collection::vec((any::<prop::sample::Index>(), "[ -~]{0,3}", 0usize..4), 1..5),
    ) {
        let mut text: Vec<char> = to_json(&examples()[which]).chars().collect();
        for (at, insert, remove) in edits {
            let at = at.index(text.len() + 1);
            let end = (at + remove).min(text.len());
            text.splice(at..end, insert.chars());
        }
        let text: String = text.into_iter().collect();
        if let Err(error) = read_json(&text, "mutated.json") {
            prop_assert!(error.to_string().starts_with("mutated.json: "));
        }
    }

    #[test]
    fn random_problems_survive_json(
        entries in prop::collection::vec((0usize..4, 0usize..4, any::<f64>()), 0..12),
        b in prop::collection::vec(any::<f64>(), 4),
        mu in 0.0f64..2.0,
    ) {
        let finite = |value: f64| if value.is_finite() { value } else { 0.5 };
        let mut triplets = stickslip_linalg::Triplets::new();
        for (row, col, value) in entries {
            triplets.push(row, col, finite(value) / 16.0);
        }
        let matrix = stickslip_linalg::SparseMatrix::from_triplets(4, 4, &triplets);
        let b = b.into_iter().map(finite).collect();
        let mut data = ProblemData::assembled("random", Kind::Ncp, matrix, b);
        data.contacts = vec![contact(1, &[3, 2], mu)];
        let problem = Problem::new(data).expect("well formed");
        let back = read_json(&to_json(&problem), "random.json").expect("read");
        crate::support::assert_same(back.data(), problem.data());
    }
}
