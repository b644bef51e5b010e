//! Between particles and grid: hats over two cells along each axis.
//!
//! gather:  mᵢ = Σ w,  mᵢ uᵢ = Σ w (u_p + c_p·(xᵢ − x_p))
//! scatter: u_p = Σ w uᵢ,  c_p = Σ ∇w uᵢ
//!
//! Σ w (xᵢ − x_p) = 0, so neither way makes momentum; a field that is linear in
//! space comes back as it was.

use std::ops::{Add, Mul, Sub};

use glam::{DVec2, DVec3};

use crate::grid::Grid;
use crate::particles::Particles;

/// A number on every face, by axis.
pub type Faces = [Vec<f64>; 3];

/// A mass and a momentum on every face, by axis.
pub type Sums = [Vec<[f64; 2]>; 3];

/// What can be interpolated.
trait Value:
    Copy + Default + Add<Output = Self> + Sub<Output = Self> + Mul<f64, Output = Self>
{
}

impl Value for f64 {}
impl Value for DVec2 {}

/// The two nodes around a point along one axis. Beyond the last node that one
/// counts twice.
#[derive(Clone, Copy)]
struct Span {
    nodes: [usize; 2],
    /// How far from the low to the high node.
    share: f64,
    /// From the point to the nodes, in cells.
    offsets: [f64; 2],
}

impl Span {
    // Numbers of 32 bits with a sign, which processors convert at once.
    #[inline(always)]
    fn new(at: f64, count: usize) -> Self {
        let (high, last) = ((at + 1.0).max(0.0) as i32, count as i32 - 1);
        let nodes = [(high - 1).clamp(0, last), high.min(last)];
        let offsets = nodes.map(|node| f64::from(node) - at);
        let nodes = nodes.map(|node| node as usize);
        Self { nodes, share: at + 1.0 - f64::from(high), offsets }
    }

    /// In the middle of a single layer.
    const FLAT: Self = Self { nodes: [0, 0], share: 0.0, offsets: [0.0, 0.0] };

    fn weights(&self) -> [f64; 2] {
        [1.0 - self.share, self.share]
    }
}

/// The nodes around a point, of whatever stands at whole and at half cells.
pub struct Stencil {
    whole: [Span; 3],
    half: [Span; 3],
    layers: usize,
}

impl Stencil {
    /// Around a point inside the tank.
    #[inline(always)]
    pub fn new(grid: &Grid, point: DVec3) -> Self {
        let at = (point - grid.lower) * (1.0 / grid.width);
        let [nx, ny, nz] = grid.cells;
        let deep = |at: f64, count| if grid.flat { Span::FLAT } else { Span::new(at, count) };
        Self {
            whole: [Span::new(at.x, nx + 1), Span::new(at.y, ny + 1), deep(at.z, nz + 1)],
            half: [Span::new(at.x - 0.5, nx), Span::new(at.y - 0.5, ny), deep(at.z - 0.5, nz)],
            layers: if grid.flat { 1 } else { 2 },
        }
    }

    /// The spans for faces across an axis.
    #[inline(always)]
    fn across(&self, axis: usize) -> [Span; 3] {
        let mut spans = self.half;
        spans[axis] = self.whole[axis];
        spans
    }

    /// The value between the faces across an axis, and its gradient per cell.
    #[inline(always)]
    fn sample<V: Value>(
        &self,
        grid: &Grid,
        axis: usize,
        value: impl Fn(usize) -> V,
    ) -> (V, [V; 3]) {
        let [nx, ny, _] = grid.face_cells(axis);
        let [x, y, z] = self.across(axis);
        let plane = |k: usize| {
            let line = |j: usize| {
                let start = nx * (j + ny * k);
                let (low, high) = (value(start + x.nodes[0]), value(start + x.nodes[1]));
                (low + (high - low) * x.share, high - low)
            };
            let ((low, low_x), (high, high_x)) = (line(y.nodes[0]), line(y.nodes[1]));
            let mix = |low: V, high: V| low + (high - low) * y.share;
            (mix(low, high), mix(low_x, high_x), high - low)
        };
        let low = plane(z.nodes[0]);
        if self.layers == 1 {
            return (low.0, [low.1, low.2, V::default()]);
        }
        let high = plane(z.nodes[1]);
        let mix = |low: V, high: V| low + (high - low) * z.share;
        (mix(low.0, high.0), [mix(low.1, high.1), mix(low.2, high.2), high.0 - low.0])
    }

    /// The vector of a field.
    #[inline]
    pub fn vector(&self, grid: &Grid, field: &Faces) -> DVec3 {
        let mut vector = DVec3::ZERO;
        for axis in 0..grid.axes() {
            let values = &field[axis];
            vector[axis] = self.sample(grid, axis, |face| values[face]).0;
        }
        vector
    }

    /// The vector of a field with the gradients of its components, and the
    /// vector of another field.
    #[inline]
    pub fn affine(&self, grid: &Grid, field: &Faces, other: &Faces) -> (DVec3, [DVec3; 3], DVec3) {
        let (mut vector, mut gradients) = (DVec3::ZERO, [DVec3::ZERO; 3]);
        let mut beside = DVec3::ZERO;
        for axis in 0..grid.axes() {
            let (own, other) = (&field[axis], &other[axis]);
            // Both at once: the same places, two numbers to a register.
            let (value, slope) = self.sample(grid, axis, |face| DVec2::new(own[face], other[face]));
            (vector[axis], beside[axis]) = (value.x, value.y);
            gradients[axis] = DVec3::from_array(slope.map(|slope| slope.x)) / grid.width;
        }
        (vector, gradients, beside)
    }

    /// Adds a particle to the faces across an axis.
    #[inline(always)]
    fn add(&self, grid: &Grid, axis: usize, own: f64, slope: DVec3, sums: &mut [[f64; 2]]) {
        let [nx, ny, _] = grid.face_cells(axis);
        let [x, y, z] = self.across(axis);
        let (along, up, deep) = (x.weights(), y.weights(), z.weights());
        for layer in 0..self.layers {
            for row in 0..2 {
                let weight = deep[layer] * up[row];
                let value = own + slope.z * z.offsets[layer] + slope.y * y.offsets[row];
                let start = nx * (y.nodes[row] + ny * z.nodes[layer]);
                for column in 0..2 {
                    let weight = weight * along[column];
                    let sum = &mut sums[start + x.nodes[column]];
                    sum[0] += weight;
                    sum[1] += weight * (value + slope.x * x.offsets[column]);
                }
            }
        }
    }
}

/// Masses, in particles, and velocities of all faces from the particles.
pub fn gather(grid: &Grid, particles: &Particles, sums: &mut Sums, velocities: &mut Faces) {
    for axis in 0..grid.axes() {
        sums[axis].clear();
        sums[axis].resize(grid.face_count(axis), [0.0; 2]);
    }
    let carried = particles.velocities.iter().zip(&particles.gradients);
    for (&point, (own, gradients)) in particles.positions.iter().zip(carried) {
        let stencil = Stencil::new(grid, point);
        for axis in 0..grid.axes() {
            let slope = grid.width * gradients[axis];
            stencil.add(grid, axis, own[axis], slope, &mut sums[axis]);
        }
    }
    for axis in 0..grid.axes() {
        let mean = |&[mass, momentum]: &[f64; 2]| if mass > 0.0 { momentum / mass } else { 0.0 };
        velocities[axis].clear();
        velocities[axis].extend(sums[axis].iter().map(mean));
    }
}

/// Faces that no particle is near take the mean of their neighbours that have some.
pub fn carry_on(grid: &Grid, sums: &Sums, velocities: &mut Faces) {
    for axis in 0..grid.axes() {
        let (sums, velocities) = (&sums[axis], &mut velocities[axis]);
        let counts = grid.face_cells(axis);
        let strides = [1, counts[0], counts[0] * counts[1]];
        for face in (0..sums.len()).filter(|&face| sums[face][0] <= 0.0) {
            let at = grid.face_place(axis, face);
            let (mut sum, mut count) = (0.0, 0.0);
            for along in 0..grid.axes() {
                let below = (at[along] > 0).then(|| face - strides[along]);
                let above = (at[along] + 1 < counts[along]).then(|| face + strides[along]);
                for other in below.into_iter().chain(above) {
                    if sums[other][0] > 0.0 {
                        sum += velocities[other];
                        count += 1.0;
                    }
                }
            }
            if count > 0.0 {
                velocities[face] = sum / count;
            }
        }
    }
}

/// How many particles each cell has, smoothed by the hats.
pub fn count(grid: &Grid, particles: &Particles, counts: &mut Vec<f64>) {
    counts.clear();
    counts.resize(grid.cell_count(), 0.0);
    let [nx, ny, _] = grid.cells;
    for &point in &particles.positions {
        let Stencil { half: [x, y, z], layers, .. } = Stencil::new(grid, point);
        let (along, up, deep) = (x.weights(), y.weights(), z.weights());
        for layer in 0..layers {
            for row in 0..2 {
                let start = nx * (y.nodes[row] + ny * z.nodes[layer]);
                for column in 0..2 {
                    counts[start + x.nodes[column]] += deep[layer] * up[row] * along[column];
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A field that is linear in space goes to the grid and back unchanged,
    /// away from walls, and no momentum is made anywhere.
    #[test]
    fn linear_fields_come_back() {
        for flat in [false, true] {
            let cells = [7, 6, if flat { 1 } else { 5 }];
            let grid = Grid { lower: DVec3::new(-0.3, 0.1, 0.2), width: 0.1, cells, flat };
            let depth = if flat { DVec3::ZERO } else { DVec3::Z };
            let gradients = [
                DVec3::new(1.0, -2.0, 0.5) - (1.0 - depth.z) * 0.5 * DVec3::Z,
                DVec3::new(0.3, 0.7, -1.1) + (1.0 - depth.z) * 1.1 * DVec3::Z,
                DVec3::new(2.0, 0.0, -1.7) * depth.z,
            ];
            let field = |point: DVec3| {
                DVec3::from_array(gradients.map(|gradient| gradient.dot(point))) + DVec3::X
            };
            let mut particles = Particles::default();
            for at in 0..500 {
                let share = |prime: f64| (at as f64 * prime).fract();
                let unit = DVec3::new(share(0.618_034), share(0.414_214), share(0.732_051));
                let mut point = grid.lower + unit * (grid.upper() - grid.lower);
                if flat {
                    point.z = grid.lower.z + 0.05;
                }
                particles.positions.push(point);
                particles.velocities.push(field(point));
                particles.gradients.push(gradients);
            }
            let (mut sums, mut velocities) = (Sums::default(), Faces::default());
            gather(&grid, &particles, &mut sums, &mut velocities);
            let middle = 0.5 * (grid.lower + grid.upper());
            let stencil = Stencil::new(&grid, middle);
            let (velocity, found, other) = stencil.affine(&grid, &velocities, &velocities);
            assert!((velocity - field(middle)).length() < 1e-12, "{velocity}");
            assert_eq!((velocity, velocity), (other, stencil.vector(&grid, &velocities)));
            for axis in 0..grid.axes() {
                assert!((found[axis] - gradients[axis]).length() < 1e-10, "{found:?}");
                let mass: f64 = sums[axis].iter().map(|sum| sum[0]).sum();
                assert!((mass - particles.len() as f64).abs() < 1e-9);
            }
        }
    }
}
