//! `stickslip run --ranks`: one scene on many ranks.

mod begin;
mod outputs;
mod recording;
mod saving;
mod show;

use std::path::Path;
use std::sync::Mutex;

use stickslip_cluster::{ClusterError, Domain, Figures, Serial, StepFigures, on_threads};
use stickslip_dynamics::StepReport;
use stickslip_scene::recording::BLOCK;

use self::begin::Beginning;
use self::outputs::RankOutputs;
use self::recording::Recording;
use super::Arguments;
use super::interrupt::Interrupt;
use super::missed::Missed;
use crate::error::{Exit, Failure};
use crate::output::{Report, complain};

/// What ranks are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranks {
    /// So many threads of this process.
    Threads(usize),
    /// The processes that `mpirun` has started.
    Mpi,
}

/// Reads `--ranks`.
pub fn ranks(text: &str) -> Result<Ranks, String> {
    match text {
        "mpi" => Ok(Ranks::Mpi),
        _ => crate::ask::at_least_one(text).map(Ranks::Threads),
    }
}

/// What all ranks are given.
struct Work<'a> {
    beginning: &'a Beginning,
    interrupt: Interrupt,
    /// Where every step is recorded, and after how many the state is saved.
    record: Option<&'a Path>,
    save_every: Option<usize>,
    /// Where the state is saved.
    save_state: Option<&'a Path>,
    /// For rank 0.
    outputs: Mutex<Option<RankOutputs>>,
}

/// What rank 0 knows at the end.
pub struct Ending {
    /// What each rank measured.
    pub figures: Vec<Figures>,
    /// Steps that missed what is asked.
    pub missed: Missed,
    /// The hash of the state, where it is still one.
    pub hash: Option<u64>,
    /// Why it ended early.
    pub stopped: Option<String>,
}

/// Runs a scene on ranks.
pub fn run(arguments: &Arguments, ranks: Ranks) -> Result<Report, Failure> {
    refuse(arguments)?;
    match ranks {
        Ranks::Threads(1) => together(arguments, |work| Ok(vec![work.rank(Serial)?])),
        Ranks::Threads(count) => {
            together(arguments, |work| on_threads(count, |comm| work.rank(comm)))
        }
        Ranks::Mpi => processes(arguments),
    }
}

/// Ranks as processes. One that fails takes all others along.
#[cfg(feature = "mpi")]
fn processes(arguments: &Arguments) -> Result<Report, Failure> {
    let universe = stickslip_cluster::Universe::begin();
    let universe = universe.ok_or(Failure::NoMpi("MPI has begun already"))?;
    let ended = together(arguments, |work| {
        let ended = work.rank(universe.world());
        Ok(vec![ended.unwrap_or_else(|error| stickslip_cluster::fail(&error.to_string()))])
    });
    Ok(ended.unwrap_or_else(|failure| stickslip_cluster::fail(&failure.to_string())))
}

#[cfg(not(feature = "mpi"))]
fn processes(_arguments: &Arguments) -> Result<Report, Failure> {
    Err(Failure::NoMpi("this program was built without it (--features mpi)"))
}

/// Gives all ranks their work, and reports what rank 0 knows at the end.
fn together(
    arguments: &Arguments,
    ranks: impl FnOnce(&Work<'_>) -> Result<Vec<Option<Ending>>, ClusterError>,
) -> Result<Report, Failure> {
    let beginning = Beginning::new(arguments)?;
    let work = Work {
        beginning: &beginning,
        interrupt: Interrupt::listen(),
        record: arguments.record.as_deref(),
        save_every: arguments.save_every,
        save_state: arguments.save_state.as_deref(),
        outputs: Mutex::new(Some(RankOutputs::new(arguments, &beginning)?)),
    };
    let ended = ranks(&work);
    drop(work);
    let ending = match ended {
        Ok(endings) => endings.into_iter().flatten().next(),
        Err(error) => {
            complain(&format!("error: {error}"));
            return Ok(Report { text: String::new(), exit: Exit::Failed });
        }
    };
    // Ranks other than the first have nothing to say.
    let Some(ending) = ending else { return Ok(Report::done("")) };
    let exit = if ending.stopped.is_some() { Exit::Failed } else { Exit::Done };
    Ok(if arguments.json {
        Report::json(&show::Document::new(arguments, &beginning, &ending), exit)
    } else {
        Report { text: show::text(&beginning, &ending, arguments.quiet), exit }
    })
}

/// What means nothing on ranks is named, not passed over.
fn refuse(arguments: &Arguments) -> Result<(), Failure> {
    let flags = [
        ("--solver", arguments.solver.is_some()),
        ("--tol", arguments.tol.is_some()),
        ("--max-iter", arguments.max_iter.is_some()),
        ("--threads", arguments.threads.is_some()),
        ("--poses", arguments.poses.is_some()),
        ("--sensors", arguments.sensors.is_some()),
        ("--dump-problems", arguments.dump_problems.is_some()),
        ("--picture", arguments.picture.is_some()),
        ("--video", arguments.video.is_some()),
        ("--soft-inertia", arguments.soft_inertia.is_some()),
        ("--soft-tolerance", arguments.soft_tolerance.is_some()),
        ("--soft-rounds", arguments.soft_rounds.is_some()),
    ];
    let found = flags.iter().find(|flag| flag.1);
    found.map_or(Ok(()), |flag| Err(Failure::NotOnRanks(flag.0)))
}

impl Work<'_> {
    /// What one rank does; rank 0 knows the ending.
    fn rank(
        &self,
        comm: impl stickslip_cluster::Comm + 'static,
    ) -> Result<Option<Ending>, ClusterError> {
        let (mut domain, error_limit) = self.beginning.domain(comm)?;
        let mut outputs = match domain.rank() {
            0 => self.outputs.lock().map_or(None, |mut outputs| outputs.take()),
            _ => None,
        };
        if let Some(outputs) = &mut outputs {
            outputs.begin();
        }
        let begin = |path| Recording::begin(path, &domain, self.beginning);
        let mut recording = self.record.map(begin).transpose()?;
        let mut missed = Missed::default();
        let stopped =
            self.steps(&mut domain, &mut outputs, &mut recording, (&mut missed, error_limit))?;
        let figures = domain.all_figures()?;
        let is_lost = matches!(stopped, Some(ClusterError::Step(_)));
        let mut hash = None;
        if !is_lost {
            self.save(&domain)?;
            hash = Some(domain.totals(&domain.blocks(BLOCK)?)?.0);
        }
        let stopped = stopped.map(|reason| reason.to_string());
        Ok(figures.map(|figures| Ending { figures, missed, hash, stopped }))
    }

    /// All steps; why they ended early, where they did.
    fn steps(
        &self,
        domain: &mut Domain,
        outputs: &mut Option<RankOutputs>,
        recording: &mut Option<Recording>,
        (missed, error_limit): (&mut Missed, f64),
    ) -> Result<Option<ClusterError>, ClusterError> {
        if let Some(recording) = recording {
            recording.record(domain, &StepReport::default())?;
        }
        for step in 1..=self.beginning.steps {
            if domain.any(self.interrupt.came())? {
                return Ok(Some(ClusterError::Outside("interrupted".into())));
            }
            match domain.step() {
                Ok(figures) => {
                    let report = report(&figures, error_limit);
                    missed.add(&report);
                    if let Some(recording) = recording {
                        recording.record(domain, &report)?;
                    }
                }
                Err(error @ ClusterError::Step(_)) => return Ok(Some(error)),
                Err(error) => return Err(error),
            }
            if let Some(outputs) = outputs {
                outputs.show(domain.time());
            }
            if self.save_every.is_some_and(|every| step % every == 0) {
                self.save(domain)?;
            }
        }
        Ok(None)
    }

    /// Saves the state, where that is asked for.
    fn save(&self, domain: &Domain) -> Result<(), ClusterError> {
        let scene = &self.beginning.sparse.scene.name;
        self.save_state.map_or(Ok(()), |path| saving::save(path, scene, domain))
    }
}

/// What a step on ranks says of whether it is as asked; they have no problems.
fn report(figures: &StepFigures, error_limit: f64) -> StepReport {
    let mut report = StepReport::default();
    (report.penetration_max, report.error_limit) = (figures.deepest, error_limit);
    report.joint_error_max = figures.joint_error;
    report.inaccurate = usize::from(figures.is_inaccurate);
    report.contacts = figures.contacts as usize;
    report.constraints = 3 * report.contacts;
    report
}
