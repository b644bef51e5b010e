//! Surfaces that deform against each other and themselves.

use stickslip_geometry::Bounds;
use stickslip_geometry::distance::edge_edge;

use super::crossing;
use super::facing::Facing;
use super::{DeformingContact, SiteCarrier, Skin};
use crate::Site;
use crate::contact::Contact;

/// All contacts of two surfaces, or of one with itself.
pub(super) fn meet(first: Skin<'_>, second: Skin<'_>, touches: &mut Vec<DeformingContact>) {
    let (one, two) = (&first.surface, &second.surface);
    let is_same = one.collider == two.collider;
    if is_same && !one.touches_itself {
        return;
    }
    let reach = one.margin + two.margin;
    let apart = one.radius + two.radius;
    let limit = reach + apart + first.found.depth.max(second.found.depth);
    if !first.found.bounds.grown(limit).overlaps(&second.found.bounds) {
        return;
    }
    vertices_on_faces(second, first, reach, touches);
    if !is_same {
        vertices_on_faces(first, second, reach, touches);
    }
    pieces(first, second, reach, touches);
    crossing::meet(first, second, reach, touches);
}

/// Vertices of one surface on faces of another. What lies outside a solid is held
/// by the nearest face alone, and only where the surface around the vertex looks
/// at it: what is beside a face is not pushed sideways by its rim. What lies
/// inside is held by the nearest face that looks at it. The face belongs to the
/// first site where its surface comes first.
fn vertices_on_faces(
    over: Skin<'_>,
    under: Skin<'_>,
    reach: f64,
    touches: &mut Vec<DeformingContact>,
) {
    let (one, two) = (&over.surface, &under.surface);
    let apart = one.radius + two.radius;
    let is_same = one.collider == two.collider;
    let limit = (reach + apart).max(under.found.depth);
    let around = under.found.bounds.grown(limit);
    for (at, &vertex) in one.vertices.iter().enumerate() {
        let place = one.position(vertex);
        if !around.contains(place) {
            continue;
        }
        let own = |face: u32| is_same && two.faces[face as usize].contains(&vertex);
        let faces = |face: &Facing| over.found.normals[at].dot(face.outward) < 0.0;
        let looks = |face: &Facing| !(one.is_solid && two.is_solid) || faces(face);
        let nearest = under.nearest(place, limit, |face, it| !own(face) && (!is_same || looks(it)));
        let Some(mut found) = nearest else { continue };
        if two.is_solid && found.is_behind() {
            let behind = |face: u32, it: &Facing| !own(face) && it.is_behind() && looks(it);
            let Some(facing) = under.nearest(place, under.found.depth, behind) else { continue };
            found = facing;
        } else if !looks(&found) || (two.is_solid && found.is_beside()) {
            continue;
        }
        let (away, gap) = found.away_and_gap(two.is_solid, apart);
        if gap > reach {
            continue;
        }
        let numbers = two.faces[found.face as usize];
        let foot = place - found.nearest.vector;
        let point = 0.5 * (foot + two.radius * away + place - one.radius * away);
        let face_first = two.collider <= one.collider;
        let of_face = SiteCarrier::Vertices { numbers, weights: found.weights() };
        let of_vertex = SiteCarrier::vertex(vertex);
        let (colliders, holds, normal) = if face_first {
            ([two.collider, one.collider], [of_face, of_vertex], away)
        } else {
            ([one.collider, two.collider], [of_vertex, of_face], -away)
        };
        let feature = u64::from(vertex) << 32 | u64::from(face_first) << 31;
        let sites = colliders.map(|collider| Site { collider });
        let contact = Contact { sites, feature, point, normal, gap };
        touches.push(DeformingContact { contact, holds });
    }
}

/// The ends of half a circle are 2/π of its length apart.
const STRAIGHT: f64 = 0.7;

/// Pieces of ropes that come near each other; neighbours do not touch.
fn pieces(first: Skin<'_>, second: Skin<'_>, reach: f64, touches: &mut Vec<DeformingContact>) {
    let (one, two) = (&first.surface, &second.surface);
    let is_same = one.collider == two.collider;
    let apart = one.radius + two.radius;
    let around = |surface: &super::Deforming<'_>, piece: [u32; 2]| {
        Bounds::around(piece.map(|vertex| surface.position(vertex)))
    };
    for (at, &piece) in one.pieces.iter().enumerate() {
        let near = around(one, piece).grown(reach + apart);
        let begin = if is_same { at + 2 } else { 0 };
        let mut along = 0.0;
        for (number, &other) in two.pieces.iter().enumerate().skip(begin) {
            if is_same {
                let [from, to] = two.pieces[number - 1].map(|vertex| two.position(vertex));
                along += (to - from).length();
            }
            if !near.overlaps(&around(two, other)) {
                continue;
            }
            let ends = piece.map(|vertex| one.position(vertex));
            let others = other.map(|vertex| two.position(vertex));
            let nearest = edge_edge(ends, others);
            let distance = nearest.distance();
            // What a rope hardly turns between is near for being neighbours.
            let is_straight = is_same && distance > STRAIGHT * along;
            if distance - apart > reach || distance < 1e-12 || is_straight {
                continue;
            }
            let [a, b, c, d] = nearest.weights;
            let hold = |[from, to]: [u32; 2], [x, y]: [f64; 2]| SiteCarrier::Vertices {
                numbers: [from, to, to],
                weights: [x, y, 0.0],
            };
            let foot = -c * others[0] - d * others[1];
            let contact = Contact {
                sites: [one.collider, two.collider].map(|collider| Site { collider }),
                feature: (at as u64) << 32 | number as u64,
                point: foot + 0.5 * nearest.vector,
                normal: -nearest.vector / distance,
                gap: distance - apart,
            };
            touches.push(DeformingContact {
                contact,
                holds: [hold(piece, [a, b]), hold(other, [-c, -d])],
            });
        }
    }
}
