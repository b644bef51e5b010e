//! Loads that laws of friction follow.
//!
//! A coefficient that changes with the load, and a bound of a moment, are written with a load
//! that is known. That of the last step is late by a step, and whatever begins to touch has none:
//! rows are written again with the loads that they have come to, until those stay.

use super::super::super::linearisation::Linearisation;
use super::super::{Refinement, Work};
use super::{Kicks, Piece};
use crate::friction::Load;
use crate::step_error::StepError;
use crate::world::World;

/// Rounds in which loads are looked for.
pub(super) const LOAD_ROUNDS: usize = 8;

/// A change of loads that is none, as a share of the largest.
const LOAD_CHANGE: f64 = 1e-3;

/// Whether friction in some rows follows the load of the same solution otherwise than by
/// Coulomb's law.
pub(super) fn follow_loads(lines: &Linearisation, world: &World) -> bool {
    let model = world.settings.friction;
    let has_moments = || lines.contact_rows.iter().any(|rows| rows.torsion + rows.rolling > 0.0);
    model.load() == Load::Same
        && (world.model.materials.has_load_curves() || (!model.holds_moments() && has_moments()))
}

/// Whether the loads of rows are others than those that they were written with.
pub(super) fn have_changed(lines: &Linearisation) -> bool {
    let loads = || {
        let rows = lines.contact_rows.iter();
        rows.map(|rows| (rows.load, lines.impulses[rows.first].max(0.0)))
    };
    let largest = loads().fold(0.0_f64, |most, (_, found)| most.max(found));
    loads().any(|(written, found)| (found - written).abs() > LOAD_CHANGE * largest)
}

impl Refinement {
    /// Writes the rows of the first kick with the loads that they come to.
    pub(super) fn settle_loads(
        &mut self,
        kicks: &mut Kicks,
        work: &mut Work<'_>,
        piece: &Piece,
    ) -> Result<(), StepError> {
        for _ in 0..LOAD_ROUNDS {
            self.solve_first(kicks, work, piece)?;
            kicks.held.iter_mut().for_each(|held| held.bend = held.bent);
            let changed = have_changed(&kicks.first);
            work.world.state.contacts.clear();
            kicks.first.keep(work.world, piece.share);
            kicks.knows_loads = true;
            self.write_first(kicks, work, piece);
            if !changed {
                break;
            }
        }
        Ok(())
    }
}
