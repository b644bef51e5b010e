//! What preconditioners see of a box problem; blocks come from J, M⁻¹ and C
//! where they are known, so that A need not be assembled for them.

use std::cell::RefCell;
use std::collections::BTreeMap;

use stickslip_linalg::SparseMatrix;
use stickslip_linalg::preconditioner::Source;

use super::options::BlockChoice;
use crate::pivoting::block::BoxSystem;
use crate::problem::FactoredForm;

/// The rows with `active` of A + diag(shift).
pub struct BoxSource<'a> {
    system: &'a BoxSystem<'a>,
    active: &'a [bool],
    blocks: BlockChoice,
    /// A body-space vector, zero between uses.
    dense: RefCell<Vec<f64>>,
}

impl<'a> BoxSource<'a> {
    /// A view of `system`.
    pub fn new(system: &'a BoxSystem<'a>, active: &'a [bool], blocks: BlockChoice) -> Self {
        let freedoms = system.problem.factored().map_or(0, FactoredForm::freedoms);
        Self { system, active, blocks, dense: RefCell::new(vec![0.0; freedoms]) }
    }
}

impl Source for BoxSource<'_> {
    fn size(&self) -> usize {
        self.active.len()
    }

    // Without what few freedoms add: rows of these would fill each other in.
    fn matrix(&self) -> &SparseMatrix {
        self.system.problem.sparse_matrix()
    }

    fn for_each_entry(&self, row: usize, visit: &mut dyn FnMut(usize, f64)) {
        let problem = self.system.problem;
        match problem.grid() {
            Some(stencil) => stencil.for_each_entry(row, visit),
            None => problem.matrix().row(row).for_each(|(column, value)| visit(column, value)),
        }
    }

    fn is_active(&self, row: usize) -> bool {
        self.active[row]
    }

    fn shift(&self, row: usize) -> f64 {
        self.system.shift[row]
    }

    fn diagonal(&self, row: usize) -> f64 {
        let problem = self.system.problem;
        match problem.sparse_part() {
            Some((sparse, _)) => sparse.diagonal()[row],
            None => problem.diagonal()[row],
        }
    }

    fn groups(&self) -> Vec<Vec<usize>> {
        match (self.blocks, self.system.problem.factored()) {
            (BlockChoice::Pair, Some(factored)) => rows_by_bodies(factored),
            _ => self
                .system
                .problem
                .contacts()
                .iter()
                .map(|contact| contact.rows().collect())
                .collect(),
        }
    }

    fn block(&self, rows: &[usize], entries: &mut Vec<f64>) {
        entries.clear();
        let Some(factored) = self.system.problem.factored() else {
            for &row in rows {
                entries.extend(rows.iter().map(|&col| self.matrix().get(row, col)));
            }
            return;
        };
        let dense = &mut *self.dense.borrow_mut();
        for &row in rows {
            for (dof, value) in factored.jacobian.row(row) {
                for (other, inverse) in factored.inertia.inverse().row(dof) {
                    dense[other] += value * inverse;
                }
            }
            entries.extend(rows.iter().map(|&col| {
                let compliance = if row == col { factored.compliance[row] } else { 0.0 };
                factored.jacobian.row_dot(col, dense) + compliance
            }));
            for (dof, _) in factored.jacobian.row(row) {
                for (other, _) in factored.inertia.inverse().row(dof) {
                    dense[other] = 0.0;
                }
            }
        }
    }
}

/// Rows that touch the same movable bodies.
fn rows_by_bodies(factored: &FactoredForm) -> Vec<Vec<usize>> {
    let mut body = vec![usize::MAX; factored.freedoms()];
    for (index, block) in factored.inertia.blocks().iter().enumerate() {
        for &dof in block {
            body[dof] = index;
        }
    }
    let mut groups: BTreeMap<Vec<usize>, Vec<usize>> = BTreeMap::new();
    for row in 0..factored.jacobian.rows() {
        let mut bodies: Vec<usize> = factored
            .jacobian
            .row(row)
            .filter(|&(dof, value)| value != 0.0 && factored.inertia.inverse().get(dof, dof) > 0.0)
            .map(|(dof, _)| body[dof])
            .collect();
        bodies.sort_unstable();
        bodies.dedup();
        if !bodies.is_empty() {
            groups.entry(bodies).or_default().push(row);
        }
    }
    groups.into_values().collect()
}
