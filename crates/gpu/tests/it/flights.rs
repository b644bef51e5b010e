//! Boxes that fly at each other: by separating axes of the test's own, in double precision.

use stickslip_gpu::{BodyState, Shape, World};

use crate::scenes::{body, chance, scene};

type Outcome = Result<(), Box<dyn std::error::Error>>;
type Vector = [f64; 3];

fn dot(a: Vector, b: Vector) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The columns of the matrix of a quaternion.
fn axes([x, y, z, w]: [f64; 4]) -> [Vector; 3] {
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
        [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)],
        [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)],
    ]
}

/// The widest gap between two boxes along any of the 15 axes: negative where they overlap.
fn gap(half: Vector, one: &BodyState, two: &BodyState) -> f64 {
    let (a, b) = (axes(one.orientation), axes(two.orientation));
    let d: Vector = [0, 1, 2].map(|k| two.position[k] - one.position[k]);
    let mut all: Vec<Vector> = a.iter().chain(&b).copied().collect();
    all.extend(a.iter().flat_map(|u| b.iter().map(|v| cross(*u, *v))));
    let mut widest = f64::NEG_INFINITY;
    for axis in all {
        let length = dot(axis, axis).sqrt();
        if length > 1e-3 {
            let reach: f64 =
                (0..3).map(|k| half[k] * (dot(a[k], axis).abs() + dot(b[k], axis).abs())).sum();
            widest = widest.max((dot(d, axis).abs() - reach) / length);
        }
    }
    widest
}

#[test]
fn boxes_that_fly_at_each_other_meet() -> Outcome {
    // A hundred pairs, each by itself: from 1 m apart, at 2 to 8 m/s and up to 10 rad/s.
    let half = [0.12, 0.08, 0.05];
    let mut seed = 5;
    let mut bodies = Vec::new();
    for at in 0..100 {
        for side in [-1.0, 1.0] {
            let mut own = body(Shape::Box { half }, [4.0 * f64::from(at), 0.5 * side, 50.0]);
            let mut draw = || chance(&mut seed) - 0.5;
            let q = [0.0; 4].map(|_: f64| draw());
            let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
            own.state.orientation = q.map(|x| x / length);
            own.state.velocity = [0.2 * draw(), -side * (2.5 + 3.0 * draw()), 0.2 * draw()];
            own.state.spin = [0.0; 3].map(|_: f64| 10.0 * draw());
            bodies.push(own);
        }
    }
    let mut free = scene(bodies, 0.5, 0.0);
    free.gravity = [0.0; 3];
    let mut world = World::on_twin(free)?;
    let (mut deepest, mut met) = (f64::INFINITY, vec![false; 100]);
    for _ in 0..40 {
        world.step()?;
        for (at, two) in world.states()?.chunks(2).enumerate() {
            let own = gap(half, &two[0], &two[1]);
            deepest = deepest.min(own);
            met[at] |= own < 1e-3;
        }
    }
    // Half the way of a sub-step at 8 m/s.
    assert!(deepest > -0.5 * 8.0 / 960.0, "{deepest}");
    let met = met.iter().filter(|it| **it).count();
    assert!(met > 90, "{met}");
    Ok(())
}
