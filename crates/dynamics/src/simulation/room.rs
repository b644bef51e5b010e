//! Room for what is to come.

use stickslip_contact::{PairDetector, Pose, Shape};

use super::Simulation;

impl Simulation {
    /// Whether a shape at a pose would be farther than `reach` (m) from all that could touch
    /// it now: shapes of bodies, and vertices of soft ones.
    pub fn has_room(&self, shape: &Shape, pose: &Pose, reach: f64) -> bool {
        let (low, high) = shape.bounds(pose);
        let (mut detector, mut contacts) = (PairDetector::default(), Vec::new());
        for (body, state) in self.model().bodies().iter().zip(&self.state.bodies) {
            for part in body.colliders.iter().filter(|it| !it.visual) {
                let place = state.pose.compose(&part.pose);
                let (least, most) = part.shape.bounds(&place);
                if (least - reach).cmpgt(high).any() || (most + reach).cmplt(low).any() {
                    continue;
                }
                let shapes = [(shape, pose), (&part.shape, &place)];
                detector.collide(shapes, [0, 1], reach, &mut contacts);
                if !contacts.is_empty() {
                    return false;
                }
            }
        }
        let vertices = &self.state.vertices.positions;
        vertices.iter().all(|&vertex| shape.signed_distance(pose, vertex) > reach)
    }
}
