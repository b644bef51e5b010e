//! Experiments one after the other, or several at once.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use indicatif::ProgressBar;
use rayon::ThreadPoolBuilder;
use stickslip_experiments::report::{self, Finished, Machine, Report as Results};
use stickslip_experiments::{Context, Effort, Experiment, Findings};

use super::Arguments;
use super::plan::{Phase, Task, plan};
use crate::error::Failure;
use crate::progress::{SHARE, progress};

/// Steps of the progress bar.
const STEPS: usize = 1000;

/// All that are chosen, `--jobs` of them at a time, each with one thread, so
/// that times are those of the methods. The report is in the order of the
/// registry, and is written anew after each, so that an hour's work is not lost
/// with its last minute.
pub fn measure(arguments: &Arguments, chosen: &[&'static Experiment]) -> Result<Results, Failure> {
    let effort = if arguments.full { Effort::Full } else { Effort::Quick };
    let bar = progress(STEPS, SHARE, arguments.quiet);
    let results = Mutex::new(Results {
        machine: Machine::this(),
        effort,
        seed: arguments.seed,
        jobs: arguments.jobs.min(chosen.len()).max(1),
        finished: Vec::new(),
        failed: Vec::new(),
        repeats: Vec::new(),
    });
    let phases = plan(arguments, chosen, &locked(&results))?;
    let all: usize = phases.iter().map(|phase| phase.tasks.len()).sum();
    let done = AtomicUsize::new(0);
    for Phase { tasks, jobs } in &phases {
        let next = AtomicUsize::new(0);
        let work = || -> Result<(), Failure> {
            let pool = ThreadPoolBuilder::new().num_threads(1).build()?;
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(task) = tasks.get(at) else { return Ok(()) };
                let tell = |share: f64, what: &str| {
                    let done = done.load(Ordering::Relaxed) as f64;
                    show(&bar, (done + share) / all as f64, task.name(), what);
                };
                let seed = arguments.seed;
                let ended = pool.install(|| run(task, &Context { effort, seed, progress: &tell }));
                done.fetch_add(1, Ordering::Relaxed);
                let mut results = locked(&results);
                ended.enter(&mut results);
                if let Some(folder) = &arguments.output {
                    report::write(&results, folder)?;
                }
            }
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..*jobs).map(|_| scope.spawn(work)).collect();
            workers
                .into_iter()
                .try_for_each(|worker| worker.join().expect("experiments do not panic"))
        })?;
    }
    bar.finish_and_clear();
    // Where everything is there already, the pages are made of what the folder holds.
    if let Some(folder) = &arguments.output {
        report::write(&locked(&results), folder)?;
    }
    Ok(results.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// What became of a task.
enum Ended {
    Nothing,
    Done(Finished),
    Failed(&'static str, String),
    Repeated(&'static str, report::Repeats),
}

impl Ended {
    /// Puts it into its place, in the order of the registry.
    fn enter(self, results: &mut Results) {
        let place = |name: &str| {
            stickslip_experiments::registry::EXPERIMENTS.iter().position(|it| it.name == name)
        };
        match self {
            Self::Nothing => {}
            Self::Done(finished) => {
                results.finished.push(finished);
                results.finished.sort_by_key(|it| place(it.experiment.name));
            }
            Self::Failed(name, why) => results.failed.push((name, why)),
            Self::Repeated(name, repeats) => results.repeats.push((name, repeats)),
        }
    }
}

fn run(task: &Task, context: &Context) -> Ended {
    (context.progress)(0.0, "begins");
    match *task {
        // Whoever needs it next meets the same error and tells it.
        Task::Share(piece) => {
            let _ = piece.make(context);
            Ended::Nothing
        }
        Task::Measure(experiment) => {
            let begun = Instant::now();
            match (experiment.run)(context) {
                Ok(findings) => {
                    let seconds = begun.elapsed().as_secs_f64();
                    Ended::Done(Finished { experiment, findings, seconds })
                }
                Err(error) => Ended::Failed(experiment.name, error.to_string()),
            }
        }
        Task::Repeat(experiment) => repeat(experiment, context),
    }
}

/// Quick runs with other seeds, or again where a claim rests on time.
fn repeat(experiment: &'static Experiment, context: &Context) -> Ended {
    let (over, seeds) = match (experiment.seeded, experiment.timed) {
        (true, _) => ("seed", vec![0, 1, 2]),
        (false, true) => ("clock", vec![0, 0, 0]),
        (false, false) => ("", vec![0]),
    };
    let quick = |seed| (experiment.run)(&Context { effort: Effort::Quick, seed, ..*context });
    let found: Result<Vec<Findings>, _> = seeds.into_iter().map(quick).collect();
    match found {
        Ok(found) => {
            let verdicts = found.iter().map(|it| it.verdict().name().to_owned()).collect();
            let repeats = report::Repeats { over: over.into(), verdicts, run: String::new() };
            Ended::Repeated(experiment.name, repeats)
        }
        Err(error) => Ended::Failed(experiment.name, format!("when repeated: {error}")),
    }
}

/// The results so far; a worker that panicked left them whole.
fn locked(results: &Mutex<Results>) -> MutexGuard<'_, Results> {
    results.lock().unwrap_or_else(PoisonError::into_inner)
}

fn show(bar: &ProgressBar, done: f64, name: &str, what: &str) {
    bar.set_position((done.clamp(0.0, 1.0) * STEPS as f64) as u64);
    bar.set_message(format!("{name}: {what}"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_experiments::registry::EXPERIMENTS;

    #[test]
    fn the_bar_stands_where_the_experiment_does() {
        let (bar, experiment) = (ProgressBar::hidden(), &EXPERIMENTS[0]);
        show(&bar, 0.25, experiment.name, "solves");
        assert_eq!(bar.position(), 250);
        assert_eq!(bar.message(), format!("{}: solves", experiment.name));
        show(&bar, 7.0, experiment.name, "ends");
        assert_eq!(bar.position(), 1000);
    }
}
