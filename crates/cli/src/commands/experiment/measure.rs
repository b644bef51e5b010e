//! Experiments one after the other, or several at once.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use indicatif::ProgressBar;
use rayon::ThreadPoolBuilder;
use stickslip_experiments::report::{self, Finished, Machine, Report as Results};
use stickslip_experiments::{Context, Effort, Experiment, Findings};

use super::Arguments;
use crate::error::Failure;
use crate::progress::{SHARE, progress};

/// Steps of the progress bar.
const STEPS: usize = 1000;

/// What became of an experiment: its findings or why there are none, and how
/// many seconds it took.
type Ended = (Result<Findings, String>, f64);

/// All that are chosen, `--jobs` of them at a time, each with one thread, so
/// that times are those of the methods. The report is in the order of the
/// choice, and is written anew after each, so that an hour's work is not lost
/// with its last minute.
pub fn measure(arguments: &Arguments, chosen: &'static [Experiment]) -> Result<Results, Failure> {
    let effort = if arguments.full { Effort::Full } else { Effort::Quick };
    let bar = progress(STEPS, SHARE, arguments.quiet);
    let (next, jobs) = (AtomicUsize::new(0), arguments.jobs.min(chosen.len()).max(1));
    let ended: Mutex<Vec<Option<Ended>>> = Mutex::new(chosen.iter().map(|_| None).collect());
    let machine = Machine::this();
    let results = |ended: &[Option<Ended>]| {
        let (mut finished, mut failed) = (Vec::new(), Vec::new());
        for (experiment, ended) in chosen.iter().zip(ended) {
            match ended.clone() {
                Some((Ok(findings), seconds)) => {
                    finished.push(Finished { experiment, findings, seconds });
                }
                Some((Err(why), _)) => failed.push((experiment.name, why)),
                None => {}
            }
        }
        let (machine, seed) = (machine.clone(), arguments.seed);
        Results { machine, effort, seed, jobs, finished, failed }
    };
    let work = || -> Result<(), Failure> {
        let pool = ThreadPoolBuilder::new().num_threads(1).build()?;
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(experiment) = chosen.get(at) else { return Ok(()) };
            let tell = |share: f64, what: &str| {
                let done = locked(&ended).iter().flatten().count() as f64;
                show(&bar, (done + share) / chosen.len() as f64, experiment, what);
            };
            let own = pool.install(|| one(experiment, arguments.seed, effort, &tell));
            let mut all = locked(&ended);
            all[at] = Some(own);
            if let Some(folder) = &arguments.output {
                report::write(&results(&all), folder)?;
            }
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("experiments do not panic"))
    })?;
    bar.finish_and_clear();
    let ended = ended.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(results(&ended))
}

/// What ended so far; a worker that panicked left it whole.
fn locked(ended: &Mutex<Vec<Option<Ended>>>) -> MutexGuard<'_, Vec<Option<Ended>>> {
    ended.lock().unwrap_or_else(PoisonError::into_inner)
}

fn one(experiment: &Experiment, seed: u64, effort: Effort, progress: &dyn Fn(f64, &str)) -> Ended {
    progress(0.0, "begins");
    let begun = Instant::now();
    let found = (experiment.run)(&Context { effort, seed, progress });
    (found.map_err(|error| error.to_string()), begun.elapsed().as_secs_f64())
}

fn show(bar: &ProgressBar, done: f64, experiment: &Experiment, what: &str) {
    bar.set_position((done.clamp(0.0, 1.0) * STEPS as f64) as u64);
    bar.set_message(format!("{}: {what}", experiment.name));
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_experiments::registry::EXPERIMENTS;

    #[test]
    fn the_bar_stands_where_the_experiment_does() {
        let (bar, experiment) = (ProgressBar::hidden(), &EXPERIMENTS[0]);
        show(&bar, 0.25, experiment, "solves");
        assert_eq!(bar.position(), 250);
        assert_eq!(bar.message(), format!("{}: solves", experiment.name));
        show(&bar, 7.0, experiment, "ends");
        assert_eq!(bar.position(), 1000);
    }
}
