//! The algebra of the second-order cone L = {‖v_t‖ ≤ v_n}.
//!
//! v ∘ u = (v·u, v_n u_t + u_n v_t), det v = v_n² − ‖v_t‖². Two points y, u
//! inside L have a Nesterov–Todd scaling: the symmetric W that maps L onto
//! itself with λ = W u = W⁻¹ y. A half-line is the case of zero tangents.

use super::small::{Matrix, Vector, add, apply, dot, identity, sum, tangential};

/// v_n − ‖v_t‖: how far inside L a point is.
pub fn depth<const N: usize>(v: Vector<N>) -> f64 {
    v[0] - tangential(v)
}

/// v_n² − ‖v_t‖².
pub fn determinant<const N: usize>(v: Vector<N>) -> f64 {
    let length = tangential(v);
    (v[0] - length) * (v[0] + length)
}

/// v ∘ u.
pub fn product<const N: usize>(v: Vector<N>, u: Vector<N>) -> Vector<N> {
    let mut result = std::array::from_fn(|at| v[0] * u[at] + u[0] * v[at]);
    result[0] = dot(v, u);
    result
}

/// z with v ∘ z = r.
pub fn divide<const N: usize>(v: Vector<N>, r: Vector<N>) -> Vector<N> {
    let normal = hyperbolic(v, r) / determinant(v);
    let mut result = std::array::from_fn(|at| (r[at] - normal * v[at]) / v[0]);
    result[0] = normal;
    result
}

/// v_n u_n − v_t·u_t.
fn hyperbolic<const N: usize>(v: Vector<N>, u: Vector<N>) -> f64 {
    let mut sum = v[0] * u[0];
    for at in 1..N {
        sum -= v[at] * u[at];
    }
    sum
}

/// The largest step α with v + α s in L, for v inside.
pub fn reach<const N: usize>(v: Vector<N>, s: Vector<N>) -> f64 {
    // det(v + α s) = a α² + 2 b α + c; the first positive root, without
    // cancellation.
    let a = determinant(s);
    let b = hyperbolic(v, s);
    let c = determinant(v);
    let mut longest = if s[0] < 0.0 { -v[0] / s[0] } else { f64::INFINITY };
    let discriminant = b * b - a * c;
    if discriminant >= 0.0 {
        let q = -(b + discriminant.sqrt().copysign(b));
        for root in [q / a, c / q] {
            if root > 0.0 {
                longest = longest.min(root);
            }
        }
    }
    longest
}

/// W and W⁻¹ of a pair, and λ.
#[derive(Clone, Copy, Debug)]
pub struct Scaling<const N: usize> {
    /// W.
    pub forward: Matrix<N>,
    /// W⁻¹.
    pub backward: Matrix<N>,
    /// λ = W u.
    pub lambda: Vector<N>,
}

impl<const N: usize> Scaling<N> {
    /// The scaling of y and u; `None` when one of them is not inside L.
    pub fn new(y: Vector<N>, u: Vector<N>) -> Option<Self> {
        let (dy, du) = (determinant(y).sqrt(), determinant(u).sqrt());
        let (y_unit, u_unit) = (y.map(|value| value / dy), u.map(|value| value / du));
        let gamma = (0.5 * (1.0 + dot(y_unit, u_unit))).sqrt();
        let mut v = add(y_unit, -1.0, u_unit).map(|value| 0.5 * value / gamma);
        v[0] = 0.5 * (y_unit[0] + u_unit[0]) / gamma;
        let root = (2.0 * (v[0] + 1.0)).sqrt();
        v[0] += 1.0;
        v = v.map(|value| value / root);
        let beta = (dy / du).sqrt();
        let forward = reflection(v, beta);
        let mut mirrored = v.map(|value| -value);
        mirrored[0] = v[0];
        let backward = reflection(mirrored, 1.0 / beta);
        let lambda = apply(&forward, u);
        let fits = depth(y) > 0.0 && depth(u) > 0.0 && depth(lambda) > 0.0;
        (fits && lambda[0].is_finite()).then_some(Self { forward, backward, lambda })
    }
}

/// β (2 v vᵀ − J), J = diag(1, −1, −1, …).
fn reflection<const N: usize>(v: Vector<N>, beta: f64) -> Matrix<N> {
    let mut twice = v.map(|row| v.map(|col| 2.0 * row * col));
    twice[0][0] -= 2.0;
    sum(&twice, 1.0, &identity()).map(|line| line.map(|entry| beta * entry))
}

#[cfg(test)]
mod tests {
    use super::*;

    const Y: Vector = [2.0, 1.2, -0.7];
    const U: Vector = [0.3, -0.1, 0.25];

    fn near(left: Vector, right: Vector) {
        for (a, b) in left.iter().zip(right) {
            assert!((a - b).abs() < 1e-13, "{left:?} {right:?}");
        }
    }

    #[test]
    fn the_scaling_meets_in_the_middle() {
        let scaling = Scaling::new(Y, U).expect("both are inside");
        near(apply(&scaling.backward, Y), scaling.lambda);
        near(apply(&scaling.backward, apply(&scaling.forward, Y)), Y);
        assert!(Scaling::new([1.0, 1.0, 0.0], U).is_none());
    }

    #[test]
    fn division_undoes_the_product() {
        near(divide(Y, product(Y, U)), U);
    }

    #[test]
    fn a_step_of_full_reach_ends_on_the_boundary() {
        for step in [[-1.0, 0.3, 0.1], [0.1, 2.0, 1.0], [-1.0, -0.6, 0.35], [-2.0, 0.0, 0.0]] {
            let end = add(Y, reach(Y, step), step);
            assert!(depth(end).abs() < 1e-14, "{step:?} {end:?}");
        }
        assert_eq!(reach(Y, [1.0, 0.5, 0.5]), f64::INFINITY);
    }
}
