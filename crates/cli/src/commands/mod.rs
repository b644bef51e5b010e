//! One file per command: its arguments, and what it does with them.

pub mod check;
pub mod compare;
pub mod experiment;
pub mod generate;
pub mod help;
pub mod list;
pub mod mesh;
pub mod new;
pub mod query;
pub mod run;
pub mod shell;
pub mod solve;

use stickslip_solve::Problem;

use crate::table::count;

/// "blcp, 3 rows, 5 entries, 1 contact".
fn describe(problem: &Problem) -> String {
    let mut parts = vec![
        problem.kind().name().to_owned(),
        count(problem.size(), "row"),
        count(problem.matrix().stored(), "entry"),
    ];
    if !problem.contacts().is_empty() {
        parts.push(count(problem.contacts().len(), "contact"));
    }
    parts.join(", ")
}
