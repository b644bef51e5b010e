//! What is run when, and how much of it at once.

use clap::ValueEnum;
use stickslip_experiments::report::{Report, known_runs};
use stickslip_experiments::shared::Piece;
use stickslip_experiments::{Effort, Experiment};

use super::Arguments;
use crate::error::Failure;

/// Parts of a run of all experiments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Part {
    /// Experiments that measure no time, `--jobs` at once
    Counts,
    /// Experiments that measure time, a quarter of `--jobs` at once
    Times,
    /// Quick runs with other seeds, or again where time is measured
    Repeats,
}

/// Something to do.
pub enum Task {
    /// A scene that several experiments look at.
    Share(Piece),
    /// An experiment.
    Measure(&'static Experiment),
    /// Its quick runs, repeated.
    Repeat(&'static Experiment),
}

impl Task {
    /// For the progress bar.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Share(piece) => piece.name(),
            Self::Measure(experiment) | Self::Repeat(experiment) => experiment.name,
        }
    }
}

/// Tasks that run side by side.
pub struct Phase {
    /// In this order.
    pub tasks: Vec<Task>,
    /// So many at once.
    pub jobs: usize,
}

/// The phases of a run: shared scenes, what counts, what measures time on
/// quieter cores, and with a part that asks for them the repeats. With
/// `--resume` what the folder holds of the same commit, effort and seed is
/// left out.
pub fn plan(
    arguments: &Arguments,
    chosen: &[&'static Experiment],
    report: &Report,
) -> Result<Vec<Phase>, Failure> {
    let done = match (&arguments.output, arguments.resume) {
        (Some(folder), true) => known_runs(report, folder)?,
        _ => Default::default(),
    };
    let part = |own: Part| arguments.part.is_none_or(|asked| asked == own);
    let open = |it: &&'static Experiment| {
        !done.measured.contains(it.name) && part(if it.timed { Part::Times } else { Part::Counts })
    };
    let mut measured: Vec<&'static Experiment> = chosen.iter().copied().filter(open).collect();
    // Whoever shares scenes comes first among those that measure time: a run that
    // is cut off and goes on does not play them again.
    measured.sort_by_key(|it| it.timed && !Piece::is_asked_by(it));
    let several = chosen.len() > 1;
    let pieces = if several && arguments.jobs > 1 { Piece::of(&measured) } else { Vec::new() };
    let tasks = |timed: bool| {
        let own = measured.iter().filter(move |it| it.timed == timed || !several);
        own.map(|it| Task::Measure(it)).collect::<Vec<_>>()
    };
    let jobs = arguments.jobs;
    let phase = |tasks: Vec<Task>, jobs: usize| Phase { jobs: jobs.min(tasks.len()), tasks };
    let shares: Vec<Task> = pieces.into_iter().map(Task::Share).collect();
    let mut phases = vec![phase(shares.into_iter().chain(tasks(false)).collect(), jobs)];
    if several {
        phases.push(phase(tasks(true), jobs.div_ceil(4)));
    }
    let repeats = arguments.part == Some(Part::Repeats)
        || several && arguments.part.is_none() && report.effort == Effort::Full;
    if repeats {
        let again = chosen.iter().filter(|it| !done.repeated.contains(it.name));
        phases.push(phase(again.map(|it| Task::Repeat(it)).collect(), jobs));
    }
    Ok(phases)
}
