//! What every kind of joint says of itself.

use std::cell::RefCell;
use std::collections::BTreeSet;

use glam::{DQuat, DVec3};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::samples::{initial_states, join, kinds, model, motor, moved, rows, stirred};
use crate::joint::{
    Axis, AxisUnit, Ball, Belt, BeltPoint, Coupling, CouplingTerm, Differential, Distance, Fixed,
    Gear, Hinge, JointKind, JointSource, Motor, MotorMode, Passive, Prismatic, SixDof, Tendon,
    TendonPoint, Thruster, Universal,
};
use crate::parts::BodyId;

/// Gives every key a number of its own, the length of the key, and remembers
/// which keys were asked for.
#[derive(Default)]
struct Keys(RefCell<Vec<String>>);

impl Keys {
    fn ask(&self, key: &str) -> Result<f64, String> {
        self.0.borrow_mut().push(key.into());
        Ok(key.len() as f64)
    }
}

fn axis(friction: f64) -> Axis {
    Axis { friction, ..Axis::FREE }
}

fn sprung(stiffness: f64) -> Passive {
    Passive { stiffness, ..Passive::default() }
}

fn speed(target: f64) -> Motor {
    motor(MotorMode::Velocity, target, 1.0)
}

fn path_point(x: f64) -> TendonPoint {
    TendonPoint { body: None, point: DVec3::X * x, divisor: None }
}

impl JointSource for Keys {
    type Error = String;

    fn point(&self, key: &'static str) -> Result<DVec3, String> {
        self.ask(key).map(|number| DVec3::X * number)
    }

    fn direction(&self, key: &'static str) -> Result<DVec3, String> {
        self.ask(key).map(|number| DVec3::Y * number)
    }

    fn rotation(&self, key: &'static str) -> Result<DQuat, String> {
        self.ask(key).map(DQuat::from_rotation_z)
    }

    fn turn(&self, key: &'static str) -> Result<DQuat, String> {
        self.rotation(key)
    }

    fn vector(&self, key: &'static str) -> Result<DVec3, String> {
        self.direction(key)
    }

    fn truth(&self, key: &'static str) -> Result<bool, String> {
        self.ask(key).map(|number| number % 2.0 == 1.0)
    }

    fn angle(&self, key: &'static str) -> Result<Option<f64>, String> {
        self.ask(key).map(Some)
    }

    fn number(&self, key: &'static str, default: f64) -> Result<f64, String> {
        self.ask(key).map(|number| number + default)
    }

    fn at_least_zero(&self, key: &'static str) -> Result<f64, String> {
        self.ask(key)
    }

    fn range(&self, key: &'static str) -> Result<Option<[f64; 2]>, String> {
        self.ask(key).map(|number| Some([0.0, number]))
    }

    fn body(&self, key: &'static str) -> Result<BodyId, String> {
        self.ask(key).map(|number| BodyId(number as usize))
    }

    fn body_or_world(&self, key: &'static str) -> Result<Option<BodyId>, String> {
        self.body(key).map(Some)
    }

    fn axis(&self, key: &'static str, _unit: AxisUnit) -> Result<Axis, String> {
        self.ask(key).map(axis)
    }

    fn free_axis(&self, key: &'static str, _unit: AxisUnit) -> Result<Axis, String> {
        self.ask(key).map(axis)
    }

    fn spring(&self, _unit: AxisUnit) -> Result<Option<Passive>, String> {
        self.ask("spring").map(|number| Some(sprung(number)))
    }

    fn motors(&self, _unit: AxisUnit) -> Result<Vec<Motor>, String> {
        self.ask("motor").map(|number| vec![speed(number)])
    }

    fn route(&self, key: &'static str) -> Result<Vec<BeltPoint>, String> {
        self.ask(key).map(|number| vec![BeltPoint::at(None, DVec3::X * number)])
    }

    fn path(&self, key: &'static str) -> Result<Vec<TendonPoint>, String> {
        self.ask(key).map(|number| vec![path_point(number)])
    }

    fn loose_axis(&self, unit: AxisUnit) -> Result<Axis, String> {
        self.ask(&format!("{unit:?}")).map(axis)
    }
}

/// The keys and what they become; six-DOF axes by their place.
#[test]
fn every_kind_reads_its_own_keys() {
    let (x, y) = (|number| DVec3::X * number, |number| DVec3::Y * number);
    let expected: [(&str, &str, JointKind); 13] = [
        (
            "ball",
            "anchor friction turned limit spring",
            Ball {
                friction: 8.0,
                turned: DQuat::from_rotation_z(6.0),
                limit: Some(5.0),
                passive: Some(sprung(6.0)),
                ..Ball::at(x(6.0))
            }
            .into(),
        ),
        (
            "hinge",
            "anchor axis Angle",
            Hinge { anchor: x(6.0), axis: y(4.0), rotation: axis(5.0) }.into(),
        ),
        (
            "prismatic",
            "anchor axis Length",
            Prismatic { anchor: x(6.0), axis: y(4.0), travel: axis(6.0) }.into(),
        ),
        (
            "universal",
            "anchor first_axis second_axis first_rotation second_rotation",
            Universal {
                first_rotation: axis(14.0),
                second_rotation: axis(15.0),
                ..Universal::free(x(6.0), y(10.0), y(11.0))
            }
            .into(),
        ),
        ("fixed", "anchor", Fixed { anchor: x(6.0) }.into()),
        (
            "six-dof",
            "rotation anchor travel_x travel_y travel_z rotation_x rotation_y rotation_z turned",
            SixDof {
                anchor: x(6.0),
                frame: DQuat::from_rotation_z(8.0),
                turned: DQuat::from_rotation_z(6.0),
                axes: [8.0, 8.0, 8.0, 10.0, 10.0, 10.0].map(axis),
            }
            .into(),
        ),
        (
            "distance",
            "first_anchor second_anchor range spring motor",
            Distance {
                passive: Some(sprung(6.0)),
                motors: vec![speed(5.0)],
                ..Distance::between(x(12.0), x(13.0), Some([0.0, 5.0]))
            }
            .into(),
        ),
        ("tendon", "path Length", Tendon { path: vec![path_point(4.0)], length: axis(6.0) }.into()),
        (
            "belt",
            "route open length",
            Belt { path: vec![BeltPoint::at(None, x(5.0))], open: false, length: 6.0 }.into(),
        ),
        (
            "thruster",
            "anchor force torque force_turns torque_turns motor",
            Thruster {
                anchor: x(6.0),
                force: y(5.0),
                torque: y(6.0),
                force_turns: true,
                torque_turns: false,
                motors: vec![speed(5.0)],
            }
            .into(),
        ),
        (
            "gear",
            "first_axis second_axis ratio carrier",
            Gear {
                first_axis: y(10.0),
                second_axis: y(11.0),
                ratio: 6.0,
                carrier: Some(BodyId(7)),
            }
            .into(),
        ),
        (
            "differential",
            "input_axis output_axis other_output ratio carrier",
            Differential {
                input_axis: y(10.0),
                output_axis: y(11.0),
                other_output: BodyId(12),
                ratio: 6.0,
                carrier: Some(BodyId(7)),
            }
            .into(),
        ),
        (
            "coupling",
            "second carrier anchor axis slides ratio other other_carrier anchor other_axis \
             other_slides range",
            Coupling {
                terms: vec![
                    CouplingTerm {
                        first: Some(BodyId(7)),
                        second: BodyId(6),
                        anchor: x(6.0),
                        axis: y(4.0),
                        slides: true,
                        factor: 1.0,
                        reference: 0.0,
                    },
                    CouplingTerm {
                        first: Some(BodyId(13)),
                        second: BodyId(5),
                        anchor: x(6.0),
                        axis: y(10.0),
                        slides: true,
                        factor: 6.0,
                        reference: 0.0,
                    },
                ],
                sum: Axis { limits: Some([0.0, 5.0]), ..Axis::FREE },
            }
            .into(),
        ),
    ];
    let readers = JointKind::readers::<Keys>();
    assert_eq!(readers.len(), expected.len());
    for ((name, read), (expected_name, keys, kind)) in readers.into_iter().zip(expected) {
        let source = Keys::default();
        assert_eq!(name, expected_name);
        assert_eq!(kind.name(), name);
        assert_eq!(read(&source), Ok(kind), "{name}");
        assert_eq!(source.0.into_inner().join(" "), keys, "{name}");
    }
}

/// A kind without a sample would miss the tests of gradients and bounds.
#[test]
fn every_kind_has_a_sample() {
    let sampled: BTreeSet<_> = kinds().iter().map(|(_, kind, _)| kind.name()).collect();
    let all: BTreeSet<_> = JointKind::readers::<Keys>().iter().map(|(name, _)| *name).collect();
    assert_eq!(sampled, all);
}

/// The first three rows of a joint that holds a point are its travels: pushing
/// the second body away in any direction shows in them as it is.
#[test]
fn joints_that_hold_a_point_hold_it_in_their_first_rows() {
    for (name, kind, _) in kinds() {
        let mut model = model(&mut ChaCha8Rng::seed_from_u64(3));
        let first = Some(BodyId(0));
        let joint = join(&mut model, name, first, kind.clone()).expect("a sound joint");
        let holds = ["ball", "hinge", "universal", "fixed", "six-dof"].contains(&kind.name());
        assert_eq!(joint.holds_a_point(), holds && name != "six loose", "{name}");
        if joint.holds_a_point() {
            let mut states = initial_states(model.bodies());
            let shift = DVec3::new(0.01, -0.02, 0.03);
            states[1].pose.position += shift;
            let rows = rows(&joint, &model, &states, &[0.0; 2], 0.0);
            let length: f64 = rows[..3].iter().map(|row| row.error * row.error).sum();
            assert!((length - shift.length_squared()).abs() < 1e-15, "{name}");
        }
    }
}

/// The points are where the bodies carry them; turns alone act at the centres.
#[test]
fn anchors_move_with_their_bodies() {
    let random = &mut ChaCha8Rng::seed_from_u64(4);
    for (name, kind, _) in kinds() {
        for worldly in [false, true] {
            let mut model = model(random);
            let first = (!worldly).then_some(BodyId(0));
            let Ok(joint) = join(&mut model, name, first, kind.clone()) else {
                // A gear needs a carrier or a first body.
                assert_eq!((name, worldly), ("gear", true));
                continue;
            };
            let start = initial_states(model.bodies());
            let now = moved(&stirred(&start, random, 1.0), 1.0);
            let [one, two] = joint.anchors(&now);
            let (at_start, carried) = match &kind {
                JointKind::Gear(_)
                | JointKind::Differential(_)
                | JointKind::Coupling(_)
                | JointKind::Belt(_)
                | JointKind::Tendon(_) => {
                    let first = if worldly { 1 } else { 0 };
                    assert_eq!([one, two], [now[first].pose.position, now[1].pose.position]);
                    continue;
                }
                JointKind::Distance(rod) => (rod.first_anchor, rod.second_anchor),
                _ => (DVec3::new(0.3, -0.2, 0.5), DVec3::new(0.3, -0.2, 0.5)),
            };
            let carry = |body: usize, point: DVec3| {
                now[body].pose.point(start[body].pose.local_point(point))
            };
            let expected = if worldly { at_start } else { carry(0, at_start) };
            assert!((one - expected).length() < 1e-14, "{name}");
            assert!((two - carry(1, carried)).length() < 1e-14, "{name}");
        }
    }
}

/// q and −q are one rotation: a turn by 0.1 rad is 0.1 rad whichever is given.
#[test]
fn the_sign_of_a_quaternion_does_not_matter() {
    let mut model = model(&mut ChaCha8Rng::seed_from_u64(6));
    let fixed = Fixed { anchor: DVec3::ZERO };
    let joint = join(&mut model, "fixed", None, fixed).expect("a sound joint");
    let mut states = initial_states(model.bodies());
    let pose = &mut states[1].pose;
    let turn = DQuat::from_rotation_z(0.1);
    pose.position = turn * pose.position;
    pose.orientation = turn * pose.orientation;
    for _ in 0..2 {
        states[1].pose.orientation = -states[1].pose.orientation;
        let rows = rows(&joint, &model, &states, &[0.0; 2], 0.0);
        let errors: Vec<f64> = rows.iter().map(|row| row.error).collect();
        for (error, expected) in errors.iter().zip([0.0, 0.0, 0.0, 0.0, 0.0, 0.1]) {
            assert!((error - expected).abs() < 1e-14, "{errors:?}");
        }
    }
}
