//! What an experiment is, and what it is run with.

use crate::error::ExperimentError;
use crate::findings::Findings;

/// How much is measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    /// Small sizes and few repetitions: seconds.
    #[default]
    Quick,
    /// The sizes of the document.
    Full,
}

impl Effort {
    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Full => "full",
        }
    }
}

/// What an experiment is run with.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// How much is measured.
    pub effort: Effort,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Told the share that is done, from 0 to 1, and what comes next.
    pub progress: &'a dyn Fn(f64, &str),
}

impl Context<'_> {
    /// Quick, with seed 0, in silence.
    pub fn quick() -> Self {
        Self { effort: Effort::Quick, seed: 0, progress: &|_, _| {} }
    }

    /// The first value when quick, the second in full.
    pub fn choose<T>(&self, quick: T, full: T) -> T {
        match self.effort {
            Effort::Quick => quick,
            Effort::Full => full,
        }
    }

    /// Tells that `done` of `all` parts are done and `next` comes.
    pub fn at(&self, done: usize, all: usize, next: &str) {
        (self.progress)(done as f64 / all.max(1) as f64, next);
    }
}

/// A table or figure of a document that can be measured anew.
#[derive(Clone, Copy)]
pub struct Experiment {
    /// Lower-case name with dashes: document, then artefact.
    pub name: &'static str,
    /// The document.
    pub document: &'static str,
    /// Which table or figure of it.
    pub artefact: &'static str,
    /// What is measured, in a few words.
    pub title: &'static str,
    /// What counts as agreement, in a sentence.
    pub agreement: &'static str,
    /// Measures it.
    pub run: fn(&Context) -> Result<Findings, ExperimentError>,
}

/// The document of what is measured of Stickslip itself.
pub const OUR_OWN: &str = "Stickslip";

impl Experiment {
    /// Whether it measures Stickslip itself and no document: it has no part in
    /// how many documents' results are met.
    pub fn is_our_own(&self) -> bool {
        self.document == OUR_OWN
    }
}

impl std::fmt::Debug for Experiment {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Experiment").field("name", &self.name).finish_non_exhaustive()
    }
}
