//! Files that must be refused, with the words that the message must contain.

use stickslip_import::ReadOptions;

use super::{data, oracle};

#[test]
fn bad_files_are_refused_by_name_and_line() {
    let folder = data().join("bad");
    let wanted = oracle(&folder.join("must-mention.json"));
    let wanted = wanted.as_object().expect("files");
    assert_eq!(wanted.len(), 15);
    for (file, words) in wanted {
        let error = stickslip_import::read(&folder.join(file), &ReadOptions::default());
        let said = error.expect_err(file).to_string();
        println!("{said}");
        assert!(said.contains(file), "{said}");
        for word in words.as_array().expect("words") {
            let word = word.as_str().expect("a word");
            assert!(said.contains(word), "{file}: \"{word}\" is missing in: {said}");
        }
        assert!(!said.contains('\n'), "{said}");
    }
}

#[test]
fn the_nearest_name_and_the_last_line_are_told() {
    let folder = data().join("bad");
    let said = |file: &str| {
        let read = stickslip_import::read(&folder.join(file), &ReadOptions::default());
        read.expect_err(file).to_string()
    };
    assert!(said("unknown-element.xml").contains("did you mean \"geom\"?"));
    assert!(said("cut-off.xml").contains("line 5"), "{}", said("cut-off.xml"));
}
