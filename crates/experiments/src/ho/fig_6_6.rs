//! Fig. 6.6: how slippery adaptive regularisation makes the chain.
//!
//! A whipping chain is chaotic: it is run from several starts whose gravity
//! leans by less than a nanometre per second squared, so that what a limit
//! changes can be told from what a breath of air changes.

use stickslip_dynamics::{FrictionModel, Simulation};
use stickslip_report::plot::{Axis, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};
use stickslip_scene::Scene;

use super::contest::MOST_IN_MOTION;
use super::{DOCUMENT, bpp_pcg};
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::{Findings, Weight};
use crate::measure::Statistics;
use crate::stage::Stage;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "ho-fig-6-6",
    document: DOCUMENT,
    artefact: "Fig. 6.6",
    title: "Slip of the chain on the rod under adaptive regularisation",
    agreement: "A lower pivot limit adds no less shift, and the chain slips no less on the rod: \
                slip is the way that touching points slide, summed over the contacts.",
    run,
};

/// No limit, then the printed ones.
const LIMITS: [usize; 3] = [0, 10, 5];

/// Seconds after which the chain is wrapped.
const LONGEST: f64 = 6.0;

/// A chain of the thesis' length leaves two steps of three unsolved under
/// every limit, and tells nothing of friction.
const SHORT: Stage =
    Stage { scene: "chain", small: &[("n", 40.0)], large: &[("n", 40.0)], seconds: 3.0 };

/// How far the gravity of a start leans from that of the one before (m/s²).
const LEAN: f64 = 1e-10;

/// The chain under one limit.
struct Run {
    /// Time, and the way slid so far (m).
    slips: Vec<[f64; 2]>,
    shift: f64,
    outer: usize,
    steps: usize,
    unsolved: usize,
}

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let starts: usize = context.choose(3, 7);
    let mut scene = SHORT.read(context)?;
    scene.seconds = scene.seconds.min(LONGEST);
    let mut findings = Findings::default();
    let mut table = Table::new(
        "slip",
        format!("The chain under three pivot limits, from {starts} starts"),
        [
            Column::words("pivot limit d"),
            Column::numbers("slip, mean").of("m"),
            Column::numbers("least").of("m"),
            Column::numbers("most").of("m"),
            Column::numbers("shift, all steps"),
            Column::numbers("outer iterations of a step"),
            Column::numbers("steps unsolved").of("%"),
            Column::words("printed"),
        ],
    );
    let printed = ["wraps", "wraps alike", "slippery"];
    let (mut slips, mut shifts, mut series) = (Vec::new(), Vec::new(), Vec::new());
    for (at, pivots) in LIMITS.into_iter().enumerate() {
        let name = if pivots == 0 { "no regularisation".into() } else { format!("d = {pivots}") };
        let mut runs = Vec::new();
        for start in 0..starts {
            context.at(at * starts + start, LIMITS.len() * starts, &name);
            runs.push(follow(&scene, pivots, LEAN * start as f64)?);
        }
        let ends: Vec<f64> =
            runs.iter().map(|run| run.slips.last().map_or(0.0, |point| point[1])).collect();
        let slip = Statistics::of(&ends).unwrap_or_default();
        let shift = runs.iter().map(|run| run.shift).sum::<f64>() / starts as f64;
        let all = |count: fn(&Run) -> usize| runs.iter().map(count).sum::<usize>() as f64;
        let steps = all(|run| run.steps).max(1.0);
        table.row([
            name.clone().into(),
            Cell::fixed(slip.mean, 3),
            Cell::fixed(slip.min, 3),
            Cell::fixed(slip.max, 3),
            Cell::scientific(shift),
            Cell::fixed(all(|run| run.outer) / steps, 1),
            Cell::fixed(100.0 * all(|run| run.unsolved) / steps, 0),
            printed[at].into(),
        ]);
        slips.push(slip);
        shifts.push(shift);
        let first = runs.into_iter().next().map_or_else(Vec::new, |run| run.slips);
        series.push(Series::new(name, at, first));
    }
    judge(&mut findings, [slips[0], slips[1], slips[2]], [shifts[1], shifts[2]]);
    findings.plots.push(Plot {
        name: "slip".into(),
        title: "Slip of the chain on the rod".into(),
        subtitle: "way of all touching points, first start".into(),
        panels: vec![Panel::new(Axis::even("time (s)"), Axis::even("slip (m)"))],
        series,
    });
    findings.tables.push(table);
    findings.setting("shift of one row", 1e-3);
    findings.setting("starts", starts);
    findings.setting("links", 40);
    findings.setting("seconds", scene.seconds);
    findings.setting("friction", "box, bounds from a frictionless solve");
    Ok(findings)
}

/// The slip without regularisation, with d = 10 and with d = 5, and the shift
/// of the latter two.
fn judge(
    findings: &mut Findings,
    [without, ten, five]: [Statistics; 3],
    [shift_ten, shift_five]: [f64; 2],
) {
    findings.claim(
        Weight::Shape,
        "the lower limit adds no less shift",
        format!("{:.1e} with d = 10, {:.1e} with d = 5", shift_ten, shift_five),
        shift_five >= shift_ten,
    );
    findings.claim(
        Weight::Shape,
        "with d = 5 the chain slips no less than without regularisation",
        format!("{:.2} m against {:.2} m, in the mean", five.mean, without.mean),
        five.mean >= 0.9 * without.mean,
    );
    findings.claim(
        Weight::Value,
        "with d = 5 it slips much more, with d = 10 much the same",
        format!("{:.2} m, {:.2} m, without {:.2} m", five.mean, ten.mean, without.mean),
        five.mean > 1.2 * without.mean && (ten.mean / without.mean - 1.0).abs() < 0.2,
    );
    let apart = (five.mean - without.mean).abs();
    let spread = five.deviation.max(without.deviation);
    findings.claim(
        Weight::Value,
        "d = 5 differs by more than starts that differ by less than 1e-9 m/s²",
        format!("{apart:.2} m between the means, {spread:.2} m within a limit"),
        apart > 2.0 * spread,
    );
}

fn follow(scene: &Scene, pivots: usize, lean: f64) -> Result<Run, ExperimentError> {
    let way = bpp_pcg(&format!("pivot_limit={pivots} pivot_shift=1e-3"))?;
    let mut settings = scene.settings.clone();
    settings.gravity.x += lean;
    settings.friction = FrictionModel::BoxNormalFirst;
    settings.solver.name = Some(way.solver.into());
    settings.solver.options = way.settings;
    settings.solver.max_iterations = Some(MOST_IN_MOTION);
    let step = settings.time_step;
    let mut simulation = Simulation::new(scene.model.clone(), settings)?;
    let steps = (scene.seconds / step).round() as usize;
    let mut run = Run { slips: Vec::new(), shift: 0.0, outer: 0, steps, unsolved: 0 };
    let mut slid = 0.0;
    for _ in 0..steps {
        // A motion that is lost slips no farther.
        let Ok(report) = simulation.step() else { break };
        run.outer += report.iterations;
        run.unsolved += usize::from(report.failed_solves > 0);
        let outcomes = simulation.islands().filter_map(|island| Some(island.solved?.1));
        let shifts = outcomes.filter_map(|it| it.figures.get("total_shift"));
        run.shift += shifts.sum::<f64>();
        for contact in simulation.contacts().iter().filter(|it| it.impulse.dot(it.normal) > 0.0) {
            let sliding = contact.velocity - contact.velocity.dot(contact.normal) * contact.normal;
            slid += step * sliding.length();
        }
        run.slips.push([simulation.state().time, slid]);
    }
    Ok(run)
}
