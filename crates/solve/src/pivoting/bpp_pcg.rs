//! `bpp-pcg`: block pivoting where the free rows are solved by preconditioned
//! conjugate gradients (Ho 2022, Alg 10).
//!
//! The driver solves for the correction of the last iterate and repeats while
//! that pays, so an inexact solve costs no accuracy in the end. Past the
//! thesis: the preconditioner lives through pivots, inner solves are loose
//! until no row wants to pivot, products go through J, M⁻¹ and C, and where
//! plain pivoting fails the proximal loop of `bpp` takes over. The thesis' own
//! variant is `proximal=false inexact=false refine=false rebuild=always
//! inner_stop=absolute preconditioner=ic0-imaginary`.

use std::collections::BTreeMap;

use stickslip_linalg::krylov::{
    ConjugateGradientWorkspace, KrylovReport, preconditioned_conjugate_gradient,
};
use stickslip_linalg::norm;

use super::block::{ACCEPTS, BlockMethod, BlockOptions, BoxSystem, Breakdown, FreeSystem};
use super::bpp::BppOptions;
use super::bpp::proximal::Proximal;
use super::by_island::ByIsland;
use super::pcg::{Conditioner, FreeOperator, OperatorMemory, PcgOptions};
use crate::options::{OptionDescription, OptionError, OptionValues, Options, options, unknown_key};
use crate::outcome::Counts;
use crate::problem::Problem;
use crate::request::{Recorder, Request};
use crate::solver::{Attempt, Entry, Method, Refusal};

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "pivoting",
    summary: "block pivoting with preconditioned conjugate gradients on the free rows",
    accepts: ACCEPTS,
    options: describe,
    make,
};

const NAME: &str = "bpp-pcg";

options! {
    /// The way out when plain pivoting fails.
    struct FallbackOptions {
        /// Whether a proximal loop takes over where plain pivoting fails; not with pivot_limit or coupled bounds.
        proximal: bool = true,
        /// Most plain pivoting steps before that; 0 begins with the loop.
        plain_steps: usize = 40,
        /// Gauss–Seidel sweeps that guess the index sets when none are given; 0 begins with all rows free. Only with proximal.
        presweeps: usize = 20,
    }
}

/// Nothing is eliminated here in any order.
fn describe() -> Vec<OptionDescription> {
    let block = BlockOptions::describe().into_iter().filter(|option| option.key != "ordering");
    block.chain(FallbackOptions::describe()).chain(PcgOptions::describe()).collect()
}

fn make(settings: &OptionValues) -> Result<Box<dyn Method>, OptionError> {
    let known = describe();
    if let Some((key, _)) = settings.partition(&known).1.iter().next() {
        return Err(unknown_key(NAME, key, &known));
    }
    let (own, rest) = settings.partition(&PcgOptions::describe());
    let (fallback, shared) = rest.partition(&FallbackOptions::describe());
    let options = PcgOptions::read(NAME, &own)?;
    let block = BlockOptions::read(NAME, &shared)?;
    let fallback = FallbackOptions::from_settings(NAME, &fallback)?;
    Ok(Box::new(ByIsland::new(NAME, move || {
        Box::new(BppPcg {
            fallback: fallback.clone(),
            plain: BlockMethod::new(block.clone(), PcgSystem::new(&options)),
            block: block.clone(),
        })
    })))
}

struct BppPcg {
    block: BlockOptions,
    fallback: FallbackOptions,
    plain: BlockMethod<PcgSystem>,
}

impl BppPcg {
    /// Whether every option that was changed does something without the loop.
    fn honours_without_loop(&self) -> Result<(), Refusal> {
        let changed = self.fallback.changed().into_iter().find(|&option| option != "proximal");
        let reason = "it belongs to the proximal loop, which there is none of with proximal=false, \
                      a pivot_limit, or friction bounds that follow the normal impulses";
        changed.map_or(Ok(()), |option| Err(Refusal::Option { solver: NAME, option, reason }))
    }
}

impl Method for BppPcg {
    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        self.plain.system_mut().options.honours(NAME, problem)?;
        let softens = self.block.pivot_limit > 0;
        if !self.fallback.proximal || softens || problem.has_coupled_bounds() {
            self.honours_without_loop()?;
            return self.plain.run(problem, request);
        }
        let mut recorder = Recorder::new(request);
        let mut counts = Counts::default();
        let system = self.plain.system_mut();
        system.begin(problem);
        let options = BppOptions {
            plain_steps: self.fallback.plain_steps,
            presweeps: self.fallback.presweeps,
            patience: self.block.patience,
            ..BppOptions::default()
        };
        let proximal = Proximal {
            options: &options,
            tolerance: request.tolerance_for(problem),
            max_steps: request.max_iterations.unwrap_or(5000),
            max_single: self.block.max_single,
            single_run: self.block.single_run,
        };
        let found = proximal.solve(problem, request, system, &mut counts, &mut recorder);
        let mut figures = BTreeMap::from_iter(system.figures());
        figures.insert("proximal_rounds", found.rounds as f64);
        Ok(Attempt {
            x: found.x,
            status: found.status,
            labels: Some(found.labels),
            counts,
            figures,
            history: recorder.into_points(),
        })
    }
}

struct PcgSystem {
    options: PcgOptions,
    conditioner: Conditioner,
    /// The inner tolerance in force.
    tolerance: f64,
    free: Vec<bool>,
    solution: Vec<f64>,
    workspace: ConjugateGradientWorkspace,
    memory: OperatorMemory,
    last: Option<KrylovReport>,
    /// Inner solves that ended above their tolerance.
    unfinished: usize,
}

impl PcgSystem {
    fn new(options: &PcgOptions) -> Self {
        Self {
            conditioner: Conditioner::new(options),
            tolerance: options.first_tolerance(),
            options: options.clone(),
            free: Vec::new(),
            solution: Vec::new(),
            workspace: ConjugateGradientWorkspace::default(),
            memory: OperatorMemory::default(),
            last: None,
            unfinished: 0,
        }
    }
}

impl FreeSystem for PcgSystem {
    fn begin(&mut self, _problem: &Problem) {
        self.conditioner.begin();
        self.tolerance = self.options.first_tolerance();
        self.unfinished = 0;
    }

    fn prepare(
        &mut self,
        system: &BoxSystem<'_>,
        free: &[bool],
        counts: &mut Counts,
    ) -> Result<(), Breakdown> {
        self.free.clear();
        self.free.extend_from_slice(free);
        self.conditioner.prepare(system, free, counts);
        Ok(())
    }

    fn solve(&mut self, system: &BoxSystem<'_>, rhs: &mut [f64]) {
        let Self { options, conditioner, free, solution, workspace, memory, .. } = self;
        solution.clear();
        solution.resize(rhs.len(), 0.0);
        let stopping = options.stopping(self.tolerance);
        let mut operator = FreeOperator { system, free, memory };
        let report = conditioner.with(system, |preconditioner| {
            preconditioned_conjugate_gradient(
                &mut operator,
                preconditioner,
                rhs,
                solution,
                &stopping,
                workspace,
            )
        });
        let begun = norm(rhs);
        conditioner.note(report.iterations, report.residual / begun);
        self.unfinished += usize::from(report.residual > stopping.threshold(begun));
        self.last = Some(report);
        rhs.copy_from_slice(&self.solution);
    }

    fn passes(&self) -> usize {
        let loose = self.tolerance > self.options.inner_tolerance;
        if loose || !self.options.refine { 1 } else { 6 }
    }

    fn tighten(&mut self) -> bool {
        let loose = self.tolerance > self.options.inner_tolerance;
        self.tolerance = self.tolerance.min(self.options.inner_tolerance);
        loose
    }

    fn is_spent(&self, counts: &Counts) -> bool {
        self.options.is_spent(counts)
    }

    fn count(&self, counts: &mut Counts) {
        if let Some(report) = &self.last {
            counts.inner_iterations += report.iterations;
            counts.products += report.products;
        }
    }

    fn figures(&self) -> Vec<(&'static str, f64)> {
        let mut figures = self.conditioner.figures();
        figures.push(("unfinished_solves", self.unfinished as f64));
        figures
    }
}
