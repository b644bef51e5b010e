//! Values of another finite-element code.

use serde_json::Value;
use stickslip_elastic::glam::DVec3;
use stickslip_elastic::{
    Assembly, ElasticMesh, Element, Energy, Inertia, Local, Stiffness, Tetrahedron,
};
use stickslip_geometry::mesh::Tetrahedra;

use crate::support::{
    block, close, eigenvalues, energy, material, matrix, number, numbers, oracle, solve, vector,
    vectors,
};

fn corners(value: &Value) -> [DVec3; 4] {
    [0, 1, 2, 3].map(|at| vector(&value[at]))
}

fn element(case: &Value) -> Tetrahedron {
    let model = energy(case["model"].as_str().expect("a name"));
    Tetrahedron::new([0, 1, 2, 3], corners(&case["X"]), &material(case), model).expect("whole")
}

#[test]
fn energies_forces_and_stiffness_of_elements() {
    let all = oracle();
    for case in all["elements"].as_array().expect("a list") {
        let id = case["id"].as_str().expect("a name");
        let (element, x) = (element(case), corners(&case["x"]));
        let mut local = Local::default();
        element.evaluate(&x, Stiffness::Exact, &mut local).expect("finite");
        let stiffness = numbers(&case["stiffness"]);
        let most = stiffness.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
        let size = corners(&case["X"]).iter().map(|x| x.length()).fold(0.0, f64::max);
        let value = number(&case["energy"]);
        close(element.energy(&x), value, value.abs().max(1e-6 * most * size * size), id);
        let expected = numbers(&case["force"]);
        let scale = expected.iter().fold(most * 1e-6 * size, |most: f64, x| most.max(x.abs()));
        for (at, &expected) in expected.iter().enumerate() {
            close(local.force[at / 3][at % 3], expected, scale, id);
        }
        let mut at = 0;
        for row in 0..12 {
            for col in row..12 {
                let found = local.stiffness[row / 3][col / 3].col(col % 3)[row % 3];
                close(found, stiffness[at], most, id);
                at += 1;
            }
        }
    }
}

#[test]
fn positive_stiffness_is_positive_and_the_same_where_nothing_is_negative() {
    let all = oracle();
    let mut changed = 0;
    for case in all["elements"].as_array().expect("a list") {
        let id = case["id"].as_str().expect("a name");
        let (element, x) = (element(case), corners(&case["x"]));
        let (mut exact, mut positive) = (Local::default(), Local::default());
        element.evaluate(&x, Stiffness::Exact, &mut exact).expect("finite");
        element.evaluate(&x, Stiffness::Positive, &mut positive).expect("finite");
        assert_eq!(exact.force, positive.force, "{id}");
        let entry = |at: usize, local: &Local| {
            local.stiffness[at / 36][at / 3 % 4].col(at % 3)[at / 12 % 3]
        };
        let dense: Vec<f64> = (0..144).map(|at| entry(at, &positive)).collect();
        let dense = stickslip_linalg::SparseMatrix::from_dense(12, 12, &dense);
        let values = eigenvalues(&dense);
        assert!(values[0] >= -1e-12 * values[11], "{id}: {}", values[0]);
        let same = (0..144).all(|at| entry(at, &exact) == entry(at, &positive));
        changed += usize::from(!same);
        if number(&case["negative_eigenvalues"]) > 0.0 {
            assert!(!same, "{id}: a negative eigenvalue was left");
        } else {
            let norm = dense.values().iter().map(|x| x * x).sum::<f64>().sqrt();
            let expected = number(&case["stiffness_psd_norm"]);
            assert!(norm >= expected * (1.0 - 1e-9), "{id}: {norm} {expected}");
        }
    }
    assert!(changed > 10, "{changed}");
}

#[test]
fn the_patch_test() {
    let all = oracle();
    let case = &all["patch"][0];
    let list = |key: &str| case[key].as_array().expect("a list").clone();
    let points: Vec<DVec3> = list("vertices").iter().map(vector).collect();
    let cells = list("tets").into_iter().map(|cell| {
        let corners = numbers(&cell);
        [0, 1, 2, 3].map(|at| corners[at] as u32)
    });
    let mesh = Tetrahedra::new(points.clone(), cells.collect()).expect("a mesh");
    let rows: Vec<DVec3> = list("displacement_gradient").iter().map(vector).collect();
    let moved: Vec<DVec3> = points
        .iter()
        .map(|&x| x + DVec3::new(rows[0].dot(x), rows[1].dot(x), rows[2].dot(x)))
        .collect();
    let interior: Vec<usize> = numbers(&case["interior"]).iter().map(|&at| at as usize).collect();
    for (name, expected) in case["models"].as_object().expect("models") {
        let mesh = ElasticMesh::solid(&mesh, &material(case), energy(name)).expect("whole");
        close(mesh.energy(&moved), number(&expected["energy"]), 1e3, name);
        let mut assembly = Assembly::new(&mesh, |_| false);
        assembly.evaluate(&mesh, &moved, Stiffness::None).expect("whole");
        let mut forces = Vec::new();
        assembly.write_forces(&mut forces);
        let norm = forces.iter().map(|force| force.length_squared()).sum::<f64>().sqrt();
        close(norm, number(&expected["force_norm"]), norm, name);
        for &vertex in &interior {
            assert!(forces[vertex].length() < 1e-9 * norm, "{name}: {}", forces[vertex]);
        }
    }
}

#[test]
fn cantilevers_and_hanging_bars() {
    let all = oracle();
    for case in all["cantilever"].as_array().expect("a list") {
        let mesh = block(case, Energy::Linear);
        let length = vector(&case["size"]).x;
        let mut assembly = Assembly::new(&mesh, |vertex| mesh.rest()[vertex].x == 0.0);
        let kind = (Stiffness::Exact, Inertia::Lumped);
        let stiffness = matrix(&mesh, &mut assembly, mesh.rest(), kind, (0.0, 1.0));
        let is_end = |vertex: u32| (mesh.rest()[vertex as usize].x - length).abs() < 1e-9;
        let ends = assembly.free().iter().filter(|&&vertex| is_end(vertex)).count() as f64;
        let load = |&vertex: &u32| {
            [0.0, 0.0, if is_end(vertex) { -number(&case["load"]) / ends } else { 0.0 }]
        };
        let moved = solve(&stiffness, assembly.free().iter().flat_map(load).collect());
        let tips = assembly.free().iter().zip(moved.chunks(3)).filter(|(at, _)| is_end(**at));
        let tip = tips.map(|(_, x)| x[2]).sum::<f64>() / ends;
        let expected = number(&case["tip_deflection_mean"]);
        close(tip, expected, expected.abs(), case["id"].as_str().expect("a name"));
    }
    for case in all["hanging_bar"].as_array().expect("a list") {
        let mesh = block(case, Energy::Linear);
        let length = vector(&case["size"]).z;
        let is_top = |vertex: usize| (mesh.rest()[vertex].z - length).abs() < 1e-9;
        for (inertia, key) in
            [(Inertia::Lumped, "tip_mean_lumped"), (Inertia::Consistent, "tip_mean_consistent")]
        {
            // The weight of what is not held, without what hangs on pinned vertices.
            let mut assembly = Assembly::new(&mesh, is_top);
            let kind = (Stiffness::Exact, inertia);
            let stiffness = matrix(&mesh, &mut assembly, mesh.rest(), kind, (0.0, 1.0));
            let mut all = Assembly::new(&mesh, |_| false);
            let mass = matrix(&mesh, &mut all, mesh.rest(), kind, (1.0, 0.0));
            let down: Vec<f64> =
                mesh.rest().iter().flat_map(|_| [0.0, 0.0, -number(&case["g"])]).collect();
            let mut weight = vec![0.0; down.len()];
            mass.multiply(&down, &mut weight);
            let free = assembly.free();
            let load = free.iter().flat_map(|&at| [0, 1, 2].map(|i| weight[3 * at as usize + i]));
            let moved = solve(&stiffness, load.collect());
            let tips: Vec<f64> = free
                .iter()
                .zip(moved.chunks(3))
                .filter(|(at, _)| mesh.rest()[**at as usize].z == 0.0)
                .map(|(_, x)| x[2])
                .collect();
            let tip = tips.iter().sum::<f64>() / tips.len() as f64;
            close(tip, number(&case[key]), tip.abs(), key);
            close(mesh.mass(), number(&case["mass"]), mesh.mass(), key);
        }
    }
}

#[test]
fn modes_of_a_free_block() {
    let all = oracle();
    let case = &all["modes"][0];
    let mesh = block(case, Energy::Linear);
    let mut assembly = Assembly::new(&mesh, |_| false);
    for (inertia, key) in
        [(Inertia::Lumped, "omega2_lumped"), (Inertia::Consistent, "omega2_consistent")]
    {
        let kind = (Stiffness::Exact, inertia);
        let stiffness = matrix(&mesh, &mut assembly, mesh.rest(), kind, (0.0, 1.0));
        let mass = matrix(&mesh, &mut assembly, mesh.rest(), kind, (1.0, 0.0));
        // L⁻¹ K L⁻ᵀ with M = L Lᵀ.
        let n = stiffness.rows();
        let dense = |matrix: &stickslip_linalg::SparseMatrix| {
            faer::Mat::from_fn(n, n, |i, j| matrix.get(i, j))
        };
        let (mut reduced, factor) = (dense(&stiffness), dense(&mass));
        let factor = factor.llt(faer::Side::Lower).expect("positive");
        let lower = factor.L();
        for _ in 0..2 {
            lower.solve_lower_triangular_in_place(&mut reduced);
            reduced = reduced.transpose().to_owned();
        }
        let values = reduced.self_adjoint_eigenvalues(faer::Side::Lower).expect("finite");
        let expected = numbers(&case[key]);
        assert!(values[..6].iter().all(|value| value.abs() < 1e-6 * expected[0]), "{values:?}");
        for (found, &expected) in values[6..].iter().zip(&expected) {
            close(*found, expected, expected, key);
        }
    }
    close(mesh.mass(), number(&case["total_mass"]), 20.0, "mass");
}

#[test]
fn one_implicit_step() {
    let all = oracle();
    let case = &all["step"][0];
    let (h, g) = (number(&case["h"]), number(&case["g"]));
    let (q, u) = (vectors(&numbers(&case["q"])), vectors(&numbers(&case["u"])));
    let [a, b] = [0, 1].map(|at| number(&case["rayleigh"][at]));
    let mesh = block(case, Energy::Linear);
    let mut assembly = Assembly::new(&mesh, |_| false);
    let kind = (Stiffness::Exact, Inertia::Lumped);
    let factors = (1.0 + h * a, h * b + h * h);
    let left = matrix(&mesh, &mut assembly, &q, kind, factors);
    let mut forces = Vec::new();
    assembly.write_forces(&mut forces);
    let right = |at: usize| {
        let mass = mesh.masses()[at];
        (mass * u[at] + h * (mass * DVec3::NEG_Z * g + forces[at])).to_array()
    };
    let found = solve(&left, (0..q.len()).flat_map(right).collect());
    for (found, expected) in found.iter().zip(numbers(&case["linear"]["u"])) {
        close(*found, expected, 1.0, "linear step");
    }
    for (name, model) in Energy::ALL.into_iter().filter(|(_, model)| !model.is_linear()) {
        let mesh = block(case, model);
        let mut assembly = Assembly::new(&mesh, |_| false);
        let inertial: Vec<DVec3> =
            q.iter().zip(&u).map(|(&q, &u)| q + h * u - h * h * g * DVec3::Z).collect();
        let mut x = q.clone();
        for _ in 0..12 {
            let left = matrix(&mesh, &mut assembly, &x, kind, (1.0, h * h));
            assembly.write_forces(&mut forces);
            let residual = |at: usize| {
                (mesh.masses()[at] * (inertial[at] - x[at]) + h * h * forces[at]).to_array()
            };
            let change = solve(&left, (0..x.len()).flat_map(residual).collect());
            x.iter_mut().zip(vectors(&change)).for_each(|(x, change)| *x += change);
        }
        for (found, expected) in x.iter().zip(vectors(&numbers(&case[name]["q"]))) {
            assert!((*found - expected).length() < 1e-9, "{name}: {found} {expected}");
        }
        let moved = x.iter().zip(&inertial).zip(mesh.masses());
        let kinetic: f64 = moved.map(|((x, y), m)| 0.5 * m * (*x - *y).length_squared()).sum();
        let objective = kinetic + h * h * mesh.energy(&x);
        close(objective, number(&case[name]["objective"]), objective, name);
    }
    assert!(matches!(mesh.elements()[0], Element::Tetrahedron(_)));
}
