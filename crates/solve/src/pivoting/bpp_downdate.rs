//! `bpp-downdate` and `bpp-skyline`: A is factored once per solve; every pivoting step
//! copies that factor and deletes the tight rows in ascending order (Lefebvre 2020, Alg
//! 2.2–2.4), inside the skyline of a reverse Cuthill–McKee order for the latter (his
//! §2.2.3). Above a share of tight rows a new factor is cheaper (his Fig. 2.4).

use stickslip_linalg::{DowndatableFactor, Ordering};

use super::block::{ACCEPTS, BlockMethod, BlockOptions, BoxSystem, Breakdown, FreeSystem};
use super::bpp_full::FullFactor;
use crate::options::{OptionDescription, OptionError, OptionValues, options};
use crate::outcome::Counts;
use crate::problem::Problem;
use crate::solver::{Entry, Method};

/// The registry's line of `bpp-downdate`.
pub const ENTRY: Entry = Entry {
    name: "bpp-downdate",
    family: "pivoting",
    summary: "block pivoting that deletes tight rows from one dense factor (Lefebvre 2020)",
    accepts: ACCEPTS,
    options: describe,
    make: |settings| make("bpp-downdate", settings, Ordering::Natural, false),
};

/// The registry's line of `bpp-skyline`.
pub const SKYLINE_ENTRY: Entry = Entry {
    name: "bpp-skyline",
    summary: "the same inside the skyline of a reverse Cuthill–McKee order (Lefebvre 2020)",
    make: |settings| make("bpp-skyline", settings, Ordering::ReverseCuthillMcKee, true),
    ..ENTRY
};

options! {
    /// What downdating adds to the options of block pivoting.
    struct DowndateOptions {
        /// Share of tight rows above which a new factor replaces downdating; 1 never does.
        refactor_share: f64 = 0.15,
    }
}

fn describe() -> Vec<OptionDescription> {
    [BlockOptions::describe(), DowndateOptions::describe()].concat()
}

fn make(
    name: &str,
    settings: &OptionValues,
    usual: Ordering,
    skyline: bool,
) -> Result<Box<dyn Method>, OptionError> {
    let (own, shared) = settings.partition(&DowndateOptions::describe());
    let options = BlockOptions::from_settings(name, &shared)?;
    let refactor_share = DowndateOptions::from_settings(name, &own)?.refactor_share;
    let whole = WholeFactor::new(options.ordering.or(usual), skyline);
    let downdating = Downdating {
        refactor_share,
        whole,
        work: None,
        fallback: FullFactor::new(options.ordering.or(Ordering::MinimumDegree)),
        fell_back: false,
    };
    Ok(Box::new(BlockMethod::new(options, downdating)))
}

/// The factor of all rows of A + diag(shift), made once per solve and shift.
pub struct WholeFactor {
    ordering: Ordering,
    skyline: bool,
    shift: Vec<f64>,
    factor: Option<DowndatableFactor>,
}

impl WholeFactor {
    /// Nothing factored yet.
    pub fn new(ordering: Ordering, skyline: bool) -> Self {
        Self { ordering, skyline, shift: Vec::new(), factor: None }
    }

    /// Forgets the factor: another problem comes.
    pub fn forget(&mut self) {
        self.factor = None;
    }

    /// The factor, and whether it was made just now.
    pub fn get(
        &mut self,
        system: &BoxSystem<'_>,
        counts: &mut Counts,
    ) -> Result<(&DowndatableFactor, bool), Breakdown> {
        let known = self.factor.is_some() && self.shift == system.shift;
        if !known {
            counts.factorisations += 1;
            let matrix = system.problem.matrix();
            self.factor =
                DowndatableFactor::new(matrix, &system.shift, self.ordering, self.skyline).ok();
            self.shift.clone_from(&system.shift);
        }
        self.factor.as_ref().map(|factor| (factor, !known)).ok_or(Breakdown)
    }
}

/// The tight rows in the order of elimination.
pub fn ascending_tight(factor: &DowndatableFactor, free: &[bool]) -> Vec<usize> {
    let mut tight: Vec<usize> = (0..free.len()).filter(|&row| !free[row]).collect();
    tight.sort_unstable_by_key(|&row| factor.position(row));
    tight
}

struct Downdating {
    refactor_share: f64,
    whole: WholeFactor,
    work: Option<DowndatableFactor>,
    fallback: FullFactor,
    fell_back: bool,
}

impl FreeSystem for Downdating {
    fn begin(&mut self, problem: &Problem) {
        self.whole.forget();
        self.fallback.begin(problem);
    }

    fn prepare(
        &mut self,
        system: &BoxSystem<'_>,
        free: &[bool],
        counts: &mut Counts,
    ) -> Result<(), Breakdown> {
        let tight = free.iter().filter(|&&free| !free).count();
        self.fell_back = tight as f64 > self.refactor_share * free.len() as f64;
        if self.fell_back {
            return self.fallback.prepare(system, free, counts);
        }
        let (whole, new) = self.whole.get(system, counts)?;
        let rows = ascending_tight(whole, free);
        let work = match &mut self.work {
            Some(work) if !new => {
                work.copy_from(whole);
                work
            }
            work => work.insert(whole.clone()),
        };
        for row in rows {
            work.remove(row);
        }
        Ok(())
    }

    fn solve(&mut self, system: &BoxSystem<'_>, rhs: &mut [f64]) {
        if self.fell_back {
            self.fallback.solve(system, rhs);
        } else {
            // `prepare` came before, and fills it unless it fell back.
            self.work.as_ref().expect("a factor").solve(rhs);
        }
    }
}
