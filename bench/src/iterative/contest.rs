//! Solvers against each other on one problem after the other.

use comfy_table::Table;
use serde_json::{Value, json};
use stickslip_solve::{OptionValues, Outcome, Problem, Request, Status, registry};

use super::TOLERANCES;
use crate::timing::{quartiles, table};

/// Time of a run (seconds) above which one turn has to do.
pub const REPEATED: f64 = 0.1;
/// Turns of shorter runs.
const TURNS: usize = 5;
/// Iterations of the run that finds the price of one.
const PROBE: usize = 5;
/// Least share of the price of an iteration in a probe's time per iteration.
const SETUP: f64 = 0.25;
/// Growth of time from one size to the next, ten times as large.
const GROWTH: f64 = 15.0;

/// A solver that takes part.
pub struct Contender {
    name: &'static str,
    /// Whether it takes problems with constant bounds only.
    frozen: bool,
    /// Seconds of its probe at the last size.
    probe: Option<f64>,
    left_out: bool,
}

impl Contender {
    /// Another structure begins.
    pub fn forget(&mut self) {
        (self.probe, self.left_out) = (None, false);
    }
}

/// What came of one solver at one tolerance.
struct Result {
    seconds: Vec<f64>,
    outcome: Outcome,
}

impl Result {
    fn reached(&self) -> bool {
        self.outcome.status == Status::Converged
    }

    /// Quartiles of base/this, turn by turn.
    fn speed(&self, base: &Self) -> [f64; 3] {
        let ratios = base.seconds.iter().zip(&self.seconds).map(|(base, own)| base / own);
        quartiles(ratios.collect())
    }
}

/// All solvers and what they have done so far.
pub struct Contest {
    /// The solvers, the one to compare with first.
    pub contenders: Vec<Contender>,
    /// Figures for JSON.
    pub figures: Vec<Value>,
    rows: Vec<Vec<String>>,
    budget: f64,
}

impl Contest {
    /// Every method of the families that iterate. `budget` is the time of a
    /// run in seconds.
    pub fn new(budget: f64) -> Self {
        let families = ["splitting", "krylov", "multigrid"];
        let mut contenders: Vec<Contender> = registry::SOLVERS
            .iter()
            .filter(|entry| families.contains(&entry.family))
            .map(|entry| Contender {
                name: entry.name,
                frozen: !entry.accepts.coupled,
                probe: None,
                left_out: false,
            })
            .collect();
        contenders.sort_by_key(|contender| contender.name != "pgs");
        Self { contenders, figures: Vec::new(), rows: Vec::new(), budget }
    }

    /// All solvers on one problem, given with coupled and with frozen bounds.
    pub fn run(
        &mut self,
        structure: &str,
        coupled: &Problem,
        frozen: &Problem,
        mut done: impl FnMut(),
    ) {
        let choose = |contender: &Contender| if contender.frozen { frozen } else { coupled };
        let limits: Vec<Option<usize>> = self
            .contenders
            .iter_mut()
            .map(|contender| {
                let problem = choose(contender);
                done();
                limit(contender, problem, self.budget)
            })
            .collect();
        let mut results: Vec<Vec<Result>> = self.contenders.iter().map(|_| Vec::new()).collect();
        for tolerance in TOLERANCES {
            let mut these: Vec<Option<Result>> = Vec::new();
            for turn in 0..TURNS {
                for (at, contender) in self.contenders.iter().enumerate() {
                    let missed = results[at].last().is_some_and(|last| !last.reached());
                    let Some(limit) = limits[at].filter(|_| !missed) else {
                        if turn == 0 {
                            these.push(None);
                        }
                        continue;
                    };
                    let again = |result: &Result| result.reached() && result.seconds[0] < REPEATED;
                    if turn == 0 || these[at].as_ref().is_some_and(again) {
                        let outcome = solve(contender.name, choose(contender), tolerance, limit);
                        match (turn, outcome) {
                            (0, outcome) => {
                                these.push(outcome.map(|outcome| Result {
                                    seconds: vec![outcome.time_s],
                                    outcome,
                                }))
                            }
                            (_, Some(outcome)) => {
                                let known = these[at].as_mut();
                                known.into_iter().for_each(|it| it.seconds.push(outcome.time_s));
                            }
                            _ => {}
                        }
                    }
                }
            }
            for (results, this) in results.iter_mut().zip(these) {
                results.extend(this);
            }
        }
        for (contender, own) in self.contenders.iter().zip(&results) {
            let rows = choose(contender).size();
            self.rows.push(cells(structure, rows, contender, own, &results[0]));
            self.figures.push(figure(structure, rows, contender, own, &results[0]));
        }
    }

    /// Everything so far.
    pub fn table(&self) -> Table {
        let tolerances = TOLERANCES.map(|tolerance| format!("to {tolerance:e}"));
        let mut header = vec!["structure", "rows", "solver"];
        header.extend(tolerances.iter().map(String::as_str));
        let mut table = table(&header);
        table.add_rows(&self.rows);
        table
    }
}

/// Iterations within the budget; `None` when even a probe would not be.
fn limit(contender: &mut Contender, problem: &Problem, budget: f64) -> Option<usize> {
    contender.left_out |= contender.probe.is_some_and(|probe| GROWTH * probe > 4.0 * budget);
    if contender.left_out {
        return None;
    }
    let first = solve(contender.name, problem, 0.0, 1)?.time_s;
    contender.probe = Some(first);
    if first > budget {
        return Some(1);
    }
    let more = solve(contender.name, problem, 0.0, 1 + PROBE)?.time_s;
    // On a busy machine the difference may be anything, even negative.
    let least = SETUP * more / (1 + PROBE) as f64;
    let price = ((more - first) / PROBE as f64).max(least);
    Some(1 + ((budget - first) / price) as usize)
}

fn solve(name: &str, problem: &Problem, tolerance: f64, limit: usize) -> Option<Outcome> {
    let request =
        Request { tolerance: Some(tolerance), max_iterations: Some(limit), ..Request::default() };
    registry::find(name).ok()?.build(&OptionValues::new()).ok()?.solve(problem, &request).ok()
}

fn cells(
    structure: &str,
    rows: usize,
    contender: &Contender,
    own: &[Result],
    base: &[Result],
) -> Vec<String> {
    let mut cells = vec![structure.into(), rows.to_string(), contender.name.into()];
    for at in 0..TOLERANCES.len() {
        cells.push(match own.get(at) {
            None => "–".into(),
            Some(result) if !result.reached() => {
                format!("({:.0e})", result.outcome.residuals.decisive())
            }
            Some(result) => {
                let [_, time, _] = quartiles(result.seconds.clone());
                let speed = base.get(at).filter(|base| base.reached());
                let speed =
                    speed.map_or("–".into(), |base| format!("{:.2}", result.speed(base)[1]));
                let time = if time < 1.0 {
                    format!("{:.1} ms", 1e3 * time)
                } else {
                    format!("{time:.2} s")
                };
                format!("{}  {time}  {speed}", result.outcome.counts.iterations)
            }
        });
    }
    cells
}

fn figure(
    structure: &str,
    rows: usize,
    contender: &Contender,
    own: &[Result],
    base: &[Result],
) -> Value {
    let runs: Vec<Value> = own
        .iter()
        .zip(TOLERANCES)
        .enumerate()
        .map(|(at, (result, tolerance))| {
            let base = base.get(at).filter(|base| base.reached() && result.reached());
            json!({
                "tolerance": tolerance,
                "status": result.outcome.status.name(),
                "residual": result.outcome.residuals.decisive(),
                "iterations": result.outcome.counts.iterations,
                "products": result.outcome.counts.products,
                "seconds": result.seconds,
                "speedup_quartiles": base.map(|base| result.speed(base)),
            })
        })
        .collect();
    json!({
        "structure": structure, "rows": rows, "solver": contender.name,
        "frozen_bounds": contender.frozen, "left_out": contender.left_out, "runs": runs,
    })
}
