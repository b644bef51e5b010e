//! How the surface of a soft body has turned where it is touched.
//!
//! A triangle of edges u, v has the frame [u, n × u, n], of unit vectors, at rest and now;
//! R = F Fᵣᵀ turns the one into the other. A vertex has turned as the triangles around it
//! have in the mean, and a point between vertices as these by its weights. What is drawn on
//! the surface at rest is carried along by that (SIGGRAPH 2022 course, Fig. 35).

use glam::{DMat3, DQuat, DVec3, DVec4};
use stickslip_contact::Pose;

use crate::soft::SoftBody;

impl SoftBody {
    /// The pose that takes the neighbourhood of a point from where the mesh describes it to
    /// where it is: `places` are those of its vertices, and the point is held by `numbers`
    /// of them by weights. A rope has none.
    pub(crate) fn frame_at(
        &self,
        places: &[DVec3],
        (numbers, weights): ([u32; 3], [f64; 3]),
        point: DVec3,
    ) -> Option<Pose> {
        let own = &self.description.pose;
        let (mut turn, mut rest) = (DVec4::ZERO, DVec3::ZERO);
        for (vertex, weight) in numbers.into_iter().zip(weights).filter(|it| it.1 != 0.0) {
            let own_turn = self.turn_at(places, vertex)?;
            turn += if own_turn.dot(turn) < 0.0 { -weight } else { weight } * own_turn;
            rest += weight * own.local_point(self.positions[vertex as usize]);
        }
        let orientation = DQuat::from_vec4(turn.try_normalize()?);
        Some(Pose::new(point - orientation * rest, orientation))
    }

    /// The mean turn of the triangles around a vertex, as a quaternion of either sign.
    fn turn_at(&self, places: &[DVec3], vertex: u32) -> Option<DVec4> {
        let mut sum = DVec4::ZERO;
        for face in self.faces.iter().filter(|face| face.contains(&vertex)) {
            let rest = face.map(|at| self.positions[at as usize]);
            let now = face.map(|at| places[at as usize]);
            let (Some(before), Some(after)) = (frame(rest), frame(now)) else { continue };
            let own =
                DQuat::from_mat3(&(after * before.transpose())) * self.description.pose.orientation;
            let own = DVec4::from(own);
            sum += if own.dot(sum) < 0.0 { -own } else { own };
        }
        sum.try_normalize()
    }
}

/// [u, n × u, n] of a triangle.
fn frame([a, b, c]: [DVec3; 3]) -> Option<DMat3> {
    let along = (b - a).try_normalize()?;
    let normal = (b - a).cross(c - a).try_normalize()?;
    Some(DMat3::from_cols(along, normal.cross(along), normal))
}
