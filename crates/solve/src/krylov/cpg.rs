//! Conjugate projected gradients (Preclik et al., §3.2, Alg 2, after Renouf and
//! Alart), with both directions projected onto the tangent cone T of the box:
//!
//! r = −(A x + b), r̂ = P_T(r), p̂ = P_T(p_last), β = −r̂ᵀA p̂ / p̂ᵀA p̂,
//! p = r̂ + β p̂, α = rᵀp / pᵀA p, x ← P(x + α p).
//!
//! Read literally an iteration needs A x, A p̂ and A p. A p̂ is known when the
//! cone left p_last as it was, and A x follows from A p when the box did not
//! cut the step: one product an iteration where no bound is in the way (there
//! the method is that of conjugate gradients), up to three where some are.
//!
//! With coupled bounds the box is resized after every step and rows at a bound
//! move with it, which destroys the conjugacy: at strong friction the residual
//! jitters and need not fall.

use stickslip_linalg::dot;

use crate::options::{OptionError, OptionValues};
use crate::outcome::Counts;
use crate::problem::Problem;
use crate::request::Request;
use crate::solver::{Attempt, Entry, Method, Refusal};
use crate::stopping::{StoppingOptions, Watch, start};

use super::descent::{ACCEPTS, Descent, DescentOptions, LIMIT, Step, describe, read};

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "krylov",
    summary: "conjugate projected gradients on the tangent cone of the box",
    accepts: ACCEPTS,
    options: describe,
    make,
};

const NAME: &str = "cpg";

fn make(settings: &OptionValues) -> Result<Box<dyn Method>, OptionError> {
    let (options, rules) = read(NAME, settings)?;
    Ok(Box::new(Cpg { options, rules }))
}

struct Cpg {
    options: DescentOptions,
    rules: StoppingOptions,
}

impl Method for Cpg {
    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        let x = start(problem, request);
        let n = x.len();
        let mut counts = Counts::default();
        let mut descent = Descent::new(problem, &x, &self.options, &mut counts);
        let mut gradient = vec![0.0; n];
        let (mut p, mut product) = (vec![0.0; n], vec![0.0; n]);
        let watch = Watch::new(problem, request, &self.rules, LIMIT);
        Ok(watch.run(x, counts, |x, counts| {
            descent.steepest(x, &mut gradient);
            if descent.boxes.tangent(x, &mut p) {
                descent.product(&p, &mut product, counts);
            }
            // The null space of a semidefinite A has no conjugate direction.
            let curvature = dot(&p, &product);
            let beta = if curvature > 0.0 { -dot(&gradient, &product) / curvature } else { 0.0 };
            for (p, gradient) in p.iter_mut().zip(&gradient) {
                *p = gradient + beta * *p;
            }
            descent.product(&p, &mut product, counts);
            if descent.step(x, &p, &product, counts) == Step::Refused {
                // No descent once the box has moved: begin again with the steepest.
                p.copy_from_slice(&gradient);
                descent.product(&p, &mut product, counts);
                descent.step(x, &p, &product, counts);
            }
        }))
    }
}
