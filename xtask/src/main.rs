//! The project's own commands: `cargo xtask test`, `cargo xtask guide`,
//! `cargo xtask api`, `cargo xtask python`, `cargo xtask wheel`, `cargo xtask dist`, `cargo xtask bench NAME`.

mod api;
mod bench;
mod dist;
mod guide;
mod page;
mod python;
mod test;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The project's own commands
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Formatting, lints, tests, examples in the documentation, documentation, the guide, the page, Python
    Test {
        /// Fail where there is no Open MPI to try ranks as processes with
        #[arg(long)]
        mpi: bool,
    },
    /// The guide as HTML; fails where a link leads nowhere
    Guide {
        /// Where it is written: a folder of the version and one named `latest` in there [default: target/guide, without them]
        #[arg(long, value_name = "FOLDER")]
        out: Option<PathBuf>,
    },
    /// Keeps what the crate `stickslip` offers in its api.txt, which the tests compare
    Api,
    /// The tests of the Python package, in an environment of its own
    Python,
    /// The Python package as a wheel, tried in an empty environment
    Wheel,
    /// All that a release has, in target/dist: the program, wheels, licences, SBOM, checksums; each is tried
    Dist(dist::Arguments),
    /// A benchmark: ratios within one run (pivoting, coupled, pcg, iterative, step, scenes, accuracy, random-scenes, overlapped-scenes, energy, funnel, friction, liquid, soft, barrier, steppers, small-steps, ranks, ccd, motion, peers, robots, view)
    Bench {
        /// Its name
        name: String,
        /// Its own options, such as --quick or --json FILE
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
}

fn main() -> ExitCode {
    let done = match Arguments::parse().task {
        Task::Test { mpi } => test::run(mpi),
        Task::Guide { out } => guide::run(out.as_deref()),
        Task::Api => api::write(),
        Task::Python => python::test(),
        Task::Wheel => python::wheel("dist", None).and_then(|wheel| dist::try_wheel(&wheel)),
        Task::Dist(arguments) => dist::run(&arguments),
        Task::Bench { name, arguments } => bench::run(&name, &arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The folder of the workspace.
fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}
