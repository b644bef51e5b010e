//! M + Jᵀ G J with rows and columns scaled by 1/√mass, so that masses far
//! apart do not mislead the pivoting of an unsymmetric factor.

use stickslip_linalg::SparseMatrix;

use super::BodyMatrix;
use crate::problem::BodyView;

/// The matrix and its scale.
pub struct ScaledBodyMatrix {
    plain: BodyMatrix,
    /// 1/√mass of each degree of freedom.
    scale: Vec<f64>,
    scaled: SparseMatrix,
}

impl ScaledBodyMatrix {
    /// The pattern that `bodies` has with every row in.
    pub fn new(bodies: &BodyView) -> Self {
        let plain = BodyMatrix::new(bodies);
        let scale = bodies.mass.diagonal().iter().map(|mass| 1.0 / mass.sqrt()).collect();
        let scaled = plain.matrix().clone();
        Self { plain, scale, scaled }
    }

    /// The matrix as last assembled.
    pub fn matrix(&self) -> &SparseMatrix {
        &self.scaled
    }

    /// Whether rows `left` and `right` of J may be coupled by G.
    pub fn together(&self, left: usize, right: usize) -> bool {
        self.plain.together(left, right)
    }

    /// Sets S (M + Jᵀ G J) S; see [`BodyMatrix::assemble`].
    pub fn assemble<P>(&mut self, bodies: &BodyView, pairs: impl Fn(usize) -> P)
    where
        P: IntoIterator<Item = (usize, f64)>,
    {
        self.plain.assemble(bodies, pairs);
        let starts = self.plain.matrix().row_starts();
        for (row, &scale) in self.scale.iter().enumerate() {
            let (cols, values) = self.plain.matrix().row_slices(row);
            let target = &mut self.scaled.values_mut()[starts[row]..starts[row + 1]];
            for ((out, &col), value) in target.iter_mut().zip(cols).zip(values) {
                *out = scale * value * self.scale[col];
            }
        }
    }

    /// J (M + Jᵀ G J)⁻¹ Jᵀ r: how the rows move when impulses r act. `factor`
    /// solves with [`Self::matrix`] in place.
    pub fn motion(
        &self,
        bodies: &BodyView,
        r: &[f64],
        factor: impl FnOnce(&mut [f64]),
    ) -> Vec<f64> {
        let mut v = vec![0.0; self.scale.len()];
        bodies.jacobian.multiply_transposed(r, &mut v);
        self.rescale(&mut v);
        factor(&mut v);
        self.rescale(&mut v);
        let mut motion = vec![0.0; r.len()];
        bodies.jacobian.multiply(&v, &mut motion);
        motion
    }

    /// v ← S v.
    fn rescale(&self, v: &mut [f64]) {
        for (value, scale) in v.iter_mut().zip(&self.scale) {
            *value *= scale;
        }
    }
}
