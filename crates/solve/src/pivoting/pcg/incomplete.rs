//! `body-space-incomplete`: an incomplete factor G ≈ H⁻¹ of
//! H = M + J_Fᵀ c_F⁻¹ J_F, for scenes whose complete factor does not fit.
//!
//! The Woodbury identity with G in place of H⁻¹ would be indefinite wherever G
//! is too large. Its symmetric form, A⁻¹ = A⁻¹(c + J M⁻¹ Jᵀ)A⁻¹ with both outer
//! A⁻¹ so replaced, is positive definite for every positive definite G:
//!
//! P⁻¹ = E c⁻¹ Eᵀ + c⁻¹J G M G Jᵀc⁻¹,  Eᵀ = I − J G Jᵀ c⁻¹,
//!
//! and equals A⁻¹ for G = H⁻¹. Two solves with the factor apply it, and its
//! error is of second order in that of G.

use stickslip_linalg::preconditioner::{
    self, BuildReport, MatrixSource, Parameters, Preconditioner,
};

use super::body_space::softness;
use super::names::PreconditionerDescription;
use crate::equations::BodyMatrix;
use crate::outcome::Counts;
use crate::pivoting::block::{BoxSystem, Breakdown};
use crate::problem::BodyView;

/// The line of the list.
pub const DESCRIPTION: PreconditionerDescription = PreconditionerDescription {
    name: "body-space-incomplete",
    summary: "an incomplete factor (ict) of M + JᵀC⁻¹J over the bodies, through the Woodbury identity",
};

/// Incomplete factorisations of H, in the order in which they are tried: the
/// second cannot break down.
const FACTORS: [&str; 2] = ["ict", "ic0-imaginary"];

/// The factor of the last free set and the memory of its products.
pub struct IncompleteFactor {
    parameters: Parameters,
    matrix: BodyMatrix,
    factor: Option<Box<dyn Preconditioner>>,
    /// 1/c of the free rows, 0 for the others.
    weights: Vec<f64>,
    wanted: Vec<f64>,
    rows: Vec<f64>,
    impulse: Vec<f64>,
    velocity: Vec<f64>,
    momentum: Vec<f64>,
}

impl IncompleteFactor {
    /// `None` without a body-space view.
    pub fn new(system: &BoxSystem<'_>, parameters: Parameters) -> Option<Self> {
        let bodies = system.problem.body_space()?;
        let (rows, freedoms) = (bodies.jacobian.rows(), bodies.freedoms());
        Some(Self {
            parameters,
            matrix: BodyMatrix::new(bodies),
            factor: None,
            weights: vec![0.0; rows],
            wanted: vec![0.0; rows],
            rows: vec![0.0; rows],
            impulse: vec![0.0; freedoms],
            velocity: vec![0.0; freedoms],
            momentum: vec![0.0; freedoms],
        })
    }

    /// Gets ready for the free rows; says what happened if a factor was built.
    pub fn prepare(
        &mut self,
        system: &BoxSystem<'_>,
        free: &[bool],
        counts: &mut Counts,
    ) -> Result<Option<BuildReport>, Breakdown> {
        let bodies = system.problem.body_space().ok_or(Breakdown)?;
        for row in 0..free.len() {
            self.wanted[row] = if free[row] { 1.0 / softness(system, row) } else { 0.0 };
        }
        if self.factor.is_some() && self.weights == self.wanted {
            return Ok(None);
        }
        self.weights.copy_from_slice(&self.wanted);
        let weights = &self.weights;
        self.matrix.assemble(bodies, |row| [(row, weights[row])]);
        let source = MatrixSource::new(self.matrix.matrix());
        let build = |name: &&str| {
            let entry = preconditioner::find(name)?;
            (entry.build)(&source, &self.parameters).ok()
        };
        counts.factorisations += 1;
        self.factor = FACTORS.iter().find_map(build);
        self.factor.as_ref().map(|factor| Some(factor.report())).ok_or(Breakdown)
    }

    /// The preconditioner for one solve.
    pub fn on<'a>(&'a mut self, system: &BoxSystem<'a>) -> Option<IncompletePreconditioner<'a>> {
        Some(IncompletePreconditioner { bodies: system.problem.body_space()?, factor: self })
    }
}

/// A factor with the bodies that it belongs to.
pub struct IncompletePreconditioner<'a> {
    bodies: &'a BodyView,
    factor: &'a mut IncompleteFactor,
}

impl Preconditioner for IncompletePreconditioner<'_> {
    /// v = G Jᵀc⁻¹ r,  y = r − J v,  z = c⁻¹ (y − J G (Jᵀc⁻¹ y − M v)).
    fn apply(&mut self, r: &[f64], z: &mut [f64]) {
        let jacobian = &self.bodies.jacobian;
        let IncompleteFactor { factor, weights, rows, impulse, velocity, momentum, .. } =
            &mut *self.factor;
        // Applied only after `prepare` has succeeded, which leaves a factor.
        let factor = factor.as_mut().expect("a factor");
        for row in 0..r.len() {
            rows[row] = weights[row] * r[row];
        }
        jacobian.multiply_transposed(rows, impulse);
        factor.apply(impulse, velocity);
        jacobian.multiply(velocity, z);
        for row in 0..r.len() {
            z[row] = if weights[row] > 0.0 { r[row] - z[row] } else { 0.0 };
            rows[row] = weights[row] * z[row];
        }
        jacobian.multiply_transposed(rows, impulse);
        self.bodies.mass.multiply(velocity, momentum);
        for (value, known) in impulse.iter_mut().zip(momentum.iter()) {
            *value -= known;
        }
        factor.apply(impulse, velocity);
        jacobian.multiply(velocity, rows);
        for row in 0..r.len() {
            z[row] = weights[row] * (z[row] - rows[row]);
        }
    }

    fn restrict(&mut self, _active: &[bool]) {
        // IncompleteFactor::prepare has done it.
    }
}

#[cfg(test)]
mod tests {
    use faer::{Mat, Side};

    use super::*;
    use crate::problem::{FactoredForm, Inertia, Kind, Problem, ProblemData};
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use stickslip_linalg::{SparseMatrix, Triplets};

    /// Five bodies of very different masses, nine rows between neighbours.
    fn ring(seed: u64) -> Problem {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let (mut jacobian, mut inverse_mass) = (Triplets::new(), Triplets::new());
        for body in 0..5 {
            let mass = 250.0_f64.powf(random.random());
            for freedom in 0..6 {
                let at = 6 * body + freedom;
                inverse_mass.push(at, at, if freedom < 3 { 1.0 } else { 60.0 } / mass);
                for row in 9 * body..9 * body + 9 {
                    jacobian.push(row, at, random.random_range(-1.0..1.0));
                    jacobian.push(row, (at + 6) % 30, random.random_range(-1.0..1.0));
                }
            }
        }
        let form = FactoredForm {
            jacobian: SparseMatrix::from_triplets(45, 30, &jacobian),
            inertia: Inertia::from_inverse(SparseMatrix::from_triplets(30, 30, &inverse_mass)),
            compliance: vec![1e-4; 45],
        };
        Problem::new(ProblemData::factored("ring", Kind::Blcp, form, vec![-1.0; 45]))
            .expect("well formed")
    }

    /// P⁻¹ column by column, with the fifth row tight.
    fn inverse(system: &BoxSystem<'_>, parameters: Parameters) -> Mat<f64> {
        let n = system.b.len();
        let free: Vec<bool> = (0..n).map(|row| row != 5).collect();
        let mut factor = IncompleteFactor::new(system, parameters).expect("bodies");
        factor.prepare(system, &free, &mut Counts::default()).expect("a factor");
        let mut preconditioner = factor.on(system).expect("bodies");
        let (mut unit, mut column) = (vec![0.0; n], vec![0.0; n]);
        let mut dense = Mat::zeros(n, n);
        for j in (0..n).filter(|&j| free[j]) {
            unit[j] = 1.0;
            preconditioner.apply(&unit, &mut column);
            unit[j] = 0.0;
            (0..n).for_each(|i| dense[(i, j)] = column[i]);
        }
        dense[(5, 5)] += 1.0;
        dense
    }

    /// Largest over smallest eigenvalue of GᵀAG with P⁻¹ = GGᵀ.
    fn condition(inverse: &Mat<f64>, matrix: &Mat<f64>) -> f64 {
        let factor = inverse.llt(Side::Lower).expect("positive definite").L().to_owned();
        let product = factor.transpose() * matrix * &factor;
        let symmetric = (&product + product.transpose()) * 0.5;
        let values = symmetric.self_adjoint_eigenvalues(Side::Lower).expect("symmetric");
        values[values.len() - 1] / values[0]
    }

    #[test]
    fn it_is_positive_definite_whatever_is_dropped_and_exact_when_nothing_is() {
        let problem = ring(1);
        let n = problem.size();
        let system = BoxSystem::new(&problem, &vec![0.0; n]);
        let matrix = Mat::from_fn(n, n, |i, j| match (i == 5, j == 5) {
            (false, false) => problem.matrix().get(i, j),
            (true, true) => 1.0,
            _ => 0.0,
        });
        let diagonal = Mat::from_fn(n, n, |i, j| if i == j { 1.0 / matrix[(i, i)] } else { 0.0 });
        let by_diagonal = condition(&diagonal, &matrix);
        println!("jacobi: cond(P⁻¹A) = {by_diagonal:.3e}");
        for (drop_tolerance, keep) in [(0.0, 0), (1e-3, 0), (0.1, 0), (0.0, 1), (1.0, 1)] {
            let parameters = Parameters { drop_tolerance, keep, ..Parameters::default() };
            let dense = inverse(&system, parameters);
            let largest = dense.norm_max();
            assert!((&dense - dense.transpose()).norm_max() <= 1e-11 * largest, "not symmetric");
            let symmetric = (&dense + dense.transpose()) * 0.5;
            assert!(symmetric.llt(Side::Lower).is_ok(), "drop {drop_tolerance}, keep {keep}");
            let condition = condition(&symmetric, &matrix);
            println!("drop {drop_tolerance}, keep {keep}: cond(P⁻¹A) = {condition:.3e}");
            if drop_tolerance == 0.0 && keep == 0 {
                // The complete factor: `body-space` itself.
                let gap = (&dense * &matrix - Mat::<f64>::identity(n, n)).norm_max();
                assert!(gap < 1e-6, "P⁻¹A differs from I by {gap:e}");
                assert!(condition < 1.0 + 1e-5, "{condition}");
            } else if drop_tolerance == 1e-3 {
                assert!(condition < by_diagonal, "{condition:e} after {by_diagonal:e}");
            }
        }
    }
}
