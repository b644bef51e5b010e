//! `bpp-cached`: every downdated factor is kept in a map from its tight set,
//! and a step begins at the longest prefix that is known (V8, Lefebvre 2020,
//! Alg 3.1–3.2). The thesis finds it several times slower than downdating and
//! memory-hungry; it is kept, with a cap on memory, to show just that.

use std::collections::HashMap;

use stickslip_linalg::{DowndatableFactor, Ordering};

use super::block::{ACCEPTS, BlockMethod, BlockOptions, BoxSystem, Breakdown, FreeSystem};
use super::bpp_downdate::{WholeFactor, ascending_tight};
use super::pattern::PatternKey;
use crate::options::{OptionDescription, OptionError, OptionValues, options};
use crate::outcome::Counts;
use crate::problem::Problem;
use crate::solver::{Entry, Method};

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "pivoting",
    summary: "block pivoting with a cache of all downdated factors: a negative result, kept",
    accepts: ACCEPTS,
    options: describe,
    make,
};

const NAME: &str = "bpp-cached";

options! {
    /// What the cache adds to the options of block pivoting.
    struct CacheOptions {
        /// Most memory of cached factors (MiB); beyond it nothing more is kept.
        cache_mib: usize = 512,
    }
}

fn describe() -> Vec<OptionDescription> {
    [BlockOptions::describe(), CacheOptions::describe()].concat()
}

fn make(settings: &OptionValues) -> Result<Box<dyn Method>, OptionError> {
    let (own, shared) = settings.partition(&CacheOptions::describe());
    let options = BlockOptions::read(NAME, &shared)?;
    let capacity = CacheOptions::from_settings(NAME, &own)?.cache_mib << 20;
    let whole = WholeFactor::new(options.ordering.or(Ordering::Natural), false);
    let cached = Cached {
        capacity,
        whole,
        known: HashMap::new(),
        bytes: 0,
        work: None,
        hits: 0,
        lookups: 0,
        asked: Prefixes::default(),
    };
    Ok(Box::new(BlockMethod::new(options, cached)))
}

struct Cached {
    capacity: usize,
    whole: WholeFactor,
    known: HashMap<Vec<usize>, DowndatableFactor>,
    bytes: usize,
    work: Option<DowndatableFactor>,
    hits: usize,
    lookups: usize,
    asked: Prefixes,
}

/// Which prefixes of tight sets were ever asked for, as a tree: a node and a
/// further row lead to a node. It counts what a cache without limit would keep.
#[derive(Default)]
struct Prefixes(HashMap<(usize, usize), usize>);

impl Prefixes {
    fn add(&mut self, tight: &[usize]) {
        tight.iter().fold(0, |node, &row| {
            let new = self.0.len() + 1;
            *self.0.entry((node, row)).or_insert(new)
        });
    }
}

impl FreeSystem for Cached {
    fn begin(&mut self, problem: &Problem) {
        self.whole.begin(PatternKey::of(problem.matrix()));
        self.known.clear();
        self.asked.0.clear();
        (self.bytes, self.hits, self.lookups) = (0, 0, 0);
    }

    fn prepare(
        &mut self,
        system: &BoxSystem<'_>,
        free: &[bool],
        counts: &mut Counts,
    ) -> Result<(), Breakdown> {
        let (whole, new) = self.whole.get(system, counts)?;
        if new {
            self.known.clear();
            self.asked.0.clear();
            self.bytes = 0;
        }
        let tight = ascending_tight(whole, free);
        self.asked.add(&tight);
        let prefix =
            (1..=tight.len()).rev().find(|&length| self.known.contains_key(&tight[..length]));
        self.lookups += 1;
        self.hits += usize::from(prefix.is_some());
        let nearest = prefix.map_or(whole, |length| &self.known[&tight[..length]]);
        let mut factor = nearest.clone();
        for end in prefix.unwrap_or(0)..tight.len() {
            factor.remove(tight[end]);
            if self.bytes + factor.bytes() <= self.capacity {
                self.bytes += factor.bytes();
                self.known.insert(tight[..=end].to_vec(), factor.clone());
            }
        }
        self.work = Some(factor);
        Ok(())
    }

    fn solve(&mut self, _system: &BoxSystem<'_>, rhs: &mut [f64]) {
        // `prepare` came before, and fills it.
        self.work.as_ref().expect("a factor").solve(rhs);
    }

    fn figures(&self) -> Vec<(&'static str, f64)> {
        vec![
            ("cache_entries", self.known.len() as f64),
            ("cache_entries_unlimited", self.asked.0.len() as f64),
            ("cache_mib", self.bytes as f64 / f64::from(1 << 20)),
            ("cache_hit_share", self.hits as f64 / self.lookups.max(1) as f64),
        ]
    }
}
