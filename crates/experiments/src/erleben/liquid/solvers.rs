//! Fig. 5a and Table 1a on the pressures of a real liquid: who solves them, and
//! how the work grows with the cells.

use stickslip_dynamics::Walls;
use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};
use stickslip_solve::registry::SOLVERS;
use stickslip_solve::{Kind, Problem, Request, Status};

use super::super::DOCUMENT;
use super::moment;
use crate::bounded::all;
use crate::claim::{Ruling, Weight};
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::measure::{Way, exponent};

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "erleben-liquid-solvers",
    document: DOCUMENT,
    artefact: "Fig. 5 and Table 1, real matrices",
    title: "Every solver on the pressures of a real liquid, by the number of cells",
    agreement: "All iterative methods solve fluid problems; those without factors grow about \
        linearly per iteration, Lemke much faster.",
    deviations: "matrices of a liquid of ours, not the document's",
    seeded: false,
    timed: true,
    counted: false,
    run,
};

/// The accuracy asked for (m/s).
const TOLERANCE: f64 = 1e-8;
/// Most seconds that a solver gets for the next size: small ones need no limit.
const BUDGETS: (f64, f64) = (f64::INFINITY, 10.0);
/// Most rows for methods with dense or enumerated work.
const DENSE_ROWS: usize = 500;
/// Solvers whose work or memory is that of a dense matrix, or worse.
const DENSE: [&str; 6] = ["enumerate", "lemke", "keller", "dantzig", "murty", "bpp-cached"];

/// A solver over all sizes.
struct Curve {
    name: String,
    time: Vec<[f64; 2]>,
    work: Vec<[f64; 2]>,
    solved: usize,
    tried: usize,
    /// Rows, seconds, iterations and inner iterations of the largest that it solved.
    last: Option<(usize, f64, usize, usize)>,
}

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let resolutions: &[usize] =
        context.choose(&[10, 14, 18, 22], &[14, 18, 23, 32, 48, 72, 104, 150]);
    let budget = context.choose(BUDGETS.0, BUDGETS.1);
    let mut problems = Vec::new();
    for (at, &resolution) in resolutions.iter().enumerate() {
        context.at(at, 2 * resolutions.len(), "stepping");
        problems.push(moment(resolution, false, Walls::Separating, 0.1)?);
    }
    let mut ways = vec![Way::new(
        "bpp-pcg, aggregation",
        "bpp-pcg",
        "preconditioner=aggregation proximal=false",
    )?];
    for entry in SOLVERS.iter().filter(|entry| entry.accepts.kinds.contains(&Kind::Blcp)) {
        ways.push(Way::new(entry.name, entry.name, "")?);
    }
    let mut curves = Vec::new();
    for (at, way) in ways.iter().enumerate() {
        context.at(ways.len() + at, 2 * ways.len(), &way.name);
        curves.push(follow(way, &problems, budget)?);
    }
    let mut findings = Findings::default();
    findings.tables.push(listed(&problems, &curves));
    judge(&mut findings, problems.len(), &curves);
    let series = curves.iter().filter(|curve| curve.time.len() > 1).enumerate();
    findings.plots.push(Plot {
        name: "time".into(),
        title: "Time to 1e-8 m/s on the pressures of a liquid".into(),
        subtitle: "a breaking dam in space, cells at walls complementary".into(),
        panels: vec![Panel::new(Axis::decades("liquid cells"), Axis::decades("seconds"))],
        series: series
            .map(|(look, curve)| {
                Series::new(curve.name.clone(), look, curve.time.clone()).marked(Marks::All)
            })
            .collect(),
    });
    findings.setting("tolerance (m/s)", TOLERANCE);
    findings.setting("seconds for a solve at most, by extrapolation", budget);
    findings.note(
        "A solver is left out of sizes for which its time so far promises more than the budget, and \
         of all that are larger once it has failed on one. Work is counted in products with A, and \
         in iterations where a method counts no products.",
    );
    Ok(findings)
}

fn follow(way: &Way, problems: &[Problem], budget: f64) -> Result<Curve, ExperimentError> {
    let mut curve = Curve {
        name: way.name.clone(),
        time: Vec::new(),
        work: Vec::new(),
        solved: 0,
        tried: 0,
        last: None,
    };
    for problem in problems {
        let rows = problem.size();
        let dense = DENSE.contains(&way.solver) || way.solver == "bpp-full";
        let promised = curve.time.last().map_or(0.0, |[before, seconds]| {
            seconds * libm::pow(rows as f64 / before, if dense { 3.0 } else { 1.4 })
        });
        if promised > budget || (dense && rows > DENSE_ROWS) {
            break;
        }
        curve.tried += 1;
        let request = Request { tolerance: Some(TOLERANCE), ..Request::default() };
        let Ok(outcome) = way.solve(problem, &request) else { break };
        if outcome.status != Status::Converged {
            break;
        }
        let counts = outcome.counts;
        curve.solved += 1;
        curve.time.push([rows as f64, outcome.time_s.max(1e-9)]);
        let work = if counts.products > 0 { counts.products } else { counts.iterations };
        curve.work.push([rows as f64, work.max(1) as f64]);
        curve.last = Some((rows, outcome.time_s, counts.iterations, counts.inner_iterations));
    }
    Ok(curve)
}

fn listed(problems: &[Problem], curves: &[Curve]) -> Table {
    let sizes: Vec<String> = problems.iter().map(|problem| problem.size().to_string()).collect();
    let mut table = Table::new(
        "solvers",
        format!("Solved to {TOLERANCE:e} m/s on {} liquid cells", sizes.join(", ")),
        [
            Column::words("solver"),
            Column::numbers("solved"),
            Column::numbers("tried"),
            Column::numbers("largest"),
            Column::numbers("time there"),
            Column::numbers("iterations"),
            Column::numbers("inner"),
            Column::numbers("p in time ~ nᵖ"),
            Column::numbers("p of its work"),
        ],
    );
    for curve in curves {
        let (rows, seconds, iterations, inner) = curve.last.unwrap_or_default();
        let known = curve.last.is_some();
        let slope = |points: &[[f64; 2]]| match points.len() {
            0 | 1 => Cell::Empty,
            _ => Cell::fixed(exponent(points), 2),
        };
        let shown = |cell: Cell| if known { cell } else { Cell::Empty };
        table.row([
            curve.name.clone().into(),
            Cell::count(curve.solved),
            Cell::count(curve.tried),
            shown(Cell::count(rows)),
            shown(Cell::time(seconds)),
            shown(Cell::count(iterations)),
            shown(Cell::count(inner)),
            slope(&curve.time),
            slope(&curve.work),
        ]);
    }
    table
}

/// The methods of Table 1.
const PRINTED: [&str; 4] = ["fischer-newton", "minmap-newton", "pgs", "psor"];

fn judge(findings: &mut Findings, sizes: usize, curves: &[Curve]) {
    let find = |name: &str| curves.iter().find(|curve| curve.name == name);
    let work = |name: &str| find(name).map_or(f64::NAN, |curve| exponent(&curve.work));
    // What was not tried on every size, for its time, may still solve them.
    let robust = |name: &str| match find(name) {
        Some(curve) if curve.solved < curve.tried => Ruling::Fails,
        Some(curve) if curve.solved == sizes => Ruling::Holds,
        _ => Ruling::Open,
    };
    let told = |name: &str| {
        let [solved, tried] = find(name).map_or([0; 2], |it| [it.solved, it.tried]);
        format!("{name} {solved} of {tried} tried")
    };
    findings
        .ruled(
            Weight::Shape,
            "Fischer–Newton, the minimum map, PGS and PSOR solve every size",
            format!("{}, of {sizes} sizes", PRINTED.map(told).join(", ")),
            all(PRINTED.map(robust)),
        )
        .quoting("§7", "We observe that the rest of the methods are robust for this test setup.")
        .changed("2026-11-18", "one size was enough");
    let time = |name: &str| find(name).map_or(f64::NAN, |curve| exponent(&curve.time));
    findings.claim(
        Weight::Aside,
        "Lemke's time grows faster than that of PGS",
        format!("exponents {:.2} and {:.2}", time("lemke"), time("pgs")),
        time("lemke") > time("pgs"),
    );
    findings.claim(
        Weight::Aside,
        "the sweeps of PGS do not depend much on the size (as on the synthetic matrices)",
        format!("sweeps ~ n^{:.2}", work("pgs")),
        work("pgs") < 0.2,
    );
    let default = find("bpp-pcg, aggregation");
    findings.claim(
        Weight::Aside,
        "the active set over multigrid solves every size, and its products hardly grow",
        format!(
            "{} of {sizes}, products ~ n^{:.2}",
            default.map_or(0, |curve| curve.solved),
            work("bpp-pcg, aggregation")
        ),
        default.is_some_and(|curve| curve.solved == sizes) && work("bpp-pcg, aggregation") < 0.25,
    );
    let last = |curve: &Curve| curve.last.map_or(f64::INFINITY, |last| last.1);
    let all: Vec<&Curve> = curves.iter().filter(|curve| curve.solved == sizes).collect();
    let fastest = all.iter().min_by(|one, two| last(one).total_cmp(&last(two)));
    findings.claim(
        Weight::Aside,
        "nobody is faster on the largest than the active set over multigrid",
        format!("fastest is {}", fastest.map_or("nobody", |curve| curve.name.as_str())),
        fastest.is_some_and(|curve| curve.name == "bpp-pcg, aggregation"),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    /// Two sizes that all solve, or one; times and work by powers of the rows.
    fn found(solved: usize, lemke: f64, pgs: f64, multigrid: f64) -> Findings {
        let curve = |(name, power): (&str, f64)| {
            let points = || [10.0_f64, 100.0].map(|rows| [rows, rows.powf(power)]).to_vec();
            Curve {
                name: name.to_owned(),
                time: points(),
                work: points(),
                solved,
                tried: 2,
                last: Some((100, 1e-3 * power, 1, 1)),
            }
        };
        let mut all = PRINTED.map(|name| (name, pgs)).to_vec();
        all.extend([("lemke", lemke), ("bpp-pcg, aggregation", multigrid)]);
        let curves: Vec<Curve> = all.into_iter().map(curve).collect();
        judged(|findings| judge(findings, 2, &curves))
    }

    #[test]
    fn every_claim_can_fail() {
        turns(&found(2, 3.0, 0.15, 0.1), &[found(1, 0.5, 1.0, 1.5)]);
    }
}
