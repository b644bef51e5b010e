//! The memory traffic of a sweep against copying as many bytes.

use std::hint::black_box;
use std::time::Instant;

use comfy_table::Table;
use rayon::ThreadPoolBuilder;
use serde_json::{Value, json};
use stickslip_solve::{Outcome, Problem, Request, Settings, registry};

use crate::timing::{quartiles, table};

/// Turns of copying and sweeping.
const TURNS: usize = 7;
/// Sweeps of a turn.
const SWEEPS: usize = 20;

/// Quartiles over the turns.
pub struct Traffic {
    structure: String,
    rows: usize,
    bytes: f64,
    /// Seconds of one copy.
    copy: [f64; 3],
    /// Seconds of one sweep in natural order.
    sweep: [f64; 3],
    /// Time of the copy over that of the sweep.
    share: [f64; 3],
    /// Seconds of one sweep by colours on one thread.
    coloured: [f64; 3],
    /// Time of one thread over that of two.
    threads: [f64; 3],
}

/// Copies and sweeps in turns.
pub fn measure(structure: &str, problem: &Problem) -> Traffic {
    let bytes = solve(problem, "natural", 1).map_or(0.0, |it| it.figures["bytes_per_sweep"]);
    // A copy reads and writes.
    let source = vec![1.0_f64; (bytes / 16.0) as usize];
    let mut target = vec![0.0_f64; source.len()];
    let pools: Vec<_> = [1, 2]
        .iter()
        .filter_map(|&n| ThreadPoolBuilder::new().num_threads(n).build().ok())
        .collect();
    let mut columns: [Vec<f64>; 5] = Default::default();
    for turn in 0..=TURNS {
        let begun = Instant::now();
        for _ in 0..SWEEPS {
            target.copy_from_slice(black_box(&source));
            black_box(&mut target);
        }
        let copy = begun.elapsed().as_secs_f64() / SWEEPS as f64;
        let sweep = seconds_per_sweep(problem, "natural");
        let coloured: Vec<f64> = pools
            .iter()
            .map(|pool| pool.install(|| seconds_per_sweep(problem, "colouring")))
            .collect();
        if let (true, [one, two]) = (turn > 0, &coloured[..]) {
            for (column, value) in
                columns.iter_mut().zip([copy, sweep, copy / sweep, *one, one / two])
            {
                column.push(value);
            }
        }
    }
    let [copy, sweep, share, coloured, threads] = columns.map(quartiles);
    let rows = problem.size();
    Traffic { structure: structure.into(), rows, bytes, copy, sweep, share, coloured, threads }
}

/// The difference between many sweeps and one: what comes before the first and
/// after the last is no part of a sweep.
fn seconds_per_sweep(problem: &Problem, ordering: &str) -> f64 {
    let time = |sweeps| solve(problem, ordering, sweeps).map_or(f64::NAN, |it| it.time_s);
    (time(1 + SWEEPS) - time(1)) / SWEEPS as f64
}

fn solve(problem: &Problem, ordering: &str, sweeps: usize) -> Option<Outcome> {
    let settings = Settings::new().set("ordering", ordering).set("check_every", usize::MAX);
    let request =
        Request { tolerance: Some(0.0), max_iterations: Some(sweeps), ..Request::default() };
    registry::find("pgs").ok()?.build(&settings).ok()?.solve(problem, &request).ok()
}

/// One line for each problem.
pub fn table_of(traffic: &[Traffic]) -> Table {
    let mut table = table(&[
        "structure",
        "rows",
        "MB",
        "copy GB/s",
        "sweep GB/s",
        "share",
        "quartiles",
        "ns/row",
        "by colours ns/row",
        "threads",
    ]);
    for it in traffic {
        let rate = |seconds: f64| format!("{:.1}", 1e-9 * it.bytes / seconds);
        let per_row = |seconds: f64| format!("{:.1}", 1e9 * seconds / it.rows as f64);
        table.add_row(vec![
            it.structure.clone(),
            it.rows.to_string(),
            format!("{:.1}", 1e-6 * it.bytes),
            rate(it.copy[1]),
            rate(it.sweep[1]),
            format!("{:.0} %", 100.0 * it.share[1]),
            format!("{:.0}–{:.0} %", 100.0 * it.share[0], 100.0 * it.share[2]),
            per_row(it.sweep[1]),
            per_row(it.coloured[1]),
            format!("{:.2}", it.threads[1]),
        ]);
    }
    table
}

impl Traffic {
    /// For JSON.
    pub fn figure(&self) -> Value {
        json!({
            "structure": self.structure, "rows": self.rows, "bytes_per_sweep": self.bytes,
            "copy_s": self.copy, "sweep_s": self.sweep, "share_of_copy": self.share,
            "coloured_sweep_s": self.coloured, "speedup_of_two_threads": self.threads,
        })
    }
}
