//! The share of a cube on one side of a plane.

/// Normals along which the distance changes by less than this share count as none.
const LEVEL: f64 = 1e-4;

/// The share of the unit cube where d = `middle` + Σ gᵢ (xᵢ − ½) ≥ 0: with mᵢ = |gᵢ|/Σ|g|
/// and α = ½ + middle/Σ|g| the volume of m·x ≤ α,
/// (α³ − Σ (α − mᵢ)₊³ + Σ (α − mᵢ − mⱼ)₊³)/(6 m₁ m₂ m₃), and the like in a square
/// (Scardovelli and Zaleski 2000, Eqs 16–18).
pub fn share(middle: f64, slope: [f64; 3]) -> f64 {
    let total: f64 = slope.iter().map(|g| g.abs()).sum();
    if middle.abs() >= 0.5 * total {
        return if middle >= 0.0 { 1.0 } else { 0.0 };
    }
    // The smaller part, so that no large powers are subtracted.
    if middle > 0.0 {
        return 1.0 - share(-middle, slope);
    }
    let mut m = slope.map(|g| g.abs() / total);
    m.sort_unstable_by(f64::total_cmp);
    let [a, b, c] = m;
    let alpha = 0.5 + middle / total;
    let above = |part: f64| (alpha - part).max(0.0);
    let volume = if b < LEVEL {
        alpha / c
    } else if a < LEVEL {
        let square = |value: f64| value * value;
        (square(alpha) - square(above(b)) - square(above(c))) / (2.0 * b * c)
    } else {
        let cube = |value: f64| value * value * value;
        let one = cube(above(a)) + cube(above(b)) + cube(above(c));
        (cube(alpha) - one + cube(above(a + b))) / (6.0 * a * b * c)
    };
    volume.clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against counting points.
    #[test]
    fn shares_are_those_of_points() {
        let slopes = [
            [1.0, 0.0, 0.0],
            [0.3, -0.8, 0.0],
            [0.5, 0.6, -0.7],
            [0.1, 1e-5, 2.0],
            [0.2, 0.9, 0.3],
        ];
        for slope in slopes {
            for middle in [-0.6, -0.21, -0.05, 0.0, 0.13, 0.4, 0.7] {
                let n = 60;
                let at = |index: usize| (index as f64 + 0.5) / n as f64 - 0.5;
                let d = |i: usize, j: usize, k: usize| {
                    middle + slope[0] * at(i) + slope[1] * at(j) + slope[2] * at(k)
                };
                let mut counted = 0;
                for place in 0..n * n * n {
                    counted += usize::from(d(place % n, place / n % n, place / (n * n)) >= 0.0);
                }
                let counted = counted as f64 / (n * n * n) as f64;
                let found = share(middle, slope);
                assert!((found - counted).abs() < 1e-2, "{slope:?} {middle}: {found} {counted}");
            }
        }
    }
}
