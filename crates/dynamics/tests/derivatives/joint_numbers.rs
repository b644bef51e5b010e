//! Springs, dampers and friction of joints of every kind.

use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::joint::{
    Ball, Coupling, CouplingTerm, Distance, Fixed, Hinge, Prismatic, SixDof, Tendon, TendonPoint,
    Universal,
};
use stickslip_dynamics::{Accuracy, Axis, BodyId, Compliance, JointKind, Passive, Simulation};

use crate::oracle::compare_input;
use crate::support::{World, cuboid};

/// Damping, stiffness and friction.
type Numbers = [f64; 3];
const USUAL: Numbers = [0.7, 5.0, 0.2];
const NAMES: [&str; 3] = ["damping", "stiffness", "friction"];

fn passive([damping, stiffness, _]: Numbers) -> Passive {
    Passive { stiffness, rest: [0.0; 2], damping, armature: 0.0 }
}

fn axis(numbers: Numbers) -> Axis {
    Axis { passive: Some(passive(numbers)), friction: numbers[2], ..Axis::FREE }
}

/// A joint between a point of the world and a bar, with these numbers on one of its axes.
type Kind = fn(Numbers, BodyId) -> JointKind;

fn six(numbers: Numbers, turns: bool) -> SixDof {
    let mut axes = [const { Axis::FREE }; 6];
    axes[if turns { 5 } else { 0 }] = axis(numbers);
    axes[2] = Axis { compliance: Compliance::JOINT, ..Axis::HELD };
    SixDof { anchor: DVec3::ZERO, frame: DQuat::IDENTITY, turned: DQuat::IDENTITY, axes }
}

fn universal(numbers: Numbers, second: bool) -> Universal {
    let mut joint = Universal::free(DVec3::ZERO, DVec3::Y, DVec3::Z);
    *(if second { &mut joint.second_rotation } else { &mut joint.first_rotation }) = axis(numbers);
    joint
}

/// Joints, what names their axis, and which of their numbers there are.
const KINDS: [(&str, usize, Kind); 10] = [
    ("", 3, |numbers, _| {
        Hinge { anchor: DVec3::ZERO, axis: DVec3::Z, rotation: axis(numbers) }.into()
    }),
    ("", 3, |numbers, _| {
        Prismatic { anchor: DVec3::ZERO, axis: DVec3::X, travel: axis(numbers) }.into()
    }),
    ("", 3, |numbers, _| {
        let passive = Some(passive(numbers));
        Ball { friction: numbers[2], passive, ..Ball::at(DVec3::ZERO) }.into()
    }),
    ("", 2, |numbers, _| {
        let passive = Passive { rest: [0.3; 2], ..passive(numbers) };
        let distance = Distance::between(DVec3::X * -0.2, DVec3::X * 0.3, None);
        Distance { passive: Some(passive), ..distance }.into()
    }),
    ("", 3, |numbers, body| {
        let point = |body, point| TendonPoint { body, point, divisor: None };
        let path = vec![
            point(None, DVec3::new(-0.2, 0.5, 0.0)),
            point(Some(body), DVec3::new(0.1, 0.0, 0.05)),
            point(None, DVec3::new(0.6, 0.7, 0.1)),
        ];
        Tendon { path, length: axis(numbers) }.into()
    }),
    ("", 3, |numbers, second| {
        let (anchor, axis_of) = (DVec3::ZERO, DVec3::Z);
        let term = |slides, factor| CouplingTerm {
            first: None,
            second,
            anchor,
            axis: if slides { DVec3::X } else { axis_of },
            slides,
            factor,
            reference: 0.0,
        };
        Coupling { terms: vec![term(false, 1.0), term(true, 0.5)], sum: axis(numbers) }.into()
    }),
    (".first_rotation", 3, |numbers, _| universal(numbers, false).into()),
    (".second_rotation", 3, |numbers, _| universal(numbers, true).into()),
    (".travel_x", 3, |numbers, _| six(numbers, false).into()),
    (".rotation_z", 3, |numbers, _| six(numbers, true).into()),
];

fn world(kind: Kind, numbers: Numbers, accuracy: Accuracy) -> Simulation {
    let mut world = World::new();
    world.settings.accuracy = accuracy;
    world.settings.solver.tolerance = Some(1e-13);
    let bar = cuboid(DVec3::new(0.3, 0.05, 0.08)).mass(2.0).at(DVec3::X * 0.3);
    let bar = world.add(bar.moving(DVec3::new(0.3, 0.6, 0.1)).spinning(DVec3::new(0.4, 1.0, 2.0)));
    world.join(None, bar, kind(numbers, bar));
    world.start()
}

#[test]
fn numbers_of_joints_of_every_kind() {
    for accuracy in [Accuracy::Off, Accuracy::Within(1e-9)] {
        for (at, &(axis, count, kind)) in KINDS.iter().enumerate() {
            for (place, name) in NAMES.iter().enumerate().take(count) {
                let mut simulation = world(kind, USUAL, accuracy);
                let input = format!("joint.joint{axis}.{name}");
                let input = simulation.input(&input).expect("an input");
                for step in 0..3 {
                    let off = compare_input(&mut simulation, input, 1e-3, |by| {
                        let mut numbers = USUAL;
                        numbers[place] += by;
                        world(kind, numbers, accuracy)
                    });
                    println!("{accuracy:?} {at}{axis} {name}, step {step}: {off:e}");
                    assert!(off < 1e-5, "{accuracy:?} {at}{axis} {name}, step {step}: {off:e}");
                }
            }
        }
    }
}

/// What is not there is refused, by its name.
#[test]
fn numbers_that_are_not_there() {
    let simulation = world(KINDS[6].2, USUAL, Accuracy::Off);
    for name in ["joint.joint.damping", "joint.joint.third_rotation.damping"] {
        let error = simulation.input(name).expect_err("a refusal").to_string();
        assert!(error.contains("first_rotation, second_rotation"), "{error}");
    }
    let mut without = world(KINDS[3].2, USUAL, Accuracy::Off);
    let input = without.input("joint.joint.friction").expect("an input");
    let before = without.state().clone();
    let error = without.step_derivatives(&[input]).expect_err("a refusal").to_string();
    assert!(error.contains("joint.joint.friction") && error.contains("distance"), "{error}");
    assert_eq!(*without.state(), before);
    let fixed = world(|_, _| Fixed { anchor: DVec3::ZERO }.into(), USUAL, Accuracy::Off);
    assert!(
        fixed.input("joint.joint.damping").expect_err("a refusal").to_string().contains("fixed")
    );
}
