//! A model made in code: a box falls on the ground and stays there.
//!
//! `cargo run --example falling_box -p stickslip-scene`

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{
    BodyDescription, ColliderDescription, Model, Pose, Settings, Shape, Simulation,
};

/// What the example does.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut model = Model::default();
    let ground = ColliderDescription::new(Shape::half_space(DVec3::Y)?);
    model.add_body(BodyDescription::fixed("ground", Pose::IDENTITY, vec![ground]))?;
    let cube = ColliderDescription::new(Shape::cuboid(DVec3::splat(0.5))?);
    let pose = Pose { position: DVec3::new(0.0, 2.0, 0.0), ..Pose::IDENTITY };
    let cube = model.add_body(BodyDescription::dynamic("cube", pose, vec![cube]))?;

    let mut simulation = Simulation::new(model, Settings::default())?;
    for step in 0..120 {
        simulation.step()?;
        if step % 20 == 19 {
            let state = &simulation.state().bodies[cube.0];
            println!("{:.2} s: height {:.4} m", simulation.state().time, state.pose.position.y);
        }
    }
    println!("the ground carries {:.1} N", simulation.contact_force(cube).y);
    Ok(())
}
