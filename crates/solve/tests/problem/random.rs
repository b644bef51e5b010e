//! Random problems in factored form and their dense matrix by plain loops.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stickslip_linalg::{SparseMatrix, Triplets};
use stickslip_solve::{FactoredForm, FrictionContact, Inertia, Kind, Problem, ProblemData};

/// Bodies with three degrees of freedom and a full inertia block, every
/// fourth one fixed; contacts between random pairs, and a joint row each. A
/// row touches some freedoms of its bodies only, so that rows also meet
/// through the inertia.
pub fn problem(seed: u64, kind: Kind, bodies: usize, contacts: usize) -> ProblemData {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut inverse_mass = Triplets::new();
    for body in 0..bodies {
        let fixed = body % 4 == 3;
        let root: [[f64; 3]; 3] =
            std::array::from_fn(|_| std::array::from_fn(|_| random.random_range(-1.0..1.0)));
        for i in 0..3 {
            for j in 0..3 {
                let value: f64 = (0..3).map(|k| root[i][k] * root[j][k]).sum();
                inverse_mass.push(3 * body + i, 3 * body + j, if fixed { 0.0 } else { value });
            }
        }
    }
    let mut jacobian = Triplets::new();
    let mut list = Vec::new();
    let mut rows = 0;
    for contact in 0..contacts {
        let tangents = 1 + contact % 2;
        let pair = [random.random_range(0..bodies), random.random_range(0..bodies)];
        for row in rows..rows + tangents + 2 {
            for body in pair {
                for i in (0..3).filter(|_| random.random_bool(0.5)).collect::<Vec<_>>() {
                    jacobian.push(row, 3 * body + i, random.random_range(-1.0..1.0));
                }
            }
        }
        // The joint row stands first, so that contacts do not begin at row 0.
        let (normal, first) = (rows + 1, rows + 2);
        list.push(FrictionContact {
            normal,
            tangents: (first..first + tangents).collect(),
            mu: 0.5,
            ..FrictionContact::default()
        });
        rows += tangents + 2;
    }
    let factored = FactoredForm {
        jacobian: SparseMatrix::from_triplets(rows, 3 * bodies, &jacobian),
        inertia: Inertia::from_inverse(SparseMatrix::from_triplets(
            3 * bodies,
            3 * bodies,
            &inverse_mass,
        )),
        compliance: (0..rows).map(|_| random.random_range(0.0..0.1)).collect(),
    };
    let b = (0..rows).map(|_| random.random_range(-1.0..1.0)).collect();
    let mut data = ProblemData::factored("random", kind, factored, b);
    data.contacts = list;
    data
}

/// A = J M⁻¹ Jᵀ + C by four nested loops.
pub fn dense_matrix(factored: &FactoredForm) -> Vec<Vec<f64>> {
    let (n, freedoms) = (factored.compliance.len(), factored.freedoms());
    let (jacobian, inverse_mass) =
        (factored.jacobian.to_dense(), factored.inertia.inverse().to_dense());
    let mut dense = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..n {
            for k in 0..freedoms {
                for l in 0..freedoms {
                    let (left, right) = (jacobian[i * freedoms + k], jacobian[j * freedoms + l]);
                    dense[i][j] += left * inverse_mass[k * freedoms + l] * right;
                }
            }
        }
        dense[i][i] += factored.compliance[i];
    }
    dense
}

/// The same problem with its matrix assembled and without factors.
pub fn assembled(data: &ProblemData) -> Problem {
    let factored = data.factored.as_ref().expect("given in factors");
    let dense = dense_matrix(factored).concat();
    let n = data.b.len();
    let matrix = Some(SparseMatrix::from_dense(n, n, &dense));
    Problem::new(ProblemData { matrix, factored: None, ..data.clone() }).expect("well formed")
}
