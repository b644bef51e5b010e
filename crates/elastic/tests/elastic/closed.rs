//! Closed forms, and how fast refinement approaches them.

use stickslip_elastic::glam::DVec3;
use stickslip_elastic::{Assembly, ElasticMesh, Elasticity, Energy, Inertia, Stiffness};
use stickslip_geometry::mesh::generate::tetrahedral_box;

use crate::support::{matrix, solve};

const RUBBER: Elasticity = Elasticity { young: 1e5, poisson: 0.0, density: 1000.0 };

/// The tip of a bar of 1 m that hangs in gravity: ρ g L²/(2E) lower. Where six
/// cells meet, corners carry unequal shares of the mass: an error of second order.
#[test]
fn a_hanging_bar_grows_longer_by_its_weight() {
    let errors = [2, 4, 8].map(|cut| {
        let mesh = tetrahedral_box(DVec3::new(0.1, 0.1, 0.5), [1, 1, cut]).expect("a box");
        let mesh = ElasticMesh::solid(&mesh, &RUBBER, Energy::Linear).expect("whole");
        let mut assembly = Assembly::new(&mesh, |vertex| mesh.rest()[vertex].z == 0.5);
        let kind = (Stiffness::Exact, Inertia::Lumped);
        let stiffness = matrix(&mesh, &mut assembly, mesh.rest(), kind, (0.0, 1.0));
        let free = assembly.free();
        let weight = |&at: &u32| [0.0, 0.0, -9.81 * mesh.masses()[at as usize]];
        let moved = solve(&stiffness, free.iter().flat_map(weight).collect());
        let tips: Vec<f64> = free
            .iter()
            .zip(moved.chunks(3))
            .filter(|(at, _)| mesh.rest()[**at as usize].z == -0.5)
            .map(|(_, x)| x[2])
            .collect();
        let tip = tips.iter().sum::<f64>() / tips.len() as f64;
        (tip + 0.04905).abs() / 0.04905
    });
    let order = (errors[1] / errors[2]).log2();
    assert!(errors[2] < 2e-4 && order > 1.5, "{order} {errors:?}");
}

/// Linear tetrahedra are too stiff in bending; the error falls with the square
/// of their size.
#[test]
fn a_cantilever_approaches_timoshenko_from_above_in_second_order() {
    // F L³/(3EI) + F L/(κ G A) of a beam of 1 × 0.25 × 0.25 m, κ = 5/6.
    let exact = 10.0 / (3.0 * 1e5 * 0.25_f64.powi(4) / 12.0) + 10.0 * 1.2 / (5e4 * 0.0625);
    let tip = |cut: usize| {
        let half = DVec3::new(0.5, 0.125, 0.125);
        let mesh = tetrahedral_box(half, [4 * cut, cut, cut]).expect("a box");
        let mesh = ElasticMesh::solid(&mesh, &RUBBER, Energy::Corotated).expect("whole");
        let mut assembly = Assembly::new(&mesh, |vertex| mesh.rest()[vertex].x == -0.5);
        let kind = (Stiffness::Exact, Inertia::Lumped);
        let stiffness = matrix(&mesh, &mut assembly, mesh.rest(), kind, (0.0, 1.0));
        let is_end = |at: u32| mesh.rest()[at as usize].x == 0.5;
        let ends = ((cut + 1) * (cut + 1)) as f64;
        let load = |&at: &u32| [0.0, 0.0, if is_end(at) { -10.0 / ends } else { 0.0 }];
        let moved = solve(&stiffness, assembly.free().iter().flat_map(load).collect());
        let tips = assembly.free().iter().zip(moved.chunks(3)).filter(|(at, _)| is_end(**at));
        -tips.map(|(_, x)| x[2]).sum::<f64>() / ends
    };
    let errors = [2, 4, 8].map(|cut| exact - tip(cut));
    let orders = [0, 1].map(|at| (errors[at] / errors[at + 1]).log2());
    assert!(errors.iter().all(|&error| error > 0.0), "{errors:?}");
    assert!(orders[1] > 1.5 && orders[1] < 2.3, "{orders:?} {errors:?} of {exact}");
}
