//! Sums over a mesh: null modes, momentum, masses, and threads.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stickslip_elastic::glam::DVec3;
use stickslip_elastic::{Assembly, ElasticMesh, Energy, Inertia, Stiffness};
use stickslip_geometry::mesh::generate::{tetrahedral_ball, tetrahedral_box};

use crate::derivatives::SOFT;
use crate::support::{eigenvalues, matrix};

#[test]
fn a_free_body_has_six_motions_that_cost_nothing() {
    let mesh = tetrahedral_ball(0.7, 2).expect("a ball");
    for (name, energy) in Energy::ALL {
        let mesh = ElasticMesh::solid(&mesh, &SOFT, energy).expect("whole");
        let mut assembly = Assembly::new(&mesh, |_| false);
        let kind = (Stiffness::Exact, Inertia::Lumped);
        let stiffness = matrix(&mesh, &mut assembly, mesh.rest(), kind, (0.0, 1.0));
        let values = eigenvalues(&stiffness);
        let most = values[values.len() - 1];
        assert!(values[..6].iter().all(|value| value.abs() < 1e-12 * most), "{name}: {values:?}");
        assert!(values[6] > 1e-3 * most, "{name}: {values:?}");
        assert_eq!(stiffness.worst_asymmetry().map_or(0.0, |found| found.2).max(1e-15), 1e-15);
    }
}

#[test]
fn masses_sum_up_however_they_are_spread() {
    let mesh = tetrahedral_box(DVec3::new(0.5, 0.25, 0.2), [3, 2, 2]).expect("a box");
    let mesh = ElasticMesh::solid(&mesh, &SOFT, Energy::Linear).expect("whole");
    assert!((mesh.mass() - 2.0 * 1.0 * 0.5 * 0.4).abs() < 1e-14);
    let mut assembly = Assembly::new(&mesh, |_| false);
    let along: Vec<f64> = mesh.rest().iter().flat_map(|_| [0.0, 1.0, 0.0]).collect();
    for inertia in [Inertia::Lumped, Inertia::Consistent] {
        let kind = (Stiffness::Exact, inertia);
        let mass = matrix(&mesh, &mut assembly, mesh.rest(), kind, (1.0, 0.0));
        let mut momentum = vec![0.0; along.len()];
        mass.multiply(&along, &mut momentum);
        let sum: f64 = momentum.iter().zip(&along).map(|(p, v)| p * v).sum();
        assert!((sum - mesh.mass()).abs() < 1e-14);
        assert!(eigenvalues(&mass)[0] > 0.0);
    }
}

#[test]
fn threads_change_no_bit() {
    let mesh = tetrahedral_box(DVec3::ONE, [6, 6, 6]).expect("a box");
    let mesh = ElasticMesh::solid(&mesh, &SOFT, Energy::StableNeoHookean).expect("whole");
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let shake = |x: &DVec3| *x + 0.05 * DVec3::from_array([0; 3].map(|_| random.random()));
    let positions: Vec<DVec3> = mesh.rest().iter().map(shake).collect();
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| {
            let mut assembly = Assembly::new(&mesh, |vertex| vertex % 7 == 0);
            let kind = (Stiffness::Positive, Inertia::Consistent);
            let found = matrix(&mesh, &mut assembly, &positions, kind, (1.0, 0.01));
            let mut forces = Vec::new();
            assembly.write_forces(&mut forces);
            (found, forces)
        })
    };
    let alone = run(1);
    assert_eq!(alone, run(2));
    assert_eq!(alone, run(5));
    let sum: DVec3 = alone.1.iter().sum();
    let most = alone.1.iter().map(|force| force.length()).fold(0.0, f64::max);
    assert!(sum.length() < 1e-12 * most, "{sum} of {most}");
}
