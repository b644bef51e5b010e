//! `stickslip experiment`: the tables and figures of the documents.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use rayon::ThreadPoolBuilder;
use stickslip_experiments::registry::{self, EXPERIMENTS};
use stickslip_experiments::report::{self, Document, Finished, Machine, Report as Results};
use stickslip_experiments::{Context, Effort, Experiment};

use super::list;
use crate::error::{Exit, Failure};
use crate::output::{Report, complain, width};
use crate::progress::{SHARE, progress};

/// Measure a table or figure of the documents anew, beside the printed values
///
/// A result that differs from the document is a result: the exit code is 0
/// unless an experiment could not be done.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Which one, or `all`
    #[arg(required_unless_present = "list")]
    name: Option<String>,
    /// Name all experiments
    #[arg(long, conflicts_with_all = ["name", "output", "quick", "full"])]
    list: bool,
    /// Small sizes and few repetitions: seconds each (the default)
    #[arg(long, conflicts_with = "full")]
    quick: bool,
    /// The sizes of the documents: minutes each
    #[arg(long)]
    full: bool,
    /// Write results.html, .md and .json, and all tables and plots, into this folder
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    /// No progress bar, and only one line for each experiment
    #[arg(long)]
    quiet: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Report, Failure> {
    let Some(name) = &arguments.name else {
        return Ok(list::experiments(arguments.json));
    };
    let chosen = match name.as_str() {
        "all" => EXPERIMENTS,
        name => std::slice::from_ref(registry::find(name)?),
    };
    if let Some(folder) = &arguments.output {
        // Before any work, so that a folder that cannot be made costs nothing.
        std::fs::create_dir_all(folder)
            .map_err(|reason| Failure::Write { path: folder.clone(), reason })?;
    }
    // One thread, so that times are those of the methods.
    let pool = ThreadPoolBuilder::new().num_threads(1).build()?;
    let results = pool.install(|| measure(arguments, chosen))?;
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

/// One experiment after the other. The report is written anew after each, so
/// that an hour's work is not lost with its last minute.
fn measure(arguments: &Arguments, chosen: &'static [Experiment]) -> Result<Results, Failure> {
    let effort = if arguments.full { Effort::Full } else { Effort::Quick };
    let bar = progress(STEPS, SHARE, arguments.quiet);
    let mut results = Results {
        machine: Machine::this(),
        effort,
        seed: arguments.seed,
        finished: Vec::new(),
        failed: Vec::new(),
    };
    for (index, experiment) in chosen.iter().enumerate() {
        let progress = |share: f64, next: &str| {
            let done = (index as f64 + share.clamp(0.0, 1.0)) / chosen.len() as f64;
            bar.set_position((done * STEPS as f64) as u64);
            bar.set_message(format!("{}: {next}", experiment.name));
        };
        progress(0.0, "begins");
        let begun = Instant::now();
        let context = Context { effort, seed: arguments.seed, progress: &progress };
        match (experiment.run)(&context) {
            Ok(findings) => results.finished.push(Finished {
                experiment,
                findings,
                seconds: begun.elapsed().as_secs_f64(),
            }),
            Err(error) => results.failed.push((experiment.name, error.to_string())),
        }
        if let Some(folder) = &arguments.output {
            report::write(&results, folder)?;
        }
    }
    bar.finish_and_clear();
    Ok(results)
}

/// Steps of the progress bar.
const STEPS: usize = 1000;
