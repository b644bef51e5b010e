//! The least value of ½ xᵀA x + bᵀx on a disc, A a symmetric 2 × 2 matrix
//! without negative curvature: friction of one contact at a given normal
//! impulse (Preclik et al., §3.1, Eq 14–16).
//!
//! If x = −A⁻¹b lies inside, it sticks. Otherwise x = r (cos α, sin α), and
//! Newton's method finds the angle from that of −A⁻¹b; with c = (cos α, sin α)
//! and d = (−sin α, cos α),
//!
//! f′ = r² dᵀA c + r dᵀb,  f″ = r² (dᵀA d − cᵀA c) − r cᵀb.
//!
//! Among the stationary points of f the one sought has −(A x + b) along x; at
//! large condition numbers Newton's method may find another. Then the secular
//! equation ‖(A + νE)⁻¹b‖ = r, whose left side falls with ν ≥ 0, decides.

/// Newton steps before the secular equation takes over.
const MAX_STEPS: usize = 20;

/// The minimiser on {‖x‖ ≤ radius}; zero for a radius that is not positive.
///
/// ```
/// use stickslip_solve::sets::disc_quadratic::minimise;
/// let sticks = minimise(2.0, [[2.0, 0.0], [0.0, 4.0]], [-2.0, 4.0]);
/// assert_eq!(sticks, [1.0, -1.0]);
/// let slides = minimise(0.5, [[2.0, 0.0], [0.0, 2.0]], [0.0, 8.0]);
/// assert!(slides[0].abs() < 1e-15 && (slides[1] + 0.5).abs() < 1e-15);
/// ```
pub fn minimise(radius: f64, a: [[f64; 2]; 2], b: [f64; 2]) -> [f64; 2] {
    if radius.is_nan() || radius <= 0.0 || b == [0.0; 2] {
        return [0.0; 2];
    }
    let free = shifted(a, b, 0.0);
    if libm::hypot(free[0], free[1]) <= radius {
        return free;
    }
    // A singular A has no −A⁻¹b; −b is as good a guess as any.
    let guess = if free.iter().all(|x| x.is_finite()) { free } else { [-b[0], -b[1]] };
    newton(radius, a, b, libm::atan2(guess[1], guess[0])).unwrap_or_else(|| secular(radius, a, b))
}

/// −(A + νE)⁻¹b by Cramer's rule.
fn shifted([[p, q], [_, s]]: [[f64; 2]; 2], b: [f64; 2], nu: f64) -> [f64; 2] {
    let (p, s) = (p + nu, s + nu);
    let determinant = p * s - q * q;
    [(q * b[1] - s * b[0]) / determinant, (q * b[0] - p * b[1]) / determinant]
}

fn newton(radius: f64, a: [[f64; 2]; 2], b: [f64; 2], mut angle: f64) -> Option<[f64; 2]> {
    for _ in 0..MAX_STEPS {
        let (sine, cosine) = libm::sincos(angle);
        let (c, d) = ([cosine, sine], [-sine, cosine]);
        let pull = [dot(a[0], c), dot(a[1], c)];
        let slope = radius * dot(d, pull) + dot(d, b);
        let bend = radius * (dot(d, [dot(a[0], d), dot(a[1], d)]) - dot(c, pull)) - dot(c, b);
        if bend.is_nan() || bend <= 0.0 {
            return None;
        }
        let step = slope / bend;
        if step.abs() <= 4.0 * f64::EPSILON {
            // ν = −cᵀ(A x + b)/r must not be negative.
            let outward = radius * dot(c, pull) + dot(c, b);
            return (outward <= 0.0).then_some([radius * cosine, radius * sine]);
        }
        angle -= step;
    }
    None
}

/// Bisection in ν between nearly 0 and ‖b‖/r, where ‖x‖ ≤ ‖b‖/ν = r. Below
/// the rounding of A nothing differs from a singular A.
fn secular(radius: f64, a: [[f64; 2]; 2], b: [f64; 2]) -> [f64; 2] {
    let mut low = f64::EPSILON * (a[0][0] + a[1][1]);
    let mut high = (libm::hypot(b[0], b[1]) / radius).max(low);
    let inside = |nu: f64| {
        let x = shifted(a, b, nu);
        libm::hypot(x[0], x[1]) <= radius
    };
    if low > 0.0 && inside(low) {
        return shifted(a, b, low);
    }
    let mut middle = 0.5 * (low + high);
    while low < middle && middle < high {
        if inside(middle) {
            high = middle
        } else {
            low = middle
        }
        middle = 0.5 * (low + high);
    }
    shifted(a, b, high)
}

fn dot(left: [f64; 2], right: [f64; 2]) -> f64 {
    left[0] * right[0] + left[1] * right[1]
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// The least value of the objective on a fine circle, and inside.
    fn brute_force(
        radius: f64,
        a: [[f64; 2]; 2],
        b: [f64; 2],
        value: impl Fn([f64; 2]) -> f64,
    ) -> f64 {
        let free = shifted(a, b, 0.0);
        if free[0].hypot(free[1]) <= radius {
            return value(free);
        }
        let at = |angle: f64| value([radius * angle.cos(), radius * angle.sin()]);
        let (mut best, mut width) = (0.0, std::f64::consts::TAU);
        // A coarse scan finds the valley, finer ones its floor.
        for _ in 0..5 {
            let angles = (-360..=360).map(|k| best + width * k as f64 / 720.0);
            best = angles.min_by(|&l, &r| at(l).total_cmp(&at(r))).unwrap_or(best);
            width /= 100.0;
        }
        at(best)
    }

    #[test]
    fn it_is_the_best_of_all_angles() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for condition in [1.0, 10.0, 100.0, 1e6] {
            for _ in 0..300 {
                let (sine, cosine) = random.random_range(0.0..7.0_f64).sin_cos();
                let (large, small) = (1.0, 1.0 / condition);
                let off = (large - small) * sine * cosine;
                let a = [
                    [large * cosine * cosine + small * sine * sine, off],
                    [off, large * sine * sine + small * cosine * cosine],
                ];
                let b = [random.random_range(-1.0..1.0), random.random_range(-1.0..1.0)];
                let radius = 10.0_f64.powf(random.random_range(-2.0..1.0));
                let value = |x: [f64; 2]| 0.5 * dot(x, [dot(a[0], x), dot(a[1], x)]) + dot(x, b);
                let x = minimise(radius, a, b);
                assert!(x[0].hypot(x[1]) <= radius * (1.0 + 1e-12));
                let (found, best) = (value(x), brute_force(radius, a, b, value));
                assert!(found <= best + 1e-11 * best.abs().max(1e-3), "{a:?} {b:?} {radius}");
            }
        }
    }

    #[test]
    fn odd_input_gives_a_point_of_the_disc() {
        assert_eq!(minimise(0.0, [[1.0, 0.0], [0.0, 1.0]], [1.0, 1.0]), [0.0; 2]);
        assert_eq!(minimise(f64::NAN, [[1.0, 0.0], [0.0, 1.0]], [1.0, 1.0]), [0.0; 2]);
        let x = minimise(1.0, [[0.0; 2]; 2], [3.0, 4.0]);
        assert!((x[0] + 0.6).abs() < 1e-15 && (x[1] + 0.8).abs() < 1e-15);
        // Curvature in one direction only, the load along it or across.
        let x = minimise(1.0, [[1.0, 0.0], [0.0, 0.0]], [-0.5, 0.0]);
        assert!((x[0] - 0.5).abs() < 1e-12 && x[1].abs() <= 1.0, "{x:?}");
        assert!(minimise(1.0, [[1.0, 0.0], [0.0, 1.0]], [f64::NAN, 0.0])[0].is_nan());
        let x = minimise(1.0, [[1.0, 0.0], [0.0, 0.0]], [0.0, 2.0]);
        assert!(x[0].abs() < 1e-15 && (x[1] + 1.0).abs() < 1e-15);
    }

    /// Preclik et al., §3.1: where A is a multiple of E the first angle is the
    /// solution.
    #[test]
    fn spheres_need_no_step() {
        let x = minimise(1.0, [[3.0, 0.0], [0.0, 3.0]], [6.0, -8.0]);
        assert!((x[0] + 0.6).abs() < 1e-15 && (x[1] - 0.8).abs() < 1e-15);
    }

    /// Bisection is the last resort, and ends on the circle where the pull of
    /// the circle holds the slope: A x + b = −ν x.
    #[test]
    fn bisection_ends_on_the_circle() {
        for (a, b, radius) in [
            ([[2.0, 0.5], [0.5, 1.0]], [30.0, -40.0], 0.7),
            ([[1e3, 0.0], [0.0, 1e-3]], [1.0, 1.0], 0.1),
            ([[1.0, 0.0], [0.0, 0.0]], [0.2, 5.0], 2.0),
            ([[1e-3, 0.0], [0.0, 2e-3]], [0.03, 0.04], 1.0),
        ] {
            let x = secular(radius, a, b);
            assert!((x[0].hypot(x[1]) - radius).abs() < 1e-12 * radius, "{x:?}");
            let slope = [0, 1].map(|i| a[i][0] * x[0] + a[i][1] * x[1] + b[i]);
            let across = slope[0] * x[1] - slope[1] * x[0];
            assert!(across.abs() < 1e-9 && slope[0] * x[0] + slope[1] * x[1] < 0.0, "{slope:?}");
        }
    }
}
