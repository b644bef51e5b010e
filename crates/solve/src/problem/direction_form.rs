//! Friction in K directions as a complementarity problem without cones (Stewart
//! and Trinkle 1996; Anitescu and Potra 1997; Erleben 2013, Eq 26–27).
//!
//! The impulse of a contact's tangents is Dᵀλ with λ ≥ 0 and the unit directions
//! D as rows, and a slack β is the speed of slip:
//!
//! ```text
//! 0 ≤ D w_t + β e ⊥ λ ≥ 0,   0 ≤ μ x_n − eᵀλ ⊥ β ≥ 0
//! ```
//!
//! With S the matrix that turns rows into directions, A' = S A Sᵀ plus a sparse
//! border of μ, e and −eᵀ. Where A is known in factors A' stays in factors:
//! S J, M⁻¹, and S C Sᵀ in the border. A' is unsymmetric with a zero diagonal
//! for every β: methods that divide by it refuse.

use std::f64::consts::TAU;

use stickslip_linalg::{SparseMatrix, Triplets};

use super::{FactoredForm, Kind, Problem, ProblemData, ProblemError, SectionShape};

/// The problem in directions, and the way back.
#[derive(Debug)]
pub struct DirectionForm {
    problem: Problem,
    /// Sᵀ z are the impulses of the given problem.
    spread: SparseMatrix,
    contacts: Vec<Spread>,
}

/// Where the rows of a contact went.
#[derive(Clone, Copy, Debug)]
struct Spread {
    /// Its first direction.
    first: usize,
    /// How many there are.
    count: usize,
    /// Its β.
    slack: usize,
    tangents: [usize; 2],
}

impl DirectionForm {
    /// The form of a problem whose contacts have regular polygons as sections.
    pub fn new(given: &Problem) -> Result<Self, ProblemError> {
        let n = given.size();
        let mut of_tangent = vec![None; n];
        for (at, contact) in given.contacts().iter().enumerate() {
            let SectionShape::Polygon(directions) = &contact.section.shape else {
                return Err(refuse(at, "its section is no regular polygon"));
            };
            let &[first, second] = &contact.tangents[..] else {
                return Err(refuse(at, "it has other rows than a normal and two tangents"));
            };
            of_tangent[first] = Some((at, directions.count()));
            of_tangent[second] = Some((at, 0));
        }
        let mut spread = Triplets::new();
        let (mut lo, mut hi, mut rows) = (Vec::new(), Vec::new(), 0);
        let mut place = vec![usize::MAX; n];
        let mut first_of = vec![(0, 0); given.contacts().len()];
        for row in 0..n {
            match of_tangent[row] {
                Some((_, 0)) => {}
                Some((contact, count)) => {
                    let tangents = &given.contacts()[contact].tangents;
                    first_of[contact] = (rows, count);
                    for k in 0..count {
                        let (sine, cosine) = libm::sincos(TAU * k as f64 / count as f64);
                        spread.push(rows + k, tangents[0], cosine);
                        spread.push(rows + k, tangents[1], sine);
                    }
                    rows += count;
                }
                None => {
                    spread.push(rows, row, 1.0);
                    place[row] = rows;
                    rows += 1;
                }
            }
            lo.resize(rows, 0.0);
            hi.resize(rows, f64::INFINITY);
            if place[row] != usize::MAX {
                (lo[place[row]], hi[place[row]]) = (given.lo()[row], given.hi()[row]);
            }
        }
        let size = rows + given.contacts().len();
        let (mut border, mut b, mut contacts) = (Triplets::new(), vec![0.0; size], Vec::new());
        lo.resize(size, 0.0);
        hi.resize(size, f64::INFINITY);
        for (at, contact) in given.contacts().iter().enumerate() {
            let ((first, count), slack) = (first_of[at], rows + at);
            let normal = place[contact.normal];
            (lo[normal], hi[normal]) = (0.0, f64::INFINITY);
            for direction in first..first + count {
                border.push(direction, slack, 1.0);
                border.push(slack, direction, -1.0);
            }
            match contact.section.radius {
                Some(radius) => b[slack] = radius,
                None => border.push(slack, normal, contact.mu),
            }
            let tangents = [contact.tangents[0], contact.tangents[1]];
            contacts.push(Spread { first, count, slack, tangents });
        }
        let spread = SparseMatrix::from_triplets(size, n, &spread);
        let border = SparseMatrix::from_triplets(size, size, &border);
        let mut constant = vec![0.0; size];
        spread.multiply(given.b(), &mut constant);
        b.iter_mut().zip(&constant).for_each(|(b, constant)| *b += constant);
        let data = ProblemData {
            name: format!("{} (directions)", given.name()),
            kind: Kind::Blcp,
            matrix: None,
            factored: None,
            b,
            lo,
            hi,
            contacts: Vec::new(),
            x0: None,
            solution: None,
        };
        let problem = match given.factored() {
            Some(factored) => in_factors(data, factored, &spread, &border)?,
            None => {
                let product = spread.product(given.matrix()).product(&spread.transposed());
                Problem::new(ProblemData { matrix: Some(product.sum(&border)), ..data })?
            }
        };
        Ok(Self { problem, spread, contacts })
    }

    /// The problem to solve.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The impulses of the given problem.
    pub fn impulses(&self, z: &[f64]) -> Vec<f64> {
        let mut x = vec![0.0; self.spread.cols()];
        self.spread.multiply_transposed(z, &mut x);
        x
    }

    /// Where impulses and velocities of the given problem are: a tangential
    /// impulse is a sum of the two directions beside it, β the speed of slip.
    pub fn start(&self, x: &[f64], w: &[f64]) -> Vec<f64> {
        let mut z = vec![0.0; self.problem.size()];
        for (row, entry) in z.iter_mut().enumerate() {
            // Rows that were kept as they are have one entry, a direction two.
            let mut entries = self.spread.row(row);
            if let (Some((column, 1.0)), None) = (entries.next(), entries.next()) {
                *entry = x[column];
            }
        }
        for contact in &self.contacts {
            let [t, s] = contact.tangents;
            z[contact.first..contact.first + contact.count].fill(0.0);
            let sector = TAU / contact.count as f64;
            let angle = libm::atan2(x[s], x[t]).rem_euclid(TAU);
            let k = (angle / sector).floor() as usize % contact.count;
            let length = libm::hypot(x[t], x[s]);
            let within = angle - k as f64 * sector;
            z[contact.first + k] += length * libm::sin(sector - within) / libm::sin(sector);
            z[contact.first + (k + 1) % contact.count] +=
                length * libm::sin(within) / libm::sin(sector);
            let slip = (0..contact.count).map(|k| {
                let (sine, cosine) = libm::sincos(k as f64 * sector);
                -(cosine * w[t] + sine * w[s])
            });
            z[contact.slack] = slip.fold(0.0, f64::max);
        }
        z
    }
}

/// S J, M⁻¹, and S C Sᵀ beside the border.
fn in_factors(
    data: ProblemData,
    factored: &FactoredForm,
    spread: &SparseMatrix,
    border: &SparseMatrix,
) -> Result<Problem, ProblemError> {
    let compliance = SparseMatrix::diagonal_matrix(&factored.compliance);
    let soft = spread.product(&compliance).product(&spread.transposed());
    let form = FactoredForm {
        jacobian: spread.product(&factored.jacobian),
        inertia: factored.inertia.clone(),
        compliance: vec![0.0; data.b.len()],
    };
    Problem::bordered(ProblemData { factored: Some(form), ..data }, soft.sum(border))
}

fn refuse(index: usize, reason: &str) -> ProblemError {
    ProblemError::Contact { index, reason: format!("no form in directions: {reason}") }
}
