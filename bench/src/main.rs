//! Benchmarks of the project, run by `cargo xtask bench NAME`.
//!
//! Machines are shared and noisy, so nothing here is a time by itself: the
//! solvers of one cell run in turns, and what counts is the ratio within a
//! turn, as a median with its spread.

mod accuracy;
mod barrier;
mod ccd;
mod coupled;
mod derivatives;
mod friction;
mod iterative;
mod liquid;
mod motion;
mod pcg;
mod peers;
mod pivoting;
mod robots;
mod scenes;
mod small_steps;
mod soft;
mod step;
mod steppers;
mod timing;
mod view;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, ValueEnum};

use self::accuracy::Spacing;

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
    /// Scenes made at random, with accurate steps: errors, rounds, halvings.
    RandomScenes,
    /// Random scenes whose bodies begin inside each other.
    OverlappedScenes,
    /// Built-in scenes, plain and accurate steps in turns: errors and speed.
    Accuracy,
    /// Thin plates that spin into a funnel, with accurate steps: how many end outside.
    Funnel,
    /// The same scenes in MuJoCo, Rapier, Drake, DART and PyBullet, in turns.
    Peers,
    /// Closed forms of motion beside other engines, and errors by the length of the step.
    Motion,
    /// Robots from their files, passive and driven, beside MuJoCo in turns.
    Robots,
    /// Steps of a soft cube by the number of tetrahedra, and beside MuJoCo's flex.
    Soft,
    /// Barrier steps by the number of tetrahedra and by part, Hessians, crossings, detection.
    Barrier,
    /// The same scenes by every stepper: forces, penetration, energy, time.
    Steppers,
    /// What built-in scenes without a drive gain in a minute.
    Energy,
    /// Derivatives of steps: their cost beside the step and MuJoCo's, their errors at random states.
    Derivatives,
    /// Heaps, walls and chains in small steps: time and deepest overlap of every frame.
    SmallSteps,
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
    /// Fewer and smaller cells.
    #[arg(long)]
    quick: bool,
    /// Also write the figures as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Only these scenes, robots or seeds of `accuracy`, `energy`, `friction`, `peers`, `robots`,
    /// `small-steps`, parts of `motion` (forms, order) and of `derivatives` (speed, states), `random-scenes` and `overlapped-scenes`: names with commas between, or 0..500.
    #[arg(long, value_name = "LIST")]
    only: Option<String>,
    /// Only these engines of `peers`: names with semicolons between.
    #[arg(long, value_name = "LIST")]
    engines: Option<String>,
    /// Scenes of `small-steps` side by side, where there are as many quiet cores.
    #[arg(long)]
    side_by_side: bool,
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
    let (quick, only) = (arguments.quick, arguments.only.as_deref());
    let report = match arguments.name {
        Name::Pcg => Ok(pcg::run(quick)),
        Name::Peers => peers::run(quick, only, arguments.engines.as_deref()),
        Name::Pivoting => Ok(pivoting::run(quick)),
        Name::Coupled => Ok(coupled::run(quick)),
        Name::Step => Ok(step::run(quick)),
        Name::Friction => friction::run(quick, only),
        Name::Scenes => Ok(scenes::run(quick)),
        Name::Iterative => Ok(iterative::run(quick)),
        Name::Ccd => Ok(ccd::run(quick)),
        Name::Liquid => Ok(liquid::run(quick)),
        Name::Soft => soft::run(quick, only),
        Name::Barrier => barrier::run(quick, only),
        Name::Steppers => steppers::run(quick),
        Name::View => Ok(view::run(quick)),
        Name::RandomScenes => accuracy::random_scenes(Spacing::Apart, quick, only),
        Name::OverlappedScenes => accuracy::random_scenes(Spacing::Overlapped, quick, only),
        Name::Accuracy => accuracy::scenes(quick, only),
        Name::Funnel => Ok(accuracy::plates(quick)),
        Name::Motion => motion::run(only),
        Name::Robots => robots::run(quick, only),
        Name::Energy => accuracy::energy(quick, only),
        Name::Derivatives => derivatives::run(quick, only),
        Name::SmallSteps => small_steps::run(quick, only, arguments.side_by_side),
    };
    let report = match report {
        Ok(report) => report,
        Err(reason) => {
            eprintln!("{reason}");
            return ExitCode::FAILURE;
        }
    };
    if let Some(path) = arguments.json
        && let Err(error) = stickslip_files::replace_file(&path, report.to_string().as_bytes())
    {
        eprintln!("cannot write {}: {error}", path.display());
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
