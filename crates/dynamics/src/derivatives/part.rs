//! Derivatives of one part, by the implicit function theorem.

use stickslip_solve::Label;

use super::columns::Columns;
use super::dense::Matrix;
use super::equation::Equation;
use super::flat::Flat;
use super::sets::Sets;
use super::system::System;
use super::{Border, DerivativeError, Input};
use crate::state::BodyState;
use crate::stepper::replay::{
    Chart, KickRound, Kind, Part, Point, Replay, RowRole, RowRoles, Solved,
};
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
    /// Whether the lengths of the parts at hand change with anything.
    pub(super) follows_length: bool,
    /// Whether contacts hold; else their impulses stay as they are.
    pub(super) holds_contacts: bool,
    /// Rows at a border, and contacts that meet at the same time as another.
    pub(super) borders: Vec<Border>,
    /// Whether a side of a border does not determine the impulses.
    pub(super) is_one_sided: bool,
    /// Inputs of the part at hand whose columns are known from the rows of their joints.
    pub(super) known: Vec<bool>,
    /// Whether a part begins where its members were a step before, too.
    pub(super) looks_back: bool,
}

/// Derivatives of the end of a part in the coordinates of its members, by the columns: these
/// coordinates at its beginning, its length, its time, the inputs.
pub(super) struct Local {
    pub(super) ends: Matrix,
    /// The length of a part that ends in an impact.
    pub(super) length: Option<Vec<f64>>,
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

impl Context<'_> {
    /// Derivatives of a part, and where it ends.
    pub(super) fn differentiate(
        &mut self,
        part: &Part,
    ) -> Result<(Sides<Local>, Vec<BodyState>), DerivativeError> {
        let (impulses, labels, counts) = unknowns(&part.kind);
        self.looks_back |= matches!(&part.kind, Kind::Rounds(rounds) if rounds.looks_back());
        let point = Point::of(part);
        self.replay.enter(part);
        self.replay.begin(self.world, part, &point, true)?;
        let nominal = self.replay.finish(self.world, part, &point, &impulses);
        let places = self.replay.places(self.world, part);
        let chart = Chart::new(self.world, &part.members);
        let flat = Flat::new(self.world, part, &chart, &nominal);
        let columns = chart.len + 2 + self.inputs.len() + impulses.len();
        check_size(part.members.len(), flat.len(), columns)?;
        let Columns { by_inputs, by_impulses } =
            self.columns(part, &point, (&impulses, &counts), &flat)?;
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
        let earlier = earlier_rounds(&part.kind, &sets);
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
        if let Kind::Kick { first, held, sets, .. } = &part.kind {
            let rounds = &sets[..sets.len().saturating_sub(2)];
            for (at, held) in held.iter().enumerate() {
                if rounds.iter().any(|round| round.slides[at] != held.slides_on) {
                    let row = normal_row(&places, at, first.contacts.len());
                    let what = row.map(|row| self.replay.row_name(self.world, part, row));
                    let what = what.unwrap_or_default();
                    self.borders.push(Border { what, is_friction: true });
                }
            }
        }
        let system = System {
            part,
            flat: &flat,
            by_impulses: &by_impulses,
            by_inputs: &by_inputs,
            places: &places,
            earlier: &earlier,
        };
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
        let at_end = nominal.ends.clone();
        Ok((Sides { own, sides }, at_end))
    }
}

/// The equations of the rounds of a first kick whose sets are not those of its last.
fn earlier_rounds(kind: &Kind, last: &Sets<'_>) -> Vec<Option<Vec<Equation>>> {
    let Kind::Kick { first, second, sets, .. } = kind else { return Vec::new() };
    let rows = first.rows();
    let of = |round: &KickRound| {
        if round.labels.len() != rows || round.labels == first.labels {
            return None;
        }
        let labels: Vec<Label> = round.labels.iter().chain(&second.labels).copied().collect();
        let choices = Sets { labels: &labels, ..*last }.choices();
        Some(choices.into_iter().take(rows).map(|choice| choice.own).collect())
    };
    sets.iter().map(of).collect()
}

/// The normal row of a contact of a first kick that has so many.
fn normal_row(places: &RowRoles, contact: usize, contacts: usize) -> Option<usize> {
    let normals = places.rows.iter().enumerate().filter(|(_, role)| **role == RowRole::Normal);
    normals.map(|(row, _)| row).take(contacts).nth(contact)
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
        Kind::Rounds(rounds) => add(&rounds.solved),
        Kind::Kick { first, second, .. } => {
            add(first);
            add(second);
        }
    }
    all
}
