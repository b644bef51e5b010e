//! Islands: groups of rows that can be solved apart.

use super::components::Components;
use super::{Contact, Problem, ProblemData, ProblemError};

impl Problem {
    /// The rows of each island, ascending, islands by their first row. Rows of
    /// one contact belong together, and so do rows with a nonzero entry of A
    /// between them or, with factors, rows that touch the same movable body
    /// block. Fixed degrees of freedom connect nothing.
    pub fn islands(&self) -> &[Vec<usize>] {
        self.islands.get_or_init(|| {
            let n = self.size();
            let mut components = match self.factored() {
                Some(factored) => {
                    let mut components = Components::new(n + factored.freedoms());
                    for row in 0..n {
                        for (dof, value) in factored.jacobian.row(row) {
                            if value != 0.0 && factored.is_movable(dof) {
                                components.join(row, n + dof);
                            }
                        }
                    }
                    join_entries(&factored.inverse_mass, n, &mut components);
                    components
                }
                None => {
                    let mut components = Components::new(n);
                    join_entries(self.matrix(), 0, &mut components);
                    components
                }
            };
            for contact in self.contacts() {
                for &tangent in &contact.tangents {
                    components.join(contact.normal, tangent);
                }
            }
            components.groups(n)
        })
    }

    /// The problem of some rows alone, renumbered in the order of `rows`.
    /// Couplings to other rows are left out; the rows of one island have none.
    /// Refuses a row twice, a row that does not exist, and part of a contact.
    pub fn island(&self, rows: &[usize]) -> Result<Self, ProblemError> {
        let data = self.data();
        let position = positions(rows, self.size())?;
        let gather = |values: &Vec<f64>| rows.iter().map(|&row| values[row]).collect::<Vec<f64>>();
        let first = rows.iter().min().ok_or(ProblemError::Empty)?;
        Self::new(ProblemData {
            name: format!("{} ({} rows from row {first})", data.name, rows.len()),
            kind: data.kind,
            matrix: data.matrix.as_ref().map(|matrix| matrix.principal_block(rows)),
            factored: data.factored.as_ref().map(|factored| factored.restricted(rows)),
            b: gather(&data.b),
            lo: gather(&data.lo),
            hi: gather(&data.hi),
            contacts: whole_contacts(&data.contacts, &position)?,
            x0: data.x0.as_ref().map(gather),
            solution: data.solution.as_ref().map(gather),
        })
    }
}

/// Joins the row and the column of every entry that is not zero.
fn join_entries(
    matrix: &stickslip_linalg::SparseMatrix,
    offset: usize,
    components: &mut Components,
) {
    for row in 0..matrix.rows() {
        for (col, _) in matrix.row(row).filter(|entry| entry.1 != 0.0) {
            components.join(offset + row, offset + col);
        }
    }
}

/// Where each row of the whole problem stands in the island.
fn positions(rows: &[usize], n: usize) -> Result<Vec<Option<usize>>, ProblemError> {
    let mut position = vec![None; n];
    for (new, &row) in rows.iter().enumerate() {
        let fail = |reason: String| Err(ProblemError::Extraction { row, reason });
        match position.get_mut(row) {
            None => return fail(format!("the problem has {n} rows")),
            Some(Some(_)) => return fail("it is listed twice".into()),
            Some(place) => *place = Some(new),
        }
    }
    Ok(position)
}

/// The contacts among the rows, renumbered; none may be cut.
fn whole_contacts(
    contacts: &[Contact],
    position: &[Option<usize>],
) -> Result<Vec<Contact>, ProblemError> {
    let mut kept = Vec::new();
    for (index, contact) in contacts.iter().enumerate() {
        if contact.rows().all(|row| position[row].is_none()) {
            continue;
        }
        let place = |row: usize| {
            position[row].ok_or_else(|| ProblemError::Contact {
                index,
                reason: format!("row {row} is not among the rows to extract, but others are"),
            })
        };
        kept.push(Contact {
            normal: place(contact.normal)?,
            tangents: contact.tangents.iter().map(|&row| place(row)).collect::<Result<_, _>>()?,
            mu: contact.mu,
            section: contact.section.clone(),
        });
    }
    Ok(kept)
}
