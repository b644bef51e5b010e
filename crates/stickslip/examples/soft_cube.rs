//! A soft cube under a steel plate: how far it gives way, beside Hooke's law.
//!
//! `cargo run --release --example soft_cube -p stickslip`

use stickslip::geometry::mesh::generate::tetrahedral_box;
use stickslip::prelude::*;

/// What the example does.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let elasticity = Elasticity { young: 2e5, poisson: 0.0, density: 1000.0 };
    // By its half edges, about the origin.
    let mesh = tetrahedral_box(DVec3::splat(0.1), [3; 3])?;
    let mut cube = SoftDescription::new("rubber", SoftShape::Solid(mesh), elasticity);
    cube.pose.position.y = 0.1;
    cube.damping = [0.0, 0.02];
    let plate = Rigid::dynamic("plate").cuboid([0.3, 0.02, 0.3]).at([0.0, 0.21, 0.0]).mass(20.0);
    let mut simulation = World::new().ground().soft(cube).body(plate).simulate()?;
    for _ in 0..180 {
        simulation.step()?;
    }
    let way = 0.21 - simulation.state().bodies[1].pose.position.y;
    // δ = F L / E A, and half of its own weight
    let expected = (20.0 + 0.5 * 8.0) * 9.81 * 0.2 / (2e5 * 0.04);
    println!("the plate sinks by {:.3} mm, by Hooke's law {:.3} mm", 1e3 * way, 1e3 * expected);
    assert!((way / expected - 1.0).abs() < 0.1);
    Ok(())
}
