//! Friction on an ellipse as the two equations of the SIGGRAPH 2022 course
//! (§6.1.5, Eq 311–319), written out here: what `prox-gs` and `cone-newton` find
//! solves them.
//!
//! With C = diag(1/μ_t², 1/μ_b²), η = fᵀ C f − λ_n², w = ∇η + β v and Fischer and
//! Burmeister's ψ(a, b) = a + b − √(a² + b²): ψ(β, −η) = 0 and ψ(v·v, w·w) = 0.

use stickslip_solve::{Kind, Request, Section, SectionShape, Status};

use crate::samples::{several, solve_from};

/// f, β and v of one contact.
type Unknowns = [f64; 5];

struct Ellipse {
    /// 1/μ² along both axes.
    inverse: [f64; 2],
    load: f64,
}

fn fischer(a: f64, b: f64) -> f64 {
    a + b - a.hypot(b)
}

fn slopes(a: f64, b: f64) -> [f64; 2] {
    let length = a.hypot(b);
    [1.0 - a / length, 1.0 - b / length]
}

impl Ellipse {
    fn eta(&self, [f, g, ..]: Unknowns) -> f64 {
        self.inverse[0] * f * f + self.inverse[1] * g * g - self.load * self.load
    }

    fn w(&self, [f, g, beta, u, v]: Unknowns) -> [f64; 2] {
        [2.0 * self.inverse[0] * f + beta * u, 2.0 * self.inverse[1] * g + beta * v]
    }

    fn equations(&self, at: Unknowns) -> [f64; 2] {
        let ([x, y], [_, _, beta, u, v]) = (self.w(at), at);
        [fischer(beta, -self.eta(at)), fischer(u * u + v * v, x * x + y * y)]
    }

    /// Their derivatives.
    fn jacobian(&self, at: Unknowns) -> [Unknowns; 2] {
        let [f, g, beta, u, v] = at;
        let [p, q] = self.inverse.map(|inverse| 2.0 * inverse);
        let [x, y] = self.w(at);
        let [by_beta, by_eta] = slopes(beta, -self.eta(at));
        let [by_v, by_w] = slopes(u * u + v * v, x * x + y * y);
        [
            [-by_eta * p * f, -by_eta * q * g, by_beta, 0.0, 0.0],
            [
                2.0 * by_w * p * x,
                2.0 * by_w * q * y,
                2.0 * by_w * (x * u + y * v),
                2.0 * (by_v * u + by_w * beta * x),
                2.0 * (by_v * v + by_w * beta * y),
            ],
        ]
    }
}

#[test]
fn derivatives_agree_with_finite_differences() {
    let ellipse = Ellipse { inverse: [11.0, 1.6], load: 1.3 };
    for at in [[0.2, -0.4, 0.7, 0.3, 0.9], [-0.5, 0.1, 0.02, -1.1, 0.2]] {
        let jacobian = ellipse.jacobian(at);
        for place in 0..5 {
            let h = 1e-6;
            let moved = |step: f64| {
                let mut at = at;
                at[place] += step;
                ellipse.equations(at)
            };
            let (ahead, back) = (moved(h), moved(-h));
            for row in 0..2 {
                let slope = (ahead[row] - back[row]) / (2.0 * h);
                assert!((slope - jacobian[row][place]).abs() < 1e-6, "{at:?} {row} {place}");
            }
        }
    }
}

#[test]
fn solvers_of_ellipses_solve_the_newton_form() {
    let shape = SectionShape::Ellipse(vec![0.4, 1.5]);
    let section = Section { shape, ..Section::default() };
    let request = Request { tolerance: Some(1e-12), ..Request::default() };
    let (mut sliding, mut sticking) = (0, 0);
    for (name, seed) in
        ["prox-gs", "cone-newton"].into_iter().flat_map(|it| (0..8).map(move |s| (it, s)))
    {
        let problem = several(Kind::Ncp, seed, 4, 3, &section);
        let outcome = solve_from(name, &[], &request, &problem);
        assert_eq!(outcome.status, Status::Converged, "{name} {seed}");
        for contact in problem.contacts() {
            let load = outcome.x[contact.normal];
            if load < 1e-6 {
                continue;
            }
            let axes = [0.4, 1.5].map(|factor| factor * contact.mu);
            let ellipse = Ellipse { inverse: axes.map(|axis| 1.0 / (axis * axis)), load };
            let [f, g] = [0, 1].map(|at| outcome.x[contact.tangents[at]]);
            let [u, v] = [0, 1].map(|at| outcome.w[contact.tangents[at]]);
            let speed = u.hypot(v);
            let push = (2.0 * ellipse.inverse[0] * f).hypot(2.0 * ellipse.inverse[1] * g);
            let beta = if speed > 1e-6 { push / speed } else { 0.0 };
            (sliding, sticking) =
                (sliding + usize::from(beta > 0.0), sticking + usize::from(beta == 0.0));
            let found = ellipse.equations([f, g, beta, u, v]);
            let sizes = [load * load, push * push + 1e-3];
            for (row, size) in sizes.into_iter().enumerate() {
                assert!(found[row].abs() < 1e-8 * size, "{name} {row}: {found:?} of {size}");
            }
        }
    }
    assert!(sliding >= 8 && sticking >= 4, "{sliding} slide, {sticking} stick");
}
