//! The report of a run on ranks.

use std::collections::BTreeMap;

use serde::Serialize;
use stickslip_cluster::Figures;
use stickslip_scene::Scene;

use super::super::Arguments;
use super::Ending;
use super::begin::Beginning;
use crate::table::{self, Align, count, scientific};

/// The document of `run --ranks --json`.
#[derive(Serialize)]
pub struct Document<'a> {
    scene: &'a str,
    stepper: &'static str,
    dt: f64,
    steps: u64,
    seed: u64,
    bodies: usize,
    ranks: Vec<Rank>,
    substeps: u64,
    looks: u64,
    balancings: u64,
    imbalance_mean: f64,
    penetration_max: f64,
    failed_steps: usize,
    /// Those by what kept them from being converged: gap, round.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    failed_by: BTreeMap<&'static str, usize>,
    beyond_accuracy: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    state_hash: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<&'a str>,
}

/// What one rank measured.
#[derive(Serialize)]
struct Rank {
    bodies: u64,
    contacts: u64,
    ghosts: u64,
    migrations: u64,
    messages: u64,
    bytes: u64,
    migrate_s: f64,
    detect_s: f64,
    plan_s: f64,
    sweep_s: f64,
    move_s: f64,
    wait_s: f64,
    processor_s: f64,
    wall_s: f64,
}

impl From<&Figures> for Rank {
    fn from(own: &Figures) -> Self {
        Self {
            bodies: own.bodies,
            contacts: own.contacts,
            ghosts: own.ghosts,
            migrations: own.migrations,
            messages: own.traffic.messages,
            bytes: own.traffic.bytes,
            migrate_s: own.migrate_s,
            detect_s: own.detect_s,
            plan_s: own.plan_s,
            sweep_s: own.sweep_s,
            move_s: own.move_s,
            wait_s: own.traffic.waited_s,
            processor_s: own.processor_s,
            wall_s: own.wall_s,
        }
    }
}

impl<'a> Document<'a> {
    /// What is known at the end.
    pub fn new(arguments: &Arguments, beginning: &'a Beginning, ending: &'a Ending) -> Self {
        let scene = &beginning.sparse.scene;
        let first = ending.figures.first().copied().unwrap_or_default();
        Self {
            scene: &scene.name,
            stepper: scene.settings.stepper.name(),
            dt: scene.settings.time_step,
            steps: first.steps,
            seed: arguments.seed,
            bodies: beginning.sparse.bodies(),
            ranks: ending.figures.iter().map(Rank::from).collect(),
            substeps: first.substeps,
            looks: first.looks,
            balancings: first.balancings,
            imbalance_mean: imbalance(&first),
            penetration_max: first.deepest,
            failed_steps: ending.missed.failed_steps,
            failed_by: ending.missed.by_name(),
            beyond_accuracy: ending.missed.beyond_accuracy,
            state_hash: ending.hash.map(|hash| format!("{hash:016x}")),
            stopped: ending.stopped.as_deref(),
        }
    }
}

fn imbalance(first: &Figures) -> f64 {
    if first.steps > 0 { first.imbalance_sum / first.steps as f64 } else { 1.0 }
}

/// The same for people.
pub fn text(beginning: &Beginning, ending: &Ending, quiet: bool) -> String {
    let first = ending.figures.first().copied().unwrap_or_default();
    let scene = &beginning.sparse.scene;
    let mut text = String::new();
    if !quiet {
        let bodies = count(beginning.sparse.bodies(), "body");
        let ranks = count(ending.figures.len(), "rank");
        let said = format!("{}: {bodies} on {ranks}, {}", scene.name, scene.description);
        text += &table::hanging(" ", &said);
        text.push('\n');
        if first.steps > 0 {
            text += &pairs(scene, ending, &first);
            text.push('\n');
            text += &each(&ending.figures);
        }
    }
    if let Some(reason) = &ending.stopped {
        let said = format!("stopped after {}: {reason}", count(first.steps as usize, "step"));
        text += &table::hanging(" ", &said);
    } else if quiet && let Some(hash) = ending.hash {
        text += &format!("{hash:016x}\n");
    }
    text
}

fn seconds(seconds: f64) -> String {
    table::time(seconds).trim_end().to_owned()
}

fn pairs(scene: &Scene, ending: &Ending, first: &Figures) -> String {
    let sum = |own: fn(&Figures) -> u64| ending.figures.iter().map(own).sum::<u64>().to_string();
    let step = scene.settings.time_step;
    let pairs = [
        ("steps", format!("{} of {}", first.steps, seconds(step))),
        ("sub-steps", first.substeps.to_string()),
        ("contacts at the end", sum(|own| own.contacts)),
        ("migrations", sum(|own| own.migrations)),
        ("looks of all ranks", first.looks.to_string()),
        ("balanced anew", first.balancings.to_string()),
        ("busiest rank over mean", format!("{:.3}", imbalance(first))),
        ("time", seconds(first.wall_s)),
    ];
    let mut pairs = pairs.map(|(name, value)| (name.to_owned(), value)).to_vec();
    pairs.extend(ending.missed.pairs(scene.settings.stepper));
    let accuracy = [
        ("deepest penetration", format!("{} m", scientific(first.deepest))),
        ("steps beyond accuracy", ending.missed.beyond_accuracy.to_string()),
    ];
    let hash = ending.hash.map(|hash| ("state hash", format!("{hash:016x}")));
    let rest = accuracy.into_iter().chain(hash);
    pairs.extend(rest.map(|(name, value)| (name.to_owned(), value)));
    table::pairs(pairs)
}

/// A line for each rank: what it holds at the end, what it sent a step, and where its time went.
fn each(figures: &[Figures]) -> String {
    let columns = [
        ("rank", Align::Right),
        ("bodies", Align::Right),
        ("contacts", Align::Right),
        ("ghosts", Align::Right),
        ("migrated", Align::Right),
        ("messages", Align::Right),
        ("kB", Align::Right),
        ("migrate", Align::Right),
        ("detect", Align::Right),
        ("plan", Align::Right),
        ("sweep", Align::Right),
        ("move", Align::Right),
        ("wait", Align::Right),
    ];
    let row = |(rank, own): (usize, &Figures)| {
        let a_step = |number: u64| number / own.steps.max(1);
        [
            rank.to_string(),
            own.bodies.to_string(),
            own.contacts.to_string(),
            own.ghosts.to_string(),
            own.migrations.to_string(),
            a_step(own.traffic.messages).to_string(),
            a_step(own.traffic.bytes / 1000).to_string(),
            seconds(own.migrate_s),
            seconds(own.detect_s),
            seconds(own.plan_s),
            seconds(own.sweep_s),
            seconds(own.move_s),
            seconds(own.traffic.waited_s),
        ]
    };
    table::layout(columns, figures.iter().enumerate().map(row))
}
