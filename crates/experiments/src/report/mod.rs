//! Findings of several experiments, and everything that is written of them.

mod appendix;
mod csv;
mod folder;
mod html;
mod json;
mod machine;
mod page;
mod row;
mod text;

pub use folder::{WriteError, write};
pub use html::html;
pub use json::Document;
pub use machine::Machine;
pub use page::page;
pub use row::{Known, Repeats, Row, known_runs};
pub use text::{summary, text};

use crate::experiment::{Effort, Experiment};
use crate::findings::Findings;
use crate::verdict::Verdict;

/// The folder of tables and plots beside the pages.
const PICTURES: &str = "results";

/// An experiment that was done.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Which one.
    pub experiment: &'static Experiment,
    /// What it found.
    pub findings: Findings,
    /// How long it took.
    pub seconds: f64,
}

impl Finished {
    /// The verdict on a document's result; what is our own has none.
    fn verdict(&self) -> &'static str {
        if self.experiment.is_our_own() { "our own" } else { self.findings.verdict().name() }
    }

    /// "Erleben 2013, Table 2".
    fn place(&self) -> String {
        format!("{}, {}", self.experiment.document, self.experiment.artefact)
    }
}

/// Experiments that were done in one go.
#[derive(Clone, Debug)]
pub struct Report {
    /// Where.
    pub machine: Machine,
    /// How much was measured.
    pub effort: Effort,
    /// The seed.
    pub seed: u64,
    /// How many ran at once.
    pub jobs: usize,
    /// In the order of the registry.
    pub finished: Vec<Finished>,
    /// Names of those that could not be done, and why.
    pub failed: Vec<(&'static str, String)>,
    /// Verdicts of quick runs that were repeated, by experiment.
    pub repeats: Vec<(&'static str, Repeats)>,
}

impl Report {
    /// The command that makes it again.
    fn command(&self) -> String {
        let name = match self.finished.as_slice() {
            [one] if self.failed.is_empty() => one.experiment.name,
            _ => "all",
        };
        let seed = if self.seed == 0 { String::new() } else { format!(" --seed {}", self.seed) };
        let jobs = if self.jobs == 1 { String::new() } else { format!(" --jobs {}", self.jobs) };
        format!("stickslip experiment {name} --{}{seed}{jobs}", self.effort.name())
    }

    /// "Of 45 results of the documents 20 agree, 8 agree in shape, …".
    fn tally(&self) -> Option<String> {
        let counts = |it: &&Finished| {
            let Experiment { counted, .. } = it.experiment;
            let expected = it.findings.verdict() == Verdict::Conjecture;
            *counted && !it.experiment.is_our_own() && !expected
        };
        let all = || self.finished.iter().filter(counts);
        let count = |verdict| all().filter(|it| it.findings.verdict() == verdict).count();
        let parts =
            Verdict::COUNTED.map(|verdict| format!("{} {}", verdict.name(), count(verdict)));
        let told = format!("Of {} results of the documents: {}.", all().count(), parts.join(", "));
        (all().count() > 1).then_some(told)
    }

    fn where_and_how(&self) -> Vec<(&'static str, String)> {
        let Machine { processor, cores, commit } = &self.machine;
        let used = match self.jobs {
            1 => "one of them used".to_owned(),
            jobs => format!("{jobs} experiments at once, each on one of them"),
        };
        vec![
            ("command", self.command()),
            ("processor", processor.clone()),
            ("cores", format!("{cores}, {used}")),
            ("commit", commit.clone()),
            ("seed", self.seed.to_string()),
        ]
    }
}
