//! Pairs that may touch and the contacts of one pair, for whoever keeps pairs
//! from one look to the next.

use crate::detector::{Collider, Detector};
use crate::pairs::{Scratch, Sink, collide, collide_convex};
use crate::shape::Role;
use crate::solid::Solid;
use crate::{Contact, Pose, Shape, Site};

impl Detector {
    /// Pairs of colliders whose bounding boxes, grown by their margins, overlap, and which
    /// `may_touch` lets; the lower of each comes first, in ascending order.
    pub fn pairs(
        &mut self,
        colliders: &[Collider],
        may_touch: impl Fn(usize, usize) -> bool + Sync,
    ) -> &[(u32, u32)] {
        self.look_for_pairs(colliders, may_touch, 0..colliders.len());
        self.found_pairs()
    }
}

/// Finds the contacts of one pair of placed shapes; keeps its memory from call to call.
#[derive(Debug, Default)]
pub struct PairDetector {
    scratch: Scratch,
}

impl PairDetector {
    /// Takes the crossing edges of two boxes only where they separate better than a face by
    /// `by` (m), instead of by rounding: a face carries at up to four points, edges at one.
    /// Depths are wrong by at most that.
    pub fn preferring_faces(by: f64) -> Self {
        let mut detector = Self::default();
        detector.scratch.search.face_preference = by;
        detector
    }

    /// The same as [`PairDetector::collide`] for shapes whose bounding boxes are known to be
    /// near each other: two convex ones are compared at once. Gives a distance (m) that the
    /// shapes are apart at least, where nothing was found.
    pub fn collide_near(
        &mut self,
        shapes: [(&Shape, &Pose); 2],
        colliders: [usize; 2],
        reach: f64,
        contacts: &mut Vec<Contact>,
    ) -> f64 {
        let [(one, one_pose), (two, two_pose)] = shapes;
        let (Role::Convex(first, first_radius), Role::Convex(second, second_radius)) =
            (one.form.role(), two.form.role())
        else {
            self.collide(shapes, colliders, reach, contacts);
            return reach;
        };
        let begin = contacts.len();
        let origin = one_pose.position;
        let solids = [
            Solid::new((first, first_radius), one_pose, origin),
            Solid::new((second, second_radius), two_pose, origin),
        ];
        let sites = colliders.map(|collider| Site { collider });
        let mut sink = Sink { contacts, sites, origin, flipped: false };
        let apart = collide_convex(&solids, reach, &mut self.scratch, &mut sink);
        contacts[begin..].sort_unstable_by_key(|contact| contact.feature);
        apart.max(reach)
    }

    /// Adds the contacts of two shapes whose gap is at most `reach`, in ascending order of
    /// their features. `colliders` are the numbers that their sites get.
    pub fn collide(
        &mut self,
        shapes: [(&Shape, &Pose); 2],
        colliders: [usize; 2],
        reach: f64,
        contacts: &mut Vec<Contact>,
    ) {
        let begin = contacts.len();
        let [(one, one_pose), (two, two_pose)] = shapes;
        let mut sink = Sink {
            contacts,
            sites: colliders.map(|collider| Site { collider }),
            origin: one_pose.position,
            flipped: false,
        };
        collide(
            (one.form.role(), one_pose),
            (two.form.role(), two_pose),
            reach,
            &mut self.scratch,
            &mut sink,
        );
        contacts[begin..].sort_unstable_by_key(|contact| contact.feature);
    }
}
