//! Table 6.1: the scenes.

use super::{DOCUMENT, SCENES};
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::{Findings, Quotation};
use crate::stage::{Sentences, inventory};

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

const SENTENCES: Sentences = Sentences {
    ill_conditioned: Quotation {
        place: "§6.1",
        sentence: "Due to large mass ratios and redundant constraints in all these examples, the \
                   MLCP matrices for these examples have large condition numbers.",
    },
    table: Quotation {
        place: "Table 6.1",
        sentence: "Maxima of mass ratio, total number of constraints, and condition number of A.",
    },
};

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    inventory(context, &SCENES, SENTENCES, context.choose(3, 8))
}
