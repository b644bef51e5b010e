//! Projected gradient descent (Preclik et al., §3.2, Alg 1):
//! r = −(A x + b), p = P_T(r), α = rᵀp / pᵀA p, x ← P(x + α p), with T the
//! tangent cone of the box at x.

use crate::options::{OptionError, OptionValues};
use crate::outcome::Counts;
use crate::problem::Problem;
use crate::request::Request;
use crate::solver::{Attempt, Entry, Method, Refusal};
use crate::stopping::{StoppingOptions, Watch, start};

use super::descent::{ACCEPTS, Descent, DescentOptions, LIMIT, describe, read};

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "krylov",
    summary: "projected gradient descent with the step of steepest descent",
    accepts: ACCEPTS,
    options: describe,
    make,
};

const NAME: &str = "pgd";

fn make(settings: &OptionValues) -> Result<Box<dyn Method>, OptionError> {
    let (options, rules) = read(NAME, settings)?;
    Ok(Box::new(Pgd { options, rules }))
}

struct Pgd {
    options: DescentOptions,
    rules: StoppingOptions,
}

impl Method for Pgd {
    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        let x = start(problem, request);
        let mut counts = Counts::default();
        let mut descent = Descent::new(problem, &x, &self.options, &mut counts);
        let (mut p, mut product) = (vec![0.0; x.len()], vec![0.0; x.len()]);
        let watch = Watch::new(problem, request, &self.rules, LIMIT);
        Ok(watch.run(x, counts, |x, counts| {
            descent.steepest(x, &mut p);
            descent.product(&p, &mut product, counts);
            descent.step(x, &p, &product, counts);
        }))
    }
}
