//! §6.2.3: many more constraints, where fill-in should make factors too dear.
//!
//! Walls of bricks with frozen friction bounds, larger and larger: one island
//! with redundant contacts, as the thesis' scenes have them.

use stickslip_problems::generate;
use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};
use stickslip_solve::{OptionValues, Problem, Request, Status};

use super::{BPP, BPP_PCG, DOCUMENT, PGCG, solvers};
use crate::claim::Weight;
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::measure::exponent;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "ho-extrapolation",
    document: DOCUMENT,
    artefact: "§6.2.3, many constraints",
    title: "Time of BPP+PCG, PGCG and BPP against the number of constraints",
    agreement: "With constraints by the ten thousand a solver with conjugate gradients is faster \
                than BPP, whose time grows faster.",
    deviations: "walls of bricks: the thesis names no scene",
    seeded: false,
    timed: true,
    counted: true,
    run,
};

/// Most outer iterations.
const LIMIT: usize = 500;
/// Most seconds that a solver gets for a size, by what it took so far; a size
/// costs at most the square of its rows.
const BUDGET: f64 = 60.0;

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let sizes: &[usize] = context.choose(&[12, 24, 48], &[150, 500, 2000, 8000]);
    let ways = solvers()?;
    let mut table = Table::new(
        "times",
        "Time of a solve; – where its index sets are not found, or would not be within the budget",
        [
            Column::numbers("bricks"),
            Column::numbers("rows"),
            Column::numbers("BPP+PCG"),
            Column::numbers("PGCG"),
            Column::numbers("BPP"),
        ],
    );
    let mut curves: [Vec<[f64; 2]>; 3] = Default::default();
    let mut last = [None; 3];
    for (at, &bricks) in sizes.iter().enumerate() {
        context.at(at, sizes.len(), &format!("{bricks} bricks"));
        let problem = wall(context.seed, bricks)?;
        let _ = (problem.matrix(), problem.diagonal());
        let rows = problem.size();
        let mut cells = vec![Cell::count(bricks), Cell::count(rows)];
        for (solver, way) in ways.iter().enumerate() {
            let promised = curves[solver]
                .last()
                .map_or(0.0, |point: &[f64; 2]| point[1] * (rows as f64 / point[0]).powi(2));
            if promised > BUDGET || at > curves[solver].len() {
                last[solver] = None;
                cells.push(Cell::optional(None, Cell::time));
                continue;
            }
            let request = Request { max_iterations: Some(LIMIT), ..Request::default() };
            let outcome = way.solve(&problem, &request)?;
            let lost = [Status::MaxIterations, Status::Cycled, Status::Capped, Status::Diverged];
            let solved = !lost.contains(&outcome.status);
            last[solver] = solved.then_some(outcome.time_s);
            if solved {
                curves[solver].push([rows as f64, outcome.time_s.max(1e-9)]);
            }
            cells.push(Cell::optional(last[solver], Cell::time));
        }
        table.row(cells);
    }
    let mut findings = Findings::default();
    let shown = |solver: usize| {
        last[solver].map_or_else(|| "unsolved".into(), |time: f64| format!("{time:.2e} s"))
    };
    let direct = last[BPP].unwrap_or(f64::INFINITY);
    let best = [BPP_PCG, PGCG].into_iter().filter_map(|it| last[it]).fold(f64::INFINITY, f64::min);
    findings
        .claim(
            Weight::Conjecture,
            "on the largest a solver with conjugate gradients is faster than BPP",
            format!("BPP+PCG {}, PGCG {}, BPP {}", shown(BPP_PCG), shown(PGCG), shown(BPP)),
            best < direct,
        )
        .quoting(
            "§6.2.3",
            "we anticipate that for problems where the number of constraints is orders of \
             magnitude larger than the examples we considered, we will see our PCG solvers start \
             to shine",
        );
    let growth = [BPP_PCG, PGCG, BPP].map(|solver| exponent(&curves[solver]));
    // Nothing grows where fewer than two sizes are solved.
    let shown = |power: f64| if power.is_finite() { format!("{power:.2}") } else { "–".into() };
    findings
        .claim(
            Weight::Conjecture,
            "BPP's time grows faster with the number of constraints",
            format!(
                "exponents {}, {} and {}",
                shown(growth[0]),
                shown(growth[1]),
                shown(growth[2])
            ),
            growth[BPP] > growth[BPP_PCG].min(growth[PGCG]),
        )
        .quoting(
            "§6.2.3",
            "We believe the effect of the condition number on the convergence of the PCG solvers \
             will not be as serious as the effect of a large number of fill-ins on the Cholesky \
             factorization.",
        );
    let series = ways.iter().zip(curves).enumerate();
    findings.plots.push(Plot {
        name: "times".into(),
        title: "Time against the number of constraints".into(),
        subtitle: "walls of bricks at rest".into(),
        panels: vec![Panel::new(Axis::decades("rows"), Axis::decades("seconds"))],
        series: series
            .map(|(look, (way, curve))| {
                Series::new(way.name.clone(), look, curve).marked(Marks::All)
            })
            .collect(),
    });
    findings.tables.push(table);
    findings.setting("most outer iterations", LIMIT);
    findings.setting("seconds for a solve at most, by extrapolation", BUDGET);
    findings.setting("inner solves end at", "‖r‖ = 1e-6");
    findings.setting("compliance", super::COMPLIANCE);
    findings.setting("start", "all rows free");
    findings.note("Walls at rest: a plane of bricks, whose factors fill in less than heaps' do.");
    Ok(findings)
}

fn wall(seed: u64, bricks: usize) -> Result<Problem, ExperimentError> {
    let columns = (bricks as f64).sqrt().round();
    let options = format!(
        "bricks={bricks} columns={columns} impact=0 bounds=frozen compliance={}",
        super::COMPLIANCE
    );
    let settings = OptionValues::parse(options.split_whitespace())?;
    Ok(generate::find("wall")?.generate(seed, &settings)?)
}
