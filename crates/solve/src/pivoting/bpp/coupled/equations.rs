//! Linear laws P x + Q w = g with w = (A + diag(shift)) x + c.
//!
//! P is diagonal but for the entry of a tangent row under its normal, Q is
//! diagonal: every method for coupled bounds linearises to this. With
//! e = C + shift and E = P + Q e,
//! (M + Jᵀ E⁻¹ Q J) y = Jᵀ E⁻¹ (g − Q c), x = E⁻¹ (g − Q (c + J y)):
//! unsymmetric, of the size of the bodies. Where e is so small that this loses
//! all digits, or without bodies, P + Q A is factored itself.

use stickslip_linalg::{SparseLu, infinity_norm};

use super::body_factor::BodyFactor;
use crate::equations::{EquationMatrix, EquationRows, ScaledBodyMatrix};
use crate::outcome::Counts;
use crate::pivoting::block::{BoxSystem, Breakdown};
use crate::pivoting::bpp::body_space::views;
use crate::problem::Problem;

/// Normal row and friction coefficient of every tangent row.
pub struct Friction {
    /// The normal row of each row; itself for rows that are not tangents.
    pub normal_of: Vec<usize>,
    /// μ of each tangent row, 0 for all others.
    pub mu: Vec<f64>,
}

impl Friction {
    /// Reads the coupled bounds of `problem`.
    pub fn new(problem: &Problem) -> Self {
        let coupling = problem.coupling().into_iter().enumerate();
        let (normal_of, mu) = coupling.map(|(row, found)| found.unwrap_or((row, 0.0))).unzip();
        Self { normal_of, mu }
    }

    /// The normal row of each tangent, nothing for all others.
    fn normals(&self) -> Vec<Option<usize>> {
        let rows = self.normal_of.iter().enumerate();
        rows.map(|(row, &normal)| (normal != row).then_some(normal)).collect()
    }

    /// Whether `row` is a tangent.
    pub fn is_tangent(&self, row: usize) -> bool {
        self.normal_of[row] != row
    }
}

/// The coefficients of a law.
#[derive(Clone, Debug)]
pub struct RowEquations {
    /// Diagonal of P.
    pub impulse: Vec<f64>,
    /// Entry of P under the normal of a tangent row.
    pub normal: Vec<f64>,
    /// Diagonal of Q.
    pub velocity: Vec<f64>,
}

impl RowEquations {
    /// All zero.
    pub fn new(rows: usize) -> Self {
        Self { impulse: vec![0.0; rows], normal: vec![0.0; rows], velocity: vec![0.0; rows] }
    }
}

/// Body space: M + Jᵀ E⁻¹ Q J.
struct Body {
    matrix: ScaledBodyMatrix,
    factor: BodyFactor,
}

/// Constraint space: P + Q A, its rows scaled by their largest entries.
struct Constraint {
    matrix: EquationMatrix,
    scale: Vec<f64>,
    lu: SparseLu,
}

/// Factors and solves laws; keeps its memory from one to the next.
pub struct EquationSolver {
    friction: Friction,
    body: Option<Body>,
    constraint: Option<Constraint>,
    use_body: bool,
    softness: Vec<f64>,
}

/// Largest diagonal(A)/softness for which the body-space form keeps digits.
const LARGEST_STIFFNESS: f64 = 3e11;

/// Why the parts of the form in use are there: [`EquationSolver::factor`] comes
/// before every solve, makes them, and fails where it cannot.
const FACTORED: &str = "a equations has been factored";

impl EquationSolver {
    /// Analyses `problem`.
    pub fn new(problem: &Problem) -> Self {
        Self {
            friction: Friction::new(problem),
            body: None,
            constraint: None,
            use_body: false,
            softness: Vec::new(),
        }
    }

    /// The tangents' normals.
    pub fn friction(&self) -> &Friction {
        &self.friction
    }

    /// Factors `law` on A + diag(shift).
    pub fn factor(
        &mut self,
        system: &BoxSystem<'_>,
        equations: &RowEquations,
        counts: &mut Counts,
    ) -> Result<(), Breakdown> {
        counts.factorisations += 1;
        self.use_body =
            self.set_softness(system, equations) && self.factor_body(system, equations).is_some();
        if self.use_body { Ok(()) } else { self.factor_constraint(system, equations) }
    }

    /// C + shift; whether body space is safe with it.
    fn set_softness(&mut self, system: &BoxSystem<'_>, equations: &RowEquations) -> bool {
        let Some((_, compliance)) = views(system.problem) else { return false };
        self.softness.clear();
        self.softness.extend(compliance.iter().zip(&system.shift).map(|(c, s)| c + s));
        let diagonal = system.problem.diagonal();
        (0..diagonal.len()).all(|row| {
            equations.velocity[row] == 0.0
                || diagonal[row] + system.shift[row] <= LARGEST_STIFFNESS * self.softness[row]
        })
    }

    /// E, the diagonal part.
    fn diagonal(&self, equations: &RowEquations, row: usize) -> f64 {
        equations.impulse[row] + equations.velocity[row] * self.softness[row]
    }

    fn factor_body(&mut self, system: &BoxSystem<'_>, equations: &RowEquations) -> Option<()> {
        let (bodies, _) = views(system.problem)?;
        if self.body.is_none() {
            let matrix = ScaledBodyMatrix::new(bodies);
            let friction = &self.friction;
            let fits = |row: usize| matrix.together(row, friction.normal_of[row]);
            if !(0..equations.impulse.len()).all(fits) {
                return None;
            }
            let factor = BodyFactor::new(matrix.matrix());
            self.body = Some(Body { matrix, factor });
        }
        let weights: Vec<f64> = (0..equations.impulse.len())
            .map(|row| equations.velocity[row] / self.diagonal(equations, row))
            .collect();
        let coupling: Vec<f64> = (0..equations.impulse.len())
            .map(|row| {
                let normal = self.friction.normal_of[row];
                if normal == row {
                    0.0
                } else {
                    -equations.normal[row] * weights[normal] / self.diagonal(equations, row)
                }
            })
            .collect();
        if !weights.iter().chain(&coupling).all(|value| value.is_finite()) {
            return None;
        }
        let normal_of = &self.friction.normal_of;
        let Body { matrix, factor } = self.body.as_mut()?;
        matrix.assemble(bodies, |row| [(row, weights[row]), (normal_of[row], coupling[row])]);
        factor.factorise(matrix.matrix())
    }

    fn factor_constraint(
        &mut self,
        system: &BoxSystem<'_>,
        equations: &RowEquations,
    ) -> Result<(), Breakdown> {
        let a = system.problem.matrix();
        if self.constraint.is_none() {
            let matrix = EquationMatrix::new(a, self.friction.normals());
            let lu = SparseLu::new(matrix.matrix()).map_err(|_| Breakdown)?;
            self.constraint = Some(Constraint { matrix, scale: vec![1.0; a.rows()], lu });
        }
        let Constraint { matrix, scale, lu } = self.constraint.as_mut().ok_or(Breakdown)?;
        let RowEquations { impulse: own, normal, velocity } = equations;
        let shift = |row: usize| system.shift[row];
        matrix.fill(a, EquationRows { own, normal, velocity }, shift, |row, values| {
            let largest = infinity_norm(values);
            scale[row] = if largest > 0.0 { 1.0 / largest } else { 1.0 };
            for value in values.iter_mut() {
                *value *= scale[row];
            }
        });
        lu.factorise(matrix.matrix()).map_err(|_| Breakdown)
    }

    /// x with P x + Q ((A + diag(shift)) x + c) = g, refined as long as it pays.
    pub fn solve(
        &mut self,
        system: &BoxSystem<'_>,
        equations: &RowEquations,
        g: &[f64],
        c: &[f64],
        x: &mut [f64],
    ) {
        let rows = g.len();
        let target: Vec<f64> =
            (0..rows).map(|row| g[row] - equations.velocity[row] * c[row]).collect();
        let mut residual = target.clone();
        let mut product = vec![0.0; rows];
        let mut before = vec![0.0; rows];
        x.fill(0.0);
        let mut last = f64::INFINITY;
        for _ in 0..9 {
            self.approximate(system, equations, &mut residual);
            before.copy_from_slice(x);
            for row in 0..rows {
                x[row] += residual[row];
            }
            system.problem.multiply(x, &mut product);
            for row in 0..rows {
                let normal = self.friction.normal_of[row];
                let coupled = if normal == row { 0.0 } else { equations.normal[row] * x[normal] };
                residual[row] = target[row]
                    - equations.impulse[row] * x[row]
                    - coupled
                    - equations.velocity[row] * (product[row] + system.shift[row] * x[row]);
            }
            let size = infinity_norm(&residual);
            if size.is_nan() || size > 0.5 * last {
                if size.is_nan() || size > last {
                    x.copy_from_slice(&before);
                }
                return;
            }
            last = size;
        }
    }

    /// One application of the factor, in place.
    fn approximate(&mut self, system: &BoxSystem<'_>, equations: &RowEquations, r: &mut [f64]) {
        if !self.use_body {
            let Constraint { scale, lu, .. } = self.constraint.as_ref().expect(FACTORED);
            for (value, scale) in r.iter_mut().zip(scale) {
                *value *= scale;
            }
            lu.solve(r);
            return;
        }
        let (bodies, _) = views(system.problem).expect(FACTORED);
        self.divide(equations, r);
        let Body { matrix, factor } = self.body.as_mut().expect(FACTORED);
        let mut correction = matrix.motion(bodies, r, |v| factor.solve(v));
        for (value, velocity) in correction.iter_mut().zip(&equations.velocity) {
            *value *= velocity;
        }
        self.divide(equations, &mut correction);
        for (value, correction) in r.iter_mut().zip(correction) {
            *value -= correction;
        }
    }

    /// r ← E⁻¹ r: normals first, then the tangents that lean on them.
    fn divide(&self, equations: &RowEquations, r: &mut [f64]) {
        for tangents in [false, true] {
            for row in 0..r.len() {
                if self.friction.is_tangent(row) == tangents {
                    let coupled = if tangents {
                        equations.normal[row] * r[self.friction.normal_of[row]]
                    } else {
                        0.0
                    };
                    r[row] = (r[row] - coupled) / self.diagonal(equations, row);
                }
            }
        }
    }
}
