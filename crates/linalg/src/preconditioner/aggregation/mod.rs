//! A multigrid cycle over aggregates of rows, for matrices like those of a
//! diffusion or a pressure: the iterations hardly grow with the grid.
//!
//! One forward sweep, the correction of the aggregates from two visits of the
//! next level, one backward sweep. A correction that is constant over each
//! aggregate makes the coarse matrix about twice too stiff, so it is taken
//! [`OVER`] times (Braess, Computing 55, 1995). Two visits leave (I − B A)² ≥ 0,
//! hence 0 < B A ≤ 1 there, and with OVER < 2 the whole is positive definite.

mod bottom;
mod level;
mod pairing;

use bottom::Bottom;
use level::Level;

use super::{
    BuildReport, Built, Parameters, Preconditioner, PreconditionerEntry, PreconditionerError,
    Source,
};

/// The line of the table.
pub const ENTRY: PreconditionerEntry = PreconditionerEntry {
    name: "aggregation",
    summary: "a multigrid cycle over aggregates of eight rows",
    local: false,
    build,
};

/// How much of a coarse correction is taken.
const OVER: f64 = 1.8;
/// Levels with at most so many rows are solved directly.
const BOTTOM: usize = 48;
/// Where a level has more than this share of the rows above it, coarsening ends.
const STALLED: f64 = 0.7;

struct Aggregation {
    /// Rows of the source behind the rows of the finest level.
    rows: Vec<u32>,
    /// Whether each row of the finest level takes part now.
    active: Vec<bool>,
    floors: Vec<Floor>,
}

/// One level with its vectors.
struct Floor {
    level: Level,
    /// Aggregates, or none on the last level.
    aggregate: Vec<u32>,
    /// The factor of a last level that is small enough.
    bottom: Option<Bottom>,
    r: Vec<f64>,
    x: Vec<f64>,
    left: Vec<f64>,
}

impl Floor {
    fn new(level: Level) -> Self {
        let zeros = || vec![0.0; level.rows()];
        let (r, x, left) = (zeros(), zeros(), zeros());
        Self { aggregate: Vec::new(), bottom: None, r, x, left, level }
    }
}

fn build(source: &dyn Source, _parameters: &Parameters) -> Built {
    let (level, rows) = Level::of_active(source)
        .map_err(|(row, pivot)| PreconditionerError::Pivot { row, pivot })?;
    let mut floors = vec![Floor::new(level)];
    while let Some(last) = floors.last_mut() {
        if last.level.rows() <= BOTTOM {
            last.bottom = Some(Bottom::new(&last.level));
            break;
        }
        let (aggregate, coarse) = pairing::coarsened(&last.level);
        if let Some(row) = coarse.diagonal().iter().position(|value| !value.is_finite()) {
            return Err(PreconditionerError::NotFinite { row });
        }
        let stalled = coarse.rows() as f64 > STALLED * last.level.rows() as f64;
        if stalled || coarse.diagonal().iter().any(|&value| value <= 0.0) {
            break;
        }
        last.aggregate = aggregate;
        floors.push(Floor::new(coarse));
    }
    Ok(Box::new(Aggregation { active: vec![true; rows.len()], rows, floors }))
}

/// x = B r on the first of the floors.
fn cycle(floors: &mut [Floor]) {
    let Some((floor, below)) = floors.split_first_mut() else { return };
    if let Some(bottom) = &floor.bottom {
        bottom.solve(&floor.r, &mut floor.x);
        return;
    }
    floor.level.sweep_forward(&floor.r, &mut floor.x, &mut floor.left);
    if let Some(next) = below.first_mut() {
        next.r.fill(0.0);
        for (&group, left) in floor.aggregate.iter().zip(&floor.left) {
            next.r[group as usize] += left;
        }
        cycle(below);
        let twice = below[0].bottom.is_none();
        correct(floor, &below[0]);
        if twice {
            let Floor { level, r, x, .. } = &mut below[0];
            level.subtract_product(x, r);
            cycle(below);
            correct(floor, &below[0]);
        }
    }
    floor.level.sweep_backward(&floor.r, &mut floor.x);
}

fn correct(floor: &mut Floor, coarse: &Floor) {
    for (x, &group) in floor.x.iter_mut().zip(&floor.aggregate) {
        *x += OVER * coarse.x[group as usize];
    }
}

impl Preconditioner for Aggregation {
    fn apply(&mut self, r: &[f64], z: &mut [f64]) {
        let Self { rows, active, floors } = self;
        let finest = &mut floors[0];
        for ((own, &row), &active) in finest.r.iter_mut().zip(&*rows).zip(&*active) {
            *own = if active { r[row as usize] } else { 0.0 };
        }
        cycle(floors);
        z.fill(0.0);
        for ((own, &row), &active) in floors[0].x.iter().zip(&*rows).zip(&*active) {
            if active {
                z[row as usize] = *own;
            }
        }
    }

    fn restrict(&mut self, active: &[bool]) {
        for (own, &row) in self.active.iter_mut().zip(&self.rows) {
            *own = active[row as usize];
        }
    }

    fn report(&self) -> BuildReport {
        let stored = self.floors.iter().map(|floor| floor.level.stored()).sum();
        BuildReport { stored, ..BuildReport::default() }
    }
}

#[cfg(test)]
mod tests;
