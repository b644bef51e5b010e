//! `stickslip list scenes` and `stickslip list scene NAME`.

use std::collections::BTreeMap;

use serde::Serialize;
use stickslip_scene::{BuiltinScene, Overrides, Parameter, SCENES, SceneError};

use crate::error::{Exit, Failure};
use crate::output::Report;
use crate::table::{Align, layout};

#[derive(Serialize)]
struct Document {
    name: &'static str,
    summary: String,
    story: String,
    document: Option<String>,
    source: &'static str,
    seconds: f64,
    bodies: usize,
    parameters: BTreeMap<String, f64>,
    /// Those of them that follow from the others.
    derived: Vec<String>,
}

impl Document {
    fn new(builtin: &BuiltinScene) -> Result<Self, SceneError> {
        let name = |parameter: &Parameter| parameter.name.clone();
        let scene = builtin.source().read(&Overrides::default())?;
        Ok(Self {
            name: builtin.name,
            summary: scene.description,
            story: scene.story,
            document: scene.document,
            source: builtin.path,
            seconds: scene.seconds,
            bodies: scene.model.bodies().len(),
            derived: scene.parameters.iter().filter(|it| it.derived).map(name).collect(),
            parameters: scene.parameters.iter().map(|it| (name(it), it.value)).collect(),
        })
    }
}

/// Every built-in scene in one line.
pub fn all(as_json: bool) -> Result<Report, Failure> {
    let documents = SCENES.iter().map(Document::new).collect::<Result<Vec<_>, _>>()?;
    if as_json {
        return Ok(Report::json_list(&documents, Exit::Done));
    }
    let rows = documents.into_iter().map(|scene| {
        let offered = scene.parameters.iter().filter(|(name, _)| !scene.derived.contains(name));
        let parameters = offered.map(|(name, value)| format!("{name}={value}"));
        let parameters = parameters.collect::<Vec<_>>().join(" ");
        [scene.name.into(), scene.bodies.to_string(), scene.summary, parameters]
    });
    let columns = [
        ("scene", Align::Left),
        ("bodies", Align::Right),
        ("what it shows", Align::Left),
        ("--set", Align::Left),
    ];
    Ok(Report::done(layout(columns, rows)))
}

/// The file of one scene, or of a model that one names, as it stands: a beginning for one's own.
pub fn one(name: &str, as_json: bool) -> Result<Report, Failure> {
    if let (Some(text), false) = (stickslip_scene::find_model(name), as_json) {
        return Ok(Report::done(text));
    }
    let builtin = stickslip_scene::find_builtin(name)?;
    if as_json {
        return Ok(Report::json(&Document::new(builtin)?, Exit::Done));
    }
    Ok(Report::done(builtin.text))
}
