//! The mass matrix with the sparsity of branches, and its factor.

use stickslip_linalg::in_wide_registers;

use super::structure::Tree;

/// A freedom, and a number that belongs to it.
pub type Entry = (usize, f64);

/// Rows over freedoms, one after the other.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// Ascending in every row.
    pub freedoms: Vec<usize>,
    /// What belongs to them.
    pub values: Vec<f64>,
}

impl Rows {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.freedoms.clear();
        self.values.clear();
    }
}

/// A symmetric matrix over the freedoms of a tree that is zero wherever neither of two
/// freedoms is an ancestor of the other; then its factor LᵀDL in its place, which fills
/// nothing in (Featherstone 2008, §6.5).
#[derive(Clone, Debug, Default)]
pub struct BranchMatrix {
    values: Vec<f64>,
    /// 1/√D of the factor.
    scales: Vec<f64>,
    work: Vec<f64>,
}

impl BranchMatrix {
    /// All zero.
    pub fn clear(&mut self, tree: &Tree) {
        self.values.clear();
        self.values.resize(tree.stored(), 0.0);
    }

    /// The entries of a freedom with its ancestors from the root on, and with itself.
    pub fn row<'a>(&'a self, tree: &Tree, freedom: usize) -> &'a [f64] {
        &self.values[tree.row(freedom)]
    }

    /// The same to write.
    pub fn row_mut<'a>(&'a mut self, tree: &Tree, freedom: usize) -> &'a mut [f64] {
        &mut self.values[tree.row(freedom)]
    }

    /// An entry, zero between branches; before it is factored.
    pub fn get(&self, tree: &Tree, row: usize, column: usize) -> f64 {
        let (row, column) = (row.max(column), row.min(column));
        let place = tree.chain(row).binary_search(&column);
        place.map_or(0.0, |at| self.row(tree, row)[at])
    }

    /// y = H x; before it is factored.
    pub fn multiply(&self, tree: &Tree, x: &[f64], y: &mut [f64]) {
        y.fill(0.0);
        for freedom in 0..tree.freedoms() {
            let (row, chain) = (self.row(tree, freedom), tree.chain(freedom));
            for (&entry, &other) in row.iter().zip(chain) {
                y[freedom] += entry * x[other];
                if other != freedom {
                    y[other] += entry * x[freedom];
                }
            }
        }
    }

    /// H = LᵀDL with L unit lower triangular (Featherstone 2008, Table 6.3), from the
    /// leaves to the root: with the ancestors i of k, L_ki = H_ki / H_kk and
    /// H_ij −= L_ki H_kj. The freedom whose pivot is not positive, where there is one.
    pub fn factorise(&mut self, tree: &Tree) -> Result<(), usize> {
        let mut work = std::mem::take(&mut self.work);
        self.scales.clear();
        self.scales.resize(tree.freedoms(), 0.0);
        for k in (0..tree.freedoms()).rev() {
            let own = tree.row(k);
            let depth = own.len() - 1;
            let pivot = self.values[own.end - 1];
            if !(pivot > 0.0 && pivot.is_finite()) {
                return Err(k);
            }
            self.scales[k] = 1.0 / pivot.sqrt();
            work.clear();
            work.extend_from_slice(&self.values[own.start..own.start + depth]);
            for (at, &i) in tree.chain(k)[..depth].iter().enumerate() {
                let factor = work[at] / pivot;
                let row = &mut self.values[tree.row(i)];
                for (entry, value) in row.iter_mut().zip(&work[..=at]) {
                    *entry -= factor * value;
                }
                self.values[own.start + at] = factor;
            }
        }
        self.work = work;
        Ok(())
    }

    /// Overwrites b with H⁻¹ b = L⁻¹ D⁻¹ L⁻ᵀ b.
    pub fn solve(&self, tree: &Tree, b: &mut [f64]) {
        for k in (0..tree.freedoms()).rev() {
            let value = b[k];
            if value != 0.0 {
                let (row, chain) = (self.row(tree, k), tree.chain(k));
                for (&entry, &i) in row[..row.len() - 1].iter().zip(chain) {
                    b[i] -= entry * value;
                }
            }
        }
        for k in 0..tree.freedoms() {
            let (row, chain) = (self.row(tree, k), tree.chain(k));
            let (&pivot, row) = row.split_last().expect("every row has its diagonal");
            let known: f64 = row.iter().zip(chain).map(|(entry, &i)| entry * b[i]).sum();
            b[k] = b[k] / pivot - known;
        }
    }

    /// Adds the entries of D^(−½) L⁻ᵀ j to `weighted`, ascending: j H⁻¹ kᵀ is the product of
    /// those of j and k, so that H is 1 in their coordinates. L⁻ᵀ takes from a freedom to its
    /// ancestors alone. `work` is all zero before and after.
    pub fn weigh(&self, tree: &Tree, entries: &[Entry], work: &mut Vec<f64>, weighted: &mut Rows) {
        let Some(&(last, _)) = entries.last() else { return };
        work.resize(tree.freedoms().max(work.len()), 0.0);
        entries.iter().for_each(|&(freedom, value)| work[freedom] = value);
        let begin = weighted.values.len();
        for k in (0..=last).rev() {
            let value = std::mem::take(&mut work[k]);
            if value != 0.0 {
                let row = self.row(tree, k);
                for (&entry, &i) in row[..row.len() - 1].iter().zip(tree.chain(k)) {
                    work[i] -= entry * value;
                }
                weighted.freedoms.push(k);
                weighted.values.push(value * self.scales[k]);
            }
        }
        weighted.freedoms[begin..].reverse();
        weighted.values[begin..].reverse();
    }

    /// The same of up to four rows side by side, all over the end of the chain of `last`, with
    /// as many numbers for each as the chain is long. In places of the chain the row of a
    /// freedom has those of its ancestors from 0 on.
    pub fn weigh_together(
        &self,
        tree: &Tree,
        last: usize,
        rows: &[&[Entry]],
        work: &mut Vec<[f64; LANES]>,
        weighted: &mut Rows,
    ) {
        let chain = tree.chain(last);
        work.clear();
        work.resize(chain.len(), [0.0; LANES]);
        for (lane, entries) in rows.iter().enumerate() {
            let first = chain.len() - entries.len();
            let values = work[first..].iter_mut().zip(*entries);
            values.for_each(|(value, entry)| value[lane] = entry.1);
        }
        in_wide_registers(
            #[inline(always)]
            || {
                for place in (1..chain.len()).rev() {
                    let (before, own) = work.split_at_mut(place);
                    let own = own[0];
                    let row = &self.values[tree.row(chain[place])][..place];
                    let (fours, before) = before.as_chunks_mut::<4>();
                    let (entries, row) = row.as_chunks::<4>();
                    for (values, entries) in fours.iter_mut().zip(entries) {
                        take_away(values, entries, &own);
                    }
                    let (two, before) = before.as_chunks_mut::<2>();
                    let (entries, row) = row.as_chunks::<2>();
                    if let ([values], [entries]) = (two, entries) {
                        take_away(values, entries, &own);
                    }
                    let (one, _) = before.as_chunks_mut::<1>();
                    let (entries, _) = row.as_chunks::<1>();
                    if let ([value], [entry]) = (one, entries) {
                        take_away(value, entry, &own);
                    }
                }
                for (values, &k) in work.iter_mut().zip(chain) {
                    values.iter_mut().for_each(|value| *value *= self.scales[k]);
                }
            },
        );
        for lane in 0..rows.len() {
            weighted.freedoms.extend_from_slice(chain);
            weighted.values.extend(work.iter().map(|values| values[lane]));
        }
    }
}

/// The values at some places less so many times those of another, in all lanes.
#[inline(always)]
fn take_away<const PLACES: usize>(
    values: &mut [[f64; LANES]; PLACES],
    entries: &[f64; PLACES],
    own: &[f64; LANES],
) {
    for (value, entry) in values.iter_mut().zip(entries) {
        for lane in 0..LANES {
            value[lane] -= entry * own[lane];
        }
    }
}

/// Rows that are weighed side by side.
pub const LANES: usize = 4;
