//! What small steps do not take is refused by its name, before the first step.

use stickslip_dynamics::{
    Integrator, MaterialTable, Model, Settings, Simulation, Sleeping, Surface,
};

use crate::support::{ground, settings};

fn refused(model: Model, settings: Settings) -> String {
    Simulation::new(model, settings).err().expect("a refusal").to_string()
}

#[test]
fn what_is_not_taken_is_named() {
    let told =
        refused(Model::default(), Settings { integrator: Integrator::Midpoint, ..settings() });
    assert!(told.contains("integrator"), "{told}");
    let sleeping = Some(Sleeping { speed: 0.1, seconds: 1.0 });
    let told = refused(Model::default(), Settings { sleeping, ..settings() });
    assert!(told.contains("sleeping"), "{told}");
    let mut model = Model::default();
    ground(&mut model);
    let surface = Surface { rolling: 0.01, ..Surface::default() };
    model.materials.set_surface(MaterialTable::DEFAULT, surface).unwrap();
    let told = refused(model, settings());
    assert!(told.contains("rolling") && told.contains("default"), "{told}");
}
