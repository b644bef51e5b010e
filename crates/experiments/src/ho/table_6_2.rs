//! Tables 6.2–6.4: outer iterations, errors and times of the three solvers.

use stickslip_report::{Cell, Column, Table};

use super::contest::{Scene, hold, limit, stages};
use super::{DOCUMENT, SCENES};
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::{Findings, Weight};

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "ho-table-6-2",
    document: DOCUMENT,
    artefact: "Tables 6.2–6.4",
    title: "Outer iterations, errors and times of BPP+PCG, PGCG and BPP",
    agreement: "BPP+PCG takes the outer iterations of BPP; PGCG finds all index sets and takes \
                fewer on the wall; errors are small and BPP's are the smallest.",
    run,
};

/// What the tables print of a scene, for BPP+PCG, PGCG and BPP.
struct Line {
    outer: [f64; 3],
    error: [f64; 3],
    milliseconds: [f64; 3],
}

/// In the order of Table 6.1.
const PRINTED: [Line; 7] = [
    line([1.6, 1.5, 1.6], [2.3e-11, 9.7e-23, 2.3e-11], [22.0, 27.0, 68.0]),
    line([40.9, 31.7, 40.9], [1.9e-11, 7.6e-12, 2.8e-17], [67.0, 160.0, 35.0]),
    line([9.6, 9.5, 9.6], [6.3e-14, 6.0e-14, 2.7e-22], [1.3, 1.0, 5.3]),
    line([68.0, 17.2, 68.0], [1.2e-13, 1.1e-13, 3.5e-20], [1.1e3, 1.4e3, 5.1e2]),
    line([47.6, 7.8, 47.6], [8.6e-11, 9.3e-11, 1.4e-13], [9.3e3, 5.1e3, 9.8e2]),
    line([17.5, 64.4, 17.5], [9.4e-17, 2.4e-16, 6.4e-19], [2e4, 5e4, 6.3e2]),
    line([1300.0, 32.9, 1900.0], [1.8e10, 1.1e-11, 1.8e10], [5.4e4, 6e2, 4.7e3]),
];

const fn line(outer: [f64; 3], error: [f64; 3], milliseconds: [f64; 3]) -> Line {
    Line { outer, error, milliseconds }
}

/// Numbers of the solvers.
const BPP_PCG: usize = 0;
const PGCG: usize = 1;
const BPP: usize = 2;

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let frames = context.choose(3, 10);
    let scenes = hold(context, stages(&SCENES), frames, false)?;
    let mut findings = Findings::default();
    findings.tables.push(table(
        "outer",
        "Table 6.2: outer iterations, mean over frames with tight rows",
        &scenes,
        |scene, solver| Cell::fixed(scene.mean(solver, |it| it.counts.iterations as f64), 1),
        |line, solver| Cell::fixed(line.outer[solver], 1),
    ));
    findings.tables.push(table(
        "error",
        "Table 6.3: largest error of a frame (J)",
        &scenes,
        |scene, solver| Cell::scientific(worst(scene, solver)),
        |line, solver| Cell::scientific(line.error[solver]),
    ));
    findings.tables.push(table(
        "time",
        "Table 6.4: mean time of a frame over that of BPP",
        &scenes,
        |scene, solver| {
            let [own, base] = [solver, BPP].map(|solver| scene.mean(solver, |it| it.seconds));
            Cell::fixed(own / base, 2)
        },
        |line, solver| Cell::fixed(line.milliseconds[solver] / line.milliseconds[BPP], 2),
    ));
    judge(&mut findings, &scenes);
    findings.setting("frames of each scene, at most", frames);
    findings.setting("most outer iterations", limit(context));
    findings.setting("inner solves end at", "‖r‖ = 1e-6");
    findings.note(
        "Frames are steps of the play by bpp with tight rows (with any rows for boxes, where none \
         is ever tight), with friction bounds frozen and all rows free at the start. Errors are ½ A_ii r_i² of the natural map; the thesis' measure is another one \
         in the same unit, so that only orders can be compared.",
    );
    Ok(findings)
}

/// The largest energy error of a solver where it finished.
fn worst(scene: &Scene, solver: usize) -> f64 {
    scene.frames.iter().map(|frame| frame.solved[solver].energy).fold(0.0, f64::max)
}

fn table(
    name: &str,
    title: &str,
    scenes: &[Scene],
    ours: impl Fn(&Scene, usize) -> Cell,
    printed: impl Fn(&Line, usize) -> Cell,
) -> Table {
    let mut table = Table::new(
        name,
        title,
        [
            Column::words("scene"),
            Column::numbers("BPP+PCG"),
            Column::numbers("printed"),
            Column::numbers("PGCG"),
            Column::numbers("printed"),
            Column::numbers("BPP"),
            Column::numbers("printed"),
            Column::numbers("frames"),
            Column::words("not finished"),
        ],
    );
    for (scene, line) in scenes.iter().zip(&PRINTED) {
        let mut cells = vec![scene.name.into()];
        for solver in [BPP_PCG, PGCG, BPP] {
            cells.push(ours(scene, solver));
            cells.push(printed(line, solver));
        }
        let lost = [BPP_PCG, PGCG, BPP]
            .map(|solver| scene.frames.iter().filter(|frame| !frame.finished(&[solver])).count());
        cells.push(Cell::count(scene.frames.len()));
        cells.push(format!("{} / {} / {}", lost[0], lost[1], lost[2]).into());
        table.row(cells);
    }
    table
}

fn judge(findings: &mut Findings, scenes: &[Scene]) {
    let frames = || scenes.iter().flat_map(|scene| &scene.frames);
    let outer = |solver: usize, among: &[usize]| -> usize {
        let both = frames().filter(|frame| frame.finished(among));
        both.map(|frame| frame.solved[solver].counts.iterations).sum()
    };
    let pair = [BPP_PCG, BPP];
    let (with_pcg, direct) = (outer(BPP_PCG, &pair), outer(BPP, &pair));
    findings.claim(
        Weight::Shape,
        "BPP+PCG takes the outer iterations of BPP where both finish",
        format!("{with_pcg} against {direct} altogether"),
        (with_pcg as f64 / direct as f64 - 1.0).abs() < 0.25,
    );
    let lost = |solver: usize| frames().filter(|frame| !frame.finished(&[solver])).count();
    findings.claim(
        Weight::Shape,
        "PGCG finds the index sets of every frame",
        format!("{} of {} not", lost(PGCG), frames().count()),
        lost(PGCG) == 0,
    );
    for (weight, name) in [(Weight::Value, "trucks"), (Weight::Shape, "wall")] {
        let Some(scene) = scenes.iter().find(|scene| scene.name == name) else { continue };
        let means = [PGCG, BPP].map(|solver| scene.mean(solver, |it| it.counts.iterations as f64));
        findings.claim(
            weight,
            format!("{name}: PGCG needs fewer outer iterations than BPP"),
            format!("{:.1} against {:.1}", means[0], means[1]),
            means[0] < means[1],
        );
    }
    let error = |solver: usize| {
        let done = frames().filter(|frame| frame.finished(&[solver]));
        done.map(|frame| frame.solved[solver].energy).fold(0.0, f64::max)
    };
    let errors = [BPP_PCG, PGCG, BPP].map(error);
    let shown = errors.map(|error| format!("{error:.0e} J")).join(", ");
    findings.claim(
        Weight::Shape,
        "all three are accurate where they finish: below 1e-6 J",
        shown.clone(),
        errors.iter().all(|&error| error < 1e-6),
    );
    findings.claim(
        Weight::Value,
        "BPP is the most accurate",
        shown,
        errors[BPP] <= errors[PGCG] && errors[BPP] <= errors[BPP_PCG],
    );
    let slower = |scene: &&Scene| {
        scene.mean(BPP_PCG, |it| it.seconds).min(scene.mean(PGCG, |it| it.seconds))
            > scene.mean(BPP, |it| it.seconds)
    };
    let names: Vec<_> = scenes.iter().filter(slower).map(|scene| scene.name).collect();
    findings.note(format!(
        "Both conjugate gradient solvers are slower than BPP on: {}; printed: tower, chain, \
         trucks, rocks.",
        names.join(", ")
    ));
}
