//! Fig. 2: residuals of PGS, CPG and nonlinear Gauss–Seidel in all friction models.

use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};
use stickslip_solve::sets::disc;
use stickslip_solve::{FrictionContact, Kind, Problem, Residuals};

use super::DOCUMENT;
use super::packing::{Packing, describe};
use crate::bounded::{Range, Reached, all, list, most};
use crate::claim::{Quotation, Ruling, Weight};
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::measure::{Way, by_iteration, measure_all};

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "preclik-fig-2",
    document: DOCUMENT,
    artefact: "Fig. 2",
    title: "Residuals of PGS, CPG and nonlinear Gauss–Seidel by friction model",
    agreement: "Friction in boxes takes about three times the iterations of none; CPG about half \
                those of PGS on these quadratic models and loses that on pyramids; nonlinear \
                Gauss–Seidel on cones is about as fast as PGS on pyramids.",
    deviations: "spheres, time step and moment are not told; compliance 1e-9 where the paper has none",
    seeded: true,
    timed: false,
    counted: true,
    run,
};

/// Residuals are counted down to this share of the first one.
const SHARE: f64 = 1e-4;

struct Curve {
    name: &'static str,
    model: &'static str,
    /// Most iterations that it was given.
    limit: usize,
    points: Vec<[f64; 2]>,
}

impl Curve {
    /// Iterations until the residual is first below the level.
    fn iterations(&self) -> Option<f64> {
        let level = SHARE * self.points.first()?[1];
        self.points.iter().find(|point| point[1] <= level).map(|point| point[0])
    }

    fn reached(&self) -> Reached {
        Reached::within(self.limit, self.iterations())
    }

    /// Iterations until it stays below the level.
    fn settled(&self) -> Option<f64> {
        let level = SHARE * self.points.first()?[1];
        let above = self.points.iter().rposition(|point| point[1] > level)?;
        self.points.get(above + 1).map(|point| point[0])
    }

    /// Share of the iterations in which the residual rises.
    fn rises(&self) -> f64 {
        let rises = self.points.windows(2).filter(|two| two[1][1] > two[0][1]).count();
        rises as f64 / (self.points.len() - 1).max(1) as f64
    }
}

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let packings = Packing::sweep(context)?;
    let limit = context.choose(1500, 3000);
    let mut findings = Findings::default();
    let mut moments = Vec::new();
    for (at, packing) in packings.iter().enumerate() {
        context.at(at, packings.len(), "all friction models");
        let curves = measure(packing, limit)?;
        findings.tables.push(table(packing, &curves));
        findings.plots.push(figure(packing, &curves));
        moments.push(curves);
    }
    judge(&mut findings, &moments)?;
    describe(&packings, &mut findings);
    findings.setting("residual counted down to", format!("{SHARE:e} of the first"));
    findings.setting("most iterations", limit);
    Ok(findings)
}

fn measure(packing: &Packing, limit: usize) -> Result<Vec<Curve>, ExperimentError> {
    let plan: [(&'static str, &'static str, &'static str, &Problem); 7] = [
        ("PGS", "pgs", "frictionless", &packing.frictionless),
        ("CPG", "cpg", "frictionless", &packing.frictionless),
        ("PGS", "pgs", "box", &packing.boxed),
        ("CPG", "cpg", "box", &packing.boxed),
        ("PGS", "pgs", "pyramid", &packing.pyramid),
        ("CPG", "cpg", "pyramid", &packing.pyramid),
        ("NGS", "nonlinear-gs", "cone", &packing.cone),
    ];
    let mut curves = Vec::new();
    for (name, solver, model, problem) in plan {
        let options = match solver {
            "cpg" => "safeguard=false",
            // Normal, then friction in a disc of μ times that normal.
            "nonlinear-gs" => "adaptation=continuous",
            _ => "",
        };
        let history = Way::new(name, solver, options)?.trace(problem, limit)?.history;
        let residuals = measure_all(problem, &history, |x, w| match problem.kind() {
            Kind::Ncp => circular_residual(problem, x, w),
            _ => Residuals::measure(problem, x, w).natural.value,
        });
        let points = by_iteration(&history, &residuals);
        curves.push(Curve { name, model, limit, points });
    }
    Ok(curves)
}

/// The document's residual (Eq 18) with a disc in the place of the square: the
/// largest entry of min(x_n, w_n) and of x_t − P(x_t − w_t), P onto ‖x_t‖ ≤ μ x_n.
pub fn circular_residual(problem: &Problem, x: &[f64], w: &[f64]) -> f64 {
    let of_contact = |contact: &FrictionContact| {
        let normal = x[contact.normal].min(w[contact.normal]).abs();
        let [t, s] = [0, 1].map(|at| contact.tangents[at]);
        let nearest =
            disc::project(contact.mu * x[contact.normal].max(0.0), [x[t] - w[t], x[s] - w[s]]);
        normal.max((x[t] - nearest[0]).abs()).max((x[s] - nearest[1]).abs())
    };
    problem.contacts().iter().map(of_contact).fold(0.0, f64::max)
}

fn table(packing: &Packing, curves: &[Curve]) -> Table {
    let mut table = Table::new(
        format!("iterations-{:.0}ms", 1e3 * packing.time),
        format!("Iterations to {SHARE:e} of the first residual (max-norm), {:.2} s", packing.time),
        [
            Column::words("method"),
            Column::words("friction"),
            Column::numbers("iterations"),
            Column::numbers("until it stays below"),
            Column::numbers("iterations that raise the residual").of("%"),
            Column::numbers("last residual"),
        ],
    );
    for curve in curves {
        table.row([
            curve.name.into(),
            curve.model.into(),
            Cell::optional(curve.iterations(), |count| Cell::fixed(count, 0)),
            Cell::optional(curve.settled(), |count| Cell::fixed(count, 0)),
            Cell::fixed(100.0 * curve.rises(), 0),
            Cell::optional(curve.points.last(), |point| Cell::scientific(point[1])),
        ]);
    }
    table
}

fn judge(findings: &mut Findings, moments: &[Vec<Curve>]) -> Result<(), ExperimentError> {
    if moments.iter().any(|curves| curves.len() != 7) {
        return Err(ExperimentError::Missing("a curve is missing".into()));
    }
    // Iterations of one curve over those of another, moment by moment.
    let ratios = |above: usize, below: usize| -> Vec<Range> {
        moments.iter().map(|curves| curves[above].reached().over(curves[below].reached())).collect()
    };
    let within = |found: &[Range], low: f64, high: f64| {
        all(found.iter().map(|range| range.between(low, high)))
    };
    for (name, found) in [("PGS", ratios(2, 0)), ("CPG", ratios(3, 1))] {
        let measured = format!("{} times", list(&found));
        findings
            .ruled(
                Weight::Shape,
                format!("{name} needs more iterations with boxes than without friction"),
                measured.clone(),
                within(&found, 1.0, f64::INFINITY),
            )
            .quotes(THREE)
            .changed("2026-11-18", BEYOND);
        findings
            .ruled(
                Weight::Value,
                format!("{name}: about three times as many"),
                measured,
                within(&found, 2.0, 4.5),
            )
            .quotes(THREE);
    }
    let quadratic = [ratios(1, 0), ratios(3, 2)];
    findings
        .ruled(
            Weight::Shape,
            "CPG needs about half the iterations of PGS on quadratic models",
            format!("{} without friction, {} with boxes", list(&quadratic[0]), list(&quadratic[1])),
            all(quadratic.iter().map(|found| within(found, 0.25, 0.8))),
        )
        .quoting(
            "§4",
            "Each time the CPG needs only half the number of iterations compared to the PGS as \
             expected due to the quadratic convergence.",
        );
    let [by_pgs, by_cpg] = [ratios(4, 2), ratios(5, 3)];
    findings
        .ruled(
            Weight::Shape,
            "pyramids take more iterations than boxes, of PGS and of CPG",
            format!("{} and {} times as many", list(&by_pgs), list(&by_cpg)),
            all([&by_pgs, &by_cpg].map(|found| within(found, 1.0, f64::INFINITY))),
        )
        .quoting(
            "§4",
            "Purely quadratic problems like the frictionless and box friction models can be \
             solved much more efficiently and robustly than the nonlinear problems, where the \
             coupling of friction and normal component is considered.",
        )
        .changed("2026-11-18", "this sentence had no claim");
    let coupled = ratios(5, 4);
    findings
        .ruled(
            Weight::Shape,
            "CPG loses that advantage on pyramids at strong friction",
            format!("{} of the iterations of PGS", list(&coupled)),
            all(coupled.iter().zip(&quadratic[1]).map(|(own, boxed)| own.above(*boxed))),
        )
        .quoting(
            "§4",
            "However, if friction is strong in the nonlinear problem, the CPG’s convergence \
             deteriorates.",
        )
        .changed("2026-11-18", "a ratio that nobody can tell counted as worse");
    judge_jitter(findings, moments);
    let circular = ratios(6, 4);
    let fewer: Vec<Ruling> = circular.iter().map(|it| it.between(f64::NEG_INFINITY, 1.0)).collect();
    findings
        .ruled(
            Weight::Shape,
            "nonlinear Gauss–Seidel on cones takes fewer iterations than PGS on pyramids at most \
             moments",
            format!("{} of its iterations", list(&circular)),
            most(&fewer),
        )
        .quotes(SLIGHTLY)
        .changed("2026-11-18", "the text says less, and typically; a tenth more was allowed");
    findings
        .ruled(
            Weight::Value,
            "… and slightly less, at least 0.7 of them",
            format!("{} of its iterations", list(&circular)),
            within(&circular, 0.7, 1.0),
        )
        .quotes(SLIGHTLY);
    Ok(())
}

fn judge_jitter(findings: &mut Findings, moments: &[Vec<Curve>]) {
    let rises = |at: usize| -> Vec<f64> {
        moments.iter().map(|curves| 100.0 * curves[at].rises()).collect()
    };
    let shown =
        |rises: &[f64]| rises.iter().map(|it| format!("{it:.2}")).collect::<Vec<_>>().join(", ");
    let (cpg, pgs) = (rises(5), rises(4));
    findings
        .claim(
            Weight::Shape,
            "CPG jitters on pyramids, PGS does not",
            format!(
                "{} % of its iterations raise the residual, {} % of PGS's",
                shown(&cpg),
                shown(&pgs)
            ),
            cpg.iter().zip(&pgs).all(|(cpg, pgs)| *cpg > 2.0 * pgs && *cpg > 10.0),
        )
        .quoting(
            "§4",
            "The jittering dashed line is the residual evolution of the CPG on a pyramidal cone \
             friction model.",
        );
}

const BEYOND: &str = "more than the limit against a number was no number, and failed";

const THREE: Quotation = Quotation {
    place: "§4",
    sentence: "The number of iterations increases compared to the frictionless case roughly by a \
               factor of 3 for each solver.",
};

const SLIGHTLY: Quotation = Quotation {
    place: "§4",
    sentence: "The nonlinear GS solving the circular cone friction model typically takes slightly \
               less iterations than a PGS for a pyramidal cone friction model.",
};

fn figure(packing: &Packing, curves: &[Curve]) -> Plot {
    let series = |(look, curve): (usize, &Curve)| {
        let name = format!("{} {}", curve.name, curve.model);
        let series = Series::new(name, look, curve.points.clone()).marked(Marks::End);
        Series { reached: curve.iterations().is_some(), ..series }
    };
    Plot {
        name: format!("residuals-{:.0}ms", 1e3 * packing.time),
        title: format!("Residual by friction model, {:.2} s", packing.time),
        subtitle: format!("{} contacts of settling spheres", packing.pyramid.contacts().len()),
        panels: vec![Panel::new(Axis::counts("iterations"), Axis::decades("residual (m/s)"))],
        series: curves.iter().enumerate().map(series).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Ruling::{Fails, Holds, Open};

    /// One moment whose curves come down after so many iterations of 3000, or
    /// never; CPG on pyramids rises in every other one, or not.
    fn rulings(counts: [Option<usize>; 7], jitters: bool) -> Vec<Ruling> {
        let curve = |(at, count): (usize, Option<usize>)| {
            let end = count.unwrap_or(40).max(2);
            let level = |k: usize| match k {
                0 => 1.0,
                k if count == Some(k) => 1e-5,
                k if at == 5 && jitters && k % 2 == 0 => 0.9,
                _ => 0.5,
            };
            let points = (0..=end).map(|k| [k as f64, level(k)]).collect();
            Curve { name: "", model: "", limit: 3000, points }
        };
        let mut findings = Findings::default();
        let curves: Vec<Curve> = counts.into_iter().enumerate().map(curve).collect();
        judge(&mut findings, &[curves]).expect("seven curves");
        findings.claims.iter().map(|claim| claim.ruling).collect()
    }

    /// Claims in their order: more with boxes (PGS, CPG, each with its value),
    /// half, pyramids, loses, jitters, fewer on cones (with its value).
    #[test]
    fn every_claim_can_fail_and_what_cannot_be_told_is_open() {
        let told = [100, 50, 300, 150, 400, 390, 350].map(Some);
        let mut expected = [Holds; 10];
        assert_eq!(rulings(told, true), expected);
        let turned = [100, 90, 90, 80, 80, 70, 500].map(Some);
        expected = [Fails; 10];
        assert_eq!(rulings(turned, false), expected);
        // Not within 3000 is more than any number, and nothing beside itself.
        let mut beyond = told;
        (beyond[2], beyond[4], beyond[6]) = (None, None, None);
        let found = rulings(beyond, true);
        assert_eq!(found[..2], [Holds, Fails]);
        assert_eq!([found[4], found[5], found[8], found[9]], [Fails, Open, Open, Open]);
    }
}
