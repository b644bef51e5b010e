//! `stickslip help`: of the program, of a command, or of scene files.

use clap::Args;

use super::list;
use crate::error::{Exit, Failure};
use crate::output::Report;

/// Show all commands, one command, or every key of scene files (`help scene`)
#[derive(Args, Debug)]
pub struct Arguments {
    /// A command with its own (`list scenes`), or `scene`
    #[arg(value_name = "COMMAND or scene")]
    topic: Vec<String>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, mut grammar: clap::Command) -> Result<Report, Failure> {
    let topic: Vec<&str> = arguments.topic.iter().map(String::as_str).collect();
    if topic == ["scene"] || topic == ["scenes"] {
        return Ok(list::every_key());
    }
    grammar.build();
    let mut command = &mut grammar;
    for word in topic {
        let known: Vec<String> =
            command.get_subcommands().map(|it| it.get_name().to_owned()).collect();
        let Some(found) = command.find_subcommand_mut(word) else {
            let near = stickslip_solve::nearest_name(word, known.iter().map(String::as_str));
            let hint = near.map_or_else(String::new, |near| format!("; did you mean \"{near}\"?"));
            return Err(Failure::Topic { word: word.into(), hint });
        };
        command = found;
    }
    Ok(Report { text: command.render_long_help().to_string(), exit: Exit::Done })
}
