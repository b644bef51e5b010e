//! Settings of a scene file changed in its text, so that whatever `[settings]` knows can be
//! asked for from outside.

use toml::Spanned;
use toml::de::DeValue;

use super::mesh::MeshCache;
use super::parse;
use super::place::Source;
use crate::error::{SceneError, hint};
use crate::keys;

/// The keys of `[settings]`.
pub fn setting_keys() -> Vec<&'static str> {
    let sections = keys::find("settings");
    sections.iter().flat_map(|section| section.keys.iter().map(|key| key.name)).collect()
}

/// The text with settings changed or added; values are TOML.
pub fn with_settings(
    text: &str,
    file: &str,
    settings: &[(String, String)],
) -> Result<String, SceneError> {
    let known = setting_keys();
    let mut text = text.to_owned();
    for (key, value) in settings {
        if !known.contains(&key.as_str()) {
            let hint = hint(key, known.iter().copied());
            return Err(SceneError::Setting { key: key.clone(), hint });
        }
        text = changed(&text, file, key, value)?;
    }
    Ok(text)
}

fn changed(text: &str, file: &str, key: &str, value: &str) -> Result<String, SceneError> {
    let meshes = MeshCache::default();
    let source = Source { file, text, asked: None, meshes: &meshes };
    let table = parse(source)?;
    let own = match table.get("settings").map(Spanned::get_ref) {
        Some(DeValue::Table(settings)) => settings.get(key),
        _ => None,
    };
    if let Some(own) = own {
        let span = own.span();
        return Ok(format!("{}{value}{}", &text[..span.start], &text[span.end..]));
    }
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        at += line.len();
        if line.split('#').next().unwrap_or_default().trim() == "[settings]" {
            let gap = if line.ends_with('\n') { "" } else { "\n" };
            return Ok(format!("{}{gap}{key} = {value}\n{}", &text[..at], &text[at..]));
        }
    }
    match table.get("settings") {
        // An inline table, or dotted keys.
        Some(settings) => Err(source.error(
            &settings.span(),
            format!("settings: {key} can be changed only where they begin with [settings]"),
        )),
        None => Ok(format!("{}\n\n[settings]\n{key} = {value}\n", text.trim_end())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str, key: &str, value: &str) -> Result<String, SceneError> {
        with_settings(text, "it", &[(key.into(), value.into())])
    }

    #[test]
    fn settings_are_replaced_or_added() {
        let text = "name = 'it'\n[settings] # how\ndt = 0.01\n[view]\n";
        let faster = set(text, "dt", "0.02").expect("known");
        assert_eq!(faster, text.replace("0.01", "0.02"));
        let more = set(text, "stepper", "\"penalty\"").expect("known");
        assert!(more.contains("[settings] # how\nstepper = \"penalty\"\ndt = 0.01\n"), "{more}");
        let new = set("name = 'it'\n[view]", "dt", "0.02").expect("known");
        assert_eq!(new, "name = 'it'\n[view]\n\n[settings]\ndt = 0.02\n");
        let wrong = set(text, "acuracy", "1").expect_err("unknown").to_string();
        assert!(wrong.contains("did you mean \"accuracy\"?"), "{wrong}");
        assert!(set("settings = { dt = 1 }\nname = 'it'\n", "dt", "2").is_ok());
        assert!(set("settings = { dt = 1 }\nname = 'it'\n", "substeps", "2").is_err());
    }
}
