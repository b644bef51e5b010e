//! A table of scenes: what they hold, ours beside printed.

use stickslip_report::{Cell, Column, Table};

use super::{Play, Stage, condition};
use crate::error::ExperimentError;
use crate::experiment::{Context, Effort};
use crate::findings::{Findings, Weight};

/// A line of a printed table of scenes.
#[derive(Clone, Copy, Debug)]
pub struct Printed {
    /// The scene.
    pub stage: Stage,
    /// Mass of the heaviest body over that of the lightest.
    pub mass_ratio: Option<f64>,
    /// Most scalar constraints.
    pub constraints: usize,
    /// Condition number of A.
    pub condition: f64,
}

/// What was found of one scene.
struct Found {
    play: Play,
    mass_ratio: f64,
    condition: Option<f64>,
}

/// Plays all scenes, tables what they hold and judges it.
pub fn inventory(
    context: &Context,
    lines: &[Printed],
    frames: usize,
) -> Result<Findings, ExperimentError> {
    let mut findings = Findings::default();
    let mut table = Table::new(
        "scenes",
        "Maxima of mass ratio, number of constraints and condition number of A",
        [
            Column::words("scene"),
            Column::numbers("bodies"),
            Column::numbers("mass ratio"),
            Column::numbers("printed"),
            Column::numbers("constraints"),
            Column::numbers("printed"),
            Column::numbers("condition"),
            Column::numbers("printed"),
            Column::numbers("tight, mean").of("%"),
        ],
    );
    for (at, line) in lines.iter().enumerate() {
        context.at(at, lines.len(), line.stage.scene);
        let found = measure(context, line, frames)?;
        table.row([
            line.stage.scene.into(),
            Cell::count(found.play.scene.model.bodies().len()),
            Cell::fixed(found.mass_ratio, 0),
            Cell::optional(line.mass_ratio, |ratio| Cell::fixed(ratio, 0)),
            Cell::count(found.play.most_constraints()),
            Cell::count(line.constraints),
            Cell::optional(found.condition, Cell::scientific),
            Cell::scientific(line.condition),
            Cell::fixed(100.0 * found.play.mean_tight_share(), 1),
        ]);
        judge(context, &mut findings, line, &found);
    }
    findings.tables.push(table);
    findings.setting("frames of each scene", frames);
    findings.setting("sizes", context.choose("small", "the document's"));
    findings.note(
        "The condition number is the largest over the kept frames, of the largest island, by \
         power iteration with A and with its Cholesky factor. The printed compliances are a range, \
         and A has the units that it has, so that only its order of magnitude means anything.",
    );
    Ok(findings)
}

fn measure(context: &Context, line: &Printed, frames: usize) -> Result<Found, ExperimentError> {
    let play = line.stage.play(context, frames)?;
    let islands = play.frames.iter().filter_map(|frame| frame.largest());
    let condition =
        islands.filter_map(|island| condition(island.problem.matrix())).max_by(f64::total_cmp);
    Ok(Found { mass_ratio: play.scene.model.mass_ratio(), play, condition })
}

fn judge(context: &Context, findings: &mut Findings, line: &Printed, found: &Found) {
    let name = line.stage.scene;
    let condition = found.condition.unwrap_or(f64::INFINITY);
    findings.claim(
        Weight::Shape,
        format!("{name}: A is ill-conditioned"),
        format!("{condition:.0e}"),
        condition >= 1e5,
    );
    findings.claim(
        Weight::Value,
        format!("{name}: the condition number within two decades"),
        format!("{condition:.0e} against {:.0e}", line.condition),
        (condition / line.condition).log10().abs() <= 2.0,
    );
    if let Some(ratio) = line.mass_ratio {
        findings.claim(
            Weight::Value,
            format!("{name}: the mass ratio within a factor of two"),
            format!("{:.0} against {ratio:.0}", found.mass_ratio),
            within(found.mass_ratio, ratio, 2.0),
        );
    }
    if context.effort == Effort::Full {
        let most = found.play.most_constraints();
        findings.claim(
            Weight::Value,
            format!("{name}: the number of constraints within a factor of two"),
            format!("{most} against {}", line.constraints),
            within(most as f64, line.constraints as f64, 2.0),
        );
    }
    if let Some(cut) = &found.play.cut {
        findings.note(format!("{name} ended before its time: {cut}"));
    }
}

/// Whether two numbers differ by at most a factor.
fn within(one: f64, other: f64, factor: f64) -> bool {
    one <= factor * other && other <= factor * one
}
