//! Derivatives of motion and inverse dynamics against differences of what they are derivatives
//! of.

use glam::DVec3;

use super::samples::{Random, mechanism};
use crate::state::BodyState;
use crate::tree::{Motions, Posture, Tree, TreeDynamics, Variation};
use crate::world::World;

/// H a + C by composite bodies and recursive Newton–Euler, with forces on the bodies.
fn inverse_dynamics(
    world: &World,
    tree: &Tree,
    states: &[BodyState],
    accelerations: &[f64],
    acts: &[(DVec3, DVec3)],
) -> Vec<f64> {
    let mut dynamics = TreeDynamics::default();
    dynamics.read(tree, world.model.bodies(), states);
    dynamics.write_mass(tree);
    let mut needed = vec![0.0; tree.freedoms()];
    dynamics.mass.multiply(tree, accelerations, &mut needed);
    let gyroscopic = world.settings.gyroscopic;
    dynamics.gather_bias(tree, states, gyroscopic, |body| acts[body]);
    dynamics.project(tree, 1.0, &mut needed);
    needed
}

/// The bodies a stride along the place or the rate of a freedom.
fn moved(world: &World, tree: &Tree, (freedom, is_rate): (usize, bool), by: f64) -> Vec<BodyState> {
    let mut states = world.state.bodies.clone();
    let mut posture = Posture::default();
    posture.read(tree, &states);
    let rates = posture.rates.clone();
    if is_rate {
        posture.rates[freedom] += by;
    } else {
        posture.rates.fill(0.0);
        posture.rates[freedom] = 1.0;
        posture.advance(tree, by);
        posture.rates = rates;
    }
    posture.put(tree, &mut states);
    states
}

#[test]
fn inverse_dynamics_and_motion_change_as_differences_say() {
    let (mut compared, mut worst) = (0, [0.0_f64; 2]);
    for seed in 1..=60 {
        let mut world = mechanism(seed, 1 + seed as usize % 8);
        world.settings.gyroscopic = seed % 3 > 0;
        let mut random = Random(seed + 1);
        let count = world.state.bodies.len();
        let acts: Vec<_> = (0..count).map(|_| (random.vector(), random.vector())).collect();
        for tree in &world.forest.trees {
            let freedoms = tree.freedoms();
            let accelerations: Vec<f64> = (0..freedoms).map(|_| random.number()).collect();
            let mut dynamics = TreeDynamics::default();
            dynamics.read(tree, world.model.bodies(), &world.state.bodies);
            let of_links: Vec<_> = tree.links.iter().map(|link| acts[link.body]).collect();
            let (mut variation, mut motions) = (Variation::default(), Motions::default());
            let gyroscopic = world.settings.gyroscopic;
            let states = &world.state.bodies;
            variation.begin(tree, &dynamics, states, &accelerations, gyroscopic, &of_links);
            motions.find(tree, &dynamics.posture, states, &dynamics.posture.rates);
            for (owner, link) in tree.links.iter().enumerate() {
                for way in link.freedoms.clone().flat_map(|k| [(k, false), (k, true)]) {
                    let mut found = vec![0.0; freedoms];
                    variation.derive(tree, &dynamics, (owner, way.0), way.1, &mut found);
                    let stride = 1e-5;
                    let ends = [stride, -stride].map(|by| moved(&world, tree, way, by));
                    let [ahead, behind] = ends
                        .each_ref()
                        .map(|ends| inverse_dynamics(&world, tree, ends, &accelerations, &acts));
                    let slopes = ahead.iter().zip(&behind).map(|(a, b)| (a - b) / (2.0 * stride));
                    let slopes: Vec<f64> = slopes.collect();
                    let size = slopes.iter().fold(1.0_f64, |most, slope| most.max(slope.abs()));
                    for (slope, found) in slopes.iter().zip(&found) {
                        worst[0] = worst[0].max((slope - found).abs() / size);
                    }
                    compared += 1;
                    if way.1 {
                        continue;
                    }
                    for at in variation.links_behind(owner) {
                        let body = tree.links[at].body;
                        let [ahead, behind] = ends.each_ref().map(|ends| &ends[body]);
                        let of = (at, dynamics.arm(at));
                        let found = motions.by_place(&dynamics.posture, way.0, of);
                        let slopes = [
                            ahead.velocity - behind.velocity,
                            ahead.angular_velocity - behind.angular_velocity,
                        ];
                        for (slope, found) in slopes.into_iter().zip(found) {
                            let slope = slope / (2.0 * stride);
                            let off = (slope - found).length() / (1.0 + slope.length());
                            worst[1] = worst[1].max(off);
                        }
                    }
                }
            }
        }
    }
    println!("{worst:?} of {compared}");
    assert!(worst.iter().all(|worst| *worst < 1e-7) && compared > 500, "{worst:?} of {compared}");
}
