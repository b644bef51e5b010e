//! A sum of coordinates of other joints.

use std::sync::Arc;

use glam::{DQuat, DVec3};
use stickslip_contact::Pose;

use super::axis::{Axis, Motor};
use super::axis_rows::Moment;
use super::builder::Builder;
use super::check::{finite, unit};
use super::constraint::{Constraint, RowCounts, SharedConstraint};
use super::frames::{Coordinate, Frame, Frames, Measured};
use super::passive_rows::Kind;
use super::recipe::{JointSource, Recipe};
use super::rotation::{twist, unwind};
use crate::parts::BodyId;
use crate::rows::{Bodies, NewRow, RowBuffer};

/// Holds, stops, springs or drives Σ cᵢ qᵢ, where each qᵢ is the turn or travel of one body
/// against another. The joints that leave these free are there beside it. Turns of the
/// first two terms are counted over any number of turns; those of others end at half
/// a turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Coupling {
    /// The terms.
    pub terms: Vec<CouplingTerm>,
    /// What the sum may do.
    pub sum: Axis,
}

/// One term cᵢ qᵢ of a [`Coupling`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CouplingTerm {
    /// The body against which is measured; `None` for the world.
    pub first: Option<BodyId>,
    /// The body that turns or travels.
    pub second: BodyId,
    /// A point on the axis.
    pub anchor: DVec3,
    /// The axis.
    pub axis: DVec3,
    /// Whether q is a travel along the axis (m) and no turn about it (rad).
    pub slides: bool,
    /// c.
    pub factor: f64,
    /// q at the initial poses.
    pub reference: f64,
}

impl Recipe for Coupling {
    const NAME: &'static str = "coupling";

    /// q + ratio·q′ of two bodies, held at zero or in a range.
    fn read<S: JointSource>(source: &S) -> Result<Self, S::Error> {
        let term = |keys: [&'static str; 4], factor: f64| -> Result<CouplingTerm, S::Error> {
            let [second, first, axis, slides] = keys;
            Ok(CouplingTerm {
                second: source.body(second)?,
                first: source.body_or_world(first)?,
                anchor: source.point("anchor")?,
                axis: source.direction(axis)?,
                slides: source.at_least_zero(slides)? > 0.0,
                factor,
                reference: 0.0,
            })
        };
        let own = term(["second", "carrier", "axis", "slides"], 1.0)?;
        let ratio = source.number("ratio", 1.0)?;
        let other = term(["other", "other_carrier", "other_axis", "other_slides"], ratio)?;
        let limits = source.range("range")?.unwrap_or([0.0, 0.0]);
        let sum = Axis { limits: Some(limits), ..Axis::FREE };
        Ok(Self { terms: vec![own, other], sum })
    }

    fn build(&self, on: &Builder<'_>) -> Result<SharedConstraint, String> {
        self.sum.check().map_err(|reason| format!("the sum: {reason}"))?;
        let part = |term: &CouplingTerm| {
            let axis = unit("an axis", term.axis)?;
            let anchor = finite("an anchor", term.anchor)?;
            if !(term.factor.is_finite() && term.reference.is_finite()) {
                return Err("a factor or reference is not finite".to_owned());
            }
            if term.first == Some(term.second) {
                return Err("a term measures a body against itself".to_owned());
            }
            let world = Pose::new(anchor, DQuat::from_rotation_arc(DVec3::X, axis));
            let frame =
                |body: Option<BodyId>| Frame::new(body.map(|body| body.0), world, on.bodies);
            Ok(Part {
                frames: Frames::new(frame(term.first), frame(Some(term.second))),
                slides: term.slides,
                factor: term.factor,
                reference: term.reference,
            })
        };
        let parts = self.terms.iter().map(part).collect::<Result<Vec<_>, _>>()?;
        if self.terms.first().map(|term| term.second.0) != Some(on.second) {
            return Err("the second body is not that of the first term".into());
        }
        let mut sum = self.sum.clone();
        if sum.limits.is_some_and(|[low, high]| low == high) {
            sum.compliance = on.compliance;
        }
        Ok(Arc::new(CouplingConstraint { parts, sum }))
    }

    fn points(&self) -> Option<[DVec3; 2]> {
        None
    }

    fn other_bodies(&self) -> Vec<(&'static str, BodyId)> {
        let mut others: Vec<BodyId> = Vec::new();
        let own = self.terms.first().map(|term| term.second);
        let all = self.terms.iter().flat_map(|term| [term.first, Some(term.second)]).flatten();
        for body in all.filter(|body| Some(*body) != own) {
            if !others.contains(&body) {
                others.push(body);
            }
        }
        others.into_iter().map(|body| ("a body of a term", body)).collect()
    }

    fn bodies_mut(&mut self) -> Vec<&mut BodyId> {
        let terms = self.terms.iter_mut();
        terms.flat_map(|term| term.first.iter_mut().chain([&mut term.second])).collect()
    }
}

/// One term with its frames on its bodies.
#[derive(Debug)]
struct Part {
    frames: Frames,
    slides: bool,
    factor: f64,
    reference: f64,
}

impl Part {
    /// q, of turns the one nearest to `near`.
    fn coordinate(&self, bodies: &Bodies<'_>, near: f64) -> Coordinate {
        let relative = self.frames.relative(bodies);
        let mut coordinate = if self.slides {
            relative.travel(relative.frame.direction(DVec3::X))
        } else {
            let (raw, gradient) = twist(relative.rotation, DVec3::X);
            relative.spin(unwind(raw, near - self.reference), gradient)
        };
        coordinate.value += self.reference;
        coordinate
    }
}

#[derive(Debug)]
struct CouplingConstraint {
    parts: Vec<Part>,
    sum: Axis,
}

impl CouplingConstraint {
    /// The terms with their factors where the bodies are.
    fn terms<'a>(
        &'a self,
        bodies: &'a Bodies<'a>,
        memory: &'a [f64; 2],
    ) -> impl Iterator<Item = (f64, Coordinate)> + 'a {
        self.parts.iter().enumerate().map(move |(at, part)| {
            let near = memory.get(at).copied().unwrap_or(part.reference);
            (part.factor, part.coordinate(bodies, near))
        })
    }
}

/// Most terms that need no memory of their own.
const FEW: usize = 4;

/// Σ cᵢ qᵢ at a moment: the factors and the coordinates.
struct Sum {
    few: [Option<(f64, Coordinate)>; FEW],
    others: Vec<(f64, Coordinate)>,
}

impl Sum {
    fn new(constraint: &CouplingConstraint, bodies: &Bodies<'_>, memory: &[f64; 2]) -> Self {
        let mut terms = constraint.terms(bodies, memory);
        Self { few: std::array::from_fn(|_| terms.next()), others: terms.collect() }
    }

    fn terms(&self) -> impl Iterator<Item = &(f64, Coordinate)> {
        self.few.iter().flatten().chain(&self.others)
    }
}

impl Measured for Sum {
    fn value(&self) -> f64 {
        self.terms().map(|(factor, coordinate)| factor * coordinate.value).sum()
    }

    fn along(&self, motion: &dyn Fn(usize) -> [DVec3; 2]) -> f64 {
        self.terms().map(|(factor, coordinate)| factor * coordinate.along(motion)).sum()
    }

    fn drift(&self, bodies: &Bodies<'_>) -> f64 {
        self.terms().map(|(factor, coordinate)| factor * coordinate.drift(bodies)).sum()
    }

    fn add_to(&self, row: &mut NewRow<'_>, factor: f64) {
        for (own, coordinate) in self.terms() {
            coordinate.add_to(row, own * factor);
        }
    }
}

impl Constraint for CouplingConstraint {
    fn row_counts(&self) -> RowCounts {
        RowCounts {
            travels: 0,
            turns: self.sum.holding_count(),
            drives: self.sum.driving_count(Kind::Plain),
        }
    }

    fn has_armature(&self) -> bool {
        self.sum.has_armature()
    }

    fn initial_memory(&self) -> [f64; 2] {
        std::array::from_fn(|at| self.parts.get(at).map_or(0.0, |part| part.reference))
    }

    fn track(&self, bodies: &Bodies<'_>, memory: &mut [f64; 2]) {
        for (part, near) in self.parts.iter().zip(memory) {
            *near = part.coordinate(bodies, *near).value;
        }
    }

    fn motors(&self) -> Vec<(usize, &Motor)> {
        self.sum.motors.iter().map(|motor| (0, motor)).collect()
    }

    fn write_rows(&self, moment: &Moment<'_>, rows: &mut RowBuffer) {
        let sum = Sum::new(self, moment.bodies, moment.memory);
        self.sum.write_holding(&sum, true, moment, rows);
        let measured = (&sum, &sum, Kind::Plain);
        self.sum.write_driving(measured, &mut moment.controls.iter(), moment, rows);
    }
}
