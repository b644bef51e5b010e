//! The memory traffic of a sweep against copying as many bytes.

use std::hint::black_box;
use std::time::Instant;

use comfy_table::Table;
use rayon::ThreadPoolBuilder;
use serde_json::{Value, json};
use stickslip_solve::{OptionValues, Outcome, Problem, Request, registry};

use crate::timing::{quartiles, table};

/// Turns of copying and sweeping.
const TURNS: usize = 7;
/// Sweeps of a turn.
const SWEEPS: usize = 20;

/// Seconds of one copy and of one sweep: the least of all turns, since whatever
/// else a machine does can only add to them.
pub struct Traffic {
    structure: String,
    rows: usize,
    bytes: f64,
    copy: f64,
    /// In natural order.
    sweep: f64,
    /// By colours, on one thread and on two.
    coloured: [f64; 2],
    /// Quartiles of copy/sweep, turn by turn.
    share: [f64; 3],
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
    let mut copy = f64::INFINITY;
    let mut sweep = Lapse::default();
    let mut coloured = [Lapse::default(), Lapse::default()];
    let mut shares = Vec::new();
    for _ in 0..TURNS {
        let begun = Instant::now();
        for _ in 0..SWEEPS {
            target.copy_from_slice(black_box(&source));
            black_box(&mut target);
        }
        let copied = begun.elapsed().as_secs_f64() / SWEEPS as f64;
        copy = copy.min(copied);
        shares.push(copied / sweep.turn(problem, "natural"));
        for (lapse, pool) in coloured.iter_mut().zip(&pools) {
            pool.install(|| lapse.turn(problem, "colouring"));
        }
    }
    Traffic {
        structure: structure.into(),
        rows: problem.size(),
        bytes,
        copy,
        sweep: sweep.least(),
        coloured: coloured.map(|lapse| lapse.least()),
        share: quartiles(shares),
    }
}

/// The time of one sweep from runs of one and of many: what comes before the
/// first and after the last is no part of it.
struct Lapse {
    one: f64,
    many: f64,
}

impl Default for Lapse {
    fn default() -> Self {
        Self { one: f64::INFINITY, many: f64::INFINITY }
    }
}

impl Lapse {
    /// Runs both; returns the time of a sweep in this turn.
    fn turn(&mut self, problem: &Problem, ordering: &str) -> f64 {
        let time = |sweeps| solve(problem, ordering, sweeps).map_or(f64::NAN, |it| it.time_s);
        let now = Self { one: time(1), many: time(1 + SWEEPS) };
        self.one = self.one.min(now.one);
        self.many = self.many.min(now.many);
        now.least()
    }

    fn least(&self) -> f64 {
        (self.many - self.one) / SWEEPS as f64
    }
}

fn solve(problem: &Problem, ordering: &str, sweeps: usize) -> Option<Outcome> {
    let settings = OptionValues::new().set("ordering", ordering).set("check_every", usize::MAX);
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
            rate(it.copy),
            rate(it.sweep),
            format!("{:.0} %", 100.0 * it.copy / it.sweep),
            format!("{:.0}–{:.0} %", 100.0 * it.share[0], 100.0 * it.share[2]),
            per_row(it.sweep),
            per_row(it.coloured[0]),
            format!("{:.2}", it.coloured[0] / it.coloured[1]),
        ]);
    }
    table
}

impl Traffic {
    /// For JSON.
    pub fn figure(&self) -> Value {
        json!({
            "structure": self.structure, "rows": self.rows, "bytes_per_sweep": self.bytes,
            "copy_s": self.copy, "sweep_s": self.sweep, "share_of_copy_quartiles": self.share,
            "coloured_sweep_s_by_threads": self.coloured,
        })
    }
}
