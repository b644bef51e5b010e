//! One step of a scene as problems that anyone can solve.

use std::collections::BTreeMap;

use stickslip_dynamics::Simulation;
use stickslip_solve::{
    Counts, FrictionContact, Kind, Label, Outcome, Problem, ProblemData, Request, Start, Status,
};

use crate::error::ExperimentError;
use crate::measure::Way;

/// Where a solve begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begin {
    /// All rows free, as in Lefebvre 2020, §2.3.
    Free,
    /// The index sets of the step before, tight impulses at their bounds and
    /// free ones at zero (Ho 2022, §5.3).
    LastSets,
    /// The same with friction bounds that follow the normal impulses: a first
    /// pass knows no bounds, and every iteration after it refreshes them (Ho
    /// 2022, §5.1). The others have them frozen.
    Refreshed,
}

/// A part of a step that is solved on its own.
pub struct Island {
    /// Its problem, with constant bounds.
    pub problem: Problem,
    /// The same with bounds that follow the normal impulses.
    coupled: Problem,
    /// The index sets of the step before. A contact that is new is free where
    /// it touches and tight where it is still open.
    before: Option<Vec<Label>>,
    /// Its contacts, for those who want cones.
    contacts: Vec<FrictionContact>,
}

impl Island {
    /// Solves it with at most so many outer iterations.
    pub fn solve(&self, way: &Way, limit: usize, begin: Begin) -> Result<Solved, ExperimentError> {
        let problem = if begin == Begin::Refreshed { &self.coupled } else { &self.problem };
        solve(problem, self.start(begin), way, limit)
    }

    /// The same with this much more compliance in every row.
    pub fn solve_softened(
        &self,
        way: &Way,
        limit: usize,
        begin: Begin,
        more: f64,
    ) -> Result<Solved, ExperimentError> {
        solve(&softened(&self.problem, more)?, self.start(begin), way, limit)
    }

    fn start(&self, begin: Begin) -> Start {
        let labels = self.before.clone().filter(|_| begin != Begin::Free);
        Start { x: None, labels }
    }

    /// The same rows with exact Coulomb friction in the place of boxes.
    pub fn cone(&self) -> Result<Problem, ExperimentError> {
        let mut data = self.problem.data().clone();
        for &tangent in self.contacts.iter().flat_map(|contact| &contact.tangents) {
            (data.lo[tangent], data.hi[tangent]) = (f64::NEG_INFINITY, f64::INFINITY);
        }
        let contacts = self.contacts.clone();
        Ok(Problem::new(ProblemData { kind: Kind::Ncp, contacts, ..data })?)
    }
}

/// One step.
pub struct Frame {
    /// Simulated time at its end (s).
    pub time: f64,
    /// Its islands.
    pub islands: Vec<Island>,
}

/// What a solver made of a frame: sums over its islands, as in both theses.
#[derive(Clone, Debug, Default)]
pub struct Solved {
    /// Work.
    pub counts: Counts,
    /// Outer iterations of the island that took the most.
    pub most_iterations: usize,
    /// Seconds.
    pub seconds: f64,
    /// The largest energy error of a row (J), T6.
    pub energy: f64,
    /// Islands whose index sets were not found: a limit, a cap or a cycle ended the run.
    pub unfinished: usize,
    /// Figures of the method.
    pub figures: BTreeMap<&'static str, f64>,
    /// λ of every island.
    pub impulses: Vec<Vec<f64>>,
}

impl Frame {
    /// The last step of a simulation.
    pub fn of(simulation: &Simulation) -> Result<Self, ExperimentError> {
        let island = |((problem, outcome), began): ((&Problem, &Outcome), Option<&[Label]>)| {
            let frozen = problem.with_frozen_bounds(&outcome.x)?;
            let coupled = Problem::new(problem.data().clone())?;
            let before = began.map(<[Label]>::to_vec);
            let contacts = problem.contacts().to_vec();
            Ok(Island { problem: frozen, coupled, before, contacts })
        };
        let solved = simulation.islands().filter_map(|island| Some((island.solved?, island.began)));
        let islands = solved.map(island).collect::<Result<_, ExperimentError>>()?;
        Ok(Self { time: simulation.state().time, islands })
    }

    /// Rows of all islands.
    pub fn rows(&self) -> usize {
        self.islands.iter().map(|island| island.problem.size()).sum()
    }

    /// The island with the most rows.
    pub fn largest(&self) -> Option<&Island> {
        self.islands.iter().max_by_key(|island| island.problem.size())
    }

    /// Solves every island.
    pub fn solve(&self, way: &Way, limit: usize, begin: Begin) -> Result<Solved, ExperimentError> {
        let mut all = Solved::default();
        for island in &self.islands {
            all.add(island.solve(way, limit, begin)?);
        }
        Ok(all)
    }
}

/// The problem with this much added to every diagonal entry of A.
fn softened(problem: &Problem, more: f64) -> Result<Problem, ExperimentError> {
    let mut data = ProblemData { matrix: None, ..problem.data().clone() };
    let Some(factored) = &mut data.factored else {
        return Err(ExperimentError::Missing(format!(
            "{} has no compliance of its own",
            data.name
        )));
    };
    factored.compliance.iter_mut().for_each(|row| *row += more);
    Ok(Problem::new(data)?)
}

/// Solves one island with at most so many outer iterations.
fn solve(
    problem: &Problem,
    start: Start,
    way: &Way,
    limit: usize,
) -> Result<Solved, ExperimentError> {
    let request = Request { max_iterations: Some(limit), start, ..Request::default() };
    // Views that every method here asks for belong to no one's time.
    let _ = (problem.matrix(), problem.diagonal());
    let outcome = way.solve(problem, &request)?;
    let lost = [Status::MaxIterations, Status::Cycled, Status::Capped, Status::Diverged];
    Ok(Solved {
        counts: outcome.counts,
        most_iterations: outcome.counts.iterations,
        seconds: outcome.time_s,
        energy: outcome.residuals.energy_max.value,
        unfinished: usize::from(lost.contains(&outcome.status)),
        figures: outcome.figures,
        impulses: vec![outcome.x],
    })
}

impl Solved {
    fn add(&mut self, other: Self) {
        self.counts += other.counts;
        self.most_iterations = self.most_iterations.max(other.most_iterations);
        self.seconds += other.seconds;
        self.energy = self.energy.max(other.energy);
        self.unfinished += other.unfinished;
        for (name, value) in other.figures {
            *self.figures.entry(name).or_insert(0.0) += value;
        }
        self.impulses.extend(other.impulses);
    }

    /// A figure of the method, 0 where it has none of that name.
    pub fn figure(&self, name: &str) -> f64 {
        self.figures.get(name).copied().unwrap_or(0.0)
    }

    /// The share of imaginary columns among those of all incomplete factors.
    pub fn imaginary_share(&self) -> f64 {
        self.figure("imaginary_columns") / self.figure("factored_columns").max(1.0)
    }
}
