//! A stepper of one's own: balls that fly and bounce off the ground, by their exact parabolas.
//!
//! `cargo run --release --example custom_engine -p stickslip`

use stickslip::dynamics::{BodyState, Engine};
use stickslip::prelude::*;

/// y(t) between two bounces; the moment of a bounce is a root.
struct Parabolas {
    h: f64,
    g: f64,
    radius: f64,
}

impl Engine for Parabolas {
    fn name(&self) -> &str {
        "parabolas"
    }

    fn step(
        &mut self,
        bodies: &mut [BodyState],
        _: Option<f64>,
        report: &mut StepReport,
    ) -> Result<(), String> {
        let &mut Self { h, g, radius } = self;
        // The first body is the ground.
        for body in &mut bodies[1..] {
            let mut left = h;
            loop {
                let (y, v) = (body.pose.position.y - radius, body.velocity.y);
                // 0 = y + v t − g t²/2
                let meets = (v + (v * v + 2.0 * g * y.max(0.0)).sqrt()) / g;
                let t = left.min(meets);
                body.pose.position.y += v * t - 0.5 * g * t * t;
                body.velocity.y -= g * t;
                if meets >= left {
                    break;
                }
                body.pose.position.y = radius;
                body.velocity.y = -body.velocity.y;
                report.impacts += 1;
                left -= t;
            }
        }
        Ok(())
    }

    fn state_replaced(&mut self) {}
}

/// What the example does.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let ball = Rigid::dynamic("ball").sphere(0.1).at([0.0, 1.1, 0.0]).mass(1.0);
    let (model, settings) = World::new().ground().body(ball).build()?;
    let (h, g) = (settings.time_step, -settings.gravity.y);
    let engine = Box::new(Parabolas { h, g, radius: 0.1 });
    let mut simulation = Simulation::with_engine(model, settings, engine)?;
    let mut impacts = 0;
    for _ in 0..600 {
        impacts += simulation.step()?.impacts;
    }
    let state = &simulation.state().bodies[1];
    let energy = 9.81 * (state.pose.position.y - 0.1) + 0.5 * state.velocity.y * state.velocity.y;
    println!("{impacts} bounces in 10 s, {energy:.9} J of 9.81 J");
    assert!((energy - 9.81).abs() < 1e-9);
    Ok(())
}
