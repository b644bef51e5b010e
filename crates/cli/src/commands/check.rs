//! `stickslip check`: whether files hold valid problems, and where not.

use std::fmt::Write;
use std::fs::File;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use stickslip_solve::files::{self, FileError};
use stickslip_solve::{Problem, Request, Residuals};

use super::describe;
use crate::error::{Exit, Failure};
use crate::json::Residual;
use crate::output::Report;
use crate::table::scientific;

/// Say whether problem files are valid, and where they are not
///
/// Exit code 0: all are valid; 1: some are not; 2: some cannot be read.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Problem files: .json, .json.gz, .hdf5 (FCLib) or .mtx
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs the command. A bad file is what is looked for, so it is part of the
/// report, and the other files are checked all the same.
pub fn run(arguments: &Arguments) -> Result<Report, Failure> {
    let checked: Vec<(&Path, Result<Problem, FileError>)> =
        arguments.files.iter().map(|path| (path.as_path(), files::read(path))).collect();
    let exit = checked.iter().map(|(path, read)| judge(path, read)).max().unwrap_or(Exit::Done);
    if arguments.json {
        let documents = checked.iter().map(|(path, read)| Document::new(path, read));
        return Ok(Report::json(&documents.collect::<Vec<_>>(), exit));
    }
    let mut text = String::new();
    for (path, read) in &checked {
        match read {
            Ok(problem) => text += &praise(path, problem),
            Err(error) if judge(path, read) == Exit::BadInput => {
                let _ = writeln!(text, " {error}");
            }
            Err(error) => {
                let _ = writeln!(text, " not valid: {error}");
            }
        }
    }
    Ok(Report { text, exit })
}

/// A file that cannot be opened, or whose format nobody knows, is no problem
/// file at all; any other error lies in its content.
fn judge(path: &Path, read: &Result<Problem, FileError>) -> Exit {
    match read {
        Ok(_) => Exit::Done,
        Err(FileError::UnknownFormat { .. }) => Exit::BadInput,
        Err(_) if path.is_dir() || File::open(path).is_err() => Exit::BadInput,
        Err(_) => Exit::Failed,
    }
}

fn praise(path: &Path, problem: &Problem) -> String {
    let mut text = format!(" {}: valid\n", path.display());
    let symmetry = match problem.asymmetry() {
        None => "A is symmetric".into(),
        Some((row, col, gap)) => format!(
            "A is not symmetric: entries ({row}, {col}) and ({col}, {row}) differ by {}",
            scientific(gap)
        ),
    };
    let _ = writeln!(text, "   {}: {}; {symmetry}", problem.name(), describe(problem));
    if let Some(residuals) = solution_residuals(problem) {
        let natural = residuals.natural;
        let verdict = if solves(problem, &residuals) { "solves" } else { "does not solve" };
        let _ = writeln!(
            text,
            "   its solution {verdict} it: natural {} at row {}",
            scientific(natural.value),
            natural.row
        );
    }
    text
}

fn solution_residuals(problem: &Problem) -> Option<Residuals> {
    let solution = problem.data().solution.as_ref()?;
    let mut w = vec![0.0; problem.size()];
    problem.velocity(solution, &mut w);
    Some(Residuals::measure(problem, solution, &w))
}

/// By the tolerance that a solver would have to reach.
fn solves(problem: &Problem, residuals: &Residuals) -> bool {
    residuals.decisive() <= Request::default().tolerance_for(problem)
}

#[derive(Serialize)]
struct Document {
    file: String,
    valid: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(flatten)]
    facts: Option<Facts>,
}

#[derive(Serialize)]
struct Facts {
    problem: String,
    kind: &'static str,
    size: usize,
    nonzeros: usize,
    contacts: usize,
    symmetric: bool,
    solution: Option<Solution>,
}

#[derive(Serialize)]
struct Solution {
    solves: bool,
    residual: Residual,
}

impl Document {
    fn new(path: &Path, read: &Result<Problem, FileError>) -> Self {
        let facts = read.as_ref().ok().map(|problem| Facts {
            problem: problem.name().into(),
            kind: problem.kind().name(),
            size: problem.size(),
            nonzeros: problem.matrix().stored(),
            contacts: problem.contacts().len(),
            symmetric: problem.asymmetry().is_none(),
            solution: solution_residuals(problem).map(|residuals| Solution {
                solves: solves(problem, &residuals),
                residual: Residual::new(&residuals),
            }),
        });
        let error = read.as_ref().err().map(ToString::to_string);
        Self { file: path.display().to_string(), valid: error.is_none(), error, facts }
    }
}
