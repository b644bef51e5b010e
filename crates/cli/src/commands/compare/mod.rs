//! `stickslip compare`: several solvers on the same problems.

mod measure;
mod plot;
mod scene;
mod show;

use std::fmt::Write;
use std::path::PathBuf;

use clap::Args;
use stickslip_solve::Entry;
use stickslip_solve::registry::{self, SOLVERS};

use super::solve::read_problem;
use crate::ask::{Ask, Choice, at_least_one};
use crate::error::{Exit, Failure};
use crate::hint::explained;
use crate::output::{self, Report};
use crate::posed::Posed;
use crate::progress::{COUNTED, progress};
use measure::{Comparison, Plan};
use scene::FromScene;

/// Run several solvers on the same problems and print one table each
///
/// Every run starts cold, with a new solver object. A solver that does not
/// converge is a result: the exit code is 0 unless no solver takes a problem.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Problem files: .json, .json.gz, .hdf5 (FCLib) or .mtx
    #[arg(required_unless_present = "scene", value_name = "PROBLEM")]
    problems: Vec<PathBuf>,
    #[command(flatten)]
    from_scene: FromScene,
    /// Which solvers; the default is every one that takes the problem
    #[arg(long, value_name = "A,B,C", value_delimiter = ',')]
    solvers: Vec<String>,
    #[command(flatten)]
    ask: Ask,
    /// How often each solve is run; the time shown is the median
    #[arg(long, value_name = "N", default_value = "1", value_parser = at_least_one)]
    repeat: usize,
    /// Draw the residual against iterations and time; costs one more run each
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    /// No progress bar
    #[arg(long)]
    quiet: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Report, Failure> {
    let entries = entries(&arguments.solvers)?;
    if let Some(path) = &arguments.plot {
        output::check_target(path, "svg")?;
    }
    // All files are read before anything is solved, so that a misspelt name
    // does not cost a long run.
    let mut problems = Vec::new();
    for path in &arguments.problems {
        problems.push(read_problem(path)?);
    }
    problems.extend(arguments.from_scene.problems()?);
    let plan = Plan {
        entries: &entries,
        ask: &arguments.ask,
        repeat: arguments.repeat,
        history: arguments.plot.is_some(),
        progress: progress(entries.len() * problems.len(), COUNTED, arguments.quiet),
    };
    let comparisons = arguments.ask.with_threads(|| {
        // So too with bounds that cannot be set.
        let pose = |problem| Posed::new(problem, &arguments.ask, &Choice::default());
        let posed = problems.into_iter().map(pose).collect::<Result<Vec<_>, _>>()?;
        posed.into_iter().map(|posed| plan.compare(posed)).collect::<Result<Vec<_>, _>>()
    })?;
    plan.progress.finish_and_clear();
    let exit = judge(&comparisons)?;
    if let Some(path) = &arguments.plot {
        output::write_whole(path, &plot::draw(&comparisons))?;
    }
    if arguments.json {
        return Ok(Report::json(&show::Documents::new(&comparisons), exit));
    }
    let mut text = comparisons.iter().map(show::text).collect::<Vec<_>>().join("\n");
    if let Some(path) = &arguments.plot {
        let _ = writeln!(text, "\n drawn in {}", path.display());
    }
    Ok(Report { text, exit })
}

/// A problem that no solver takes is bad input, but the results of the others
/// are still shown; without any there is nothing to show.
fn judge(comparisons: &[Comparison]) -> Result<Exit, Failure> {
    match comparisons.iter().find(|comparison| comparison.runs.is_empty()) {
        None => Ok(Exit::Done),
        Some(_) if comparisons.iter().any(|comparison| !comparison.runs.is_empty()) => {
            Ok(Exit::BadInput)
        }
        Some(Comparison { posed, refusals, .. }) => {
            let reasons = refusals.iter().map(|refused| explained(&refused.1)).collect::<Vec<_>>();
            let (name, reasons) = (posed.original().name().into(), reasons.join("; "));
            Err(Failure::AllRefused { name, reasons })
        }
    }
}

fn entries(names: &[String]) -> Result<Vec<&'static Entry>, Failure> {
    if names.is_empty() {
        return Ok(SOLVERS.iter().collect());
    }
    let find = |name: &String| registry::find(name.trim()).map_err(Failure::from);
    names.iter().map(find).collect()
}
