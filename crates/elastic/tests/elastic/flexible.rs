//! Cloth and ropes against closed forms.

use std::f64::consts::PI;

use stickslip_elastic::glam::{DQuat, DVec2, DVec3};
use stickslip_elastic::{Assembly, ElasticMesh, Elasticity, Element, Energy, Inertia, Stiffness};
use stickslip_geometry::mesh::generate::{cloth, tetrahedral_box};

use crate::support::{matrix, solve};

const LINEN: Elasticity = Elasticity { young: 1e6, poisson: 0.25, density: 500.0 };

/// A sheet that is bent about one axis with the curvature κ: D κ²/2 for each
/// square metre.
#[test]
fn bent_cloth_has_the_energy_of_a_plate() {
    let (half, thickness, curvature) = (0.5, 0.01, 0.1);
    let sheet = cloth(DVec2::splat(half), [40, 40]).expect("cloth");
    let mesh = ElasticMesh::cloth(&sheet, thickness, &LINEN).expect("whole");
    assert!((mesh.mass() - 500.0 * 0.01).abs() < 1e-12);
    let bent: Vec<DVec3> =
        mesh.rest().iter().map(|x| DVec3::new(x.x, x.y, 0.5 * curvature * x.x * x.x)).collect();
    let bends = mesh.elements().iter().filter(|element| matches!(element, Element::Bend(_)));
    let found: f64 = bends.map(|element| element.energy(&element.corners(&bent))).sum();
    let rigidity = 1e6 * thickness.powi(3) / (12.0 * (1.0 - 0.0625));
    let expected = 0.5 * rigidity * curvature * curvature;
    // Edges at the rim bend nothing.
    assert!(found < expected && found > 0.9 * expected, "{found} of {expected}");
}

/// A sheet that is stretched along one axis and free along the other pulls with
/// E t for each metre of width.
#[test]
fn stretched_cloth_pulls_with_its_modulus() {
    let sheet = cloth(DVec2::new(0.5, 0.5), [2, 2]).expect("cloth");
    let mesh = ElasticMesh::cloth(&sheet, 0.002, &LINEN).expect("whole");
    let strain = 1e-7;
    let scale = DVec3::new(1.0 + strain, 1.0 - 0.25 * strain, 1.0);
    let stretched: Vec<DVec3> = mesh.rest().iter().map(|x| *x * scale).collect();
    let mut assembly = Assembly::new(&mesh, |_| false);
    assembly.evaluate(&mesh, &stretched, Stiffness::None).expect("finite");
    let mut forces = Vec::new();
    assembly.write_forces(&mut forces);
    let pull = |side: f64| {
        let rim = mesh.rest().iter().zip(&forces).filter(|(x, _)| x.x == side);
        rim.map(|(_, force)| force.x).sum::<f64>()
    };
    let expected = 1e6 * 0.002 * strain;
    assert!((pull(0.5) + expected).abs() < 1e-5 * expected, "{}", pull(0.5));
    assert!((pull(-0.5) - expected).abs() < 1e-5 * expected);
    assert!(forces.iter().all(|force| force.y.abs() < 1e-5 * expected));
}

/// A strain is how far the most extreme stretch is from 1, in cloth, in solids
/// and in ropes alike; turning is none.
#[test]
fn strains_are_stretches_less_one() {
    let sheet = cloth(DVec2::new(0.5, 0.5), [2, 3]).expect("cloth");
    let block = tetrahedral_box(DVec3::ONE, [2; 3]).expect("a box");
    let line = [0.0, 0.5, 2.0].map(|x| x * DVec3::X);
    let meshes = [
        ElasticMesh::cloth(&sheet, 0.002, &LINEN).expect("whole"),
        ElasticMesh::solid(&block, &LINEN, Energy::default()).expect("whole"),
        ElasticMesh::rope(&line, 0.01, &LINEN).expect("whole"),
    ];
    let turn = DQuat::from_rotation_y(0.7) * DQuat::from_rotation_x(-1.1);
    for (stretch, expected) in [(1.3, 0.3), (0.8, 0.2), (1.0, 0.0)] {
        for mesh in &meshes {
            let moved = |x: &DVec3| turn * (*x * DVec3::new(stretch, 1.0, 1.0)) + DVec3::Y;
            let places: Vec<DVec3> = mesh.rest().iter().map(moved).collect();
            let mut strains = Vec::new();
            mesh.write_strains(&places, &mut strains);
            assert_eq!(strains.len(), mesh.rest().len());
            assert!(strains.iter().all(|found| (found - expected).abs() < 1e-12), "{strains:?}");
        }
    }
}

/// Between elements, a vertex has the mean by their masses: the longer piece of a
/// rope counts for more.
#[test]
fn strains_of_vertices_are_means_by_mass() {
    let points = [0.0, 1.0, 4.0].map(|x| x * DVec3::X);
    let mesh = ElasticMesh::rope(&points, 0.01, &LINEN).expect("whole");
    let mut strains = Vec::new();
    mesh.write_strains(&[0.0, 1.4, 4.4].map(|x| x * DVec3::X), &mut strains);
    let expected = [0.4, 0.1, 0.0];
    assert!(strains.iter().zip(expected).all(|(found, it)| (found - it).abs() < 1e-12));
}

/// A rope that is held level at its end bends as a beam: F L³/(3 E I).
#[test]
fn a_rope_bends_like_a_beam() {
    let (pieces, radius) = (200, 0.01);
    let points: Vec<DVec3> = (0..=pieces).map(|at| DVec3::X * at as f64 / pieces as f64).collect();
    let mesh = ElasticMesh::rope(&points, radius, &LINEN).expect("whole");
    assert!((mesh.mass() - 500.0 * PI * 1e-4).abs() < 1e-12);
    let mut assembly = Assembly::new(&mesh, |vertex| vertex < 2);
    let kind = (Stiffness::Exact, Inertia::Lumped);
    let stiffness = matrix(&mesh, &mut assembly, mesh.rest(), kind, (0.0, 1.0));
    let mut load = vec![0.0; stiffness.rows()];
    let last = load.len() - 1;
    load[last] = -1e-4;
    let tip = solve(&stiffness, load)[last];
    let expected = 1e-4 / (3.0 * 1e6 * PI * radius.powi(4) / 4.0);
    assert!((tip + expected).abs() < 0.02 * expected, "{tip} {expected}");
}

/// A positive stiffness has all of what pulls and nothing of what is pressed: out of its
/// plane, a sheet has V S.
#[test]
fn positive_stiffness_leaves_out_what_is_pressed() {
    use stickslip_elastic::{Local, Membrane, Stretch};
    let rest = [DVec3::ZERO, DVec3::X, DVec3::Y];
    let sheet = Membrane::new([0, 1, 2], rest, 0.01, &LINEN).expect("whole");
    let moved = [DVec3::ZERO, 1.2 * DVec3::X, 0.7 * DVec3::Y];
    let look = |stiffness: Stiffness| {
        let mut local = Local::default();
        sheet.evaluate(&moved, stiffness, &mut local);
        [1, 2].map(|at| local.stiffness[at][at].z_axis.z)
    };
    let (exact, positive) = (look(Stiffness::Exact), look(Stiffness::Positive));
    assert!(exact[0] > 0.0 && exact[1] < 0.0, "{exact:?}");
    assert!((positive[0] - exact[0]).abs() < 1e-12 * exact[0], "{positive:?} {exact:?}");
    assert!(positive[1].abs() < 1e-12 * exact[0], "{positive:?}");
    let piece = Stretch { vertices: [0, 1], length: 1.0, stiffness: 5.0, mass: 1.0 };
    let mut local = Local::default();
    piece.evaluate(&[DVec3::ZERO, 0.5 * DVec3::X], Stiffness::Positive, &mut local);
    assert_eq!(local.stiffness[0][0] * DVec3::ONE, 5.0 * DVec3::X);
}
