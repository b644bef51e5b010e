//! `stickslip run`: a scene in motion.

mod device;
mod figures;
mod interrupt;
mod liquid;
mod missed;
mod outputs;
mod poses;
mod ranks;
mod sensors;
mod setup;
mod show;
mod told;

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use indicatif::ProgressBar;
use stickslip_dynamics::{Accuracy, Coordinates, Simulation, SoftInertia, StepReport};

use crate::ask::{
    Tolerance, accuracy, at_least_one, coordinates, positive, soft_inertia, thread_pool, tolerance,
};
use crate::commands::model;
use crate::error::{Exit, Failure};
use crate::output::{Report, complain};
use crate::overlaps::inside_each_other;
use crate::progress::{COUNTED, progress, show_step_progress};
pub use device::on_device;
use device::{Device, device};
use figures::Figures;
use interrupt::Interrupt;
use outputs::Outputs;
pub use outputs::{drops, figures, forces, image, picture};
use setup::Setup;
pub use setup::{find_scene, split_settings};

/// Simulate a built-in scene or a scene file
///
/// Prints a table of figures at the end. Steps whose solve did not converge
/// are counted there. Ctrl-C ends the run after the present step: the figures
/// so far are shown, and all files are written; a second one ends it at once.
/// Exit code 0: done; 1: interrupted, or the motion could not go on; 2: bad
/// input.
#[derive(Args, Debug)]
pub struct Arguments {
    /// A built-in scene (`stickslip list scenes`), a scene file (.toml) or a model (.xml, .urdf)
    scene: String,
    #[command(flatten)]
    model: model::Beginning,
    /// Which solver, instead of the scene's
    #[arg(long, value_name = "NAME")]
    solver: Option<String>,
    /// A parameter of the scene or an option of the solver; may be given several times
    #[arg(long = "set", value_name = "KEY=VALUE")]
    settings: Vec<String>,
    /// Friction model, instead of the scene's: frictionless, pyramid, cone …
    #[arg(long, value_name = "MODEL")]
    friction: Option<String>,
    /// What moves the scene, instead of the scene's choice: complementarity, fluid, barrier,
    /// penalty, asynchronous, small-steps, auto
    #[arg(long, value_name = "NAME")]
    stepper: Option<String>,
    /// Which coordinates mechanisms are stepped in, instead of the scene's choice: joint
    /// (those of their joints, which then cannot open), maximal (six a body), auto
    #[arg(long, value_name = "NAME", value_parser = coordinates)]
    coordinates: Option<Coordinates>,
    /// What makes the steps: cpu, gpu or gpu:N (small steps on a graphics card), or auto
    #[arg(long, value_name = "NAME", value_parser = device, default_value = "cpu")]
    device: Device,
    /// How far joints and gaps may be from what their compliance allows at the
    /// end of a step (m; rad), instead of the scene's; `auto` by the
    /// size of the bodies, `off` for the plain step
    #[arg(long, value_name = "A", value_parser = accuracy, allow_negative_numbers = true)]
    accuracy: Option<Accuracy>,
    /// Seconds that small steps may take for a step, by counted work: bounds how many sub-steps
    /// it has
    #[arg(long, value_name = "S", value_parser = positive, allow_negative_numbers = true)]
    budget: Option<f64>,
    /// What stands for the inertia of soft bodies, instead of the scene's choice:
    /// full, mass, diagonal
    #[arg(long, value_name = "NAME", value_parser = soft_inertia)]
    soft_inertia: Option<SoftInertia>,
    /// The relative residual of the nonlinear step of soft bodies, instead of the
    /// scene's; `off` for the linearised step
    #[arg(long, value_name = "T", value_parser = tolerance, allow_negative_numbers = true)]
    soft_tolerance: Option<Tolerance>,
    /// Most rounds of the nonlinear step of soft bodies
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_negative_numbers = true)]
    soft_rounds: Option<usize>,
    /// The residual asked for: `natural` of boxes, `relative` of cones
    #[arg(long, value_name = "T", value_parser = positive, allow_negative_numbers = true)]
    tol: Option<f64>,
    /// Most iterations of a solve
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_negative_numbers = true)]
    max_iter: Option<usize>,
    /// How many steps; the default is the scene's duration
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_negative_numbers = true)]
    steps: Option<usize>,
    /// How many simulated seconds
    #[arg(long, value_name = "S", value_parser = positive, allow_negative_numbers = true)]
    #[arg(conflicts_with = "steps")]
    seconds: Option<f64>,
    /// Time step in seconds, instead of the scene's
    #[arg(long, value_name = "H", value_parser = positive, allow_negative_numbers = true)]
    dt: Option<f64>,
    /// Seed of the scene's random offsets
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Values of the scene's parameters under one name, such as document; --set goes before
    #[arg(long, value_name = "NAME")]
    preset: Option<String>,
    /// How many threads; the default is one per core. The motion is the same for any number
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_negative_numbers = true)]
    threads: Option<usize>,
    /// Divide the scene among so many ranks, each a thread, or with `mpi` among the processes
    /// that mpirun has started; for stepper small-steps. The motion is the same for any number
    #[arg(long, value_name = "N|mpi", value_parser = ranks::ranks)]
    ranks: Option<ranks::Ranks>,
    /// Save the state after every Nth step too, on ranks
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    #[arg(requires_all = ["ranks", "save_state"])]
    save_every: Option<usize>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    /// No progress bar, and only one line at the end: the hash of the state
    #[arg(long)]
    quiet: bool,
    /// Keep the motion in a file: poses, contacts and figures of every step
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Write every body's pose and velocity after every step; those of vertices of soft bodies go into FILE-vertices.csv
    #[arg(long, value_name = "FILE.csv")]
    poses: Option<PathBuf>,
    /// Write what the sensors read after every step: a column for every number, called
    /// SENSOR.CHANNEL, or with .svg a plot of them
    #[arg(long, value_name = "FILE.csv|FILE.svg")]
    sensors: Option<PathBuf>,
    /// Write each island's problem as a file into this folder
    #[arg(long, value_name = "DIR")]
    dump_problems: Option<PathBuf>,
    /// Write the problems of every Nth step only
    #[arg(long, value_name = "N", default_value = "1", value_parser = at_least_one)]
    #[arg(requires = "dump_problems")]
    every: usize,
    /// Begin from a saved state instead of the scene's beginning
    #[arg(long, value_name = "FILE")]
    from_state: Option<PathBuf>,
    /// Draw the scene at the end, with the forces in its contacts
    #[arg(long, value_name = "FILE.svg")]
    picture: Option<PathBuf>,
    /// Make a film: WebM as the viewer's page draws it, in Chromium without a
    /// window, or GIF as `--picture` draws it, without a browser
    #[arg(long, value_name = "FILE")]
    video: Option<PathBuf>,
    /// Take the page from this folder instead of the one in the program
    #[arg(long, value_name = "DIR", hide = true, requires = "video")]
    page: Option<PathBuf>,
    /// Save the state at the end, to go on from it later to the same bits
    #[arg(long, value_name = "FILE")]
    save_state: Option<PathBuf>,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Report, Failure> {
    if let Some(ranks) = arguments.ranks {
        return ranks::run(arguments, ranks);
    }
    let mut setup = Setup::new(arguments)?;
    let mut outputs = Outputs::new(arguments, &setup)?;
    let pool = thread_pool(arguments.threads)?;
    let mut figures = Figures::new(&setup.simulation);
    let stopped = pool.install(|| steps(arguments, &mut setup, &mut outputs, &mut figures))?;
    figures.end(&setup.simulation);
    outputs.finish(&setup, arguments.quiet || arguments.json)?;
    let exit = if stopped.is_some() { Exit::Failed } else { Exit::Done };
    Ok(if arguments.json {
        Report::json(&show::Document::new(&setup, &figures, stopped), exit)
    } else {
        Report { text: told::text(&setup, &figures, stopped, arguments.quiet), exit }
    })
}

/// All steps; why the motion could not go on, where it could not.
fn steps(
    arguments: &Arguments,
    setup: &mut Setup,
    outputs: &mut Outputs,
    figures: &mut Figures,
) -> Result<Option<String>, Failure> {
    let bar = progress(setup.steps, COUNTED, arguments.quiet || arguments.json);
    show_step_progress(&bar, setup.simulation.step_progress());
    let interrupt = Interrupt::listen();
    outputs.after(&setup.simulation, &StepReport::default())?;
    for _ in 0..setup.steps {
        if interrupt.came() {
            bar.finish_and_clear();
            return Ok(Some("interrupted".into()));
        }
        let begun = Instant::now();
        let report = match setup.simulation.step() {
            Ok(report) => report,
            Err(error) => {
                bar.finish_and_clear();
                return Ok(Some(error.to_string()));
            }
        };
        figures.add(&report, begun.elapsed());
        if figures.steps == 1 && report.penetration_begun > 0.0 {
            let pairs = inside_each_other(&setup.simulation);
            bar.suspend(|| pairs.iter().for_each(|pair| complain(&format!("warning: {pair}"))));
        }
        figures.count_islands(&setup.simulation);
        figures.note_broken(&setup.simulation);
        outputs.after(&setup.simulation, &report)?;
        show_progress(&bar, &setup.simulation, figures);
    }
    bar.finish_and_clear();
    Ok(None)
}

fn show_progress(bar: &ProgressBar, simulation: &Simulation, figures: &Figures) {
    if !bar.is_hidden() {
        let time = simulation.state().time;
        bar.set_message(format!("{time:.2} s, {:.1} × real time", figures.realtime_factor()));
    }
    bar.inc(1);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_moves_the_bar_on() {
        let simulation = crate::testing::simulation(crate::testing::BOXES);
        let (bar, figures) = (ProgressBar::hidden(), Figures::new(&simulation));
        show_progress(&bar, &simulation, &figures);
        show_progress(&bar, &simulation, &figures);
        assert_eq!(bar.position(), 2);
    }
}
