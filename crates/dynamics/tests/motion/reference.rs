//! What motions are held against where there is no formula.

/// Runge and Kutta's method of fourth order on ẏ = f(y).
pub fn rk4<const N: usize>(
    slope: impl Fn(&[f64; N]) -> [f64; N],
    start: [f64; N],
    seconds: f64,
    steps: usize,
) -> [f64; N] {
    let h = seconds / steps as f64;
    let mut y = start;
    for _ in 0..steps {
        let on = |k: &[f64; N], h: f64| std::array::from_fn(|at| y[at] + h * k[at]);
        let k1 = slope(&y);
        let k2 = slope(&on(&k1, 0.5 * h));
        let k3 = slope(&on(&k2, 0.5 * h));
        let k4 = slope(&on(&k3, h));
        for at in 0..N {
            y[at] += h / 6.0 * (k1[at] + 2.0 * k2[at] + 2.0 * k3[at] + k4[at]);
        }
    }
    y
}
