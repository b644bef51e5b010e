//! Fig. 6.1: inner iterations by preconditioner on the chain.

use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};

use super::contest::{LIMIT, pick, spread_out};
use super::{CHAIN, DOCUMENT, pgcg};
use crate::claim::{Quotation, Weight};
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::stage::Begin;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "ho-fig-6-1",
    document: DOCUMENT,
    artefact: "Fig. 6.1",
    title: "Inner iterations of PGCG on the chain by preconditioner",
    agreement: "IC(0) with imaginary columns needs at least ten times fewer inner iterations than \
                Jacobi (printed: about 100) and is within a factor of three of ICT with 1e-5; ICT \
                with 1e-8 is much better.",
    deviations: "scene modelled from its description; 767 rows of the printed 1480; at most 1000 \
                 outer iterations and in full 200 000 inner ones a solve",
    seeded: false,
    timed: false,
    counted: true,
    run,
};

/// Name in the legend, and options.
const PRECONDITIONERS: [(&str, &str); 4] = [
    ("Jacobi", "jacobi"),
    ("imaginary IC(0)", "ic0-imaginary"),
    ("ICT, 1e-5", "ict-compensated drop_tolerance=1e-5"),
    ("ICT, 1e-8", "ict-compensated drop_tolerance=1e-8"),
];

/// Most inner iterations of a solve in full, a preconditioner counted as ten.
const INNER: usize = 200_000;

const FIGURE: Quotation = Quotation {
    place: "Fig. 6.1",
    sentence: "With our implementation of the incomplete Cholesky preconditioner that handles \
               negative pivots, for the chains example, our PGCG solver converges two magnitudes \
               faster than the Jacobi preconditioner and is comparable to ICT with a relatively \
               low drop tolerance of 1e-5.",
};

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let play = CHAIN.play(context, pick(context))?;
    // The same frames for all: half of them when full, for Jacobi's sake.
    let mut frames = spread_out(play.frames.len());
    frames.truncate(context.choose(frames.len(), frames.len() / 2));
    frames.sort_unstable();
    let mut findings = Findings::default();
    let mut table = Table::new(
        "inner",
        "Inner iterations of PGCG on the same frames of the chain",
        [
            Column::words("preconditioner"),
            Column::numbers("mean"),
            Column::numbers("most"),
            Column::numbers("outer, mean"),
            Column::numbers("not finished"),
            Column::numbers("factors"),
            Column::numbers("begun anew after a shift"),
            Column::numbers("broken down"),
        ],
    );
    let limited = context.choose(String::new(), format!(" total_inner={INNER}"));
    let (mut means, mut series, mut all_broken) = (Vec::new(), Vec::new(), 0.0);
    for (at, (name, options)) in PRECONDITIONERS.into_iter().enumerate() {
        context.at(at, PRECONDITIONERS.len(), name);
        let way = pgcg(&format!("{options}{limited}"))?;
        let (mut points, mut outer, mut lost) = (Vec::new(), 0, 0);
        let (mut factors, mut shifted, mut broken) = (0, 0.0, 0.0);
        for frame in frames.iter().map(|&place| &play.frames[place]) {
            let solved = frame.solve(&way, LIMIT, Begin::Refreshed)?;
            points.push([frame.time, solved.counts.inner_iterations as f64]);
            outer += solved.counts.iterations;
            lost += usize::from(solved.unfinished > 0);
            factors += solved.counts.factorisations;
            shifted += solved.figure("refactorisations");
            broken += solved.figure("breakdowns");
        }
        let count = points.len().max(1) as f64;
        let mean = points.iter().map(|point| point[1]).sum::<f64>() / count;
        table.row([
            name.into(),
            Cell::fixed(mean, 1),
            Cell::fixed(points.iter().map(|point| point[1]).fold(0.0, f64::max), 0),
            Cell::fixed(outer as f64 / count, 1),
            Cell::count(lost),
            Cell::count(factors),
            Cell::fixed(shifted, 0),
            Cell::fixed(broken, 0),
        ]);
        means.push(mean);
        all_broken += broken;
        series.push(Series::new(name, at, points).marked(Marks::All));
    }
    judge(&mut findings, [means[0], means[1], means[2], means[3]], all_broken);
    findings.plots.push(Plot {
        name: "inner".into(),
        title: "Inner iterations of PGCG on the chain".into(),
        subtitle: format!("{} frames spread over the run", frames.len()),
        panels: vec![Panel::new(Axis::even("time (s)"), Axis::decades("inner iterations"))],
        series,
    });
    findings.tables.push(table);
    findings.setting("frames", frames.len());
    findings.setting("rows, at most", play.most_constraints());
    findings.setting("inner solves end at", "‖r‖ = 1e-6");
    findings.setting("start", "index sets of the step before, free impulses 0");
    findings.setting("compliance", super::COMPLIANCE);
    findings.setting("most outer iterations", LIMIT);
    let most = context.choose("no limit altogether".into(), INNER.to_string());
    findings.setting("most inner iterations of a solve, a preconditioner counted as ten", most);
    Ok(findings)
}

/// Mean inner iterations by preconditioner, and breakdowns of all factors.
fn judge(findings: &mut Findings, [jacobi, imaginary, ict, finer]: [f64; 4], all_broken: f64) {
    findings
        .claim(
            Weight::Shape,
            "imaginary IC(0) needs at least ten times fewer inner iterations than Jacobi",
            format!("{:.1} times", jacobi / imaginary),
            jacobi >= 10.0 * imaginary,
        )
        .quotes(FIGURE)
        .changed("2026-11-16", "three times fewer was enough where two magnitudes are printed");
    findings
        .claim(
            Weight::Value,
            "it needs about 100 times fewer",
            format!("{:.1} times", jacobi / imaginary),
            (30.0..300.0).contains(&(jacobi / imaginary)),
        )
        .quotes(FIGURE);
    findings
        .claim(
            Weight::Shape,
            "imaginary IC(0) is comparable to ICT with 1e-5: within a factor of three",
            format!("{imaginary:.0} and {ict:.0}"),
            imaginary <= 3.0 * ict && ict <= 3.0 * imaginary,
        )
        .quotes(FIGURE)
        .changed("2026-11-16", "a factor of ten is not comparable");
    findings
        .claim(
            Weight::Shape,
            "with a smaller drop tolerance ICT becomes much more effective than IC(0)",
            format!("{finer:.0} with 1e-8 and {imaginary:.0}"),
            finer <= 0.5 * imaginary,
        )
        .quoting(
            "§6.2.1",
            "as the drop tolerance used for ICT is smaller, it becomes a much more effective \
             preconditioner compared to our zero-fill incomplete Cholesky preconditioner",
        );
    findings.claim(
        Weight::Aside,
        "no factor breaks down, so that each curve is of the preconditioner that it names",
        format!("{all_broken:.0} breakdowns"),
        all_broken == 0.0,
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    #[test]
    fn every_claim_can_fail() {
        let found = |means, broken| judged(|it| judge(it, means, broken));
        let turned = found([900.0, 100.0, 10.0, 90.0], 3.0);
        turns(&found([1e4, 100.0, 90.0, 20.0], 0.0), &[turned]);
    }
}
