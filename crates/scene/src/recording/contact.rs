//! A contact point of a frame, in the layouts of formats 1 and 2.

use glam::DVec3;
use stickslip_dynamics::{ContactReport, ContactState};

use super::layout::Format;
use crate::bytes::ByteReader;

/// A contact point of a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameContact {
    /// First body; soft bodies have the numbers after all others.
    pub first: usize,
    /// Second body, by the same numbers.
    pub second: usize,
    /// Where (m).
    pub point: DVec3,
    /// Unit normal from the first body to the second.
    pub normal: DVec3,
    /// Gap at the beginning of the step (m).
    pub gap: f64,
    /// Impulse on the second body in the frame's interval (N·s).
    pub impulse: DVec3,
    /// Coulomb's coefficient μ, where the file says it.
    pub friction: Option<f64>,
    /// What it does, where the file says it.
    pub state: Option<ContactState>,
}

/// Number of a state that nobody wrote down.
const UNKNOWN: usize = 3;

/// The number of a state in recordings and in the viewer's frames.
pub fn state_number(state: Option<ContactState>) -> usize {
    match state {
        Some(ContactState::Separating) => 0,
        Some(ContactState::Sticking) => 1,
        Some(ContactState::Slipping) => 2,
        None => UNKNOWN,
    }
}

/// The state of a number; none where there is no such number.
pub(super) fn state_of(number: usize) -> Option<Option<ContactState>> {
    let known = [ContactState::Separating, ContactState::Sticking, ContactState::Slipping];
    match number {
        UNKNOWN => Some(None),
        _ => known.get(number).copied().map(Some),
    }
}

impl From<&ContactReport> for FrameContact {
    fn from(report: &ContactReport) -> Self {
        let ContactReport { first, second, point, normal, gap, impulse, friction, state, .. } =
            *report;
        let (friction, state) = (Some(friction), Some(state));
        Self { first, second, point, normal, gap, impulse, friction, state }
    }
}

impl FrameContact {
    /// Least number of bytes of a contact.
    pub(super) const fn bytes(format: Format) -> usize {
        match format {
            Format::One { .. } => 2 * 4 + 10 * 8,
            Format::Two | Format::Four => 3 * 4 + 11 * 8,
        }
    }

    /// Takes a contact.
    pub(super) fn read(bytes: &mut ByteReader<'_>, format: Format) -> Option<Self> {
        let newest = !matches!(format, Format::One { .. });
        let (first, second) = (bytes.u32()?, bytes.u32()?);
        let state = if newest { state_of(bytes.u32()?)? } else { None };
        let mut vector = || bytes.f64s().map(DVec3::from_array);
        let (point, normal) = (vector()?, vector()?);
        let gap = bytes.f64()?;
        let impulse = DVec3::from_array(bytes.f64s()?);
        let friction = if newest { Some(bytes.f64()?).filter(|mu| !mu.is_nan()) } else { None };
        Some(Self { first, second, point, normal, gap, impulse, friction, state })
    }
}
