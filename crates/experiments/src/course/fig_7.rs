//! Fig. 7 and 8: friction cones with k facets, and boxes.
//!
//! The section of a polyhedral cone with k directions is a polygon inscribed
//! in the disc of radius μ λ_n, with the share (k/2π) sin(2π/k) of its area; a
//! box is a square around it, 4/π. Both are measured here by the projections
//! that the solvers use, and not by these formulas.

use std::f64::consts::{PI, TAU};

use stickslip_problems::generate::{StewartTrinkleOptions, stewart_trinkle};
use stickslip_report::plot::{Axis, Level, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};
use stickslip_solve::sets::{AdmissibleSet, Cuboid, RegularPolygon, SetError};

use super::DOCUMENT;
use crate::claim::Weight;
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "course-fig-7",
    document: DOCUMENT,
    artefact: "Fig. 7–8",
    title: "Accuracy of polyhedral friction against the number of directions",
    agreement: "The accuracy rises with every added direction while the problem grows, areas are \
                those of inscribed polygons, and the box contains the disc.",
    deviations: "",
    seeded: true,
    timed: false,
    counted: true,
    run,
};

/// Directions of the figure and a few more.
const DIRECTIONS: [usize; 5] = [4, 6, 8, 16, 32];
/// Rays on which the edge of a section is looked for.
const RAYS: usize = 7200;

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let mut findings = Findings::default();
    let mut table = Table::new(
        "sections",
        "Sections of friction cones, over that of the exact cone",
        [
            Column::numbers("directions k"),
            Column::numbers("area"),
            Column::numbers("area, closed form"),
            Column::numbers("least friction"),
            Column::numbers("rows of the lcp"),
        ],
    );
    let (mut areas, mut rows, mut worst) = (Vec::new(), Vec::new(), 0.0_f64);
    for k in DIRECTIONS {
        let section = section(&RegularPolygon::new(k, 1.0).map_err(invalid)?);
        let exact = k as f64 / TAU * libm::sin(TAU / k as f64);
        let options = StewartTrinkleOptions { directions: k, ..Default::default() };
        let size = stewart_trinkle(context.seed, &options)?.size();
        table.row([
            Cell::count(k),
            Cell::fixed(section.area, 4),
            Cell::fixed(exact, 4),
            Cell::fixed(section.least, 4),
            Cell::count(size),
        ]);
        worst = worst.max((section.area - exact).abs());
        areas.push(section.area);
        rows.push(size);
    }
    let square = section(&Cuboid::new(&[-1.0; 2], &[1.0; 2]).map_err(invalid)?);
    table.row([
        "box".into(),
        Cell::fixed(square.area, 4),
        Cell::fixed(4.0 / PI, 4),
        Cell::fixed(square.least, 4),
        Cell::Empty,
    ]);
    judge(&mut findings, &areas, &rows, worst, [square.least, square.most]);
    findings.plots.push(figure(&areas));
    findings.tables.push(table);
    findings.setting("rays", RAYS);
    findings.note(
        "The figure is drawn without numbers; the closed forms beside ours are those of inscribed \
         polygons. The box lets friction be √2 times too large along its diagonals.",
    );
    Ok(findings)
}

fn figure(areas: &[f64]) -> Plot {
    let points = DIRECTIONS.iter().zip(areas).map(|(&k, &area)| [k as f64, area]).collect();
    let level = Some(Level { value: 1.0, label: "exact cone".into() });
    Plot {
        name: "area".into(),
        title: "Area of the friction section".into(),
        subtitle: "polygon of k directions over the disc".into(),
        panels: vec![Panel {
            level,
            ..Panel::new(Axis::counts("directions k"), Axis::even("area"))
        }],
        series: vec![Series::new("polyhedral cone", 0, points).marked(Marks::All)],
    }
}

/// Size of a section over the unit disc.
struct SectionSize {
    area: f64,
    /// Least and largest friction over all directions.
    least: f64,
    most: f64,
}

fn section(set: &dyn AdmissibleSet) -> SectionSize {
    let radii: Vec<f64> =
        (0..RAYS).map(|ray| radius(set, TAU * ray as f64 / RAYS as f64)).collect();
    SectionSize {
        area: radii.iter().map(|radius| radius * radius).sum::<f64>() / RAYS as f64,
        least: radii.iter().copied().fold(f64::INFINITY, f64::min),
        most: radii.iter().copied().fold(0.0, f64::max),
    }
}

/// How far the set reaches in the direction of `angle`, by bisection.
fn radius(set: &dyn AdmissibleSet, angle: f64) -> f64 {
    let inside = |length: f64| {
        let point = [length * libm::cos(angle), length * libm::sin(angle)];
        let mut nearest = point;
        set.project(&mut nearest);
        libm::hypot(nearest[0] - point[0], nearest[1] - point[1]) <= 1e-13
    };
    let (mut low, mut high) = (0.0, 2.0);
    for _ in 0..50 {
        let middle = 0.5 * (low + high);
        if inside(middle) { low = middle } else { high = middle }
    }
    low
}

fn invalid(error: SetError) -> ExperimentError {
    ExperimentError::Missing(error.to_string())
}

/// Areas and rows by the number of directions, how far areas are from the closed form,
/// and the least and largest friction of the box.
fn judge(
    findings: &mut Findings,
    areas: &[f64],
    rows: &[usize],
    worst: f64,
    [least, most]: [f64; 2],
) {
    let list = areas.iter().map(|area| format!("{area:.3}")).collect::<Vec<_>>().join(", ");
    let rising = areas.windows(2).all(|pair| pair[0] < pair[1]) && areas.iter().all(|&a| a < 1.0);
    findings.claim(Weight::Shape, "the accuracy rises with k, from below", list, rising).quoting(
        "Fig. 7",
        "The accuracy of the polyhedral cone approximation – light blue shading – \
                 increases as the number of tangential directions increases.",
    );
    findings
        .claim(
            Weight::Shape,
            "the problem grows with k",
            format!("{rows:?} rows"),
            rows.windows(2).all(|pair| pair[0] < pair[1]),
        )
        .quoting(
            "Fig. 7",
            "The improvement in accuracy is at the cost of an increasing problem size.",
        );
    findings.claim(
        Weight::Aside,
        "areas are (k/2π) sin(2π/k)",
        format!("largest difference {worst:.1e}"),
        worst < 1e-4,
    );
    findings
        .claim(
            Weight::Shape,
            "the box contains the disc",
            format!("least friction {:.4}, most {:.4}", least, most),
            least > 1.0 - 1e-9 && most > 1.4,
        )
        .quoting(
            "Fig. 8",
            "The friction cone approximated by a box, where the limits of friction impulses \
                 in each tangential direction are determined by the box limit equation",
        );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    #[test]
    fn every_claim_can_fail() {
        let found = |areas: [f64; 2], rows: [usize; 2], worst, square| {
            judged(|findings| judge(findings, &areas, &rows, worst, square))
        };
        let turned = found([0.9, 0.6], [9, 9], 0.1, [0.7, 1.0]);
        turns(&found([0.6, 0.9], [9, 12], 1e-9, [1.0, 1.414]), &[turned]);
    }
}
