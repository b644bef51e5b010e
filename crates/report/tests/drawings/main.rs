//! Drawings as they were when somebody looked at them and found them right.
//!
//! `STICKSLIP_GOLDEN=write` draws the kept files anew, after a change that is
//! meant to be seen: look at them before keeping them.

mod animations;
mod pictures;
mod plots;

use std::path::PathBuf;

/// Compares with the kept file of a name, or writes it.
fn compare(name: &str, drawn: &[u8], same: impl Fn(&[u8], &[u8]) -> bool) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/drawings/kept").join(name);
    if std::env::var("STICKSLIP_GOLDEN").is_ok_and(|value| value == "write") {
        std::fs::write(&path, drawn).expect("writable");
        return;
    }
    let kept = std::fs::read(&path).expect("kept beside this file");
    assert!(same(drawn, &kept), "{name} is not drawn as it was");
}

/// The same for text, with the first line that differs.
fn compare_text(name: &str, drawn: &str) {
    compare(name, drawn.as_bytes(), |drawn, kept| {
        let lines = |bytes: &[u8]| {
            String::from_utf8_lossy(bytes).lines().map(str::to_owned).collect::<Vec<_>>()
        };
        let (drawn, kept) = (lines(drawn), lines(kept));
        for (at, (new, old)) in drawn.iter().zip(&kept).enumerate() {
            assert_eq!(new, old, "line {} of {name}", at + 1);
        }
        drawn.len() == kept.len()
    });
}
