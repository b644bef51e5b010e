//! A scene that is being written in code.

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{
    BodyId, CableDescription, JointDescription, JointKind, LiquidDescription, Material, Model,
    ModelError, Settings, Simulation, SoftDescription, Surface,
};

use crate::Rigid;

/// Bodies, joints and settings, one after the other; a part names those before it.
///
/// The first part that is wrong is reported at the end, by its name and with what is wrong with it,
/// and nothing after it is looked at.
///
/// ```
/// use stickslip::prelude::*;
///
/// let mut door = World::new()
///     .settings(|settings| settings.time_step = 0.01)
///     .material("oak", Surface { friction: 0.4, ..Surface::default() })
///     .body(Rigid::fixed("frame").at([0.0, 1.0, 0.0]).cuboid([0.1, 2.0, 0.1]).material("oak"))
///     .body(Rigid::dynamic("leaf").at([0.5, 1.0, 0.0]).cuboid([0.8, 1.9, 0.04]).mass(15.0))
///     .joint("hinge", "frame", "leaf", Hinge {
///         anchor: DVec3::new(0.05, 1.0, 0.0),
///         axis: DVec3::Y,
///         rotation: Axis { limits: Some([-0.1, 1.6]), friction: 0.5, ..Axis::FREE },
///     })
///     .simulate()?;
/// door.step()?;
///
/// let wrong = World::new().body(Rigid::dynamic("egg").sphere(-1.0)).simulate();
/// let told = wrong.err().expect("no ball is that small").to_string();
/// assert!(told.starts_with("body \"egg\": "), "{told}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct World {
    model: Model,
    settings: Settings,
    wrong: Option<ModelError>,
}

impl World {
    /// Nothing but gravity along −y.
    pub fn new() -> Self {
        Self::default()
    }

    /// Changes how it is stepped.
    pub fn settings(mut self, change: impl FnOnce(&mut Settings)) -> Self {
        change(&mut self.settings);
        self
    }

    /// What bodies are pulled by (m/s²).
    pub fn gravity(self, gravity: impl Into<DVec3>) -> Self {
        let gravity = gravity.into();
        self.settings(|settings| settings.gravity = gravity)
    }

    /// A material that later bodies name.
    pub fn material(self, name: impl Into<String>, surface: Surface) -> Self {
        let name = name.into();
        self.with(|model| model.materials.add(Material { name, surface }).map(drop))
    }

    /// What happens where two materials meet, whichever comes first.
    pub fn pair(self, first: &str, second: &str, surface: Surface) -> Self {
        self.with(|model| {
            let (first, second) = (model.material_named(first)?, model.material_named(second)?);
            model.materials.set_pair(first, second, surface)
        })
    }

    /// A body `ground` that never moves: everything below y = 0.
    pub fn ground(self) -> Self {
        self.body(Rigid::fixed("ground").half_space(DVec3::Y))
    }

    /// A rigid body, whose name must be new.
    pub fn body(self, body: Rigid) -> Self {
        self.with(|model| {
            let description = body.describe(model)?;
            if model.find_body(&description.name).is_some() {
                let reason = "there is another one of that name".into();
                return Err(ModelError::Body { name: description.name, reason });
            }
            model.add_body(description).map(drop)
        })
    }

    /// A joint of two bodies, or of the world (`None`) and a body. Anchors and axes are where
    /// they are at the beginning, in world coordinates.
    pub fn joint<'a>(
        self,
        name: impl Into<String>,
        first: impl Into<Option<&'a str>>,
        second: &str,
        kind: impl Into<JointKind>,
    ) -> Self {
        self.joint_with(name, first, second, kind, |_| ())
    }

    /// The same, with its compliance, its strength or whether its bodies touch.
    pub fn joint_with<'a>(
        self,
        name: impl Into<String>,
        first: impl Into<Option<&'a str>>,
        second: &str,
        kind: impl Into<JointKind>,
        change: impl FnOnce(&mut JointDescription),
    ) -> Self {
        let first = first.into();
        self.with(|model| {
            let first = first.map(|name| model.body_named(name)).transpose()?;
            let second = model.body_named(second)?;
            let mut description = JointDescription::new(name, first, second, kind);
            change(&mut description);
            model.add_joint(description).map(drop)
        })
    }

    /// Lets two bodies pass through each other.
    pub fn apart(self, first: &str, second: &str) -> Self {
        self.with(|model| {
            let (first, second) = (model.body_named(first)?, model.body_named(second)?);
            model.ignore_contacts(first, second)
        })
    }

    /// A cable: segments with joints between them.
    pub fn cable(self, cable: CableDescription) -> Self {
        self.with(|model| model.add_cable(cable).map(drop))
    }

    /// A soft body.
    pub fn soft(self, soft: SoftDescription) -> Self {
        self.with(|model| model.add_soft(soft).map(drop))
    }

    /// A liquid, which the stepper `fluid` moves.
    pub fn liquid(self, liquid: LiquidDescription) -> Self {
        self.with(|model| model.add_liquid(liquid))
    }

    /// Whatever else a model takes, or parts that name each other by number.
    pub fn with(mut self, change: impl FnOnce(&mut Model) -> Result<(), ModelError>) -> Self {
        if self.wrong.is_none() {
            self.wrong = change(&mut self.model).err();
        }
        self
    }

    /// The number of a body that is there, for [`Self::with`] and what is read out later.
    pub fn find(&self, body: &str) -> Result<BodyId, ModelError> {
        self.model.body_named(body)
    }

    /// What was described.
    ///
    /// # Errors
    /// The first part that is wrong.
    pub fn build(self) -> Result<(Model, Settings), ModelError> {
        match self.wrong {
            None => Ok((self.model, self.settings)),
            Some(error) => Err(error),
        }
    }

    /// What was described at its beginning.
    ///
    /// # Errors
    /// The first part that is wrong, or the setting.
    pub fn simulate(self) -> Result<Simulation, ModelError> {
        let (model, settings) = self.build()?;
        Simulation::new(model, settings)
    }
}
