//! A table of scenes: what they hold, ours beside printed.

use stickslip_report::{Cell, Column, Table};

use super::{Condition, Pick, Stage, condition};
use crate::claim::{Quotation, Ruling, Weight};
use crate::error::ExperimentError;
use crate::experiment::{Context, Effort};
use crate::findings::Findings;

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
    bodies: usize,
    constraints: usize,
    /// The mean share of tight rows.
    tight: f64,
    /// Why the play ended before its time.
    cut: Option<String>,
    mass_ratio: f64,
    condition: Option<Condition>,
    /// The largest compliance of a row over the kept frames.
    compliance: f64,
}

/// The sentences of a document that the table tests.
#[derive(Clone, Copy, Debug)]
pub struct Sentences {
    /// That matrices are ill-conditioned.
    pub ill_conditioned: Quotation,
    /// What the table holds.
    pub table: Quotation,
}

/// Which condition number is compared, and why: the same one everywhere.
pub const WHICH_CONDITION: &str = "Compared is the condition number of D⁻¹ᐟ² A D⁻¹ᐟ² with D = \
     diag(A). The documents' rows have compliances of 1e-10 to 1e-6, so that their largest \
     eigenvalues belong to contacts and joints; ours include rows of soft springs (bending of \
     cables, drives) with up to 88 m/s per N·s, and the condition number of A as it is measures \
     their units. Where there are no such rows (boxes, tower, rocks and wall) the two numbers \
     differ by less than a factor of 2.5.";

/// No condition number of a matrix in double precision can be known beyond this.
const TELLABLE: f64 = 1e16;
/// From here on conjugate gradients without a preconditioner lose half of all digits.
const ILL: f64 = 1e5;
/// How far counts may be off, as a factor.
const QUARTER: f64 = 1.25;

/// Plays all scenes, tables what they hold and judges it.
pub fn inventory(
    context: &Context,
    lines: &[Printed],
    sentences: Sentences,
    pick: Pick,
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
            Column::numbers("of A as it is"),
            Column::numbers("compliance, most"),
            Column::numbers("tight, mean").of("%"),
        ],
    );
    for (at, line) in lines.iter().enumerate() {
        context.at(at, lines.len(), line.stage.scene);
        let found = measure(context, line, pick)?;
        table.row([
            line.stage.scene.into(),
            Cell::count(found.bodies),
            Cell::fixed(found.mass_ratio, 0),
            Cell::optional(line.mass_ratio, |ratio| Cell::fixed(ratio, 0)),
            Cell::count(found.constraints),
            Cell::count(line.constraints),
            Cell::optional(found.condition, |it| Cell::scientific(it.scaled)),
            Cell::scientific(line.condition),
            Cell::optional(found.condition, |it| Cell::scientific(it.raw)),
            Cell::scientific(found.compliance),
            Cell::fixed(100.0 * found.tight, 1),
        ]);
        judge(context, &mut findings, line, sentences, &found);
    }
    findings.tables.push(table);
    findings.setting("frames of each scene", pick.frames());
    findings.setting("sizes", context.choose("small", "the document's"));
    findings.note(format!(
        "The condition number is the largest over the kept frames, of the largest island, by \
         power iteration with A and with its Cholesky factor. {WHICH_CONDITION} The compliance is \
         the largest of any row (m/s per N·s). Mass ratios are inputs of the scenes."
    ));
    Ok(findings)
}

fn measure(context: &Context, line: &Printed, pick: Pick) -> Result<Found, ExperimentError> {
    let play = line.stage.play(context, pick)?;
    let islands = || play.frames.iter().filter_map(|frame| frame.largest());
    let condition = islands()
        .filter_map(|island| condition(island.problem.matrix()))
        .max_by(|one, two| one.scaled.total_cmp(&two.scaled));
    let rows = islands().filter_map(|island| Some(&island.problem.factored()?.compliance));
    let compliance = rows.flatten().copied().fold(0.0, f64::max);
    Ok(Found {
        bodies: play.scene.model.bodies().len(),
        constraints: play.most_constraints(),
        tight: play.mean_tight_share(),
        cut: play.cut.clone(),
        mass_ratio: play.scene.model.mass_ratio(),
        condition,
        compliance,
    })
}

fn judge(
    context: &Context,
    findings: &mut Findings,
    line: &Printed,
    sentences: Sentences,
    found: &Found,
) {
    let name = line.stage.scene;
    let condition = found.condition.map_or(f64::INFINITY, |it| it.scaled);
    findings
        .claim(
            Weight::Shape,
            format!("{name}: A is ill-conditioned"),
            format!("{condition:.0e}"),
            condition >= ILL,
        )
        .quotes(sentences.ill_conditioned);
    let text = format!("{name}: the condition number within two decades");
    if line.condition > TELLABLE {
        let measured = format!("{:.0e} cannot be told in double precision", line.condition);
        findings.ruled(Weight::Value, text, measured, Ruling::NotTestable).quotes(sentences.table);
    } else {
        findings
            .claim(
                Weight::Value,
                text,
                format!("{condition:.0e} against {:.0e}", line.condition),
                libm::log10(condition / line.condition).abs() <= 2.0,
            )
            .quotes(sentences.table)
            .changed("2026-11-18", "that of A or that of A scaled was enough, whichever fits");
    }
    if let Some(ratio) = line.mass_ratio {
        findings.claim(
            Weight::Aside,
            format!("{name}: the mass ratio, which is an input"),
            format!("{:.0} against {ratio:.0}", found.mass_ratio),
            within(found.mass_ratio, ratio, QUARTER),
        );
    }
    if context.effort == Effort::Full {
        let most = found.constraints;
        findings
            .claim(
                Weight::Value,
                format!("{name}: the number of constraints within a quarter"),
                format!("{most} against {}", line.constraints),
                within(most as f64, line.constraints as f64, QUARTER),
            )
            .quotes(sentences.table)
            .changed("2026-11-18", "half of the printed rows passed as within a factor of two");
    }
    if let Some(cut) = &found.cut {
        findings.note(format!("{name} ended before its time: {cut}"));
    }
}

/// Whether two numbers differ by at most a factor.
fn within(one: f64, other: f64, factor: f64) -> bool {
    one <= factor * other && other <= factor * one
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    #[test]
    fn every_claim_can_fail() {
        let stage =
            Stage { scene: "wall", preset: None, small: &[], large: &[], seconds: [1.0, 1.0] };
        let line = Printed { stage, mass_ratio: Some(4.0), constraints: 1000, condition: 1e9 };
        let quotation = Quotation { place: "", sentence: "" };
        let sentences = Sentences { ill_conditioned: quotation, table: quotation };
        let context = Context { effort: Effort::Full, ..Context::quick() };
        let found = |condition: f64, constraints, mass_ratio| {
            let condition = Some(Condition { raw: 1.0, scaled: condition });
            let (tight, cut, compliance) = (0.1, None, 1e-7);
            let found =
                Found { bodies: 9, constraints, tight, cut, mass_ratio, condition, compliance };
            judged(|findings| judge(&context, findings, &line, sentences, &found))
        };
        turns(&found(1e8, 900, 4.0), &[found(1e4, 500, 9.0)]);
    }
}
