//! J, M⁻¹, C, b and bounds of a scene.

use stickslip_linalg::{SparseMatrix, Triplets};

use super::super::random::Random;
use super::vector3::AXES;
use super::{GRAVITY, Law, STABILISATION, STEP, Scene, Vector3, cross, frame, scale, subtract};
use stickslip_solve::{FactoredForm, FrictionContact, Inertia};

/// A scene as rows: joints first, then n, t, b of each contact.
pub struct Assembly {
    /// J, M⁻¹ and C.
    pub factored: FactoredForm,
    /// J (u + h M⁻¹ f) + γ φ / h.
    pub b: Vec<f64>,
    /// Lower bounds.
    pub lo: Vec<f64>,
    /// Upper bounds.
    pub hi: Vec<f64>,
    /// The contacts that couple bounds.
    pub contacts: Vec<FrictionContact>,
    /// Rough size of each row's impulse (N·s; N·m·s for locked orientations).
    pub loads: Vec<f64>,
    /// Rough static estimate of each row's impulse, with its sign.
    pub rest: Vec<f64>,
    /// Where the joint rows end.
    pub first_contact_row: usize,
}

impl Assembly {
    /// The rows of `scene`, tangents coupled to their normals.
    pub fn new(scene: &Scene, law: &Law) -> Self {
        let rows = scene.rows();
        let mut jacobian = Rows::new(scene);
        let mut loads = Vec::with_capacity(rows);
        let mut rest = Vec::with_capacity(rows);
        for joint in &scene.joints {
            let load = stickslip_linalg::norm(&joint.pull);
            for (axis, pull) in AXES.into_iter().zip(joint.pull) {
                jacobian.push_force(joint.first, joint.second, joint.point, axis);
                loads.push(load);
                rest.push(pull);
            }
            for axis in AXES.iter().filter(|_| joint.locked) {
                jacobian.push_torque(joint.first, joint.second, *axis);
                loads.push(load * LOCKED_ARM);
                rest.push(0.0);
            }
        }
        let first_contact_row = loads.len();
        let (mut lo, mut hi) = (vec![f64::NEG_INFINITY; rows], vec![f64::INFINITY; rows]);
        let mut contacts = Vec::with_capacity(scene.touches.len());
        for touch in &scene.touches {
            let normal = loads.len();
            for direction in frame(touch.normal) {
                jacobian.push_force(touch.below, touch.above, touch.point, direction);
                loads.push(touch.load);
            }
            rest.extend([touch.load, 0.0, 0.0]);
            (lo[normal], hi[normal]) = (0.0, f64::INFINITY);
            contacts.push(FrictionContact {
                normal,
                tangents: vec![normal + 1, normal + 2],
                mu: law.mu,
                ..FrictionContact::default()
            });
        }
        let jacobian = jacobian.finish();
        let mut b = vec![0.0; rows];
        jacobian.multiply(&free_velocity(scene), &mut b);
        for (contact, touch) in contacts.iter().zip(&scene.touches) {
            b[contact.normal] += STABILISATION * touch.gap / STEP;
        }
        let compliance = vec![law.compliance; rows];
        let inertia = Inertia::from_inverse(inverse_mass(scene));
        let factored = FactoredForm { jacobian, inertia, compliance };
        Self { factored, b, lo, hi, contacts, loads, rest, first_contact_row }
    }

    /// Replaces the coupling by constant bounds ±μ·N, N the load ± 20 %.
    pub fn freeze(&mut self, mu: f64, random: &mut Random) {
        for contact in self.contacts.drain(..) {
            let radius = mu * self.loads[contact.normal] * random.between(0.8, 1.2);
            for tangent in contact.tangents {
                (self.lo[tangent], self.hi[tangent]) = (-radius, radius);
            }
        }
    }
}

/// Arm (m) by which a joint's force estimate becomes one of its torque.
const LOCKED_ARM: f64 = 1e-3;

/// u + h M⁻¹ f with gravity as the only force.
fn free_velocity(scene: &Scene) -> Vec<f64> {
    scene
        .bodies
        .iter()
        .flat_map(|body| {
            let [x, y, z] = body.velocity;
            [x, y, z - STEP * GRAVITY, body.spin[0], body.spin[1], body.spin[2]]
        })
        .collect()
}

/// Blocks diag(1/m, 1/m, 1/m, R I⁻¹ Rᵀ).
fn inverse_mass(scene: &Scene) -> SparseMatrix {
    let mut triplets = Triplets::new();
    for (index, body) in scene.bodies.iter().enumerate() {
        let first = 6 * index;
        for k in 0..3 {
            triplets.push(first + k, first + k, 1.0 / body.mass);
        }
        for (i, row) in body.inverse_inertia().into_iter().enumerate() {
            for (j, value) in row.into_iter().enumerate() {
                if i == j || value != 0.0 {
                    triplets.push(first + 3 + i, first + 3 + j, value);
                }
            }
        }
    }
    let freedoms = 6 * scene.bodies.len();
    SparseMatrix::from_triplets(freedoms, freedoms, &triplets)
}

/// J, row by row.
struct Rows<'a> {
    scene: &'a Scene,
    triplets: Triplets,
    count: usize,
}

impl<'a> Rows<'a> {
    fn new(scene: &'a Scene) -> Self {
        Self { scene, triplets: Triplets::new(), count: 0 }
    }

    /// One row along `c` at a point: −(c, r_A × c) on A, (c, r_B × c) on B.
    fn push_force(&mut self, a: Option<usize>, b: usize, point: Vector3, c: Vector3) {
        for (body, sign) in [(a, -1.0), (Some(b), 1.0)] {
            if let Some(body) = body {
                let arm = subtract(point, self.scene.bodies[body].position);
                self.put(6 * body, scale(sign, c));
                self.put(6 * body + 3, scale(sign, cross(arm, c)));
            }
        }
        self.count += 1;
    }

    /// One row about `c`: −c on A's spin, c on B's.
    fn push_torque(&mut self, a: Option<usize>, b: usize, c: Vector3) {
        for (body, sign) in [(a, -1.0), (Some(b), 1.0)] {
            if let Some(body) = body {
                self.put(6 * body + 3, scale(sign, c));
            }
        }
        self.count += 1;
    }

    fn put(&mut self, first: usize, values: Vector3) {
        for (k, value) in values.into_iter().enumerate() {
            if value != 0.0 {
                self.triplets.push(self.count, first + k, value);
            }
        }
    }

    fn finish(self) -> SparseMatrix {
        SparseMatrix::from_triplets(self.count, 6 * self.scene.bodies.len(), &self.triplets)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::pile::{PileShape, scene as heap};
    use super::super::{Joint, add};
    use super::*;

    /// A heap with joints, and the velocity of every body's material points.
    fn example() -> Scene {
        let mut random = Random::new(5);
        let mut scene = heap(&mut random, 14, PileShape::Box, 10.0);
        for (first, second, locked) in [(None, 3, false), (Some(2), 9, true)] {
            let point = random.vector3();
            scene.joints.push(Joint { first, second, point, locked, pull: [1.0; 3] });
        }
        scene.kick(1.0, 2.0, &mut random);
        scene
    }

    fn velocity_at(scene: &Scene, body: Option<usize>, point: Vector3) -> Vector3 {
        body.map_or([0.0; 3], |body| {
            let body = &scene.bodies[body];
            add(body.velocity, cross(body.spin, subtract(point, body.position)))
        })
    }

    /// J u = Cᵀ (v_B − v_A) at the contact point (course Eq 17).
    #[test]
    fn rows_measure_relative_velocities() {
        let scene = example();
        let assembly = Assembly::new(&scene, &Law::rigid(0.5));
        let mut velocity = free_velocity(&scene);
        velocity.iter_mut().skip(2).step_by(6).for_each(|z| *z += STEP * GRAVITY);
        let mut rates = vec![0.0; scene.rows()];
        assembly.factored.jacobian.multiply(&velocity, &mut rates);
        let close = |row: usize, expected: f64| {
            assert!((rates[row] - expected).abs() < 1e-13, "row {row}: {}", rates[row]);
        };
        for (contact, touch) in assembly.contacts.iter().zip(&scene.touches) {
            let above = velocity_at(&scene, Some(touch.above), touch.point);
            let across = subtract(above, velocity_at(&scene, touch.below, touch.point));
            for (k, direction) in frame(touch.normal).into_iter().enumerate() {
                close(contact.normal + k, stickslip_linalg::dot(&direction, &across));
            }
        }
        let (ball, locked) = (&scene.joints[0], &scene.joints[1]);
        let held = velocity_at(&scene, Some(ball.second), ball.point);
        let across = subtract(
            velocity_at(&scene, Some(9), locked.point),
            velocity_at(&scene, Some(2), locked.point),
        );
        let turning = subtract(scene.bodies[9].spin, scene.bodies[2].spin);
        for k in 0..3 {
            close(k, held[k]);
            close(3 + k, across[k]);
            close(6 + k, turning[k]);
        }
    }

    /// M M⁻¹ = I with M from the definition of a box's inertia.
    #[test]
    fn inverse_inertia_inverts_the_inertia_of_a_turned_box() {
        let scene = example();
        for body in &scene.bodies {
            let inverse = body.inverse_inertia();
            let r = body.rotation;
            for i in 0..3 {
                for j in 0..3 {
                    let entry = |k: usize| -> f64 {
                        (0..3).map(|a| r[i][a] * body.inertia[a] * r[k][a]).sum()
                    };
                    let product: f64 = (0..3).map(|k| entry(k) * inverse[k][j]).sum();
                    assert!((product - AXES[i][j]).abs() < 1e-12);
                }
            }
        }
    }
}
