//! Table 6.5: adaptive regularisation.

use stickslip_report::{Cell, Column, Table};

use super::contest::limit;
use super::{CHAIN, DOCUMENT, ROCKS, TRUCKS, bpp_pcg};
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::{Findings, Weight};
use crate::stage::Stage;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "ho-table-6-5",
    document: DOCUMENT,
    artefact: "Table 6.5",
    title: "Outer iterations of BPP+PCG under adaptive regularisation",
    agreement: "A pivot limit does not cost outer iterations on chain and trucks and matters \
                little on rocks; the lower limit adds the larger shift.",
    run,
};

/// No limit, then the printed ones.
const LIMITS: [usize; 3] = [0, 10, 5];

/// Scene and printed means.
const SCENES: [(Stage, [f64; 3]); 3] =
    [(CHAIN, [68.0, 17.5, 14.8]), (TRUCKS, [47.6, 28.2, 19.6]), (ROCKS, [17.5, 16.5, 17.1])];

/// Means over frames: outer iterations and total shift.
#[derive(Clone, Copy)]
struct Mean {
    outer: f64,
    shift: f64,
}

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let frames = context.choose(4, 10);
    let mut findings = Findings::default();
    let mut table = Table::new(
        "outer",
        "Outer iterations of BPP+PCG, mean over frames with tight rows",
        [
            Column::words("scene"),
            Column::words("pivot limit d"),
            Column::numbers("outer iterations"),
            Column::numbers("fewer by"),
            Column::numbers("printed"),
            Column::numbers("printed, fewer by"),
            Column::numbers("total shift, mean"),
        ],
    );
    let (mut shifts, mut means) = ([0.0; 3], Vec::new());
    for (at, (stage, printed)) in SCENES.iter().enumerate() {
        context.at(at, SCENES.len(), stage.scene);
        let found = measure(context, stage, frames)?;
        for (at, limit) in LIMITS.into_iter().enumerate() {
            shifts[at] += found[at].shift;
            table.row([
                stage.scene.into(),
                if limit == 0 { "–".into() } else { limit.to_string().into() },
                Cell::fixed(found[at].outer, 1),
                Cell::fixed(found[0].outer / found[at].outer, 1),
                Cell::fixed(printed[at], 1),
                Cell::fixed(printed[0] / printed[at], 1),
                Cell::scientific(found[at].shift),
            ]);
        }
        means.push(found.map(|mean| mean.outer));
    }
    judge(&mut findings, &means, shifts);
    findings.tables.push(table);
    findings.setting("shift", 1e-3);
    findings.setting("frames of each scene, at most", frames);
    findings.note(
        "Printed are whole simulations under each limit; here all limits solve the same frames.",
    );
    Ok(findings)
}

fn measure(context: &Context, stage: &Stage, frames: usize) -> Result<[Mean; 3], ExperimentError> {
    let play = stage.play(context, frames)?;
    let mut means = [Mean { outer: 0.0, shift: 0.0 }; 3];
    for (mean, pivots) in means.iter_mut().zip(LIMITS) {
        let way = bpp_pcg(&format!("pivot_limit={pivots} pivot_shift=1e-3"))?;
        let count = play.frames.len().max(1) as f64;
        for frame in &play.frames {
            let solved = frame.solve(&way, limit(context))?;
            mean.outer += solved.counts.iterations as f64 / count;
            mean.shift += solved.figure("total_shift") / count;
        }
    }
    Ok(means)
}

fn judge(findings: &mut Findings, means: &[[f64; 3]], shifts: [f64; 3]) {
    for ((stage, _), outer) in SCENES.iter().zip(means).take(2) {
        findings.claim(
            Weight::Shape,
            format!("{}: a limit does not cost outer iterations", stage.scene),
            format!("{:.1}, {:.1}, {:.1}", outer[0], outer[1], outer[2]),
            outer[1] <= 1.05 * outer[0] && outer[2] <= 1.05 * outer[0],
        );
        findings.claim(
            Weight::Value,
            format!("{}: d = 5 needs at most half as many", stage.scene),
            format!("{:.1} times fewer", outer[0] / outer[2]),
            outer[2] <= 0.5 * outer[0],
        );
    }
    if let Some(rocks) = means.last() {
        findings.claim(
            Weight::Value,
            "rocks: regularisation matters little",
            format!("{:.1}, {:.1}, {:.1}", rocks[0], rocks[1], rocks[2]),
            rocks.iter().all(|outer| (outer / rocks[0] - 1.0).abs() < 0.35),
        );
    }
    findings.claim(
        Weight::Shape,
        "the lower limit adds the larger shift",
        format!("{:.1e} with d = 10, {:.1e} with d = 5", shifts[1], shifts[2]),
        shifts[2] >= shifts[1] && shifts[0] == 0.0,
    );
}
