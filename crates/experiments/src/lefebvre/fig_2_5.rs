//! Fig. 2.5: the pattern of A before and after reordering.

use stickslip_linalg::{Ordering, SparseMatrix};
use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};

use super::tree::{Tree, positions};
use super::{DOCUMENT, SCENES};
use crate::claim::Weight;
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::stage::Pick;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "lefebvre-fig-2-5",
    document: DOCUMENT,
    artefact: "Fig. 2.5",
    title: "Bandwidth of the matrices before and after reverse Cuthill–McKee",
    agreement: "Reverse Cuthill–McKee gives every scene's matrix a smaller envelope and most of \
                them a smaller bandwidth than the order in which constraints come.",
    deviations: "machines modelled from their description",
    seeded: false,
    timed: false,
    counted: true,
    run,
};

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let mut findings = Findings::default();
    let mut table = Table::new(
        "bandwidth",
        "The largest island of a frame of each scene",
        [
            Column::words("scene"),
            Column::numbers("rows"),
            Column::numbers("entries of A"),
            Column::numbers("bandwidth"),
            Column::numbers("by RCM"),
            Column::numbers("envelope"),
            Column::numbers("by RCM"),
            Column::numbers("entries of L"),
            Column::numbers("by RCM"),
            Column::numbers("by minimum degree"),
        ],
    );
    let (mut smaller, mut narrower, mut all) = (0, 0, 0);
    for (at, line) in SCENES.iter().enumerate() {
        let name = line.stage.scene;
        context.at(at, SCENES.len(), name);
        let play = line.stage.play(context, Pick::Tight(4))?;
        let matrix = play.largest()?.problem.matrix();
        let [before, after] = [Ordering::Natural, Ordering::ReverseCuthillMcKee]
            .map(|ordering| Envelope::new(matrix, ordering));
        let fill = |ordering| Cell::count(Tree::new(matrix, ordering).stored);
        table.row([
            name.into(),
            Cell::count(matrix.rows()),
            Cell::count(matrix.stored()),
            Cell::count(before.bandwidth),
            Cell::count(after.bandwidth),
            Cell::count(before.size),
            Cell::count(after.size),
            fill(Ordering::Natural),
            fill(Ordering::ReverseCuthillMcKee),
            fill(Ordering::MinimumDegree),
        ]);
        all += 1;
        smaller += usize::from(after.size <= before.size);
        narrower += usize::from(after.bandwidth <= before.bandwidth);
        findings.plots.push(figure(name, matrix));
    }
    judge(&mut findings, smaller, narrower, all);
    findings.tables.push(table);
    findings.setting("rows come", "joint by joint, then contact by contact");
    Ok(findings)
}

/// What a skyline has to hold.
struct Envelope {
    /// The largest distance of an entry from the diagonal.
    bandwidth: usize,
    /// Entries from the first of each row to the diagonal.
    size: usize,
}

impl Envelope {
    fn new(matrix: &SparseMatrix, ordering: Ordering) -> Self {
        let (order, position) = positions(matrix, ordering);
        let mut envelope = Self { bandwidth: 0, size: 0 };
        for (at, &row) in order.iter().enumerate() {
            let columns = matrix.row_slices(row).0.iter().map(|&column| position[column]);
            let width = at - columns.min().unwrap_or(at).min(at);
            envelope.bandwidth = envelope.bandwidth.max(width);
            envelope.size += width + 1;
        }
        envelope
    }
}

fn figure(scene: &str, matrix: &SparseMatrix) -> Plot {
    let dots = |ordering| {
        let (_, position) = positions(matrix, ordering);
        let entries = (0..matrix.rows())
            .flat_map(|row| matrix.row_slices(row).0.iter().map(move |&column| (row, column)));
        let place = |at: usize| position[at] as f64;
        // Row 0 is on top.
        entries.map(|(row, column)| [place(column), -place(row)]).collect::<Vec<_>>()
    };
    let curves = vec![dots(Ordering::Natural), dots(Ordering::ReverseCuthillMcKee)];
    let panel = |label: &str| Panel::new(Axis::even(label), Axis::even("−row"));
    Plot {
        name: scene.into(),
        title: format!("Entries of A: {scene}"),
        subtitle: "as constraints come, and by reverse Cuthill–McKee".into(),
        panels: vec![panel("column, as they come"), panel("column, by RCM")],
        series: vec![Series {
            curves,
            ..Series::new("entry", 0, Vec::new()).marked(Marks::Scatter)
        }],
    }
}

/// In how many of all scenes the envelope and the bandwidth get smaller.
fn judge(findings: &mut Findings, smaller: usize, narrower: usize, all: usize) {
    findings
        .claim(
            Weight::Shape,
            "reverse Cuthill–McKee makes the envelope smaller",
            format!("in {smaller} of {all} scenes"),
            smaller == all,
        )
        .quoting(
            "§2.2.3",
            "This reduces the envelope of the system matrix and, thus, reduces fill-in for \
                 L giving an overall reduced bandwidth.",
        );
    findings
        .claim(
            Weight::Value,
            "it makes the bandwidth smaller",
            format!("in {narrower} of {all} scenes"),
            narrower == all,
        )
        .quoting(
            "§2.2.3",
            "Figure 2.5 shows reordering constraint variables of the system matrices \
                 creates a fill-in pattern with smaller bandwidth.",
        );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    #[test]
    fn every_claim_can_fail() {
        let found = |counts: [usize; 2]| judged(|it| judge(it, counts[0], counts[1], 6));
        turns(&found([6, 6]), &[found([5, 5])]);
    }
}
