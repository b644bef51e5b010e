//! What a sweep visits: rows that stand alone, and contacts.

use crate::problem::Problem;

use super::graph::Graph;

/// One visit of a sweep. The rows of a contact are visited together, normal
/// first, because the bounds of its tangents follow its normal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A row outside contacts.
    Row(usize),
    /// A contact, by its index.
    Contact(usize),
}

impl Unit {
    /// Calls `visit` for each of its rows.
    pub fn for_each_row(self, problem: &Problem, mut visit: impl FnMut(usize)) {
        match self {
            Self::Row(row) => visit(row),
            Self::Contact(contact) => problem.contacts()[contact].rows().for_each(visit),
        }
    }

    /// Which of these units influence each other.
    pub fn graph(problem: &Problem, units: &[Self]) -> Graph {
        Graph::new(problem, units.len(), |at, visit| units[at].for_each_row(problem, visit))
    }
}

/// The units of a problem by their first row (normal row).
pub fn units(problem: &Problem) -> Vec<Unit> {
    let mut units: Vec<Option<Unit>> =
        (0..problem.size()).map(|row| Some(Unit::Row(row))).collect();
    for (index, contact) in problem.contacts().iter().enumerate() {
        for row in contact.rows() {
            units[row] = None;
        }
        units[contact.normal] = Some(Unit::Contact(index));
    }
    units.into_iter().flatten().collect()
}
