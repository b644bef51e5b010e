//! One file per command: its arguments, and what it does with them.

pub mod check;
pub mod compare;
pub mod experiment;
pub mod generate;
pub mod help;
pub mod list;
pub mod mesh;
pub mod model;
pub mod new;
pub mod query;
pub mod run;
pub mod shell;
pub mod solve;

use stickslip_solve::{Outcome, Problem, Status};

use crate::table::count;

/// "blcp, 3 rows, 5 entries, 1 contact".
fn describe(problem: &Problem) -> String {
    let mut parts = vec![
        problem.kind().name().to_owned(),
        count(problem.size(), "row"),
        count(problem.stored(), "entry"),
    ];
    if !problem.contacts().is_empty() {
        parts.push(count(problem.contacts().len(), "contact"));
    }
    parts.join(", ")
}

/// Whether a method ended on a ray. That is no proof that there is no solution: one would be
/// y ≥ 0 with Aᵀy ≤ 0 and b·y < 0, which no method looks for, or every index set.
fn is_ray(outcome: &Outcome) -> bool {
    outcome.status == Status::Unsolvable && outcome.solver != "enumerate"
}

/// The status for people, who read "unsolvable" as a proof.
fn shown_status(outcome: &Outcome) -> &'static str {
    if is_ray(outcome) { "ray" } else { outcome.status.name() }
}

#[cfg(test)]
mod tests {
    use super::describe;
    use crate::testing::{problem, three_rows};

    #[test]
    fn contacts_are_told_where_there_are_any() {
        assert_eq!(describe(&three_rows()), "blcp, 3 rows, 3 entries");
        let sliding = problem(
            r#"{"kind": "blcp", "n": 2, "A": {"rows": [0, 1], "cols": [0, 1], "vals": [1, 1]},
                "b": [-1, 2], "lo": [0, -3], "hi": [null, 3],
                "contacts": [{"normal": 0, "tangents": [1], "mu": 0.5}]}"#,
        );
        assert_eq!(describe(&sliding), "blcp, 2 rows, 2 entries, 1 contact");
    }
}
