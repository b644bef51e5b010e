//! The experiments in lists.

use serde::Serialize;
use stickslip_experiments::Experiment;
use stickslip_experiments::registry::EXPERIMENTS;

use crate::error::Exit;
use crate::output::Report;
use crate::table::{Align, layout};

#[derive(Serialize)]
struct Document {
    name: &'static str,
    document: &'static str,
    artefact: &'static str,
    title: &'static str,
    agreement: &'static str,
}

impl From<&Experiment> for Document {
    fn from(experiment: &Experiment) -> Self {
        let &Experiment { name, document, artefact, title, agreement, .. } = experiment;
        Self { name, document, artefact, title, agreement }
    }
}

/// Every experiment in one line.
pub fn all(as_json: bool) -> Report {
    if as_json {
        return Report::json_list(
            &EXPERIMENTS.iter().map(Document::from).collect::<Vec<_>>(),
            Exit::Done,
        );
    }
    let rows = EXPERIMENTS.iter().map(|experiment| {
        let place = format!("{}, {}", experiment.document, experiment.artefact);
        [experiment.name.into(), place, experiment.title.into()]
    });
    let columns = ["experiment", "where", "what is measured"];
    Report::done(layout(columns.map(|name| (name, Align::Left)), rows))
}
