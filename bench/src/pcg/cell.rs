//! One solver on one problem, in a process of its own: its peak memory is then
//! its own, and it can be stopped when it takes too long.

use std::fs;
use std::time::Duration;

use serde_json::{Value, json};
use stickslip_problems::generate;
use stickslip_solve::{OptionValues, Problem, Request, registry};

/// Compliance of the scenes (m/s per N·s), between the softest and the
/// stiffest of Ho 2022 as seen from bodies of a few kilogrammes.
pub const COMPLIANCE: f64 = 1e-6;

/// Share of rows at a bound in the planted solutions.
pub const TIGHT: f64 = 0.15;

/// The scenes. All bounds are constant, so that every solver has the same
/// unique solution; `struck` has no planted solution but bodies that fly apart
/// and friction bounds from an estimate.
pub const FAMILIES: [&str; 5] = ["cable", "wall", "pile", "stacks", "struck"];

/// Options as after `--set`.
type Options = &'static [(&'static str, &'static str)];

/// What is compared: a name, the solver, and its options.
pub const SOLVERS: [(&str, &str, Options); 6] = [
    ("bpp", "bpp", &[]),
    ("bpp-pcg", "bpp-pcg", &[]),
    ("pgcg", "pgcg", &[]),
    ("bpp-full", "bpp-full", &[]),
    (
        "bpp-pcg, Ho",
        "bpp-pcg",
        &[
            ("preconditioner", "ic0-imaginary"),
            ("proximal", "false"),
            ("inexact", "false"),
            ("refine", "false"),
            ("rebuild", "always"),
            ("inner_stop", "absolute"),
        ],
    ),
    (
        "pgcg, Ho",
        "pgcg",
        &[
            ("preconditioner", "ic0-imaginary"),
            ("step", "cut"),
            ("presweeps", "0"),
            ("inexact", "false"),
            ("refine", "false"),
            ("rebuild", "always"),
            ("inner_stop", "absolute"),
        ],
    ),
];

/// A scene with about so many rows.
fn problem(family: &str, rows: usize) -> Option<Problem> {
    let base = OptionValues::new().set("rows", rows).set("compliance", COMPLIANCE);
    let (name, settings) = match family {
        "struck" => ("pile", base.set("bounds", "frozen")),
        other => (other, base.set("tight", TIGHT)),
    };
    generate::find(name).ok()?.generate(1, &settings).ok()
}

/// Figures of the cell FAMILY, ROWS, SOLVER (a name above), LIMIT (seconds).
pub fn run(cell: &[String]) -> Value {
    let [family, rows, solver, limit] = cell else { return json!({ "error": "bad cell" }) };
    let (Ok(rows), Ok(limit)) = (rows.parse(), limit.parse()) else {
        return json!({ "error": "bad number" });
    };
    let Some(problem) = problem(family, rows) else { return json!({ "error": "no problem" }) };
    let Some((_, name, options)) = SOLVERS.iter().find(|entry| entry.0 == solver) else {
        return json!({ "error": "no solver" });
    };
    let settings = options
        .iter()
        .fold(OptionValues::new(), |settings, (key, value)| settings.set(*key, *value));
    // Views of the problem that no solver can do without belong to no one's
    // time; an assembled A belongs to those who need it.
    let _ = (problem.body_space(), problem.diagonal(), problem.separated().is_ok());
    let size = problem.size();
    let begun = memory("VmRSS:");
    // Lets the peak begin here; where that is not allowed the peak includes
    // the generator's.
    let _ = fs::write("/proc/self/clear_refs", "5");
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_secs_f64(limit));
        let grown = memory("VmHWM:") - begun;
        println!("{}", json!({ "rows": size, "status": "out of time", "memory_mb": grown }));
        std::process::exit(0);
    });
    let outcome = registry::find(name)
        .map_err(|error| error.to_string())
        .and_then(|entry| entry.build(&settings).map_err(|error| error.to_string()))
        .and_then(|mut built| {
            built.solve(&problem, &Request::default()).map_err(|error| error.to_string())
        });
    match outcome {
        Err(error) => json!({ "error": error }),
        Ok(outcome) => json!({
            "rows": size,
            "islands": problem.islands().len(),
            "status": outcome.status.name(),
            "seconds": outcome.time_s,
            "outer": outcome.counts.iterations,
            "inner": outcome.counts.inner_iterations,
            "factorisations": outcome.counts.factorisations,
            "imaginary_columns": outcome.figures.get("imaginary_columns"),
            "energy_max": outcome.residuals.energy_max.value,
            "natural": outcome.residuals.natural.value,
            "memory_mb": memory("VmHWM:") - begun,
        }),
    }
}

/// A line of Linux' account of this process, in MB; NaN elsewhere.
fn memory(line: &str) -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let kilobytes = status
        .lines()
        .find_map(|text| text.strip_prefix(line)?.trim().strip_suffix("kB")?.trim().parse().ok());
    kilobytes.unwrap_or(f64::NAN) / 1024.0
}
