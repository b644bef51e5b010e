//! Benchmarks of the project, run by `cargo xtask bench NAME`.
//!
//! Machines are shared and noisy, so nothing here is a time by itself: the
//! solvers of one cell run in turns, and what counts is the ratio within a
//! turn, as a median with its spread.

mod ccd;
mod coupled;
mod friction;
mod iterative;
mod liquid;
mod pcg;
mod pivoting;
mod scenes;
mod step;
mod timing;
mod view;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, ValueEnum};

#[derive(Clone, Copy, ValueEnum)]
enum Name {
    /// Block pivoting variants over structure, size and share of tight rows.
    Pivoting,
    /// Share of random coupled walls, piles and cables that `bpp` solves.
    Coupled,
    /// Time of a simulated step by stage, allocations, and growth with the bodies.
    Step,
    /// Every friction model on the built-in scenes, or on those that are named.
    Friction,
    /// The documents' scenes by stage, and other solvers on the same steps.
    Scenes,
    /// Pivoting with conjugate gradients against direct pivoting, by size.
    Pcg,
    /// Splitting, projected Krylov and multigrid methods over structure and size.
    Iterative,
    /// Continuous collision against the IPC Toolkit, the swept broad phase, distances from grids.
    Ccd,
    /// Steps of a liquid by the number of cells, and solvers on its pressures.
    Liquid,
    /// Load of the viewer's server with 5 000 moving boxes, and its memory over ten minutes.
    View,
}

#[global_allocator]
static ALLOCATOR: step::allocation::Counting = step::allocation::Counting;

/// Benchmarks: ratios within one run, interleaved.
#[derive(Parser)]
#[command(name = "bench", disable_help_subcommand = true)]
struct Arguments {
    /// Which benchmark.
    #[arg(value_enum)]
    name: Name,
    /// Scenes of `friction`; all where none is named.
    scenes: Vec<String>,
    /// Fewer and smaller cells.
    #[arg(long)]
    quick: bool,
    /// Also write the figures as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Runs one cell of `pcg` in this process and prints its figures.
    #[arg(long, hide = true, num_args = 4, value_names = ["FAMILY", "ROWS", "SOLVER", "LIMIT"])]
    cell: Option<Vec<String>>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if let Some(cell) = arguments.cell {
        println!("{}", pcg::cell::run(&cell));
        return ExitCode::SUCCESS;
    }
    let report = match arguments.name {
        Name::Pcg => pcg::run(arguments.quick),
        Name::Pivoting => pivoting::run(arguments.quick),
        Name::Coupled => coupled::run(arguments.quick),
        Name::Step => step::run(arguments.quick),
        Name::Friction => match friction::run(arguments.quick, &arguments.scenes) {
            Ok(report) => report,
            Err(reason) => {
                eprintln!("{reason}");
                return ExitCode::FAILURE;
            }
        },
        Name::Scenes => scenes::run(arguments.quick),
        Name::Iterative => iterative::run(arguments.quick),
        Name::Ccd => ccd::run(arguments.quick),
        Name::Liquid => liquid::run(arguments.quick),
        Name::View => view::run(arguments.quick),
    };
    if let Some(path) = arguments.json
        && let Err(error) = stickslip_files::replace_file(&path, report.to_string().as_bytes())
    {
        eprintln!("cannot write {}: {error}", path.display());
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
