//! A box falls on the ground and stays there.
//!
//! `cargo run --release --example falling_box -p stickslip`

use stickslip::prelude::*;

/// What the example does.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let world = World::new().ground();
    let world = world.body(Rigid::dynamic("cube").cuboid([1.0; 3]).at([0.0, 2.0, 0.0]));
    let cube = world.find("cube")?;
    let mut simulation = world.simulate()?;
    for step in 1..=120 {
        simulation.step()?;
        if step % 20 == 0 {
            let state = simulation.state();
            println!("{:.2} s: height {:.4} m", state.time, state.bodies[cube.0].pose.position.y);
        }
    }
    let force = simulation.contact_force(cube).y;
    println!("the ground carries {force:.1} N");
    // A cubic metre of water.
    assert!((force - 9810.0).abs() < 1.0);
    Ok(())
}
