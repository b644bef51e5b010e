//! Small worlds, said in few words: y is up, steps are 1/60 s.

use stickslip_dynamics::glam::{DMat3, DQuat, DVec3};
use stickslip_dynamics::{
    Accuracy, Axis, BodyDescription, BodyId, BodyState, ColliderDescription, Compliance, Drive,
    FrictionModel, JointDescription, JointId, JointKind, MassDescription, MaterialTable, Model,
    Motion, Motor, MotorMode, Pose, Schedule, Settings, Shape, Simulation, StepReport, Surface,
};

/// Time step (s).
pub const H: f64 = 1.0 / 60.0;
/// Gravity (m/s²).
pub const G: f64 = 9.81;

/// A model and its settings on the way to a simulation.
pub struct World {
    pub model: Model,
    pub settings: Settings,
}

impl World {
    /// Nothing in it but gravity. Steps are plain unless a test asks for more.
    pub fn new() -> Self {
        let settings = Settings { accuracy: Accuracy::Off, ..Settings::default() };
        Self { model: Model::default(), settings }
    }

    /// Nothing in it at all.
    pub fn weightless() -> Self {
        let mut world = Self::new();
        world.settings.gravity = DVec3::ZERO;
        world
    }

    /// Changes what everything is made of.
    pub fn surface(&mut self, change: impl FnOnce(&mut Surface)) {
        let table = &mut self.model.materials;
        let mut surface = table.materials()[MaterialTable::DEFAULT.0].surface;
        change(&mut surface);
        table.set_surface(MaterialTable::DEFAULT, surface).expect("a surface that can be");
    }

    /// Friction of everything with everything.
    pub fn friction(&mut self, model: FrictionModel, mu: f64) {
        self.settings.friction = model;
        self.surface(|surface| surface.friction = mu);
    }

    /// Solid ground below y = 0.
    pub fn ground(&mut self) -> BodyId {
        self.add(half_space(DVec3::Y))
    }

    pub fn add(&mut self, part: Part) -> BodyId {
        self.model.add_body(part.0).expect("a body that can be")
    }

    /// Joins two bodies, or one to the world.
    pub fn join(
        &mut self,
        first: Option<BodyId>,
        second: BodyId,
        kind: impl Into<JointKind>,
    ) -> JointId {
        self.describe(JointDescription::new("joint", first, second, kind))
    }

    pub fn describe(&mut self, joint: JointDescription) -> JointId {
        self.model.add_joint(joint).expect("a joint that can be")
    }

    pub fn start(self) -> Simulation {
        Simulation::new(self.model, self.settings).expect("settings that can be")
    }
}

/// A body on the way to a world.
pub struct Part(pub BodyDescription);

pub fn part(shape: Shape) -> Part {
    Part(BodyDescription::dynamic("part", Pose::IDENTITY, vec![ColliderDescription::new(shape)]))
}

pub fn half_space(normal: DVec3) -> Part {
    part(Shape::half_space(normal).expect("a unit normal")).fixed()
}

pub fn ball(radius: f64) -> Part {
    part(Shape::sphere(radius).expect("a positive radius"))
}

pub fn cube(half: f64) -> Part {
    cuboid(DVec3::splat(half))
}

pub fn cuboid(half_extents: DVec3) -> Part {
    part(Shape::cuboid(half_extents).expect("positive extents"))
}

pub fn hull(points: &[DVec3]) -> Part {
    part(Shape::convex_hull(points).expect("points with a volume"))
}

/// A ball of 1 kg that hardly turns: a particle with a surface.
pub fn particle() -> Part {
    let mut part = ball(0.5);
    part.0.mass =
        MassDescription::Given { mass: 1.0, centre: DVec3::ZERO, inertia: DMat3::IDENTITY * 1e12 };
    part
}

impl Part {
    pub fn named(mut self, name: &str) -> Self {
        self.0.name = name.into();
        self
    }

    pub fn mass(mut self, mass: f64) -> Self {
        self.0.mass = MassDescription::Total(mass);
        self
    }

    pub fn at(mut self, position: DVec3) -> Self {
        self.0.pose.position = position;
        self
    }

    pub fn turned(mut self, orientation: DQuat) -> Self {
        self.0.pose.orientation = orientation;
        self
    }

    pub fn moving(mut self, velocity: DVec3) -> Self {
        self.0.velocity = velocity;
        self
    }

    pub fn spinning(mut self, angular_velocity: DVec3) -> Self {
        self.0.angular_velocity = angular_velocity;
        self
    }

    pub fn fixed(mut self) -> Self {
        self.0.motion = Motion::Static;
        self
    }

    pub fn driven(mut self, drive: Drive) -> Self {
        self.0.motion = Motion::Kinematic(drive);
        self
    }
}

/// A motor that holds a speed with at most `limit`.
pub fn speed_motor(speed: f64, limit: f64) -> Axis {
    let motor = Motor { mode: MotorMode::Velocity, target: Schedule::constant(speed), limit };
    Axis { motors: vec![motor], ..Axis::FREE }
}

/// A surface that gives way by no more than rounding: ε = 10⁻¹², no recovery.
pub const RIGID: Compliance = Compliance::Row { epsilon: 1e-12, gamma: 0.0 };

/// Compliance ε of the default surface in one step.
pub fn default_epsilon() -> f64 {
    epsilon_at(H)
}

/// The same for another step size.
pub fn epsilon_at(h: f64) -> f64 {
    let (stiffness, damping) = (1e9, 3e7);
    1.0 / (h * h * stiffness + h * damping)
}

/// Steps and expects every island to be solved.
pub fn run(simulation: &mut Simulation, steps: usize) -> StepReport {
    let mut last = StepReport::default();
    for _ in 0..steps {
        last = simulation.step().expect("finite motion");
        assert_eq!(last.failed_solves, 0, "step {}", simulation.state().step);
    }
    last
}

pub fn state(simulation: &Simulation, body: BodyId) -> BodyState {
    simulation.state().bodies[body.0]
}

/// Sum of the normal impulses between two bodies in the last step (N·s).
pub fn normal_impulse(simulation: &Simulation, first: BodyId, second: BodyId) -> f64 {
    simulation
        .contacts()
        .iter()
        .filter(|contact| {
            [contact.first, contact.second] == [first.0, second.0]
                || [contact.second, contact.first] == [first.0, second.0]
        })
        .map(|contact| contact.impulse.dot(contact.normal))
        .sum()
}

/// |value − expected| ≤ tolerance, with the numbers in the message.
#[track_caller]
pub fn assert_close(value: f64, expected: f64, tolerance: f64) {
    assert!(
        (value - expected).abs() <= tolerance,
        "{value} is not {expected}: off by {:e}, allowed {tolerance:e}",
        value - expected
    );
}
