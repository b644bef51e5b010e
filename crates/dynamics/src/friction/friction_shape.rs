//! The section of one contact: what its pair's law gives of it, and the shape
//! that the friction model makes of that.

use std::sync::Arc;

use glam::{DMat3, DVec3};
use stickslip_contact::Pose;
use stickslip_solve::SectionShape;
use stickslip_solve::sets::Polygon;

use super::directions::{Encounter, Limit, LimitShape, directions, tangential};
use super::section::FrictionSection;
use crate::parts::{MaterialId, MaterialTable, Surface};

/// The section of a contact as multiples of its μ, in its own frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum FrictionShape {
    /// Alike in all directions.
    #[default]
    Disc,
    /// Semi-axes.
    Ellipse([f64; 2]),
    /// A polygon of forces on the second side.
    Hull(Arc<Polygon>),
}

/// Two sides that touch, as the law of their materials sees them.
#[derive(Clone, Copy, Debug)]
pub struct TouchingSurfaces<'a> {
    /// All materials.
    pub materials: &'a MaterialTable,
    /// Those of the two sides.
    pub ids: [MaterialId; 2],
    /// The frames of the two sides, in which they show their structure.
    pub frames: [Option<Pose>; 2],
    /// The point in world coordinates (m).
    pub point: DVec3,
    /// Velocity of the second side against the first (m/s).
    pub velocity: DVec3,
    /// Whether they touch, and are not only near.
    pub closed: bool,
    /// Normal impulse of the last step (N·s).
    pub load: f64,
    /// How long impulses act (s): a step, or half of one in a kick.
    pub h: f64,
}

impl TouchingSurfaces<'_> {
    /// The section, and the size of one that does not follow the load (N·s).
    /// Turns the frame [n t b] to the axes of the section, and makes `surface`
    /// have its largest coefficient and its torsion.
    pub fn friction_shape(
        &self,
        surface: &mut Surface,
        frame: &mut DMat3,
    ) -> (FrictionShape, Option<f64>) {
        let Some((law, swapped)) = self.materials.law(self.ids[0], self.ids[1]) else {
            return (FrictionShape::Disc, None);
        };
        let normal = frame.x_axis;
        let slip = self.velocity - normal * normal.dot(self.velocity);
        let factor = law.factor(surface.friction, slip.length(), self.load / self.h);
        let sides = if swapped { [1, 0] } else { [0, 1] };
        let sign = if swapped { -1.0 } else { 1.0 };
        let structure = |side: usize| {
            let (frame, own) = (self.frames[side]?, self.materials.structure(self.ids[side])?);
            tangential(normal, frame.direction(own.at(frame.local_point(self.point))))
        };
        let relief = |side: usize, offset: DVec3| {
            let found = self.frames[side].zip(self.materials.relief(self.ids[side]));
            found.map_or(DVec3::ZERO, |(frame, own)| {
                frame.direction(own.0.at(frame.local_point(self.point + offset)))
            })
        };
        let reliefs = sides.map(|side| move |offset: DVec3| relief(side, offset));
        let has_relief = |at: usize| self.materials.relief(self.ids[sides[at]]).is_some();
        let own = |at: usize| has_relief(at).then_some(&reliefs[at] as &dyn Fn(DVec3) -> DVec3);
        let encounter = Encounter {
            normal: sign * normal,
            tangent: frame.y_axis,
            slip: sign * slip,
            friction: surface.friction,
            torsion: surface.torsion,
            structures: sides.map(structure),
            reliefs: [own(0), own(1)],
        };
        let limit = law.limit(&encounter);
        surface.torsion = law.torsion(&encounter).unwrap_or(surface.torsion);
        let mut friction_shape = FrictionShape::Disc;
        if let Some(Limit { tangent, shape }) = limit {
            *frame = DMat3::from_cols(normal, tangent, normal.cross(tangent));
            (surface.friction, friction_shape) = FrictionShape::of(shape, swapped);
        }
        surface.friction *= factor;
        let size = if self.closed { self.h * factor } else { 0.0 };
        (friction_shape, law.tresca.map(|force| force * size))
    }
}

impl FrictionShape {
    /// The largest coefficient of a section, and what it is as a multiple of
    /// that. The other way round a force on the second is one on the first, and
    /// the second axis n × t points the other way: (t, b) becomes (−t, b).
    fn of(shape: LimitShape, swapped: bool) -> (f64, Self) {
        match shape {
            LimitShape::Ellipse([along, across]) => {
                let size = along.max(across);
                match size > 0.0 && along != across {
                    true => (size, Self::Ellipse([along / size, across / size])),
                    false => (size, Self::Disc),
                }
            }
            LimitShape::Hull(corners) => {
                let size = corners.iter().map(|[t, b]| libm::hypot(*t, *b)).fold(0.0, f64::max);
                let sign = if swapped { -1.0 } else { 1.0 };
                let unit: Vec<_> =
                    corners.iter().map(|[t, b]| [sign * t / size, b / size]).collect();
                // Without any size nothing is a number, and there is no friction.
                match Polygon::hull(&unit) {
                    Ok(polygon) => (size, Self::Hull(polygon.into())),
                    Err(_) => (0.0, Self::Disc),
                }
            }
        }
    }

    /// The size at which a tangential impulse lies on the boundary of what the
    /// model makes of the section.
    pub fn gauge(&self, section: FrictionSection, point: [f64; 2]) -> f64 {
        match (self, self.shape(section)) {
            (Self::Disc, _) | (_, SectionShape::Disc | SectionShape::Square) => {
                section.gauge(point[0], point[1])
            }
            (_, SectionShape::Hull(polygon)) => polygon.gauge(point),
            (Self::Ellipse([along, across]), _) => {
                let of = |value: f64, axis: f64| if axis > 0.0 { value / axis } else { 0.0 };
                libm::hypot(of(point[0], *along), of(point[1], *across))
            }
            (Self::Hull(polygon), _) => polygon.gauge(point),
        }
    }

    /// The shape that a section of the model becomes: a disc gives way to what
    /// the surfaces have, a polygon to that as seen along its rays (course,
    /// §6.1.4), and a square to the rectangle around it.
    pub fn shape(&self, section: FrictionSection) -> SectionShape {
        let hull = |corners: &[[f64; 2]]| {
            // Corners are finite: those of a section that was made.
            Polygon::hull(corners).map_or(SectionShape::Disc, |it| SectionShape::Hull(it.into()))
        };
        match (self, section) {
            (Self::Disc, _) => section.shape(),
            (Self::Ellipse(axes), FrictionSection::Disc) => SectionShape::Ellipse(axes.to_vec()),
            (Self::Ellipse([along, across]), FrictionSection::Square) => {
                hull(&rectangle([-along, *along], [-across, *across]))
            }
            (Self::Ellipse([along, across]), FrictionSection::Polygon(facets)) => {
                let corners: Vec<_> = directions(facets)
                    .map(|[x, y]| {
                        let stretch = libm::hypot(across * x, along * y);
                        let radius = if stretch > 0.0 { along * across / stretch } else { 0.0 };
                        [radius * x, radius * y]
                    })
                    .collect();
                hull(&corners)
            }
            (Self::Hull(polygon), FrictionSection::Square) => {
                let reach = |direction: [f64; 2]| polygon.support(direction);
                let along = [-reach([-1.0, 0.0]), reach([1.0, 0.0])];
                let across = [-reach([0.0, -1.0]), reach([0.0, 1.0])];
                hull(&rectangle(along, across))
            }
            (Self::Hull(polygon), _) => SectionShape::Hull(polygon.clone()),
        }
    }
}

fn rectangle([back, ahead]: [f64; 2], [left, right]: [f64; 2]) -> [[f64; 2]; 4] {
    [[back, left], [ahead, left], [ahead, right], [back, right]]
}
