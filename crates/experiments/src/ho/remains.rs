//! Why block pivoting leaves frames: the same frames with frozen friction bounds,
//! from other sets, with more compliance, and inside a proximal loop.

use std::sync::Arc;

use stickslip_report::{Cell, Column, Table};

use super::bpp;
use super::contest::Scene;
use crate::error::ExperimentError;
use crate::experiment::Context;
use crate::measure::Way;
use crate::stage::{Begin, Frame};

/// Added to the diagonal of A (m/s per N·s).
const MORE: [f64; 3] = [1e-6, 1e-4, 1e-2];

/// Most frames of a scene that are tried again, quick and full: large ones take minutes.
const MAX: [usize; 2] = [3, 1];

/// Most outer iterations of a trial.
const STEPS: [usize; 2] = [500, 200];

/// How many frames that BPP left are finished otherwise.
pub struct Remains {
    /// The scene.
    pub name: &'static str,
    /// Frames that were tried again.
    pub tried: usize,
    /// From all rows free.
    pub from_free: usize,
    /// With so much more compliance.
    pub softened: [usize; 3],
    /// By the same pivoting inside a proximal loop.
    pub proximal: usize,
}

/// Tries again what BPP left of each scene.
pub fn measure(context: &Context, scenes: &[Arc<Scene>]) -> Result<Vec<Remains>, ExperimentError> {
    let most = context.choose(MAX[0], MAX[1]);
    let steps = context.choose(STEPS[0], STEPS[1]);
    let (plain, proximal) = (bpp()?, Way::new("proximal", "bpp", "presweeps=0")?);
    let mut all = Vec::new();
    for scene in scenes {
        let frames: Vec<&Frame> = scene.left().take(most).collect();
        if frames.is_empty() {
            continue;
        }
        let count =
            |done: &dyn Fn(&Frame) -> Result<bool, ExperimentError>| -> Result<usize, ExperimentError> {
                frames.iter().try_fold(0, |sum, frame| Ok(sum + usize::from(done(frame)?)))
            };
        let softened = |more: f64| {
            count(&|frame| {
                let mut lost = 0;
                for island in &frame.islands {
                    let solved = island.solve_softened(&plain, steps, Begin::LastSets, more)?;
                    lost += solved.unfinished;
                }
                Ok(lost == 0)
            })
        };
        all.push(Remains {
            name: scene.name,
            tried: frames.len(),
            from_free: count(
                &|frame| Ok(frame.solve(&plain, steps, Begin::Free)?.unfinished == 0),
            )?,
            softened: [softened(MORE[0])?, softened(MORE[1])?, softened(MORE[2])?],
            proximal: count(&|frame| {
                Ok(frame.solve(&proximal, steps, Begin::LastSets)?.unfinished == 0)
            })?,
        });
    }
    Ok(all)
}

/// What was found, scene by scene.
pub fn table(remains: &[Remains]) -> Table {
    let mut columns = vec![
        Column::words("scene"),
        Column::numbers("tried again"),
        Column::numbers("from all rows free"),
    ];
    columns.extend(MORE.map(|more| Column::numbers(format!("compliance + {more:e}"))));
    columns.push(Column::numbers("in a proximal loop"));
    let title =
        "Frames whose index sets BPP does not find, and how many it finds with frozen bounds";
    let mut table = Table::new("remains", title, columns);
    for each in remains {
        let mut cells =
            vec![each.name.into(), Cell::count(each.tried), Cell::count(each.from_free)];
        cells.extend(each.softened.map(Cell::count));
        cells.push(Cell::count(each.proximal));
        table.row(cells);
    }
    table
}
