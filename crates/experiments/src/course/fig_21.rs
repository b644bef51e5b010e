//! Fig. 21: PGS with subspace minimisation against plain PGS.

use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};
use stickslip_solve::Problem;

use super::DOCUMENT;
use super::structures::{CHAIN, HEAP, HEAVY, HIT_WALL, STACK, TOWER};
use crate::claim::Weight;
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::measure::{Way, fischer_merit, measure_all};

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "course-fig-21",
    document: DOCUMENT,
    artefact: "Fig. 21",
    title: "PGS with subspace minimisation, by the Fischer merit",
    agreement: "It is much better on small and jointed structures, similar on large ones, and \
        its merit has spikes where the index sets were guessed wrong.",
    deviations: "scenes are not told",
    seeded: true,
    timed: true,
    counted: true,
    run,
};

/// Sweeps before each minimisation.
const SWEEPS: usize = 10;
/// A rise of the merit by this factor is a spike.
const SPIKE: f64 = 10.0;

/// What is found on one structure.
struct Panelled {
    name: &'static str,
    rows: usize,
    pgs: Vec<[f64; 2]>,
    minimised: Vec<[f64; 2]>,
    spikes: usize,
    /// Share of the minimisations that were taken back.
    rejected: f64,
}

impl Panelled {
    /// Decades that the best merit of PGS-SM lies below that of PGS at the end.
    fn gain(&self) -> f64 {
        // Rounding: no merit of such a problem means anything below this.
        let best = |curve: &[[f64; 2]]| {
            curve.iter().map(|p| p[1]).fold(f64::INFINITY, f64::min).max(1e-28)
        };
        libm::log10(best(&self.pgs) / best(&self.minimised))
    }
}

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let units = context.choose(300, 1000);
    let seed = context.seed;
    let mut structures = Vec::new();
    for structure in [STACK, HEAVY, TOWER, CHAIN] {
        structures.push((structure.name, structure.problem(seed)?));
    }
    for structure in [HIT_WALL, HEAP] {
        structures.push((structure.name, structure.problem(seed)?));
    }
    let mut findings = Findings::default();
    let mut table = Table::new(
        "merits",
        format!("Best merit within the work of {units} sweeps"),
        [
            Column::words("structure"),
            Column::numbers("rows"),
            Column::numbers("PGS"),
            Column::numbers("PGS-SM"),
            Column::numbers("decades gained"),
            Column::numbers("gained with accept=improving"),
            Column::numbers("minimisations taken back then").of("%"),
            Column::numbers("spikes"),
        ],
    );
    let mut all = Vec::new();
    for (at, (name, problem)) in structures.iter().enumerate() {
        context.at(at, structures.len(), name);
        let found = compare(name, problem, units, "always")?;
        let guarded = compare(name, problem, units, "improving")?;
        let best =
            |curve: &[[f64; 2]]| curve.iter().map(|point| point[1]).fold(f64::INFINITY, f64::min);
        table.row([
            (*name).into(),
            Cell::count(found.rows),
            Cell::scientific(best(&found.pgs)),
            Cell::scientific(best(&found.minimised)),
            Cell::fixed(found.gain(), 1),
            Cell::fixed(guarded.gain(), 1),
            Cell::fixed(100.0 * guarded.rejected, 0),
            Cell::count(found.spikes),
        ]);
        let curves = [("PGS", &found.pgs), ("PGS-SM", &found.minimised)];
        let series = curves.into_iter().enumerate();
        findings.plots.push(Plot {
            name: name.replace(' ', "-"),
            title: format!("PGS and PGS-SM: {name}"),
            subtitle: format!("{} rows, pyramids", found.rows),
            panels: vec![Panel::new(Axis::even("work in sweeps"), Axis::decades("Fischer merit"))],
            series: series
                .map(|(look, (name, curve))| {
                    Series::new(name, look, curve.clone()).marked(Marks::End)
                })
                .collect(),
        });
        all.push(found);
    }
    judge(&mut findings, &all);
    findings.tables.push(table);
    findings.setting("sweeps before a minimisation", SWEEPS);
    findings.setting("accept", "always, as printed");
    findings.note(
        "Work is counted in sweeps: a round is charged by its time of the processor over that of \
            a sweep of PGS on the same problem. A spike is a rise of the merit by a factor of ten.",
    );
    Ok(findings)
}

fn compare(
    name: &'static str,
    problem: &Problem,
    units: usize,
    accept: &str,
) -> Result<Panelled, ExperimentError> {
    let plain = Way::new("PGS", "pgs", "")?.trace(problem, units)?;
    let sweep = plain.time_s / plain.counts.iterations.max(1) as f64;
    let pgs = plain.history;
    let options = format!("accept={accept} sweeps={SWEEPS}");
    let rounds = units / SWEEPS;
    let outcome = Way::new("PGS-SM", "pgs-sm", &options)?.trace(problem, rounds)?;
    let taken_back = outcome.figures.get("rejected_minimisations").copied().unwrap_or(0.0);
    let rejected = taken_back / outcome.counts.iterations.max(1) as f64;
    let round = outcome.time_s / outcome.counts.iterations.max(1) as f64;
    let minimised = outcome.history;
    let merit = |x: &[f64], w: &[f64]| fischer_merit(problem, x, w);
    let curve = |points: &[stickslip_solve::HistoryPoint], place: &dyn Fn(usize) -> f64| {
        let merits = measure_all(problem, points, merit);
        merits.into_iter().enumerate().map(|(at, merit)| [place(at), merit]).collect::<Vec<_>>()
    };
    // At least its sweeps, and at least the time of a round.
    let work = |at: usize| {
        let point = &minimised[at];
        point.iteration as f64 * (round / sweep).max(SWEEPS as f64)
    };
    let pgs = curve(&pgs, &|at| at as f64);
    let all = curve(&minimised, &work);
    let spikes =
        all.windows(2).filter(|two| two[1][1] > SPIKE * two[0][1] && two[1][1] > 1e-20).count();
    let minimised = all.into_iter().filter(|point| point[0] <= units as f64).collect();
    Ok(Panelled { name, rows: problem.size(), pgs, minimised, spikes, rejected })
}

fn judge(findings: &mut Findings, all: &[Panelled]) {
    for found in all {
        let name = found.name;
        let gain = found.gain();
        if [HIT_WALL.name, HEAP.name].contains(&name) {
            findings
                .claim(
                    Weight::Shape,
                    format!("similar on the {name}, which is large"),
                    format!("{gain:.1} decades gained"),
                    gain.abs() < 3.0,
                )
                .quoting(
                    "§3.2.6",
                    "For larger configurations, we obtain convergence results similar to the PGS \
                 method.",
                );
        } else {
            findings
                .claim(
                    Weight::Shape,
                    format!("better on the {name}, which is small or jointed"),
                    format!("{gain:.1} decades gained"),
                    gain > 1.0,
                )
                .quoting(
                    "§3.2.6",
                    "As shown the PGS-SM method behaves rather well for small configurations and \
                 configurations with joints.",
                );
        }
    }
    let spiked: Vec<&str> =
        all.iter().filter(|found| found.spikes > 0).map(|found| found.name).collect();
    findings
        .claim(
            Weight::Shape,
            "the merit has spikes on some structures",
            format!("on {}", if spiked.is_empty() { "none".into() } else { spiked.join(", ") }),
            !spiked.is_empty(),
        )
        .quoting(
            "Fig. 21",
            "The spikes indicates that the PGS-SM method guessed a wrong active set. This \
                 can cause the merit function to rise abruptly.",
        );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    /// Decades gained on small structures and on large ones, and spikes.
    fn found(small: i32, large: i32, spikes: usize) -> Findings {
        let panelled = |name, gain: i32| Panelled {
            name,
            rows: 10,
            pgs: vec![[0.0, 1e-10]],
            minimised: vec![[0.0, 1e-10 * 10f64.powi(-gain)]],
            spikes,
            rejected: 0.0,
        };
        let all = [
            panelled(STACK.name, small),
            panelled(CHAIN.name, small),
            panelled(HIT_WALL.name, large),
            panelled(HEAP.name, large),
        ];
        judged(|findings| judge(findings, &all))
    }

    #[test]
    fn every_claim_can_fail() {
        turns(&found(9, 1, 2), &[found(0, -7, 0)]);
        turns(&found(9, -1, 2), &[found(0, 7, 0)]);
    }
}
