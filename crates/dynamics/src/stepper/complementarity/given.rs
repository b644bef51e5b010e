//! The problem of one step whose contacts are given instead of found.

use glam::{DMat3, DVec3};
use stickslip_solve::ProblemData;

use super::contact_rows::{ContactInput, ContactStep, Side};
use super::elastic::Elastic;
use super::inertia::Inertia;
use super::island_problem::{self, IslandView};
use super::islands::Island;
use super::stages;
use super::trees::Trees;
use crate::freedoms::Layout;
use crate::friction::{Anisotropy, Form, FrictionModel, FrictionShape};
use crate::joint::Interval;
use crate::model::{BodyId, Model, ModelError, Surface};
use crate::parts::at_least_zero;
use crate::rows::{Bodies, RowBuffer};
use crate::settings::{ErrorBounds, Settings};
use crate::world::World;

/// A contact that is given instead of found.
#[derive(Clone, Copy, Debug)]
pub struct GivenContact {
    /// The two bodies; forces move one of them at least.
    pub bodies: [BodyId; 2],
    /// The point in world coordinates (m).
    pub point: DVec3,
    /// The right-handed frame C = [n t b]; the unit normal n points from the
    /// first body to the second.
    pub frame: DMat3,
    /// Signed distance φ along the normal (m).
    pub gap: f64,
    /// What happens where the bodies meet.
    pub surface: Surface,
    /// Normal impulse (N·s) for whatever takes its bounds from the last step.
    pub load: f64,
}

/// A model at its initial state with given contacts, and what one step does
/// with it. For whoever wants the problem and not the motion.
///
/// ```
/// use stickslip_dynamics::glam::{DMat3, DVec3};
/// use stickslip_dynamics::*;
/// let mut model = Model::default();
/// let ball = ColliderDescription::new(Shape::sphere(0.5)?);
/// let floor = model.add_body(BodyDescription::fixed("floor", Pose::IDENTITY, Vec::new()))?;
/// let ball = model.add_body(BodyDescription::dynamic("ball", Pose::IDENTITY, vec![ball]))?;
/// let frame = DMat3::from_cols(DVec3::Y, DVec3::NEG_Z, DVec3::NEG_X);
/// let contact = GivenContact {
///     bodies: [floor, ball],
///     point: DVec3::new(0.0, -0.5, 0.0),
///     frame,
///     gap: 0.0,
///     surface: Surface::default(),
///     load: 0.0,
/// };
/// let step = GivenStep {
///     model,
///     contacts: vec![contact],
///     gravity: DVec3::new(0.0, -9.81, 0.0),
///     time_step: 0.01,
///     gyroscopic: true,
///     friction: FrictionModel::Pyramid,
/// };
/// let data = step.problem()?;
/// assert_eq!((data.b.len(), data.contacts.len()), (3, 1));
/// assert!((data.b[0] + 0.0981).abs() < 1e-15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GivenStep {
    /// Rigid bodies and joints; one with soft bodies is refused.
    pub model: Model,
    /// Where bodies touch.
    pub contacts: Vec<GivenContact>,
    /// Gravity (m/s²).
    pub gravity: DVec3,
    /// Step size h (s).
    pub time_step: f64,
    /// Whether the gyroscopic torque −ω × Iω acts.
    pub gyroscopic: bool,
    /// Friction model.
    pub friction: FrictionModel,
}

impl GivenStep {
    /// The problem of all bodies and rows at once: the rows of the joints,
    /// then those of the contacts, both in their order, over six freedoms of
    /// each body that forces move. Zeros are not stored.
    pub fn problem(self) -> Result<ProblemData, ModelError> {
        self.check()?;
        let Self { model, contacts, gravity, time_step: h, gyroscopic, friction } = self;
        let settings = Settings { gravity, time_step: h, gyroscopic, friction, ..<_>::default() };
        settings.check()?;
        let step = ContactStep {
            h,
            left: h,
            restitution_threshold: settings.restitution_threshold,
            friction: friction.has_tangents(),
        };
        let mut world = World::new(model, settings, ErrorBounds::default());
        let (mut rows, mut inertia) = (RowBuffer::default(), Inertia::default());
        stages::drive(&mut world, 0.0, h);
        let interval = Interval { time: 0.0, h, rule: stages::rule(&world.settings) };
        stages::write_joints(&mut world, interval, (|_| true, true), &mut rows, &mut Vec::new());
        let bodies =
            Bodies { bodies: world.model.bodies(), states: &world.state.bodies, vertices: &[] };
        inertia.refresh(bodies.bodies, bodies.states, 0..bodies.states.len());
        let write =
            |contact: &GivenContact| step.write(&bodies, &contact.contact_input(), &mut rows);
        let contacts: Vec<_> = contacts.iter().map(write).collect();
        stages::accelerate(&mut world, h);
        let layout = Layout::new(world.model.bodies(), &[], &world.forest);
        let mut data = island_problem::empty();
        let view = IslandView {
            island: &everything(&layout, &rows),
            columns: &columns(&layout),
            rows: &rows,
            contacts: &contacts,
            bodies: Bodies {
                bodies: world.model.bodies(),
                states: &world.state.bodies,
                vertices: &[],
            },
            inertia: &inertia,
            elastic: &Elastic::default(),
            trees: &Trees::default(),
            h,
        };
        let form = Form { model: friction, anisotropy: Anisotropy::Isotropic };
        island_problem::write(&mut data, &view, form);
        if let Some(factored) = &mut data.factored {
            factored.jacobian.drop_zeros();
            factored.inertia.inverse_mut().drop_zeros();
        }
        Ok(data)
    }

    fn check(&self) -> Result<(), ModelError> {
        if let Some(soft) = self.model.soft_bodies().first() {
            return Err(ModelError::Soft {
                name: soft.description.name.clone(),
                reason: "a step whose contacts are given takes rigid bodies and joints only".into(),
            });
        }
        let bodies = self.model.bodies();
        for (at, contact) in self.contacts.iter().enumerate() {
            if let Some(body) = contact.bodies.iter().find(|body| body.0 >= bodies.len()) {
                return Err(ModelError::NoBody { body: body.0, bodies: bodies.len() });
            }
            let wrong = |reason: String| ModelError::Contact { contact: at, reason };
            let [first, second] = contact.bodies.map(|body| &bodies[body.0]);
            if contact.bodies[0] == contact.bodies[1] {
                return Err(wrong("both bodies are the same".into()));
            }
            if !first.is_dynamic() && !second.is_dynamic() {
                return Err(wrong("none of its bodies can be moved by forces".into()));
            }
            contact.check().map_err(wrong)?;
        }
        Ok(())
    }
}

impl GivenContact {
    fn check(&self) -> Result<(), String> {
        if !self.point.is_finite() || !self.gap.is_finite() {
            return Err("its place is not finite".into());
        }
        let gram = self.frame.transpose() * self.frame - DMat3::IDENTITY;
        let straight = gram.to_cols_array().iter().all(|gap| gap.abs() <= 1e-9);
        if !(straight && self.frame.determinant() > 0.0) {
            return Err("its frame is not orthonormal and right-handed".into());
        }
        at_least_zero("the load", self.load)?;
        self.surface.check()
    }

    fn contact_input(&self) -> ContactInput {
        let Self { bodies, point, frame, gap, surface, load } = *self;
        let sides = bodies.map(|body| Side::Body(body.0));
        ContactInput {
            sides,
            point,
            frame,
            gap,
            surface,
            load,
            friction_shape: FrictionShape::Disc,
            bound: None,
            surface_velocity: DVec3::ZERO,
        }
    }
}

/// All rows and all bodies that forces move, as one island.
fn everything(layout: &Layout, rows: &RowBuffer) -> Island {
    let movers = layout.movers();
    Island {
        rows: (0..rows.rows().len()).collect(),
        bodies: (0..movers).filter(|&mover| layout.moves(mover)).collect(),
        meshes: Vec::new(),
        freedoms: movers.checked_sub(1).map_or(0, |last| layout.span(last).end),
    }
}

/// First column of each mover; `usize::MAX` for those that nothing moves.
fn columns(layout: &Layout) -> Vec<usize> {
    let first = |mover: usize| {
        if layout.moves(mover) { layout.span(mover).start } else { usize::MAX }
    };
    (0..layout.movers()).map(first).collect()
}
