//! What is stepped.

use glam::{DQuat, DVec3};
use stickslip_dynamics::{
    Accuracy, BodyDescription, ColliderDescription, Input, MaterialTable, Model, Pose, Settings,
    Shape, Simulation, StepperKind,
};
use stickslip_scene::{Overrides, find_builtin};

use super::named;
use crate::accuracy::wrong;

/// Something that is stepped.
pub struct Case {
    pub name: &'static str,
    source: Source,
    /// The file of the built-in model that MuJoCo steps.
    pub model: Option<&'static str>,
    inputs: Inputs,
}

enum Source {
    /// A built-in scene after some steps, with accurate or plain ones.
    Scene(&'static str, usize, Accuracy),
    /// So many balls that roll on the ground, each for itself.
    Balls(usize),
}

enum Inputs {
    None,
    /// All controls.
    Controls,
    /// Ten numbers of materials, gravity and bodies.
    Ten,
}

/// All cases.
pub fn all(quick: bool) -> Vec<Case> {
    let scene = |name: &'static str, steps: usize| Case {
        name,
        source: Source::Scene(name, steps, Accuracy::Automatic),
        model: None,
        inputs: Inputs::None,
    };
    let robot =
        |name: &'static str, scene: &'static str, model: &'static str, accuracy: Accuracy| Case {
            name,
            source: Source::Scene(scene, 10, accuracy),
            model: Some(model),
            inputs: Inputs::Controls,
        };
    let many = if quick { 100 } else { 1000 };
    vec![
        scene("incline", 5),
        scene("double-pendulum", 5),
        scene("stack", 30),
        robot("robot-arm", "robot-arm", "robot-arm.xml", Accuracy::Automatic),
        robot("quadruped", "quadruped", "quadruped.xml", Accuracy::Automatic),
        robot("quadruped, plain steps", "quadruped", "quadruped.xml", Accuracy::Off),
        Case {
            name: "rolling balls",
            source: Source::Balls(many),
            model: None,
            inputs: Inputs::Ten,
        },
    ]
}

impl Case {
    /// It where derivatives are taken.
    pub fn simulation(&self) -> Result<Simulation, String> {
        match self.source {
            Source::Scene(name, steps, accuracy) => {
                let source = find_builtin(name).map_err(|error| error.to_string())?.source();
                let read = source.read(&Overrides::default());
                let mut scene = read.map_err(|error| error.to_string())?;
                scene.settings.stepper = StepperKind::Complementarity;
                if accuracy == Accuracy::Off {
                    scene.settings.accuracy = accuracy;
                }
                let mut simulation = scene.simulation().map_err(|error| error.to_string())?;
                for _ in 0..steps {
                    simulation.step().map_err(|error| error.to_string())?;
                }
                Ok(simulation)
            }
            Source::Balls(count) => balls(count).map_err(|error| error.to_string()),
        }
    }

    /// What is differentiated by besides the state.
    pub fn inputs(&self, simulation: &Simulation) -> Vec<Input> {
        match self.inputs {
            Inputs::None => Vec::new(),
            Inputs::Controls => (0..simulation.controls().len())
                .filter(|&at| simulation.state().controls[at].parts().is_some())
                .map(Input::Control)
                .collect(),
            Inputs::Ten => named(
                simulation,
                &[
                    "gravity.x",
                    "gravity.y",
                    "gravity.z",
                    "h",
                    "material.default.friction",
                    "material.default.restitution",
                    "body.ball-0.mass",
                    "body.ball-1.mass",
                    "body.ball-0.inertia.zz",
                    "body.ball-1.inertia.zz",
                ],
            ),
        }
    }
}

/// Balls on the ground, far from each other.
fn balls(count: usize) -> Result<Simulation, stickslip_dynamics::ModelError> {
    let mut model = Model::default();
    let ground = Shape::half_space(DVec3::Y).map_err(wrong)?;
    let ground = vec![ColliderDescription::new(ground)];
    model.add_body(BodyDescription::fixed("ground", Pose::IDENTITY, ground))?;
    for at in 0..count {
        let ball = vec![ColliderDescription::new(Shape::sphere(0.1).map_err(wrong)?)];
        let place = DVec3::new((at % 32) as f64, 0.1, (at / 32) as f64);
        let pose = Pose::new(place, DQuat::IDENTITY);
        let mut body = BodyDescription::dynamic(format!("ball-{at}"), pose, ball);
        body.velocity = DVec3::new(1.0, 0.0, 0.3);
        body.angular_velocity = DVec3::new(0.0, 2.0, -4.0);
        model.add_body(body)?;
    }
    let settings = Settings { stepper: StepperKind::Complementarity, ..Settings::default() };
    Simulation::new(model, settings)
}

/// A ball that bounces along the ground.
pub fn bouncing() -> Result<Simulation, String> {
    let make = || {
        let mut model = Model::default();
        let mut surface = model.materials.materials()[MaterialTable::DEFAULT.0].surface;
        (surface.friction, surface.restitution) = (0.01, 0.97);
        model.materials.set_surface(MaterialTable::DEFAULT, surface)?;
        let ground = Shape::half_space(DVec3::Y).map_err(wrong)?;
        let ground = vec![ColliderDescription::new(ground)];
        model.add_body(BodyDescription::fixed("ground", Pose::IDENTITY, ground))?;
        let ball = vec![ColliderDescription::new(Shape::sphere(0.2).map_err(wrong)?)];
        let pose = Pose::new(DVec3::Y * 0.8, DQuat::IDENTITY);
        let mut body = BodyDescription::dynamic("ball", pose, ball);
        body.velocity = DVec3::new(6.0, 0.0, 0.3);
        model.add_body(body)?;
        Simulation::new(model, Settings { accuracy: Accuracy::Within(1e-3), ..Settings::default() })
    };
    make().map_err(|error: stickslip_dynamics::ModelError| error.to_string())
}
