//! Which cells are liquid.

use crate::cut::CutCells;
use crate::grid::Grid;
use crate::particles::Particles;

/// The liquid cells and their rows in the pressure problem.
#[derive(Clone, Debug, Default)]
pub struct Wet {
    /// Liquid cells in ascending order: one row each.
    pub cells: Vec<u32>,
    /// Row of every cell; [`DRY`] where there is none.
    pub rows: Vec<u32>,
}

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
