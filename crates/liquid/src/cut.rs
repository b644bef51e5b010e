//! What solids leave open of cells and faces (Batty, Bertails and Bridson 2007).

use glam::DVec3;

use crate::fraction;
use crate::grid::Grid;
use crate::plane;
use crate::solids::Solids;

/// Open shares of faces and cells, and how walls move.
#[derive(Clone, Debug, Default)]
pub struct CutCells {
    /// Open share of every face, by axis.
    pub open: [Vec<f64>; 3],
    /// Velocity of the wall across every face (m/s), by axis.
    pub wall: [Vec<f64>; 3],
    /// Open share of every cell.
    pub volume: Vec<f64>,
    /// What a cell weighs in the smoothed count of particles: 1 far from walls.
    pub capacity: Vec<f64>,
    /// Distance to the nearest solid at every corner (m).
    distance: Vec<f64>,
    /// Whether a solid is near each cell.
    near: Vec<bool>,
    /// The mover that covers part of each face, by axis; empty where nothing is pushed.
    owners: [Vec<u32>; 3],
}

/// No mover.
const NOBODY: u32 = u32::MAX;

/// Faces that are open by less than this share are closed.
const SLIVER: f64 = 0.02;
/// Solids are thicker than they are by this share of a cell, so that a face in
/// the plane of a wall is closed whatever the rounding.
const SKIN: f64 = 1e-6;

impl CutCells {
    /// Looks at the solids anew, of which the liquid pushes some.
    ///
    /// The open share of a face is then that of the volume from cell middle to cell middle
    /// around it (Batty, Bertails and Bridson 2007, §3.2), and not of its area: a pressure
    /// that is linear in space then pushes a body by exactly the volume of its shares, wherever
    /// its surface lies between the middles. The sides of the tank stand still.
    pub fn place_pushed(&mut self, grid: &Grid, solids: &dyn Solids) {
        self.place(grid, solids);
        for axis in 0..grid.axes() {
            let faces = grid.face_count(axis);
            self.owners[axis].clear();
            self.owners[axis].resize(faces, NOBODY);
            for face in 0..faces {
                self.wall[axis][face] = 0.0;
                if grid.beside(axis, face).contains(&None) {
                    continue;
                }
                let (mean, slope) = self.plane(grid, axis, face);
                if mean > grid.width * (grid.axes() as f64).sqrt() {
                    self.open[axis][face] = 1.0;
                    continue;
                }
                let solid = solids.at(grid.face_middle(axis, face));
                // Corners alone would have a ball too small: the mean of a curved distance is
                // a third of the way from its middle to its corners.
                let middle = (2.0 * (solid.distance - SKIN * grid.width) + mean) / 3.0;
                let share = plane::share(middle, slope);
                self.open[axis][face] = if share < SLIVER { 0.0 } else { share };
                if share < 1.0 {
                    self.wall[axis][face] = solid.velocity[axis];
                    self.owners[axis][face] = solid.mover.unwrap_or(NOBODY);
                }
            }
        }
    }

    /// The mover that covers part of a face.
    pub fn owner(&self, axis: usize, face: usize) -> Option<usize> {
        let owner = *self.owners[axis].get(face)?;
        (owner != NOBODY).then_some(owner as usize)
    }

    /// Distance to the nearest solid in the middle of a cell (m).
    pub fn middle_distance(&self, grid: &Grid, cell: usize) -> f64 {
        let corners = self.corners(grid, cell);
        corners.iter().sum::<f64>() / corners.len() as f64
    }

    /// The distance between the middles of the cells beside a face, as corners have it: its
    /// mean, and how much it changes along each axis.
    fn plane(&self, grid: &Grid, axis: usize, face: usize) -> (f64, [f64; 3]) {
        let place = grid.face_place(axis, face);
        let [first, second] = [(axis + 1) % 3, (axis + 2) % 3];
        let mut sums = [[[0.0; 2]; 2]; 3];
        for (layer, sums) in sums.iter_mut().enumerate() {
            for (a, sums) in sums.iter_mut().enumerate() {
                for (b, sum) in sums.iter_mut().enumerate() {
                    let mut place = place;
                    place[axis] = place[axis] + layer - 1;
                    place[first] += a;
                    place[second] += b;
                    if grid.flat {
                        place[2] = 0;
                    }
                    *sum = self.distance[grid.corner(place)];
                }
            }
        }
        let mean = |layer: usize| 0.25 * sums[layer].iter().flatten().sum::<f64>();
        // Middles of cells lie half way between layers of corners.
        let middle = 0.125 * (mean(0) + 6.0 * mean(1) + mean(2));
        let mut slope = [0.0; 3];
        slope[axis] = 0.5 * (mean(2) - mean(0));
        let layer = sums[1];
        slope[first] = 0.5 * (layer[1][0] + layer[1][1] - layer[0][0] - layer[0][1]);
        slope[second] = 0.5 * (layer[0][1] + layer[1][1] - layer[0][0] - layer[1][0]);
        (middle, slope)
    }

    /// Looks at the solids anew.
    pub fn place(&mut self, grid: &Grid, solids: &dyn Solids) {
        let corners = grid.corner_cells().iter().product();
        self.distance.clear();
        self.distance.extend((0..corners).map(|corner| {
            let distance = solids.at(grid.corner_point(corner)).distance;
            distance.min(1e9) - SKIN * grid.width
        }));
        for axis in 0..grid.axes() {
            let faces = grid.face_count(axis);
            let open = (0..faces).map(|face| self.face_share(grid, axis, face)).collect();
            self.open[axis] = open;
            self.wall[axis] = (0..faces)
                .map(|face| match self.open[axis][face] {
                    1.0 => 0.0,
                    _ => solids.at(grid.face_middle(axis, face)).velocity[axis],
                })
                .collect();
        }
        let cells = 0..grid.cell_count();
        self.volume = cells.clone().map(|cell| self.cell_share(grid, cell)).collect();
        self.near = cells
            .map(|cell| self.corners(grid, cell).into_iter().any(|corner| corner < grid.width))
            .collect();
        self.capacity = smoothed(grid, &self.volume);
    }

    fn face_share(&self, grid: &Grid, axis: usize, face: usize) -> f64 {
        if grid.beside(axis, face).contains(&None) {
            return 0.0;
        }
        let place = grid.face_place(axis, face);
        let corner = |first: usize, second: usize| {
            let mut place = place;
            place[(axis + 1) % 3] += first;
            place[(axis + 2) % 3] += second;
            self.distance[grid.corner(place)]
        };
        let share = match (grid.flat, axis) {
            (false, _) => {
                fraction::square([corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)])
            }
            (true, 0) => fraction::edge(corner(0, 0), corner(1, 0)),
            (true, _) => fraction::edge(corner(0, 0), corner(0, 1)),
        };
        if share < SLIVER { 0.0 } else { share }
    }

    /// Corners of a cell: four in turn around it, or eight.
    fn corners(&self, grid: &Grid, cell: usize) -> Vec<f64> {
        let [i, j, k] = grid.place(cell);
        let around = |k: usize| {
            [[i, j, k], [i + 1, j, k], [i + 1, j + 1, k], [i, j + 1, k]]
                .map(|place| self.distance[grid.corner(place)])
        };
        match grid.flat {
            true => around(0).to_vec(),
            false => [around(k), around(k + 1)].concat(),
        }
    }

    /// Exact in a slice; in space the mean over the faces of the cell, which is
    /// exact for walls along the grid.
    fn cell_share(&self, grid: &Grid, cell: usize) -> f64 {
        let corners = self.corners(grid, cell);
        if corners.iter().all(|&corner| corner >= 0.0) {
            return 1.0;
        }
        if let Ok(corners) = <[f64; 4]>::try_from(corners.as_slice()) {
            return fraction::square(corners);
        }
        let [i, j, k] = grid.place(cell);
        let at = |x: usize, y: usize, z: usize| self.distance[grid.corner([i + x, j + y, k + z])];
        let pairs = (0..2).map(|side| {
            fraction::square([at(side, 0, 0), at(side, 1, 0), at(side, 1, 1), at(side, 0, 1)])
                + fraction::square([at(0, side, 0), at(0, side, 1), at(1, side, 1), at(1, side, 0)])
                + fraction::square([at(0, 0, side), at(1, 0, side), at(1, 1, side), at(0, 1, side)])
        });
        pairs.sum::<f64>() / 6.0
    }

    /// Whether a cell is all solid; what lies outside the tank is.
    pub fn is_solid(&self, cell: Option<usize>) -> bool {
        cell.is_none_or(|cell| self.volume[cell] <= 0.0)
    }

    /// Whether part of a cell's boundary is wall.
    pub fn at_wall(&self, grid: &Grid, cell: usize) -> bool {
        (0..grid.axes()).any(|axis| {
            [false, true].iter().any(|&up| self.open[axis][grid.face(cell, axis, up)] < 1.0)
        })
    }

    /// Moves a point out of solids, and into the tank.
    pub fn keep_out(&self, grid: &Grid, point: &mut DVec3) {
        let inset = 1e-3 * grid.width;
        if self.near[grid.cell_at(*point)] {
            let (distance, slope) = self.sample(grid, *point);
            if distance < inset {
                *point += (inset - distance) * slope.normalize_or_zero();
            }
        }
        let (lower, upper) = (grid.lower + inset, grid.upper() - inset);
        for axis in 0..grid.axes() {
            point[axis] = point[axis].clamp(lower[axis], upper[axis]);
        }
    }

    /// The distance between corners, linear along each axis, and its gradient.
    pub fn sample(&self, grid: &Grid, point: DVec3) -> (f64, DVec3) {
        let place = grid.place(grid.cell_at(point));
        let mut share = (point - grid.lower) / grid.width;
        (0..3).for_each(|axis| share[axis] = (share[axis] - place[axis] as f64).clamp(0.0, 1.0));
        let (mut distance, mut slope) = (0.0, DVec3::ZERO);
        for corner in 0..if grid.flat { 4 } else { 8 } {
            let side = [corner & 1, corner >> 1 & 1, corner >> 2];
            let weight =
                |axis: usize| if side[axis] == 1 { share[axis] } else { 1.0 - share[axis] };
            let sign = |axis: usize| if side[axis] == 1 { 1.0 } else { -1.0 };
            let at = [0, 1, 2]
                .map(|axis| if grid.flat && axis == 2 { 0 } else { place[axis] + side[axis] });
            let value = self.distance[grid.corner(at)];
            let weights = [weight(0), weight(1), if grid.flat { 1.0 } else { weight(2) }];
            distance += value * weights[0] * weights[1] * weights[2];
            slope.x += value * sign(0) * weights[1] * weights[2];
            slope.y += value * weights[0] * sign(1) * weights[2];
            if !grid.flat {
                slope.z += value * weights[0] * weights[1] * sign(2);
            }
        }
        (distance, slope / grid.width)
    }
}

/// Every cell gives ¾ of its value to itself and ⅛ to either neighbour, axis by
/// axis: what a hat over two cells makes of a density. Beyond the tank there is
/// nobody, and the cell keeps that share.
fn smoothed(grid: &Grid, values: &[f64]) -> Vec<f64> {
    let mut values = values.to_vec();
    for axis in 0..grid.axes() {
        let before = values.clone();
        for cell in 0..before.len() {
            let side = |up| before[grid.neighbour(cell, axis, up).unwrap_or(cell)];
            values[cell] = 0.75 * before[cell] + 0.125 * (side(false) + side(true));
        }
    }
    values
}
