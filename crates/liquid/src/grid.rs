//! The cells of a box, and the faces and corners between them.

use glam::DVec3;

/// A box of cubic cells. A flat grid is one cell thick along z, and nothing
/// moves along z in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// Lower corner (m).
    pub lower: DVec3,
    /// Edge of a cell (m).
    pub width: f64,
    /// Cells along each axis.
    pub cells: [usize; 3],
    /// Whether it is one cell thick.
    pub flat: bool,
}

impl Grid {
    /// Axes along which anything moves.
    pub fn axes(&self) -> usize {
        if self.flat { 2 } else { 3 }
    }

    /// Number of cells.
    pub fn cell_count(&self) -> usize {
        self.cells.iter().product()
    }

    /// Volume of a cell (m³).
    pub fn cell_volume(&self) -> f64 {
        self.width.powi(3)
    }

    /// Upper corner (m).
    pub fn upper(&self) -> DVec3 {
        self.lower + self.width * DVec3::from_array(self.cells.map(|cells| cells as f64))
    }

    /// Number of a cell.
    pub fn cell(&self, [i, j, k]: [usize; 3]) -> usize {
        i + self.cells[0] * (j + self.cells[1] * k)
    }

    /// The place of a cell by its number.
    pub fn place(&self, cell: usize) -> [usize; 3] {
        let [nx, ny, _] = self.cells;
        [cell % nx, cell / nx % ny, cell / (nx * ny)]
    }

    /// Middle of a cell (m).
    pub fn middle(&self, cell: usize) -> DVec3 {
        let place = self.place(cell).map(|index| index as f64 + 0.5);
        self.lower + self.width * DVec3::from_array(place)
    }

    /// The cell that a point lies in; points outside count for the nearest.
    pub fn cell_at(&self, point: DVec3) -> usize {
        let local = (point - self.lower) * (1.0 / self.width);
        let index = |axis: usize| (local[axis].max(0.0) as i32 as usize).min(self.cells[axis] - 1);
        self.cell([index(0), index(1), index(2)])
    }

    /// The next cell along an axis, or the one before; none outside.
    pub fn neighbour(&self, cell: usize, axis: usize, up: bool) -> Option<usize> {
        let stride = self.stride(axis);
        let index = cell / stride % self.cells[axis];
        match up {
            true => (index + 1 < self.cells[axis]).then(|| cell + stride),
            false => (index > 0).then(|| cell - stride),
        }
    }

    fn stride(&self, axis: usize) -> usize {
        self.cells[..axis].iter().product()
    }

    /// Faces across an axis, along each axis.
    pub fn face_cells(&self, axis: usize) -> [usize; 3] {
        let mut count = self.cells;
        count[axis] += 1;
        count
    }

    /// Number of faces across an axis.
    pub fn face_count(&self, axis: usize) -> usize {
        self.face_cells(axis).iter().product()
    }

    /// The face of a cell across an axis, below or above it.
    pub fn face(&self, cell: usize, axis: usize, up: bool) -> usize {
        let mut place = self.place(cell);
        place[axis] += usize::from(up);
        let [nx, ny, _] = self.face_cells(axis);
        place[0] + nx * (place[1] + ny * place[2])
    }

    /// The place of a face by its number.
    pub fn face_place(&self, axis: usize, face: usize) -> [usize; 3] {
        let [nx, ny, _] = self.face_cells(axis);
        [face % nx, face / nx % ny, face / (nx * ny)]
    }

    /// Middle of a face (m).
    pub fn face_middle(&self, axis: usize, face: usize) -> DVec3 {
        let mut place = self.face_place(axis, face).map(|index| index as f64 + 0.5);
        place[axis] -= 0.5;
        self.lower + self.width * DVec3::from_array(place)
    }

    /// The cells below and above a face; none outside.
    pub fn beside(&self, axis: usize, face: usize) -> [Option<usize>; 2] {
        let mut place = self.face_place(axis, face);
        let above = (place[axis] < self.cells[axis]).then(|| self.cell(place));
        let below = (place[axis] > 0).then(|| {
            place[axis] -= 1;
            self.cell(place)
        });
        [below, above]
    }

    /// Corners along each axis; those of a flat grid lie in its middle.
    pub fn corner_cells(&self) -> [usize; 3] {
        let [nx, ny, nz] = self.cells;
        [nx + 1, ny + 1, if self.flat { 1 } else { nz + 1 }]
    }

    /// Number of a corner.
    pub fn corner(&self, [i, j, k]: [usize; 3]) -> usize {
        let [nx, ny, _] = self.corner_cells();
        i + nx * (j + ny * k)
    }

    /// Where a corner is (m).
    pub fn corner_point(&self, corner: usize) -> DVec3 {
        let [nx, ny, _] = self.corner_cells();
        let place = [corner % nx, corner / nx % ny, corner / (nx * ny)].map(|index| index as f64);
        let raised = if self.flat { 0.5 * DVec3::Z } else { DVec3::ZERO };
        self.lower + self.width * (DVec3::from_array(place) + raised)
    }
}
