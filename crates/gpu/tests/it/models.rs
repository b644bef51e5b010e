//! Models of the dynamics on the device.

use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::{
    BodyDescription, ColliderDescription, Model, Pose, Settings, Shape, Simulation, StepperKind,
};
use stickslip_gpu::Card;

type Outcome = Result<(), Box<dyn std::error::Error>>;

fn model() -> Result<Model, Box<dyn std::error::Error>> {
    let mut model = Model::default();
    let ground = ColliderDescription::new(Shape::half_space(DVec3::Y)?);
    model.add_body(BodyDescription::fixed("ground", Pose::IDENTITY, vec![ground]))?;
    for at in 0..6 {
        let shape = match at % 2 {
            0 => Shape::sphere(0.2)?,
            _ => Shape::cuboid(DVec3::new(0.2, 0.15, 0.1))?,
        };
        let turn = DQuat::from_rotation_x(0.3 * f64::from(at));
        let pose =
            Pose::new(DVec3::new(0.05 * f64::from(at), 0.5 + 0.6 * f64::from(at), 0.0), turn);
        let own = vec![ColliderDescription::new(shape)];
        model.add_body(BodyDescription::dynamic(format!("body {at}"), pose, own))?;
    }
    Ok(model)
}

fn settings() -> Settings {
    Settings { stepper: StepperKind::SmallSteps, substeps: 16, ..Settings::default() }
}

#[test]
fn a_model_falls_as_small_steps_of_the_processor_let_it() -> Outcome {
    let card = Card::twin(&model()?, &settings())?;
    let mut device = Simulation::with_engine(model()?, settings(), Box::new(card))?;
    let mut processor = Simulation::new(model()?, settings())?;
    for _ in 0..12 {
        device.step()?;
        processor.step()?;
    }
    for (one, two) in device.state().bodies.iter().zip(&processor.state().bodies) {
        assert!(one.pose.position.distance(two.pose.position) < 1e-4, "{one:?} {two:?}");
        assert!(one.velocity.distance(two.velocity) < 1e-2, "{one:?} {two:?}");
    }
    let mut report = device.step()?;
    for _ in 0..240 {
        report = device.step()?;
    }
    assert!(report.penetration_max < 1e-3 && report.contacts > 6, "{report:?}");
    assert_eq!(device.state().step, 253);
    assert!(device.state().bodies[1..].iter().all(|body| body.pose.position.y > 0.09));
    Ok(())
}

#[test]
fn sub_steps_are_raised_until_the_accuracy_is_met() -> Outcome {
    let asked = Settings {
        accuracy: stickslip_dynamics::Accuracy::Within(2e-6),
        substeps: 1,
        ..settings()
    };
    let card = Card::twin(&model()?, &asked)?;
    let mut device = Simulation::with_engine(model()?, asked, Box::new(card))?;
    let mut last = device.step()?;
    assert_eq!(last.substeps, 16);
    for _ in 0..400 {
        last = device.step()?;
    }
    assert!(last.substeps > 16, "{last:?}");
    assert!(last.penetration_max < 4e-6, "{last:?}");
    Ok(())
}

#[test]
fn a_state_that_is_restored_goes_on_from_there() -> Outcome {
    let card = Card::twin(&model()?, &settings())?;
    let mut device = Simulation::with_engine(model()?, settings(), Box::new(card))?;
    let begin = device.state().clone();
    let first = {
        device.step()?;
        device.state().hash()
    };
    for _ in 0..20 {
        device.step()?;
    }
    device.restore(begin)?;
    device.step()?;
    assert_eq!(device.state().hash(), first);
    Ok(())
}

#[test]
fn what_has_no_kernel_is_refused_by_name() -> Outcome {
    let mut own = model()?;
    let shape = ColliderDescription::new(Shape::cylinder(0.1, 0.1)?);
    own.add_body(BodyDescription::dynamic("pill", Pose::IDENTITY, vec![shape]))?;
    let said = Card::twin(&own, &settings()).err().map(|error| error.to_string());
    assert_eq!(
        said.as_deref(),
        Some("there is no kernel for a cylinder that moves, such as \"pill\"")
    );
    let barrier = Settings { stepper: StepperKind::Barrier, ..settings() };
    let said = Card::twin(&model()?, &barrier).err().map(|error| error.to_string());
    assert_eq!(said.as_deref(), Some("a graphics card takes small steps, not barrier steps"));
    Ok(())
}

#[test]
fn a_state_keeps_its_impulses_and_contacts_are_told() -> Outcome {
    // A tower at rest that is saved and gone on from stays as it is: impulses from zero would let
    // it sink by g h² and more. What carries it is its weight.
    // Two sub-steps a step, so that what begins from zero falls far in the first.
    let coarse = || Settings { substeps: 2, ..settings() };
    let mut own = Model::default();
    let ground = ColliderDescription::new(Shape::half_space(DVec3::Y)?);
    let shape = Shape::cuboid(DVec3::splat(0.1))?;
    for at in 0..3 {
        let pose = Pose::at(DVec3::new(0.0, 0.1 + 0.2 * f64::from(at), 0.0));
        let part = vec![ColliderDescription::new(shape.clone())];
        own.add_body(BodyDescription::dynamic(format!("box {at}"), pose, part))?;
    }
    own.add_body(BodyDescription::fixed("ground", Pose::IDENTITY, vec![ground]))?;
    let begin = || -> Result<Simulation, Box<dyn std::error::Error>> {
        let card = Card::twin(&own, &coarse())?;
        Ok(Simulation::with_engine(own.clone(), coarse(), Box::new(card))?)
    };
    let mut device = begin()?;
    for _ in 0..120 {
        device.step()?;
    }
    let weight = 3.0 * 8.0 * 9.81 * coarse().time_step;
    let up = |device: &Simulation| -> f64 {
        let own = device.contacts().iter().filter(|own| own.second == 3);
        own.map(|own| own.impulse.y).sum()
    };
    // The half-space is the second body: it is pushed down.
    assert!((up(&device) + weight).abs() < 1e-2 * weight, "{}", up(&device));
    assert_eq!(device.state().contacts.len(), 12);
    let (mut again, mut bare) = (begin()?, begin()?);
    again.restore(device.state().clone())?;
    let mut without = device.state().clone();
    without.contacts.clear();
    bare.restore(without)?;
    device.step()?;
    again.step()?;
    bare.step()?;
    let off = |other: &Simulation| {
        let both = device.state().bodies.iter().zip(&other.state().bodies);
        both.map(|(one, two)| one.pose.position.distance(two.pose.position)).fold(0.0, f64::max)
    };
    assert!(off(&again) < 0.5 * off(&bare), "{} {}", off(&again), off(&bare));
    Ok(())
}
