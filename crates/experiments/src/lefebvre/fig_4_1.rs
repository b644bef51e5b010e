//! Fig. 4.1: elimination trees under two orderings.

use stickslip_linalg::Ordering;
use stickslip_report::plot::{Axis, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};

use super::tree::Tree;
use super::{DOCUMENT, SCENES};
use crate::claim::Weight;
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::stage::Pick;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "lefebvre-fig-4-1",
    document: DOCUMENT,
    artefact: "Fig. 4.1",
    title: "Elimination trees under reverse Cuthill–McKee and minimum degree",
    agreement: "Reverse Cuthill–McKee gives narrow, degenerate trees, no lower and with no more \
                leaves than those of minimum degree.",
    deviations: "machines modelled from their description",
    seeded: false,
    timed: false,
    counted: true,
    run,
};

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let mut findings = Findings::default();
    let mut table = Table::new(
        "trees",
        "The largest island of a frame of each scene",
        [
            Column::words("scene"),
            Column::words("ordering"),
            Column::numbers("rows"),
            Column::numbers("height"),
            Column::numbers("leaves"),
            Column::numbers("entries of L"),
        ],
    );
    let (mut degenerate, mut higher, mut narrower, mut fuller, mut all) = (0, 0, 0, 0, 0);
    for (at, line) in SCENES.iter().enumerate() {
        let name = line.stage.scene;
        context.at(at, SCENES.len(), name);
        let play = line.stage.play(context, Pick::Tight(4))?;
        let matrix = play.largest()?.problem.matrix();
        let trees = [Ordering::ReverseCuthillMcKee, Ordering::MinimumDegree]
            .map(|ordering| Tree::new(matrix, ordering));
        for (tree, ordering) in trees.iter().zip(["reverse Cuthill–McKee", "minimum degree"]) {
            table.row([
                name.into(),
                ordering.into(),
                Cell::count(matrix.rows()),
                Cell::count(tree.height()),
                Cell::count(tree.leaves()),
                Cell::count(tree.stored),
            ]);
        }
        let [band, bushy] = &trees;
        all += 1;
        degenerate += usize::from(2 * band.height() > matrix.rows());
        higher += usize::from(band.height() >= bushy.height());
        narrower += usize::from(band.leaves() <= bushy.leaves());
        fuller += usize::from(band.stored >= bushy.stored);
        findings.plots.push(figure(name, &trees));
    }
    judge(&mut findings, [degenerate, higher, narrower, fuller], all);
    findings.tables.push(table);
    findings.setting("matrix", "A of all rows of the island");
    findings.note("The thesis shows the trees of one matrix and no numbers.");
    Ok(findings)
}

fn figure(scene: &str, trees: &[Tree; 2]) -> Plot {
    let curves = trees.iter().map(Tree::walk).collect();
    let panel = |label: &str| Panel::new(Axis::even(label), Axis::even("levels above the leaves"));
    Plot {
        name: scene.into(),
        title: format!("Elimination trees: {scene}"),
        subtitle: "leaves side by side, roots on top".into(),
        panels: vec![panel("reverse Cuthill–McKee"), panel("minimum degree")],
        series: vec![Series { curves, ..Series::new("tree", 0, Vec::new()) }],
    }
}

/// In how many of all scenes RCM's tree is degenerate, is no lower, has no more leaves,
/// and its factor no fewer entries.
fn judge(findings: &mut Findings, [degenerate, higher, narrower, fuller]: [usize; 4], all: usize) {
    for (weight, text, count) in [
        (Weight::Shape, "more than half of the rows are on one way of RCM's tree", degenerate),
        (Weight::Shape, "RCM's tree is at least as high as that of minimum degree", higher),
        (Weight::Shape, "RCM's tree has no more leaves", narrower),
        (Weight::Aside, "RCM's factor has at least as many entries", fuller),
    ] {
        findings.claim(weight, text, format!("in {count} of {all} scenes"), count == all).quoting(
            "§4.1",
            "RCM results in a narrow, degenerate tree with very low branching factor.",
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    #[test]
    fn every_claim_can_fail() {
        let found = |count| judged(|findings| judge(findings, [count; 4], 6));
        turns(&found(6), &[found(5)]);
    }
}
