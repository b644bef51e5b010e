//! How far bodies are from where they should be after a while, by the length of the step.
//! What they are held against is the same scene in steps of 1/3840 s, to a thousandth of the
//! accuracy.

use serde_json::{Value, json};
use stickslip_scene::{Overrides, SceneSource};

use crate::timing::table;

/// Scenes and the seconds of motion that are looked at: before chaos sets in.
const SCENES: [(&str, f64); 20] = [
    ("billiards", 0.5),
    ("boxes", 0.4),
    ("brake", 0.5),
    ("crane", 0.5),
    ("curling", 1.0),
    ("double-pendulum", 0.5),
    ("forklift", 0.5),
    ("four-legged-table", 0.3),
    ("gears", 0.5),
    ("gyroscope", 1.0),
    ("incline", 1.0),
    ("log-slide", 1.0),
    ("newtons-cradle", 0.8),
    ("offshore", 0.5),
    ("pendulum-chain", 0.3),
    ("ridges", 1.0),
    ("rover", 0.5),
    ("slider-crank", 0.5),
    ("snowboard", 0.5),
    ("sphere-on-box", 1.0),
];

const RATES: [usize; 5] = [30, 60, 120, 240, 480];
const REFERENCE: usize = 3840;

pub fn run() -> Result<Value, String> {
    let mut shown = table(&["mm off", "1/30", "1/60", "1/120", "1/240", "1/480", "order"]);
    let mut lines = Vec::new();
    for (name, seconds) in SCENES {
        let exact = ends(name, seconds, REFERENCE, "1e-6")?;
        let errors: Result<Vec<f64>, String> = RATES
            .iter()
            .map(|&rate| {
                let found = ends(name, seconds, rate, "1e-3")?;
                let off = found.iter().zip(&exact).map(|(one, two)| one.distance(*two));
                Ok(off.fold(0.0, f64::max))
            })
            .collect();
        let errors = errors?;
        let order = (errors[1] / errors[4].max(1e-12)).log2() / 3.0;
        let mut row = vec![name.to_owned()];
        row.extend(errors.iter().map(|error| format!("{:.4}", 1e3 * error)));
        row.push(format!("{order:.1}"));
        shown.add_row(row);
        lines.push(json!({ "scene": name, "errors": errors, "order": order }));
    }
    println!("{shown}");
    Ok(json!(lines))
}

/// Where the bodies are after so many seconds.
fn ends(name: &str, seconds: f64, rate: usize, accuracy: &str) -> Result<Vec<glam::DVec3>, String> {
    let source = SceneSource::find(name).map_err(|error| error.to_string())?;
    let set = [
        ("dt", format!("{}", 1.0 / rate as f64)),
        ("accuracy", accuracy.into()),
        ("substeps", "1".into()),
    ];
    let set = set.map(|(key, value)| (key.to_owned(), value));
    let source = source.with_settings(&set).map_err(|error| error.to_string())?;
    let scene = source.read(&Overrides::default()).map_err(|error| error.to_string())?;
    let mut simulation = scene.simulation().map_err(|error| error.to_string())?;
    for _ in 0..(seconds * rate as f64).round() as usize {
        simulation.step().map_err(|error| error.to_string())?;
    }
    Ok(simulation.state().bodies.iter().map(|body| body.pose.position).collect())
}
