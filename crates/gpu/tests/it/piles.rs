//! Piles: nothing is left out, nothing sinks, everything repeats.

use stickslip_gpu::{BodyState, Scene, Shape, World};

use crate::scenes::{BALL, CUBE, SLAB, body, pile, scene};

type Outcome = Result<(), Box<dyn std::error::Error>>;

/// Deepest overlap of any two balls, by all pairs.
fn deepest_of_balls(scene: &Scene, states: &[BodyState]) -> f64 {
    let radius = |at: usize| match scene.bodies[at].shape {
        Shape::Sphere { radius } => radius,
        _ => 0.0,
    };
    let mut deepest = 0.0_f64;
    for a in 0..states.len() {
        deepest = deepest.max(radius(a) - states[a].position[2]);
        for b in a + 1..states.len() {
            let d: f64 =
                (0..3).map(|k| (states[a].position[k] - states[b].position[k]).powi(2)).sum();
            deepest = deepest.max(radius(a) + radius(b) - d.sqrt());
        }
    }
    deepest
}

#[test]
fn balls_settle_and_the_report_agrees_with_all_pairs() -> Outcome {
    let own = pile(6, 8, &[BALL], 3);
    let mut world = World::on_twin(own.clone())?;
    let mut worst = 0.0_f64;
    for step in 0..240 {
        let report = world.step()?;
        if step % 20 == 19 {
            let found = deepest_of_balls(&own, &world.states()?);
            assert!((found - report.deepest).abs() < 1e-4, "{found} by pairs: {report:?}");
            worst = worst.max(found);
        }
    }
    let report = world.step()?;
    assert!(worst < 0.02, "{worst}");
    assert!(report.deepest < 0.005, "{report:?}");
    Ok(())
}

#[test]
fn balls_of_two_sizes_settle() -> Outcome {
    let own = pile(4, 8, &[BALL, Shape::Sphere { radius: 0.03 }], 5);
    let mut world = World::on_twin(own.clone())?;
    for _ in 0..180 {
        world.step()?;
    }
    let found = deepest_of_balls(&own, &world.states()?);
    assert!(found < 0.005, "{found}");
    Ok(())
}

#[test]
fn boxes_and_balls_together_settle() -> Outcome {
    for shapes in [&[CUBE][..], &[SLAB, BALL]] {
        let mut world = World::on_twin(pile(4, 6, shapes, 11))?;
        let mut report = world.step()?;
        for _ in 0..299 {
            report = world.step()?;
        }
        assert!(report.deepest < 0.01, "{report:?}");
        assert!(report.fast == 0, "{report:?}");
        for state in world.states()? {
            assert!(state.position[2] > 0.05, "{state:?}");
        }
    }
    Ok(())
}

#[test]
fn a_table_on_a_hundred_balls_is_solved_one_by_one() -> Outcome {
    // More contacts at one body than there are colours.
    let mut bodies = vec![body(Shape::Box { half: [1.2, 1.2, 0.05] }, [1.0, 1.0, 0.251])];
    for at in 0..100 {
        let (x, y) = (at % 10, at / 10);
        bodies.push(body(BALL, [0.1 + 0.201 * f64::from(x), 0.1 + 0.201 * f64::from(y), 0.1]));
    }
    let mut world = World::on_twin(scene(bodies, 0.5, 0.0))?;
    let mut report = world.step()?;
    assert!(report.one_by_one >= 36, "{report:?}");
    for _ in 0..60 {
        report = world.step()?;
    }
    assert!(report.deepest < 2e-3, "{report:?}");
    assert!((world.states()?[0].position[2] - 0.25).abs() < 3e-3);
    Ok(())
}
