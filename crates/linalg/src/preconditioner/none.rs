//! P = I.

use super::{Preconditioner, PreconditionerEntry};

/// The line of the table.
pub const ENTRY: PreconditionerEntry = PreconditionerEntry {
    name: "none",
    summary: "the identity: plain conjugate gradients",
    local: true,
    build: |_, _| Ok(Box::new(Identity)),
};

/// z = r.
#[derive(Clone, Copy, Debug, Default)]
pub struct Identity;

impl Preconditioner for Identity {
    fn apply(&mut self, r: &[f64], z: &mut [f64]) {
        z.copy_from_slice(r);
    }

    fn restrict(&mut self, _active: &[bool]) {
        // The residual is zero outside the active rows, and so is z.
    }
}
