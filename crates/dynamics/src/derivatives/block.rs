//! Derivatives of bodies that were stepped together.
//!
//! They stay in the coordinates in which they were found, those of joints for trees: F between
//! them, with R from bodies and T back, is T F R by bodies (`tangents.rs`). That product has twelve
//! numbers for each link both ways, and is made only where it is asked for.

use std::borrow::Cow;
use std::sync::Arc;

use super::dense::Matrix;
use super::tangents::Tangents;

/// Derivatives of the ends of some bodies by their states and the inputs.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) members: Vec<usize>,
    /// By the coordinates of the members, and then by the inputs.
    pub(super) matrix: Matrix,
    /// Where trees carry members: R and T.
    pub(super) ways: Option<Arc<[Tangents; 2]>>,
}

impl Block {
    /// All of it by the coordinates of bodies.
    pub(super) fn whole(&self) -> Cow<'_, Matrix> {
        match self.ways.as_deref() {
            None => Cow::Borrowed(&self.matrix),
            Some([begin, end]) => Cow::Owned(end.to_bodies(&begin.by_bodies(&self.matrix))),
        }
    }

    /// The changes of the ends by those of the beginning and of the inputs.
    pub(super) fn forward(&self, begun: &[f64], inputs: &[f64]) -> Vec<f64> {
        let read = self.ways.as_ref().map(|ways| ways[0].read(begun));
        let begun = read.as_deref().unwrap_or(begun);
        let of = |row: usize| -> f64 {
            let (own, rest) = self.matrix.row(row).split_at(begun.len());
            dot(own, begun) + dot(rest, inputs)
        };
        let ends: Vec<f64> = (0..self.matrix.rows()).map(of).collect();
        match &self.ways {
            None => ends,
            Some(ways) => ways[1].write(&ends),
        }
    }

    /// The gradient by the beginning, from that by the ends; what inputs do is added to `inputs`.
    pub(super) fn reverse(&self, ends: &[f64], inputs: &mut [f64]) -> Vec<f64> {
        let written = self.ways.as_ref().map(|ways| ways[1].write_back(ends));
        let ends = written.as_deref().unwrap_or(ends);
        let mut begun = vec![0.0; self.matrix.columns() - inputs.len()];
        for (row, &weight) in ends.iter().enumerate().filter(|(_, weight)| **weight != 0.0) {
            let (own, rest) = self.matrix.row(row).split_at(begun.len());
            begun.iter_mut().zip(own).for_each(|(sum, value)| *sum += weight * value);
            inputs.iter_mut().zip(rest).for_each(|(sum, value)| *sum += weight * value);
        }
        match &self.ways {
            None => begun,
            Some(ways) => ways[0].read_back(&begun),
        }
    }
}

fn dot(one: &[f64], two: &[f64]) -> f64 {
    one.iter().zip(two).map(|(one, two)| one * two).sum()
}
