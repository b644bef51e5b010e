//! What becomes a tree, and coordinates out and in.

use glam::DVec3;

use super::samples::{Random, mechanism, stir};
use crate::joint::{Interval, Rule};
use crate::rows::{Bodies, RowBuffer};
use crate::tree::posture::Posture;

/// What is read of bodies that coordinates placed are these coordinates and rates.
#[test]
fn coordinates_and_rates_are_read_as_they_were_put() {
    for seed in 1..60 {
        let mut world = mechanism(seed, 2 + seed as usize % 7);
        stir(&mut world, &mut Random(seed + 77));
        for tree in &world.forest.trees {
            let mut posture = Posture::default();
            posture.read(tree, &world.state.bodies);
            let mut states = world.state.bodies.clone();
            posture.place(tree, &mut states);
            posture.put_velocities(tree, &mut states);
            for (old, new) in world.state.bodies.iter().zip(&states) {
                assert!((old.pose.position - new.pose.position).length() < 1e-13, "{seed}");
                let turn = old.pose.orientation.dot(new.pose.orientation).abs();
                assert!((turn - 1.0).abs() < 1e-13, "{seed}");
                assert!((old.velocity - new.velocity).length() < 1e-11, "{seed}");
                let spin = (old.angular_velocity - new.angular_velocity).length();
                assert!(spin < 1e-11, "{seed}");
            }
        }
    }
}

/// The rows of the joints, which know nothing of trees, find every joint closed.
#[test]
fn joints_of_placed_links_are_closed_and_stay_so() {
    for seed in 1..60 {
        let world = mechanism(seed, 2 + seed as usize % 7);
        let bodies =
            Bodies { bodies: world.model.bodies(), states: &world.state.bodies, vertices: &[] };
        let mut rows = RowBuffer::default();
        for (at, joint) in world.model.joints().iter().enumerate() {
            assert!(world.forest.carries(at));
            let step = Interval { time: 0.0, h: 0.01, rule: Rule::Ends };
            joint.write_rows(&bodies, &[0.0; 2], step, &[], &mut rows);
        }
        for row in rows.rows() {
            assert!(row.error.abs() < 1e-13, "{seed}: {}", row.error);
            assert!(rows.speed(row, &bodies).abs() < 1e-12, "{seed}");
        }
    }
}

/// Axes are how places change: against differences of places.
#[test]
fn axes_are_differences_of_places() {
    let step = 1e-6;
    for seed in 1..40 {
        let world = mechanism(seed, 2 + seed as usize % 6);
        for tree in &world.forest.trees {
            let mut posture = Posture::default();
            posture.read(tree, &world.state.bodies);
            for freedom in 0..tree.freedoms() {
                let place = |sign: f64| {
                    let mut moved = posture.clone();
                    moved.rates.fill(0.0);
                    moved.rates[freedom] = sign;
                    moved.advance(tree, step);
                    let mut states = world.state.bodies.clone();
                    moved.place(tree, &mut states);
                    states
                };
                let (ahead, back) = (place(1.0), place(-1.0));
                for (number, link) in tree.links.iter().enumerate() {
                    let [one, two] = [&back, &ahead].map(|states| states[link.body].pose);
                    let moves = tree.moving(number).contains(&freedom);
                    let axis = posture.axes[freedom];
                    let own = world.state.bodies[link.body].pose.position - posture.origin;
                    let (linear, angular) = match moves {
                        true => (axis.at(own), axis.angular),
                        false => (DVec3::ZERO, DVec3::ZERO),
                    };
                    let found = (two.position - one.position) / (2.0 * step);
                    assert!((found - linear).length() < 1e-8, "{seed}: {found} {linear}");
                    let turn = (two.orientation * one.orientation.inverse()).normalize();
                    let found = turn.to_scaled_axis() / (2.0 * step);
                    assert!((found - angular).length() < 1e-8, "{seed}: {found} {angular}");
                }
            }
        }
    }
}

/// Branches come whole, one after the other, and pieces of freedoms are runs without a branch
/// within them.
#[test]
fn branches_come_whole_and_pieces_do_not_branch() {
    for seed in 1..60 {
        let world = mechanism(seed, 2 + seed as usize % 17);
        for tree in &world.forest.trees {
            let count = tree.freedoms();
            let parents: Vec<Option<usize>> = (0..count)
                .map(|freedom| tree.chain(freedom).iter().rev().nth(1).copied())
                .collect();
            for freedom in 0..count {
                let is_behind = |other: usize| tree.chain(other).contains(&freedom);
                let end = (freedom..count).find(|&other| !is_behind(other)).unwrap_or(count);
                assert!((end..count).all(|other| !is_behind(other)), "{seed}: {freedom}");
            }
            let pieces = tree.pieces();
            assert_eq!(pieces.first().copied(), (count > 0).then_some(0), "{seed}");
            for (at, &begin) in pieces.iter().enumerate() {
                let end = pieces.get(at + 1).copied().unwrap_or(count);
                assert!(begin < end && end - begin <= 6, "{seed}: {pieces:?}");
                for freedom in begin + 1..end {
                    assert_eq!(parents[freedom], Some(freedom - 1), "{seed}: {pieces:?}");
                    let forks = parents.iter().filter(|&&it| it == Some(freedom - 1)).count();
                    assert_eq!(forks, 1, "{seed}: {pieces:?}");
                }
            }
        }
    }
}
