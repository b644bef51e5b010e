//! Meshes of a box, a ball and a cylinder behave as the shapes do.

use stickslip_dynamics::glam::DVec3;

use crate::{play, simulation};

const G: f64 = 9.81;

/// The force that body `first` puts on body `second` (N), over the last step.
fn force(simulation: &stickslip_dynamics::Simulation, first: usize, second: usize) -> DVec3 {
    let dt = simulation.settings().time_step;
    let between =
        simulation.contacts().iter().filter(|it| (it.first, it.second) == (first, second));
    between.map(|it| it.impulse).sum::<DVec3>() / dt
}

/// Five boxes of 2 kg on a floor, which is a box too.
#[test]
fn a_stack_of_meshes_carries_its_weight() {
    let plain = "{ type = 'box', size = [1, 0.5, 1] }";
    let mesh = "{ type = 'mesh', generator = 'box', size = [1, 0.5, 1], cut = [2, 1, 3] }";
    for (shape, floor) in [
        (plain, "{ type = 'box', size = [4, 1, 4] }"),
        (mesh, "{ type = 'box', size = [4, 1, 4] }"),
        (mesh, "{ type = 'mesh', generator = 'box', size = [4, 1, 4] }"),
        (mesh, "{ type = 'half-space', position = [0, 0.5, 0] }"),
        (
            mesh,
            "{ type = 'terrain', heights = [[0.5, 0.5, 0.5], [0.5, 0.5, 0.5]], extent = [4, 4] }",
        ),
    ] {
        let mut simulation = simulation(&format!(
            "name = 'stack'\n[[body]]\nname = 'floor'\nmotion = 'static'\nshape = {floor}\n\
             [[body]]\nname = 'box'\nrepeat = {{ count = 5, step = [0, 0.5, 0] }}\n\
             position = [0, 0.75, 0]\nmass = 2\nshape = {shape}"
        ));
        play(&mut simulation, 0.5, |_| {});
        for below in 0..5 {
            let expected = 2.0 * G * (5 - below) as f64;
            let found = force(&simulation, below, below + 1);
            assert!((found.y - expected).abs() < 0.01 * expected, "{floor}: {found} {expected}");
            assert!(found.x.hypot(found.z) < 0.01 * expected, "{floor}: {found}");
        }
        for body in &simulation.state().bodies[1..] {
            assert!(body.velocity.length() < 1e-4, "{floor}: {}", body.velocity);
        }
    }
}

/// Speed along a slope of `angle` degrees after `seconds`, from rest.
fn speed_on_slope(shape: &str, height: f64, ground: &str, angle: f64, seconds: f64) -> (f64, f64) {
    let (sin, cos) = angle.to_radians().sin_cos();
    // The ground is level, and gravity leans instead. Steps are plain, as those of meshes are
    // of first order.
    let mut simulation = simulation(&format!(
        "name = 'slope'\n[settings]\naccuracy = 'off'\ngravity = [{}, {}, 0]\n[[material]]\nname = 'default'\n\
         friction = 0.3\n[[body]]\nname = 'ground'\nmotion = 'static'\nposition = [0, -0.5, 0]\n\
         shape = {ground}\n[[body]]\nname = 'it'\nposition = [-2, {height}, 0]\nmass = 3\n\
         shape = {shape}",
        G * sin,
        -G * cos
    ));
    let (mut sum, mut steps) = (DVec3::ZERO, 0.0);
    play(&mut simulation, seconds, |simulation| {
        if simulation.state().time > 0.2 * seconds {
            sum += force(simulation, 0, 1);
            steps += 1.0;
        }
    });
    assert!((sum.y / steps - 3.0 * G * cos).abs() < 0.01 * 3.0 * G, "{shape}: {}", sum / steps);
    (simulation.state().bodies[1].velocity.x, -sum.x / steps)
}

const GROUNDS: [&str; 2] = [
    "{ type = 'half-space', position = [0, 0.5, 0] }",
    "{ type = 'mesh', generator = 'box', size = [8, 1, 4], cut = [3, 1, 2] }",
];

/// a = g (sin α − μ cos α), and friction μ m g cos α.
#[test]
fn a_mesh_of_a_box_slides_as_the_box() {
    let (angle, seconds) = (35.0_f64, 0.6);
    let (sin, cos) = angle.to_radians().sin_cos();
    let expected = G * (sin - 0.3 * cos) * seconds;
    for ground in GROUNDS {
        for shape in [
            "{ type = 'box', size = [0.4, 0.2, 0.3] }",
            "{ type = 'mesh', generator = 'box', size = [0.4, 0.2, 0.3], cut = [3, 2, 1] }",
        ] {
            let (speed, friction) = speed_on_slope(shape, 0.1, ground, angle, seconds);
            assert!((speed - expected).abs() < 0.01 * expected, "{shape}: {speed} {expected}");
            let coulomb = 0.3 * 3.0 * G * cos;
            assert!((friction - coulomb).abs() < 0.01 * coulomb, "{shape}: {friction} {coulomb}");
        }
    }
}

/// a = g sin α / (1 + k) with I = k m r²: k = 2/5 of a ball, 1/2 of a cylinder.
#[test]
fn meshes_of_a_ball_and_a_cylinder_roll_as_these() {
    let (angle, seconds) = (25.0_f64, 0.5);
    let turned = "rotation = { axis = [1, 0, 0], angle = 90 }";
    for (k, shapes) in [
        (
            0.4,
            [
                "{ type = 'sphere', radius = 0.5 }".to_owned(),
                "{ type = 'mesh', generator = 'sphere', radius = 0.5, halvings = 5 }".to_owned(),
            ],
        ),
        (
            0.5,
            [
                format!("{{ type = 'cylinder', radius = 0.5, length = 0.4, {turned} }}"),
                format!(
                    "{{ type = 'mesh', generator = 'cylinder', radius = 0.5, length = 0.4, \
                 around = 360, {turned} }}"
                ),
            ],
        ),
    ] {
        let expected = G * angle.to_radians().sin() / (1.0 + k) * seconds;
        for ground in GROUNDS {
            for shape in &shapes {
                let (speed, friction) = speed_on_slope(shape, 0.5, ground, angle, seconds);
                assert!((speed - expected).abs() < 0.01 * expected, "{shape}: {speed} {expected}");
                // The force that sets it turning: k m a.
                let turning = k * 3.0 * expected / seconds;
                assert!(
                    (friction - turning).abs() < 0.01 * turning,
                    "{shape}: {friction} {turning}"
                );
            }
        }
    }
}

/// Mass and inertia of closed meshes tend to those of the shapes.
#[test]
fn meshes_weigh_what_the_shapes_weigh() {
    for (plain, mesh) in [
        (
            "{ type = 'box', size = [0.4, 0.2, 0.3] }",
            "{ type = 'mesh', generator = 'box', size = [0.4, 0.2, 0.3], cut = [3, 2, 1] }",
        ),
        (
            "{ type = 'sphere', radius = 0.5 }",
            "{ type = 'mesh', generator = 'sphere', radius = 0.5, halvings = 5 }",
        ),
        (
            "{ type = 'cylinder', radius = 0.5, length = 0.4 }",
            "{ type = 'mesh', generator = 'cylinder', radius = 0.5, length = 0.4, around = 360 }",
        ),
    ] {
        let [one, two] = [plain, mesh].map(|shape| {
            let simulation = simulation(&format!(
                "name = 'it'\n[[body]]\nname = 'it'\ndensity = 700\nshape = {shape}"
            ));
            simulation.model().bodies()[0].mass
        });
        assert!((one.mass - two.mass).abs() < 2e-3 * one.mass, "{mesh}");
        let size = one.inertia.x_axis.x;
        let apart = (one.inertia - two.inertia).to_cols_array();
        assert!(apart.iter().all(|gap| gap.abs() < 3e-3 * size), "{mesh}: {apart:?}");
    }
}
