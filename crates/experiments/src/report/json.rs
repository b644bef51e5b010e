//! For other programs.

use serde::Serialize;

use super::{Machine, Report};
use crate::experiment::Effort;
use crate::findings::Findings;
use crate::verdict::Verdict;

/// The document of `--json` and of `results.json`.
#[derive(Serialize)]
pub struct Document<'a> {
    machine: &'a Machine,
    effort: Effort,
    seed: u64,
    jobs: usize,
    experiments: Vec<One<'a>>,
    failed: Vec<Failed<'a>>,
}

#[derive(Serialize)]
struct One<'a> {
    name: &'a str,
    document: &'a str,
    artefact: &'a str,
    title: &'a str,
    agreement: &'a str,
    verdict: Verdict,
    reason: String,
    seconds: f64,
    #[serde(flatten)]
    findings: &'a Findings,
}

#[derive(Serialize)]
struct Failed<'a> {
    name: &'a str,
    reason: &'a str,
}

impl<'a> Document<'a> {
    /// Everything that was found.
    pub fn new(report: &'a Report) -> Self {
        let one = |finished: &'a super::Finished| One {
            name: finished.experiment.name,
            document: finished.experiment.document,
            artefact: finished.experiment.artefact,
            title: finished.experiment.title,
            agreement: finished.experiment.agreement,
            verdict: finished.findings.verdict(),
            reason: finished.findings.reason(),
            seconds: finished.seconds,
            findings: &finished.findings,
        };
        let failed = |(name, reason): &'a (&'static str, String)| Failed { name, reason };
        Self {
            machine: &report.machine,
            effort: report.effort,
            seed: report.seed,
            jobs: report.jobs,
            experiments: report.finished.iter().map(one).collect(),
            failed: report.failed.iter().map(failed).collect(),
        }
    }
}
