//! Rows of a tree's own joints that are no rows of the problem.
//!
//! Unbounded rows, w = j u⁺ + c + ε λ = 0, are springs, dampers and armature: they are part
//! of H,
//!
//! (H + jᵀj/ε) u⁺ = … − jᵀ c/ε  and  λ = −(j u⁺ + c)/ε,
//!
//! where their freedoms lie on one branch, so that H stays sparse. Rows that are held at an
//! impulse are forces.

use super::super::linearisation::Linearisation;
use super::{TreeStep, Trees};
use crate::joint::JointRow;
use crate::rows::Row;
use crate::tree::{Entry, Tree};
use crate::world::World;

/// A spring or a damper that H holds: λ = −(j u⁺ + c)/ε.
#[derive(Clone, Copy, Debug)]
pub struct Folded {
    row: usize,
    constant: f64,
    epsilon: f64,
}

impl TreeStep {
    /// The rows that H holds, with their compliances.
    pub fn folded(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.folded.iter().map(|folded| (folded.row, folded.epsilon))
    }

    /// Takes a row of one of its joints into H, or says that it has to stay a row.
    fn fold(&mut self, tree: &Tree, at: usize, row: &Row, entries: &[Entry], h: f64) -> bool {
        let Some(&(last, _)) = entries.last() else { return false };
        if let &[(freedom, value)] = entries {
            return self.fold_single(tree, (at, row), (freedom, value), h);
        }
        let chain = tree.chain(last);
        let place = |freedom: usize| chain.binary_search(&freedom).ok();
        let is_free = row.lo == f64::NEG_INFINITY && row.hi == f64::INFINITY;
        let diagonal = |freedom: usize| self.dynamics.mass.get(tree, freedom, freedom);
        let is_soft = entries
            .iter()
            .all(|&(freedom, value)| value * value <= HARD * row.epsilon * diagonal(freedom));
        if !(is_free && is_soft && entries.iter().all(|entry| place(entry.0).is_some())) {
            return false;
        }
        let constant = row.gamma * row.error / h - row.target;
        let rates = &self.dynamics.posture.rates;
        let speed: f64 = entries.iter().map(|&(freedom, value)| value * rates[freedom]).sum();
        for (number, &(freedom, value)) in entries.iter().enumerate() {
            self.change[freedom] -= value * (speed + constant) / row.epsilon;
            for &(other, factor) in &entries[..=number] {
                let at = tree.chain(freedom).binary_search(&other);
                if let Ok(at) = at {
                    let line = self.dynamics.mass.row_mut(tree, freedom);
                    line[at] += value * factor / row.epsilon;
                }
            }
        }
        self.folded.push(Folded { row: at, constant, epsilon: row.epsilon });
        true
    }

    /// The same for a row over one freedom.
    fn fold_single(
        &mut self,
        tree: &Tree,
        (at, row): (usize, &Row),
        (freedom, value): Entry,
        h: f64,
    ) -> bool {
        let is_free = row.lo == f64::NEG_INFINITY && row.hi == f64::INFINITY;
        let line = self.dynamics.mass.row_mut(tree, freedom);
        // A freedom stands last in its own row.
        let Some(diagonal) = line.last_mut() else { return false };
        if !(is_free && value * value <= HARD * row.epsilon * *diagonal) {
            return false;
        }
        *diagonal += value * value / row.epsilon;
        let constant = row.gamma * row.error / h - row.target;
        let speed = value * self.dynamics.posture.rates[freedom];
        self.change[freedom] -= value * (speed + constant) / row.epsilon;
        self.folded.push(Folded { row: at, constant, epsilon: row.epsilon });
        true
    }
}

impl Linearisation {
    /// Takes forces, springs, dampers and armature of the joints of trees out of the rows.
    pub(super) fn fold_rows(&mut self, world: &World, h: f64) {
        let Trees { forest, steps, parts, entries, .. } = &mut self.trees;
        let (mut of, mut first) = (usize::MAX, 0);
        for part in parts.iter() {
            let Some(&joint) = self.joint_rows.get(part.row) else { break };
            if !forest.carries(joint) {
                continue;
            }
            if joint != of {
                (of, first) = (joint, self.joint_rows.partition_point(|&other| other < joint));
            }
            let row = &self.rows.rows()[part.row];
            let (tree, step) = (&forest.trees[part.tree], &mut steps[part.tree]);
            let entries = &entries[part.entries.clone()];
            let drives = world.model.joints()[joint].row(part.row - first) == JointRow::Drive;
            if drives && row.lo == row.hi {
                self.impulses[part.row] = row.lo;
                for &(freedom, value) in entries {
                    step.change[freedom] += value * row.lo;
                }
                self.rows.strike_out(part.row);
            } else if drives && step.fold(tree, part.row, row, entries, h) {
                self.rows.strike_out(part.row);
            }
        }
    }

    /// The impulses of springs and dampers that H holds.
    pub(super) fn note_folded(&mut self) {
        let steps = self.trees.steps.iter().enumerate();
        for (number, step) in steps.filter(|(_, step)| !step.left_out) {
            for &Folded { row, constant, epsilon } in &step.folded {
                let rates = &step.dynamics.posture.rates;
                let entries = self.trees.entries(row, number).iter();
                let speed: f64 = entries.map(|&(freedom, value)| value * rates[freedom]).sum();
                self.impulses[row] = -(speed + constant) / epsilon;
            }
        }
    }
}

/// Rows stay rows where they are so many times stiffer than what they move is heavy: as a part
/// of H they would drown it.
const HARD: f64 = 1e8;
