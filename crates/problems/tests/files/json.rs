//! JSON in and out.

use std::fs;
use std::io::Write;

use stickslip_problems::files::{self, FileError, read_json, to_json};
use stickslip_solve::{Kind, Problem};

use crate::support::{AWKWARD, assert_same, examples};

const TWO_SPHERES: &str = r#"{"name": "two-spheres", "kind": "blcp", "n": 3,
 "A": {"rows": [0,1,2], "cols": [0,1,2], "vals": [1.0,2.0,2.0]},
 "b": [-1.0, 0.5, -0.1],
 "lo": [0, null, null], "hi": [null, null, null],
 "contacts": [{"normal": 0, "tangents": [1, 2], "mu": 0.5}],
 "x0": null, "solution": null}"#;

fn read(text: &str) -> Problem {
    read_json(text, "test.json").unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn every_key_lands_where_it_belongs() {
    let problem = read(TWO_SPHERES);
    assert_eq!((problem.name(), problem.kind(), problem.size()), ("two-spheres", Kind::Blcp, 3));
    assert_eq!(problem.matrix().to_dense(), [1.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 2.0]);
    assert_eq!(problem.b(), [-1.0, 0.5, -0.1]);
    assert_eq!(problem.lo(), [0.0, f64::NEG_INFINITY, f64::NEG_INFINITY]);
    assert_eq!(problem.hi(), [f64::INFINITY; 3]);
    let contact = &problem.contacts()[0];
    assert_eq!((contact.normal, &contact.tangents[..], contact.mu), (0, &[1, 2][..], 0.5));
    assert_eq!((&problem.data().x0, &problem.data().solution), (&None, &None));
}

#[test]
fn missing_bounds_follow_the_contacts() {
    let rest =
        r#""n": 4, "A": {"rows": [0,1,2,3], "cols": [0,1,2,3], "vals": [1,1,1,1]}, "b": [0,0,0,0]"#;
    for (kind, contacts) in [("blcp", true), ("ncp", true), ("ccp", true), ("lcp", false)] {
        let contact = r#", "contacts": [{"normal": 2, "tangents": [0, 3], "mu": 1}]"#;
        let text =
            format!(r#"{{"kind": "{kind}", {rest}{}}}"#, if contacts { contact } else { "" });
        let problem = read(&text);
        let tangent = if contacts { f64::NEG_INFINITY } else { 0.0 };
        assert_eq!(problem.lo(), [tangent, 0.0, 0.0, tangent], "{kind}");
        assert_eq!(problem.hi(), [f64::INFINITY; 4], "{kind}");
        assert_eq!(problem.name(), "test", "named as its file");
    }
}

#[test]
fn duplicates_add_up_and_both_triangles_are_kept() {
    let problem = read(
        r#"{"kind": "lcp", "n": 2, "b": [0, 0],
            "A": {"rows": [1, 0, 1, 1], "cols": [0, 0, 0, 1], "vals": [1, 2, 0.5, -3]}}"#,
    );
    assert_eq!(problem.matrix().to_dense(), [2.0, 0.0, 1.5, -3.0]);
}

#[test]
fn factors_may_stand_alone_and_compliance_has_two_forms() {
    let text = |compliance: &str| {
        format!(
            r#"{{"kind": "lcp", "n": 2, "b": [0, 0], {compliance}
             "J": {{"rows": [0, 0, 1], "cols": [0, 1, 1], "vals": [1, 2, 3], "ncols": 3}},
             "Minv": {{"rows": [0, 1], "cols": [0, 1], "vals": [0.5, 0.25]}}}}"#
        )
    };
    // J M⁻¹ Jᵀ = [0.5 + 4/4, 6/4; 6/4, 9/4].
    let assembled = |c: f64, d: f64| vec![1.5 + c, 1.5, 1.5, 2.25 + d];
    for (compliance, c, d) in [
        ("", 0.0, 0.0),
        (r#""C": null,"#, 0.0, 0.0),
        (r#""C": [0.5, 0],"#, 0.5, 0.0),
        (r#""C": {"rows": [1, 1, 0], "cols": [1, 1, 0], "vals": [1, 2, 0.25]},"#, 0.25, 3.0),
    ] {
        let problem = read(&text(compliance));
        assert_eq!(problem.data().matrix, None);
        assert_eq!(problem.factored().map(|it| it.freedoms()), Some(3));
        assert_eq!(problem.matrix().to_dense(), assembled(c, d), "{compliance}");
    }
}

#[test]
fn everything_survives_to_the_bit() {
    for problem in examples() {
        let text = to_json(&problem);
        assert_same(read(&text).data(), problem.data());
        assert_eq!(to_json(&read(&text)), text);
        assert!(text.starts_with("{\"name\": ") && text.ends_with("}\n"));
        assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok());
    }
}

#[test]
fn numbers_are_read_as_the_nearest_double() {
    // Rust's own parser is the oracle; these are hard cases of rounding.
    let hard = ["2.2250738585072012e-308", "9007199254740993", "1.00000005960464477550", "8.5e22"];
    let text = format!(
        r#"{{"kind": "lcp", "n": 1, "A": {{"rows": [0], "cols": [0], "vals": [1]}}, "b": [0],
           "x0": [{}]}}"#,
        "0.1"
    );
    for number in hard.iter().map(|it| it.to_string()).chain(AWKWARD.map(|it| format!("{it:e}"))) {
        let problem = read(&text.replace("[0.1]", &format!("[{number}]")));
        let expected: f64 = number.parse().expect("a number");
        let found = problem.data().x0.as_ref().expect("x0")[0];
        assert_eq!(found.to_bits(), expected.to_bits(), "{number}");
    }
}

#[test]
fn files_plain_and_compressed_round_trip_and_appear_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    for (index, problem) in examples().iter().enumerate() {
        for ending in ["json", "json.gz", "JSON"] {
            let path = folder.path().join(format!("problem-{index}.{ending}"));
            fs::write(&path, "an older file").expect("writable");
            files::write(problem, &path).expect("written");
            assert_same(files::read(&path).expect("read").data(), problem.data());
        }
    }
    let names = fs::read_dir(folder.path()).expect("listed").count();
    assert_eq!(names, 3 * examples().len(), "no temporary file is left");
    let packed = fs::read(folder.path().join("problem-0.json.gz")).expect("read");
    assert_eq!(packed[..2], [0x1f, 0x8b]);
}

#[cfg(unix)]
#[test]
fn a_written_file_has_the_permissions_of_any_other() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let (ours, ordinary) = (folder.path().join("a.json"), folder.path().join("b.json"));
    files::write(&examples()[0], &ours).expect("written");
    fs::write(&ordinary, "").expect("written");
    let mode = |path| fs::metadata(path).expect("exists").permissions().mode();
    assert_eq!(mode(&ours), mode(&ordinary));
}

#[test]
fn the_content_decides_where_the_name_does_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let problem = &examples()[3];
    let (packed, misnamed) = (folder.path().join("a.json.gz"), folder.path().join("a.json"));
    files::write(problem, &packed).expect("written");
    fs::rename(&packed, &misnamed).expect("renamed");
    assert_same(files::read(&misnamed).expect("gzip inside").data(), problem.data());
    let nameless = folder.path().join("problem");
    fs::write(&nameless, format!("\u{feff} \n{}", to_json(problem).trim_start())).expect("written");
    let error = files::read(&nameless).expect_err("a byte-order mark hides the brace");
    assert!(matches!(error, FileError::UnknownFormat { .. }), "{error}");
    fs::write(&nameless, to_json(problem)).expect("written");
    assert_same(files::read(&nameless).expect("a brace").data(), problem.data());
    let marked = folder.path().join("marked.json");
    fs::write(&marked, format!("\u{feff}{}", to_json(problem))).expect("written");
    assert_same(files::read(&marked).expect("mark skipped").data(), problem.data());
}

#[test]
fn what_cannot_be_read_or_written_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let message = |path: &std::path::Path| files::read(path).expect_err("broken").to_string();
    let missing = folder.path().join("missing.json");
    assert!(message(&missing).contains("missing.json: cannot be read"), "{}", message(&missing));
    assert!(message(folder.path()).contains("cannot be read"));
    let unknown = folder.path().join("notes.txt");
    fs::write(&unknown, "hello").expect("written");
    assert!(message(&unknown).contains("notes.txt: not a known kind"));
    let binary = folder.path().join("binary.json");
    fs::write(&binary, b"{\n \"name\": \"\xff\"}").expect("written");
    assert!(message(&binary).contains("line 2 column 11: not UTF-8"), "{}", message(&binary));

    let packed = folder.path().join("a.json.gz");
    files::write(&examples()[0], &packed).expect("written");
    let whole = fs::read(&packed).expect("read");
    for length in [0, 1, 5, 17, whole.len() / 2, whole.len() - 1] {
        fs::write(&packed, &whole[..length]).expect("written");
        assert!(message(&packed).contains("a.json.gz: truncated or corrupt gzip"), "{length}");
    }
    let mut corrupt = whole.clone();
    let middle = corrupt.len() / 2;
    corrupt[middle] ^= 0x55;
    fs::write(&packed, &corrupt).expect("written");
    assert!(message(&packed).contains("truncated or corrupt gzip"), "{}", message(&packed));

    let problem = &examples()[0];
    for name in ["a.mtx", "a.txt", "a"] {
        let error = files::write(problem, &folder.path().join(name)).expect_err("no such format");
        assert!(matches!(error, FileError::UnknownFormat { .. }));
    }
    let nowhere = folder.path().join("no/such/folder/a.json");
    let error = files::write(problem, &nowhere).expect_err("no folder").to_string();
    assert!(error.contains("a.json: cannot be written"), "{error}");
}

#[test]
fn a_failed_write_leaves_the_older_file_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.hdf5");
    let mut file = fs::File::create(&path).expect("created");
    file.write_all(b"older").expect("written");
    files::write(&examples()[0], &path).expect_err("an lcp is no FCLib problem");
    assert_eq!(fs::read(&path).expect("read"), b"older");
    assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 1);
}
