//! Between particles and grid: hats over two cells along each axis.
//!
//! gather:  mᵢ = Σ w,  mᵢ uᵢ = Σ w (u_p + c_p·(xᵢ − x_p))
//! scatter: u_p = Σ w uᵢ,  c_p = Σ ∇w uᵢ
//!
//! Σ w (xᵢ − x_p) = 0, so neither way makes momentum; a field that is linear in
//! space comes back as it was.

use glam::DVec3;

use crate::grid::Grid;
use crate::particles::Particles;

/// A number on every face, by axis.
pub type Faces = [Vec<f64>; 3];

/// The (up to) eight nodes around a point.
struct Hat {
    low: [usize; 3],
    high: [usize; 3],
    /// How far from the low to the high nodes.
    share: DVec3,
    /// The point in cells, counted from node 0.
    at: DVec3,
    layers: usize,
}

impl Hat {
    /// Nodes at half cells, but at whole ones along `axis`. Beyond the last
    /// node that one counts twice.
    fn new(grid: &Grid, counts: [usize; 3], axis: Option<usize>, point: DVec3) -> Self {
        let mut at = (point - grid.lower) / grid.width - 0.5;
        if let Some(axis) = axis {
            at[axis] += 0.5;
        }
        let floor = at.floor();
        let clamped =
            |axis: usize, index: f64| index.clamp(0.0, (counts[axis] - 1) as f64) as usize;
        Self {
            low: [clamped(0, floor.x), clamped(1, floor.y), clamped(2, floor.z)],
            high: [clamped(0, floor.x + 1.0), clamped(1, floor.y + 1.0), clamped(2, floor.z + 1.0)],
            share: at - floor,
            at,
            layers: if grid.flat { 1 } else { 2 },
        }
    }

    /// Weight, place and number of every node.
    #[inline(always)]
    fn visit(&self, [nx, ny, _]: [usize; 3], mut each: impl FnMut(f64, [usize; 3], usize)) {
        let pick = |axis: usize, side: usize| match side {
            0 => (self.low[axis], 1.0 - self.share[axis]),
            _ => (self.high[axis], self.share[axis]),
        };
        for layer in 0..self.layers {
            let (k, z) = if self.layers == 1 { (0, 1.0) } else { pick(2, layer) };
            for row in 0..2 {
                let (j, y) = pick(1, row);
                for column in 0..2 {
                    let (i, x) = pick(0, column);
                    each(x * y * z, [i, j, k], i + nx * (j + ny * k));
                }
            }
        }
    }

    /// The value between nodes, and its gradient per cell.
    #[inline(always)]
    fn sample(&self, [nx, ny, _]: [usize; 3], values: &[f64]) -> (f64, DVec3) {
        let plane = |k: usize| {
            let line = |j: usize| {
                let start = nx * (j + ny * k);
                let (low, high) = (values[start + self.low[0]], values[start + self.high[0]]);
                (low + self.share.x * (high - low), high - low)
            };
            let ((low, low_x), (high, high_x)) = (line(self.low[1]), line(self.high[1]));
            let mix = |low: f64, high: f64| low + self.share.y * (high - low);
            (mix(low, high), mix(low_x, high_x), high - low)
        };
        if self.layers == 1 {
            let (value, x, y) = plane(0);
            return (value, DVec3::new(x, y, 0.0));
        }
        let (low, high) = (plane(self.low[2]), plane(self.high[2]));
        let mix = |low: f64, high: f64| low + self.share.z * (high - low);
        let slope = DVec3::new(mix(low.1, high.1), mix(low.2, high.2), high.0 - low.0);
        (mix(low.0, high.0), slope)
    }
}

/// Masses, in particles, and velocities of all faces from the particles.
pub fn gather(grid: &Grid, particles: &Particles, masses: &mut Faces, velocities: &mut Faces) {
    for axis in 0..grid.axes() {
        let counts = grid.face_cells(axis);
        let (mass, velocity) = (&mut masses[axis], &mut velocities[axis]);
        for faces in [&mut *mass, &mut *velocity] {
            faces.clear();
            faces.resize(grid.face_count(axis), 0.0);
        }
        let carried = particles.velocities.iter().zip(&particles.gradients);
        for (&point, (own, gradient)) in particles.positions.iter().zip(carried) {
            let hat = Hat::new(grid, counts, Some(axis), point);
            let (own, slope) = (own[axis], grid.width * gradient[axis]);
            let flat = grid.flat;
            hat.visit(counts, |weight, [i, j, k], face| {
                let mut value =
                    own + slope.x * (i as f64 - hat.at.x) + slope.y * (j as f64 - hat.at.y);
                if !flat {
                    value += slope.z * (k as f64 - hat.at.z);
                }
                mass[face] += weight;
                velocity[face] += weight * value;
            });
        }
        for (velocity, &mass) in velocity.iter_mut().zip(&*mass) {
            if mass > 0.0 {
                *velocity /= mass;
            }
        }
    }
}

/// Velocity at a point.
pub fn velocity(grid: &Grid, velocities: &Faces, point: DVec3) -> DVec3 {
    let mut velocity = DVec3::ZERO;
    for axis in 0..grid.axes() {
        let counts = grid.face_cells(axis);
        let hat = Hat::new(grid, counts, Some(axis), point);
        velocity[axis] = hat.sample(counts, &velocities[axis]).0;
    }
    velocity
}

/// Velocity at a point, and the gradients of its components.
pub fn affine(grid: &Grid, velocities: &Faces, point: DVec3) -> (DVec3, [DVec3; 3]) {
    let (mut velocity, mut gradients) = (DVec3::ZERO, [DVec3::ZERO; 3]);
    for axis in 0..grid.axes() {
        let counts = grid.face_cells(axis);
        let hat = Hat::new(grid, counts, Some(axis), point);
        let (value, slope) = hat.sample(counts, &velocities[axis]);
        velocity[axis] = value;
        gradients[axis] = slope / grid.width;
    }
    (velocity, gradients)
}

/// How many particles each cell has, smoothed by the hats.
pub fn count(grid: &Grid, particles: &Particles, counts: &mut Vec<f64>) {
    counts.clear();
    counts.resize(grid.cell_count(), 0.0);
    for &point in &particles.positions {
        let hat = Hat::new(grid, grid.cells, None, point);
        hat.visit(grid.cells, |weight, _, cell| counts[cell] += weight);
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
            let (mut masses, mut velocities) = (Faces::default(), Faces::default());
            gather(&grid, &particles, &mut masses, &mut velocities);
            let middle = 0.5 * (grid.lower + grid.upper());
            let (velocity, found) = affine(&grid, &velocities, middle);
            assert!((velocity - field(middle)).length() < 1e-12, "{velocity}");
            for axis in 0..grid.axes() {
                assert!((found[axis] - gradients[axis]).length() < 1e-10, "{found:?}");
                let mass: f64 = masses[axis].iter().sum();
                assert!((mass - particles.len() as f64).abs() < 1e-9);
            }
        }
    }
}
