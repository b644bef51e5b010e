//! `stickslip run --ranks`: one scene on many ranks.

mod outputs;
mod show;

use std::sync::{Arc, Mutex};

use stickslip_cluster::{
    Catalogue, ClusterError, Domain, Figures, Serial, StepFigures, on_threads,
};
use stickslip_dynamics::{State, StepReport};

use self::outputs::RankOutputs;
use super::interrupt::Interrupt;
use super::missed::Missed;
use super::{Arguments, Setup};
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
    catalogue: Arc<Catalogue>,
    begun: State,
    steps: usize,
    /// Gaps beyond this miss what is asked (m).
    error_limit: f64,
    interrupt: Interrupt,
    /// Whether every step is recorded, and after how many the state is saved.
    records: bool,
    save_every: Option<usize>,
    /// For rank 0.
    outputs: Mutex<Option<RankOutputs<'a>>>,
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
    let mut setup = Setup::new(arguments)?;
    let bounds = setup.simulation.error_bounds();
    let (accuracy, error_limit) = (bounds.accuracy, bounds.limit);
    let (model, settings) = (setup.simulation.model(), setup.simulation.settings());
    let catalogue = Catalogue::new(model, settings, accuracy).map_err(ClusterError::from)?;
    let begun = setup.simulation.state().clone();
    let steps = setup.steps;
    let work = Work {
        catalogue: Arc::new(catalogue),
        begun,
        steps,
        error_limit,
        interrupt: Interrupt::listen(),
        records: arguments.record.is_some(),
        save_every: arguments.save_every,
        outputs: Mutex::new(Some(RankOutputs::new(arguments, &mut setup)?)),
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
        Report::json(&show::Document::new(&setup, &ending), exit)
    } else {
        Report { text: show::text(&setup, &ending, arguments.quiet), exit }
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
        let mut domain = Domain::new(Arc::clone(&self.catalogue), &self.begun, comm)?;
        let mut outputs = match domain.rank() {
            0 => self.outputs.lock().map_or(None, |mut outputs| outputs.take()),
            _ => None,
        };
        if let Some(outputs) = &mut outputs {
            outputs.begin()?;
        }
        let mut missed = Missed::default();
        let stopped = self.steps(&mut domain, &mut outputs, &mut missed)?;
        let figures = domain.all_figures()?;
        let is_lost = matches!(stopped, Some(ClusterError::Step(_)));
        let state = if is_lost { None } else { domain.state(&self.begun)? };
        if let (Some(outputs), Some(state)) = (&outputs, &state) {
            outputs.save(state)?;
        }
        let stopped = stopped.map(|reason| reason.to_string());
        let hash = state.map(|state| state.hash());
        Ok(figures.map(|figures| Ending { figures, missed, hash, stopped }))
    }

    /// All steps; why they ended early, where they did.
    fn steps(
        &self,
        domain: &mut Domain,
        outputs: &mut Option<RankOutputs<'_>>,
        missed: &mut Missed,
    ) -> Result<Option<ClusterError>, ClusterError> {
        self.record(domain, outputs, 0)?;
        for step in 1..=self.steps {
            if domain.any(self.interrupt.came())? {
                return Ok(Some(ClusterError::Outside("interrupted".into())));
            }
            match domain.step() {
                Ok(figures) => {
                    missed.add(&self.report(&figures));
                    self.record(domain, outputs, figures.contacts as usize)?;
                }
                Err(error @ ClusterError::Step(_)) => return Ok(Some(error)),
                Err(error) => return Err(error),
            }
            if let Some(outputs) = outputs {
                outputs.show(domain.time());
            }
            if self.save_every.is_some_and(|every| step % every == 0) {
                let state = domain.state(&self.begun)?;
                if let (Some(outputs), Some(state)) = (&*outputs, &state) {
                    outputs.save(state)?;
                }
            }
        }
        Ok(None)
    }

    /// What a step on ranks says of whether it is as asked; they have neither problems nor joints.
    fn report(&self, figures: &StepFigures) -> StepReport {
        let mut report = StepReport::default();
        (report.penetration_max, report.error_limit) = (figures.deepest, self.error_limit);
        report.inaccurate = usize::from(figures.is_inaccurate);
        report
    }

    /// Adds a frame to the recording, where there is one.
    fn record(
        &self,
        domain: &Domain,
        outputs: &mut Option<RankOutputs<'_>>,
        contacts: usize,
    ) -> Result<(), ClusterError> {
        if !self.records {
            return Ok(());
        }
        let (state, points) = (domain.state(&self.begun)?, domain.contacts()?);
        match (outputs, state, points) {
            (Some(outputs), Some(state), Some(points)) => outputs.record(state, points, contacts),
            _ => Ok(()),
        }
    }
}
