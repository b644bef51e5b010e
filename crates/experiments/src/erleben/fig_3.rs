//! Fig. 3: four strategies for the derivative of Fischer's function at its kink.

use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};
use stickslip_solve::Problem;

use super::{DOCUMENT, contact, fischer, fluid, printed};
use crate::claim::Weight;
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::measure::Statistics;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "erleben-fig-3",
    document: DOCUMENT,
    artefact: "Fig. 3",
    title: "Strategies of Fischer–Newton at x = w = 0",
    agreement: "On fluid problems all strategies are alike; on contact problems perturbation at \
                times needs fewer iterations than the others; approximation ends less accurate.",
    deviations: "",
    seeded: true,
    timed: false,
    counted: true,
    run,
};

const STRATEGIES: [&str; 4] = ["random", "zero", "perturbation", APPROXIMATION];
/// With φ evaluated as it is printed.
const APPROXIMATION: &str = "approximation";
/// The same with φ as the library evaluates it, which has no part in the claims.
const LIBRARY: &str = "approximation, φ without cancellation";
/// Iterations of the author's script.
const LIMIT: usize = 30;
/// The merit at which iterations are counted.
const LEVEL: f64 = 1e-10;

/// What a strategy did on one problem.
struct Done {
    iterations: Option<usize>,
    best: f64,
    /// The merit after each iteration.
    curve: Vec<[f64; 2]>,
}

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let seeds = context.choose(6, 20);
    let grid = context.choose(8, 10);
    let mut findings = Findings::default();
    let mut table = Table::new(
        "strategies",
        format!("Iterations to a merit of {LEVEL:e}, and the best merit, over {seeds} problems"),
        [
            Column::words("problem"),
            Column::words("strategy"),
            Column::numbers("mean iterations"),
            Column::numbers("solved"),
            Column::numbers("alone the fastest"),
            Column::numbers("largest of the best merits"),
        ],
    );
    for kind in ["fluid", "contact"] {
        let (mut runs, mut library): (Vec<Vec<Done>>, Vec<Done>) = Default::default();
        for seed in 0..seeds {
            context.at(seed as usize, seeds as usize, kind);
            let seed = context.seed + seed;
            let problem = if kind == "fluid" { fluid(seed, grid)? } else { contact(seed, 30)? };
            let of = |strategy: &&str| solve(&problem, strategy);
            runs.push(STRATEGIES.iter().map(of).collect::<Result<_, _>>()?);
            library.push(solve(&problem, LIBRARY)?);
        }
        for (at, strategy) in STRATEGIES.iter().enumerate() {
            let counts: Vec<f64> = runs
                .iter()
                .filter_map(|run| run[at].iterations)
                .map(|count| count as f64)
                .collect();
            table.row([
                kind.into(),
                (*strategy).into(),
                Cell::optional(Statistics::of(&counts), |found| Cell::fixed(found.mean, 2)),
                Cell::count(counts.len()),
                Cell::count(runs.iter().filter(|run| fastest(run) == Some(at)).count()),
                Cell::scientific(runs.iter().map(|run| run[at].best).fold(0.0, f64::max)),
            ]);
        }
        let best = library.iter().map(|done| done.best).fold(0.0, f64::max);
        let counts: Vec<f64> =
            library.iter().filter_map(|done| done.iterations).map(|it| it as f64).collect();
        table.row([
            kind.into(),
            LIBRARY.into(),
            Cell::optional(Statistics::of(&counts), |found| Cell::fixed(found.mean, 2)),
            Cell::count(counts.len()),
            Cell::optional(None, Cell::count),
            Cell::scientific(best),
        ]);
        judge(&mut findings, kind, &runs);
        let first = runs.into_iter().next().into_iter().flatten().zip(STRATEGIES).enumerate();
        let series = first
            .map(|(look, (done, name))| Series::new(name, look, done.curve).marked(Marks::End));
        findings.plots.push(Plot {
            name: kind.into(),
            title: format!("Fischer–Newton on a {kind} problem"),
            subtitle: "four strategies at the kink, the first problem".into(),
            panels: vec![Panel::new(Axis::counts("iterations"), Axis::decades("merit"))],
            series: series.collect(),
        });
    }
    findings.tables.push(table);
    findings.setting("iterations", LIMIT);
    findings.setting("problems of each kind", seeds);
    findings.setting("rows", format!("{} and 180", grid * grid * grid));
    findings.note(
        "Set up as the author's code: perturbation with a direct solve of the Newton equation, the \
         others with GMRES(10) to 1e-6, differences of φ as it is printed by a fixed 1e-7. The \
         library's φ has no cancellation, and its differences are as accurate as derivatives: that \
         line stands beside.",
    );
    Ok(findings)
}

fn solve(problem: &Problem, strategy: &str) -> Result<Done, ExperimentError> {
    let merits = if strategy == APPROXIMATION {
        printed::merits(problem, LIMIT)
    } else {
        let judged = fischer(if strategy == LIBRARY { APPROXIMATION } else { strategy }, "")?;
        let history = judged.way.trace(problem, LIMIT)?.history;
        judged.merit.of(problem, &history)
    };
    Ok(Done {
        iterations: merits.iter().position(|merit| *merit <= LEVEL),
        best: merits.iter().copied().fold(f64::INFINITY, f64::min),
        curve: merits.iter().enumerate().map(|(at, &merit)| [at as f64, merit]).collect(),
    })
}

/// The strategy that alone has the fewest iterations.
fn fastest(run: &[Done]) -> Option<usize> {
    let count = |at: usize| run[at].iterations.unwrap_or(usize::MAX);
    let best = (0..run.len()).min_by_key(|&at| count(at))?;
    (0..run.len()).all(|at| at == best || count(at) > count(best)).then_some(best)
}

fn judge(findings: &mut Findings, kind: &str, runs: &[Vec<Done>]) {
    if kind == "fluid" {
        let spread = |run: &Vec<Done>| {
            let counts: Option<Vec<usize>> = run.iter().map(|done| done.iterations).collect();
            counts.and_then(|counts| Some(counts.iter().max()? - counts.iter().min()?))
        };
        let spreads: Option<Vec<usize>> = runs.iter().map(spread).collect();
        let most = spreads.and_then(|spreads| spreads.into_iter().max());
        findings
            .claim(
                Weight::Shape,
                "on fluid problems all strategies are alike",
                most.map_or("not all converge".into(), |most| {
                    format!("at most {most} iterations apart")
                }),
                most.is_some_and(|most| most <= 1),
            )
            .quoting(
                "§7",
                "For fluid problems all strategies appear similar in convergence behavior.",
            );
    } else {
        let alone = runs.iter().filter(|run| fastest(run) == Some(2)).count();
        findings
            .claim(
                Weight::Shape,
                "on contact problems perturbation at times needs fewer iterations than all others",
                format!("alone the fastest on {alone} of {}", runs.len()),
                alone > 0,
            )
            .quoting(
                "§7",
                "For contact problems we have observed that the perturbation strategy at times \
                 uses fewer iterations than the other strategies.",
            );
    }
    let worse = |run: &&Vec<Done>| {
        // Rounding is no difference: a tenfold merit is. What does not converge at
        // all has no accuracy to compare.
        let others = run[..3].iter().filter(|done| done.iterations.is_some());
        run[3].best > 10.0 * others.map(|done| done.best).fold(0.0, f64::max)
    };
    let less = runs.iter().filter(worse).count();
    findings
        .claim(
            Weight::Shape,
            format!("approximation always ends less accurate on {kind} problems"),
            format!("on {less} of {}", runs.len()),
            less == runs.len(),
        )
        .quoting(
            "§7",
            "The approximation strategy always result in a less accurate solution than the other \
             strategies.",
        )
        .changed(
            "2026-11-18",
            "differences were those of a φ without cancellation, which the document does not have",
        );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    /// Iterations and best merit of every strategy on three problems.
    fn found(kind: &str, counts: [usize; 4], best: [f64; 4]) -> Findings {
        let done =
            |at: usize| Done { iterations: Some(counts[at]), best: best[at], curve: Vec::new() };
        let runs: Vec<Vec<Done>> = (0..3).map(|_| (0..4).map(done).collect()).collect();
        judged(|findings| judge(findings, kind, &runs))
    }

    #[test]
    fn every_claim_can_fail() {
        let (exact, rough) = ([1e-20, 1e-20, 1e-20, 1e-14], [1e-20; 4]);
        turns(&found("fluid", [5, 5, 6, 5], exact), &[found("fluid", [5, 5, 9, 5], rough)]);
        turns(&found("contact", [9, 9, 7, 9], exact), &[found("contact", [7; 4], rough)]);
    }
}
