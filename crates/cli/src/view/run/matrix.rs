//! `matrix`: the matrix of an island as a picture.

use serde::Serialize;
use stickslip_dynamics::{IslandReport, RowKind, Simulation};
use stickslip_solve::{Label, Outcome, PatternPicture, Problem, pattern_pictures};

use super::Run;
use crate::view::hub::Client;
use crate::view::message::{Matrix, Refused};

/// Larger islands are not drawn.
const MAX_ROWS: usize = 6000;
/// Patterns with more entries than this are only counted.
const MAX_ENTRIES: usize = 400_000;

#[derive(Serialize)]
struct MatrixMessage {
    r#type: &'static str,
    lane: usize,
    step: u64,
    island: usize,
    rows: usize,
    islands: Vec<usize>,
    labels: Vec<u8>,
    kinds: Vec<u8>,
    views: Vec<View>,
}

#[derive(Serialize)]
struct View {
    name: &'static str,
    rows: Vec<usize>,
    columns: Vec<usize>,
    order: Vec<usize>,
    entries: usize,
}

impl View {
    fn new(picture: PatternPicture) -> Self {
        let PatternPicture { name, order, entries: places } = picture;
        let entries = places.len();
        let shown = if entries > MAX_ENTRIES { Vec::new() } else { places };
        let (rows, columns) = shown.into_iter().unzip();
        Self { name, rows, columns, order, entries }
    }
}

impl Run {
    /// Answers `matrix`.
    pub(super) fn tell_matrix(&mut self, client: Client, asked: Matrix) -> Result<(), Refused> {
        let refuse = |reason: String| Refused::new("matrix", reason);
        let lane = self.live("matrix")?.lanes.get(asked.lane);
        let lane = lane.ok_or_else(|| refuse(format!("there is no lane {}", asked.lane + 1)))?;
        let message = describe(&lane.simulation, asked).map_err(refuse)?;
        self.pages.tell(client, &message);
        Ok(())
    }
}

fn describe(simulation: &Simulation, asked: Matrix) -> Result<MatrixMessage, String> {
    let islands: Vec<IslandReport<'_>> = simulation.islands().collect();
    let largest = || (0..islands.len()).max_by_key(|&at| (islands[at].rows, usize::MAX - at));
    let at = asked.island.or_else(largest);
    let at = at.ok_or("there are no islands: no step was done yet, or nothing touches")?;
    let island = islands.get(at).ok_or_else(|| format!("there is no island {at}"))?;
    let (problem, outcome) = island.solved.ok_or(match island.asleep {
        true => "the island sleeps and has no matrix",
        false => {
            "the island takes small steps, which have no matrix (stepper = \"complementarity\")"
        }
    })?;
    if problem.size() > MAX_ROWS {
        let rows = problem.size();
        return Err(format!("the island has {rows} rows; more than {MAX_ROWS} are not drawn"));
    }
    let options = &simulation.settings().solver.options;
    let ordering = options.iter().find(|option| option.0 == "ordering").map(|option| option.1);
    let pictures = pattern_pictures(problem, ordering).map_err(|error| error.to_string())?;
    let kind = |kind| match kind {
        RowKind::Joint => 0,
        RowKind::Normal => 1,
        RowKind::Friction => 2,
        RowKind::Pressure => 3,
    };
    Ok(MatrixMessage {
        r#type: "matrix",
        lane: asked.lane,
        step: simulation.state().step,
        island: at,
        rows: problem.size(),
        islands: islands.iter().map(|island| island.rows).collect(),
        labels: labels(problem, outcome),
        kinds: island.row_kinds().into_iter().map(kind).collect(),
        views: pictures.into_iter().map(View::new).collect(),
    })
}

/// The solver's own index sets, or what the solution says where it has none.
fn labels(problem: &Problem, outcome: &Outcome) -> Vec<u8> {
    if let Some(labels) = &outcome.labels {
        let number = |label: &Label| match label {
            Label::Free => 0,
            Label::Lower => 1,
            Label::Upper => 2,
        };
        return labels.iter().map(number).collect();
    }
    let size = problem.size();
    let (mut lo, mut hi) = (vec![0.0; size], vec![0.0; size]);
    problem.bounds_at(&outcome.x, &mut lo, &mut hi);
    let side = |row: usize| match outcome.x[row] {
        value if value <= lo[row] => 1,
        value if value >= hi[row] => 2,
        _ => 0,
    };
    (0..size).map(side).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{BOXES, simulation, solved, three_rows};

    /// Of islands of one size the first is drawn, in the solver's own order;
    /// other options of the solver say nothing about that.
    #[test]
    fn the_first_of_the_largest_islands_is_drawn() {
        let options = "[settings]\nsolver = 'murty'\nsolver_options = { start = 'lower' }";
        let mut simulation = simulation(&BOXES.replace("[settings]", options));
        simulation.step().expect("finite");
        let told = describe(&simulation, Matrix { lane: 0, island: None }).expect("an island");
        assert_eq!((told.island, told.rows, &told.islands[..]), (0, 12, &[12, 12][..]));
        assert_eq!(told.kinds.iter().filter(|kind| **kind == 1).count(), 4, "normals");
        let other = describe(&simulation, Matrix { lane: 0, island: Some(2) });
        assert_eq!(other.err().as_deref(), Some("there is no island 2"));
    }

    /// Solvers that know no index sets leave them to be read off x.
    #[test]
    fn labels_are_read_off_the_solution() {
        let problem = three_rows();
        let mut outcome = solved(&problem, "murty");
        assert_eq!(labels(&problem, &outcome), [1, 2, 0]);
        (outcome.labels, outcome.x) = (None, vec![0.0, 0.25, 0.5]);
        assert_eq!(labels(&problem, &outcome), [1, 2, 0]);
    }
}
