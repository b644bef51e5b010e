//! Plates of 1 cm that spin at 20 rad/s into a funnel of four slanted walls over
//! a floor: what misses a wall in one step would be outside in the next.

use glam::{DQuat, DVec3};
use serde_json::{Value, json};
use stickslip_dynamics::{
    Accuracy, BodyDescription, BodyId, ColliderDescription, MassDescription, Model, ModelError,
    Pose, Settings, Shape, Simulation,
};

use super::random::wrong;
use super::tally::Tally;
use super::{ACCURACY, STEPS};

/// How far the walls lean outwards (rad).
const SLANT: f64 = 0.6;

/// Lets `count` plates fall for two seconds and counts those outside.
pub fn fall(count: usize) -> Value {
    let mut tally = Tally::default();
    let mut outside = Value::Null;
    match scene(count) {
        Err(error) => tally.ended = Some(error.to_string()),
        Ok((mut simulation, plates)) => {
            (0..STEPS).all(|_| tally.step(&mut simulation));
            let bodies = &simulation.state().bodies;
            let is_outside = |plate: &&BodyId| {
                let place = bodies[plate.0].pose.position;
                // The middle of a wall: 1.1 m from the axis at a height of 1 m.
                let width = 1.1 + (place.y - 1.0) * SLANT.tan();
                place.y < 0.0 || place.x.abs().max(place.z.abs()) > width
            };
            outside = json!(plates.iter().filter(is_outside).count());
        }
    }
    let mut line = tally.figures();
    line["plates"] = json!(count);
    line["outside"] = outside;
    line
}

fn scene(count: usize) -> Result<(Simulation, Vec<BodyId>), ModelError> {
    let mut model = Model::default();
    model.materials.set_friction_everywhere(Some(0.2))?;
    let solid = |shape| vec![ColliderDescription::new(shape)];
    let ground = Shape::half_space(DVec3::Y).map_err(wrong)?;
    model.add_body(BodyDescription::fixed("ground", Pose::IDENTITY, solid(ground)))?;
    let wall = Shape::cuboid(DVec3::new(0.02, 1.2, 1.5)).map_err(wrong)?;
    for side in 0..4 {
        let round = DQuat::from_rotation_y(f64::from(side) * std::f64::consts::FRAC_PI_2);
        let turn = round * DQuat::from_rotation_z(-SLANT);
        let pose = Pose::new(round * DVec3::new(1.1, 1.0, 0.0), turn);
        model.add_body(BodyDescription::fixed(
            format!("wall-{side}"),
            pose,
            solid(wall.clone()),
        ))?;
    }
    let plate = Shape::cuboid(DVec3::new(0.2, 0.005, 0.2)).map_err(wrong)?;
    let mut plates = Vec::new();
    for at in 0..count {
        let place = DVec3::new(0.1 * (at % 5) as f64 - 0.2, 1.8 + 0.5 * at as f64, 0.05);
        let pose = Pose::new(place, DQuat::IDENTITY);
        let mut body = BodyDescription::dynamic(format!("plate-{at}"), pose, solid(plate.clone()));
        body.mass = MassDescription::Total(1.6);
        body.velocity = DVec3::Y * -4.0;
        let angle = at as f64;
        body.angular_velocity = 20.0 * DVec3::new(angle.sin(), 0.3, angle.cos()).normalize();
        plates.push(model.add_body(body)?);
    }
    let settings = Settings { accuracy: Accuracy::Within(ACCURACY), ..Settings::default() };
    Ok((Simulation::new(model, settings)?, plates))
}
