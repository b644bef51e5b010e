//! One scene in every way: ours, and other engines with more and more steps of a frame.

use serde_json::{Value, json};
use stickslip_report::plot::Plot;

use super::picture::picture;
use super::{ASKED, Asked, Case, PATIENCE, QUICK, Run, WAYS, ours, simulation, unfinished};
use crate::peers::process::{PEERS, Peer};
use crate::peers::{analysis, available, export, process};
use crate::timing::{quartiles, table};

/// Engines beside ours, as they come, and how many steps they take of a frame.
pub(super) const OTHERS: [(&str, &[usize]); 3] =
    [("Rapier", &[1, 4, 16]), ("MuJoCo pyramid", &[1, 4]), ("MuJoCo pyramid, stiff", &[1, 4])];

/// Those of them that can be had.
pub(super) fn others() -> Vec<&'static Peer> {
    let named = |peer: &&Peer| OTHERS.iter().any(|(name, _)| *name == peer.name);
    available(PEERS.iter().filter(named))
}

/// What all runs of one way came to: times, the worst of the rest.
pub(super) struct Row {
    pub name: String,
    pub ms: Vec<f64>,
    pub deepest: f64,
    pub gap: f64,
    substeps: f64,
}

/// Runs a scene in every way, and tells and draws what came of it.
pub(super) fn contest(case: &Case, others: &[&Peer], quick: bool) -> Result<(Value, Plot), String> {
    let seeds = if quick { 1 } else { case.seeds };
    let frames = if quick { case.frames.min(60) } else { case.frames };
    let is_taken =
        |(at, way): &(usize, &(&str, Asked))| !quick || *at < ASKED || QUICK.contains(&way.0);
    let mut rows = Vec::new();
    for (at, (name, asked)) in WAYS.iter().enumerate().filter(is_taken) {
        let mut row = Row::new(name);
        for seed in 0..if at < ASKED { seeds } else { 1 } {
            let described = export::text(&simulation(case, seed, *asked)?, frames, 1)?;
            row.note(&described, ours(case, seed, *asked, frames));
        }
        rows.push(row);
    }
    for (peer, steps) in others.iter().flat_map(|peer| {
        let own = OTHERS.iter().filter(|(name, _)| *name == peer.name);
        own.flat_map(|(_, steps)| steps.iter()).map(move |steps| (peer, *steps))
    }) {
        let mut row = Row::new(&format!("{} × {steps}", peer.name));
        for seed in 0..if (peer.name, steps) == ("Rapier", 1) { seeds } else { 1 } {
            let begin = simulation(case, seed, Asked::Substeps(steps))?;
            let described = export::text(&begin, frames * steps, steps)?;
            let name = format!("{} {} {steps}", case.name, peer.name).replace(' ', "-");
            let file = process::folder().join(format!("small-{name}.json"));
            stickslip_files::replace_file(&file, described.to_string().as_bytes())
                .map_err(|error| format!("cannot write {}: {error}", file.display()))?;
            let found = peer.step(&file, PATIENCE).and_then(|found| match found.steps {
                done if done < frames * steps => Err(unfinished(done / steps, frames)),
                _ => Ok(found),
            });
            row.note(
                &described,
                found.map(|found| Run {
                    ms: 1e3 * found.seconds / frames as f64,
                    substeps: steps as f64,
                    samples: found.samples,
                }),
            );
        }
        rows.push(row);
    }
    rows.retain(|row| !row.ms.is_empty());
    let mut shown = table(&["", "CPU ms/frame", "deepest mm", "gap mm", "sub-steps"]);
    let mut lines = Vec::new();
    for Row { name, ms, deepest, gap, substeps } in &rows {
        let [low, median, high] = quartiles(ms.clone());
        shown.add_row([
            name.clone(),
            format!("{median:.2} ({low:.2}–{high:.2})"),
            format!("{:.3}", 1e3 * deepest),
            format!("{:.4}", 1e3 * gap),
            format!("{substeps:.1}"),
        ]);
        lines.push(json!({
            "way": name, "ms": ms, "deepest_m": deepest, "gap_m": gap, "substeps": substeps,
        }));
    }
    println!("{}: {frames} frames of 1/60 s, {seeds} seeds\n{shown}\n", case.name);
    Ok((json!({ "scene": case.name, "ways": lines }), picture(case.name, &rows)))
}

impl Row {
    fn new(name: &str) -> Self {
        Self { name: name.to_owned(), ms: Vec::new(), deepest: 0.0, gap: 0.0, substeps: 0.0 }
    }

    /// Adds a run: its time, and the worst of what its poses tell; says what was not through.
    fn note(&mut self, described: &Value, run: Result<Run, String>) {
        let told = run.and_then(|run| {
            let figures = analysis::figures(described, &run.samples);
            figures.map(|told| (run, told)).ok_or_else(|| "went to NaN".to_owned())
        });
        match told {
            Ok((run, told)) => {
                self.ms.push(run.ms);
                self.deepest = self.deepest.max(told.deepest);
                self.gap = self.gap.max(told.gap);
                self.substeps = run.substeps;
            }
            Err(reason) => println!("without {}: {reason}", self.name),
        }
    }
}
