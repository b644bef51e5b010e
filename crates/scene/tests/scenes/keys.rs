//! Every key that the readers know is described, and every example can be read.

use std::collections::{BTreeMap, BTreeSet};

use stickslip_scene::keys::{Asked, SECTIONS, asked, find, markdown, text};

use crate::bad;

/// What the examples speak of.
const AROUND: &str = "[[material]]\nname = \"steel\"\n\
    [[body]]\nname = \"ground\"\nmotion = \"static\"\nshape = { type = \"half-space\" }\n\
    [[body]]\nname = \"arm\"\nposition = [0, 9, 0]\nmass = 1\nshape = { type = \"sphere\", radius = 0.1 }\n\
    [[body]]\nname = \"wheel\"\nposition = [2, 9, 0]\nmass = 1\nshape = { type = \"sphere\", radius = 0.1 }\n\
    [[body]]\nname = \"axle\"\nposition = [4, 9, 0]\nmass = 1\nshape = { type = \"sphere\", radius = 0.1 }\n";

fn described() -> BTreeMap<&'static str, BTreeSet<&'static str>> {
    let keys = |section: &stickslip_scene::keys::KeySection| {
        (section.name, section.keys.iter().map(|key| key.name).collect())
    };
    SECTIONS.iter().map(keys).collect()
}

#[test]
fn every_key_is_described_and_every_example_is_read() {
    let mut found = Asked::new();
    for section in SECTIONS {
        for key in section.keys {
            let example = section.whole_example(key);
            let top = if section.name.is_empty() { "" } else { "name = \"example\"\n" };
            let scene = match section.name {
                // What stands at the top comes before all tables.
                "" => format!("{example}{AROUND}"),
                _ => format!("{top}{AROUND}{example}"),
            };
            let keys = asked(&scene).unwrap_or_else(|error| {
                panic!("{} {}: {error}\n{scene}", section.name, key.name);
            });
            for (kind, keys) in keys {
                found.entry(kind).or_default().extend(keys);
            }
        }
    }
    let mut described = described();
    // Their keys are the user's.
    described.remove("parameters");
    described.remove("presets");
    for (kind, keys) in &found {
        let known = described.remove(kind.as_str()).unwrap_or_default();
        assert_eq!(keys, &known, "what is read of {kind:?}, and what is described");
    }
    assert!(described.is_empty(), "described, but never read: {described:?}");
}

#[test]
fn sections_are_found_by_name_and_by_family() {
    assert_eq!(find("joint.gear").len(), 1);
    assert_eq!(find("joint").len(), 13);
    assert_eq!(find("shape").len(), 11);
    assert_eq!(find("nonsense").len(), 0);
    let gear = text(find("joint.gear")[0]);
    assert!(gear.contains("ratio = 2") && gear.contains("[[joint]]"), "{gear}");
}

/// `STICKSLIP_GUIDE=write cargo nextest run -p stickslip-scene guide` writes it.
#[test]
fn the_page_of_the_guide_is_up_to_date() {
    let path =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/src/keys.md");
    let page = markdown(SECTIONS);
    if std::env::var_os("STICKSLIP_GUIDE").is_some_and(|wish| wish == "write") {
        std::fs::write(&path, &page).expect("written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(kept == page, "docs/guide/src/keys.md is not what the keys say; see this test");
}

#[test]
fn a_key_in_the_wrong_place_is_led_home() {
    let body = "name = 'x'\n[[body]]\nname = 'crate'\nshape = { type = 'sphere', radius = 1 }\nfriction = 0.3\n";
    let error = bad(body);
    assert!(error.contains("\"friction\"; it belongs to [[material]]"), "{error}");
    let error = bad("name = 'x'\ndt = 0.1\n");
    assert!(error.contains("it belongs to [settings]"), "{error}");
}

#[test]
fn colours_views_and_ranges() {
    let scene = crate::good(
        "name = 'x'\n[parameters]\nn = [3, 1, 9]\n[view]\ncamera = [1, 2, 3]\nfollow = 'b-1'\n\
         [[body]]\nname = 'a'\nshape = { type = 'sphere', radius = 1 }\ncolor = '#C96'\n\
         [[body]]\nname = 'b'\nshape = { type = 'sphere', radius = '= n' }\nrepeat = 2\n\
         [[soft]]\nname = 's'\nmesh = 'sphere'\nradius = 1\nyoung = 1e5\nrepeat = 2\ncolor = '#ABC'\n",
    );
    assert_eq!(scene.soft_colors, [Some("#aabbcc".into()), Some("#aabbcc".into())]);
    assert_eq!(scene.colors, [Some("#cc9966".into()), None, None]);
    assert_eq!((scene.view.camera, scene.view.target), (Some([1.0, 2.0, 3.0]), None));
    assert_eq!(scene.view.follow, Some(2));
    assert_eq!((scene.parameters[0].value, scene.parameters[0].range), (3.0, Some([1.0, 9.0])));
    for (text, reason) in [
        (
            "[[body]]\nname = 'a'\nshape = { type = 'sphere', radius = 1 }\ncolor = 'red'\n",
            "expected a colour",
        ),
        ("[view]\nfollow = 'a'\n", "there is no body \"a\""),
        ("[view]\neye = [1, 2, 3]\n", "unknown key \"eye\""),
        ("[parameters]\nn = [3, 5, 9]\n", "3 does not lie between 5 and 9"),
    ] {
        let error = bad(&format!("name = 'x'\n{text}"));
        assert!(error.contains(reason), "{error}");
    }
}
