//! `stickslip generate`: problems with a seed.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use stickslip_problems::{files, generate};
use stickslip_solve::OptionValues;

use super::{describe, list};
use crate::error::{Exit, Failure};
use crate::output::{self, Report};

/// Make a random problem and write it to a file
///
/// Without KIND it lists what can be made. The same kind, options and seed
/// always give the same problem.
#[derive(Args, Debug)]
pub struct Arguments {
    /// What to make
    #[arg(requires = "output")]
    kind: Option<String>,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// An option of the generator; may be given several times
    #[arg(long = "set", value_name = "KEY=VALUE")]
    settings: Vec<String>,
    /// Where to write it; the ending says the format
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace a file that exists already
    #[arg(long)]
    force: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document<'a> {
    problem: &'a str,
    kind: &'static str,
    size: usize,
    nonzeros: usize,
    contacts: usize,
    generator: &'a str,
    seed: u64,
    file: String,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Report, Failure> {
    let (Some(kind), Some(path)) = (&arguments.kind, &arguments.output) else {
        return Ok(list::generators(false, arguments.json));
    };
    let generator = generate::find(kind)?;
    let settings = OptionValues::parse(arguments.settings.iter().map(String::as_str))?;
    output::check_folder(path)?;
    if path.exists() && !arguments.force {
        return Err(Failure::Exists(path.clone()));
    }
    let problem = generator.generate(arguments.seed, &settings)?;
    files::write(&problem, path)?;
    let document = Document {
        problem: problem.name(),
        kind: problem.kind().name(),
        size: problem.size(),
        nonzeros: problem.stored(),
        contacts: problem.contacts().len(),
        generator: generator.name,
        seed: arguments.seed,
        file: path.display().to_string(),
    };
    Ok(if arguments.json {
        Report::json(&document, Exit::Done)
    } else {
        let (name, file) = (problem.name(), path.display());
        Report::done(format!(
            " {name}: {}\n written to {file}; `stickslip compare {file}` solves it\n",
            describe(&problem)
        ))
    })
}
