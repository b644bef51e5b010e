//! Derivatives of one part, by the implicit function theorem.

use stickslip_solve::Label;

use super::dense::Matrix;
use super::flat::Flat;
use super::sets::{Choice, Sets};
use super::tangent::BODY;
use super::{Border, DerivativeError, Input};
use crate::state::BodyState;
use crate::stepper::replay::{Kind, Part, Point, Replay, RowRole, Solved};
use crate::world::World;

/// The most numbers that the derivatives of a part may have: a gigabyte of them.
const MAX_NUMBERS: usize = 1 << 27;

/// What residuals are made of, and what they depend on.
pub(super) struct Context<'a> {
    pub(super) world: &'a mut World,
    pub(super) replay: &'a mut Replay,
    pub(super) inputs: &'a [Input],
    /// Whether anything in the world follows the clock.
    pub(super) follows_time: bool,
    /// Whether contacts hold; else their impulses stay as they are.
    pub(super) holds_contacts: bool,
    /// Rows at a border, and contacts that meet at the same time as another.
    pub(super) borders: Vec<Border>,
    /// Whether a side of a border does not determine the impulses.
    pub(super) is_one_sided: bool,
}

/// Derivatives of the end of a part, by the columns: states of the members at its beginning,
/// its length, its time, the inputs.
pub(super) struct Local {
    pub(super) ends: Matrix,
    /// The length of a part that ends in an impact.
    pub(super) length: Option<Matrix>,
}

/// The same with the sets of the solver, and with all rows at a border held or at their bounds.
pub(super) struct Sides<T> {
    pub(super) own: T,
    pub(super) sides: Option<[T; 2]>,
}

impl<T> Sides<T> {
    /// One of both sides; its own where there are none.
    pub(super) fn side(&self, at: usize) -> &T {
        self.sides.as_ref().map_or(&self.own, |sides| &sides[at])
    }
}

/// Column of the length of a part with so many members; that of its time is the next.
pub(super) fn length_column(members: usize) -> usize {
    BODY * members
}

impl Context<'_> {
    /// Derivatives of a part.
    pub(super) fn differentiate(&mut self, part: &Part) -> Result<Sides<Local>, DerivativeError> {
        let (impulses, labels, counts) = unknowns(&part.kind);
        let point = Point { states: part.start.clone(), time: part.span.time, h: part.span.h };
        self.replay.enter(part);
        self.replay.begin(self.world, part, &point, true)?;
        let nominal = self.replay.finish(self.world, part, &point, &impulses);
        let places = self.replay.places(self.world, part);
        let flat = Flat { nominal: &nominal };
        let columns = length_column(part.members.len()) + 2 + self.inputs.len() + impulses.len();
        check_size(part.members.len(), flat.len(), columns)?;
        let by_inputs = self.by_inputs(part, &point, &impulses, &flat)?;
        // Back to the step itself.
        self.replay.begin(self.world, part, &point, true)?;
        self.replay.finish(self.world, part, &point, &impulses);
        let by_impulses = self.by_impulses(part, &point, &impulses, &counts, &flat, &by_inputs);
        let diagonal: Vec<f64> = (0..impulses.len()).map(|row| by_impulses.at(row, row)).collect();
        let sets = Sets {
            friction: self.world.settings.friction,
            impulses: &impulses,
            labels: &labels,
            counts: &counts,
            places: &places,
            values: &nominal,
            diagonal: &diagonal,
            holds_contacts: self.holds_contacts,
        };
        let choices = sets.choices();
        let borders = self.borders.len();
        for row in (0..choices.len()).filter(|&row| choices[row].sides.is_some()) {
            let what = self.replay.row_name(self.world, part, row);
            let is_friction = matches!(places.rows[row], RowRole::Friction(_));
            self.borders.push(Border { what, is_friction });
        }
        let is_border = self.borders.len() > borders;
        if let Kind::Kick { ties, .. } = part.kind {
            let what = || "another contact closes at the same time".to_owned();
            self.borders.extend((0..ties).map(|_| Border { what: what(), is_friction: false }));
        }
        let system = System { part, flat: &flat, by_impulses: &by_impulses, by_inputs: &by_inputs };
        let own = system.solve(&choices, None).ok_or_else(|| DerivativeError::Singular {
            name: self.world.model.bodies()[part.members[0]].description.name.clone(),
        })?;
        let mut sides = None;
        if is_border {
            let found = [0, 1].map(|side| system.solve(&choices, Some(side)));
            match found {
                [Some(held), Some(bound)] => sides = Some([held, bound]),
                _ => self.is_one_sided = true,
            }
        }
        Ok(Sides { own, sides })
    }

    /// Where a part ends.
    pub(super) fn end_of(&mut self, part: &Part) -> Result<Vec<BodyState>, DerivativeError> {
        let point = Point { states: part.start.clone(), time: part.span.time, h: part.span.h };
        self.replay.enter(part);
        self.replay.begin(self.world, part, &point, true)?;
        let (impulses, ..) = unknowns(&part.kind);
        Ok(self.replay.finish(self.world, part, &point, &impulses).ends)
    }
}

/// Refuses matrices that would not fit into memory.
pub(super) fn check_size(
    members: usize,
    rows: usize,
    columns: usize,
) -> Result<(), DerivativeError> {
    if rows.saturating_mul(columns) <= MAX_NUMBERS {
        return Ok(());
    }
    let reason = format!("{members} bodies that push each other are too many");
    Err(DerivativeError::Step { reason })
}

/// F_z dz = −F_x dx.
struct System<'a> {
    part: &'a Part,
    flat: &'a Flat<'a>,
    by_impulses: &'a Matrix,
    by_inputs: &'a Matrix,
}

impl System<'_> {
    /// The ends with the rows in their sets, or with those at a border on one side.
    fn solve(&self, choices: &[Choice], side: Option<usize>) -> Option<Local> {
        let Self { part, flat, by_impulses, by_inputs } = self;
        let rows = choices.len();
        let meets = part.length.is_found();
        let size = rows + usize::from(meets);
        let (mut matrix, mut right) =
            (Matrix::zeros(size, size), Matrix::zeros(size, by_inputs.columns()));
        for (row, choice) in choices.iter().enumerate() {
            let sided = side.zip(choice.sides.as_ref()).map(|(at, sides)| &sides[at]);
            let equation = sided.unwrap_or(&choice.own);
            equation.write(row, flat, by_impulses, by_inputs, &mut matrix, &mut right);
        }
        let length = length_column(part.members.len());
        if meets {
            let gap = flat.meeting();
            matrix.row_mut(rows)[..rows].copy_from_slice(by_impulses.row(gap));
            (0..right.columns()).for_each(|at| right.set(rows, at, -by_inputs.at(gap, at)));
            // The length is what is found, and no input.
            for row in 0..size {
                let by_length = -right.at(row, length);
                matrix.set(row, rows, by_length);
                right.set(row, length, 0.0);
            }
        }
        let found = if size == 0 { right } else { matrix.solve(right)? };
        Some(assemble(flat, part, by_impulses, by_inputs, &found))
    }
}

/// Impulses, index sets and whether rows were in the problem.
fn unknowns(kind: &Kind) -> (Vec<f64>, Vec<Label>, Vec<bool>) {
    let mut all = (Vec::new(), Vec::new(), Vec::new());
    let mut add = |solved: &Solved| {
        all.0.extend_from_slice(&solved.impulses);
        all.1.extend_from_slice(&solved.labels);
        all.2.extend_from_slice(&solved.counts);
    };
    match kind {
        Kind::Fly | Kind::Rest | Kind::Halves { .. } => {}
        Kind::Plain(solved) | Kind::Closed(solved) | Kind::Strike { solved, .. } => add(solved),
        Kind::Kick { first, second, .. } => {
            add(first);
            add(second);
        }
    }
    all
}

/// Ends with what the impulses, and the length of a part that ends in an impact, do to them.
fn assemble(
    flat: &Flat<'_>,
    part: &Part,
    by_impulses: &Matrix,
    by_inputs: &Matrix,
    found: &Matrix,
) -> Local {
    let (rows, inputs) = (flat.rows(), by_inputs.columns());
    let length = length_column(part.members.len());
    let meets = part.length.is_found();
    let mut ends = Matrix::zeros(BODY * part.members.len(), inputs);
    for end in 0..ends.rows() {
        let from = flat.ends() + end;
        let own = ends.row_mut(end);
        own.copy_from_slice(by_inputs.row(from));
        if meets {
            own[length] = 0.0;
            let by_length = by_inputs.at(from, length);
            own.iter_mut().zip(found.row(rows)).for_each(|(sum, dh)| *sum += by_length * dh);
        }
        for row in 0..rows {
            let factor = by_impulses.at(from, row);
            if factor != 0.0 {
                own.iter_mut().zip(found.row(row)).for_each(|(sum, dz)| *sum += factor * dz);
            }
        }
    }
    let length = meets.then(|| {
        let mut row = Matrix::zeros(1, inputs);
        row.row_mut(0).copy_from_slice(found.row(rows));
        row
    });
    Local { ends, length }
}
