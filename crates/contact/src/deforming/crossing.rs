//! Contacts of edges that cross: of two surfaces, of one with itself, and of a surface
//! with a rigid shape.

use glam::DVec3;
use stickslip_geometry::Bounds;

use super::edges::{Crossing, Group, Line, hold};
use super::facing::Facing;
use super::lines::{each_line, each_smooth};
use super::{DeformingContact, DeformingDetector, Found, SiteCarrier, Skin};
use crate::contact::Contact;
use crate::cores::{self, Core};
use crate::detector::Collider;
use crate::pairs::{Sink, collide};
use crate::shape::Role;
use crate::{Pose, Site};

/// Where edges of flat sides cross, one lies in a side of the other: it may be outside by
/// this part of the depth.
const BESIDE: f64 = 0.1;
/// Edges that have crossed by more than this part of the width of the faces beside them
/// belong to other sides.
const DEPTH: f64 = 0.25;
/// A round shape nearer than this part of an edge to its end is met by the vertex there.
const END: f64 = 1e-3;
/// Names of pairs of edges begin here, and those of edges and round shapes.
const NAMES: u64 = 1 << 63;
const ROUND: u64 = 1 << 31;

/// How near two edges are looked for, and the radii by which they are rounded (m).
#[derive(Clone, Copy)]
struct Near {
    reach: f64,
    radii: [f64; 2],
}

impl Near {
    /// As a contact of two sites under a name.
    fn touch(
        &self,
        found: &Crossing,
        sites: [usize; 2],
        holds: [SiteCarrier; 2],
        name: u64,
    ) -> DeformingContact {
        let Crossing { points, normal, .. } = *found;
        let surfaces = [points[0] + self.radii[0] * normal, points[1] - self.radii[1] * normal];
        let contact = Contact {
            sites: sites.map(|collider| Site { collider }),
            feature: NAMES | name,
            point: 0.5 * (surfaces[0] + surfaces[1]),
            normal,
            gap: found.gap - self.apart(),
        };
        DeformingContact { contact, holds }
    }

    fn apart(&self) -> f64 {
        self.radii[0] + self.radii[1]
    }
}

impl Skin<'_> {
    fn line(&self, name: u32) -> Line {
        Line::of(&self.surface, self.found.edges.all[name as usize])
    }

    /// Calls `visit` with the name of every edge of a group that crosses a line near it, and
    /// where. What has crossed is believed only where the line lies inside as deep: edges on
    /// the far sides of two solids look alike. `own` are vertices whose faces do not count.
    fn crossing(
        &self,
        line: &Line,
        group: &Group,
        near: Near,
        own: &[u32],
        mut visit: impl FnMut(u32, Crossing),
    ) {
        let limit = near.reach + near.apart();
        let width = line.width().min(self.found.depth.max(limit));
        let around = line.bounds().grown(limit.max(DEPTH * width));
        let faces = self.surface.faces;
        let counts = |face: u32, _: &Facing| !faces[face as usize].iter().any(|v| own.contains(v));
        group.tree.overlapping(&around, |place| {
            let name = group.names[place as usize];
            let other = self.line(name);
            let Some(found) = line.cross(&other) else { return };
            if found.gap > limit || -found.gap > DEPTH * line.width().min(other.width()) {
                return;
            }
            let inside = || {
                let facing = self.nearest(found.points[0], -2.0 * found.gap, counts);
                let height = |facing: Facing| facing.nearest.vector.dot(facing.outward);
                facing.is_some_and(|facing| height(facing) <= -BESIDE * found.gap)
            };
            if found.gap >= 0.0 || !self.surface.is_solid || inside() {
                visit(name, found);
            }
        });
    }
}

/// Edges of two surfaces, or of one with itself, that cross: those of two solids where both
/// are sharp. Pieces of two ropes are met as such.
pub(super) fn meet(
    first: Skin<'_>,
    second: Skin<'_>,
    reach: f64,
    touches: &mut Vec<DeformingContact>,
) {
    let (one, two) = (&first.surface, &second.surface);
    if one.faces.is_empty() && two.faces.is_empty() {
        return;
    }
    let is_same = one.collider == two.collider;
    let near = Near { reach, radii: [one.radius, two.radius] };
    let within = second.found.bounds.grown(reach + near.apart());
    let Found { edges, .. } = first.found;
    let others = &second.found.edges;
    let pairs = [
        (&edges.sharp, &others.sharp, true),
        (&edges.sharp, &others.flat, !one.is_solid),
        (&edges.flat, &others.sharp, !two.is_solid),
    ];
    for (at, (group, across, _)) in pairs.into_iter().enumerate().filter(|(_, pair)| pair.2) {
        for &name in &group.names {
            let (edge, line) = (edges.all[name as usize], first.line(name));
            if !within.overlaps(&line.bounds()) {
                continue;
            }
            let own = if is_same { &edge[..2] } else { &[] };
            second.crossing(&line, across, near, own, |other, crossing| {
                let far = others.all[other as usize];
                let is_known = at == 0 && other <= name;
                if is_same && (is_known || far[..2].iter().any(|vertex| edge.contains(vertex))) {
                    return;
                }
                let holds = [hold(edge, crossing.shares[0]), hold(far, crossing.shares[1])];
                let sites = [one.collider, two.collider];
                let name = u64::from(name) << 32 | u64::from(other);
                touches.push(near.touch(&crossing, sites, holds, name));
            });
        }
    }
}

impl DeformingDetector {
    /// Edges of a rigid shape that cross those of a surface, and round shapes between the
    /// ends of edges.
    pub(super) fn edges_against(
        &mut self,
        skin: Skin<'_>,
        (number, collider): (usize, &Collider),
        around: &Bounds,
        reach: f64,
    ) {
        let Found { edges, .. } = skin.found;
        let (role, pose) = (collider.shape.form.role(), &collider.pose);
        let sites = [number, skin.surface.collider];
        let within = skin.found.bounds.grown(reach + skin.surface.radius);
        each_line(role, pose, &within, &mut |index, line, radius| {
            let near = Near { reach, radii: [radius, skin.surface.radius] };
            for group in [&edges.sharp, &edges.flat] {
                skin.crossing(&line, group, near, &[], |name, crossing| {
                    let edge = edges.all[name as usize];
                    let holds = [SiteCarrier::Body, hold(edge, crossing.shares[1])];
                    let name = u64::from(name) << 32 | u64::from(index);
                    self.touches.push(near.touch(&crossing, sites, holds, name));
                });
            }
        });
        each_smooth(role, pose, &mut |part, convex, pose| {
            for group in [&edges.sharp, &edges.flat] {
                group.tree.overlapping(around, |place| {
                    let name = group.names[place as usize];
                    self.round(skin, name, (part, convex, pose), sites, reach);
                });
            }
        });
    }

    /// A round shape against an edge between its ends.
    fn round(
        &mut self,
        skin: Skin<'_>,
        name: u32,
        (part, convex, pose): (u32, Role<'_>, &Pose),
        sites: [usize; 2],
        reach: f64,
    ) {
        let (line, radius) = (skin.line(name), skin.surface.radius);
        let ([a, b], along) = (line.ends, line.ends[1] - line.ends[0]);
        let (middle, square) = (0.5 * (a + b), along.length_squared());
        if square == 0.0 {
            return;
        }
        self.found.clear();
        let sites = sites.map(|collider| Site { collider });
        let mut sink =
            Sink { contacts: &mut self.found, sites, origin: pose.position, flipped: false };
        let edge = Role::Convex(Core::Line(cores::Line(a - middle, b - middle)), radius);
        let edge = (edge, &Pose::at(middle));
        collide((convex, pose), edge, reach, &mut self.scratch, &mut sink);
        for (at, contact) in (0..).zip(&self.found) {
            let foot: DVec3 = contact.point + (0.5 * contact.gap + radius) * contact.normal;
            let share = (foot - a).dot(along) / square;
            if !(END..=1.0 - END).contains(&share) || !line.is_out(-contact.normal) {
                continue;
            }
            let edge = skin.found.edges.all[name as usize];
            let feature = NAMES | u64::from(name) << 32 | ROUND | u64::from(part) << 4 | at;
            let contact = Contact { feature, ..*contact };
            let holds = [SiteCarrier::Body, hold(edge, [1.0 - share, share])];
            self.touches.push(DeformingContact { contact, holds });
        }
    }
}
