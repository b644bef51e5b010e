//! Fig. 2.3: the share of tight variables, step by step.

use stickslip_report::plot::{Axis, Level, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};

use super::{DOCUMENT, SCENES};
use crate::claim::Weight;
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::stage::Pick;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "lefebvre-fig-2-3",
    document: DOCUMENT,
    artefact: "Fig. 2.3",
    title: "Share of tight variables by step",
    agreement: "In most scenes most steps have fewer than 15 % tight variables, the share below \
                which the thesis finds that downdating pays.",
    deviations: "machines modelled from their description",
    seeded: false,
    timed: false,
    counted: true,
    run,
};

/// Below this share downdating pays in the thesis.
const WORTH: f64 = 0.15;

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let mut findings = Findings::default();
    let mut table = Table::new(
        "tight",
        "Rows at a bound over all rows, by step",
        [
            Column::words("scene"),
            Column::numbers("mean").of("%"),
            Column::numbers("most").of("%"),
            Column::numbers("steps below 15 %").of("%"),
            Column::numbers("most, open contacts left out").of("%"),
        ],
    );
    let (mut series, mut mostly_below, mut forklift) = (Vec::new(), 0, [f64::NAN; 2]);
    for (at, line) in SCENES.iter().enumerate() {
        let name = line.stage.scene;
        context.at(at, SCENES.len(), name);
        let play = line.stage.play(context, Pick::Tight(0))?;
        let points: Vec<[f64; 2]> =
            play.moments.iter().map(|moment| [moment.time, moment.tight_share]).collect();
        let below = points.iter().filter(|point| point[1] < WORTH).count() as f64
            / points.len().max(1) as f64;
        let most = points.iter().map(|point| point[1]).fold(0.0, f64::max);
        let touching = play.moments.iter().map(|it| it.touching_share).fold(0.0, f64::max);
        table.row([
            name.into(),
            Cell::fixed(100.0 * play.mean_tight_share(), 1),
            Cell::fixed(100.0 * most, 1),
            Cell::fixed(100.0 * below, 0),
            Cell::fixed(100.0 * touching, 1),
        ]);
        mostly_below += usize::from(below > 0.5);
        if name == "forklift" {
            forklift = [touching, most];
        }
        let percent = points.into_iter().map(|[time, share]| [time, 100.0 * share]).collect();
        series.push(Series::new(name, at, percent));
    }
    judge(&mut findings, mostly_below, SCENES.len(), forklift);
    findings.plots.push(Plot {
        name: "tight".into(),
        title: "Share of tight variables".into(),
        subtitle: "by step, played by bpp".into(),
        panels: vec![Panel {
            level: Some(Level { value: 100.0 * WORTH, label: "15 %".into() }),
            ..Panel::new(Axis::even("time (s)"), Axis::even("tight (%)"))
        }],
        series,
    });
    findings.tables.push(table);
    findings.setting("seconds", context.choose("4 to 6", "20"));
    findings.note(
        "Contacts are found a little before bodies touch. The rows of those that do not touch yet \
         are tight at zero: they are counted in the first columns, and left out in the last.",
    );
    Ok(findings)
}

/// On how many of all scenes most steps are below; the most of the forklift,
/// without contacts that are still open and with them.
fn judge(findings: &mut Findings, mostly_below: usize, all: usize, [touching, most]: [f64; 2]) {
    findings
        .claim(
            Weight::Shape,
            "most scenes have fewer than 15 % tight variables in most steps",
            format!("{mostly_below} of {}", all),
            2 * mostly_below > all,
        )
        .quoting(
            "§2.2.2",
            "It demonstrates that a speed-up can be realized when the percentage of tight \
                 variables is less than 15%. Revisiting Figure 2.3, we observe that this is the \
                 case for most of the simulation frames in our target examples.",
        );
    findings
        .claim(
            Weight::Value,
            "the forklift has up to 5 % when its wheels skid, within a factor of two",
            format!(
                "{:.1} % at most of the rows of contacts that touch, {:.1} % of all",
                100.0 * touching,
                100.0 * most
            ),
            (0.025..=0.10).contains(&touching),
        )
        .quoting(
            "§2.3.1.1",
            "The wheels start skidding during the turn which leads to an increase of \
                 variables in the tight set to up to 5 % of all variables.",
        )
        .changed("2026-11-18", "contacts within the margin that are still open were counted");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    #[test]
    fn every_claim_can_fail() {
        let found = |below, touching| judged(|findings| judge(findings, below, 6, [touching, 0.2]));
        turns(&found(5, 0.05), &[found(3, 0.15)]);
    }
}
