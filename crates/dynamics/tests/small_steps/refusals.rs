//! What small steps do not take is refused by its name, before the first step.

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{BodyDescription, Integrator, Model, Settings, Simulation, SurfaceMotion};

use crate::support::{ground, settings};

fn refused(model: Model, settings: Settings) -> String {
    Simulation::new(model, settings).err().expect("a refusal").to_string()
}

#[test]
fn what_is_not_taken_is_named() {
    let told =
        refused(Model::default(), Settings { integrator: Integrator::Midpoint, ..settings() });
    assert!(told.contains("integrator"), "{told}");
    let mut model = Model::default();
    let ground = ground(&mut model);
    let body = model.bodies()[ground.0].description.clone();
    let runs = SurfaceMotion::Along(DVec3::X);
    let belt = BodyDescription { name: "belt".into(), surface_motion: Some(runs), ..body };
    model.add_body(belt).unwrap();
    let told = refused(model, settings());
    assert!(told.contains("belt"), "{told}");
    let told = refused(Model::default(), Settings { budget: Some(-1.0), ..settings() });
    assert!(told.contains("budget"), "{told}");
}
