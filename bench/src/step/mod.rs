//! `cargo xtask bench step`: where the time of a step goes.
//!
//! Every scene runs until it has settled, or for as many steps as are stated;
//! the last steps are measured: median milliseconds by stage, and
//! allocations. A second table shows how the cost grows with the bodies.

pub mod allocation;

use std::time::Instant;

use serde_json::{Value, json};
use stickslip_dynamics::{Simulation, StageTimes, StepReport};
use stickslip_scene::{Overrides, SceneSource};

use crate::timing::table;

/// A scene, a value for its parameter n, and how long it runs.
struct Case {
    scene: &'static str,
    size: Option<usize>,
    settle: usize,
    measure: usize,
}

const SCENES: [Case; 5] = [
    Case { scene: "tower10", size: None, settle: 240, measure: 60 },
    Case { scene: "heavy5", size: None, settle: 240, measure: 60 },
    Case { scene: "grid125", size: None, settle: 240, measure: 60 },
    Case { scene: "pile", size: Some(1000), settle: 90, measure: 30 },
    Case { scene: "pendulum-chain", size: Some(1000), settle: 20, measure: 20 },
];

/// Seconds that one case may take before it is measured as far as it came.
const PATIENCE: f64 = 60.0;

/// What the measured steps of a case took.
struct Measured {
    bodies: usize,
    steps: usize,
    last: StepReport,
    milliseconds: f64,
    worst: f64,
    stages: [f64; 5],
    allocations: f64,
    failed: usize,
}

/// Runs the benchmark; prints two tables and returns all figures.
pub fn run(quick: bool) -> Value {
    println!("milliseconds per step, median over the last steps; one thread\n");
    let header = [
        "scene",
        "bodies",
        "rows",
        "total",
        "worst",
        "broad",
        "narrow",
        "assemble",
        "solve",
        "integrate",
        "allocations",
        "failed",
    ];
    let mut scenes = table(&header);
    let mut figures = Vec::new();
    let cases = SCENES.iter().filter(|case| !quick || case.size.is_none());
    for case in cases {
        add(&mut scenes, &mut figures, case);
    }
    println!("{scenes}\n\ngrowth\n");
    let mut growth = table(&header);
    let sizes: &[usize] = if quick { &[100, 300] } else { &[100, 300, 1000, 3000, 10_000] };
    for scene in ["pile", "stacks"] {
        for &size in sizes {
            let case = Case { scene, size: Some(size), settle: 90, measure: 20 };
            add(&mut growth, &mut figures, &case);
        }
    }
    println!("{growth}");
    json!({ "benchmark": "step", "cases": figures })
}

fn add(rows: &mut comfy_table::Table, figures: &mut Vec<Value>, case: &Case) {
    let name = case.size.map_or(case.scene.to_string(), |size| format!("{} {size}", case.scene));
    let measured = match measure(case) {
        Ok(measured) => measured,
        Err(reason) => {
            rows.add_row([name.clone(), reason.clone()]);
            figures.push(json!({ "scene": name, "error": reason }));
            return;
        }
    };
    let number = |value: f64| format!("{value:.3}");
    let mut line = vec![
        name.clone(),
        measured.bodies.to_string(),
        measured.last.constraints.to_string(),
        number(measured.milliseconds),
        number(measured.worst),
    ];
    line.extend(measured.stages.map(number));
    line.extend([format!("{:.1}", measured.allocations), measured.failed.to_string()]);
    rows.add_row(line);
    figures.push(json!({
        "scene": name,
        "bodies": measured.bodies,
        "steps": measured.steps,
        "constraints": measured.last.constraints,
        "contacts": measured.last.contacts,
        "islands": measured.last.islands,
        "ms": measured.milliseconds,
        "ms_worst": measured.worst,
        "ms_stages": measured.stages,
        "allocations_per_step": measured.allocations,
        "failed_islands": measured.failed,
        "penetration_max": measured.last.penetration_max,
    }));
}

fn measure(case: &Case) -> Result<Measured, String> {
    let mut overrides = Overrides::default();
    if let Some(size) = case.size {
        overrides.parameters.insert("n".into(), size as f64);
    }
    let source = SceneSource::find(case.scene).map_err(|error| error.to_string())?;
    let scene = source.read(&overrides).map_err(|error| error.to_string())?;
    let mut simulation = scene.simulation().map_err(|error| error.to_string())?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .map_err(|error| error.to_string())?;
    pool.install(|| {
        let begun = Instant::now();
        for _ in 0..case.settle {
            if begun.elapsed().as_secs_f64() > PATIENCE {
                break;
            }
            simulation.step().map_err(|error| error.to_string())?;
        }
        measure_steps(&mut simulation, case.measure)
    })
}

fn measure_steps(simulation: &mut Simulation, steps: usize) -> Result<Measured, String> {
    let mut totals = Vec::with_capacity(steps);
    let mut stages: [Vec<f64>; 5] = std::array::from_fn(|_| Vec::with_capacity(steps));
    let (mut failed, mut last) = (0, StepReport::default());
    let before = allocation::allocations();
    let begun = Instant::now();
    for _ in 0..steps {
        let clock = Instant::now();
        last = simulation.step().map_err(|error| error.to_string())?;
        totals.push(1e3 * clock.elapsed().as_secs_f64());
        let StageTimes { broad_s, narrow_s, assemble_s, solve_s, integrate_s, .. } = last.times;
        for (list, seconds) in
            stages.iter_mut().zip([broad_s, narrow_s, assemble_s, solve_s, integrate_s])
        {
            list.push(1e3 * seconds);
        }
        failed += last.failed_solves;
        if begun.elapsed().as_secs_f64() > PATIENCE {
            break;
        }
    }
    let allocations = allocation::allocations() - before;
    let worst = totals.iter().copied().fold(0.0, f64::max);
    Ok(Measured {
        bodies: simulation.model().bodies().len(),
        steps: totals.len(),
        allocations: allocations as f64 / totals.len().max(1) as f64,
        milliseconds: median(&mut totals),
        stages: stages.map(|mut list| median(&mut list)),
        worst,
        last,
        failed,
    })
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
