//! `stickslip`: scenes and complementarity problems in, motion, solutions, tables
//! and plots out.

mod ask;
mod commands;
mod error;
mod hint;
mod json;
mod output;
mod overlaps;
mod paint;
mod posed;
mod progress;
mod sprung;
mod table;
#[cfg(test)]
mod testing;
mod view;

use std::ffi::OsString;

use clap::{CommandFactory, Parser, Subcommand};

pub use commands::run::{image, on_device, picture};
use commands::{check, compare, experiment, generate, help, list, mesh, model, new, query};
use commands::{run, shell, solve};
use error::Exit;
use output::{Report, complain, print};

const WELCOME: &str = "\
stickslip: contact and friction, and the solvers of their complementarity problems

Three things to try first, from the folder of the project:

  stickslip run heavy-stack
      ten boxes, the top one a thousand times as heavy as the others

  stickslip compare problems/two-spheres.json
      every solver that takes the problem, in one table

  stickslip view dominoes
      the scene in the browser, live: watch its forces, pull at it, change the solver

`stickslip list scenes` and `stickslip list solvers` say what there is, `stickslip new NAME`
writes a scene to begin with, `stickslip help` shows all commands, `stickslip help COMMAND`
one of them, `stickslip help scene` every key of scene files.
";

/// Contact and friction, and the solvers of their complementarity problems
#[derive(Parser, Debug)]
#[command(name = "stickslip", version, disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand, Debug)]
enum Command {
    Run(Box<run::Arguments>),
    View(view::Arguments),
    Solve(solve::Arguments),
    Compare(compare::Arguments),
    Experiment(experiment::Arguments),
    Generate(generate::Arguments),
    List(list::Arguments),
    Check(check::Arguments),
    Query(query::Arguments),
    Model(model::Arguments),
    Mesh(mesh::Arguments),
    New(new::Arguments),
    Completions(shell::Completions),
    Man(shell::Man),
    Help(help::Arguments),
}

/// All commands and their flags.
fn grammar() -> clap::Command {
    Arguments::command()
}

/// Does what a command line says, the first word of which is the program's own
/// name, and gives the exit code.
pub fn run(words: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> u8 {
    let arguments = match Arguments::try_parse_from(words) {
        Ok(arguments) => arguments,
        // Help and versions come this way too, and are no errors.
        Err(said) => {
            let printed = said.print();
            return printed.map_or(Exit::BadInput as u8, |()| said.exit_code() as u8);
        }
    };
    let report = match &arguments.command {
        None => Ok(Report::done(WELCOME)),
        Some(Command::Run(arguments)) => run::run(arguments),
        Some(Command::View(arguments)) => view::run(arguments),
        Some(Command::Solve(arguments)) => solve::run(arguments),
        Some(Command::Compare(arguments)) => compare::run(arguments),
        Some(Command::Experiment(arguments)) => experiment::run(arguments),
        Some(Command::Generate(arguments)) => generate::run(arguments),
        Some(Command::List(arguments)) => list::run(arguments),
        Some(Command::Check(arguments)) => check::run(arguments),
        Some(Command::Query(arguments)) => query::run(arguments),
        Some(Command::Model(arguments)) => model::run(arguments),
        Some(Command::Mesh(arguments)) => mesh::run(arguments),
        Some(Command::New(arguments)) => new::run(arguments),
        Some(Command::Completions(arguments)) => shell::completions(arguments, grammar()),
        Some(Command::Man(arguments)) => shell::man(arguments, grammar()),
        Some(Command::Help(arguments)) => help::run(arguments, grammar()),
    };
    let exit = match report {
        Ok(Report { text, exit }) => match print(&text) {
            Ok(()) => exit,
            Err(error) => {
                complain(&format!("error: cannot write to standard output: {error}"));
                Exit::BadInput
            }
        },
        Err(failure) => {
            complain(&format!("error: {failure}"));
            if let Some(hint) = failure.hint() {
                complain(&format!("  hint: {hint}"));
            }
            Exit::BadInput
        }
    };
    exit as u8
}
