//! The pressure as a complementarity problem, and what it does to the faces.
//!
//! With x = h p/(ρ Δx) the step u = u′ − (h/ρ) ∇p (Erleben 2013, Eq 30) is
//! u = u′ − (x₊ − x₋) on a face, and u = u′ ± 2x on one of the surface, where
//! p = 0 half a cell away. What leaves a cell through its open shares f, in m/s:
//!
//! w = Σ ± (f u + (1 − f) u_wall) = A x + b,  A = −∇²f (5 or 7 points)

use stickslip_linalg::Stencil;
use stickslip_solve::{FactoredForm, Kind, Label, Problem, ProblemData, ProblemError, Start};

use crate::cut::CutCells;
use crate::description::Walls;
use crate::grid::Grid;
use crate::transfer::Faces;
use crate::wet::{DRY, Wet};

/// What the liquid cells are cut from.
#[derive(Clone, Copy)]
pub struct WetDomain<'a> {
    /// The grid.
    pub grid: &'a Grid,
    /// The walls.
    pub cut: &'a CutCells,
    /// The liquid.
    pub wet: &'a Wet,
}

impl WetDomain<'_> {
    /// Visits the open faces of a cell: axis, whether above, face, neighbour.
    fn sides(&self, cell: usize, mut each: impl FnMut(usize, bool, usize, Option<usize>)) {
        for axis in 0..self.grid.axes() {
            for up in [false, true] {
                let face = self.grid.face(cell, axis, up);
                each(axis, up, face, self.grid.neighbour(cell, axis, up));
            }
        }
    }

    /// A by its faces.
    fn write_faces(&self, stencil: &mut Stencil) {
        stencil.clear(&self.grid.cells[..self.grid.axes()]);
        for &cell in &self.wet.cells {
            stencil.push(cell, |axis, up| {
                let face = self.grid.face(cell as usize, axis, up);
                let open = self.cut.open[axis][face];
                match self.wet.rows[self.grid.neighbour(cell as usize, axis, up)?] {
                    DRY => Some((self.wet.steepness(axis, face) * open, None)),
                    other => Some((open, Some(other))),
                }
            });
        }
    }

    /// What would leave each cell without any pressure (m/s).
    fn write_outflow(&self, velocities: &Faces, outflow: &mut Vec<f64>) {
        outflow.clear();
        outflow.extend(self.wet.cells.iter().map(|&cell| {
            let mut sum = 0.0;
            self.sides(cell as usize, |axis, up, face, _| {
                let (open, wall) = (self.cut.open[axis][face], self.cut.wall[axis][face]);
                let flux = open * velocities[axis][face] + (1.0 - open) * wall;
                sum += if up { flux } else { -flux };
            });
            sum
        }));
    }

    /// b and the bounds.
    fn write_rest(&self, velocities: &Faces, walls: Walls, data: &mut ProblemData) {
        self.write_outflow(velocities, &mut data.b);
        let bounded = |&cell: &u32| match walls {
            Walls::Separating => self.cut.at_wall(self.grid, cell as usize),
            Walls::Everywhere => true,
            Walls::Equality => false,
        };
        data.lo.clear();
        let lower = |cell| if bounded(cell) { 0.0 } else { f64::NEG_INFINITY };
        data.lo.extend(self.wet.cells.iter().map(lower));
        data.hi.clear();
        data.hi.resize(self.wet.cells.len(), f64::INFINITY);
    }

    /// The problem of a liquid that pushes bodies, which add `factors` to A.
    pub fn state_pushing(
        &self,
        factors: FactoredForm,
        name: &str,
        velocities: &Faces,
        walls: Walls,
    ) -> Result<Problem, ProblemError> {
        let mut stencil = Stencil::default();
        self.write_faces(&mut stencil);
        let mut data = ProblemData::factored(name, kind(walls), factors, Vec::new());
        self.write_rest(velocities, walls, &mut data);
        Problem::on_stencil(data, stencil)
    }

    /// States the problem, in the memory of the last one.
    pub fn state(
        &self,
        problem: &mut Option<Problem>,
        name: &str,
        velocities: &Faces,
        walls: Walls,
    ) -> Result<(), ProblemError> {
        let fill = |data: &mut ProblemData, stencil: &mut Stencil| {
            data.factored = None;
            self.write_faces(stencil);
            self.write_rest(velocities, walls, data);
        };
        match problem {
            Some(problem) => problem.refill_on_stencil(fill),
            None => {
                let mut data = ProblemData::without_matrix(name, kind(walls), Vec::new());
                let mut stencil = Stencil::default();
                fill(&mut data, &mut stencil);
                *problem = Some(Problem::on_stencil(data, stencil)?);
                Ok(())
            }
        }
    }

    /// Where to start: the pressures of the last step, a wall cell without any
    /// held at zero.
    pub fn start(&self, problem: &Problem, pressures: &[f64], scale: f64) -> Start {
        let x: Vec<f64> =
            self.wet.cells.iter().map(|&cell| scale * pressures[cell as usize]).collect();
        let label = |(x, lo): (&f64, &f64)| {
            if *lo == 0.0 && *x <= 0.0 { Label::Lower } else { Label::Free }
        };
        let labels = x.iter().zip(problem.lo()).map(label).collect();
        Start { x: Some(x), labels: Some(labels) }
    }

    /// u −= x₊ − x₋ on every open face of the liquid.
    pub fn push(&self, x: &[f64], velocities: &mut Faces) {
        for (&cell, &x) in self.wet.cells.iter().zip(x) {
            self.sides(cell as usize, |axis, up, face, neighbour| {
                let open = self.cut.open[axis][face] > 0.0;
                let Some(neighbour) = neighbour.filter(|_| open) else { return };
                let share = match self.wet.rows[neighbour] {
                    DRY => self.wet.steepness(axis, face),
                    _ => 1.0,
                };
                velocities[axis][face] += if up { share * x } else { -share * x };
            });
        }
    }
}

fn kind(walls: Walls) -> Kind {
    if walls == Walls::Everywhere { Kind::Lcp } else { Kind::Blcp }
}
