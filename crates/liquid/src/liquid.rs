//! A liquid in its tank, step by step.

use glam::DVec3;
use stickslip_solve::{OptionValues, Outcome, Problem, Request, Solver, Start, Status, registry};
use thiserror::Error;

use crate::cut::CutCells;
use crate::description::{LiquidDescription, LiquidError};
use crate::extend::extend;
use crate::grid::Grid;
use crate::mover::{self, Impulse, Mover};
use crate::particles::Particles;
use crate::press::WetDomain;
use crate::solids::Solids;
use crate::state::LiquidState;
use crate::transfer::{self, Faces, Stencil, Sums};
use crate::unpack::{self, UnpackError};
use crate::wet::Wet;

/// The solver of pressures where none is named: see the bench `liquid`.
pub const DEFAULT_SOLVER: &str = "bpp-pcg";
/// What leaves a cell that should keep its volume, at most (m/s).
pub const DEFAULT_TOLERANCE: f64 = 1e-8;

/// Options of [`DEFAULT_SOLVER`]: A is an M-matrix, on which plain pivoting
/// never fails, multigrid is what a grid asks for, and one inner solve is to
/// reach the tolerance once the index sets are right.
pub fn default_options() -> OptionValues {
    OptionValues::new()
        .set("preconditioner", "aggregation")
        .set("proximal", false)
        .set("inner_tolerance", 1e-7)
}

/// Figures of one step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LiquidReport {
    /// Liquid cells: rows of the problem.
    pub cells: usize,
    /// Those of them that may leave a wall.
    pub walls: usize,
    /// Those of them that do: x = 0 and w above the tolerance.
    pub separating: usize,
    /// Largest outflow of a cell that is not separating (m/s).
    pub divergence_max: f64,
    /// Iterations of the pressure solve.
    pub iterations: usize,
    /// Its inner iterations.
    pub inner_iterations: usize,
    /// Pressure solves that did not converge.
    pub failed: usize,
    /// Residual of the pressure (`natural`, m/s).
    pub residual: f64,
    /// Largest share by which particles were too close in a cell.
    pub excess_max: f64,
    /// What the liquid took up before the step (m³): inner cells whole, those of the
    /// surface by their particles.
    pub volume: f64,
    /// By how much bodies move otherwise than the pressures that pushed them have it, where
    /// contacts and joints had a say (m/s, in the mean of their masses).
    pub mismatch: f64,
    /// Seconds of unpacking.
    pub unpack_s: f64,
    /// Seconds of the pressure solve.
    pub solve_s: f64,
}

impl std::ops::AddAssign for LiquidReport {
    fn add_assign(&mut self, other: Self) {
        self.cells += other.cells;
        self.walls += other.walls;
        self.separating += other.separating;
        self.divergence_max = self.divergence_max.max(other.divergence_max);
        self.iterations += other.iterations;
        self.inner_iterations += other.inner_iterations;
        self.failed += other.failed;
        self.residual = self.residual.max(other.residual);
        self.excess_max = self.excess_max.max(other.excess_max);
        self.volume += other.volume;
        self.mismatch = self.mismatch.max(other.mismatch);
        self.unpack_s += other.unpack_s;
        self.solve_s += other.solve_s;
    }
}

/// Why a step could not be done.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum LiquidStepError {
    /// Speeds have grown beyond all bounds.
    #[error("the liquid \"{0}\" is no longer finite")]
    NotFinite(String),
    /// The problem could not be stated.
    #[error("the pressure of the liquid \"{name}\": {reason}")]
    Problem {
        /// The liquid.
        name: String,
        /// What is wrong.
        reason: String,
    },
    /// The solver does not take it.
    #[error("the liquid \"{name}\": {refusal}")]
    Refused {
        /// The liquid.
        name: String,
        /// The solver's reason.
        refusal: stickslip_solve::Refusal,
    },
}

/// A liquid with its grid, its solver and the memory of its steps.
pub struct Liquid {
    description: LiquidDescription,
    grid: Grid,
    cut: CutCells,
    wet: Wet,
    solver: Solver,
    unpacker: Solver,
    /// Tolerance, limits and start of the pressure solve.
    pub request: Request,
    problem: Option<Problem>,
    second: Option<Problem>,
    outcome: Outcome,
    sums: Sums,
    /// Whether it pushes bodies.
    pushes: bool,
    /// Velocities of the faces as particles and gravity make them.
    gathered: Faces,
    volume: f64,
    velocities: Faces,
    displacements: Faces,
    known: [Vec<bool>; 3],
    counts: Vec<f64>,
    order: Vec<u32>,
}

impl Liquid {
    /// A liquid whose pressures `solver` finds.
    pub fn new(
        description: LiquidDescription,
        solver: Solver,
        request: Request,
    ) -> Result<Self, LiquidError> {
        description.check()?;
        let wrong = |reason: String| LiquidError { key: "solver", reason };
        let entry = registry::find(DEFAULT_SOLVER).map_err(|error| wrong(error.to_string()))?;
        let unpacker = entry
            .build(&unpack::options(default_options()))
            .map_err(|error| wrong(error.to_string()))?;
        Ok(Self {
            unpacker,
            grid: description.grid(),
            description,
            cut: CutCells::default(),
            wet: Wet::default(),
            solver,
            request,
            problem: None,
            second: None,
            outcome: Outcome::default(),
            sums: Sums::default(),
            pushes: false,
            gathered: Faces::default(),
            volume: 0.0,
            velocities: Faces::default(),
            displacements: Faces::default(),
            known: Default::default(),
            counts: Vec::new(),
            order: Vec::new(),
        })
    }

    /// Its grid.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// What it is.
    pub fn description(&self) -> &LiquidDescription {
        &self.description
    }

    /// The walls as they were last placed.
    pub fn cut(&self) -> &CutCells {
        &self.cut
    }

    /// The pressure problem of the last step and what came out of it.
    pub fn solved(&self) -> Option<(&Problem, &Outcome)> {
        self.problem.as_ref().map(|problem| (problem, &self.outcome))
    }

    /// Liquid cells of the last step: one row of the problem each.
    pub fn wet_cells(&self) -> &[u32] {
        &self.wet.cells
    }

    /// Says that it pushes the bodies that are movers, before it is placed.
    pub fn set_pushes(&mut self, pushes: bool) {
        self.pushes = pushes;
    }

    /// Looks where the solids are; before the first step, and whenever they
    /// have moved.
    pub fn place(&mut self, solids: &dyn Solids) {
        match self.pushes {
            true => self.cut.place_pushed(&self.grid, solids),
            false => self.cut.place(&self.grid, solids),
        }
    }

    /// One step of `h` seconds that pushes nobody. After an error the state is unusable.
    pub fn step(
        &mut self,
        state: &mut LiquidState,
        gravity: DVec3,
        h: f64,
        warm: bool,
    ) -> Result<LiquidReport, LiquidStepError> {
        self.begin(state, gravity, h);
        let (mut report, _) = self.press(state, h, warm, &[])?;
        self.finish(state, h, &mut report)?;
        Ok(report)
    }

    /// What bodies got in the last step of `h` seconds, by the pressures that it left.
    pub fn last_impulses(&self, state: &LiquidState, h: f64, movers: &[Mover]) -> Vec<Impulse> {
        let scale = self.scale(h);
        let pressures = state.pressures.iter().enumerate().filter(|pressure| *pressure.1 != 0.0);
        let cells = pressures.map(|(cell, pressure)| (cell, scale * pressure));
        mover::impulses(&self.grid, &self.cut, movers, self.cell_mass(), cells)
    }

    /// x of a pressure of 1 Pa.
    fn scale(&self, h: f64) -> f64 {
        h / (self.description.density * self.grid.width)
    }

    /// Mass of a full cell (kg); a slice stands for the whole depth of its tank.
    fn cell_mass(&self) -> f64 {
        let Self { grid, description, .. } = self;
        let depth = description.domain[1].z - description.domain[0].z;
        let deep = if grid.flat && depth > 0.0 { depth } else { grid.width };
        description.density * grid.width * grid.width * deep
    }

    /// Stages 1 and 2.
    pub fn begin(&mut self, state: &mut LiquidState, gravity: DVec3, h: f64) {
        let grid = &self.grid;
        state.particles.sort(grid, &mut self.order);
        match self.pushes {
            true => {
                self.wet.mark_pushing(grid, &self.cut, &state.particles, &mut self.counts);
            }
            false => self.wet.mark(grid, &self.cut, &state.particles),
        }
        self.volume = self.wet.volume(grid, &self.cut, &state.particles);
        transfer::gather(grid, &state.particles, &mut self.sums, &mut self.gathered);
        if self.pushes {
            transfer::carry_on(grid, &self.sums, &mut self.gathered);
        }
        for axis in 0..grid.axes() {
            for (velocity, sum) in self.gathered[axis].iter_mut().zip(&self.sums[axis]) {
                if sum[0] > 0.0 || self.pushes {
                    *velocity += h * gravity[axis];
                }
            }
        }
    }

    /// Stage 3, with bodies that it pushes and what these get; again and again, if need be.
    pub fn press(
        &mut self,
        state: &mut LiquidState,
        h: f64,
        warm: bool,
        movers: &[Mover],
    ) -> Result<(LiquidReport, Vec<Impulse>), LiquidStepError> {
        let name = &self.description.name;
        let wrong = |reason: String| LiquidStepError::Problem { name: name.clone(), reason };
        let refused = |refusal| LiquidStepError::Refused { name: name.clone(), refusal };
        let (scale, mass) = (self.scale(h), self.cell_mass());
        let walls = self.description.walls;
        let grid = &self.grid;
        self.cut.set_walls(grid, movers);
        for (velocities, gathered) in self.velocities.iter_mut().zip(&self.gathered) {
            velocities.clone_from(gathered);
        }
        let place = WetDomain { grid, cut: &self.cut, wet: &self.wet };
        let coupling = mover::coupling(grid, &self.cut, movers, &self.wet.cells);
        let problem = match coupling {
            Some(coupling) => {
                let factors = mover::factors(coupling, movers, mass);
                let stated = place.state_pushing(factors, name, &self.velocities, walls);
                &*self.problem.insert(stated.map_err(|error| wrong(error.to_string()))?)
            }
            None => {
                place
                    .state(&mut self.problem, name, &self.velocities, walls)
                    .map_err(|error| wrong(error.to_string()))?;
                let Some(problem) = &self.problem else {
                    return Ok((LiquidReport::default(), Vec::new()));
                };
                problem
            }
        };
        self.request.start = match warm {
            true => place.start(problem, &state.pressures, scale),
            false => Start::default(),
        };
        self.solver.solve_into(problem, &self.request, &mut self.outcome).map_err(refused)?;
        let report = LiquidReport { volume: self.volume, ..report(problem, &self.outcome) };
        place.push(&self.outcome.x, &mut self.velocities);
        state.pressures.fill(0.0);
        for (&cell, &x) in self.wet.cells.iter().zip(&self.outcome.x) {
            state.pressures[cell as usize] = x / scale;
        }
        let rows = self.wet.cells.iter().map(|&cell| cell as usize);
        let cells = rows.zip(self.outcome.x.iter().copied());
        Ok((report, mover::impulses(grid, &self.cut, movers, mass, cells)))
    }

    /// Stages 4 to 6, with the walls as they were last placed.
    pub fn finish(
        &mut self,
        state: &mut LiquidState,
        h: f64,
        report: &mut LiquidReport,
    ) -> Result<(), LiquidStepError> {
        let name = &self.description.name;
        let wrong = |reason: String| LiquidStepError::Problem { name: name.clone(), reason };
        let refused = |refusal| LiquidStepError::Refused { name: name.clone(), refusal };
        let Some(problem) = &self.problem else { return Ok(()) };
        let place = WetDomain { grid: &self.grid, cut: &self.cut, wet: &self.wet };
        let walls = self.description.walls;
        extend(place, walls, &mut self.velocities, &mut self.known);
        let unpacked = unpack::unpack(
            place,
            &state.particles,
            problem,
            &mut self.second,
            &mut self.unpacker,
            &mut self.counts,
            &mut self.displacements,
        );
        let unpacked = unpacked.map_err(|error| match error {
            UnpackError::Problem(error) => wrong(error.to_string()),
            UnpackError::Refused(refusal) => refused(refusal),
        })?;
        report.unpack_s = unpacked.time_s;
        let excess = self.second.as_ref().map_or(&[][..], Problem::b);
        report.excess_max = excess.iter().fold(0.0, |most: f64, b| most.max(-b));
        self.scatter(&mut state.particles, h);
        match state.is_finite() {
            true => Ok(()),
            false => Err(LiquidStepError::NotFinite(self.description.name.clone())),
        }
    }

    /// Velocities of the faces to the particles, which then move: by the
    /// midpoint rule, and apart.
    fn scatter(&self, particles: &mut Particles, h: f64) {
        let Self { grid, cut, velocities, displacements, .. } = self;
        let Particles { positions, velocities: own, gradients } = particles;
        for ((point, own), gradient) in positions.iter_mut().zip(own).zip(gradients) {
            let here = Stencil::new(grid, *point);
            let apart;
            (*own, *gradient, apart) = here.affine(grid, velocities, displacements);
            let mut middle = *point + 0.5 * h * *own;
            cut.keep_out(grid, &mut middle);
            let moved = h * Stencil::new(grid, middle).vector(grid, velocities);
            *point += moved + grid.width * apart;
            cut.keep_out(grid, point);
        }
    }
}

fn report(problem: &Problem, outcome: &Outcome) -> LiquidReport {
    let rows = || problem.lo().iter().zip(&outcome.x).zip(&outcome.w);
    let separates =
        |lo: f64, x: f64, w: f64| lo == 0.0 && x <= outcome.tolerance && w > outcome.tolerance;
    LiquidReport {
        cells: problem.size(),
        walls: problem.lo().iter().filter(|&&lo| lo == 0.0).count(),
        separating: rows().filter(|&((&lo, &x), &w)| separates(lo, x, w)).count(),
        divergence_max: rows()
            .filter(|&((&lo, &x), &w)| !separates(lo, x, w))
            .fold(0.0, |most, (_, w)| most.max(w.abs())),
        iterations: outcome.counts.iterations,
        inner_iterations: outcome.counts.inner_iterations,
        failed: usize::from(outcome.status != Status::Converged),
        residual: outcome.residuals.decisive(),
        excess_max: 0.0,
        volume: 0.0,
        mismatch: 0.0,
        unpack_s: 0.0,
        solve_s: outcome.time_s,
    }
}
