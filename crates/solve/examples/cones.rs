//! Runs cone solvers over a folder of problem files and prints one table:
//! `cargo run --release -p stickslip-solve --example cones -- FOLDER [SOLVER[:key=value]…]…`

use std::error::Error;
use std::path::Path;

use stickslip_solve::{Request, Settings, files, registry};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (folder, solvers) = arguments.split_first().ok_or("which folder?")?;
    let default = ["cone-ip".to_owned()];
    let solvers = if solvers.is_empty() { &default[..] } else { solvers };
    let mut paths: Vec<_> = std::fs::read_dir(Path::new(folder))?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "hdf5"));
    paths.sort();
    for solver in solvers {
        let mut parts = solver.split(':');
        let entry = registry::find(parts.next().unwrap_or_default())?;
        let settings = Settings::parse(parts)?;
        let mut reached = [(1e-4, 0), (1e-6, 0), (1e-8, 0)];
        println!("{solver}");
        println!(
            "{:36}{:>6}{:>15}{:>11}{:>10}{:>8}{:>8}",
            "problem", "rows", "status", "relative", "time (s)", "steps", "factors"
        );
        for path in &paths {
            let problem = files::read(path)?;
            let outcome = entry.build(&settings)?.solve(&problem, &Request::default())?;
            let error = outcome.residuals.decisive();
            for (limit, count) in &mut reached {
                *count += usize::from(error <= *limit);
            }
            println!(
                "{:36}{:>6}{:>15}{error:>11.1e}{:>10.4}{:>8}{:>8}",
                path.file_stem().unwrap_or_default().to_string_lossy(),
                problem.size(),
                outcome.status,
                outcome.time_s,
                outcome.counts.iterations,
                outcome.counts.factorisations,
            );
        }
        for (limit, count) in reached {
            println!("{count} of {} to {limit:e}", paths.len());
        }
    }
    Ok(())
}
