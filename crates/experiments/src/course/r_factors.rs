//! §3.4.4: strategies for the r-factor of proximal iterations.

use stickslip_report::{Cell, Column, Table};
use stickslip_solve::{Kind, Problem, ProblemData, Residuals};

use super::DOCUMENT;
use super::structures::{ARCH, HEAVY, STACK, TOWER, WALL};
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::{Findings, Weight};
use crate::measure::{Statistics, Way, first_below};

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "course-r-factors",
    document: DOCUMENT,
    artefact: "§3.4.4",
    title: "Global, local and blocked r-factors in Jacobi and Gauss–Seidel schemes",
    agreement: "Local r-factors with Gauss–Seidel solve the most structures and vary the least; \
                the global one with Jacobi deals with large structured stacks.",
    run,
};

/// Residuals are counted down to this share of the first one.
const SHARE: f64 = 1e-3;

const STRATEGIES: [&str; 3] = ["global", "local", "blocked"];
const SCHEMES: [(&str, &str); 2] = [("Jacobi", "prox-jacobi"), ("Gauss–Seidel", "prox-gs")];

/// A scheme with a strategy over all structures.
struct Found {
    scheme: &'static str,
    strategy: &'static str,
    /// Iterations on each structure, where it comes down.
    iterations: Vec<Option<usize>>,
}

impl Found {
    fn solved(&self) -> usize {
        self.iterations.iter().flatten().count()
    }

    /// Deviation of the logarithms, as a factor; those that fail count as the limit.
    fn spread(&self, limit: usize) -> f64 {
        let logs: Vec<f64> =
            self.iterations.iter().map(|count| (count.unwrap_or(limit) as f64).ln()).collect();
        Statistics::of(&logs).unwrap_or_default().deviation.exp()
    }
}

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let limit = context.choose(500, 5000);
    let structures = [STACK, TOWER, HEAVY, WALL, ARCH];
    let mut problems = Vec::new();
    for structure in structures {
        let pyramid = structure.problem(context.seed)?;
        problems.push(Problem::new(ProblemData { kind: Kind::Ncp, ..pyramid.data().clone() })?);
    }
    let mut columns = vec![Column::words("scheme"), Column::words("r-factor")];
    columns.extend(structures.map(|structure| Column::numbers(structure.name)));
    columns.push(Column::numbers("solved"));
    columns.push(Column::numbers("spread, as a factor"));
    let title = format!("Iterations to {SHARE:e} of the first residual");
    let mut table = Table::new("iterations", title, columns);
    let mut all = Vec::new();
    for (scheme, solver) in SCHEMES {
        for strategy in STRATEGIES {
            context.at(all.len(), 6, strategy);
            let way = Way::new(strategy, solver, &format!("r_factor={strategy}"))?;
            let mut iterations = Vec::new();
            for problem in &problems {
                let nothing = vec![0.0; problem.size()];
                let first = Residuals::measure(problem, &nothing, problem.b()).decisive();
                let history = way.residuals(problem, limit, SHARE * first)?.history;
                iterations.push(first_below(&history, SHARE * first));
            }
            let found = Found { scheme, strategy, iterations };
            let mut cells = vec![scheme.into(), strategy.into()];
            cells.extend(found.iterations.iter().map(|&it| Cell::optional(it, Cell::count)));
            cells.push(Cell::count(found.solved()));
            cells.push(Cell::fixed(found.spread(limit), 1));
            table.row(cells);
            all.push(found);
        }
    }
    let mut findings = Findings::default();
    judge(&mut findings, &all, limit);
    findings.tables.push(table);
    findings.setting("friction", "Coulomb's cone");
    findings.setting("compliance", 0);
    findings.setting("most iterations", limit);
    findings.note("ν is 0.5 for global and blocked factors and 0.9 for local ones, as printed.");
    Ok(findings)
}

fn judge(findings: &mut Findings, all: &[Found], limit: usize) {
    let named = |found: &Found| format!("{} {}", found.strategy, found.scheme);
    let Some(local) = all.iter().find(|it| it.strategy == "local" && it.scheme != "Jacobi") else {
        return;
    };
    let most = all.iter().map(Found::solved).max().unwrap_or(0);
    let least = all
        .iter()
        .filter(|found| found.solved() > 0)
        .min_by(|one, two| one.spread(limit).total_cmp(&two.spread(limit)));
    findings
        .claim(
            Weight::Shape,
            "local r-factors with Gauss–Seidel solve the most and vary the least",
            format!(
                "{} solved of at most {most}, spread {:.1}; the least has {}",
                local.solved(),
                local.spread(limit),
                least.map_or_else(|| "nobody".into(), named),
            ),
            local.solved() == most && least.is_some_and(|it| named(it) == named(local)),
        )
        .quoting(
            "§3.4.4",
            "Erleben [2017] reports that local r-value strategy combined with Gauss-Seidel type \
             variant of PROX gives more predictable performance in most cases",
        );
    let Some(global) = all.iter().find(|it| it.strategy == "global" && it.scheme == "Jacobi")
    else {
        return;
    };
    let jacobi = || all.iter().filter(|it| it.scheme == "Jacobi");
    // The wall is the large structured stack among them.
    let wall = |found: &Found| found.iterations[3].unwrap_or(usize::MAX);
    let best = jacobi().map(wall).min().unwrap_or(usize::MAX);
    findings
        .claim(
            Weight::Shape,
            "with Jacobi the global r-factor is the best on the wall, a large structured stack",
            format!("{}, the best {}", told(wall(global), limit), told(best, limit)),
            wall(global) == best && best != usize::MAX,
        )
        .quoting(
            "§3.4.4",
            "the global strategy for Jacobi scheme has interesting capabilities for dealing with \
             large structured stacks like masonry structures",
        );
}

fn told(count: usize, limit: usize) -> String {
    if count == usize::MAX { format!("more than {limit}") } else { format!("{count} iterations") }
}
