//! Damaged scenes give an error or another scene, never a panic.

use proptest::prelude::*;
use stickslip_scene::{Overrides, SCENES, SceneSource};

use crate::SMALL;

/// An error that names no line of the scene, nor of a model that it names.
fn misplaced(text: &str) -> Option<String> {
    let read = SceneSource::new(text, "builtin:test").read(&Overrides::default());
    let error = read.err()?.to_string();
    let placed = error.starts_with("builtin:test: line ") || error.contains(".xml, line ");
    (!placed).then_some(error)
}

/// Pieces that mean something somewhere.
const PIECES: [&str; 24] = [
    "= n",
    "\"",
    "[",
    "]",
    "{",
    "}",
    "=",
    "\n",
    "nan",
    "-inf",
    "1e308",
    "-1",
    "0",
    "true",
    "[[body]]\n",
    "[[joint]]\n",
    "repeat = 3\n",
    "'='",
    "'{'",
    "\u{0}",
    "ä",
    "1e-320",
    "999999999",
    "\"= 1/0\"",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..Default::default() })]

    #[test]
    fn mutated_scenes_never_panic(
        which in 0..SCENES.len() + 1,
        edits in prop::collection::vec(
            (any::<prop::sample::Index>(), prop::sample::select(&PIECES[..]), 0usize..12),
            1..4,
        ),
    ) {
        let original = SCENES.get(which).map_or(SMALL, |scene| scene.text);
        let mut text: Vec<char> = original.chars().collect();
        for (at, insert, remove) in edits {
            let at = at.index(text.len() + 1);
            let end = (at + remove).min(text.len());
            text.splice(at..end, insert.chars());
        }
        let text: String = text.into_iter().collect();
        prop_assert_eq!(misplaced(&text), None);
    }

    #[test]
    fn swapped_lines_never_panic(
        which in 0..SCENES.len(),
        swaps in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..5),
    ) {
        let mut lines: Vec<_> = SCENES[which].text.lines().collect();
        for (left, right) in swaps {
            let (left, right) = (left.index(lines.len()), right.index(lines.len()));
            lines.swap(left, right);
        }
        prop_assert_eq!(misplaced(&lines.join("\n")), None);
    }
}
