//! Fig. 2: residuals of PGS, CPG and nonlinear Gauss–Seidel in all friction models.

use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};
use stickslip_solve::sets::disc;
use stickslip_solve::{FrictionContact, Kind, Problem, Residuals};

use super::DOCUMENT;
use super::packing::Packing;
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::{Findings, Weight};
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
    run,
};

/// Residuals are counted down to this share of the first one.
const SHARE: f64 = 1e-4;

struct Curve {
    name: &'static str,
    model: &'static str,
    points: Vec<[f64; 2]>,
}

impl Curve {
    /// Iterations until the residual is first below the level.
    fn iterations(&self) -> Option<f64> {
        let level = SHARE * self.points.first()?[1];
        self.points.iter().find(|point| point[1] <= level).map(|point| point[0])
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
    let packing = Packing::new(context)?;
    let limit = context.choose(1500, 3000);
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
    for (at, (name, solver, model, problem)) in plan.into_iter().enumerate() {
        context.at(at + 1, plan.len() + 1, model);
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
        curves.push(Curve { name, model, points });
    }
    let mut findings = Findings::default();
    findings.tables.push(table(&curves));
    judge(&mut findings, &curves)?;
    findings.plots.push(figure(&packing, &curves));
    packing.describe(&mut findings);
    findings.setting("residual counted down to", format!("{SHARE:e} of the first"));
    findings.setting("most iterations", limit);
    Ok(findings)
}

/// The document's residual (Eq 18) with a disc in the place of the square: the
/// largest entry of min(x_n, w_n) and of x_t − P(x_t − w_t), P onto ‖x_t‖ ≤ μ x_n.
fn circular_residual(problem: &Problem, x: &[f64], w: &[f64]) -> f64 {
    let of_contact = |contact: &FrictionContact| {
        let normal = x[contact.normal].min(w[contact.normal]).abs();
        let [t, s] = [0, 1].map(|at| contact.tangents[at]);
        let nearest =
            disc::project(contact.mu * x[contact.normal].max(0.0), [x[t] - w[t], x[s] - w[s]]);
        normal.max((x[t] - nearest[0]).abs()).max((x[s] - nearest[1]).abs())
    };
    problem.contacts().iter().map(of_contact).fold(0.0, f64::max)
}

fn table(curves: &[Curve]) -> Table {
    let mut table = Table::new(
        "iterations",
        format!("Iterations to {SHARE:e} of the first residual (max-norm)"),
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

fn judge(findings: &mut Findings, curves: &[Curve]) -> Result<(), ExperimentError> {
    let [pgs_free, cpg_free, pgs_box, cpg_box, pgs_pyramid, cpg_pyramid, cone] = curves else {
        return Err(ExperimentError::Missing("a curve is missing".into()));
    };
    let ratio = |above: &Curve, below: &Curve| {
        above.iterations().zip(below.iterations()).map_or(f64::INFINITY, |(a, b)| a / b)
    };
    for (name, found) in [("PGS", ratio(pgs_box, pgs_free)), ("CPG", ratio(cpg_box, cpg_free))] {
        findings.claim(
            Weight::Shape,
            format!("{name} needs more iterations with boxes than without friction"),
            format!("{found:.1} times"),
            found > 1.2 && found.is_finite(),
        );
        findings.claim(
            Weight::Value,
            format!("{name}: about three times as many"),
            format!("{found:.1} times"),
            (2.0..4.5).contains(&found),
        );
    }
    let quadratic = [ratio(cpg_free, pgs_free), ratio(cpg_box, pgs_box)];
    findings.claim(
        Weight::Shape,
        "CPG needs about half the iterations of PGS on quadratic models",
        format!("{:.2} without friction, {:.2} with boxes", quadratic[0], quadratic[1]),
        quadratic.iter().all(|found| (0.25..0.8).contains(found)),
    );
    let settled = cpg_box.settled().zip(pgs_box.settled()).map_or(f64::INFINITY, |(a, b)| a / b);
    findings.claim(
        Weight::Aside,
        "… also when counted until the residual stays below the level, with boxes",
        format!("{settled:.2}"),
        (0.25..0.8).contains(&settled),
    );
    let coupled = ratio(cpg_pyramid, pgs_pyramid);
    findings.claim(
        Weight::Shape,
        "CPG loses that advantage on pyramids at strong friction",
        format!("{coupled:.2} of the iterations of PGS"),
        coupled > 1.2 * quadratic[1],
    );
    findings.claim(
        Weight::Shape,
        "CPG jitters on pyramids, PGS does not",
        format!(
            "{:.0} % of its iterations raise the residual, {:.0} % of PGS's",
            100.0 * cpg_pyramid.rises(),
            100.0 * pgs_pyramid.rises()
        ),
        cpg_pyramid.rises() > 2.0 * pgs_pyramid.rises() && cpg_pyramid.rises() > 0.1,
    );
    let circular = ratio(cone, pgs_pyramid);
    findings.claim(
        Weight::Shape,
        "nonlinear Gauss–Seidel on cones is about as fast as PGS on pyramids",
        format!("{circular:.2} of its iterations"),
        (0.5..1.5).contains(&circular),
    );
    findings.claim(
        Weight::Value,
        "… and slightly faster",
        format!("{circular:.2} of its iterations"),
        circular < 1.0,
    );
    Ok(())
}

fn figure(packing: &Packing, curves: &[Curve]) -> Plot {
    let series = |(look, curve): (usize, &Curve)| {
        let name = format!("{} {}", curve.name, curve.model);
        let series = Series::new(name, look, curve.points.clone()).marked(Marks::End);
        Series { reached: curve.iterations().is_some(), ..series }
    };
    Plot {
        name: "residuals".into(),
        title: "Residual by friction model".into(),
        subtitle: format!("{} contacts of settling spheres", packing.pyramid.contacts().len()),
        panels: vec![Panel::new(Axis::counts("iterations"), Axis::decades("residual (m/s)"))],
        series: curves.iter().enumerate().map(series).collect(),
    }
}
