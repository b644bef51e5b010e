//! The one measure of error: every solver, test and table uses it.
//!
//! Natural map of a box row: x − proj(x − w) = mid(x − lo, x − hi, w), written
//! as the middle value because the difference would cancel. For cone contacts
//! the projection is onto K = {‖x_t‖ ≤ μ x_n}, and for `ncp` De Saxcé's term
//! μ‖w_t‖ is added to w_n first, which turns Coulomb's law into
//! K ∋ x ⊥ w + μ‖w_t‖ n ∈ K*. Other sections than the disc have their own cone
//! and their own support function in the place of μ‖w_t‖.

use stickslip_linalg::{infinity_norm, norm};

use crate::problem::{FrictionContact, Kind, MAX_ROWS, Problem, ProductScratch};
use crate::sets::interval;

/// A maximum and the row where it is attained.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Worst {
    /// The largest absolute value; NaN if any was NaN.
    pub value: f64,
    /// Its row.
    pub row: usize,
}

impl Worst {
    /// The entry of largest magnitude of `values`.
    pub fn of(values: &[f64]) -> Self {
        let mut worst = Self::default();
        for (row, value) in values.iter().enumerate() {
            if value.is_nan() {
                return Self { value: f64::NAN, row };
            }
            if value.abs() > worst.value {
                worst = Self { value: value.abs(), row };
            }
        }
        worst
    }
}

/// Every measure of one iterate.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Residuals {
    /// Max-norm of the natural map, bounds evaluated at x.
    pub natural: Worst,
    /// Max-norm of the Fischer–Burmeister map; box kinds only.
    pub fischer: Option<Worst>,
    /// ½‖H‖², H the minimum map (Erleben 2013, Eq 64); box kinds only.
    pub minimum_merit: Option<f64>,
    /// ½‖F‖², F the Fischer–Burmeister map (Erleben 2013, Eq 103); box kinds only.
    pub fischer_merit: Option<f64>,
    /// Mean over rows of ½ Aᵢᵢ rᵢ² (Joule; the unit of Ho 2022, §6.2.2).
    pub energy_mean: f64,
    /// The largest of these energies.
    pub energy_max: Worst,
    /// ‖natural map‖₂ / ‖b‖₂; cone kinds only.
    pub relative: Option<f64>,
}

/// Memory for measuring, kept from one time to the next.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    lo: Vec<f64>,
    hi: Vec<f64>,
    map: Vec<f64>,
    /// For products with A.
    pub(crate) product: ProductScratch,
}

impl Scratch {
    /// The bounds at x, and room for a map.
    fn bounds(&mut self, problem: &Problem, x: &[f64]) -> (&[f64], &[f64], &mut [f64]) {
        let n = problem.size();
        for vector in [&mut self.lo, &mut self.hi, &mut self.map] {
            vector.resize(n, 0.0);
        }
        problem.bounds_at(x, &mut self.lo, &mut self.hi);
        (&self.lo, &self.hi, &mut self.map)
    }
}

impl Residuals {
    /// Measures x, given w = A x + b.
    pub fn measure(problem: &Problem, x: &[f64], w: &[f64]) -> Self {
        Self::measure_with(problem, x, w, &mut Scratch::default())
    }

    /// The same in memory that is already there.
    pub fn measure_with(problem: &Problem, x: &[f64], w: &[f64], scratch: &mut Scratch) -> Self {
        let (lo, hi, map) = scratch.bounds(problem, x);
        energy_map(problem, x, w, (lo, hi), map);
        let energy_max = Worst::of(map);
        let energy_mean = map.iter().sum::<f64>() / x.len() as f64;
        bounded_map(problem, x, w, (lo, hi), map);
        let natural = Worst::of(map);
        let (mut fischer, mut relative) = (None, None);
        let (mut minimum_merit, mut fischer_merit) = (None, None);
        if problem.kind().is_cone() {
            relative = Some(relative_norm(problem, map));
        } else {
            minimum_merit = Some(0.5 * stickslip_linalg::dot(map, map));
            fischer_map(x, w, (lo, hi), map);
            fischer = Some(Worst::of(map));
            fischer_merit = Some(0.5 * stickslip_linalg::dot(map, map));
        }
        Self { natural, fischer, minimum_merit, fischer_merit, energy_mean, energy_max, relative }
    }

    /// The number that a tolerance speaks about: `relative` for cone kinds,
    /// `natural` for box kinds.
    pub fn decisive(&self) -> f64 {
        self.relative.unwrap_or(self.natural.value)
    }
}

/// x − clamp(x − w, lo, hi) without cancellation; NaN in, NaN out.
pub fn natural_row(x: f64, w: f64, lo: f64, hi: f64) -> f64 {
    // (x − hi) ≤ (x − lo), so the middle value is a clamp of w.
    if x.is_nan() { x } else { interval::project(w, x - hi, x - lo) }
}

/// The natural map of every row.
pub fn natural_map(problem: &Problem, x: &[f64], w: &[f64], map: &mut [f64]) {
    let mut scratch = Scratch::default();
    let (lo, hi, _) = scratch.bounds(problem, x);
    bounded_map(problem, x, w, (lo, hi), map);
}

type Bounds<'a> = (&'a [f64], &'a [f64]);

fn bounded_map(problem: &Problem, x: &[f64], w: &[f64], (lo, hi): Bounds<'_>, map: &mut [f64]) {
    for row in 0..x.len() {
        map[row] = natural_row(x[row], w[row], lo[row], hi[row]);
    }
    if problem.kind().is_cone() {
        for contact in problem.contacts() {
            let step = cone_step(problem.kind(), contact, x, w, 1.0);
            for (row, value) in contact.rows().zip(step) {
                map[row] = value;
            }
        }
    }
}

/// The number that a tolerance speaks about, as [`Residuals::decisive`] has it,
/// alone; `map` is overwritten.
pub fn decisive_residual(problem: &Problem, x: &[f64], w: &[f64], map: &mut [f64]) -> f64 {
    natural_map(problem, x, w, map);
    if problem.kind().is_cone() { relative_norm(problem, map) } else { infinity_norm(map) }
}

/// The same in memory that is already there.
pub(crate) fn decisive_with(problem: &Problem, x: &[f64], w: &[f64], scratch: &mut Scratch) -> f64 {
    let (lo, hi, map) = scratch.bounds(problem, x);
    bounded_map(problem, x, w, (lo, hi), map);
    if problem.kind().is_cone() { relative_norm(problem, map) } else { infinity_norm(map) }
}

fn relative_norm(problem: &Problem, map: &[f64]) -> f64 {
    let scale = norm(problem.b());
    norm(map) / if scale > 0.0 { scale } else { 1.0 }
}

/// x_c − P_K(x_c − r·ŵ_c) of one contact; ŵ has De Saxcé's term for `ncp`.
fn cone_step(
    kind: Kind,
    contact: &FrictionContact,
    x: &[f64],
    w: &[f64],
    r: f64,
) -> [f64; MAX_ROWS] {
    let (mut trial, mut slip) = ([0.0; MAX_ROWS], [0.0; MAX_ROWS]);
    for (at, row) in contact.rows().enumerate() {
        trial[at] = x[row] - r * w[row];
        slip[at] = w[row];
    }
    let count = contact.tangents.len() + 1;
    if kind == Kind::Ncp {
        trial[0] -= r * contact.support(&slip[1..count]);
    }
    contact.project(&mut trial[..count]);
    let mut step = [0.0; MAX_ROWS];
    for (at, row) in contact.rows().enumerate() {
        step[at] = x[row] - trial[at];
    }
    step
}

/// φ(a, b) = √(a² + b²) − a − b without cancellation where a + b > 0.
pub fn fischer_burmeister(a: f64, b: f64) -> f64 {
    if a == f64::INFINITY {
        return -b;
    }
    if b == f64::INFINITY {
        return -a;
    }
    let (length, sum) = (length(a, b), a + b);
    if sum > 0.0 {
        // The larger factor is divided first: a b itself may overflow or vanish.
        let (small, large) = if a.abs() < b.abs() { (a, b) } else { (b, a) };
        -2.0 * small * (large / (length + sum))
    } else {
        length - sum
    }
}

/// √(a² + b²). The library's `hypot` is slow, and only needed where squares
/// leave the range of numbers.
fn length(a: f64, b: f64) -> f64 {
    let square = a * a + b * b;
    if (1e-280..1e280).contains(&square) { square.sqrt() } else { libm::hypot(a, b) }
}

/// Billups' boxed form φ(x − lo, φ(hi − x, −w)), zero exactly at solutions.
fn fischer_map(x: &[f64], w: &[f64], (lo, hi): Bounds<'_>, map: &mut [f64]) {
    for row in 0..x.len() {
        let upper = fischer_burmeister(hi[row] - x[row], -w[row]);
        map[row] = fischer_burmeister(x[row] - lo[row], upper);
    }
}

/// In Joule (Ho 2022, §6.2.2): rᵢ = xᵢ − clamp(xᵢ − wᵢ/Aᵢᵢ, lo, hi), eᵢ = ½ Aᵢᵢ rᵢ². A cone
/// contact uses the mean of its diagonal entries for all its rows. A row with
/// Aᵢᵢ ≤ 0 has no such energy scale and counts with Aᵢᵢ = 1.
fn energy_map(problem: &Problem, x: &[f64], w: &[f64], (lo, hi): Bounds<'_>, energies: &mut [f64]) {
    let positive = |value: f64| if value > 0.0 { value } else { 1.0 };
    let diagonal = problem.diagonal();
    for row in 0..x.len() {
        let scale = positive(diagonal[row]);
        let step = natural_row(x[row], w[row] / scale, lo[row], hi[row]);
        energies[row] = 0.5 * scale * step * step;
    }
    if problem.kind().is_cone() {
        for contact in problem.contacts() {
            let count = contact.tangents.len() + 1;
            let mean = contact.rows().map(|row| diagonal[row]).sum::<f64>() / count as f64;
            let scale = positive(mean);
            let step = cone_step(problem.kind(), contact, x, w, 1.0 / scale);
            for (row, value) in contact.rows().zip(step) {
                energies[row] = 0.5 * scale * value * value;
            }
        }
    }
}

#[cfg(test)]
mod tests;
