//! A world on a card as the engine of a simulation.

use std::collections::HashMap;

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{
    Accuracy, BodyState as ModelState, ContactMemory, ContactReport, ContactState, Engine, Model,
    Settings, State, StepReport,
};

use crate::contacts::{Contact, Kept, Partner};
use crate::describe::Surface;
use crate::error::GpuError;
use crate::model::{MAX_SUBSTEPS, Owner, Places, scene_of, state_of, write_state};
use crate::report::Report;
use crate::world::World;

/// Steps of a model on a device.
pub struct Card {
    name: String,
    world: World,
    /// Where bodies and walls are in the model.
    places: Places,
    /// What they are made of, walls after bodies; how two materials meet.
    materials: Vec<usize>,
    surfaces: Vec<Surface>,
    contacts: Vec<ContactReport>,
    memories: Vec<ContactMemory>,
    /// Whether the next step begins from a state that is given, and what that keeps of contacts.
    is_replaced: bool,
    kept: Vec<Kept>,
    /// Whether sub-steps follow the accuracy.
    may_raise: bool,
}

impl Card {
    /// Of a model at its beginning, on graphics card `number`.
    pub fn new(model: &Model, settings: &Settings, number: usize) -> Result<Self, GpuError> {
        Self::on(model, settings, |scene| World::on_card(scene, number))
    }

    /// The same on the processor, one thread: for tests.
    #[cfg(feature = "twin")]
    pub fn twin(model: &Model, settings: &Settings) -> Result<Self, GpuError> {
        Self::on(model, settings, World::on_twin)
    }

    fn on(
        model: &Model,
        settings: &Settings,
        begin: impl FnOnce(crate::Scene) -> Result<World, GpuError>,
    ) -> Result<Self, GpuError> {
        let (scene, places) = scene_of(model, settings)?;
        let bodies = scene.bodies.iter().map(|own| own.material);
        let materials = bodies.chain(scene.walls.iter().map(|own| own.material)).collect();
        let surfaces = scene.surfaces.clone();
        let mut world = begin(scene)?;
        world.time_stages(true);
        let name = world.device_name().to_owned();
        let is_asked = matches!(settings.accuracy, Accuracy::Within(_));
        let may_raise = is_asked || settings.substeps == 1;
        Ok(Self {
            name,
            world,
            places,
            materials,
            surfaces,
            contacts: Vec::new(),
            memories: Vec::new(),
            is_replaced: false,
            kept: Vec::new(),
            may_raise,
        })
    }

    /// Who the two sides of a contact are, and the second's number among bodies and walls.
    fn owners(&self, first: usize, second: Partner) -> ([Owner; 2], usize) {
        let (two, number) = match second {
            Partner::Body(body) => (self.places.bodies[body], body),
            Partner::Wall(wall) => (self.places.walls[wall], self.places.bodies.len() + wall),
        };
        ([self.places.bodies[first], two], number)
    }

    /// What is reported of a contact, and what the state keeps: the side of the lower number
    /// comes first.
    fn tell_of(&self, own: &Contact, bodies: &[ModelState]) -> (ContactReport, ContactMemory) {
        let ([one, two], number) = self.owners(own.first, own.second);
        let count = self.surfaces.len().isqrt();
        let surface = self.surfaces[self.materials[own.first] * count + self.materials[number]];
        let is_flipped = two.collider < one.collider;
        let [first, second] = if is_flipped { [two, one] } else { [one, two] };
        let sign = if is_flipped { -1.0 } else { 1.0 };
        let [push, x, y] = own.rows();
        let point = DVec3::from_array(own.point);
        let velocity = |body: usize| {
            let state = &bodies[body];
            state.velocity + state.angular_velocity.cross(point - state.pose.position)
        };
        let normal = sign * DVec3::from_array(own.normal);
        let across = if normal.x.abs() < 0.9 { DVec3::X } else { DVec3::Z };
        let report = ContactReport {
            first: first.body,
            second: second.body,
            shapes: [first.at, second.at],
            point,
            normal,
            gap: own.gap,
            impulse: sign * DVec3::from_array(own.impulse),
            velocity: velocity(second.body) - velocity(first.body),
            friction: surface.friction,
            tangent: normal.cross(across).normalize(),
            state: match push {
                _ if push <= 0.0 => ContactState::Separating,
                _ if x * x + y * y >= (surface.friction * push * (1.0 - 1e-5)).powi(2) => {
                    ContactState::Slipping
                }
                _ => ContactState::Sticking,
            },
            ..ContactReport::default()
        };
        let mut memory = ContactMemory {
            key: (first.collider, second.collider, own.feature),
            ..ContactMemory::default()
        };
        // The second tangent of −n is that of n, and the impulse is the opposite.
        memory.impulses[..3].copy_from_slice(&[push, x, sign * y]);
        (report, memory)
    }

    /// What the state keeps, as the device takes it; contacts of others are left out.
    fn recall(&self, memories: &[ContactMemory]) -> Vec<Kept> {
        let bodies = self.places.bodies.iter().enumerate();
        let walls = self.places.walls.iter().enumerate();
        let mut known: HashMap<usize, Partner> =
            bodies.map(|(at, own)| (own.collider, Partner::Body(at))).collect();
        known.extend(walls.map(|(at, own)| (own.collider, Partner::Wall(at))));
        let kept = |memory: &ContactMemory| {
            let (one, two) = (*known.get(&memory.key.0)?, *known.get(&memory.key.1)?);
            let [push, x, y, ..] = memory.impulses;
            let feature = memory.key.2;
            match (one, two) {
                // The device puts the body of the lower number first, and walls last.
                (Partner::Body(first), second) => {
                    Some(Kept { first, second, feature, rows: [push, x, y] })
                }
                (Partner::Wall(_), Partner::Body(first)) => {
                    Some(Kept { first, second: one, feature, rows: [push, x, -y] })
                }
                (Partner::Wall(_), Partner::Wall(_)) => None,
            }
        };
        memories.iter().filter_map(kept).collect()
    }
}

fn fill(own: &Report, report: &mut StepReport) {
    report.contacts = own.contacts;
    report.constraints = 3 * own.points;
    report.substeps = own.substeps;
    report.penetration_max = own.deepest;
    report.joint_error_max = own.joint_error;
    report.times.broad_s = own.times.sort_ms * 1e-3;
    report.times.solve_s = own.times.solve_ms * 1e-3;
    report.times.assemble_s = own.times.measure_ms * 1e-3;
}

impl Engine for Card {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin(&mut self, state: &State, _accuracy: Option<f64>) -> Result<(), String> {
        if self.is_replaced {
            self.kept = self.recall(&state.contacts);
        }
        Ok(())
    }

    fn step(
        &mut self,
        bodies: &mut [ModelState],
        accuracy: Option<f64>,
        report: &mut StepReport,
    ) -> Result<(), String> {
        let told = |error: GpuError| error.to_string();
        if std::mem::take(&mut self.is_replaced) {
            let owners = self.places.bodies.iter().zip(&self.places.turns);
            let states: Vec<_> =
                owners.map(|(own, turn)| state_of(&bodies[own.body], *turn)).collect();
            self.world.set_states(&states).map_err(told)?;
            self.world.set_contacts(&std::mem::take(&mut self.kept)).map_err(told)?;
        }
        let own = self.world.step().map_err(told)?;
        let owners = self.places.bodies.iter().zip(&self.places.turns);
        for ((at, turn), state) in owners.zip(self.world.states().map_err(told)?) {
            write_state(&state, *turn, &mut bodies[at.body]);
        }
        fill(&own, report);
        let contacts = self.world.contacts().map_err(told)?;
        let told_of = contacts.iter().map(|contact| self.tell_of(contact, bodies));
        (self.contacts, self.memories) = told_of.unzip();
        self.memories.sort_by_key(|memory| memory.key);
        // A step that ends beyond the accuracy is counted, and the next ones have more sub-steps.
        if accuracy.is_some_and(|accuracy| own.deepest.max(own.joint_error) > accuracy) {
            report.inaccurate += 1;
            if self.may_raise && 2 * own.substeps <= MAX_SUBSTEPS {
                self.world.double_substeps().map_err(told)?;
            }
        }
        Ok(())
    }

    fn tell(&self, state: &mut State, contacts: &mut Vec<ContactReport>) {
        state.contacts.clone_from(&self.memories);
        contacts.clone_from(&self.contacts);
    }

    fn state_replaced(&mut self) {
        self.is_replaced = true;
    }
}
