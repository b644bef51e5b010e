//! `prox-jacobi`: the proximal step of every contact from the same iterate
//! (SIGGRAPH 2022 course, Alg 11); friction follows the normal impulses of the
//! iterate before. Steps that are too long for A make it diverge, so the
//! r-factors shrink while steps grow ([`super::prox::adaptation`]).

use super::prox::adaptation::Adaptation;
use super::prox::factors::Factors;
use super::prox::update::ProxUpdate;
use super::prox::{ACCEPTS, LIMIT, ProxOptions};
use crate::options::{OptionDescription, OptionError, OptionValues};
use crate::outcome::Counts;
use crate::problem::Problem;
use crate::request::Request;
use crate::solver::{Attempt, Entry, Method, Refusal};
use crate::splitting::{Stale, UnitUpdate, units};
use crate::stopping::{StoppingOptions, Watch, start};

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "proximal",
    summary: "proximal Jacobi with r-factors; every friction section",
    accepts: ACCEPTS,
    options: describe,
    make,
};

const NAME: &str = "prox-jacobi";

fn describe() -> Vec<OptionDescription> {
    ProxOptions::described(Vec::new())
}

fn make(settings: &OptionValues) -> Result<Box<dyn Method>, OptionError> {
    let (options, rules, _) = ProxOptions::split(NAME, settings, &describe())?;
    options.refuse_idle_discards(true)?;
    Ok(Box::new(ProxJacobi { options, rules }))
}

struct ProxJacobi {
    options: ProxOptions,
    rules: StoppingOptions,
}

impl Method for ProxJacobi {
    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        self.options.check(NAME, problem)?;
        let mut update = ProxUpdate::new(problem, Factors::new(problem, &self.options), false);
        let mut adaptation = Adaptation::new(&self.options, true);
        let units = units(problem);
        let mut w = vec![0.0; problem.size()];
        let watch = Watch::new(problem, request, &self.rules, LIMIT);
        let x = start(problem, request);
        let mut attempt = watch.run(x, Counts::default(), |x, counts| {
            problem.velocity(x, &mut w);
            counts.products += 1;
            let before = x.to_vec();
            loop {
                let mut access = Stale { x, w: &w };
                units.iter().for_each(|&unit| update.visit(unit, &mut access));
                if adaptation.keeps(&before, x) {
                    break;
                }
                x.copy_from_slice(&before);
                update.share = adaptation.share;
            }
        });
        attempt.figures.insert("r_share", adaptation.share);
        attempt.figures.insert("discarded_steps", adaptation.discarded as f64);
        Ok(attempt)
    }
}
