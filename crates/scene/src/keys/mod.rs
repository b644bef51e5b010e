//! Every key of scene files in words, with an example.
//!
//! The words stand in `table/`. What the readers ask for is watched while the
//! examples are read (`asked`), and a test holds one against the other: a key
//! that is read and not described, or described and not read, fails it.

mod anchor;
mod shown;
mod table;

pub use crate::read::{Asked, asked};
pub use shown::{markdown, text};
pub use table::SECTIONS;

/// A section of scene files, or one kind of it: `body`, `joint.gear`, `motor`.
#[derive(Clone, Copy, Debug)]
pub struct KeySection {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub says: &'static str,
    /// How an example begins: whole lines.
    pub open: &'static str,
    /// More lines that an example needs and that are not shown.
    pub also: &'static str,
    /// Where the keys stand in a table on one line: what comes before it, and
    /// what after it.
    pub inline: Option<(&'static str, &'static str)>,
    /// Lines that must be there: key and line.
    pub needs: &'static [(&'static str, &'static str)],
    /// Its keys.
    pub keys: &'static [Key],
}

/// A key.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// The line of its example.
    pub line: &'static str,
    /// What it means, with its unit and what holds without it.
    pub says: &'static str,
}

/// How a table of keys is written.
const fn key(name: &'static str, line: &'static str, says: &'static str) -> Key {
    Key { name, line, says }
}

impl KeySection {
    /// The example of a key as it is shown to people.
    pub fn example(&self, key: &Key) -> String {
        match self.inline {
            None => format!("{}\n{}", self.open, key.line),
            Some(_) => format!("{}\n{}", self.open, self.in_one_line(key)),
        }
    }

    /// The same with all that a file needs besides.
    pub fn whole_example(&self, key: &Key) -> String {
        let last = match self.inline {
            None => self.lines(key).join("\n"),
            Some(_) => self.in_one_line(key),
        };
        format!("{}\n{}\n{last}\n", self.open, self.also)
    }

    fn lines(&self, key: &Key) -> Vec<&'static str> {
        let sets = |name: &str| {
            let assigned =
                |part: &str| part.strip_prefix(name).is_some_and(|it| it.starts_with(" ="));
            key.line.split(", ").any(assigned)
        };
        let own = |need: &&(&str, &str)| need.0 != key.name && !sets(need.0);
        self.needs.iter().filter(own).map(|need| need.1).chain([key.line]).collect()
    }

    fn in_one_line(&self, key: &Key) -> String {
        let (before, after) = self.inline.unwrap_or_default();
        format!("{before}{}{after}", self.lines(key).join(", "))
    }

    /// How it is named where a key is said to belong to it.
    pub(crate) fn heading(&self) -> String {
        match self.open.lines().last() {
            _ if self.inline.is_some() => format!("a {}", self.name),
            Some(_) if self.name.starts_with("joint") => "[[joint]]".into(),
            Some(_) if self.name.starts_with("sensor") => "[[sensor]]".into(),
            _ if ["settings", "view", "parameters", "presets"].contains(&self.name) => {
                format!("[{}]", self.name)
            }
            _ => format!("[[{}]]", self.name),
        }
    }
}

/// Where a key belongs that stands where it is not known: the headings of at
/// most three sections.
pub(crate) fn belongs(key: &str) -> Vec<String> {
    let mut headings: Vec<String> = Vec::new();
    let places = SECTIONS.iter().filter(|section| section.keys.iter().any(|it| it.name == key));
    for section in places.filter(|section| !section.name.is_empty()) {
        let heading = section.heading();
        if !headings.contains(&heading) {
            headings.push(heading);
        }
    }
    headings.truncate(3);
    headings
}

/// Sections whose name is `name`, or begins with it and a dot.
pub fn find(name: &str) -> Vec<&'static KeySection> {
    let fits = |section: &&KeySection| {
        section.name == name
            || section.name.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'))
    };
    SECTIONS.iter().filter(fits).collect()
}
