//! Matrix Market files with vectors beside them.

use std::fs;
use std::path::Path;

use stickslip_problems::files;
use stickslip_solve::{Kind, Problem};
use tempfile::TempDir;

fn folder(contents: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, content) in contents {
        fs::write(folder.path().join(name), content).expect("written");
    }
    folder
}

fn read(folder: &TempDir, name: &str) -> Problem {
    files::read(&folder.path().join(name)).unwrap_or_else(|error| panic!("{error}"))
}

const GENERAL: &str = "%%MatrixMarket matrix coordinate real general
% a comment

2 2 4
1 1 2.5
2 1 -1e0
2   2 3
1 1 0.5
";

#[test]
fn coordinate_general_with_a_vector_of_the_same_name() {
    let folder = folder(&[("foo.mtx", GENERAL), ("foo.b", "1\n\n% half\n-0.5\n")]);
    let problem = read(&folder, "foo.mtx");
    assert_eq!((problem.name(), problem.kind()), ("foo", Kind::Lcp));
    assert_eq!(problem.matrix().to_dense(), [3.0, 0.0, -1.0, 3.0]);
    assert_eq!(problem.b(), [1.0, -0.5]);
    assert_eq!((problem.lo(), problem.hi()), (&[0.0; 2][..], &[f64::INFINITY; 2][..]));
}

#[test]
fn symmetric_entries_are_mirrored() {
    let text =
        "%%matrixmarket MATRIX Coordinate Integer Symmetric\n3 3 4\n1 1 2\n2 1 -1\n3 2 5\n3 3 7\n";
    let folder = folder(&[("S.mtx", text), ("S.b", "0\n0\n0")]);
    let expected = [2.0, -1.0, 0.0, -1.0, 0.0, 5.0, 0.0, 5.0, 7.0];
    assert_eq!(read(&folder, "S.mtx").matrix().to_dense(), expected);
}

#[test]
fn arrays_go_column_by_column() {
    let general = "%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n";
    let symmetric = "%%MatrixMarket matrix array real symmetric\n3 3\n1\n2\n3\n4\n5\n6\n";
    let b = "%%MatrixMarket matrix array real general\n2 1\n7\n8\n";
    let row = "%%MatrixMarket matrix array real general\n1 3\n7\n8\n9\n";
    let folder = folder(&[("g.mtx", general), ("g.b", b), ("s.mtx", symmetric), ("s_b.mtx", row)]);
    assert_eq!(read(&folder, "g.mtx").matrix().to_dense(), [1.0, 3.0, 2.0, 4.0]);
    assert_eq!(read(&folder, "g.mtx").b(), [7.0, 8.0]);
    let expected = [1.0, 2.0, 3.0, 2.0, 4.0, 5.0, 3.0, 5.0, 6.0];
    assert_eq!(read(&folder, "s.mtx").matrix().to_dense(), expected);
    assert_eq!(read(&folder, "s.mtx").b(), [7.0, 8.0, 9.0]);
}

#[test]
fn bounds_beside_the_matrix_make_a_box_problem() {
    let bounds = [("A.mtx", GENERAL), ("b.txt", "1\n2"), ("lo.mtx", "-inf\n-1"), ("hi", "+Inf\n3")];
    let problem = read(&folder(&bounds), "A.mtx");
    assert_eq!(problem.kind(), Kind::Blcp);
    assert_eq!(problem.lo(), [f64::NEG_INFINITY, -1.0]);
    assert_eq!(problem.hi(), [f64::INFINITY, 3.0]);
    let upper = read(&folder(&[("A.mtx", GENERAL), ("b", "1\n2"), ("A.hi", "1\n1")]), "A.mtx");
    assert_eq!((upper.kind(), upper.lo(), upper.hi()), (Kind::Blcp, &[0.0; 2][..], &[1.0; 2][..]));
    // Only a matrix called A may have vectors without its name.
    let error = files::read(&folder(&[("B.mtx", GENERAL), ("b", "1\n2")]).path().join("B.mtx"));
    assert!(error.expect_err("no b").to_string().contains("the vector b is missing: none of"));
}

#[test]
fn a_broken_matrix_names_its_line() {
    let real = "%%MatrixMarket matrix coordinate real general\n";
    let array = "%%MatrixMarket matrix array real general\n";
    let symmetric = "%%MatrixMarket matrix coordinate real symmetric\n";
    for (text, parts) in [
        ("".into(), vec!["line 1", "expected \"%%MatrixMarket"]),
        ("1 2 3".into(), vec!["line 1", "expected \"%%MatrixMarket"]),
        ("%%MatrixMarket matrix coordinate\n".into(), vec!["line 1", "expected"]),
        (
            "%%MatrixMarket matrix coordinate pattern general\n".into(),
            vec!["line 1", "\"pattern\""],
        ),
        (
            "%%MatrixMarket matrix coordinate complex general\n".into(),
            vec!["line 1", "\"complex\""],
        ),
        (
            "%%MatrixMarket matrix coordinate real hermitian\n".into(),
            vec!["line 1", "\"hermitian\""],
        ),
        ("%%MatrixMarket matrix dense real general\n".into(), vec!["line 1", "\"dense\""]),
        (format!("{real}% nothing\n"), vec!["line 3", "ends before the sizes"]),
        (format!("{real}2 2\n"), vec!["line 2", "found 2 words"]),
        (format!("{real}2 2 -1\n"), vec!["line 2 column 5", "\"-1\" is no whole number"]),
        (format!("{real}2 3 0\n"), vec!["the matrix is 2 × 3 but must be square"]),
        (format!("{real}0 0 0\n"), vec!["line 2", "empty"]),
        (format!("{real}2 2 2\n1 1 1\n"), vec!["line 4", "entry 2 of 2"]),
        (format!("{real}2 2 1\n1 1 1\n\n2 2 1\n"), vec!["line 5", "more entries"]),
        (format!("{real}2 2 1\n1 0 1\n"), vec!["line 3 column 3", "count from 1"]),
        (format!("{real}2 2 1\n3 1 1\n"), vec!["line 3 column 1", "row 3", "there are 2"]),
        (format!("{real}2 2 1\n1 1 one\n"), vec!["line 3 column 5", "\"one\" is no number"]),
        (format!("{real}2 2 1\n1 1 nan\n"), vec!["line 3", "not a finite number"]),
        (format!("{real}2 2 1\n1 1 inf\n"), vec!["line 3", "not a finite number"]),
        (format!("{real}2 2 1\n1 1\n"), vec!["line 3", "found 2 words"]),
        (format!("{symmetric}2 2 1\n1 2 1\n"), vec!["line 3", "(1, 2) lies above the diagonal"]),
        (format!("{symmetric}2 3 1\n1 1 1\n"), vec!["line 2", "cannot be symmetric"]),
        (format!("{array}2 2\n1\n2\n3\n"), vec!["line 6", "entry (2, 2)"]),
        (format!("{array}2 2\n1 2\n"), vec!["line 3", "found 2 words"]),
        (format!("{array}0 99999999999999\n"), vec!["line 2", "empty"]),
        (format!("{real}99999999999 99999999999 0\n"), vec!["b has 2 entries"]),
    ] {
        let folder = folder(&[("A.mtx", &text), ("b", "1\n2")]);
        assert_broken(&folder.path().join("A.mtx"), "A.mtx: ", &parts, &text);
    }
}

#[test]
fn a_broken_vector_names_its_file_and_line() {
    let sparse = "%%MatrixMarket matrix coordinate real general\n2 1 1\n1 1 4\n";
    let square = "%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n";
    for (name, text, parts) in [
        ("A.b", "1\n2\n3\n", vec!["A.mtx: the vector b has 3 entries"]),
        ("A.b", "1\n2 3\n", vec!["A.b: line 2", "found 2 words"]),
        ("A.b", "1\ninf\n", vec!["A.b: line 2", "not a finite number"]),
        ("A.b", sparse, vec!["A.b: the vector must list every entry"]),
        ("A.b", square, vec!["A.b: the array is 2 × 2"]),
        ("A.lo", "0\nnan\n", vec!["A.lo: line 2", "NaN is not a finite number"]),
        ("A.hi", "1\n", vec!["A.mtx: hi has 1 entries"]),
        ("A.hi", "1\n-1\n", vec!["A.mtx: row 1", "admit nothing"]),
    ] {
        let folder = folder(&[("A.mtx", GENERAL), ("b", "1\n2"), (name, text)]);
        assert_broken(&folder.path().join("A.mtx"), "", &parts, text);
    }
}

fn assert_broken(path: &Path, file: &str, parts: &[&str], text: &str) {
    let message = match files::read(path) {
        Ok(_) => panic!("accepted: {text}"),
        Err(error) => error.to_string(),
    };
    for part in parts.iter().chain([&file]) {
        assert!(message.contains(part), "{text}\n\"{part}\" is not in: {message}");
    }
}
