//! Fig. 5: the time of ten iterations against the size of the problem.

use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};
use stickslip_solve::{Counts, Problem, Request};

use super::{DOCUMENT, contact, fischer, fluid, minimum_map, pgs, psor};
use crate::bounded::{Range, all};
use crate::claim::Weight;
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::measure::{REPEATS, Way, exponent, seconds};

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "erleben-fig-5",
    document: DOCUMENT,
    artefact: "Fig. 5",
    title: "Time of ten iterations against the number of rows",
    agreement: "Lemke's time grows about with the cube of the rows, the iterative methods' much \
        slower; Fischer–Newton without assembled matrices is near linear on the fluid \
        problem.",
    deviations: "another machine and language; multilevel is the algebraic multigrid of Preclik et \
                 al., whole corrections, where the author's code has two levels of its own",
    seeded: true,
    timed: true,
    counted: true,
    run,
};

/// Iterations that are timed.
const ITERATIONS: usize = 10;
/// Shorter problems measure the clock and not the method.
const LEAST_ROWS: usize = 50;

/// A curve and its exponent.
struct Scaling {
    name: String,
    points: Vec<[f64; 2]>,
    /// From repeat to repeat.
    exponent: Range,
    /// The exponent of the products with A in an iteration.
    products: f64,
}

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let grids: &[usize] = context.choose(&[4, 5, 6, 7, 8], &[2, 4, 6, 8, 10]);
    let contacts: &[usize] = context.choose(&[10, 15, 20, 30], &[10, 20, 30, 40, 50]);
    let fluids: Vec<Problem> =
        grids.iter().map(|&grid| fluid(context.seed, grid)).collect::<Result<_, _>>()?;
    let touching: Vec<Problem> =
        contacts.iter().map(|&count| contact(context.seed, count)).collect::<Result<_, _>>()?;
    let lemke = || Way::new("Lemke", "lemke", "");
    // The document's Fischer–Newton with its random strategy, and matrix-free.
    let random = || fischer("random", "").map(|judged| judged.way);
    let mut free = fischer("approximation", "")?.way;
    free.name = "Fischer, approximation".into();
    let on_fluid = [
        random()?,
        free,
        minimum_map("")?.way,
        pgs()?.way,
        psor(1.4)?.way,
        Way::new("Multilevel", "multigrid", "line_search=false")?,
        lemke()?,
    ];
    let on_contact = [random()?, minimum_map("")?.way, lemke()?];

    let mut findings = Findings::default();
    context.at(0, 2, "fluid");
    let fluid_times = scalings(&fluids, &on_fluid)?;
    context.at(1, 2, "contact");
    let contact_times = scalings(&touching, &on_contact)?;
    let mut table = Table::new(
        "exponents",
        format!("p in time ~ nᵖ of {ITERATIONS} iterations (of the whole solve for Lemke)"),
        [
            Column::words("problem"),
            Column::words("method"),
            Column::numbers("p"),
            Column::words("by repeat"),
            Column::numbers("p of its products with A"),
            Column::words("in the text"),
            Column::numbers("time, largest problem"),
        ],
    );
    for (kind, all) in [("fluid", &fluid_times), ("contact", &contact_times)] {
        for scaling in all {
            let printed = match scaling.name.as_str() {
                "Lemke" => "cubic",
                "Fischer" if kind == "fluid" => "worse than linear",
                "Fischer, approximation" => "linear in theory",
                _ => "",
            };
            let last = scaling.points.last().map(|point| point[1]);
            table.row([
                kind.into(),
                scaling.name.clone().into(),
                Cell::fixed(scaling.exponent.middle(), 2),
                scaling.exponent.told().into(),
                if scaling.name == "Lemke" {
                    Cell::Empty
                } else {
                    Cell::fixed(scaling.products, 2)
                },
                printed.into(),
                Cell::optional(last, Cell::time),
            ]);
        }
        findings.plots.push(figure(kind, all));
    }
    judge(&mut findings, &fluid_times, &contact_times);
    findings.tables.push(table);
    findings.setting("iterations", ITERATIONS);
    findings.note(
        "Times are those of the processor on one thread, three of each. The exponent is a fit over problems with \
         at least 50 rows. A method that is done before ten iterations is charged ten of its own. Where time grows \
         faster than the rows on these banded matrices, so do the products that GMRES takes: see \
         their exponent.",
    );
    Ok(findings)
}

fn scalings(problems: &[Problem], ways: &[Way]) -> Result<Vec<Scaling>, ExperimentError> {
    ways.iter()
        .map(|way| {
            let (mut repeats, mut products) = (vec![Vec::new(); REPEATS], Vec::new());
            for problem in problems {
                let size = problem.size() as f64;
                for points in &mut repeats {
                    let (time, count) = time(way, problem)?;
                    points.push([size, time]);
                    products.push([size, count]);
                }
            }
            let fit = |points: &[[f64; 2]]| {
                let large = |point: &&[f64; 2]| point[0] >= LEAST_ROWS as f64;
                exponent(&points.iter().filter(large).copied().collect::<Vec<_>>())
            };
            let exponents: Vec<f64> = repeats.iter().map(|points| fit(points)).collect();
            let (name, exponent, products) =
                (way.name.clone(), Range::of(&exponents), fit(&products));
            Ok(Scaling { name, points: repeats.swap_remove(0), exponent, products })
        })
        .collect()
}

/// The time of ten iterations, and the products in one; pivoting runs to its end.
fn time(way: &Way, problem: &Problem) -> Result<(f64, f64), ExperimentError> {
    let pivots = way.solver == "lemke";
    let limit = (!pivots).then_some(ITERATIONS);
    let request = Request { max_iterations: limit, ..Request::default() };
    let mut counts = Counts::default();
    let spent = seconds(|| {
        counts = way.solve(problem, &request)?.counts;
        Ok(())
    })?;
    let iterations = counts.iterations.max(1) as f64;
    let products = counts.products.max(1) as f64 / iterations;
    Ok((if pivots { spent } else { spent * ITERATIONS as f64 / iterations }, products))
}

fn judge(findings: &mut Findings, on_fluid: &[Scaling], on_contact: &[Scaling]) {
    let nothing = Range::of(&[]);
    let of = |all: &[Scaling], name: &str| {
        all.iter().find(|each| each.name == name).map_or(nothing, |each| each.exponent)
    };
    for (kind, curves) in [("fluid", on_fluid), ("contact", on_contact)] {
        let lemke = of(curves, "Lemke");
        findings
            .ruled(
                Weight::Shape,
                format!("Lemke scales about cubically on {kind} problems"),
                format!("exponent {}", lemke.told()),
                lemke.between(2.4, 3.8),
            )
            .quoting("§7", "Not surprisingly we observe the cubic scaling of the Lemke method.");
    }
    let (pgs, lemke) = (of(on_fluid, "PGS"), of(on_fluid, "Lemke"));
    let (fischer, free) = (of(on_fluid, "Fischer"), of(on_fluid, "Fischer, approximation"));
    let half_more = |it: Range| Range { least: it.least + 0.5, most: it.most + 0.5 };
    findings
        .ruled(
            Weight::Shape,
            "the iterative methods scale better than Lemke on fluid problems, by half an exponent",
            format!("PGS {}, Fischer {}, Lemke {}", pgs.told(), fischer.told(), lemke.told()),
            all([pgs, fischer].map(|found| lemke.above(half_more(found)))),
        )
        .quoting("§7", "This will quickly make it intractable for large problems.");
    findings
        .ruled(
            Weight::Shape,
            "with the approximation strategy Fischer–Newton scales linearly",
            format!("exponent {}", free.told()),
            free.between(0.6, 1.45),
        )
        .quoting(
            "§7",
            "Theoretically, if one omitted the safe guards and used the approximation \
                 strategy then the Fischer–Newton iteration should scale linear.",
        );
    findings.ruled(
        Weight::Aside,
        "here no Jacobian is assembled, so that the random strategy is near linear too \
            (the document's was not)",
        format!("exponent {}", fischer.told()),
        fischer.between(f64::NEG_INFINITY, 1.45),
    );
}

fn figure(kind: &str, all: &[Scaling]) -> Plot {
    let series = |(look, each): (usize, &Scaling)| {
        Series::new(each.name.clone(), look, each.points.clone()).marked(Marks::All)
    };
    Plot {
        name: kind.into(),
        title: format!("Time of {ITERATIONS} iterations on {kind} problems"),
        subtitle: "Lemke: the whole solve".into(),
        panels: vec![Panel::new(Axis::decades("rows"), Axis::decades("seconds"))],
        series: all.iter().enumerate().map(series).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::Ruling;
    use crate::turned::{judged, rulings, turns};

    /// Exponents of Lemke on both kinds, of PGS and of Fischer's two strategies.
    fn found(lemke: f64, pgs: f64, fischer: f64, free: f64) -> Findings {
        let curve = |name: &str, exponent: f64| Scaling {
            name: name.into(),
            points: Vec::new(),
            exponent: Range::of(&[exponent - 0.05, exponent + 0.05]),
            products: 1.0,
        };
        let on_fluid = [
            curve("Lemke", lemke),
            curve("PGS", pgs),
            curve("Fischer", fischer),
            curve("Fischer, approximation", free),
        ];
        judged(|findings| judge(findings, &on_fluid, &[curve("Lemke", lemke)]))
    }

    #[test]
    fn every_claim_can_fail() {
        turns(&found(3.0, 1.0, 1.2, 1.1), &[found(1.9, 1.8, 1.9, 2.0)]);
        // What lies within the spread of the clock is open.
        assert_eq!(rulings(&found(2.4, 1.9, 1.45, 1.45)), [Ruling::Open; 5]);
    }
}
