//! Fig. 20: blocked Gauss–Seidel with friction bounds that follow the normals.
//!
//! The course's contacts are rigid. Beside them stand the same structures with
//! the scenes' compliance ε: four corners and their friction press and pull in
//! more ways than a body can move, and in those that move nothing a sweep
//! takes only the share ε/a of the error, a the diagonal of A.

use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};
use stickslip_solve::Problem;

use super::DOCUMENT;
use super::structures::{ARCH, CARDS, HEAVY, STACK, TOWER, WALL};
use crate::claim::Weight;
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::measure::{Way, residual_curve, slope};

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "course-fig-20",
    document: DOCUMENT,
    artefact: "Fig. 19–20",
    title: "Convergence of blocked Gauss–Seidel on standing structures",
    agreement: "The rate is linear on every structure, with constants that differ a lot.",
    deviations: "scenes are not told",
    seeded: false,
    timed: false,
    counted: true,
    run,
};

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let limit = context.choose(1500, 6000);
    let structures = [STACK, TOWER, WALL, ARCH, HEAVY, CARDS];
    let way = Way::new("block PGS", "block-pgs", "")?;
    let mut findings = Findings::default();
    let mut table = rates_table();
    let (mut rates, mut series) = (Vec::new(), Vec::new());
    for (look, structure) in structures.iter().enumerate() {
        context.at(look, structures.len(), structure.name);
        let problem = structure.problem(context.seed)?;
        let curve = residual_curve(&way.residuals(&problem, limit, 1e-12)?);
        let all = logarithms(&curve);
        let (early, logs) = all.split_at(all.len() / 2);
        let (third, last) = logs.split_at(logs.len() / 2);
        let ends = [slope(third), slope(last)];
        let compliant = structure.of_scene(context.seed)?;
        let tail = logarithms(&residual_curve(&way.residuals(&compliant, limit, 1e-12)?));
        let tail = -slope(&tail[3 * tail.len() / 4..]);
        let share = compliant_share(&compliant) * std::f64::consts::LOG10_E;
        table.row([
            structure.name.into(),
            Cell::count(problem.size()),
            Cell::scientific(-slope(&early[..early.len() / 2])),
            Cell::scientific(-ends[0]),
            Cell::scientific(-ends[1]),
            Cell::optional(curve.last(), |point| Cell::scientific(point[1])),
            Cell::scientific(tail),
            Cell::scientific(share),
        ]);
        // Cards are none of the figure's structures.
        let of_figure = structure.name != CARDS.name;
        let fallen = -slope(logs) * logs.len() as f64;
        judge_rate(&mut findings, structure.name, ends, fallen);
        if of_figure {
            rates.push(-slope(logs));
        }
        series.push(Series::new(structure.name, look, curve).marked(Marks::End));
    }
    judge_constants(&mut findings, &rates);
    findings.plots.push(Plot {
        name: "convergence".into(),
        title: "Blocked Gauss–Seidel".into(),
        subtitle: "one time step of each structure, a block for each contact".into(),
        panels: vec![Panel::new(Axis::counts("sweeps"), Axis::decades("residual"))],
        series,
    });
    findings.tables.push(table);
    findings.setting("blocks", "contacts, solved exactly");
    findings.setting("sweeps", limit);
    findings.note(
        "The rate is that of the last half of the sweeps. Fig. 18 and 19 are pictures of motion \
         and carry no numbers. The last two columns are the same structures as the scenes have \
         them, with compliance and stabilisation: where the rigid structure has converged, a \
         tail remains whose rate is of the order ε/a, because redundant contacts share their \
         load through the compliance alone.",
    );
    Ok(findings)
}

fn rates_table() -> Table {
    Table::new(
        "rates",
        "Decades a sweep",
        [
            Column::words("structure"),
            Column::numbers("rows"),
            Column::numbers("first quarter"),
            Column::numbers("third quarter"),
            Column::numbers("last quarter"),
            Column::numbers("last residual"),
            Column::numbers("last quarter with ε"),
            Column::numbers("log₁₀e ε/a"),
        ],
    )
}

/// Slopes of a structure in the last two quarters, and the decades that it fell in them;
/// cards are none of the figure's structures.
fn judge_rate(findings: &mut Findings, name: &str, ends: [f64; 2], fallen: f64) {
    findings
        .claim(
            if name != CARDS.name { Weight::Shape } else { Weight::Aside },
            format!("the rate is linear on the {name}"),
            format!(
                "{:.1e} and {:.1e} decades a sweep in the last two quarters, {fallen:.2} together",
                -ends[0], -ends[1]
            ),
            fallen > 0.02 && ends[0] / ends[1] < 4.0 && ends[1] / ends[0] < 4.0,
        )
        .quoting(
            "§3.2.4",
            "Notice that for these specific simulations, the method still obtains a linear \
             convergence rate",
        );
}

/// The rates of the figure's structures, in decades a sweep.
fn judge_constants(findings: &mut Findings, rates: &[f64]) {
    let most = rates.iter().copied().fold(0.0, f64::max);
    let least = rates.iter().copied().fold(f64::INFINITY, f64::min);
    findings
        .claim(
            Weight::Shape,
            "the constants differ a lot",
            format!("by a factor of {:.0}", most / least),
            most > 3.0 * least,
        )
        .quoting("§3.2.4", "although the convergence constant varies a lot across simulations");
}

/// The curve in decades, without points that are exactly solved.
fn logarithms(curve: &[[f64; 2]]) -> Vec<[f64; 2]> {
    curve.iter().filter(|point| point[1] > 0.0).map(|[k, r]| [*k, libm::log10(*r)]).collect()
}

/// ε/a of the row in the middle.
fn compliant_share(problem: &Problem) -> f64 {
    let Some(factored) = problem.factored() else { return f64::NAN };
    let diagonal = problem.diagonal();
    let mut shares: Vec<f64> =
        factored.compliance.iter().zip(diagonal).map(|(epsilon, a)| epsilon / a).collect();
    shares.sort_by(f64::total_cmp);
    shares[shares.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    #[test]
    fn every_claim_can_fail() {
        let found = |ends, fallen, rates: [f64; 2]| {
            judged(|findings| {
                judge_rate(findings, STACK.name, ends, fallen);
                judge_constants(findings, &rates);
            })
        };
        let standing = found([-1e-3, -1e-3], 0.0, [1e-3, 2e-3]);
        turns(&found([-2e-3, -1e-3], 3.0, [1e-3, 1e-2]), &[standing]);
        let bent = found([-9e-3, -1e-3], 3.0, [1e-3, 1e-2]);
        assert_eq!(bent.claims[0].ruling, crate::claim::Ruling::Fails);
    }
}
