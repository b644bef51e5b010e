//! Sections in problem files.

use stickslip_problems::files::{read_json, to_json};
use stickslip_solve::sets::Polygon;
use stickslip_solve::{Kind, Rolling, Section, SectionShape};

use crate::samples::{polygon, several};

#[test]
fn every_section_survives_a_file() {
    for (size, shape) in [
        (3, SectionShape::Disc),
        (3, SectionShape::Square),
        (3, polygon(6)),
        (
            3,
            SectionShape::Hull(
                Polygon::hull(&[[1.0, 0.0], [0.0, 0.5], [-0.2, 0.0]]).expect("corners").into(),
            ),
        ),
        (4, SectionShape::Ellipse(vec![1.0, 0.5, 0.01])),
    ] {
        let rollings = [None, Some(0.25)].map(|radius| Some(Rolling { rows: 2, mu: 0.1, radius }));
        for (radius, rolling) in [None, Some(0.25)].into_iter().zip(rollings).chain([(None, None)])
        {
            let section = Section { shape: shape.clone(), radius, rolling };
            let size = size + rolling.map_or(0, |rolling| rolling.rows);
            let problem = several(Kind::Ncp, 1, 2, size, &section);
            let text = to_json(&problem);
            let again = read_json(&text, "again.json").expect("its own text");
            assert_eq!(again.data(), problem.data());
            assert_eq!(text.contains("shape"), shape != SectionShape::Disc);
        }
    }
}

#[test]
fn what_does_not_fit_is_named() {
    let with = |kind: &str, contact: &str| {
        let text = format!(
            r#"{{"kind": "{kind}", "n": 3, "b": [0, 0, 0],
                "A": {{"rows": [0, 1, 2], "cols": [0, 1, 2], "vals": [1, 1, 1]}},
                "contacts": [{{"normal": 0, "tangents": [1, 2], "mu": 0.5{contact}}}]}}"#
        );
        read_json(&text, "bad.json").map_err(|error| error.to_string())
    };
    assert!(with("ncp", r#", "shape": {"ellipse": [1, 0.5]}, "radius": 2"#).is_ok());
    for (kind, contact, word) in [
        ("ncp", r#", "shape": {"polygon": 5}"#, "contacts[0].shape"),
        ("ncp", r#", "shape": {"ellipse": [1]}"#, "semi-axes"),
        ("ncp", r#", "shape": {"ellipse": [1, -2]}"#, "semi-axis"),
        ("ncp", r#", "shape": "star""#, "star"),
        ("ncp", r#", "radius": -1"#, "radius"),
        ("ncp", r#", "rolling": {"rows": 1, "mu": -1}"#, "rolling"),
        ("ncp", r#", "rolling": {"rows": 2, "mu": 1}"#, "0 tangents"),
        ("blcp", r#", "shape": "square""#, "ncp and ccp"),
    ] {
        let error = with(kind, contact).expect_err(contact);
        assert!(error.contains(word), "{contact}: {error}");
    }
}
