//! Which pairs are looked at, and in which order they come out.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stickslip_contact::glam::{DVec2, DVec3};
use stickslip_contact::{Collider, Contact, Detector, PairDetector, Shape, Site};

use crate::common::{collider, random_pose, random_vector, touch};

/// Boxes and balls of very different sizes, some fixed, on a floor.
fn crowd(count: usize, random: &mut ChaCha8Rng) -> Vec<Collider> {
    let floor = Shape::half_space(DVec3::Y).unwrap();
    let hills = Shape::height_field(&vec![vec![-1.0; 5]; 5], DVec2::splat(8.0)).unwrap();
    let mut colliders: Vec<_> = (0..count)
        .map(|k| {
            let size = 0.05 * 30.0_f64.powf(random.random_range(0.0..1.0));
            let shape = if k % 2 == 0 {
                Shape::sphere(size)
            } else {
                Shape::cuboid(size * (random_vector(random).abs() + 0.1))
            };
            let mut collider = collider(k / 2, &shape.unwrap(), random_pose(random, 4.0), 0.01);
            collider.movable = k % 7 != 0;
            collider
        })
        .collect();
    for (k, shape) in [floor, hills].into_iter().enumerate() {
        let mut fixed = collider(count + k, &shape, random_pose(random, 0.1), 0.01);
        fixed.movable = false;
        colliders.insert(3 * k, fixed);
    }
    colliders
}

#[test]
fn all_pairs_at_once_find_what_each_pair_finds_alone() {
    let mut random = ChaCha8Rng::seed_from_u64(31);
    let colliders = crowd(120, &mut random);
    let ignored = [(2, 9), (3, 4), (5, 40)];
    let contacts = Detector::default().detect(&colliders, &ignored).to_vec();
    let mut expected = Vec::new();
    for (second, b) in colliders.iter().enumerate() {
        for (first, a) in colliders[..second].iter().enumerate() {
            let bodies = (a.body.min(b.body), a.body.max(b.body));
            if a.body == b.body || !(a.movable || b.movable) || ignored.contains(&bodies) {
                continue;
            }
            for mut contact in touch((&a.shape, a.pose), (&b.shape, b.pose), a.margin + b.margin) {
                contact.sites = [first, second].map(|collider| Site { collider });
                expected.push(contact);
            }
        }
    }
    expected.sort_by_key(Contact::key);
    assert!(expected.len() > 200, "{}", expected.len());
    assert_eq!(contacts, expected);
    let keys: Vec<_> = contacts.iter().map(Contact::key).collect();
    assert!(keys.windows(2).all(|pair| pair[0] < pair[1]), "sorted, and no name twice");
}

/// Few boxes, of which those above the floor are passed over: as if every pair were looked at.
#[test]
fn what_a_floor_passes_over_does_not_touch_it() {
    let mut random = ChaCha8Rng::seed_from_u64(33);
    let (mut alone, mut detector, mut count) = (PairDetector::default(), Detector::default(), 0);
    for _ in 0..200 {
        let mut colliders = crowd(8, &mut random);
        // Hills reach beyond their surface.
        colliders.remove(3);
        colliders.iter_mut().for_each(|it| it.margin = random.random_range(0.0..0.3));
        let mut expected = Vec::new();
        for (second, b) in colliders.iter().enumerate() {
            for (first, a) in colliders[..second].iter().enumerate() {
                if a.body != b.body && (a.movable || b.movable) {
                    let shapes = [(&a.shape, &a.pose), (&b.shape, &b.pose)];
                    alone.collide(shapes, [first, second], a.margin + b.margin, &mut expected);
                }
            }
        }
        expected.sort_by_key(Contact::key);
        assert_eq!(detector.detect(&colliders, &[]), expected);
        count += expected.iter().filter(|it| it.sites.iter().any(|it| it.collider == 0)).count();
    }
    assert!(count > 200, "{count}");
}

/// So many boxes that every stage is handed to threads, and that the tree is built by them.
#[test]
fn any_number_of_threads_finds_the_same_bits() {
    let mut random = ChaCha8Rng::seed_from_u64(32);
    let colliders = crowd(1200, &mut random);
    let found = [1, 2, 5].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| {
            let mut detector = Detector::default();
            // What an earlier call has left in the scratch memory does not count.
            detector.detect(&colliders[..400], &[]);
            detector.detect(&colliders, &[(2, 9)]).to_vec()
        })
    });
    assert!(found[0].len() > 5000, "{}", found[0].len());
    assert!(found[0] == found[1] && found[0] == found[2]);
}

#[test]
fn a_used_detector_finds_what_a_new_one_finds() {
    let mut random = ChaCha8Rng::seed_from_u64(32);
    let mut used = Detector::default();
    for count in [50, 10, 80] {
        let colliders = crowd(count, &mut random);
        let again = used.detect(&colliders, &[]).to_vec();
        assert_eq!(again, Detector::default().detect(&colliders, &[]));
    }
}
