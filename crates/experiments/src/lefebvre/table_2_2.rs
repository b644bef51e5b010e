//! Table 2.2: the scenes.

use super::{DOCUMENT, SCENES};
use crate::claim::Quotation;
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::stage::{Pick, Sentences, inventory};

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "lefebvre-table-2-2",
    document: DOCUMENT,
    artefact: "Table 2.2",
    title: "Mass ratio, constraints and condition number of the scenes",
    agreement: "Every scene is ill-conditioned; in full, numbers of constraints within a quarter; \
                condition numbers within two decades.",
    deviations: "machines modelled from their description",
    seeded: false,
    timed: false,
    counted: true,
    run,
};

const SENTENCES: Sentences = Sentences {
    ill_conditioned: Quotation {
        place: "§2.2.2",
        sentence: "Each one is modeled as a multibody system with hundreds of constraints, stiff \
                   contacts, and large mass ratios.",
    },
    table: Quotation {
        place: "Table 2.2",
        sentence: "Mass ratio, constraint count, and condition numbers for our examples",
    },
};

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let mut findings = inventory(context, &SCENES, SENTENCES, Pick::Tight(context.choose(4, 12)))?;
    findings.setting("friction", 1);
    findings.setting("most compliance of a contact", super::COMPLIANCE);
    Ok(findings)
}
