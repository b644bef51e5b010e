//! The shovel pushes the pile of rocks.

use crate::crowd::Crowd;
use crate::stage::Stage;

#[test]
fn a_shovel_of_one_kilogram_moves_the_pile() {
    let mut stage = Stage::new("rocks", &[]);
    let rocks = Crowd::new(&stage, "rock");
    let bodies = stage.simulation.model().bodies();
    let masses = bodies.iter().filter(|body| body.description.name.starts_with("rock"));
    let masses: Vec<f64> = masses.map(|body| body.mass.mass).collect();
    let (least, most) = masses.iter().fold((f64::MAX, 0.0_f64), |(a, b), &m| (a.min(m), b.max(m)));
    assert!((least - 80.0).abs() < 1e-9 && (most - 250.0).abs() < 1e-9, "{least} to {most} kg");

    // They fall from up to 3 m and come to rest as a pile before the shovel starts.
    stage.play_until(3.0);
    let pile = Crowd::new(&stage, "rock");
    let (lowest, highest) = rocks.heights(&stage.simulation);
    assert!(lowest > 0.1 && highest > 0.5 && highest < 2.0, "a pile from {lowest} to {highest} m");
    // In ten piles of other seeds up to three of 66 still roll.
    let tumbling = rocks.now(&stage.simulation).filter(|rock| rock.velocity.length() > 0.3).count();
    assert!(tumbling <= 3, "{tumbling} rocks still tumble");

    // It gathers speed for half a second and then keeps 0.25 m/s: it does not
    // give way to tonnes of rock.
    stage.play_until(9.0);
    let shovel = stage.position("shovel").x;
    let travelled = 0.25 * (9.0 - 3.25);
    assert!((shovel + 2.2 - travelled).abs() < 0.02, "the shovel is at {shovel} m");

    // What it met, it took along: hardly a rock is left behind the blade.
    let ahead = rocks.now(&stage.simulation).filter(|rock| rock.pose.position.x > shovel).count();
    assert!(10 * ahead >= 9 * rocks.len(), "{ahead} of {} rocks are ahead of it", rocks.len());
    let mean = pile.moved(&stage.simulation).map(|by| by.x).sum::<f64>() / pile.len() as f64;
    assert!(mean > 0.4 && mean < travelled, "the pile moved by {mean} m in the mean");
    let (lowest, highest) = rocks.heights(&stage.simulation);
    assert!(lowest > 0.1 && highest < 2.0, "rocks from {lowest} to {highest} m");
}
