//! Fig. 2: convergence of PGS, PSOR and the Newton methods.

use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};
use stickslip_solve::Problem;

use super::{DOCUMENT, Judged, Merit, contact, fischer, fluid, minimum_map, pgs, psor};
use crate::bounded::all;
use crate::claim::{Ruling, Weight};
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::measure::{Order, by_iteration, slope};

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "erleben-fig-2",
    document: DOCUMENT,
    artefact: "Fig. 2",
    title: "Convergence rates on a fluid and a contact problem",
    agreement: "PGS and PSOR converge linearly, PSOR faster; the Newton methods quadratically \
        within few iterations, the minimum map in fewer; on the contact problem only \
        Fischer–Newton works.",
    deviations: "",
    seeded: true,
    timed: false,
    counted: true,
    run,
};

/// Iterations of the author's script.
const LIMIT: usize = 50;
/// A merit this small counts as solved: it is the square of a residual of 1e-8.
const SOLVED: f64 = 1e-16;

/// One curve: a method and the merits of its iterates.
struct Curve {
    name: String,
    merits: Vec<f64>,
    points: Vec<[f64; 2]>,
}

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let liquid = fluid(context.seed, context.choose(8, 10))?;
    let touching = contact(context.seed, context.choose(30, 50))?;
    let mut findings = Findings::default();
    let on_fluid =
        curves(&liquid, &[fischer("perturbation", "")?, minimum_map("")?, pgs()?, psor(1.4)?])?;
    context.at(1, 2, "contact");
    let on_contact = curves(&touching, &[fischer("perturbation", "")?, minimum_map("")?])?;

    let mut table = Table::new(
        "merits",
        "Merit after k iterations, each method's own",
        [
            Column::words("problem"),
            Column::words("method"),
            Column::numbers("k = 0"),
            Column::numbers("k = 5"),
            Column::numbers("last"),
            Column::numbers("iterations"),
        ],
    );
    for (problem, all) in [("fluid", &on_fluid), ("contact", &on_contact)] {
        for curve in all {
            let at = |k: usize| Cell::optional(curve.merits.get(k).copied(), Cell::scientific);
            let last = curve.merits.len().saturating_sub(1);
            table.row([
                problem.into(),
                curve.name.clone().into(),
                at(0),
                at(5),
                at(last),
                Cell::count(last),
            ]);
        }
    }
    judge(&mut findings, &on_fluid, &on_contact)?;
    for (problem, all) in [(&liquid, &on_fluid), (&touching, &on_contact)] {
        findings.plots.push(figure(problem, all));
    }
    findings.tables.push(table);
    findings.setting("iterations", LIMIT);
    findings.setting("rows", format!("{} and {}", liquid.size(), touching.size()));
    findings.setting("relaxation of PSOR", 1.4);
    Ok(findings)
}

fn curves(problem: &Problem, methods: &[Judged]) -> Result<Vec<Curve>, ExperimentError> {
    methods
        .iter()
        .map(|judged| {
            let history = judged.way.trace(problem, LIMIT)?.history;
            let merits = judged.merit.of(problem, &history);
            // Eq 106 vanishes at x = 0, where splittings start.
            let first = usize::from(judged.merit == Merit::Complementarity);
            let points = by_iteration(&history[first..], &merits[first..]);
            Ok(Curve { name: judged.way.name.clone(), merits, points })
        })
        .collect()
}

fn judge(
    findings: &mut Findings,
    on_fluid: &[Curve],
    on_contact: &[Curve],
) -> Result<(), ExperimentError> {
    let [fischer, minimum, pgs, psor] = on_fluid else {
        return Err(ExperimentError::Missing("a curve on the fluid problem is missing".into()));
    };
    let [contact_fischer, contact_minimum] = on_contact else {
        return Err(ExperimentError::Missing("a curve on the contact problem is missing".into()));
    };
    for curve in [pgs, psor] {
        // Decades per sweep over the first and the second half: alike on a line.
        let halves = halves(&curve.points);
        findings
            .claim(
                Weight::Shape,
                format!("{} converges linearly", curve.name),
                format!(
                    "{:.3} and {:.3} decades a sweep in the two halves",
                    -halves[0], -halves[1]
                ),
                halves.iter().all(|rate| *rate < -0.005)
                    && halves[0] / halves[1] < 3.0
                    && halves[1] / halves[0] < 3.0,
            )
            .quoting(
                "§7",
                "As expected we observe linear convergence rate for PSOR and PGS while Newton \
                 methods show quadratic convergence rate.",
            );
    }
    for curve in [fischer, minimum] {
        let order = order(&curve.merits);
        let solved = first_solved(&curve.merits);
        let few =
            if solved.is_some_and(|count| count <= 10) { Ruling::Holds } else { Ruling::Fails };
        findings
            .ruled(
                Weight::Shape,
                format!("{} converges quadratically within few iterations", curve.name),
                format!("{}, solved after {}", order.told(), shown(solved)),
                all([order.quadratic(), few]),
            )
            .quoting(
                "§7",
                "As expected we observe linear convergence rate for PSOR and PGS while Newton \
                 methods show quadratic convergence rate.",
            );
    }
    let (of_fischer, of_minimum) = (first_solved(&fischer.merits), first_solved(&minimum.merits));
    findings
        .claim(
            Weight::Shape,
            "the minimum map needs fewer iterations than Fischer on the fluid problem",
            format!("{} against {}", shown(of_minimum), shown(of_fischer)),
            of_minimum.zip(of_fischer).is_some_and(|(minimum, fischer)| minimum < fischer),
        )
        .quoting(
            "§7",
            "For fluid problems the minimum map Newton method finished in lower iterations.",
        );
    let ends = [psor, pgs].map(|curve| curve.merits.last().copied().unwrap_or(f64::NAN));
    findings
        .claim(
            Weight::Shape,
            "PSOR with λ = 1.4 converges faster than PGS",
            format!("merit {:.1e} against {:.1e} after {LIMIT} sweeps", ends[0], ends[1]),
            ends[0] < 0.1 * ends[1],
        )
        .quoting("§7", "Finally we observe that PSOR using λ = 1.4 converges faster than PGS.");
    let solved = first_solved(&contact_fischer.merits);
    findings
        .claim(
            Weight::Shape,
            "Fischer works on the contact problem",
            format!("solved after {}", shown(solved)),
            solved.is_some(),
        )
        .quoting("Fig. 2", "For the contact problem only the Fischer–Newton method works.");
    let last = contact_minimum.merits.last().copied().unwrap_or(f64::NAN);
    let steps = contact_minimum.merits.len().saturating_sub(1);
    findings
        .claim(
            Weight::Shape,
            "the minimum map gives up on the contact problem after a few iterations",
            format!("merit {last:.1e} after {steps} steps"),
            last > SOLVED && steps <= 15,
        )
        .quoting(
            "§7",
            "It gives up after a few iterations where it gets into a non-descent iterate.",
        );
    Ok(())
}

/// Decades per iteration in the first and second half of a curve, without its start.
fn halves(points: &[[f64; 2]]) -> [f64; 2] {
    let logs: Vec<[f64; 2]> = points
        .iter()
        .skip(2)
        .filter(|point| point[1] > 1e-25)
        .map(|[k, merit]| [*k, libm::log10(*merit)])
        .collect();
    let (first, second) = logs.split_at(logs.len() / 2);
    [slope(first), slope(second)]
}

/// The order of the errors √θ down to rounding.
fn order(merits: &[f64]) -> Order {
    let errors: Vec<f64> = merits.iter().map(|merit| merit.sqrt()).collect();
    Order::of(&errors, 1e-9)
}

fn first_solved(merits: &[f64]) -> Option<usize> {
    merits.iter().position(|merit| *merit <= SOLVED)
}

fn shown(count: Option<usize>) -> String {
    count.map_or_else(|| "none".into(), |count| format!("{count} iterations"))
}

fn figure(problem: &Problem, curves: &[Curve]) -> Plot {
    let series = |(look, curve): (usize, &Curve)| {
        let solved = first_solved(&curve.merits).is_some();
        let series = Series::new(curve.name.clone(), look, curve.points.clone());
        Series { reached: solved, ..series.marked(Marks::End) }
    };
    Plot {
        name: if problem.asymmetry().is_none() { "fluid" } else { "contact" }.into(),
        title: format!("Convergence on {}", problem.name()),
        subtitle: "merit of each method against iterations".into(),
        panels: vec![Panel::new(Axis::counts("iterations"), Axis::decades("merit"))],
        series: curves.iter().enumerate().map(series).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    /// Merits that fall by a factor, and ones whose error squares.
    fn curve(name: &str, merits: Vec<f64>) -> Curve {
        let points = merits.iter().enumerate().map(|(k, &it)| [k as f64, it]).collect();
        Curve { name: name.into(), merits, points }
    }

    fn falling(rate: f64) -> Vec<f64> {
        (0..40).map(|k| rate.powi(k)).collect()
    }

    /// θ of errors 0.5, 0.25, 0.0625, …, after so many steps at 0.5.
    fn squaring(pause: usize) -> Vec<f64> {
        let errors = std::iter::repeat_n(0.5, pause);
        errors.chain((0..6).map(|k| 0.5_f64.powi(1 << k))).map(|it| it * it).collect()
    }

    fn found(fluid: [Vec<f64>; 4], contact: [Vec<f64>; 2]) -> Findings {
        let [fischer, minimum, pgs, psor] = fluid;
        let on_fluid = [
            curve("Fischer", fischer),
            curve("Min. map", minimum),
            curve("PGS", pgs),
            curve("PSOR", psor),
        ];
        let on_contact = contact.map(|merits| curve("", merits));
        judged(|findings| judge(findings, &on_fluid, &on_contact).expect("six curves"))
    }

    #[test]
    fn every_claim_can_fail() {
        let solved = || [squaring(3), squaring(1), falling(0.6), falling(0.4)];
        let holding = found(solved(), [squaring(2), vec![1.0; 8]]);
        // Methods change places, and the merits of sweeps stand still.
        let standing = vec![1.0; 40];
        let turned = [falling(0.5), falling(0.3), standing.clone(), standing];
        turns(&holding, &[found(turned, [vec![1.0; 30], squaring(2)])]);
        let swapped = [squaring(1), squaring(3), falling(0.6), falling(0.4)];
        assert_eq!(found(swapped, [squaring(2), vec![1.0; 8]]).claims[4].ruling, Ruling::Fails);
    }
}
