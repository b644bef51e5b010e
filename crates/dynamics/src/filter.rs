//! Which shapes may touch.

use crate::collide::Owner;
use crate::model::{Model, ShapeId};
use crate::parts::Layers;

/// Which pairs of colliders may touch.
#[derive(Debug, Default)]
pub(crate) struct Filter {
    /// Pairs of bodies that do not, the lower first, ascending.
    bodies: Vec<(usize, usize)>,
    /// Pairs of colliders that do not, likewise.
    colliders: Vec<(usize, usize)>,
    /// Whether a shape is in other layers than the lowest, or does not meet all.
    is_layered: bool,
}

impl Filter {
    /// What a model says, with its colliders in ascending order of their bodies.
    pub(crate) fn new(model: &Model, owners: &[Owner]) -> Self {
        let mut filter = Self::default();
        for joint in model.joints() {
            let description = joint.description();
            if let Some(first) = description.first.filter(|_| !description.touching) {
                let (a, b) = (first.0, description.second.0);
                filter.bodies.push((a.min(b), a.max(b)));
            }
        }
        for &(a, b) in model.ignored_contacts() {
            filter.bodies.push((a.0.min(b.0), a.0.max(b.0)));
        }
        let find = |shape: ShapeId| {
            let own = |owner: &Owner| (owner.body, owner.at);
            owners.binary_search_by_key(&(shape.body.0, shape.at), own).ok()
        };
        for &(one, two) in model.ignored_shapes() {
            // Visual shapes touch nothing anyway.
            if let (Some(one), Some(two)) = (find(one), find(two)) {
                filter.colliders.push((one.min(two), one.max(two)));
            }
        }
        for pairs in [&mut filter.bodies, &mut filter.colliders] {
            pairs.sort_unstable();
            pairs.dedup();
        }
        filter.is_layered = owners.iter().any(|owner| owner.layers != Layers::default());
        filter
    }

    /// Whether two colliders may, of which the lower comes first.
    pub(crate) fn may_touch(&self, owners: &[Owner], first: usize, second: usize) -> bool {
        let (one, two) = (&owners[first], &owners[second]);
        let bodies = (one.body.min(two.body), one.body.max(two.body));
        self.bodies.binary_search(&bodies).is_err()
            && (!self.is_layered || one.layers.meet(&two.layers))
            && (self.colliders.is_empty()
                || self.colliders.binary_search(&(first, second)).is_err())
    }
}
