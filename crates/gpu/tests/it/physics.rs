//! Closed forms.

use stickslip_gpu::{BodyState, Scene, Shape, Wall, WallShape, World};

use crate::scenes::{BALL, CUBE, SLAB, body, ground, scene};

type Outcome = Result<(), Box<dyn std::error::Error>>;

fn run(scene: Scene, steps: usize) -> Result<Vec<BodyState>, Box<dyn std::error::Error>> {
    let mut world = World::on_twin(scene)?;
    for _ in 0..steps {
        world.step()?;
    }
    Ok(world.states()?)
}

fn near(found: f64, expected: f64, within: f64) {
    assert!((found - expected).abs() <= within, "{found}, not {expected} ± {within}");
}

#[test]
fn flight_is_that_of_symplectic_euler() -> Outcome {
    for shape in [BALL, SLAB] {
        // A million cells away from the origin, positions are as precise.
        let far = 3.0e5;
        let mut own = body(shape, [far, -far, 100.0]);
        own.state.velocity = [3.0, 0.0, 4.0];
        let end = run(scene(vec![own], 0.5, 0.0), 60)?;
        // z(t) = v t − g t (t + h)/2 of sub-steps h.
        let h = 1.0 / 960.0;
        near(end[0].position[0], far + 3.0, 2e-5);
        near(end[0].position[2], 104.0 - 9.81 * (1.0 + h) / 2.0, 2e-4);
        near(end[0].velocity[2], 4.0 - 9.81, 2e-4);
    }
    Ok(())
}

#[test]
fn a_free_slab_keeps_its_energy_and_momentum() -> Outcome {
    let mut own = body(SLAB, [0.0, 0.0, 10.0]);
    own.state.spin = [0.3, 6.0, 0.2];
    let momentum = |state: &BodyState| {
        let q = glam(state.orientation);
        let local = rotate([-q[0], -q[1], -q[2], q[3]], state.spin);
        rotate(q, [0, 1, 2].map(|k| own.inertia[k] * local[k]))
    };
    let before = momentum(&own.state);
    let mut free = scene(vec![own], 0.5, 0.0);
    free.gravity = [0.0; 3];
    let end = run(free, 120)?;
    let after = momentum(&end[0]);
    let size = before.iter().map(|x| x * x).sum::<f64>().sqrt();
    for k in 0..3 {
        near(after[k], before[k], 0.01 * size);
    }
    Ok(())
}

fn glam(q: [f64; 4]) -> [f64; 4] {
    let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    q.map(|x| x / length)
}

fn rotate(q: [f64; 4], v: [f64; 3]) -> [f64; 3] {
    let cross = |a: [f64; 3], b: [f64; 3]| {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    };
    let u = [q[0], q[1], q[2]];
    let t = cross(u, v).map(|x| 2.0 * x);
    let w = cross(u, t);
    [0, 1, 2].map(|k| v[k] + q[3] * t[k] + w[k])
}

#[test]
fn a_box_slides_to_rest() -> Outcome {
    // v²/(2 μ g) along a diagonal, on a half-space and on a static box.
    let slide = |wall: Wall| -> Result<f64, Box<dyn std::error::Error>> {
        let mut own = body(Shape::Box { half: [0.2, 0.2, 0.1] }, [0.0, 0.0, 0.1]);
        own.state.velocity = [3.0, 4.0, 0.0];
        let mut one = scene(vec![own], 0.4, 0.0);
        one.walls = vec![wall];
        let end = run(one, 150)?;
        near(end[0].velocity[0].hypot(end[0].velocity[1]), 0.0, 1e-4);
        near(end[0].position[1] / end[0].position[0], 4.0 / 3.0, 1e-2);
        Ok(end[0].position[0].hypot(end[0].position[1]))
    };
    let expected = 25.0 / (2.0 * 0.4 * 9.81);
    near(slide(ground())?, expected, 0.01);
    let slab = WallShape::Solid(Shape::Box { half: [20.0, 20.0, 0.5] });
    near(slide(Wall { shape: slab, position: [0.0, 0.0, -0.5], ..ground() })?, expected, 0.01);
    Ok(())
}

#[test]
fn a_sliding_ball_ends_rolling_at_five_sevenths() -> Outcome {
    // v = 5/7 v₀ whatever the friction: 2 m/s give 10/7.
    let mut own = body(BALL, [0.0, 0.0, 0.1]);
    own.state.velocity = [2.0, 0.0, 0.0];
    let end = run(scene(vec![own], 0.3, 0.0), 90)?;
    near(end[0].velocity[0], 10.0 / 7.0, 2e-3);
    near(end[0].spin[1], end[0].velocity[0] / 0.1, 2e-2);
    Ok(())
}

#[test]
fn a_ball_bounces_to_e_squared_of_its_height() -> Outcome {
    let mut world = World::on_twin(scene(vec![body(BALL, [0.0, 0.0, 1.1])], 0.0, 0.6))?;
    let (mut top, mut falls) = (0.0_f64, true);
    for _ in 0..70 {
        world.step()?;
        let state = world.states()?[0];
        falls &= state.velocity[2] <= 0.0;
        if !falls {
            top = top.max(state.position[2]);
        }
    }
    near(top - 0.1, 0.36, 0.015);
    Ok(())
}

#[test]
fn towers_rest_as_deep_as_softness_lets_them() -> Outcome {
    // A point under F on an effective mass m sinks by F/(m ω²). The ground carries 5 m g of five
    // balls in one point on m; of cubes, a quarter of it in each corner on m/4: 5 g/ω². The
    // next contact carries 4 m g on m/2, the deepest: 8 g/ω².
    let omega = std::f64::consts::FRAC_PI_2 * 960.0;
    let depth = 5.0 * 9.81 / (omega * omega);
    for shape in [BALL, CUBE] {
        let at = |k: i32| body(shape, [0.0, 0.0, 0.1 + 0.2 * f64::from(k)]);
        let mut world = World::on_twin(scene((0..5).map(at).collect(), 0.5, 0.0))?;
        let mut report = world.step()?;
        for _ in 0..119 {
            report = world.step()?;
        }
        assert!(report.kinetic_energy < 1e-9, "{report:?}");
        assert_eq!(report.sorts, 0, "a tower at rest needs no sorting: {report:?}");
        near(0.1 - world.states()?[0].position[2], depth, 0.02 * depth);
        near(report.deepest, 1.6 * depth, 0.02 * 1.6 * depth);
    }
    Ok(())
}

#[test]
fn what_rests_on_a_slope_below_the_angle_of_friction_stays() -> Outcome {
    for (angle, stays) in [(0.44_f64, true), (0.48, false)] {
        // μ = 0.5: the angle is 0.4636 rad.
        let own = body(CUBE, [0.0, 0.0, 0.1]);
        let mut slope = scene(vec![own], 0.5, 0.0);
        slope.gravity = [9.81 * angle.sin(), 0.0, -9.81 * angle.cos()];
        let end = run(slope, 120)?;
        let expected = 0.5 * 9.81 * (angle.sin() - 0.5 * angle.cos()) * 4.0;
        near(
            end[0].position[0],
            if stays { 0.0 } else { expected },
            if stays { 1e-3 } else { 0.02 },
        );
    }
    Ok(())
}
