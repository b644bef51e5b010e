//! Tables 6.2–6.4: outer iterations, errors and times of the three solvers.

mod judge;

use std::sync::Arc;

use stickslip_report::{Cell, Column, Table};

use super::contest::{Scene, describe, hold};
use super::{BPP, BPP_PCG, DOCUMENT, PGCG, remains};
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "ho-table-6-2",
    document: DOCUMENT,
    artefact: "Tables 6.2–6.4",
    title: "Outer iterations, errors and times of BPP+PCG, PGCG and BPP",
    agreement: "BPP+PCG takes the outer iterations of BPP; PGCG takes fewer on wall and trucks, \
                more on rocks; errors are small on every scene but the wall; conjugate gradients \
                are faster on boxes, spinner and wall alone.",
    deviations: "scenes modelled from their description; frames of one play, eight of the trucks' 20 \
                 s; at most 1000 outer iterations and in full 30 000 inner ones a solve",
    seeded: true,
    timed: true,
    counted: true,
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

const SOLVERS: [usize; 3] = [BPP_PCG, PGCG, BPP];

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let scenes = hold(context)?;
    let left = remains::measure(context, &scenes)?;
    let mut findings = Findings::default();
    findings.tables.push(table(
        "outer",
        "Table 6.2: outer iterations of a frame, summed over its islands, mean",
        &scenes,
        |scene, solver| Cell::fixed(scene.outer(solver), 1),
        |line, solver| Cell::fixed(line.outer[solver], 1),
    ));
    findings.tables.push(table(
        "outer-largest",
        "The same of the island that takes the most",
        &scenes,
        |scene, solver| Cell::fixed(scene.mean(solver, |it| it.most_iterations as f64), 1),
        |line, solver| Cell::fixed(line.outer[solver], 1),
    ));
    findings.tables.push(table(
        "error",
        "Table 6.3: largest error of a frame (J), finished or not",
        &scenes,
        |scene, solver| Cell::scientific(scene.error(solver)),
        |line, solver| Cell::scientific(line.error[solver]),
    ));
    findings.tables.push(table(
        "time",
        "Table 6.4: mean time of a frame over that of BPP, a ratio derived from both",
        &scenes,
        |scene, solver| {
            Cell::fixed(scene.seconds(solver).middle() / scene.seconds(BPP).middle(), 2)
        },
        |line, solver| Cell::fixed(line.milliseconds[solver] / line.milliseconds[BPP], 2),
    ));
    findings.tables.push(table(
        "milliseconds",
        "Table 6.4: mean time of a frame (ms), the author's machine beside this one",
        &scenes,
        |scene, solver| Cell::fixed(1e3 * scene.seconds(solver).middle(), 2),
        |line, solver| Cell::fixed(line.milliseconds[solver], 1),
    ));
    findings.tables.push(table(
        "imaginary",
        "Imaginary columns of all incomplete factors (%); the thesis prints none",
        &scenes,
        |scene, solver| match solver {
            BPP => Cell::Empty,
            _ => Cell::fixed(100.0 * scene.imaginary_share(solver), 3),
        },
        |_, _| Cell::Empty,
    ));
    if !left.is_empty() {
        findings.tables.push(remains::table(&left));
    }
    let seen: Vec<judge::Seen> = scenes.iter().map(|scene| judge::Seen::of(scene)).collect();
    judge::judge(&mut findings, &seen);
    describe(context, &mut findings, &scenes);
    findings.note(
        "Frames are steps of the play by bpp; every solver refreshes the friction bounds itself. \
         Frames that are not finished are part of all means. Errors are ½ A_ii r_i² of the natural \
         map; the thesis' measure is another one in the same unit, so that only orders can be \
         compared.",
    );
    findings.note(
        "The thesis sums outer iterations over islands, yet prints 1.6 for separate stacks, each \
         of which is an island: either islands that need no pivoting are not counted, or the \
         largest one is meant. Both counts are shown.",
    );
    Ok(findings)
}

fn table(
    name: &str,
    title: &str,
    scenes: &[Arc<Scene>],
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
        for solver in SOLVERS {
            cells.push(ours(scene, solver));
            cells.push(printed(line, solver));
        }
        let lost = SOLVERS.map(|solver| scene.lost(solver));
        cells.push(Cell::count(scene.frames.len()));
        cells.push(format!("{} / {} / {}", lost[0], lost[1], lost[2]).into());
        table.row(cells);
    }
    table
}
