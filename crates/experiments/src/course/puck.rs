//! A puck that slides fast over a floor: what friction does to it, by
//! direction.

use stickslip_dynamics::Simulation;
use stickslip_dynamics::glam::DVec3;
use stickslip_scene::{Overrides, SceneSource};

use crate::error::ExperimentError;

/// Speed of the puck (m/s): so fast that a step hardly turns it.
pub const SPEED: f64 = 100.0;

/// Keys of the two materials and of their pair.
#[derive(Clone, Copy, Debug, Default)]
pub struct Surfaces {
    /// Of the floor, whose frame is that of the world.
    pub floor: &'static str,
    /// Of the puck.
    pub puck: &'static str,
    /// Of the pair.
    pub pair: &'static str,
}

/// What was measured of one direction.
#[derive(Clone, Copy, Debug)]
pub struct Slide {
    /// Friction force per normal force.
    pub force: DVec3,
    /// Direction of slip at the end of the step.
    pub way: DVec3,
}

impl Slide {
    /// Force against the slip: the coefficient of this direction.
    pub fn coefficient(&self) -> f64 {
        -self.force.dot(self.way)
    }
}

/// Lets a puck of some mass (kg) slide in a direction (degrees from x towards
/// −z), three steps of 1 ms.
pub fn slide(surfaces: &Surfaces, mass: f64, degrees: f64) -> Result<Slide, ExperimentError> {
    let Surfaces { floor, puck, pair } = surfaces;
    let (sine, cosine) = libm::sincos(degrees.to_radians());
    let text = format!(
        "name = \"puck\"\n[settings]\ndt = 0.001\nfriction_model = \"cone\"\n\
         [[material]]\nname = \"floor\"\n{floor}\n[[material]]\nname = \"puck\"\n{puck}\n\
         [[pair]]\nmaterials = [\"floor\", \"puck\"]\nfriction = 0.5\n{pair}\n\
         [[body]]\nname = \"floor\"\nmotion = \"static\"\nmaterial = \"floor\"\n\
         shape = {{ type = \"half-space\" }}\n\
         [[body]]\nname = \"puck\"\nposition = [0, 0.01, 0]\nmaterial = \"puck\"\n\
         velocity = [{}, 0, {}]\nmass = {mass}\n\
         shape = {{ type = \"box\", size = [2, 0.02, 2] }}\n",
        SPEED * cosine,
        -SPEED * sine,
    );
    let scene = SceneSource::new(text, "puck.toml").read(&Overrides::default())?;
    let mut simulation = scene.simulation()?;
    for _ in 0..3 {
        let report = simulation.step()?;
        if report.failed_solves > 0 {
            return Err(ExperimentError::Missing("a step was not solved".into()));
        }
    }
    Ok(measure(&simulation))
}

fn measure(simulation: &Simulation) -> Slide {
    let contacts = simulation.contacts();
    // Contacts tell of the impulse on the second body.
    let side = |at: usize| if contacts[at].second == 1 { 1.0 } else { -1.0 };
    let sum = |of: fn(&stickslip_dynamics::ContactReport) -> DVec3| {
        contacts.iter().enumerate().map(|(at, contact)| side(at) * of(contact)).sum::<DVec3>()
    };
    let (impulse, slip) = (sum(|it| it.impulse), sum(|it| it.velocity));
    let flat = |v: DVec3| DVec3::new(v.x, 0.0, v.z);
    Slide { force: flat(impulse) / impulse.y, way: flat(slip).normalize_or_zero() }
}
