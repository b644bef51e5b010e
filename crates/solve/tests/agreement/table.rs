//! Shares of solved problems, solver by collection.

use std::collections::BTreeMap;

/// Solved and tried, by (solver, collection).
#[derive(Default)]
pub struct Shares {
    counts: BTreeMap<(&'static str, String), (usize, usize)>,
}

impl Shares {
    /// Counts one run.
    pub fn note(&mut self, solver: &'static str, collection: &str, solved: bool) {
        let entry = self.counts.entry((solver, collection.into())).or_default();
        entry.0 += usize::from(solved);
        entry.1 += 1;
    }

    /// (solved, tried).
    pub fn of(&self, solver: &'static str, collection: &str) -> (usize, usize) {
        self.counts.get(&(solver, collection.into())).copied().unwrap_or_default()
    }

    /// One line per solver and collection.
    pub fn print(&self, title: &str) {
        println!("{title}: solved of tried");
        for ((solver, collection), (solved, tried)) in &self.counts {
            println!("  {solver:14} {collection:28} {solved:6} of {tried:6}");
        }
    }
}
