//! `stickslip experiment`: the tables and figures of the documents.

mod measure;
mod plan;

use std::path::PathBuf;

use clap::Args;
use stickslip_experiments::Experiment;
use stickslip_experiments::registry::{self, EXPERIMENTS};
use stickslip_experiments::report::{self, Document};

use super::list;
use crate::ask::at_least_one;
use crate::error::{Exit, Failure};
use crate::output::{Report, complain, width};
use measure::measure;
use plan::Part;

/// Measure a table or figure of the documents anew, beside the printed values
///
/// A result that differs from the document is a result: the exit code is 0
/// unless an experiment could not be done.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Which ones, or `all`
    #[arg(value_name = "NAME", required_unless_present = "list")]
    names: Vec<String>,
    /// Name all experiments
    #[arg(long, conflicts_with_all = ["names", "output", "quick", "full"])]
    list: bool,
    /// Small sizes and few repetitions: seconds each (the default)
    #[arg(long, conflicts_with = "full")]
    quick: bool,
    /// The sizes of the documents: minutes each
    #[arg(long)]
    full: bool,
    /// Write results.md and its appendix, results.html and .json, and all tables and plots, into this folder
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// How many at once, each with one thread; times are those of a quiet machine with one
    #[arg(long, value_name = "N", default_value = "1", value_parser = at_least_one)]
    #[arg(allow_negative_numbers = true)]
    jobs: usize,
    /// Only a part of `all`
    #[arg(long, value_name = "PART")]
    part: Option<Part>,
    /// Leave out what --output holds already of the same commit, effort and seed
    #[arg(long, requires = "output")]
    resume: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    /// No progress bar, and only one line for each experiment
    #[arg(long)]
    quiet: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Report, Failure> {
    let chosen: Vec<&'static Experiment> = match arguments.names.as_slice() {
        [] => return Ok(list::experiments(arguments.json)),
        [all] if all == "all" => EXPERIMENTS.iter().collect(),
        names => {
            let named: Vec<&'static Experiment> =
                names.iter().map(|name| registry::find(name)).collect::<Result<_, _>>()?;
            check(arguments, &named)?;
            named
        }
    };
    if let Some(folder) = &arguments.output {
        // Before any work, so that a folder that cannot be made costs nothing.
        std::fs::create_dir_all(folder)
            .map_err(|reason| Failure::Write { path: folder.clone(), reason })?;
    }
    let results = measure(arguments, &chosen)?;
    for (name, why) in &results.failed {
        complain(&format!("error: {name} could not be done: {why}"));
    }
    let exit = if results.failed.is_empty() { Exit::Done } else { Exit::Failed };
    if arguments.json {
        return Ok(Report::json(&Document::new(&results), exit));
    }
    let mut text = match arguments.quiet {
        true => report::summary(&results, width()),
        false => report::text(&results, width()),
    };
    if let Some(folder) = &arguments.output {
        text += &format!("\n written to {}\n", folder.join("results.html").display());
    }
    Ok(Report { text, exit })
}

/// Refuses a seed that would change nothing, and a part of a single experiment.
fn check(arguments: &Arguments, named: &[&'static Experiment]) -> Result<(), Failure> {
    if let Some(idle) = named.iter().find(|it| arguments.seed != 0 && !it.seeded) {
        return Err(Failure::IdleSeed(idle.name));
    }
    match named {
        [one] if arguments.part.is_some() => Err(Failure::PartOfOne(one.name)),
        _ => Ok(()),
    }
}
