//! What users ask of trees, against differences and against each other.

use glam::DVec3;

use super::samples::{Random, mechanism};
use crate::joint::{Axis, Hinge, JointDescription};
use crate::model::Model;
use crate::parts::{BodyDescription, BodyId, MassDescription};
use crate::report::ContactReport;
use crate::tree::{Articulated, Reach};
use stickslip_contact::{Pose, Shape};

const GRAVITY: DVec3 = DVec3::new(0.3, -9.81, 0.1);

/// A tree somewhere, moving.
fn tree(seed: u64) -> Option<Articulated> {
    let world = mechanism(seed, 3 + seed as usize % 5);
    let mut tree = Articulated::all(&world.model).into_iter().next()?;
    tree.set_bodies(&world.state.bodies);
    Some(tree)
}

#[test]
fn what_was_set_is_told() {
    for seed in 1..40 {
        let Some(mut tree) = tree(seed) else { continue };
        let (mut qpos, qvel) = (tree.qpos(), tree.qvel().to_vec());
        // Turns may be many.
        tree.each_scalar(|_, at| qpos[at] += 7.0);
        tree.set(&qpos, &qvel).expect("as many numbers");
        for (told, set) in tree.qpos().iter().zip(&qpos).chain(tree.qvel().iter().zip(&qvel)) {
            assert!((told - set).abs() < 1e-11, "{seed}: {told} {set}");
        }
        assert!(tree.set(&qpos[1..], &qvel).is_err());
    }
}

/// J and J̇ u against differences of places along the motion of constant rates.
#[test]
fn jacobians_are_differences_of_motion() {
    for seed in 1..40 {
        let Some(mut tree) = tree(seed) else { continue };
        let body = tree.links().last().expect("a link");
        let local = DVec3::new(0.3, -0.2, 0.5);
        let speed = |tree: &Articulated| {
            let point = tree.pose(body).point(local);
            let columns = tree.jacobian(body, point);
            let mut sum = [DVec3::ZERO; 2];
            for ([linear, angular], rate) in columns.iter().zip(tree.qvel()) {
                sum = [sum[0] + *linear * *rate, sum[1] + *angular * *rate];
            }
            sum
        };
        let moved = |t: f64| {
            let mut other = tree.clone();
            let rates: Vec<f64> = other.qvel().iter().map(|rate| rate * t).collect();
            other.shift(&rates);
            other
        };
        let step = 1e-5;
        let (ahead, back) = (moved(step), moved(-step));
        let point = tree.pose(body).point(local);
        let slope = (ahead.pose(body).point(local) - back.pose(body).point(local)) / (2.0 * step);
        let size = 1.0 + slope.length();
        assert!((slope - speed(&tree)[0]).length() < 1e-7 * size, "{seed}");
        let change = tree.jacobian_rate(body, point);
        for part in 0..2 {
            let slope = (speed(&ahead)[part] - speed(&back)[part]) / (2.0 * step);
            let size = 1.0 + slope.length();
            assert!((slope - change[part]).length() < 1e-6 * size, "{seed}: {slope} {change:?}");
        }
    }
}

/// The power of contacts along every freedom is that of their forces on what it moves: on both
/// sides where both are links, and on neither where none is.
#[test]
fn contacts_act_along_what_moves_their_points() {
    for seed in 1..40 {
        let Some(tree) = tree(seed) else { continue };
        let (mut random, links) = (Random(seed + 11), tree.links().collect::<Vec<_>>());
        let (one, two) = (links[links.len() / 2], links[links.len() - 1]);
        let nobody = usize::MAX;
        let contacts = [(one.0, two.0), (nobody, one.0), (two.0, nobody), (nobody, nobody)].map(
            |(first, second)| ContactReport {
                first,
                second,
                point: tree.pose(two).point(random.vector()),
                impulse: random.vector(),
                moment: random.vector(),
                ..ContactReport::default()
            },
        );
        let (seconds, step) = (0.25, 1e-5);
        let forces = tree.contact_forces(&contacts, seconds);
        for (freedom, force) in forces.iter().enumerate() {
            let moved = |step: f64| {
                let (mut other, mut rates) = (tree.clone(), vec![0.0; tree.freedoms()]);
                rates[freedom] = step;
                other.shift(&rates);
                other
            };
            let (ahead, back) = (moved(step), moved(-step));
            let mut power = 0.0;
            for contact in &contacts {
                for (body, sign) in [(contact.first, -1.0), (contact.second, 1.0)] {
                    if body == nobody {
                        continue;
                    }
                    let poses = [&tree, &ahead, &back].map(|tree| tree.pose(BodyId(body)));
                    let local =
                        poses[0].orientation.inverse() * (contact.point - poses[0].position);
                    let way = poses[1].point(local) - poses[2].point(local);
                    let turn =
                        (poses[1].orientation * poses[2].orientation.inverse()).to_scaled_axis();
                    let work = contact.impulse.dot(way) + contact.moment.dot(turn);
                    power += sign * work / (2.0 * step * seconds);
                }
            }
            assert!((power - force).abs() < 1e-6 * (1.0 + force.abs()), "{seed}: {power} {force}");
        }
    }
}

/// Forces that give accelerations are those that accelerations need; the matrix is symmetric,
/// and half of it between rates is the kinetic energy of the bodies.
#[test]
fn forward_and_inverse_dynamics_undo_each_other() {
    for seed in 1..40 {
        let Some(mut tree) = tree(seed) else { continue };
        let mut random = Random(seed + 5);
        let forces: Vec<f64> = (0..tree.freedoms()).map(|_| random.number()).collect();
        let speedups = tree.forward_dynamics(&forces, GRAVITY).expect("masses");
        let back = tree.inverse_dynamics(&speedups, GRAVITY);
        for (force, back) in forces.iter().zip(&back) {
            assert!((force - back).abs() < 1e-9, "{seed}: {force} {back}");
        }
        let (size, mass, rates) = (tree.freedoms(), tree.mass_matrix(), tree.qvel().to_vec());
        let mut twice = 0.0;
        for i in 0..size {
            for j in 0..size {
                assert_eq!(mass[i * size + j], mass[j * size + i]);
                twice += rates[i] * mass[i * size + j] * rates[j];
            }
        }
        let model = mechanism(seed, 3 + seed as usize % 5).model;
        let own = tree.links().map(|body| {
            let (body, state) = (&model.bodies()[body.0], &tree.bodies()[body.0]);
            2.0 * crate::motion::energy(body, state, DVec3::ZERO)
        });
        let own: f64 = own.sum();
        assert!((twice - own).abs() < 1e-9 * own.max(1.0), "{seed}: {twice} {own}");
        let still = tree.gravity_compensation(GRAVITY);
        let qpos = tree.qpos();
        tree.set(&qpos, &vec![0.0; size]).expect("its own");
        let kept = tree.forward_dynamics(&still, GRAVITY).expect("masses");
        assert!(kept.iter().all(|speedup| speedup.abs() < 1e-9), "{seed}: {kept:?}");
    }
}

/// An arm of six hinges that can reach somewhere does, within its limits.
#[test]
fn inverse_kinematics_reaches_what_can_be_reached() {
    let mut model = Model::default();
    let mut last = None;
    for at in 0..6 {
        let from = DVec3::X * 0.4 * f64::from(at);
        let body = BodyDescription {
            mass: MassDescription::Total(1.0),
            ..BodyDescription::dynamic(
                format!("link {at}"),
                Pose::at(from),
                vec![crate::ColliderDescription::new(Shape::sphere(0.1).expect("a ball"))],
            )
        };
        let link = model.add_body(body).expect("a body");
        let axis = [DVec3::Z, DVec3::Y, DVec3::new(0.6, 0.8, 0.0)][at as usize % 3];
        let rotation = Axis { limits: Some([-1.2, 1.2]), ..Axis::FREE };
        let hinge = Hinge { anchor: from, axis, rotation };
        let joint = JointDescription::new(format!("joint {at}"), last, link, hinge);
        model.add_joint(joint).expect("a joint");
        last = Some(link);
    }
    let end = last.expect("links");
    let mut tree = Articulated::all(&model).remove(0);
    let mut random = Random(3);
    for _ in 0..20 {
        let mut there = tree.clone();
        let qpos: Vec<f64> = (0..6).map(|_| random.number()).collect();
        there.set(&qpos, &[0.0; 6]).expect("six");
        let point = DVec3::X * 0.4;
        let mut wanted = Reach::new(end, point, there.pose(end).point(point));
        let off = tree.reach(&wanted);
        let found = tree.pose(end).point(point);
        assert!((found - wanted.place).length() < 1e-6, "{off}");
        assert!((off - (found - wanted.place).length()).abs() < 1e-12);
        assert!(tree.qpos().iter().all(|angle| angle.abs() <= 1.2 + 1e-12));
        wanted.orientation = Some(there.pose(end).orientation);
        tree.set(
            &qpos.iter().map(|angle| angle + 0.15).map(|a| a.clamp(-1.2, 1.2)).collect::<Vec<_>>(),
            &[0.0; 6],
        )
        .expect("six");
        assert!(tree.reach(&wanted) < 1e-6);
        let turn = tree.pose(end).orientation.dot(there.pose(end).orientation).abs();
        assert!((turn - 1.0).abs() < 1e-10);
    }
    // Too far: it stretches as far as it can.
    let off = tree.reach(&Reach::new(end, DVec3::X * 0.4, DVec3::new(0.0, 0.0, 9.0)));
    assert!(off > 5.0 && off < 9.5, "{off}");
}
