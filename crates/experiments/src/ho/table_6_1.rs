//! Table 6.1: the scenes.

use super::{DOCUMENT, SCENES};
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::stage::inventory;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "ho-table-6-1",
    document: DOCUMENT,
    artefact: "Table 6.1",
    title: "Mass ratio, constraints and condition number of the scenes",
    agreement: "Every scene is ill-conditioned; mass ratios and, in full, numbers of constraints \
                within a factor of two, condition numbers within two decades.",
    run,
};

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    inventory(context, &SCENES, context.choose(3, 8))
}
