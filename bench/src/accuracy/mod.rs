//! Steps that are accurate to what is asked, measured where their ends are.
//!
//! Every benchmark here prints one line of JSON for each scene, so that several
//! processes can share the work: `--only` says which scenes or seeds.
//!
//! - `cargo xtask bench random-scenes --only 0..500`: scenes made at random.
//! - `cargo xtask bench overlapped-scenes --only 0..500`: the same, but they begin inside
//!   each other.
//! - `cargo xtask bench accuracy --only tower,chain`: built-in scenes, the plain
//!   and the accurate step in turns.
//! - `cargo xtask bench energy --only tower,chain`: what scenes without a drive gain.
//! - `cargo xtask bench funnel`: thin plates that spin into a funnel.

mod builtin;
mod energy;
mod funnel;
mod random;
mod tally;

use std::ops::Range;

use serde_json::{Value, json};
use stickslip_scene::SCENES;

pub use self::random::{Spacing, scene as random_scene_of, wrong};
use self::tally::Tally;

/// What is asked for (m; rad).
const ACCURACY: f64 = 1e-3;
/// Steps of a random scene: two seconds.
const STEPS: usize = 120;

/// Random scenes of the seeds in `only`, `A..B`.
pub fn random_scenes(spacing: Spacing, quick: bool, only: Option<&str>) -> Result<Value, String> {
    let seeds = match only {
        Some(text) => range(text)?,
        None => 0..if quick { 12 } else { 500 },
    };
    let scenes = seeds.map(|seed| random_scene(seed, spacing));
    let lines: Vec<Value> = scenes.inspect(|line| println!("{line}")).collect();
    let benchmark = match spacing {
        Spacing::Apart => "random-scenes",
        Spacing::Overlapped => "overlapped-scenes",
    };
    Ok(json!({ "schema": "stickslip-bench/1", "benchmark": benchmark, "scenes": lines }))
}

fn range(text: &str) -> Result<Range<u64>, String> {
    let ends = text.split_once("..").and_then(|(first, end)| {
        Some(first.trim().parse::<u64>().ok()?..end.trim().parse::<u64>().ok()?)
    });
    ends.ok_or_else(|| format!("--only {text}: expected seeds as in 0..500"))
}

/// One of them, with what it came to.
fn random_scene(seed: u64, spacing: Spacing) -> Value {
    let mut tally = Tally::default();
    let mut bodies = 0;
    match random::scene(seed, spacing, Some(ACCURACY)) {
        Err(error) => tally.ended = Some(error.to_string()),
        Ok(mut simulation) => {
            bodies = simulation.model().bodies().len() - 1;
            (0..STEPS).all(|_| tally.step(&mut simulation));
        }
    }
    let mut line = tally.figures();
    line["seed"] = json!(seed);
    line["bodies"] = json!(bodies);
    line
}

/// Built-in scenes, or those of `only`, by name.
pub fn names(only: Option<&str>) -> Result<Vec<&'static str>, String> {
    let all = || SCENES.iter().map(|scene| scene.name);
    let Some(only) = only else { return Ok(all().collect()) };
    let find = |name: &str| {
        all().find(|known| *known == name).ok_or_else(|| format!("no scene is called {name}"))
    };
    only.split(',').map(|name| find(name.trim())).collect()
}

/// Built-in scenes, plain and accurate in turns.
pub fn scenes(quick: bool, only: Option<&str>) -> Result<Value, String> {
    let seconds = if quick { 1.0 } else { 20.0 };
    let compare = |name| builtin::compare(name, seconds);
    each("accuracy", only, compare)
}

/// Built-in scenes without a drive: what they gain.
pub fn energy(quick: bool, only: Option<&str>) -> Result<Value, String> {
    let seconds = if quick { 2.0 } else { 60.0 };
    let gain = |name| energy::gain(name, seconds);
    each("energy", only, gain)
}

/// Spinning plates in a funnel.
pub fn plates(quick: bool) -> Value {
    let counts: &[usize] = if quick { &[5] } else { &[10, 20, 50] };
    let plates = counts.iter().map(|&count| funnel::fall(count));
    let lines: Vec<Value> = plates.inspect(|line| println!("{line}")).collect();
    json!({ "schema": "stickslip-bench/1", "benchmark": "funnel", "scenes": lines })
}

fn each(
    benchmark: &str,
    only: Option<&str>,
    measure: impl Fn(&'static str) -> Result<Value, String>,
) -> Result<Value, String> {
    let mut lines = Vec::new();
    for name in names(only)? {
        // Soft bodies and other steppers have no such accuracy.
        let refused = |reason| json!({ "scene": name, "refused": reason });
        let line = measure(name).unwrap_or_else(refused);
        println!("{line}");
        lines.push(line);
    }
    Ok(json!({ "schema": "stickslip-bench/1", "benchmark": benchmark, "scenes": lines }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_scenes_stay_together() {
        // In the last one, bodies of two clusters meet that were not foreseen to.
        for seed in (0..12).chain([20426]) {
            let line = random_scene(seed, Spacing::Apart);
            assert!(line["ended"].is_null(), "{line}");
            assert_eq!(line["failed_solves"], 0, "{line}");
            assert!(line["joint_error_max"].as_f64().is_some_and(|it| it <= ACCURACY), "{line}");
            assert!(line["penetration_max"].as_f64().is_some_and(|it| it <= ACCURACY), "{line}");
        }
    }

    #[test]
    fn seeds_and_names_that_are_none_are_told() {
        assert!(
            random_scenes(Spacing::Apart, true, Some("3-7")).is_err_and(|it| it.contains("3-7"))
        );
        assert!(scenes(true, Some("tower,towre")).is_err_and(|it| it.contains("towre")));
    }
}
