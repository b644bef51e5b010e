//! `stickslip list friction`: friction models, and what pairs of materials may
//! say of their friction.

use serde::Serialize;
use stickslip_dynamics::{FrictionModel, LAWS, LawTraits};

use crate::error::Exit;
use crate::output::Report;
use crate::table::{Align, layout};

#[derive(Serialize)]
struct Document {
    models: Vec<Model>,
    laws: Vec<DirectionLaw>,
}

#[derive(Serialize)]
struct Model {
    name: &'static str,
    kind: &'static str,
    solver: &'static str,
    summary: &'static str,
}

#[derive(Serialize)]
struct DirectionLaw {
    name: &'static str,
    directions: bool,
    section: &'static str,
    parameters: &'static str,
    frame: &'static str,
    scaling: &'static str,
    takes_most_power: &'static str,
}

impl From<&LawTraits> for DirectionLaw {
    fn from(law: &LawTraits) -> Self {
        Self {
            name: law.name,
            directions: law.is_directional,
            section: law.section,
            parameters: law.parameters,
            frame: law.frame,
            scaling: law.scaling,
            takes_most_power: law.takes_most,
        }
    }
}

/// Both lists, as tables or as a document.
pub fn all(as_json: bool) -> Report {
    let models = FrictionModel::ALL.map(|(name, model)| Model {
        name,
        kind: model.kind().name(),
        solver: model.preferred_solver(),
        summary: model.summary(),
    });
    if as_json {
        let laws = LAWS.iter().map(DirectionLaw::from).collect();
        return Report::json(&Document { models: models.into(), laws }, Exit::Done);
    }
    let rows = models.iter().map(|it| [it.name, it.kind, it.solver, it.summary].map(String::from));
    let columns =
        ["friction_model", "kind", "solver", "friction lies in"].map(|name| (name, Align::Left));
    let models = layout(columns, rows);
    let rows = LAWS.iter().map(|law| {
        [law.name, law.section, law.parameters, law.frame, law.scaling, law.takes_most]
            .map(String::from)
    });
    let columns = ["of a pair", "section", "parameters", "frame", "by load", "takes most power"]
        .map(|name| (name, Align::Left));
    Report::done(format!("{models}\n{}", layout(columns, rows)))
}
