//! `stickslip list`: what there is.

mod experiments;
mod friction;
mod keys;
mod scenes;

pub use experiments::all as experiments;
pub use keys::all as every_key;

use clap::{Args, Subcommand};
use serde::Serialize;
use stickslip_problems::generate::{self, GENERATORS, Generator};
use stickslip_solve::registry::{self, ADVICE, SOLVERS};
use stickslip_solve::{Entry, OptionDescription, preconditioners};

use crate::error::{Exit, Failure};
use crate::json;
use crate::output::Report;
use crate::table::{Align, hanging, layout};

/// List the scenes, solvers, preconditioners, friction models, generators and experiments there are
#[derive(Args, Debug)]
pub struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Every built-in scene in one line, with its parameters
    Scenes {
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// The file of one built-in scene, or of a model that one names
    Scene {
        /// Its name
        name: String,
        /// Print one JSON document about it instead
        #[arg(long)]
        json: bool,
    },
    /// Every solver in one line, family by family
    Solvers {
        #[command(flatten)]
        how: How,
    },
    /// One solver with its options
    Solver {
        /// Its name
        name: String,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Every preconditioner in one line, for `--set preconditioner=…`
    Preconditioners {
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Every friction model, and what pairs of materials may say of their friction
    Friction {
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Every experiment in one line
    Experiments {
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Every generator in one line
    Generators {
        #[command(flatten)]
        how: How,
    },
    /// Every key of scene files, or those of one section, with an example each
    Keys {
        /// A section or one kind of it: body, joint.gear, motor …
        section: Option<String>,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// One generator with its options
    Generator {
        /// Its name
        name: String,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
}

#[derive(Args, Debug)]
struct How {
    /// Show the options of each, with default and meaning
    #[arg(long, short)]
    verbose: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Report, Failure> {
    Ok(match &arguments.what {
        What::Scenes { json } => scenes::all(*json)?,
        What::Scene { name, json } => scenes::one(name, *json)?,
        What::Solvers { how } => solvers(how.verbose, how.json),
        What::Preconditioners { json } => list_preconditioners(*json),
        What::Friction { json } => friction::all(*json),
        What::Experiments { json } => experiments(*json),
        What::Generators { how } => generators(how.verbose, how.json),
        What::Keys { section, json } => keys::show(section.as_deref(), *json)?,
        What::Solver { name, json: false } => Report::done(describe_solver(registry::find(name)?)),
        What::Solver { name, json: true } => {
            Report::json(&json::Solver::new(registry::find(name)?), Exit::Done)
        }
        What::Generator { name, json: false } => {
            Report::done(describe_generator(generate::find(name)?))
        }
        What::Generator { name, json: true } => {
            Report::json(&GeneratorDocument::new(generate::find(name)?), Exit::Done)
        }
    })
}

fn solvers(verbose: bool, as_json: bool) -> Report {
    if as_json {
        return Report::json_list(
            &SOLVERS.iter().map(json::Solver::new).collect::<Vec<_>>(),
            Exit::Done,
        );
    }
    if verbose {
        return Report::done(SOLVERS.iter().map(describe_solver).collect::<Vec<_>>().join("\n"));
    }
    let mut family = "";
    let rows = SOLVERS.iter().map(|entry| {
        // A family is named once, in front of its first solver.
        let first = if entry.family == family { "" } else { entry.family };
        family = entry.family;
        [first.into(), entry.name.into(), kinds(entry), entry.summary.into()]
    });
    let columns = ["family", "solver", "kinds", "method"].map(|name| (name, Align::Left));
    let advice = ADVICE.map(|(situation, solvers)| [situation.into(), solvers.into()]);
    let advice = layout([("for", Align::Left), ("take", Align::Left)], advice);
    Report::done(format!("{}\n{advice}", layout(columns, rows)))
}

fn list_preconditioners(as_json: bool) -> Report {
    let all = preconditioners().into_iter();
    if as_json {
        let all = all.map(|each| PreconditionerDocument { name: each.name, summary: each.summary });
        return Report::json_list(&all.collect::<Vec<_>>(), Exit::Done);
    }
    let rows = all.map(|each| [each.name.into(), each.summary.into()]);
    Report::done(layout([("preconditioner", Align::Left), ("what it is", Align::Left)], rows))
}

/// Every generator, as a table or a document.
pub fn generators(verbose: bool, as_json: bool) -> Report {
    if as_json {
        let all = GENERATORS.iter().map(GeneratorDocument::new).collect::<Vec<_>>();
        return Report::json_list(&all, Exit::Done);
    }
    if verbose {
        let all = GENERATORS.iter().map(describe_generator).collect::<Vec<_>>();
        return Report::done(all.join("\n"));
    }
    let rows = GENERATORS.iter().map(|generator| [generator.name.into(), generator.summary.into()]);
    Report::done(layout([("generator", Align::Left), ("what it makes", Align::Left)], rows))
}

fn kinds(entry: &Entry) -> String {
    entry.accepts.kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(" ")
}

fn describe_solver(entry: &Entry) -> String {
    let needs = [
        (entry.accepts.symmetric, "a symmetric A"),
        (!entry.accepts.coupled, "constant bounds"),
        (entry.accepts.positive_diagonal, "a positive diagonal"),
    ];
    let needs: Vec<_> = needs.into_iter().filter(|need| need.0).map(|need| need.1).collect();
    let needs = if needs.is_empty() { "nothing more".into() } else { needs.join(", ") };
    let about = format!("{} ({}): {}", entry.name, entry.family, entry.summary);
    let about = hanging(" ", &about);
    let takes = hanging(" ", &format!("takes {}; needs {needs}", kinds(entry)));
    about + &takes + &options((entry.options)())
}

fn describe_generator(generator: &Generator) -> String {
    let about = format!("{}: {}", generator.name, generator.summary);
    hanging(" ", &about) + &options((generator.options)())
}

fn options(options: Vec<OptionDescription>) -> String {
    if options.is_empty() {
        return "   no options\n".into();
    }
    let row = |option: OptionDescription| {
        [format!("  --set {}=", option.key), option.default, option.help.into()]
    };
    layout([("", Align::Left); 3], options.into_iter().map(row))
}

#[derive(Serialize)]
struct PreconditionerDocument {
    name: &'static str,
    summary: &'static str,
}

#[derive(Serialize)]
struct GeneratorDocument {
    name: &'static str,
    summary: &'static str,
    options: Vec<json::Setting>,
}

impl GeneratorDocument {
    fn new(generator: &Generator) -> Self {
        let options = json::Setting::all((generator.options)());
        Self { name: generator.name, summary: generator.summary, options }
    }
}
