//! Scenes and random numbers shared by the tests.

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use stickslip_contact::glam::{DQuat, DVec3};
use stickslip_contact::{Collider, Contact, Detector, Pose, Shape};

/// A movable collider that is its own body.
pub fn collider(body: usize, shape: &Shape, pose: Pose, margin: f64) -> Collider {
    Collider { shape: shape.clone(), pose, body, movable: true, margin }
}

/// The contacts of two colliders.
pub fn touch(first: (&Shape, Pose), second: (&Shape, Pose), reach: f64) -> Vec<Contact> {
    let pair =
        [collider(0, first.0, first.1, reach / 2.0), collider(1, second.0, second.1, reach / 2.0)];
    Detector::default().detect(&pair, &[]).to_vec()
}

/// A vector with coordinates in ±1.
pub fn random_vector(random: &mut ChaCha8Rng) -> DVec3 {
    DVec3::from_array(std::array::from_fn(|_| random.random_range(-1.0..1.0)))
}

/// Any rotation.
pub fn random_rotation(random: &mut ChaCha8Rng) -> DQuat {
    let numbers: [f64; 4] = std::array::from_fn(|_| random.random_range(-1.0..1.0));
    DQuat::from_array(numbers).normalize()
}

/// Any rotation, and a position in ±`reach`.
pub fn random_pose(random: &mut ChaCha8Rng, reach: f64) -> Pose {
    Pose::new(reach * random_vector(random), random_rotation(random))
}
