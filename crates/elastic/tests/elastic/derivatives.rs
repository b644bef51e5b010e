//! Forces and stiffness against finite differences of energy and force.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stickslip_elastic::glam::{DQuat, DVec3};
use stickslip_elastic::{
    Bend, Corners, ElasticMesh, Elasticity, Element, Energy, Local, Membrane, Stiffness, Stretch,
    Tetrahedron,
};

pub const SOFT: Elasticity = Elasticity { young: 3.0, poisson: 0.3, density: 2.0 };

fn samples(random: &mut ChaCha8Rng) -> Vec<(String, Element)> {
    let mut point = || DVec3::from_array([0; 3].map(|_| random.random_range(-1.0..1.0)));
    let rest = loop {
        let rest = [point(), point(), point(), point()];
        let volume = (rest[1] - rest[0]).dot((rest[2] - rest[0]).cross(rest[3] - rest[0]));
        if volume > 0.5 {
            break rest;
        }
    };
    let all = [0, 1, 2, 3];
    let solid = |energy| Tetrahedron::new(all, rest, &SOFT, energy).expect("whole");
    let mut elements: Vec<(String, Element)> = Energy::ALL
        .into_iter()
        .map(|(name, energy)| (name.to_owned(), Element::Tetrahedron(solid(energy))))
        .collect();
    let sheet = Membrane::new([0, 1, 2], [rest[0], rest[1], rest[2]], 0.1, &SOFT).expect("whole");
    elements.push(("membrane".into(), Element::Membrane(sheet)));
    let stretch = Stretch { vertices: [0, 1], length: 0.7, stiffness: 5.0, mass: 1.0 };
    elements.push(("stretch".into(), Element::Stretch(stretch)));
    elements.push(("bend of a rope".into(), Element::Bend(Bend::of_rope([0, 1, 2], 0.5, 2.0))));
    let flat = rest.map(|x| DVec3::new(x.x, x.y, 0.0));
    let bend = Bend::of_cloth(all, flat, 0.3).expect("whole");
    elements.push(("bend of cloth".into(), Element::Bend(bend)));
    elements
}

fn moved(corners: &Corners, at: usize, by: f64) -> Corners {
    let mut moved = *corners;
    moved[at / 3][at % 3] += by;
    moved
}

#[test]
fn forces_and_stiffness_are_the_derivatives_of_the_energy() {
    let mut random = ChaCha8Rng::seed_from_u64(20);
    for _ in 0..20 {
        for (name, element) in samples(&mut random) {
            let mut x: Corners = [DVec3::ZERO; 4];
            // Right way round, so that every energy is finite.
            while !(x[1] - x[0]).dot((x[2] - x[0]).cross(x[3] - x[0])).ge(&0.3) {
                x = x.map(|_| DVec3::from_array([0; 3].map(|_| random.random_range(-1.0..1.0))));
            }
            let mut local = Local::default();
            element.evaluate(&x, Stiffness::Exact, &mut local).expect("finite");
            let step = 1e-5;
            let freedoms = 3 * element.vertices().len();
            let most = (0..freedoms).map(|at| local.stiffness[at / 3][at / 3].col(at % 3).length());
            let scale = most.fold(0.0, f64::max);
            for at in 0..freedoms {
                let [up, down] = [step, -step].map(|by| moved(&x, at, by));
                let slope = (element.energy(&up) - element.energy(&down)) / (2.0 * step);
                let force = local.force[at / 3][at % 3];
                assert!((slope + force).abs() < 1e-7 * scale, "{name}: {slope} {force}");
                let [mut high, mut low] = [Local::default(); 2];
                element.evaluate(&up, Stiffness::None, &mut high).expect("finite");
                element.evaluate(&down, Stiffness::None, &mut low).expect("finite");
                for row in 0..freedoms {
                    let change = high.force[row / 3][row % 3] - low.force[row / 3][row % 3];
                    let entry = local.stiffness[row / 3][at / 3].col(at % 3)[row % 3];
                    let gap = (change / (2.0 * step) + entry).abs();
                    assert!(gap < 1e-6 * scale, "{name}: {row} {at} {gap:e} of {scale}");
                }
            }
        }
    }
}

#[test]
fn rigid_motions_cost_nothing_and_forces_sum_to_zero() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    for (name, element) in samples(&mut random) {
        let x: Corners =
            [DVec3::X, DVec3::Y, DVec3::new(0.3, 0.2, 1.5), DVec3::new(-1.0, 0.3, 0.2)];
        let mut local = Local::default();
        if element.evaluate(&x, Stiffness::None, &mut local).is_none() {
            continue;
        }
        let size = local.force.iter().map(|force| force.length()).fold(0.0, f64::max);
        let count = element.vertices().len();
        let sum: DVec3 = local.force[..count].iter().sum();
        assert!(sum.length() < 1e-13 * size, "{name}: {sum}");
        let turns = local.force[..count].iter().zip(x);
        let moment: DVec3 = turns.map(|(force, x)| x.cross(*force)).sum();
        if name == "linear" {
            assert!(moment.length() > 1e-3 * size, "a linear body resists turning");
            continue;
        }
        assert!(moment.length() < 1e-12 * size, "{name}: {moment}");
        let turn = DQuat::from_rotation_y(1.2) * DQuat::from_rotation_x(-0.4);
        let turned = x.map(|x| turn * x + DVec3::new(1.0, 2.0, 3.0));
        let gap = element.energy(&turned) - element.energy(&x);
        assert!(gap.abs() < 1e-12 * element.energy(&x), "{name}: {gap}");
    }
}

/// Five of six survive: only the energy that is infinite there refuses.
#[test]
fn inverted_elements_are_survived_or_refused_by_number() {
    let mesh = stickslip_geometry::mesh::generate::tetrahedral_box(DVec3::ONE, [1; 3]);
    let mesh = mesh.expect("a box");
    for (name, energy) in Energy::ALL {
        let mesh = ElasticMesh::solid(&mesh, &SOFT, energy).expect("whole");
        let inside_out: Vec<DVec3> =
            mesh.rest().iter().map(|x| *x * DVec3::new(1.0, 1.0, -0.5)).collect();
        let mut assembly = stickslip_elastic::Assembly::new(&mesh, |_| false);
        let found = assembly.evaluate(&mesh, &inside_out, Stiffness::Positive);
        let mut forces = Vec::new();
        assembly.write_forces(&mut forces);
        if energy == Energy::NeoHookean {
            let told = found.expect_err("infinite").to_string();
            assert_eq!(told, "element 0 is inside out, which its energy forbids");
            assert_eq!(mesh.energy(&inside_out), f64::INFINITY);
        } else {
            assert_eq!(found, Ok(()), "{name}");
            assert!(forces.iter().all(|force| force.is_finite() && force.length() > 0.0));
        }
    }
}
