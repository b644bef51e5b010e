//! `stickslip completions` and `stickslip man`: for shells and manuals.

use clap::Args;
use clap_complete::Shell;

use crate::error::Failure;
use crate::output::Report;

/// Print completions for a shell
///
/// bash: `stickslip completions bash > ~/.local/share/bash-completion/completions/stickslip`
#[derive(Args, Debug)]
pub struct Completions {
    /// bash, zsh, fish, elvish or powershell
    shell: Shell,
}

/// Print the manual page, or that of a command
///
/// `stickslip man > ~/.local/share/man/man1/stickslip.1`, and then `man stickslip`
#[derive(Args, Debug)]
pub struct Man {
    /// A command
    command: Option<String>,
}

/// Completions of every command and flag.
pub fn completions(arguments: &Completions, mut grammar: clap::Command) -> Result<Report, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut grammar, "stickslip", &mut script);
    Ok(Report::done(String::from_utf8_lossy(&script)))
}

/// The page in the language of `man`.
pub fn man(arguments: &Man, mut grammar: clap::Command) -> Result<Report, Failure> {
    grammar.build();
    let page = match &arguments.command {
        None => grammar,
        Some(name) => match grammar.find_subcommand(name) {
            Some(found) => found.clone(),
            None => return Err(Failure::Topic { word: name.clone(), hint: String::new() }),
        },
    };
    let mut text = Vec::new();
    // Writing to memory does not fail.
    let _ = clap_mangen::Man::new(page).render(&mut text);
    Ok(Report::done(String::from_utf8_lossy(&text)))
}
