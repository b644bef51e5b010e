//! `stickslip list keys` and `stickslip help scene`.

use serde::Serialize;
use stickslip_scene::keys::{Key, KeySection, SECTIONS, find};
use stickslip_solve::nearest_name;

use crate::error::{Exit, Failure};
use crate::output::Report;
use crate::table::hanging;

#[derive(Serialize)]
struct Document {
    section: &'static str,
    key: &'static str,
    says: &'static str,
    example: String,
}

impl Document {
    fn new(section: &KeySection, key: &Key) -> Self {
        let example = section.example(key);
        Self { section: section.name, key: key.name, says: key.says, example }
    }
}

/// The keys of the sections of a name, or of all.
pub fn show(name: Option<&str>, as_json: bool) -> Result<Report, Failure> {
    let sections: Vec<&KeySection> = match name {
        None => SECTIONS.iter().collect(),
        Some(name) => find(name),
    };
    if sections.is_empty() {
        let name = name.unwrap_or_default();
        let known = SECTIONS.iter().map(|section| section.name);
        let hint = nearest_name(name, known)
            .map_or_else(String::new, |near| format!("; did you mean \"{near}\"?"));
        return Err(Failure::Section { name: name.into(), hint });
    }
    if as_json {
        let all = sections
            .iter()
            .flat_map(|section| section.keys.iter().map(|key| Document::new(section, key)));
        return Ok(Report::json_list(&all.collect::<Vec<_>>(), Exit::Done));
    }
    Ok(Report::done(sections.into_iter().map(describe).collect::<Vec<_>>().join("\n")))
}

/// The keys of all sections.
pub fn all() -> Report {
    let text = SECTIONS.iter().map(describe).collect::<Vec<_>>().join("\n");
    Report::done(format!("{}\n{text}", hanging(" ", HOW)))
}

const HOW: &str = "A scene file is TOML. Units are SI, y is up, angles are in degrees and angular \
    velocities in rad/s. Wherever a number stands, an expression such as \"= 2 * n\" may stand. \
    `stickslip new NAME` writes a small scene to begin with, `stickslip list keys SECTION` shows \
    one section of what follows.";

fn describe(section: &KeySection) -> String {
    let title = if section.name.is_empty() { "top of the file" } else { section.name };
    let mut text = hanging(" ", &format!("{title}: {}", section.says));
    for key in section.keys {
        text += &format!("\n   {}\n{}", key.name, hanging("     ", key.says));
        for line in section.example(key).lines() {
            text += &format!("       {line}\n");
        }
    }
    text
}
