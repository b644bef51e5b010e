//! Every built-in scene can be read, stepped and recorded.

use std::f64::consts::PI;

use stickslip_dynamics::Simulation;
use stickslip_scene::{Overrides, SCENES, Scene, SceneSource};

fn scene(name: &str) -> Scene {
    let source = SceneSource::find(name).expect("built in");
    source.read(&Overrides::default()).unwrap_or_else(|error| panic!("{error}"))
}

fn run(simulation: &mut Simulation, seconds: f64) {
    let steps = (seconds / simulation.settings().time_step).round() as usize;
    for _ in 0..steps {
        let report = simulation.step().expect("a step");
        assert_eq!(report.failed_solves, 0, "step {}", simulation.state().step);
    }
}

#[test]
fn each_has_its_own_name_a_description_and_steps() {
    for builtin in SCENES {
        let scene = scene(builtin.name);
        assert_eq!(scene.name, builtin.name);
        assert!(!scene.description.is_empty() && !scene.description.contains('\n'));
        assert!(scene.story.len() > 80, "{} does not tell what happens", builtin.name);
        assert!(builtin.path.ends_with(&format!("{}.toml", builtin.name)));
        let mut simulation = scene.simulation().expect("a simulation");
        for _ in 0..3 {
            simulation.step().unwrap_or_else(|error| panic!("{}: {error}", builtin.name));
        }
    }
}

/// Bodies that begin inside each other are thrown apart by the first step. A
/// step of a microsecond sees them where they begin.
#[test]
fn no_scene_begins_with_bodies_inside_each_other() {
    for builtin in SCENES {
        let mut scene = scene(builtin.name);
        (scene.settings.time_step, scene.settings.substeps) = (1e-6, 1);
        let mut simulation = scene.simulation().expect("a simulation");
        let report = simulation.step().unwrap_or_else(|error| panic!("{}: {error}", builtin.name));
        let deepest = 1e3 * report.penetration_begun.max(report.penetration_max);
        assert!(deepest < 1.0, "{} begins {deepest} mm deep", builtin.name);
    }
}

#[test]
fn scalable_scenes_scale() {
    for (name, n, bodies) in
        [("pile", 7.0, 8), ("pendulum-chain", 7.0, 8), ("stack", 3.0, 4), ("dominoes", 5.0, 6)]
    {
        let mut overrides = Overrides::default();
        overrides.parameters.insert("n".into(), n);
        let scene = SceneSource::find(name).and_then(|it| it.read(&overrides)).expect(name);
        assert_eq!(scene.model.bodies().len(), bodies, "{name}");
    }
}

/// A ball that swings down by 40° strikes four that hang still. Half a period
/// of π √(l/g) (1 + θ²/16) later the last is where the first one was let go,
/// but for its sign, and the others hang where they hung.
#[test]
fn one_ball_of_the_cradle_arrives_and_one_leaves() {
    let mut simulation = scene("newtons-cradle").simulation().expect("a simulation");
    let (theta, length) = (40.0_f64.to_radians(), 0.5_f64);
    run(&mut simulation, PI * (length / 9.81).sqrt() * (1.0 + theta * theta / 16.0));
    let apart = |ball: usize| simulation.state().bodies[ball].pose.position.x - 0.101 * ball as f64;
    let out = length * theta.sin();
    assert!((apart(4) - out).abs() < 0.02 * out, "{} m for {out} m", apart(4));
    for ball in 0..4 {
        assert!(apart(ball).abs() < 0.01 * out, "ball {ball}: {} m", apart(ball));
    }
}

/// On a slope of angle α with coefficient μ a box stays where tan α < μ, and
/// otherwise slides with g (sin α − μ cos α).
#[test]
fn the_box_on_the_incline_stays_or_slides_as_coulomb_says() {
    for (angle, slides) in [(20.0_f64, false), (35.0, true)] {
        let mut overrides = Overrides::default();
        overrides.parameters.insert("angle".into(), angle);
        let scene = SceneSource::find("incline").and_then(|it| it.read(&overrides)).expect("it");
        let mut simulation = scene.simulation().expect("a simulation");
        run(&mut simulation, 1.0);
        let speed = simulation.state().bodies[1].velocity.length();
        let alpha = angle.to_radians();
        let expected = if slides { 9.81 * (alpha.sin() - 0.5 * alpha.cos()) } else { 0.0 };
        assert!((speed - expected).abs() < 0.02 * (1.0 + expected), "{angle}: {speed}");
    }
}

#[test]
fn what_should_stand_stands() {
    for name in ["tower10", "heavy5", "heavy-stack", "arch", "card-house", "four-legged-table"] {
        let mut simulation = scene(name).simulation().expect("a simulation");
        let before = simulation.state().clone();
        run(&mut simulation, 1.0);
        for (at, (body, start)) in simulation.state().bodies.iter().zip(&before.bodies).enumerate()
        {
            let moved = (body.pose.position - start.pose.position).length();
            assert!(moved < 2e-3, "{name}: body {at} moved by {moved}");
        }
    }
}

#[test]
fn the_grasped_block_is_lifted() {
    let scene = scene("grasp");
    let block = scene.model.find_body("block").expect("a block");
    let mut simulation = scene.simulation().expect("a simulation");
    run(&mut simulation, 2.5);
    let height = simulation.state().bodies[block.0].pose.position.y;
    assert!((height - 0.6).abs() < 0.01, "{height}");
}
