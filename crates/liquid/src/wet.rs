//! Which cells are liquid.

use crate::cut::CutCells;
use crate::grid::Grid;
use crate::particles::Particles;
use crate::transfer;

/// The liquid cells and their rows in the pressure problem.
#[derive(Clone, Debug, Default)]
pub struct Wet {
    /// Liquid cells in ascending order: one row each.
    pub cells: Vec<u32>,
    /// Row of every cell; [`DRY`] where there is none.
    pub rows: Vec<u32>,
    /// Over how much the pressure falls to zero across faces of the surface, as 1/cells;
    /// empty where every surface lies on faces.
    surface: [Vec<f64>; 3],
}

/// Over half a cell a pressure difference has twice the gradient.
const HALF_A_CELL: f64 = 2.0;
/// A cell as full as that has liquid up to its next neighbour.
const FULL: f64 = 0.75;
/// Least and most distance from the middle of a cell to the surface, in cells.
const REACH: [f64; 2] = [0.05, 1.5];
/// Cells with less room than this count for full.
const LEAST_ROOM: f64 = 0.05;

/// A cell without liquid.
pub const DRY: u32 = u32::MAX;

impl Wet {
    /// Marks the cells with particles; a cell that is closed on all sides has
    /// no pressure that would do anything.
    pub fn mark(&mut self, grid: &Grid, cut: &CutCells, particles: &Particles) {
        self.cells.clear();
        self.rows.clear();
        self.rows.resize(grid.cell_count(), DRY);
        for &point in &particles.positions {
            self.rows[grid.cell_at(point)] = 0;
        }
        for cell in 0..grid.cell_count() {
            if self.rows[cell] == DRY {
                continue;
            }
            let open = (0..grid.axes()).any(|axis| {
                [false, true].iter().any(|&up| cut.open[axis][grid.face(cell, axis, up)] > 0.0)
            });
            self.rows[cell] = if open { self.cells.len() as u32 } else { DRY };
            if open {
                self.cells.push(cell as u32);
            }
        }
    }

    /// The same where bodies are pushed. The surface lies where the particles fill the cells
    /// up to, and not on faces: p = 0 at θ cells from the middle of a cell, with
    /// θ = fill before + fill here + fill beyond − 3/2 (ghost fluid: Gibou et al. 2002, §3.1).
    /// Cells whose middle is above it (θ < 0) are air, and follow what is below. Cells in
    /// solids have a pressure where part of a face beside them is open, and so has a cell
    /// that the liquid is all around.
    pub fn mark_pushing(
        &mut self,
        grid: &Grid,
        cut: &CutCells,
        particles: &Particles,
        counts: &mut Vec<f64>,
    ) {
        self.mark(grid, cut, particles);
        transfer::count(grid, particles, counts);
        let full = Particles::per_cell(grid) as f64;
        let fill: Vec<f64> = (counts.iter().zip(&cut.capacity))
            .map(|(count, &room)| if room < LEAST_ROOM { 1.0 } else { count / (full * room) })
            .map(|fill: f64| fill.min(1.0))
            .collect();
        let filled: Vec<bool> = self.rows.iter().map(|&row| row != DRY).collect();
        let open = |cell: usize, axis: usize, up: bool| {
            let neighbour = grid.neighbour(cell, axis, up)?;
            (cut.open[axis][grid.face(cell, axis, up)] > 0.0).then_some(neighbour)
        };
        let sides = || (0..grid.axes()).flat_map(|axis| [(axis, false), (axis, true)]);
        // To the surface beyond the middle of a cell, where the one before is full.
        let reach = |cell: usize, axis: usize, up: bool, is_wet: &dyn Fn(usize) -> bool| {
            let before = open(cell, axis, !up).filter(|&at| is_wet(at) && fill[at] >= FULL)?;
            let beyond = open(cell, axis, up)?;
            Some(fill[before] + fill[cell] + fill[beyond] - 1.5)
        };
        let is_thin = |cell: usize| {
            sides().any(|(axis, up)| {
                open(cell, axis, up).is_some_and(|at| !filled[at])
                    && reach(cell, axis, up, &|at| filled[at]).is_some_and(|reach| reach < 0.0)
            })
        };
        let wet: Vec<bool> =
            (0..grid.cell_count()).map(|cell| filled[cell] && !is_thin(cell)).collect();
        let is_ghost = |cell: usize| {
            let mut beside = sides().filter_map(|(axis, up)| open(cell, axis, up)).peekable();
            match cut.middle_distance(grid, cell) < 0.0 {
                true => beside.any(|at| wet[at]),
                false => beside.peek().is_some() && beside.all(|at| wet[at]),
            }
        };
        self.cells.clear();
        for cell in 0..grid.cell_count() {
            let is_row = wet[cell] || is_ghost(cell);
            self.rows[cell] = if is_row { self.cells.len() as u32 } else { DRY };
            if is_row {
                self.cells.push(cell as u32);
            }
        }
        for axis in 0..grid.axes() {
            self.surface[axis].clear();
            self.surface[axis].resize(grid.face_count(axis), HALF_A_CELL);
        }
        let Self { cells, rows, surface } = self;
        for &cell in cells.iter() {
            let cell = cell as usize;
            for (axis, up) in sides() {
                let Some(beyond) = open(cell, axis, up) else { continue };
                if rows[beyond] != DRY {
                    continue;
                }
                if let Some(reach) = reach(cell, axis, up, &|at| rows[at] != DRY) {
                    let [least, most] = REACH;
                    surface[axis][grid.face(cell, axis, up)] = 1.0 / reach.clamp(least, most);
                }
            }
        }
    }

    /// Across a face of the surface the gradient is so many times the pressure beside it.
    pub fn steepness(&self, axis: usize, face: usize) -> f64 {
        self.surface[axis].get(face).copied().unwrap_or(HALF_A_CELL)
    }

    /// What the liquid takes up (m³): all of a cell that has no air beside it,
    /// and of the others what their particles fill.
    pub fn volume(&self, grid: &Grid, cut: &CutCells, particles: &Particles) -> f64 {
        let mut counts = vec![0_u32; grid.cell_count()];
        particles.positions.iter().for_each(|&point| counts[grid.cell_at(point)] += 1);
        let own = Particles::volume(grid) / grid.cell_volume();
        let shares = self.cells.iter().map(|&cell| {
            let cell = cell as usize;
            let filled = own * f64::from(counts[cell]);
            if self.is_airy(grid, cut, cell) {
                filled.min(cut.volume[cell])
            } else {
                cut.volume[cell]
            }
        });
        grid.cell_volume() * shares.sum::<f64>()
    }

    /// Whether there is air beside a liquid cell.
    pub fn is_airy(&self, grid: &Grid, cut: &CutCells, cell: usize) -> bool {
        (0..grid.axes()).any(|axis| {
            [false, true].iter().any(|&up| {
                let open = cut.open[axis][grid.face(cell, axis, up)] > 0.0;
                let beside = grid.neighbour(cell, axis, up);
                open && beside.is_some_and(|beside| self.rows[beside] == DRY)
            })
        })
    }
}
