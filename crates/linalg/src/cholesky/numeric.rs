//! L S Lᵀ panel by panel, each after all that change it (left-looking, Ng and Peyton 1993).
//!
//! In large factors threads take subtrees of the elimination tree, which know nothing of each
//! other, and then, of every panel above, columns. What an entry loses it loses in the order of
//! the panels, whoever takes it away: threads change no bit.

use std::ops::Range;

use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;

use super::Analysis;
use super::panels::Panel;
use crate::dense::{Columns, Definiteness, Packed, factor_panel, subtract_packed};

/// Nanoseconds of a factor that is worth sharing among threads.
const LARGE: f64 = 2e6;

/// Columns of a panel that a thread takes at least.
const FEW: usize = 24;

/// Memory for the numeric part.
#[derive(Clone, Debug)]
pub(super) struct Workspace {
    memory: Memory,
    /// Where rows stand in the panel at hand.
    places: Vec<usize>,
}

/// Memory for what one panel takes from another.
#[derive(Clone, Debug, Default)]
struct Memory {
    packed: Packed,
    change: Vec<f64>,
}

impl Workspace {
    pub fn new(size: usize) -> Self {
        Self { memory: Memory::default(), places: vec![0; size] }
    }

    /// Memory for other products.
    pub fn packed(&mut self) -> &mut Packed {
        &mut self.memory.packed
    }
}

/// The matrix whose lower triangle stands in `values`, which becomes its factor, and S.
pub(super) struct Factorise<'a> {
    pub analysis: &'a Analysis,
    pub values: &'a mut [f64],
    pub signs: &'a mut [f64],
    pub expected: Definiteness,
    pub work: &'a mut Workspace,
}

impl Factorise<'_> {
    /// `false` where a pivot is not as expected.
    pub fn run(self) -> bool {
        let Self { analysis, values, signs, expected, work } = self;
        let count = analysis.panels.len();
        if rayon::current_num_threads() == 1 || analysis.costs().factor < LARGE {
            let panels = 0..count;
            let whole = Piece {
                analysis,
                base: 0,
                panels,
                values,
                signs,
                expected,
                work,
                is_shared: false,
            };
            return Arch::new().dispatch(whole);
        }
        let side_by_side = subtrees(analysis, values, signs).into_par_iter().map_init(
            || Workspace::new(analysis.size()),
            |work, (panels, values, signs)| {
                let (base, is_shared) = (panels.start, false);
                let subtree =
                    Piece { analysis, base, panels, values, signs, expected, work, is_shared };
                Arch::new().dispatch(subtree)
            },
        );
        if !side_by_side.reduce(|| true, |one, two| one && two) {
            return false;
        }
        let mut next = 0;
        let end = count..count;
        for subtree in analysis.subtrees.iter().cloned().chain(std::iter::once(end)) {
            let (values, signs, work) = (&mut *values, &mut *signs, &mut *work);
            let (base, panels, is_shared) = (0, next..subtree.start, true);
            next = subtree.end;
            let above = Piece { analysis, base, panels, values, signs, expected, work, is_shared };
            if !Arch::new().dispatch(above) {
                return false;
            }
        }
        true
    }
}

/// The subtrees that threads take, each with its values and signs.
fn subtrees<'a>(
    analysis: &Analysis,
    mut values: &'a mut [f64],
    mut signs: &'a mut [f64],
) -> Vec<(Range<usize>, &'a mut [f64], &'a mut [f64])> {
    let (mut value, mut column) = (0, 0);
    let mut pieces = Vec::with_capacity(analysis.subtrees.len());
    for panels in &analysis.subtrees {
        let (first, last) = (&analysis.panels[panels.start], &analysis.panels[panels.end - 1]);
        let [end, end_column] = [last.values_end(), last.begin + last.width];
        let (_, rest) = values.split_at_mut(first.values_begin - value);
        let (own, rest) = rest.split_at_mut(end - first.values_begin);
        let (_, rest_signs) = signs.split_at_mut(first.begin - column);
        let (own_signs, rest_signs) = rest_signs.split_at_mut(end_column - first.begin);
        pieces.push((panels.clone(), own, own_signs));
        (values, signs, value, column) = (rest, rest_signs, end, end_column);
    }
    pieces
}

/// Some panels, whose values and signs are known from panel `base` on.
struct Piece<'a> {
    analysis: &'a Analysis,
    base: usize,
    panels: Range<usize>,
    values: &'a mut [f64],
    signs: &'a mut [f64],
    expected: Definiteness,
    work: &'a mut Workspace,
    /// Whether threads share the columns of a panel.
    is_shared: bool,
}

impl WithSimd for Piece<'_> {
    type Output = bool;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> bool {
        let Self { analysis, base, panels, values, signs, expected, work, is_shared } = self;
        let Workspace { memory, places } = work;
        let Some(first) = analysis.panels.get(base) else { return true };
        for index in panels {
            let panel = &analysis.panels[index];
            for (place, &row) in analysis.panel_rows(panel).iter().enumerate() {
                places[row] = place;
            }
            let (done, rest) = values.split_at_mut(panel.values_begin - first.values_begin);
            let own = &mut rest[..panel.width * panel.height];
            let (known, rest) = signs.split_at_mut(panel.begin - first.begin);
            let changes = Changes { analysis, first, index, done, signs: known, places };
            let count = if is_shared { rayon::current_num_threads() } else { 1 };
            let columns = panel.width.div_ceil(count).max(FEW);
            if columns < panel.width {
                let shares = own.par_chunks_mut(columns * panel.height).enumerate();
                shares.for_each_init(Memory::default, |memory, (at, own)| {
                    let begin = panel.begin + at * columns;
                    Arch::new().dispatch(Share { changes, own, begin, memory });
                });
            } else {
                changes.apply(simd, own, panel.begin, memory);
            }
            let signs = &mut rest[..panel.width];
            let packed = &mut memory.packed;
            if !factor_panel(simd, own, panel.height, signs, expected, packed, is_shared) {
                return false;
            }
        }
        true
    }
}

/// Some columns of a panel, which take their changes.
struct Share<'a> {
    changes: Changes<'a>,
    own: &'a mut [f64],
    begin: usize,
    memory: &'a mut Memory,
}

impl WithSimd for Share<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        self.changes.apply(simd, self.own, self.begin, self.memory);
    }
}

/// What one panel takes from another: rows from a place on, the first of which are columns.
struct Taken<'a> {
    by: &'a Panel,
    place: usize,
    rows: &'a [usize],
    columns: usize,
    is_together: bool,
}

/// What changes a panel.
#[derive(Clone, Copy)]
struct Changes<'a> {
    analysis: &'a Analysis,
    /// The panel with which the values and signs begin.
    first: &'a Panel,
    index: usize,
    done: &'a [f64],
    signs: &'a [f64],
    /// Where rows stand in the panel.
    places: &'a [usize],
}

impl Changes<'_> {
    /// Takes from columns of the panel, the first of which is `begin`, what those before change:
    /// own −= L S L_ownᵀ, where L_own are the rows that are among these columns, and L those and
    /// all below.
    #[inline(always)]
    fn apply<S: Simd>(&self, simd: S, own: &mut [f64], begin: usize, memory: &mut Memory) {
        let Self { analysis, index, .. } = *self;
        let height = analysis.panels[index].height;
        let end = begin + own.len() / height;
        let changes = analysis.change_starts[index]..analysis.change_starts[index + 1];
        for &(by, place) in &analysis.changes[changes] {
            let by = &analysis.panels[by];
            let rows = &analysis.panel_rows(by)[place..];
            // Rows that stand together in the panel, too, are changed where they are. That is
            // asked of all of them, whichever columns are at hand: it decides how sums round.
            let (top, bottom) = (self.places[rows[0]], self.places[rows[rows.len() - 1]]);
            let is_together = bottom - top + 1 == rows.len();
            let place = place + rows.iter().take_while(|row| **row < begin).count();
            let rows = &analysis.panel_rows(by)[place..];
            let columns = rows.iter().take_while(|row| **row < end).count();
            if columns > 0 {
                let taken = Taken { by, place, rows, columns, is_together };
                self.apply_one(simd, (own, begin, height), taken, memory);
            }
        }
    }

    #[inline(always)]
    fn apply_one<S: Simd>(
        &self,
        simd: S,
        (own, begin, height): (&mut [f64], usize, usize),
        Taken { by, place, rows, columns, is_together }: Taken<'_>,
        memory: &mut Memory,
    ) {
        let Self { first, done, places, .. } = *self;
        let Memory { packed, change } = memory;
        let values = &done[by.values_begin - first.values_begin..][..by.width * by.height];
        let signs = &self.signs[by.begin - first.begin..][..by.width];
        packed.pack(by.width, columns, |k, j| signs[k] * values[k * by.height + place + j]);
        let left = Columns { values: &values[place..], stride: by.height };
        let count = rows.len();
        if is_together {
            let at = (rows[0] - begin) * height + places[rows[0]];
            subtract_packed(simd, &mut own[at..], height, left, packed, count, 0);
            return;
        }
        change.clear();
        change.resize(columns * count, 0.0);
        subtract_packed(simd, change, count, left, packed, count, 0);
        for (j, change) in change.chunks_exact(count).enumerate() {
            let column = &mut own[(rows[j] - begin) * height..][..height];
            for (&row, change) in rows[j..].iter().zip(&change[j..]) {
                column[places[row]] += change;
            }
        }
    }
}
