//! Particles that have come too close are moved apart.
//!
//! e = n/capacity − 1 is what a cell has too much; displacements −∇q of the
//! faces, in cells, let A q leave it: 0 ≤ q ⊥ A q − e ≥ 0. Cells at air and at
//! walls are not pulled together, so that spray stays spray and gaps stay gaps;
//! inner cells are, A q = e, or the noise of counting would make volume.
//! Positions alone move, velocities do not. A few rounds of index sets have to
//! do: what they leave is there for the next step.

use stickslip_linalg::Stencil;
use stickslip_solve::{
    Kind, Label, OptionValues, Outcome, Problem, ProblemData, ProblemError, Refusal, Request,
    Solver, Start, Status,
};

use crate::particles::Particles;
use crate::press::WetDomain;
use crate::transfer::{self, Faces};

/// Share of the excess that a step takes away.
const SHARE: f64 = 1.0;
/// Most excess, and most that is missing, that a step looks at.
const MAX: f64 = 1.0;
const LEAST: f64 = -0.5;
/// Accuracy of the displacements, in cells.
const TOLERANCE: f64 = 1e-3;
/// Most changes of the index sets. One leaves the liquid to shrink to half.
const ROUNDS: usize = 10;
/// Cells with less room than this are left alone.
const LEAST_CAPACITY: f64 = 0.2;

/// Options of the solver of displacements, from those of pressures. Inner solves
/// end at ‖r‖₂ ≤ TOLERANCE, which bounds every cell: a share of a residual that
/// is small already would ask for more than anyone sees.
pub fn options(of_pressures: OptionValues) -> OptionValues {
    of_pressures.set("inner_stop", "absolute").set("inner_tolerance", TOLERANCE)
}

/// Why particles could not be moved apart.
#[non_exhaustive]
pub enum UnpackError {
    /// There is no such problem.
    Problem(ProblemError),
    /// The solver does not take it.
    Refused(Refusal),
}

/// Writes the displacements of all faces, in cells; A is that of the pressure, and
/// `problem` the one of the last step, whose memory is used.
pub fn unpack(
    place: WetDomain<'_>,
    particles: &Particles,
    pressure: &Problem,
    problem: &mut Option<Problem>,
    solver: &mut Solver,
    counts: &mut Vec<f64>,
    displacements: &mut Faces,
) -> Result<Outcome, UnpackError> {
    let WetDomain { grid, cut, wet } = place;
    transfer::count(grid, particles, counts);
    let full = Particles::per_cell(grid) as f64;
    let excess = |&cell: &u32| {
        let (count, capacity) = (counts[cell as usize], cut.capacity[cell as usize]);
        let excess = count / (full * capacity) - 1.0;
        if capacity < LEAST_CAPACITY { -1.0 } else { SHARE * excess.clamp(LEAST, MAX) }
    };
    for axis in 0..grid.axes() {
        displacements[axis].clear();
        displacements[axis].resize(grid.face_count(axis), 0.0);
    }
    let fill = |data: &mut ProblemData, stencil: &mut Stencil| {
        if let Some(grid) = pressure.grid() {
            stencil.clone_from(grid);
        }
        data.b.clear();
        data.b.extend(wet.cells.iter().map(|cell| -excess(cell)));
        data.lo.clear();
        data.lo.extend(wet.cells.iter().map(|&cell| {
            let edge = cut.at_wall(grid, cell as usize) || wet.is_airy(grid, cut, cell as usize);
            if edge { 0.0 } else { f64::NEG_INFINITY }
        }));
        data.hi.clear();
        data.hi.resize(wet.cells.len(), f64::INFINITY);
    };
    match problem {
        Some(problem) => problem.refill_on_stencil(fill).map_err(UnpackError::Problem)?,
        None => {
            let mut data = ProblemData::without_matrix(pressure.name(), Kind::Blcp, Vec::new());
            let mut stencil = Stencil::default();
            fill(&mut data, &mut stencil);
            *problem = Some(Problem::on_stencil(data, stencil).map_err(UnpackError::Problem)?);
        }
    }
    let Some(problem) = problem else { return Ok(Outcome::default()) };
    let mut rows = problem.b().iter().zip(problem.lo());
    if rows.all(|(&b, &lo)| b >= -TOLERANCE && (lo == 0.0 || b <= TOLERANCE)) {
        return Ok(Outcome { status: Status::Converged, ..Outcome::default() });
    }
    // Edges that have room to spare are not pushed, as a first guess.
    let label = |(&b, &lo): (&f64, &f64)| match lo == 0.0 && b > 0.0 {
        true => Label::Lower,
        false => Label::Free,
    };
    let labels = problem.b().iter().zip(problem.lo()).map(label).collect();
    let request = Request {
        tolerance: Some(TOLERANCE),
        max_iterations: Some(ROUNDS),
        start: Start { x: None, labels: Some(labels) },
        ..Request::default()
    };
    let outcome = solver.solve(problem, &request).map_err(UnpackError::Refused)?;
    place.push(&outcome.x, displacements);
    Ok(outcome)
}
