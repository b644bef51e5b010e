//! Frictional contact as a plain `lcp` (Erleben 2013, Eq 26–27).
//!
//! With K unit tangents per contact, x = (λ_n, λ_t, β) and
//!
//! ```text
//!     ⎛ B_nn  B_nt  0 ⎞        ⎛ b_n ⎞
//! A = ⎜ B_tn  B_tt  E ⎟    b = ⎜ b_t ⎟    B = J M⁻¹ Jᵀ
//!     ⎝  μ    −Eᵀ   0 ⎠        ⎝  0  ⎠
//! ```
//!
//! A is unsymmetric with a zero diagonal block, copositive, and no P-matrix.

use std::f64::consts::TAU;

use stickslip_linalg::{SparseMatrix, Triplets};

use super::error::{GenerateError, require_at_least, require_count};
use super::pile::{PileShape, scene};
use super::random::Random;
use stickslip_dynamics::FrictionModel;
use stickslip_solve::options::options;
use stickslip_solve::{Kind, Problem, ProblemData};

options! {
    /// Options of [`stewart_trinkle`].
    pub struct StewartTrinkleOptions {
        /// Number of boxes, heaped on the ground.
        bodies: usize = 3,
        /// Friction directions K per contact.
        directions: usize = 4,
        /// Friction coefficient.
        mu: f64 = 0.5,
        /// Heaviest over lightest body.
        mass_ratio: f64 = 2.0,
        /// Largest random initial speed (m/s) along each axis of every body.
        impact: f64 = 0.5,
    }
}

/// The contact `lcp` of a small heap of boxes, all its gaps closed; (2 + K)
/// rows per contact. As (b_n, b_t) = J u lies in the range of J and A is
/// copositive, a solution exists and Lemke's method finds it.
pub fn stewart_trinkle(
    seed: u64,
    options: &StewartTrinkleOptions,
) -> Result<Problem, GenerateError> {
    let &StewartTrinkleOptions { bodies, directions, mu, mass_ratio, impact } = options;
    require_count("bodies", bodies, 1, 1_000)?;
    require_count("directions", directions, 3, 64)?;
    require_at_least("mu", mu, 0.0)?;
    require_at_least("mass_ratio", mass_ratio, 1.0)?;
    require_at_least("impact", impact, 0.0)?;
    let mut random = Random::new(seed);
    let mut scene = scene(&mut random, bodies, PileShape::Box, mass_ratio);
    scene.kick(1.0, impact, &mut random);
    scene.touches.iter_mut().for_each(|touch| touch.gap = 0.0);
    let contacts = scene.touches.len();
    let rigid = Problem::new(scene.state(mu, 0.0, FrictionModel::Pyramid)?)?;
    let spread = directions_of(contacts, directions);
    let block = spread.product(rigid.matrix()).product(&spread.transposed());
    let size = contacts * (2 + directions);
    let mut triplets = block.to_triplets();
    for contact in 0..contacts {
        let slack = contacts * (1 + directions) + contact;
        triplets.push(slack, contact, mu);
        triplets.push(slack, slack, 0.0);
        for tangent in 0..directions {
            let row = contacts + contact * directions + tangent;
            triplets.push(row, slack, 1.0);
            triplets.push(slack, row, -1.0);
        }
    }
    let mut b = vec![0.0; size];
    spread.multiply(rigid.b(), &mut b[..contacts * (1 + directions)]);
    let matrix = SparseMatrix::from_triplets(size, size, &triplets);
    let name = format!("stewart-trinkle-{bodies}-seed{seed}");
    Ok(Problem::new(ProblemData::assembled(name, Kind::Lcp, matrix, b))?)
}

/// Maps rows n, t, b of each contact to all normals, then the K directions
/// cos(2πk/K) t + sin(2πk/K) b of each contact.
fn directions_of(contacts: usize, directions: usize) -> SparseMatrix {
    let mut triplets = Triplets::new();
    for contact in 0..contacts {
        triplets.push(contact, 3 * contact, 1.0);
        for k in 0..directions {
            let row = contacts + contact * directions + k;
            let (sine, cosine) = libm::sincos(TAU * k as f64 / directions as f64);
            triplets.push(row, 3 * contact + 1, cosine);
            triplets.push(row, 3 * contact + 2, sine);
        }
    }
    SparseMatrix::from_triplets(contacts * (1 + directions), 3 * contacts, &triplets)
}
