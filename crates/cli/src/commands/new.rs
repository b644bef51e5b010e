//! `stickslip new`: a scene to begin with.

use std::path::PathBuf;

use clap::Args;

use crate::error::Failure;
use crate::output::{self, Report};

/// Write a small scene file with comments, to begin one's own with
#[derive(Args, Debug)]
pub struct Arguments {
    /// Name of the scene; the file is NAME.toml
    name: String,
    /// Replace a file that exists already
    #[arg(long)]
    force: bool,
}

/// The file; `scene.toml` beside this one is the same with a name of its own.
const TEMPLATE: &str = include_str!("new.toml");

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Report, Failure> {
    let name = arguments.name.trim_end_matches(".toml");
    let path = PathBuf::from(format!("{name}.toml"));
    let title = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let title =
        title.filter(|title| !title.starts_with('.') && !title.contains(['"', '\\', '{', '}']));
    let Some(title) = title else {
        return Err(Failure::SceneName(arguments.name.clone()));
    };
    output::check_folder(&path)?;
    if path.exists() && !arguments.force {
        return Err(Failure::Exists(path));
    }
    output::write_whole(&path, &TEMPLATE.replace("NAME", &title))?;
    let file = path.display();
    Ok(Report::done(format!(
        " written to {file}\n `stickslip view {file}` shows it, `stickslip run {file}` measures it,\n \
         `stickslip help scene` has every key\n"
    )))
}
