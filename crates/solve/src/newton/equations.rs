//! What every Newton method solves: F(x) = 0 with a generalised Jacobian whose
//! rows have few entries beside those of A.

use stickslip_linalg::dot;

use crate::problem::Problem;

/// F at one point and an element of its generalised Jacobian,
/// Jᵢ = pᵢ eᵢ + cᵢ e_{n(i)} + qᵢ Aᵢ, where n(i) is the normal row that the
/// friction bound of row i follows.
#[derive(Clone, Debug, Default)]
pub struct Linearisation {
    /// F.
    pub value: Vec<f64>,
    /// The part along the row's own entry.
    pub own: Vec<f64>,
    /// The part along A.
    pub matrix: Vec<f64>,
    /// The part along the normal row, for rows with coupled bounds.
    pub normal: Vec<f64>,
}

impl Linearisation {
    /// Of a problem with n rows.
    pub fn new(n: usize) -> Self {
        let zeros = || vec![0.0; n];
        Self { value: zeros(), own: zeros(), matrix: zeros(), normal: zeros() }
    }

    /// ½ FᵀF (Erleben 2013, Eq 64 and 103).
    pub fn merit(&self) -> f64 {
        0.5 * dot(&self.value, &self.value)
    }

    /// J v, given A v.
    pub fn apply(&self, normal_of: &[Option<usize>], v: &[f64], product: &[f64]) -> Vec<f64> {
        (0..v.len())
            .map(|row| {
                let coupled = normal_of[row].map_or(0.0, |normal| self.normal[row] * v[normal]);
                self.own[row] * v[row] + coupled + self.matrix[row] * product[row]
            })
            .collect()
    }

    /// Jᵀ F: the gradient of the merit.
    pub fn gradient(&self, problem: &Problem, normal_of: &[Option<usize>]) -> Vec<f64> {
        self.apply_transposed(problem, normal_of, &self.value)
    }

    /// Jᵀ u.
    pub fn apply_transposed(
        &self,
        problem: &Problem,
        normal_of: &[Option<usize>],
        u: &[f64],
    ) -> Vec<f64> {
        let weighted: Vec<f64> = u.iter().zip(&self.matrix).map(|(u, q)| u * q).collect();
        let mut image = vec![0.0; weighted.len()];
        match problem.asymmetry() {
            None => problem.multiply(&weighted, &mut image),
            Some(_) => problem.multiply_transposed(&weighted, &mut image),
        }
        for (row, &value) in u.iter().enumerate() {
            image[row] += self.own[row] * value;
            if let Some(normal) = normal_of[row] {
                image[normal] += self.normal[row] * value;
            }
        }
        image
    }
}

/// How far a difference of F goes along a direction v.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reach {
    /// h = √ε (1 + ‖x‖)/‖v‖, where rounding and curvature cost the same.
    Balanced,
    /// This h, whatever x and v.
    Fixed(f64),
}

/// What Newton's step does with a row in Pang's variant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Branch {
    /// The velocity vanishes after the step.
    Free,
    /// The row stands at this bound after the step.
    Held(f64),
    /// Both branches are equally near, so that the step is complementary itself.
    Tied,
}

/// Equations that hold exactly at the solutions of a problem.
pub trait Equations {
    /// F at x, given w = A x + b.
    fn value(&self, x: &[f64], w: &[f64], value: &mut [f64]);

    /// F and an element of its generalised Jacobian.
    fn linearise(&mut self, x: &[f64], w: &[f64], result: &mut Linearisation);

    /// How far products with J go where they are differences of F instead.
    fn by_differences(&self) -> Option<Reach> {
        None
    }

    /// The branch of every row where the step is that of a mixed complementarity
    /// problem (Pang 1990; Preclik et al., §3.3); `None` where no row is tied.
    fn branches(&self, _x: &[f64], _w: &[f64]) -> Option<Vec<Branch>> {
        None
    }
}

/// The normal row that the bound of each row follows.
pub fn normals(problem: &Problem) -> Vec<Option<usize>> {
    let coupling = problem.coupling().into_iter();
    coupling.map(|coupled| coupled.map(|(normal, _)| normal)).collect()
}
