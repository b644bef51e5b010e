//! Bodies that a liquid pushes: their inertia as part of the pressure problem
//! (Batty, Bertails and Bridson 2007, §4).
//!
//! A body covers the shares 1 − f of faces; what its motion v = (u, ω) makes leave
//! a cell is K v, with a row Σ ±(1 − f) (e, r × e) for each cell. The pressure
//! pushes the body with m Kᵀ x, where m = ρ × the volume of a cell, so that
//!
//! v = v̂ + M⁻¹ m Kᵀ x,  w = (A + K (m M⁻¹) Kᵀ) x + b + K v̂.
//!
//! What a face gives to a body it takes from the liquid: both sides have the same
//! f. A is positive definite, so that no step makes energy of the two together.

use glam::{DMat3, DVec3};
use stickslip_linalg::SparseMatrix;
use stickslip_solve::{FactoredForm, Inertia};

use crate::cut::CutCells;
use crate::grid::Grid;

/// Freedoms of a body.
const FREEDOMS: usize = 6;

/// A body as the pressure sees it, with the motion v̂ that it would have without.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mover {
    /// Centre of mass (m).
    pub centre: DVec3,
    /// 1/m (1/kg).
    pub inverse_mass: f64,
    /// I⁻¹ in world axes (1/(kg m²)).
    pub inverse_inertia: DMat3,
    /// Velocity of the centre (m/s).
    pub velocity: DVec3,
    /// Angular velocity in world axes (rad/s).
    pub spin: DVec3,
}

/// What a body gets.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Impulse {
    /// N·s.
    pub linear: DVec3,
    /// About the centre of mass (N·m·s).
    pub angular: DVec3,
}

impl std::ops::AddAssign for Impulse {
    fn add_assign(&mut self, other: Self) {
        self.linear += other.linear;
        self.angular += other.angular;
    }
}

impl Mover {
    /// After an impulse.
    pub fn pushed(&self, impulse: &Impulse) -> Self {
        Self {
            velocity: self.velocity + self.inverse_mass * impulse.linear,
            spin: self.spin + self.inverse_inertia * impulse.angular,
            ..*self
        }
    }

    fn velocity_at(&self, point: DVec3) -> DVec3 {
        self.velocity + self.spin.cross(point - self.centre)
    }
}

/// What moves across the covered part of a face: e and r × e. In a slice nothing
/// turns but about z.
fn along(grid: &Grid, axis: usize, face: usize, centre: DVec3) -> [f64; FREEDOMS] {
    let direction = DVec3::AXES[axis];
    let mut arm = grid.face_middle(axis, face) - centre;
    if grid.flat {
        arm.z = 0.0;
    }
    let turn = arm.cross(direction);
    [direction.x, direction.y, direction.z, turn.x, turn.y, turn.z]
}

/// Visits the parts of bodies around a cell: who, and the six entries of K.
fn visit(
    grid: &Grid,
    cut: &CutCells,
    movers: &[Mover],
    cell: usize,
    mut each: impl FnMut(usize, [f64; FREEDOMS]),
) {
    for axis in 0..grid.axes() {
        for (up, sign) in [(false, -1.0), (true, 1.0)] {
            let face = grid.face(cell, axis, up);
            let Some(mover) = cut.owner(axis, face) else { continue };
            let Some(body) = movers.get(mover) else { continue };
            let covered = sign * (1.0 - cut.open[axis][face]);
            let entries = along(grid, axis, face, body.centre);
            each(mover, entries.map(|entry| covered * entry));
        }
    }
}

/// K: a row for each cell, six columns for each body. None where no body is wet.
pub fn coupling(
    grid: &Grid,
    cut: &CutCells,
    movers: &[Mover],
    cells: &[u32],
) -> Option<SparseMatrix> {
    let mut matrix = SparseMatrix::zeros(0, 0);
    matrix.clear(FREEDOMS * movers.len());
    let mut row: Vec<(usize, [f64; FREEDOMS])> = Vec::new();
    for &cell in cells {
        row.clear();
        visit(grid, cut, movers, cell as usize, |mover, entries| {
            match row.iter_mut().find(|part| part.0 == mover) {
                Some(part) => (0..FREEDOMS).for_each(|at| part.1[at] += entries[at]),
                None => row.push((mover, entries)),
            }
        });
        row.sort_unstable_by_key(|part| part.0);
        row.iter().for_each(|part| matrix.extend_row(FREEDOMS * part.0, &part.1));
        matrix.finish_row();
    }
    (matrix.stored() > 0).then_some(matrix)
}

/// The factors K (m M⁻¹) Kᵀ.
pub fn factors(coupling: SparseMatrix, movers: &[Mover], mass: f64) -> FactoredForm {
    let mut inverse = SparseMatrix::zeros(0, 0);
    inverse.clear(FREEDOMS * movers.len());
    for (at, mover) in movers.iter().enumerate() {
        let first = FREEDOMS * at;
        for axis in 0..3 {
            inverse.extend_row(first + axis, &[mass * mover.inverse_mass]);
            inverse.finish_row();
        }
        // Rounding must not make it unsymmetric.
        let turning = 0.5 * mass * (mover.inverse_inertia + mover.inverse_inertia.transpose());
        for axis in 0..3 {
            inverse.extend_row(first + 3, &turning.row(axis).to_array());
            inverse.finish_row();
        }
    }
    let compliance = vec![0.0; coupling.rows()];
    FactoredForm { jacobian: coupling, inertia: Inertia::from_inverse(inverse), compliance }
}

/// m Kᵀ x of cells with their x.
pub fn impulses(
    grid: &Grid,
    cut: &CutCells,
    movers: &[Mover],
    mass: f64,
    cells: impl Iterator<Item = (usize, f64)>,
) -> Vec<Impulse> {
    let mut all = vec![Impulse::default(); movers.len()];
    for (cell, x) in cells {
        visit(grid, cut, movers, cell, |mover, entries| {
            let [a, b, c, d, e, f] = entries.map(|entry| mass * x * entry);
            all[mover] += Impulse { linear: DVec3::new(a, b, c), angular: DVec3::new(d, e, f) };
        });
    }
    all
}

impl CutCells {
    /// Tells the walls that are bodies how these move.
    pub fn set_walls(&mut self, grid: &Grid, movers: &[Mover]) {
        for axis in 0..grid.axes() {
            for face in 0..grid.face_count(axis) {
                let owner = self.owner(axis, face);
                if let Some(mover) = owner.and_then(|owner| movers.get(owner)) {
                    let middle = grid.face_middle(axis, face);
                    self.wall[axis][face] = mover.velocity_at(middle)[axis];
                }
            }
        }
    }
}
