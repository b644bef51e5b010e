//! `stickslip solve`: one problem, one solver.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use stickslip_problems::files;
use stickslip_solve::{FrictionBounds, HistoryPoint, Outcome, Problem, Status, Worst};

use super::{describe, is_ray, shown_status};
use crate::ask::{Ask, Choice};
use crate::error::{Exit, Failure};
use crate::json::SolveWithVectors;
use crate::output::{self, Report};
use crate::posed::Posed;
use crate::table::{self, Align, number, scientific};

/// Larger problems show x and w only with `--json`.
const MAX_ROWS_SHOWN: usize = 12;

/// Solve one complementarity problem from a file
///
/// Exit code 0: converged; 1: not; 2: bad input.
#[derive(Args, Debug)]
pub struct Arguments {
    /// A problem file: .json, .json.gz, .hdf5 (FCLib) or .mtx
    problem: PathBuf,
    /// Which solver; the default is bpp for lcp and blcp, cone-ip for ncp and ccp
    #[arg(long, value_name = "NAME")]
    solver: Option<String>,
    /// An option of the solver; may be given several times
    #[arg(long = "set", value_name = "KEY=VALUE")]
    settings: Vec<String>,
    #[command(flatten)]
    ask: Ask,
    /// Print one JSON document, with x and w
    #[arg(long)]
    json: bool,
    /// Print the status only; with --json the document stays whole
    #[arg(long)]
    quiet: bool,
    /// Write iteration, time, residual and changes of every iteration
    #[arg(long, value_name = "FILE.csv")]
    history: Option<PathBuf>,
}

/// A problem file; a scene is led to its command.
pub fn read_problem(path: &Path) -> Result<Problem, Failure> {
    if path.is_file() && path.extension().is_some_and(|it| it.eq_ignore_ascii_case("toml")) {
        return Err(Failure::OtherKind {
            path: path.into(),
            what: "a scene",
            expected: "a problem",
            command: "run",
        });
    }
    Ok(files::read(path)?)
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Report, Failure> {
    let choice = Choice::new(arguments.solver.as_deref(), &arguments.settings)?;
    if let Some(path) = &arguments.history {
        output::check_target(path, "csv")?;
    }
    let problem = read_problem(&arguments.problem)?;
    let (posed, outcome) = arguments.ask.with_threads(|| {
        let posed = Posed::new(problem, &arguments.ask, &choice)?;
        let mut request = arguments.ask.request(posed.problem());
        request.history = arguments.history.is_some();
        let outcome = choice.solve(posed.problem(), &request)?;
        Ok((posed, outcome))
    })?;
    if let Some(path) = &arguments.history {
        output::write_whole(path, &history_csv(&outcome.history))?;
    }
    let exit = if outcome.status == Status::Converged { Exit::Done } else { Exit::Failed };
    Ok(if arguments.json {
        Report::json(&SolveWithVectors::new(&posed, &outcome), exit)
    } else if arguments.quiet {
        Report { text: format!("{}\n", outcome.status), exit }
    } else {
        Report { text: text(&posed, &outcome, arguments), exit }
    })
}

fn history_csv(history: &[HistoryPoint]) -> String {
    let mut csv = String::from("iteration,time_s,residual,changes\n");
    for HistoryPoint { iteration, time_s, residual, changes, .. } in history {
        let _ = writeln!(csv, "{iteration},{time_s:e},{residual:e},{changes}");
    }
    csv
}

fn text(posed: &Posed, outcome: &Outcome, arguments: &Arguments) -> String {
    let problem = posed.original();
    let heading = format!("{}: {}", problem.name(), describe(problem));
    let mut text = table::hanging(" ", &heading) + "\n";
    text += &table::pairs(figures(posed, outcome));
    if problem.size() <= MAX_ROWS_SHOWN {
        let columns = [("row", Align::Right), ("x", Align::Right), ("w", Align::Right)];
        let rows = outcome.x.iter().zip(&outcome.w).enumerate();
        text.push('\n');
        text += &table::layout(
            columns,
            rows.map(|(row, (x, w))| [row.to_string(), number(*x), number(*w)]),
        );
    }
    if let Some(advice) = advice(outcome) {
        let path = arguments.problem.display();
        let more = format!("`stickslip compare {path}` runs every solver that takes it.");
        text = text + "\n" + &table::hanging(" ", advice) + &table::hanging(" ", &more);
    }
    text
}

/// Name and value of everything a reader may want to know.
fn figures(posed: &Posed, outcome: &Outcome) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    let mut add = |name: &str, value: String| pairs.push((name.to_owned(), value));
    let worst = |worst: Worst| match worst.value {
        0.0 => "0".into(),
        value => format!("{:<9} at row {}", scientific(value), worst.row),
    };
    let residuals = &outcome.residuals;
    add("solver", outcome.solver.into());
    add("status", shown_status(outcome).into());
    add("iterations", outcome.counts.iterations.to_string());
    if outcome.counts.inner_iterations > 0 {
        add("inner iterations", outcome.counts.inner_iterations.to_string());
    }
    add("pivots", outcome.counts.pivots.to_string());
    add("time", table::time(outcome.time_s));
    add("tolerance", format!("{:<9} for {}", scientific(outcome.tolerance), decisive(outcome)));
    if let Some(relative) = residuals.relative {
        add("relative", scientific(relative));
    }
    add("natural", worst(residuals.natural));
    if let Some(fischer) = residuals.fischer {
        add("fischer", worst(fischer));
    }
    add("energy, largest", worst(residuals.energy_max));
    add("energy, mean", scientific(residuals.energy_mean));
    if let Some(coupled) = posed.coupled_natural(outcome) {
        let how = match posed.bounds {
            FrictionBounds::NormalFirst => "after a frictionless solve",
            _ => "at the problem's own lo and hi",
        };
        add("friction bounds", format!("frozen {how}; the residuals above are of that problem"));
        let value = scientific(coupled);
        add("coupled natural", format!("{value:<9} with the friction bounds evaluated at x"));
    }
    if let Some(first) = &posed.preliminary {
        let (status, time) = (first.status, table::time(first.time_s));
        add("frictionless", format!("{status} after {} more", time.trim_end()));
    }
    for (name, value) in &outcome.figures {
        add(&name.replace('_', " "), format!("{value}"));
    }
    pairs
}

/// The residual that the tolerance speaks about.
fn decisive(outcome: &Outcome) -> &'static str {
    if outcome.residuals.relative.is_some() { "relative" } else { "natural" }
}

/// What to try when a solve did not converge.
fn advice(outcome: &Outcome) -> Option<&'static str> {
    Some(match outcome.status {
        Status::Converged => return None,
        Status::MaxIterations => {
            "The iteration limit came first: raise --max-iter, or loosen --tol."
        }
        Status::Stagnated => "It makes no more progress: loosen --tol, or try another solver.",
        Status::Cycled => "The same index sets came back: try another solver, or other options.",
        Status::Capped => "A limit among its options came first: raise it, or try another solver.",
        Status::Diverged => "The iterate grew without bound: try another solver, or other options.",
        Status::Unsolvable if !is_ray(outcome) => {
            "There is no solution: every index set was tried."
        }
        Status::Unsolvable => {
            "It ended on a ray, which is no proof that there is no solution: try another solver."
        }
    })
}
