//! Rows over links as rows over the freedoms that move them.
//!
//! With a force f and a torque n at the centre of a link, a freedom with the axis s has the
//! entry s·(n, f). The rows of a joint that a tree carries move with its own freedoms alone.

use std::ops::Range;

use super::super::linearisation::Linearisation;
use super::Trees;
use crate::rows::Term;
use crate::tree::{Entry, LANES, Tree, TreeDynamics, Wrench};

/// The part of one row that moves with one tree.
#[derive(Clone, Debug)]
pub struct Part {
    pub row: usize,
    pub tree: usize,
    /// J, by its entries over the freedoms of the tree.
    pub(super) entries: Range<usize>,
    /// The last freedom, where the entries are those of the end of its chain.
    chain: Option<usize>,
    /// D^(−½) L⁻ᵀ Jᵀ, where the row is one of the problem.
    pub(super) weighted: Range<usize>,
}

/// Scratch of one row.
#[derive(Debug, Default)]
pub struct RowScratch {
    /// Values, and how many of its terms name a freedom.
    values: Vec<(f64, usize)>,
    touched: Vec<usize>,
    pub(super) work: Vec<f64>,
    lanes: Vec<[f64; LANES]>,
}

impl Linearisation {
    /// Maps every row to the freedoms of the trees whose links it names.
    pub(super) fn map_rows(&mut self) {
        let trees = &mut self.trees;
        trees.parts.clear();
        trees.entries.clear();
        trees.weighted.clear();
        trees.first_parts.clear();
        for (index, row) in self.rows.rows().iter().enumerate() {
            trees.first_parts.push(trees.parts.len());
            let terms = self.rows.terms(row);
            if terms.is_empty() {
                continue;
            }
            let joint = self.joint_rows.get(index).copied();
            match joint.and_then(|joint| trees.forest.carried_link(joint)) {
                Some(own) => trees.map_own(index, terms, own),
                None => trees.map_any(index, terms),
            }
        }
    }

    /// Weighs every part that is one of the problem; those over one chain, as the rows of a
    /// contact are, side by side.
    pub(super) fn weigh_parts(&mut self) {
        let (mut next, count) = (0, self.trees.parts.len());
        while next < count {
            let first = next;
            next += 1;
            if !self.is_in_problem(first) {
                continue;
            }
            let chain = self.trees.chain(first);
            let is_alike = |part: usize| {
                chain.is_some() && self.trees.chain(part) == chain && self.is_in_problem(part)
            };
            while next < count && next - first < LANES && is_alike(next) {
                next += 1;
            }
            self.trees.weigh(first..next);
        }
    }
}

impl Trees {
    /// A row of the joint that a link hangs on.
    fn map_own(&mut self, row: usize, terms: &[Term], (tree, link): (usize, usize)) {
        let of = &self.forest.trees[tree].links[link];
        let Some(term) = terms.iter().find(|term| term.mover == of.body) else { return };
        let dynamics = &self.steps[tree].dynamics;
        let wrench = Wrench::at(dynamics.arm(link), term.linear, term.angular);
        let begin = self.entries.len();
        let value = |freedom: usize| (freedom, dynamics.posture.axes[freedom].dot(&wrench));
        self.entries.extend(of.freedoms.clone().map(value));
        let last = of.last.filter(|_| !of.freedoms.is_empty());
        self.push_part(row, tree, begin, last);
    }

    /// A row over links of any trees.
    fn map_any(&mut self, row: usize, terms: &[Term]) {
        let mut named = terms.iter().filter_map(|term| Some((self.forest.link(term.mover)?, term)));
        if let (Some(((tree, link), term)), None) = (named.next(), named.next()) {
            let arm = self.steps[tree].dynamics.arm(link);
            let wrench = Wrench::at(arm, term.linear, term.angular);
            self.map_link(row, (tree, link), &wrench);
            return;
        }
        for (at, term) in terms.iter().enumerate() {
            let Some((tree, _)) = self.forest.link(term.mover) else { continue };
            let is_of = |mover: usize| self.forest.link(mover).filter(|link| link.0 == tree);
            if terms[..at].iter().any(|before| is_of(before.mover).is_some()) {
                continue;
            }
            let dynamics = &self.steps[tree].dynamics;
            let links = terms[at..].iter().filter_map(|term| {
                let (_, link) = is_of(term.mover)?;
                Some((link, Wrench::at(dynamics.arm(link), term.linear, term.angular)))
            });
            let (begin, of) = (self.entries.len(), &self.forest.trees[tree]);
            let mut ahead = links.clone();
            match (ahead.next(), ahead.next()) {
                (Some((link, wrench)), None) => self.map_link(row, (tree, link), &wrench),
                _ => {
                    map(of, dynamics, links, &mut self.row_scratch, &mut self.entries);
                    let chain = of_chain(of, &self.entries[begin..]);
                    self.push_part(row, tree, begin, chain);
                }
            }
        }
    }

    /// A row over one link.
    fn map_link(&mut self, row: usize, (tree, link): (usize, usize), wrench: &Wrench) {
        let (begin, axes) = (self.entries.len(), &self.steps[tree].dynamics.posture.axes);
        let of = &self.forest.trees[tree];
        let moving = of.moving(link).iter();
        self.entries.extend(moving.map(|&freedom| (freedom, axes[freedom].dot(wrench))));
        self.push_part(row, tree, begin, of.links[link].last);
    }

    fn push_part(&mut self, row: usize, tree: usize, begin: usize, chain: Option<usize>) {
        let entries = begin..self.entries.len();
        self.parts.push(Part { row, tree, entries, chain, weighted: 0..0 });
    }

    /// Tree and last freedom of a part that is over the end of one chain.
    fn chain(&self, part: usize) -> Option<(usize, usize)> {
        let part = &self.parts[part];
        Some((part.tree, part.chain?))
    }

    /// Writes the entries of parts as the problem takes them: those of one, or of up to four
    /// over the same chain.
    pub(super) fn weigh(&mut self, own: Range<usize>) {
        let chain = self.chain(own.start);
        let Self { forest, steps, parts, entries, weighted, row_scratch, .. } = self;
        let begin = weighted.values.len();
        let number = parts[own.start].tree;
        let (tree, mass) = (&forest.trees[number], &steps[number].dynamics.mass);
        let Some((_, last)) = chain else {
            let entries = &entries[parts[own.start].entries.clone()];
            mass.weigh(tree, entries, &mut row_scratch.work, weighted);
            parts[own.start].weighted = begin..weighted.values.len();
            return;
        };
        let mut rows: [&[Entry]; LANES] = [&[]; LANES];
        for (row, part) in rows.iter_mut().zip(&parts[own.clone()]) {
            *row = &entries[part.entries.clone()];
        }
        mass.weigh_together(tree, last, &rows[..own.len()], &mut row_scratch.lanes, weighted);
        let length = tree.chain(last).len();
        for (at, part) in parts[own].iter_mut().enumerate() {
            part.weighted = begin + at * length..begin + (at + 1) * length;
        }
    }

    /// How a row moves with the freedoms of a tree, ascending.
    pub(super) fn entries(&self, row: usize, tree: usize) -> &[Entry] {
        self.part(row, tree).map_or(&[], |part| &self.entries[part.entries.clone()])
    }

    /// A row of the problem in coordinates in which the inertia of the tree is 1: freedoms and
    /// what belongs to them.
    pub fn weighted(&self, row: usize, tree: usize) -> (&[usize], &[f64]) {
        let own = self.part(row, tree).map_or(0..0, |part| part.weighted.clone());
        (&self.weighted.freedoms[own.clone()], &self.weighted.values[own])
    }

    pub(super) fn part(&self, row: usize, tree: usize) -> Option<&Part> {
        let first = self.first_parts.get(row).copied().unwrap_or(self.parts.len());
        let mut own = self.parts[first..].iter().take_while(|part| part.row == row);
        own.find(|part| part.tree == tree)
    }
}

/// The last of some freedoms, where they are the end of its chain.
fn of_chain(tree: &Tree, entries: &[Entry]) -> Option<usize> {
    let &(last, _) = entries.last()?;
    let chain = tree.chain(last);
    let end = &chain[chain.len().checked_sub(entries.len())?..];
    end.iter().eq(entries.iter().map(|(freedom, _)| freedom)).then_some(last)
}

/// Σ s·(n, f) of wrenches on links along the freedoms that move them. Where the wrenches are
/// in balance, what moves all of them alike has no part in the row.
fn map(
    tree: &Tree,
    dynamics: &TreeDynamics,
    links: impl Iterator<Item = (usize, Wrench)>,
    scratch: &mut RowScratch,
    entries: &mut Vec<Entry>,
) {
    let RowScratch { values, touched, .. } = scratch;
    values.resize(tree.freedoms().max(values.len()), (0.0, 0));
    touched.clear();
    let (mut sum, mut size, mut count) = (Wrench::default(), [0.0_f64; 2], 0);
    for (link, wrench) in links {
        for &freedom in tree.moving(link) {
            let (value, named) = &mut values[freedom];
            if *named == 0 {
                touched.push(freedom);
            }
            *value += dynamics.posture.axes[freedom].dot(&wrench);
            *named += 1;
        }
        sum.add(&wrench);
        let own = [wrench.force.length(), wrench.moment.length()];
        size = [size[0].max(own[0]), size[1].max(own[1])];
        count += 1;
    }
    let balanced = count > 1
        && sum.force.length() <= BALANCE * size[0]
        && sum.moment.length() <= BALANCE * size[1].max(size[0]);
    touched.sort_unstable();
    for &freedom in touched.iter() {
        let (value, named) = std::mem::take(&mut values[freedom]);
        if !(balanced && named == count) {
            entries.push((freedom, value));
        }
    }
}

/// Forces and moments that cancel but for this share are in balance.
const BALANCE: f64 = 1e-12;
