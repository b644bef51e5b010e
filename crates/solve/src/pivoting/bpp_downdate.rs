//! `bpp-downdate` and `bpp-skyline`: A is factored once per solve; every pivoting step
//! copies that factor and deletes the tight rows in ascending order (Lefebvre 2020, Alg
//! 2.2–2.4), inside the skyline of a reverse Cuthill–McKee order for the latter (his
//! §2.2.3). Above a share of tight rows a new factor is cheaper (his Fig. 2.4): a
//! given share, or the one at which the estimated times of both cross.

use std::sync::Arc;

use stickslip_linalg::cholesky::CholeskyFactor;
use stickslip_linalg::{DowndatableFactor, DowndatableLayout, Ordering, SparseMatrix};

use super::block::{ACCEPTS, BlockMethod, BlockOptions, BoxSystem, Breakdown, FreeSystem};
use super::bpp_full::FullFactor;
use super::pattern::PatternKey;
use crate::options::{OptionDescription, OptionError, OptionValue, OptionValues, options};
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

/// Where a new factor begins to be cheaper than downdating.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Crossover {
    /// Where its estimated time is less.
    Estimated,
    /// Above this share of tight rows.
    Share(f64),
}

impl OptionValue for Crossover {
    fn parse_option(text: &str) -> Result<Self, String> {
        match (text, text.parse::<f64>()) {
            ("auto", _) => Ok(Self::Estimated),
            (_, Ok(share)) if (0.0..=1.0).contains(&share) => Ok(Self::Share(share)),
            _ => Err("expected auto, or a share between 0 and 1".into()),
        }
    }

    fn show_option(&self) -> String {
        match self {
            Self::Estimated => "auto".into(),
            Self::Share(share) => share.to_string(),
        }
    }
}

options! {
    /// What downdating adds to the options of block pivoting.
    struct DowndateOptions {
        /// Share of tight rows above which a new factor replaces downdating (1 never does), or auto: where it is estimated to be faster.
        refactor_share: Crossover = Crossover::Estimated,
    }
}

/// Pivoting steps that share the factor of all rows of a solve.
const SHARING_STEPS: f64 = 4.0;

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
    let options = BlockOptions::read(name, &shared)?;
    let crossover = DowndateOptions::from_settings(name, &own)?.refactor_share;
    let whole = WholeFactor::new(options.ordering.or(usual), skyline);
    let downdating = Downdating {
        crossover,
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
    key: Option<PatternKey>,
    /// What is known of a pattern, and memory for its sparse factor: both stay from
    /// one solve to the next.
    known: Option<(PatternKey, Arc<DowndatableLayout>, CholeskyFactor)>,
    shift: Vec<f64>,
    factor: Option<DowndatableFactor>,
}

impl WholeFactor {
    /// Nothing factored yet.
    pub fn new(ordering: Ordering, skyline: bool) -> Self {
        Self { ordering, skyline, key: None, known: None, shift: Vec::new(), factor: None }
    }

    /// A problem of this pattern comes: another factor, and another layout if it is
    /// another pattern.
    pub fn begin(&mut self, key: PatternKey) {
        self.factor = None;
        self.known = self.known.take().filter(|(known, ..)| *known == key);
        self.key = Some(key);
    }

    /// Order and reach of the columns, and the memory for a factor.
    fn known(
        &mut self,
        matrix: &SparseMatrix,
    ) -> Result<(&Arc<DowndatableLayout>, &mut CholeskyFactor), Breakdown> {
        if let (None, Some(key)) = (&self.known, self.key) {
            let layout = DowndatableLayout::new(matrix, self.ordering, self.skyline);
            let layout = Arc::new(layout.map_err(|_| Breakdown)?);
            let factor = CholeskyFactor::new(Arc::clone(layout.analysis()));
            self.known = Some((key, layout, factor));
        }
        self.known.as_mut().map(|(_, layout, factor)| (&*layout, factor)).ok_or(Breakdown)
    }

    /// The factor, and whether it was made just now.
    pub fn get(
        &mut self,
        system: &BoxSystem<'_>,
        counts: &mut Counts,
    ) -> Result<(&DowndatableFactor, bool), Breakdown> {
        let made = self.factor.is_some() && self.shift == system.shift;
        if !made {
            counts.factorisations += 1;
            self.factor = None;
            let matrix = system.problem.matrix();
            let (layout, factor) = self.known(matrix)?;
            let found = factor.factorise(matrix, |_| true, |row| system.shift[row]);
            let whole = found.map(|()| DowndatableFactor::of(layout, factor));
            self.factor = Some(whole.map_err(|_| Breakdown)?);
            self.shift.clone_from(&system.shift);
        }
        self.factor.as_ref().map(|factor| (factor, !made)).ok_or(Breakdown)
    }
}

/// The tight rows in the order of elimination.
pub fn ascending_tight(factor: &DowndatableFactor, free: &[bool]) -> Vec<usize> {
    let mut tight: Vec<usize> = (0..free.len()).filter(|&row| !free[row]).collect();
    tight.sort_unstable_by_key(|&row| factor.position(row));
    tight
}

struct Downdating {
    crossover: Crossover,
    whole: WholeFactor,
    work: Option<DowndatableFactor>,
    fallback: FullFactor,
    fell_back: bool,
}

impl Downdating {
    /// Whether deleting the tight rows is cheaper than a new factor of the free
    /// ones. The factor of all rows is shared by the steps of a solve. Beside a
    /// skyline a new factor is held to cost what one in the same order costs, which
    /// has little fill, too, so that no other order is sought only to know its price.
    fn pays(&mut self, system: &BoxSystem<'_>, free: &[bool]) -> Result<bool, Breakdown> {
        let tight = || (0..free.len()).filter(|&row| !free[row]);
        let count = tight().count();
        if let Crossover::Share(most) = self.crossover {
            return Ok(count as f64 / free.len() as f64 <= most);
        }
        let (made, skyline) = (self.whole.factor.is_some(), self.whole.skyline);
        let matrix = system.problem.matrix();
        let (layout, _) = self.whole.known(matrix)?;
        let sparse = if skyline { layout.analysis() } else { self.fallback.analysis(matrix)? };
        let new = FullFactor::step_cost(sparse, matrix, count);
        let shared = if made { 0.0 } else { layout.analysis().costs().factor / SHARING_STEPS };
        Ok(layout.removal_cost(tight()) + shared <= new)
    }
}

impl FreeSystem for Downdating {
    fn begin(&mut self, problem: &Problem) {
        let key = PatternKey::of(problem.matrix());
        self.whole.begin(key);
        self.fallback.begin_pattern(key);
    }

    fn prepare(
        &mut self,
        system: &BoxSystem<'_>,
        free: &[bool],
        counts: &mut Counts,
    ) -> Result<(), Breakdown> {
        self.fell_back = !self.pays(system, free)?;
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
