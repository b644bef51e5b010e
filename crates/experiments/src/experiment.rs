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
    /// Where the set-up differs from the document's, or what the document does
    /// not tell of it; empty where it is the document's.
    pub deviations: &'static str,
    /// Whether the seed changes what is measured.
    pub seeded: bool,
    /// Whether a claim rests on time.
    pub timed: bool,
    /// Whether it counts among the document's results.
    pub counted: bool,
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

    /// The file of its document in the appendix: "erleben-2013".
    pub fn chapter(&self) -> String {
        let plain = |letter: char| if letter.is_alphanumeric() { letter } else { '-' };
        let text: String = self.document.to_lowercase().chars().map(plain).collect();
        text.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
    }
}

impl std::fmt::Debug for Experiment {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Experiment").field("name", &self.name).finish_non_exhaustive()
    }
}
