//! `prox-gs`: proximal Gauss–Seidel (SIGGRAPH 2022 course, Alg 12). Contact
//! after contact takes its proximal step ([`super::prox::update`]), each seeing the
//! changes of those before; body velocities M⁻¹Jᵀλ are kept where there are
//! bodies, so that A is never assembled.

use super::prox::adaptation::Adaptation;
use super::prox::factors::Factors;
use super::prox::update::ProxUpdate;
use super::prox::{ACCEPTS, LIMIT, ProxOptions};
use crate::options::{OptionDescription, OptionError, OptionValues};
use crate::outcome::Counts;
use crate::problem::Problem;
use crate::request::Request;
use crate::solver::{Attempt, Entry, Method, Refusal};
use crate::splitting::psor::SweepOptions;
use crate::splitting::units;
use crate::stopping::{StoppingOptions, Watch, start};

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "proximal",
    summary: "proximal Gauss-Seidel with r-factors; every friction section",
    accepts: ACCEPTS,
    options: describe,
    make,
};

const NAME: &str = "prox-gs";

fn describe() -> Vec<OptionDescription> {
    ProxOptions::described(SweepOptions::describe())
}

fn make(settings: &OptionValues) -> Result<Box<dyn Method>, OptionError> {
    let (options, rules, sweep) = ProxOptions::split(NAME, settings, &describe())?;
    options.refuse_idle_discards(false)?;
    let sweep = SweepOptions::read(NAME, &sweep)?;
    Ok(Box::new(ProxGs { options, sweep, rules }))
}

struct ProxGs {
    options: ProxOptions,
    sweep: SweepOptions,
    rules: StoppingOptions,
}

impl Method for ProxGs {
    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        self.options.check(NAME, problem)?;
        let update = ProxUpdate::new(problem, Factors::new(problem, &self.options), true);
        let mut sweep = self.sweep.sweeps(NAME, problem, update, units(problem))?;
        let mut adaptation = Adaptation::new(&self.options, false);
        let x = start(problem, request);
        sweep.reset(&x);
        let watch = Watch::new(problem, request, &self.rules, LIMIT);
        let mut attempt = watch.run(x, Counts::default(), |x, counts| {
            let (before, memory) = (x.to_vec(), sweep.memory.clone());
            loop {
                sweep.run(x, counts);
                if adaptation.keeps(&before, x) {
                    break;
                }
                x.copy_from_slice(&before);
                sweep.memory.copy_from_slice(&memory);
                sweep.update.share = adaptation.share;
            }
        });
        attempt.figures.insert("r_share", adaptation.share);
        attempt.figures.insert("discarded_steps", adaptation.discarded as f64);
        Ok(attempt)
    }
}
