//! Fig. 3: four strategies for the derivative of Fischer's function at its kink.

use super::{DOCUMENT, contact, fischer, fluid};
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::{Findings, Weight};
use crate::measure::by_iteration;
use crate::plot::{Axis, Marks, Panel, Plot, Series};
use crate::table::{Cell, Column, Table};

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "erleben-fig-3",
    document: DOCUMENT,
    artefact: "Fig. 3",
    title: "Strategies of Fischer–Newton at x = w = 0",
    agreement: "On the fluid problem all strategies are alike; on the contact problem                 perturbation needs no more iterations than the others; approximation ends less                 accurate.",
    run,
};

const STRATEGIES: [&str; 4] = ["random", "zero", "perturbation", "approximation"];
/// Iterations of the author's script.
const LIMIT: usize = 30;
/// The merit at which iterations are counted.
const LEVEL: f64 = 1e-10;

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let problems = [fluid(context.seed, context.choose(8, 10))?, contact(context.seed, 30)?];
    let mut findings = Findings::default();
    let mut table = Table::new(
        "strategies",
        format!("Iterations to a merit of {LEVEL:e}, and the best merit"),
        [
            Column::words("problem"),
            Column::words("strategy"),
            Column::numbers("iterations"),
            Column::numbers("best merit"),
        ],
    );
    let mut reached = Vec::new();
    for (at, problem) in problems.iter().enumerate() {
        let kind = ["fluid", "contact"][at];
        let mut series = Vec::new();
        for (look, strategy) in STRATEGIES.iter().enumerate() {
            context.at(4 * at + look, 8, strategy);
            let judged = fischer(&format!("strategy={strategy}"))?;
            let history = judged.way.trace(problem, LIMIT)?.history;
            let merits = judged.merit.of(problem, &history);
            let best = merits.iter().copied().fold(f64::INFINITY, f64::min);
            let count = merits.iter().position(|merit| *merit <= LEVEL);
            table.row([
                kind.into(),
                (*strategy).into(),
                Cell::optional(count, Cell::count),
                Cell::scientific(best),
            ]);
            reached.push((count, best));
            let curve = by_iteration(&history, &merits);
            series.push(Series::new(*strategy, look, curve).marked(Marks::End));
        }
        findings.plots.push(Plot {
            name: kind.into(),
            title: format!("Fischer–Newton on {}", problem.name()),
            subtitle: "four strategies at the kink".into(),
            panels: vec![Panel::new(Axis::counts("iterations"), Axis::decades("merit"))],
            series,
        });
    }
    judge(&mut findings, &reached)?;
    findings.tables.push(table);
    findings.setting("iterations", LIMIT);
    findings.setting("rows", format!("{} and {}", problems[0].size(), problems[1].size()));
    Ok(findings)
}

/// `reached` has count and best merit of each strategy, fluid first.
fn judge(findings: &mut Findings, reached: &[(Option<usize>, f64)]) -> Result<(), ExperimentError> {
    let counts: Option<Vec<usize>> = reached.iter().map(|each| each.0).collect();
    findings.claim(
        Weight::Shape,
        "every strategy converges on both problems",
        format!("{:?}", reached.iter().map(|each| each.0).collect::<Vec<_>>()),
        counts.is_some(),
    );
    let Some(counts) = counts else { return Ok(()) };
    let (fluid, contact) = counts.split_at(STRATEGIES.len());
    let spread = fluid.iter().max().zip(fluid.iter().min());
    findings.claim(
        Weight::Shape,
        "on the fluid problem all strategies are alike",
        format!("{fluid:?} iterations"),
        spread.is_some_and(|(most, least)| most - least <= 1),
    );
    let others = contact.iter().min().copied().unwrap_or(0);
    findings.claim(
        Weight::Shape,
        "on the contact problem perturbation needs no more iterations than the others",
        format!("{contact:?} iterations, perturbation the third"),
        contact[2] <= others,
    );
    for (kind, ends) in ["fluid", "contact"].iter().zip(reached.chunks(STRATEGIES.len())) {
        let exact = ends[..3].iter().map(|end| end.1).fold(0.0, f64::max);
        findings.claim(
            Weight::Shape,
            format!("approximation ends less accurate on the {kind} problem"),
            format!("best merit {:.1e} against at most {exact:.1e}", ends[3].1),
            ends[3].1 > exact,
        );
    }
    Ok(())
}
