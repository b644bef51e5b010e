//! Broken JSON files: the message names the place.

use stickslip_problems::files::read_json;

/// A correct file with every key, each on its own line.
const CORRECT: &str = r#"{"name": "x", "kind": "ncp", "n": 3,
"A": {"rows": [0, 1, 2], "cols": [0, 1, 2], "vals": [1, 2, 2]},
"b": [-1.0, 0.5, -0.1],
"lo": [0, null, null],
"hi": [null, null, null],
"contacts": [{"normal": 0, "tangents": [1, 2], "mu": 0.5}],
"J": {"rows": [0, 1, 2], "cols": [0, 1, 2], "vals": [1, 1, 1], "ncols": 3},
"Minv": {"rows": [0, 1, 2], "cols": [0, 1, 2], "vals": [1, 2, 2]},
"C": [0, 0, 0],
"x0": [0, 0, 0],
"solution": null}"#;

/// What is replaced, by what, and what the message must contain.
const CASES: [(&str, &str, &[&str]); 56] = [
    // Syntax.
    ("[-1.0, 0.5, -0.1]", "[-1.0, 0.5 -0.1]", &["line 3 column 17"]),
    ("[-1.0, 0.5, -0.1]", "[-1.0, 0.5, -0.1", &["line 4 column"]),
    ("[-1.0, 0.5, -0.1]", "[-1.0, 0.5, -0.1,]", &["line 3", "trailing comma"]),
    ("\"solution\": null}", "\"solution\": null", &["line 11", "EOF"]),
    ("\"solution\": null}", "\"solution\": null} x", &["line 11 column 19", "trailing characters"]),
    ("[-1.0, 0.5, -0.1]", "[-1.0, 0.5, NaN]", &["line 3 column 18", "JSON has no NaN or Infinity"]),
    ("[-1.0, 0.5, -0.1]", "[-1.0, nan, -0.1]", &["line 3", "JSON has no NaN or Infinity"]),
    ("[0, null, null]", "[0, -Infinity, null]", &["line 4", "JSON has no NaN", "is null"]),
    ("[0, null, null]", "[0, -inf, null]", &["line 4", "JSON has no NaN", "is null"]),
    ("[null, null, null]", "[Infinity, null, null]", &["line 5 column 8", "JSON has no NaN"]),
    ("[null, null, null]", "[null, inf, null]", &["line 5", "JSON has no NaN"]),
    ("-0.1]", "1e999]", &["line 3", "out of range"]),
    // Keys.
    ("\"solution\"", "\"solutoin\"", &["line 11", "\"solutoin\"", "did you mean \"solution\"?"]),
    ("\"kind\"", "\"Kind\"", &["line 1", "\"Kind\"", "did you mean \"kind\"?"]),
    ("\"x0\"", "\"preconditioner\"", &["line 10", "the keys here are name, kind, n"]),
    ("\"mu\"", "\"my\"", &["line 6", "contacts[0]", "did you mean \"mu\"?"]),
    ("\"vals\": [1, 2, 2]},\n\"b\"", "\"values\": []},\n\"b\"", &["line 2", "A", "\"vals\"?"]),
    ("\"Minv\": {", "\"Minv\": {\"ncols\": 3, ", &["line 8", "Minv", "\"ncols\""]),
    ("\"x0\"", "\"b\"", &["line 10", "duplicate field `b`"]),
    ("\"kind\": \"ncp\", ", "", &["missing field `kind`"]),
    ("\"n\": 3,", "", &["missing field `n`"]),
    ("\"b\": [-1.0, 0.5, -0.1],", "", &["missing field `b`"]),
    (", \"mu\": 0.5", "", &["line 6", "contacts[0]", "missing field `mu`"]),
    // Types.
    ("0.5, -0.1]", "\"0.5\", -0.1]", &["line 3 column 17", "b[1]", "string"]),
    ("0.5, -0.1]", "null, -0.1]", &["line 3", "b[1]", "null"]),
    ("\"n\": 3", "\"n\": -3", &["line 1", "n: ", "-3"]),
    ("\"n\": 3", "\"n\": 3.5", &["line 1", "n: ", "3.5"]),
    ("\"kind\": \"ncp\"", "\"kind\": 3", &["line 1", "kind: ", "3"]),
    ("\"A\": {\"rows\": [0, 1, 2]", "\"A\": {\"rows\": [0, -1, 2]", &["line 2", "A.rows[1]", "-1"]),
    (
        "\"A\": {\"rows\": [0, 1, 2]",
        "\"A\": {\"rows\": [0, 1.5, 2]",
        &["line 2", "A.rows[1]", "1.5"],
    ),
    ("\"mu\": 0.5", "\"mu\": \"high\"", &["line 6", "contacts[0].mu", "high"]),
    ("\"tangents\": [1, 2]", "\"tangents\": 1", &["line 6", "contacts[0].tangents"]),
    ("\"C\": [0, 0, 0]", "\"C\": 0", &["line 9", "C: ", "an array of n numbers"]),
    ("\"C\": [0, 0, 0]", "\"C\": [0, true, 0]", &["line 9", "C[1]", "boolean"]),
    ("\"C\": [0, 0, 0]", "\"C\": {\"row\": []}", &["line 9", "C", "did you mean \"rows\"?"]),
    (CORRECT, "[1, 2]", &["line 1", "invalid type"]),
    (CORRECT, "", &["line 1", "EOF"]),
    // Indices and sizes.
    ("\"n\": 3", "\"n\": 4", &["b has 3 entries but n = 4"]),
    ("\"kind\": \"ncp\"", "\"kind\": \"npc\"", &["kind is \"npc\"", "did you mean \"ncp\"?"]),
    ("\"kind\": \"ncp\"", "\"kind\": \"quadratic\"", &["kind is", "lcp, blcp, ncp, ccp"]),
    ("\"A\": {\"rows\": [0, 1, 2]", "\"A\": {\"rows\": [0, 9, 2]", &["A.rows[1] is 9 but n = 3"]),
    (
        "2], \"vals\": [1, 2, 2]},\n\"b\"",
        "3], \"vals\": [1, 2, 2]},\n\"b\"",
        &["A.cols[2] is 3 but n = 3"],
    ),
    (
        "\"A\": {\"rows\": [0, 1, 2]",
        "\"A\": {\"rows\": [0, 1]",
        &["A.cols has 3 entries but A.rows has 2"],
    ),
    (
        "\"vals\": [1, 2, 2]},\n\"b\"",
        "\"vals\": [1]},\n\"b\"",
        &["A.vals has 1 entries but A.rows has 3"],
    ),
    ("\"ncols\": 3", "\"ncols\": 2", &["J.cols[2] is 2 but J.ncols = 2"]),
    ("\"ncols\": 3", "\"ncols\": 99999999999", &["J has 99999999999 columns"]),
    (
        "\"C\": [0, 0, 0]",
        "\"C\": {\"rows\": [1], \"cols\": [2], \"vals\": [1]}",
        &["C.cols[0] is 2 but C.rows[0] is 1", "diagonal"],
    ),
    ("\"C\": [0, 0, 0]", "\"C\": [0, 0]", &["C: 2 entries"]),
    (
        "\"Minv\": {\"rows\": [0, 1, 2], \"cols\": [0, 1, 2], \"vals\": [1, 2, 2]},",
        "",
        &["Minv is missing"],
    ),
    (
        "\"J\": {\"rows\": [0, 1, 2], \"cols\": [0, 1, 2], \"vals\": [1, 1, 1], \"ncols\": 3},",
        "",
        &["J is missing"],
    ),
    // What makes no problem.
    ("\"lo\": [0, null, null]", "\"lo\": [0, null]", &["lo has 2 entries"]),
    ("\"normal\": 0", "\"normal\": 7", &["contacts[0]", "row 7"]),
    ("\"tangents\": [1, 2]", "\"tangents\": [1, 17]", &["contacts[0]", "row 17"]),
    ("\"mu\": 0.5", "\"mu\": -0.5", &["contacts[0]", "mu is -0.5"]),
    ("\"x0\": [0, 0, 0]", "\"x0\": [0]", &["x0 has 1 entries"]),
    ("\"vals\": [1, 1, 1]", "\"vals\": [1, 1, 4]", &["A and J", "row 2"]),
];

#[test]
fn the_unbroken_file_is_fine() {
    read_json(CORRECT, "good.json").unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn every_broken_file_names_its_place() {
    let mut wrong = Vec::new();
    for (from, to, parts) in CASES {
        assert_eq!(CORRECT.matches(from).count(), 1, "{from} is not unique");
        let message = match read_json(&CORRECT.replace(from, to), "folder/bad.json") {
            Ok(_) => "accepted".into(),
            Err(error) => error.to_string(),
        };
        let mut parts = parts.iter().chain([&"folder/bad.json: "]);
        if let Some(part) = parts.find(|part| !message.contains(**part)) {
            wrong.push(format!("{from} → {to}: \"{part}\" is not in: {message}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_matrix_is_needed() {
    let text = r#"{"kind": "lcp", "n": 1, "b": [1], "A": null}"#;
    let message = read_json(text, "bad.json").expect_err("no matrix").to_string();
    assert!(message.contains("bad.json: the problem has no matrix"), "{message}");
    let text = r#"{"kind": "lcp", "n": 0, "b": [], "A": {"rows": [], "cols": [], "vals": []}}"#;
    let message = read_json(text, "bad.json").expect_err("no rows").to_string();
    assert!(message.contains("bad.json: the problem has no rows"), "{message}");
    let text = r#"{"kind": "lcp", "n": 1, "b": [1], "C": [1]}"#;
    let message = read_json(text, "bad.json").expect_err("no J").to_string();
    assert!(message.contains("J is missing: C needs"), "{message}");
}

/// A grid stands in the place of a matrix, and what is wrong with it is named.
#[test]
fn grids_are_checked() {
    let text = |counts: &str, cells: &str, faces: &str| {
        format!(
            r#"{{"kind": "lcp", "n": 2, "b": [1, -1],
                "grid": {{"counts": {counts}, "cells": {cells}, "faces": {faces}}}}}"#
        )
    };
    let good = text("[3]", "[0, 1]", "[[2, 3, 0]]");
    let problem = read_json(&good, "good.json").expect("a grid");
    assert_eq!(problem.matrix().to_dense(), [2.0, -2.0, -2.0, 5.0]);
    for (wrong, expected) in [
        (text("[3]", "[0]", "[[2, 3, 0]]"), "grid.cells has 1 entries but n = 2"),
        (text("[0]", "[0, 1]", "[[]]"), "grid.counts must be cells along 1 to 3 axes"),
        (text("[4]", "[0, 1]", "[[2, 3, 0]]"), "grid.faces[0] has 3 entries but needs 4"),
        (text("[3]", "[0, 3]", "[[2, 3, 0]]"), "grid.cells[1] is 3"),
        (text("[3]", "[1, 1]", "[[2, 3, 0]]"), "grid.cells[1] is 1"),
        (text("[3]", "[0, 1]", "[[2, 3, 1]]"), "grid.faces[0][2] must be 0"),
        (text("[3]", "[0, 1]", "[[2, null, 0]]"), "grid.faces[0][1]"),
        (good.replace("\"grid\"", "\"gird\""), "did you mean \"grid\"?"),
        (
            good.replace("\"b\"", r#""A": {"rows": [0], "cols": [0], "vals": [1]}, "b""#),
            "grid stands in the place of A",
        ),
    ] {
        let message = read_json(&wrong, "bad.json").expect_err("refused").to_string();
        assert!(message.contains(expected), "\"{expected}\" is not in: {message}");
    }
}
