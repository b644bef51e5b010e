//! Joints: beside the small steps of the processor, and closed forms.

use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::joint::{Ball, Fixed, Hinge, Prismatic};
use stickslip_dynamics::{
    Axis, BodyDescription, BodyId, ColliderDescription, JointDescription, JointKind, Model, Motor,
    MotorMode, Passive, Pose, Schedule, Settings, Shape, Simulation, StepperKind,
};
use stickslip_gpu::Card;

type Outcome = Result<(), Box<dyn std::error::Error>>;
type Found<T> = Result<T, Box<dyn std::error::Error>>;

fn settings() -> Settings {
    Settings { stepper: StepperKind::SmallSteps, substeps: 16, ..Settings::default() }
}

fn on_device(model: &Model, settings: Settings) -> Found<Simulation> {
    let card = Card::twin(model, &settings)?;
    Ok(Simulation::with_engine(model.clone(), settings, Box::new(card))?)
}

fn bar(model: &mut Model, name: &str, at: DVec3, turn: DQuat) -> Found<BodyId> {
    let shape = ColliderDescription::new(Shape::cuboid(DVec3::new(0.25, 0.04, 0.06))?);
    Ok(model.add_body(BodyDescription::dynamic(name, Pose::new(at, turn), vec![shape]))?)
}

fn hinge(anchor: DVec3, rotation: Axis) -> JointKind {
    JointKind::Hinge(Hinge { anchor, axis: DVec3::Z, rotation })
}

fn join(model: &mut Model, one: Option<BodyId>, two: BodyId, kind: JointKind) -> Outcome {
    let name = format!("joint {}", model.joints().len());
    model.add_joint(JointDescription::new(name, one, two, kind))?;
    Ok(())
}

/// Both for some steps: how far places differ at most, and the device's simulation.
fn beside(model: &Model, steps: usize) -> Found<(f64, Simulation)> {
    let mut device = on_device(model, settings())?;
    let mut processor = Simulation::new(model.clone(), settings())?;
    let mut worst = 0.0_f64;
    for _ in 0..steps {
        device.step()?;
        processor.step()?;
        for (one, two) in device.state().bodies.iter().zip(&processor.state().bodies) {
            worst = worst.max(one.pose.position.distance(two.pose.position));
        }
    }
    Ok((worst, device))
}

#[test]
fn a_pendulum_swings_as_its_equation_says() -> Outcome {
    // θ̈ = −m g l cos θ/(I + m l²), solved with a thousandth of a step; to the world, and to a
    // body that stands still, which may come first or second. Sub-steps of first order may be off
    // by their way at the fastest.
    for order in 0..3 {
        let mut model = Model::default();
        let post = ColliderDescription::new(Shape::sphere(0.05)?);
        let post =
            model.add_body(BodyDescription::fixed("post", Pose::at(DVec3::ONE), vec![post]))?;
        let own = bar(&mut model, "bar", DVec3::new(0.25, 1.0, 0.0), DQuat::IDENTITY)?;
        let kind = hinge(DVec3::Y, Axis::FREE);
        match order {
            0 => join(&mut model, None, own, kind)?,
            1 => join(&mut model, Some(post), own, kind)?,
            _ => join(&mut model, Some(own), post, kind)?,
        }
        let mass = model.bodies()[1].mass;
        let (length, step) = (0.25, settings().time_step);
        let pull = mass.mass * 9.81 * length;
        let inertia = mass.inertia.z_axis.z + mass.mass * length * length;
        let allowed = length * (2.0 * pull / inertia).sqrt() * step / 16.0;
        let mut device = on_device(&model, settings())?;
        let (mut angle, mut speed) = (0.0_f64, 0.0_f64);
        for _ in 0..60 {
            device.step()?;
            let part = step / 1000.0;
            for _ in 0..1000 {
                speed -= part * pull * angle.cos() / inertia;
                angle += part * speed;
            }
            let expected = DVec3::new(length * angle.cos(), 1.0 + length * angle.sin(), 0.0);
            let found = device.state().bodies[1].pose.position;
            let off = found.distance(expected);
            assert!(off < allowed, "{order}: {off}, not {allowed}: {found} {expected}");
        }
    }
    Ok(())
}

#[test]
fn a_chain_of_balls_and_a_welded_end_fall_as_on_the_processor() -> Outcome {
    let mut model = Model::default();
    let turn = DQuat::from_rotation_y(0.3);
    let along = turn * DVec3::new(0.5, 0.0, 0.0);
    let mut before = None;
    for at in 0..5 {
        let middle = (f64::from(at) + 0.5) * along + 2.0 * DVec3::Y;
        let own = bar(&mut model, &format!("bar {at}"), middle, turn)?;
        let anchor = middle - 0.5 * along;
        let kind = match at {
            4 => JointKind::Fixed(Fixed { anchor }),
            _ => JointKind::Ball(Ball::at(anchor)),
        };
        join(&mut model, before, own, kind)?;
        before = Some(own);
    }
    let (worst, mut device) = beside(&model, 30)?;
    // The processor solves the chain at once, the device joint by joint.
    assert!(worst < 5e-3, "{worst}");
    for _ in 0..120 {
        let report = device.step()?;
        assert!(report.joint_error_max < 2e-3, "{report:?}");
    }
    // The last two are one: their axes agree.
    let bodies = &device.state().bodies;
    let off = bodies[3].pose.orientation.inverse() * bodies[4].pose.orientation;
    assert!(off.xyz().length() < 5e-3, "{off}");
    Ok(())
}

#[test]
fn a_slider_on_a_spring_swings_as_on_the_processor() -> Outcome {
    let mut model = Model::default();
    let own = bar(&mut model, "bar", DVec3::new(0.0, 1.0, 0.0), DQuat::from_rotation_z(0.4))?;
    let spring = Passive { stiffness: 300.0, rest: [0.1, 0.1], damping: 2.0, armature: 0.0 };
    let travel = Axis { passive: Some(spring), ..Axis::FREE };
    let axis = DVec3::new(1.0, 0.5, 0.2).normalize();
    let kind = Prismatic { anchor: DVec3::Y, axis, travel };
    join(&mut model, None, own, JointKind::Prismatic(kind))?;
    let (worst, device) = beside(&model, 60)?;
    assert!(worst < 5e-4, "{worst}");
    let off = device.state().bodies[0].pose.position - DVec3::Y;
    assert!((off - off.dot(axis) * axis).length() < 1e-4, "{off}");
    Ok(())
}

#[test]
fn motors_turn_as_fast_as_their_torque_lets_them() -> Outcome {
    // ω = τ t/I until the speed is reached, without gravity.
    let mut model = Model::default();
    let own = bar(&mut model, "bar", DVec3::ZERO, DQuat::IDENTITY)?;
    let mass = model.bodies()[0].mass;
    let inertia = mass.inertia.z_axis.z;
    let torque = inertia * 4.0;
    let motor = Motor { mode: MotorMode::Velocity, target: Schedule::constant(2.0), limit: torque };
    let rotation = Axis { motors: vec![motor], ..Axis::FREE };
    join(&mut model, None, own, hinge(DVec3::ZERO, rotation))?;
    let still = Settings { gravity: DVec3::ZERO, ..settings() };
    let mut device = on_device(&model, still.clone())?;
    let steps = (0.25 / still.time_step).round();
    for _ in 0..steps as usize {
        device.step()?;
    }
    let spin = device.state().bodies[0].angular_velocity.z;
    assert!((spin - 4.0 * steps * still.time_step).abs() < 1e-3, "{spin}");
    for _ in 0..steps as usize * 2 {
        device.step()?;
    }
    let spin = device.state().bodies[0].angular_velocity.z;
    assert!((spin - 2.0).abs() < 1e-4, "{spin}");
    Ok(())
}

#[test]
fn stops_hold_what_falls_on_them() -> Outcome {
    // A bar that may turn by half a radian below level, and one on a slider that may sink by 0.1 m.
    let mut model = Model::default();
    let own = bar(&mut model, "bar", DVec3::new(0.25, 1.0, 0.0), DQuat::IDENTITY)?;
    let rotation = Axis { limits: Some([-0.5, 1.0]), ..Axis::FREE };
    join(&mut model, None, own, hinge(DVec3::Y, rotation))?;
    let other = bar(&mut model, "other", DVec3::new(3.0, 1.0, 0.0), DQuat::IDENTITY)?;
    let travel = Axis { limits: Some([-0.3, 0.1]), ..Axis::FREE };
    let kind = Prismatic { anchor: DVec3::new(3.0, 1.0, 0.0), axis: DVec3::NEG_Y, travel };
    join(&mut model, None, other, JointKind::Prismatic(kind))?;
    let mut device = on_device(&model, settings())?;
    let mut lowest = f64::INFINITY;
    for _ in 0..150 {
        device.step()?;
        lowest = lowest.min(device.state().bodies[1].pose.position.y);
    }
    let angle = |body: usize| {
        let x = device.state().bodies[body].pose.orientation * DVec3::X;
        x.y.atan2(x.x)
    };
    assert!((angle(0) + 0.5).abs() < 2e-3, "{}", angle(0));
    assert!((device.state().bodies[1].pose.position.y - 0.9).abs() < 1e-4);
    assert!(lowest > 0.9 - 2e-3, "{lowest}");
    Ok(())
}

#[test]
fn jointed_bodies_that_touch_the_ground_come_to_rest() -> Outcome {
    // Impulses of joints and of contacts are gathered where manifolds change.
    let mut model = Model::default();
    let ground = ColliderDescription::new(Shape::half_space(DVec3::Y)?);
    model.add_body(BodyDescription::fixed("ground", Pose::IDENTITY, vec![ground]))?;
    let mut before = None;
    for at in 0..4 {
        let middle = DVec3::new(0.55 * f64::from(at), 0.3, 0.0);
        let own = bar(&mut model, &format!("bar {at}"), middle, DQuat::IDENTITY)?;
        if let Some(before) = before {
            let anchor = middle - DVec3::new(0.275, 0.0, 0.0);
            join(&mut model, Some(before), own, hinge(anchor, Axis::FREE))?;
        }
        before = Some(own);
    }
    let mut device = on_device(&model, settings())?;
    let mut report = device.step()?;
    for _ in 0..200 {
        report = device.step()?;
    }
    assert!(report.joint_error_max < 1e-4 && report.penetration_max < 1e-4, "{report:?}");
    for body in &device.state().bodies[1..] {
        assert!((body.pose.position.y - 0.04).abs() < 1e-3, "{body:?}");
        assert!(body.velocity.length() < 1e-3, "{body:?}");
    }
    Ok(())
}

#[test]
fn joints_without_a_kernel_are_refused_by_name() -> Outcome {
    let mut model = Model::default();
    let own = bar(&mut model, "bar", DVec3::ZERO, DQuat::IDENTITY)?;
    let rotation = Axis { friction: 1.0, ..Axis::FREE };
    join(&mut model, None, own, hinge(DVec3::ZERO, rotation))?;
    let said = Card::twin(&model, &settings()).err().map(|error| error.to_string());
    let expected = "there is no kernel for friction of joints, as of \"joint 0\"";
    assert_eq!(said.as_deref(), Some(expected));
    Ok(())
}
