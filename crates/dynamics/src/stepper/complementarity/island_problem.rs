//! The complementarity problem of one island.

use stickslip_linalg::SparseMatrix;
use stickslip_solve::{self as solve, FactoredForm, Kind, Problem, ProblemData, ProblemError};

use super::elastic::Elastic;
use super::inertia::Inertia;
use super::islands::Island;
use super::trees::Trees;
use crate::friction::{self, Form};
use crate::rows::{Bodies, ContactRows, Row, RowBuffer, Term};

/// What an island is made of, in the words of the step.
#[derive(Clone, Copy, Debug)]
pub struct IslandView<'a> {
    /// Its rows and bodies.
    pub island: &'a Island,
    /// First column of every body among the freedoms of its island.
    pub columns: &'a [usize],
    /// All rows of the step.
    pub rows: &'a RowBuffer,
    /// All contacts of the step, ascending by their rows.
    pub contacts: &'a [ContactRows],
    /// All bodies, at the velocities that forces alone would give them.
    pub bodies: Bodies<'a>,
    /// Their inertia.
    pub inertia: &'a Inertia,
    /// That of soft bodies.
    pub elastic: &'a Elastic,
    /// That of trees.
    pub trees: &'a Trees,
    /// Step size (s).
    pub h: f64,
}

impl<'a> IslandView<'a> {
    /// The contacts of this island with the place of their normal row in it.
    pub fn contacts(&self) -> impl Iterator<Item = (usize, &'a ContactRows)> + Clone + use<'a> {
        let (rows, contacts) = (&self.island.rows, self.contacts);
        let mut place = 0;
        std::iter::from_fn(move || {
            while place < rows.len() {
                let found = contacts.binary_search_by_key(&rows[place], |contact| contact.first);
                let here = place;
                match found {
                    Ok(at) => {
                        place += contacts[at].count;
                        return Some((here, &contacts[at]));
                    }
                    Err(_) => place += 1,
                }
            }
            None
        })
    }

    /// b of one row: J v_free − target + γ φ/h.
    fn constant(&self, row: &Row) -> f64 {
        self.rows.speed(row, &self.bodies) - row.target + row.gamma * row.error / self.h
    }
}

/// A problem with nothing in it yet.
pub fn empty() -> ProblemData {
    let nothing = || SparseMatrix::zeros(0, 0);
    let factored = FactoredForm {
        jacobian: nothing(),
        inertia: solve::Inertia::empty(),
        compliance: Vec::new(),
    };
    ProblemData::factored("island", Kind::Blcp, factored, Vec::new())
}

/// Writes the problem of an island over `problem`, or makes one.
pub fn fill(
    problem: &mut Option<Problem>,
    view: &IslandView<'_>,
    form: Form,
) -> Result<(), ProblemError> {
    match problem {
        Some(problem) => {
            problem.refill(|data| write(data, view, form))?;
            problem.assume_connected();
        }
        None => {
            let mut data = empty();
            write(&mut data, view, form);
            problem.insert(Problem::new(data)?).assume_connected();
        }
    }
    Ok(())
}

/// Writes the numbers of an island over those of another.
pub fn write(data: &mut ProblemData, view: &IslandView<'_>, form: Form) {
    data.kind = form.kind();
    data.b.clear();
    data.lo.clear();
    data.hi.clear();
    data.matrix = None;
    let mut factored = data.factored.take().unwrap_or_else(|| FactoredForm {
        jacobian: SparseMatrix::zeros(0, 0),
        inertia: solve::Inertia::empty(),
        compliance: Vec::new(),
    });
    let freedoms = view.island.freedoms;
    factored.jacobian.clear(freedoms);
    factored.compliance.clear();
    for &index in &view.island.rows {
        let row = &view.rows.rows()[index];
        push_jacobian_row(&mut factored.jacobian, view, index);
        factored.compliance.push(row.epsilon);
        data.b.push(view.constant(row));
        data.lo.push(row.lo);
        data.hi.push(row.hi);
    }
    write_pieces(factored.inertia.pieces_mut(), view);
    let inverse = factored.inertia.inverse_mut();
    inverse.clear(freedoms);
    for &body in &view.island.bodies {
        let first = view.columns[body];
        match view.trees.link(body) {
            None => view.inertia.push_inverse(view.bodies.bodies, body, first, inverse),
            // The first link of a tree stands for all of them.
            Some((tree, _)) if inverse.rows() == first => {
                view.trees.push_inverse(tree, first, inverse);
            }
            Some(_) => {}
        }
    }
    let mut first = inverse.rows();
    for &mesh in &view.island.meshes {
        view.elastic.push_inverse(mesh, first, inverse);
        first += view.elastic.freedoms(mesh);
    }
    friction::write_contacts(form, data, view.contacts());
    data.factored = Some(factored);
}

/// The pieces of bodies and trees, where there are trees.
fn write_pieces(pieces: &mut Vec<usize>, view: &IslandView<'_>) {
    pieces.clear();
    if !view.island.bodies.iter().any(|&body| view.trees.link(body).is_some()) {
        return;
    }
    for &body in &view.island.bodies {
        let first = view.columns[body];
        match view.trees.link(body) {
            None => pieces.push(first),
            // The first link of a tree stands for all of them.
            Some((tree, _)) if pieces.last().is_none_or(|&last| last < first) => {
                pieces.extend(view.trees.pieces(tree).iter().map(|piece| first + piece));
            }
            Some(_) => {}
        }
    }
}

/// The terms of a row in ascending order of their columns.
fn push_jacobian_row(jacobian: &mut SparseMatrix, view: &IslandView<'_>, index: usize) {
    let row = &view.rows.rows()[index];
    if let Some((tree, first)) = only_tree(view, row) {
        let (freedoms, values) = view.trees.weighted(index, tree);
        jacobian.extend_entries(first, freedoms, values);
        jacobian.finish_row();
        return;
    }
    let mut done = None;
    let column = |term: &&Term| view.columns[term.mover];
    // Few movers meet in a row: the next one is found by looking.
    let next = |done: Option<usize>| {
        let terms = view.rows.terms(row).iter();
        let left = terms.filter(|term| {
            let column = column(term);
            column != usize::MAX && done.is_none_or(|done| column > done)
        });
        left.min_by_key(column)
    };
    while let Some(term) = next(done) {
        if let Some((tree, _)) = view.trees.link(term.mover) {
            let first = column(&term);
            let (freedoms, values) = view.trees.weighted(index, tree);
            jacobian.extend_entries(first, freedoms, values);
            done = Some(first);
            continue;
        }
        let Term { linear, angular, .. } = *term;
        let values = [linear.x, linear.y, linear.z, angular.x, angular.y, angular.z];
        let is_body = term.mover < view.bodies.bodies.len();
        jacobian.extend_row(column(&term), if is_body { &values } else { &values[..3] });
        done = Some(column(&term));
    }
    jacobian.finish_row();
}

/// The tree that is all that a row moves, and its first column.
fn only_tree(view: &IslandView<'_>, row: &Row) -> Option<(usize, usize)> {
    let mut only = None;
    for term in view.rows.terms(row) {
        let column = view.columns[term.mover];
        if column == usize::MAX {
            continue;
        }
        let own = (view.trees.link(term.mover)?.0, column);
        if *only.get_or_insert(own) != own {
            return None;
        }
    }
    only
}
