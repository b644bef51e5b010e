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
        // Folders may have any of the words in their names.
        assert!(!said.contains('\n'), "{said}");
    }
}
