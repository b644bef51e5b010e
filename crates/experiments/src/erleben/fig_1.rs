//! Fig. 1: fill patterns of a fluid and a contact matrix.

use stickslip_problems::generate::{StewartTrinkleOptions, stewart_trinkle};
use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};
use stickslip_solve::Problem;

use super::{DOCUMENT, contact, fluid};
use crate::claim::{Origin, Quotation, Weight};
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "erleben-fig-1",
    document: DOCUMENT,
    artefact: "Fig. 1",
    title: "Fill patterns of the synthetic fluid and contact matrices",
    agreement: "Both matrices are very sparse; that of the fluid is symmetric and that of the \
                contacts is not.",
    deviations: "",
    seeded: true,
    timed: false,
    counted: true,
    run,
};

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let heap = StewartTrinkleOptions { bodies: 40, ..Default::default() };
    let heap = stewart_trinkle(context.seed, &heap)?;
    let problems = [fluid(context.seed, 10)?, contact(context.seed, 30)?, heap];
    let mut table = Table::new(
        "patterns",
        "Matrices of the sizes used in Tables 1 and 2",
        [
            Column::words("matrix"),
            Column::numbers("rows"),
            Column::numbers("nonzeros"),
            Column::numbers("fill").of("%"),
            Column::words("symmetric"),
            Column::numbers("zeros on the diagonal"),
        ],
    );
    for problem in &problems {
        let zeros = problem.diagonal().iter().filter(|value| **value == 0.0).count();
        table.row([
            problem.name().into(),
            Cell::count(problem.size()),
            Cell::count(problem.matrix().stored()),
            Cell::fixed(100.0 * fill(problem), 2),
            if problem.asymmetry().is_none() { "yes" } else { "no" }.into(),
            Cell::count(zeros),
        ]);
    }
    let [liquid, touching, heap] = &problems;
    let share = fill(touching);
    let mut findings = Findings::default();
    judge(
        &mut findings,
        &Seen {
            fluid: (liquid.asymmetry().is_none(), fill(liquid)),
            gap: touching.asymmetry().map_or(0.0, |(_, _, gap)| gap),
            contact: [share, fill(&contact(context.seed, 60)?)],
        },
    );
    findings.note(format!(
        "The author's public generator keeps a 6 × 6 block with probability ½, so its contact \
            matrices are {:.0} % full and get no sparser with size: \"extremely sparse\" fits the \
            fluid matrix alone. A matrix of Eq 27 for a real heap has blocks only where contacts \
            share a body: {} with {} rows is {:.1} % full.",
        100.0 * share,
        heap.name(),
        heap.size(),
        100.0 * fill(heap)
    ));
    let small = [fluid(context.seed, 4)?, contact(context.seed, 6)?];
    findings.plots.push(Plot {
        name: "fill".into(),
        title: "Fill patterns".into(),
        subtitle: format!("{} and {}; rows downwards", small[0].name(), small[1].name()),
        panels: ["fluid: column", "contact: column"]
            .map(|label| Panel::new(Axis::even(label), Axis::even("−row")))
            .into(),
        series: vec![Series {
            curves: small.iter().map(dots).collect(),
            ..Series::new("nonzero", 0, Vec::new()).marked(Marks::Scatter)
        }],
    });
    findings.tables.push(table);
    findings.setting("right-hand side", "legacy");
    Ok(findings)
}

/// What is judged of the matrices.
struct Seen {
    /// Whether that of the fluid is symmetric, and how much of it is filled.
    fluid: (bool, f64),
    /// The largest difference of mirrored entries of the contacts' matrix.
    gap: f64,
    /// How much of it is filled, and of one twice as large.
    contact: [f64; 2],
}

const PATTERNS: Quotation = Quotation {
    place: "Fig. 1",
    sentence: "Observe that the matrices are extremely sparse and that the fluid matrix is \
               symmetric whereas the contact matrix is non-symmetric.",
};

fn judge(findings: &mut Findings, seen: &Seen) {
    let (symmetric, filled) = seen.fluid;
    findings
        .claim(
            Weight::Shape,
            "the fluid matrix is symmetric and extremely sparse",
            format!("{:.2} % filled", 100.0 * filled),
            symmetric && filled < 0.02,
        )
        .quotes(PATTERNS);
    findings
        .claim(
            Weight::Shape,
            "the contact matrix is unsymmetric",
            format!("entries differ from their mirror image by up to {:.2}", seen.gap),
            seen.gap > 0.1,
        )
        .quotes(PATTERNS);
    let [share, twice] = seen.contact;
    findings
        .claim(
            Weight::Shape,
            "the contact matrix is extremely sparse",
            format!("{:.0} % filled", 100.0 * share),
            share < 0.1,
        )
        .because(
            Origin::Document,
            format!(
                "the author's own generator fills {:.0} % of 180 rows and {:.0} % of 360: it keeps \
                 blocks with probability ½, whatever the size",
                100.0 * share,
                100.0 * twice
            ),
            twice > 0.8 * share,
        )
        .quotes(PATTERNS);
}

fn fill(problem: &Problem) -> f64 {
    let nonzero = problem.matrix().values().iter().filter(|value| **value != 0.0).count();
    nonzero as f64 / (problem.size() as f64).powi(2)
}

/// Where the nonzero entries stand.
fn dots(problem: &Problem) -> Vec<[f64; 2]> {
    let of_row = |row: usize| {
        let nonzero = problem.matrix().row(row).filter(|entry| entry.1 != 0.0);
        nonzero.map(move |(column, _)| [column as f64, -(row as f64)])
    };
    (0..problem.size()).flat_map(of_row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    #[test]
    fn every_claim_can_fail() {
        let found =
            |fluid, gap, contact| judged(|findings| judge(findings, &Seen { fluid, gap, contact }));
        let turned = found((false, 0.01), 0.0, [0.5, 0.5]);
        assert!(turned.claims[2].cause.is_some());
        assert!(found((true, 0.01), 0.5, [0.5, 0.1]).claims[2].cause.is_none());
        turns(&found((true, 0.01), 0.5, [0.05, 0.04]), &[turned]);
    }
}
