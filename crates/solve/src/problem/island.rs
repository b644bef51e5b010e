//! Islands: groups of rows that can be solved apart.

use stickslip_linalg::{Components, SparseMatrix, Triplets};

use super::{FactoredForm, FrictionContact, Inertia, Problem, ProblemData, ProblemError};

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
                            if value != 0.0 && factored.inertia.moves(dof) {
                                components.join(row, n + dof);
                            }
                        }
                    }
                    join_entries(factored.inertia.inverse(), n, &mut components);
                    components
                }
                None => {
                    let mut components = Components::new(n);
                    match self.stencil() {
                        Some(stencil) => (0..n).for_each(|row| {
                            stencil.for_each_entry(row, |other, _| components.join(row, other));
                        }),
                        None => join_entries(self.matrix(), 0, &mut components),
                    }
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
        Extraction::new(self).extract(rows)
    }

    /// The problem of every island, in the order of [`Self::islands`].
    pub fn separated(&self) -> Result<&[Self], &ProblemError> {
        self.separated
            .get_or_init(|| {
                let mut extraction = Extraction::new(self);
                self.islands().iter().map(|rows| extraction.extract(rows)).collect()
            })
            .as_deref()
    }
}

/// Cuts islands out of a problem, each in time that grows with its own size:
/// what is as long as the whole problem is kept from one to the next.
struct Extraction<'a> {
    whole: &'a Problem,
    /// Where a row stands in the island at work.
    row_place: Vec<Option<usize>>,
    /// Where a degree of freedom stands in it.
    freedom_place: Vec<Option<usize>>,
    /// The contact that a row belongs to.
    contact_of: Vec<Option<usize>>,
}

impl<'a> Extraction<'a> {
    fn new(whole: &'a Problem) -> Self {
        let mut contact_of = vec![None; whole.size()];
        for (index, contact) in whole.contacts().iter().enumerate() {
            contact.rows().for_each(|row| contact_of[row] = Some(index));
        }
        let freedoms = whole.factored().map_or(0, FactoredForm::freedoms);
        Self {
            whole,
            row_place: vec![None; whole.size()],
            freedom_place: vec![None; freedoms],
            contact_of,
        }
    }

    fn extract(&mut self, rows: &[usize]) -> Result<Problem, ProblemError> {
        self.place(rows)?;
        let data = self.whole.data();
        // Factors beside a border are not the whole of A.
        let factored = self.whole.factored();
        let stencil = self.whole.stencil().map(|stencil| stencil.part(rows));
        let matrix = match (factored, &stencil) {
            (None, None) => Some(self.whole.matrix()),
            _ => data.matrix.as_ref(),
        };
        let gather = |values: &Vec<f64>| rows.iter().map(|&row| values[row]).collect::<Vec<f64>>();
        let first = rows.iter().min().ok_or(ProblemError::Empty)?;
        let piece = ProblemData {
            name: format!("{} ({} rows from row {first})", data.name, rows.len()),
            kind: data.kind,
            matrix: matrix.map(|matrix| block(matrix, rows, rows, &self.row_place)),
            factored: factored.map(|factored| self.factors(factored, rows)),
            b: gather(&data.b),
            lo: gather(&data.lo),
            hi: gather(&data.hi),
            contacts: self.whole_contacts(rows)?,
            x0: data.x0.as_ref().map(gather),
            solution: data.solution.as_ref().map(gather),
        };
        rows.iter().for_each(|&row| self.row_place[row] = None);
        Problem::checked(piece, stencil)
    }

    fn place(&mut self, rows: &[usize]) -> Result<(), ProblemError> {
        let n = self.whole.size();
        for (new, &row) in rows.iter().enumerate() {
            let fail = |reason: String| Err(ProblemError::Extraction { row, reason });
            match self.row_place.get_mut(row) {
                None => return fail(format!("the problem has {n} rows")),
                Some(Some(_)) => return fail("it is listed twice".into()),
                Some(place) => *place = Some(new),
            }
        }
        Ok(())
    }

    /// The factors of the principal block of A with these rows, on the degrees
    /// of freedom that they touch.
    fn factors(&mut self, factored: &FactoredForm, rows: &[usize]) -> FactoredForm {
        let mut kept: Vec<usize> =
            rows.iter().flat_map(|&row| factored.jacobian.row(row).map(|(dof, _)| dof)).collect();
        kept.sort_unstable();
        kept.dedup();
        for (new, &dof) in kept.iter().enumerate() {
            self.freedom_place[dof] = Some(new);
        }
        let form = FactoredForm {
            jacobian: block(&factored.jacobian, rows, &kept, &self.freedom_place),
            inertia: Inertia::from_inverse(block(
                factored.inertia.inverse(),
                &kept,
                &kept,
                &self.freedom_place,
            )),
            compliance: rows.iter().map(|&row| factored.compliance[row]).collect(),
        };
        kept.iter().for_each(|&dof| self.freedom_place[dof] = None);
        form
    }

    /// The contacts among the rows, renumbered; none may be cut.
    fn whole_contacts(&self, rows: &[usize]) -> Result<Vec<FrictionContact>, ProblemError> {
        let mut indices: Vec<usize> = rows.iter().filter_map(|&row| self.contact_of[row]).collect();
        indices.sort_unstable();
        indices.dedup();
        let whole = |index: usize| {
            let contact = &self.whole.contacts()[index];
            let place = |row: usize| {
                self.row_place[row].ok_or_else(|| ProblemError::Contact {
                    index,
                    reason: format!("row {row} is not among the rows to extract, but others are"),
                })
            };
            Ok(FrictionContact {
                normal: place(contact.normal)?,
                tangents: contact
                    .tangents
                    .iter()
                    .map(|&row| place(row))
                    .collect::<Result<_, _>>()?,
                mu: contact.mu,
                section: contact.section.clone(),
            })
        };
        indices.into_iter().map(whole).collect()
    }
}

/// The entries in the given rows and columns, renumbered in that order;
/// `place` says where a column stands among `cols`.
fn block(
    matrix: &SparseMatrix,
    rows: &[usize],
    cols: &[usize],
    place: &[Option<usize>],
) -> SparseMatrix {
    let mut entries = Triplets::new();
    for (new_row, &row) in rows.iter().enumerate() {
        for (col, value) in matrix.row(row) {
            if let Some(new_col) = place[col] {
                entries.push(new_row, new_col, value);
            }
        }
    }
    SparseMatrix::from_triplets(rows.len(), cols.len(), &entries)
}

/// Joins the row and the column of every entry that is not zero.
fn join_entries(matrix: &SparseMatrix, offset: usize, components: &mut Components) {
    for row in 0..matrix.rows() {
        for (col, _) in matrix.row(row).filter(|entry| entry.1 != 0.0) {
            components.join(offset + row, offset + col);
        }
    }
}
