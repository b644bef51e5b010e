//! Table 2.2: the scenes.

use super::{DOCUMENT, SCENES};
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::stage::inventory;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "lefebvre-table-2-2",
    document: DOCUMENT,
    artefact: "Table 2.2",
    title: "Mass ratio, constraints and condition number of the scenes",
    agreement: "Every scene is ill-conditioned; mass ratios and, in full, numbers of constraints \
                within a factor of two, condition numbers within two decades.",
    run,
};

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let mut findings = inventory(context, &SCENES, context.choose(4, 12))?;
    findings.note(
        "A condition number of 1e19, as printed for the vehicle, cannot be told from infinity in \
         double precision.",
    );
    Ok(findings)
}
