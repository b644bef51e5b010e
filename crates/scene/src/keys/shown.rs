//! The keys for people: in a terminal, and as a page of the guide.

use std::fmt::Write;

use super::KeySection;
use super::anchor::anchor;

/// One section: what it is, and every key with its example.
pub fn text(section: &KeySection) -> String {
    let title = if section.name.is_empty() { "top of the file" } else { section.name };
    let mut text = format!("{title}: {}\n", section.says);
    for key in section.keys {
        let _ = write!(text, "\n  {}\n    {}\n", key.name, key.says);
        for line in section.example(key).lines() {
            let _ = writeln!(text, "      {line}");
        }
    }
    text
}

/// The page of the guide.
pub fn markdown(sections: &[KeySection]) -> String {
    let mut page = String::from(
        "# Every key of scene files\n\n\
         A scene file is [TOML](https://toml.io). Units are SI, y is up, angles are in degrees and \
         angular velocities in rad/s. Wherever a number stands, an expression such as \
         `\"= 2 * n\"` may stand. An unknown key is an error that names the line and the nearest \
         known key. `stickslip list keys joint.gear` prints a part of this page, \
         `stickslip help scene` all of it.\n\n",
    );
    for section in sections {
        let title = if section.name.is_empty() { "Top of the file" } else { section.name };
        let _ = writeln!(page, "- [{title}](#{})", anchor(title));
    }
    for section in sections {
        let title = if section.name.is_empty() { "Top of the file" } else { section.name };
        let _ = write!(page, "\n## {title}\n\n{}\n", section.says);
        for key in section.keys {
            let example = section.example(key);
            let _ = write!(page, "\n**`{}`** {}\n\n```toml\n{example}\n```\n", key.name, key.says);
        }
    }
    page
}
