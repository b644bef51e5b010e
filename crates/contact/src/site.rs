//! One side of a contact.

/// What a contact pushes on one of its sides.
///
/// The velocity of a side at the point of contact is a weighted sum of the
/// velocities of whoever moves it, with weights that sum to 1, so that a
/// common translation of everything leaves every contact as it is. A collider
/// that is rigid moves as its body does: its index says all there is to say.
/// Of one that deforms, [`crate::DeformingContact`] says which vertices move the point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Site {
    /// Index of the collider in the list given to the detector.
    pub collider: usize,
}
