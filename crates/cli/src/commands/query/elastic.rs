//! `stickslip query elastic`: energies, forces and stiffness of tetrahedra, and what bodies
//! of them do.
//!
//! F = Ds Dm⁻¹, energy = volume·Ψ(F), force = −∂/∂x, stiffness = ∂²/∂x², its upper triangle
//! by rows. Beams are clamped at x = 0 and loaded at x = L, bars hang at z = L.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Map, Value, json};
use stickslip_elastic::{
    Assembly, ElasticMesh, Elasticity, Energy, Inertia, Local, Stiffness, Tetrahedron,
};
use stickslip_geometry::glam::{DMat3, DVec3};
use stickslip_geometry::mesh::Tetrahedra;
use stickslip_geometry::mesh::generate::tetrahedral_box;
use stickslip_linalg::cholesky::{Analysis, CholeskyFactor};
use stickslip_linalg::{DenseCholesky, Ordering, SparseMatrix, SymmetricEigen};

use super::answers;
use super::document::{self, Part};
use crate::error::Failure;
use crate::output::Report;

/// Newton's method on a step ends after so many rounds, or where the change is rounding.
const MAX_ROUNDS: usize = 50;
/// Modes that are reported.
const MODES: usize = 10;

#[derive(Args, Debug)]
pub struct Arguments {
    /// Questions: elements, patch, cantilever, hanging_bar, modes and step
    file: PathBuf,
    /// Print one JSON document: the questions with our answers
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Report, Failure> {
    let document = document::read(&arguments.file)?;
    let kinds: [(&str, answers::Ask); 6] = [
        ("elements", element),
        ("patch", patch),
        ("cantilever", cantilever),
        ("hanging_bar", hanging_bar),
        ("modes", modes),
        ("step", step),
    ];
    answers::answer(&arguments.file, document, &kinds, arguments.json)
}

fn material(part: &Part) -> Result<Elasticity, Failure> {
    let density = part.key("rho").read::<Option<f64>>("a density")?.unwrap_or(1000.0);
    Ok(Elasticity { young: part.key("E").number()?, poisson: part.key("nu").number()?, density })
}

fn energy(part: &Part, name: &str) -> Result<Energy, Failure> {
    let found = Energy::ALL.into_iter().find(|known| known.0 == name);
    let known = || Energy::ALL.map(|known| known.0).join(", ");
    found.map(|found| found.1).ok_or_else(|| part.wrong(&format!("expected one of {}", known())))
}

fn four(part: &Part) -> Result<[DVec3; 4], Failure> {
    part.points()?.try_into().map_err(|_| part.wrong("expected four points"))
}

fn rows_of(matrix: DMat3) -> [[f64; 3]; 3] {
    matrix.transpose().to_cols_array_2d()
}

/// Lamé's μ and λ.
fn lame(material: &Elasticity) -> (f64, f64) {
    let Elasticity { young, poisson, .. } = *material;
    let mu = young / (2.0 * (1.0 + poisson));
    (mu, young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson)))
}

fn element(part: &Part) -> Result<Value, Failure> {
    let name: String = part.key("model").read("the name of an energy")?;
    let model = energy(&part.key("model"), &name)?;
    let (rest, x, material) = (four(&part.key("X"))?, four(&part.key("x"))?, material(part)?);
    let element = Tetrahedron::new([0, 1, 2, 3], rest, &material, model)
        .ok_or_else(|| part.key("X").wrong("has no volume"))?;
    let mut local = Local::default();
    let (mu, lambda) = lame(&material);
    let mut answer = json!({
        "mu": mu, "lambda": lambda, "volume": element.volume(),
        "F": rows_of(element.deformation(&x)), "energy": element.energy(&x),
    });
    if element.evaluate(&x, Stiffness::Exact, &mut local).is_none() {
        // Infinite: this energy forbids what is inside out.
        answer["energy"] = Value::Null;
        return Ok(answer);
    }
    let entry = |i: usize, j: usize| local.stiffness[i / 3][j / 3].col(j % 3)[i % 3];
    let upper: Vec<f64> =
        (0..12).flat_map(|i| (i..12).map(move |j| (i, j))).map(|(i, j)| entry(i, j)).collect();
    let whole: Vec<f64> = (0..144).map(|at| entry(at / 12, at % 12)).collect();
    let eigen = SymmetricEigen::of(&whole, 12).ok_or_else(|| part.wrong("not finite"))?;
    let values = eigen.values;
    let largest = values.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
    let positive = values.iter().map(|value| value.max(0.0).powi(2)).sum::<f64>().sqrt();
    let force: Vec<f64> = local.force[..4].iter().flat_map(|force| force.to_array()).collect();
    answer["force"] = json!(force);
    answer["stiffness"] = json!(upper);
    answer["stiffness_psd_norm"] = json!(positive);
    answer["negative_eigenvalues"] =
        json!(values.iter().filter(|value| **value < -1e-9 * largest).count());
    Ok(answer)
}

fn patch(part: &Part) -> Result<Value, Failure> {
    let points = part.key("vertices").points()?;
    let cells: Vec<[u32; 4]> = part.key("tets").read("lists of four numbers")?;
    let wrong = |error: &dyn std::fmt::Display| part.wrong(&error.to_string());
    let mesh = Tetrahedra::new(points.clone(), cells.clone()).map_err(|error| wrong(&error))?;
    let gradient: [[f64; 3]; 3] = part.key("displacement_gradient").read("three rows")?;
    let gradient = DMat3::from_cols_array_2d(&gradient).transpose();
    let moved: Vec<DVec3> = points.iter().map(|&x| x + gradient * x).collect();
    let first = cells.first().ok_or_else(|| part.key("tets").wrong("there is none"))?;
    let corners = |of: &[DVec3]| first.map(|at| of[at as usize]);
    let mut models = Map::new();
    for (name, model) in Energy::ALL {
        let solid = ElasticMesh::solid(&mesh, &material(part)?, model).map_err(|e| wrong(&e))?;
        let mut assembly = Assembly::new(&solid, |_| false);
        assembly.evaluate(&solid, &moved, Stiffness::None).map_err(|error| wrong(&error))?;
        let mut forces = Vec::new();
        assembly.write_forces(&mut forces);
        let norm = forces.iter().map(|force| force.length_squared()).sum::<f64>().sqrt();
        // [f₁ f₂ f₃] = −V P Dm⁻ᵀ of any element, all being deformed alike.
        let tetrahedron = Tetrahedron::new([0, 1, 2, 3], corners(&points), &material(part)?, model);
        let tetrahedron = tetrahedron.ok_or_else(|| part.key("tets").wrong("has no volume"))?;
        let mut local = Local::default();
        tetrahedron.evaluate(&corners(&moved), Stiffness::None, &mut local);
        let rest = corners(&points);
        let shape = DMat3::from_cols(rest[1] - rest[0], rest[2] - rest[0], rest[3] - rest[0]);
        let pulls = DMat3::from_cols(local.force[1], local.force[2], local.force[3]);
        let piola = pulls * shape.transpose() * (-1.0 / tetrahedron.volume());
        let answer = json!({
            "energy": solid.energy(&moved), "piola": rows_of(piola), "force_norm": norm,
        });
        models.insert(name.into(), answer);
    }
    Ok(json!({"models": models}))
}

/// The box of a case, with its lower corner in the origin.
fn block(part: &Part, model: Energy) -> Result<(ElasticMesh, DVec3), Failure> {
    let cut: [usize; 3] = part.key("cells").read("three numbers of cells")?;
    let size = part.key("size").point()?;
    let wrong = |error: &dyn std::fmt::Display| part.wrong(&error.to_string());
    let mesh = tetrahedral_box(0.5 * size, cut).map_err(|error| wrong(&error))?;
    let points = mesh.points().iter().map(|&point| point + 0.5 * size).collect();
    let moved = Tetrahedra::new(points, mesh.cells().to_vec()).map_err(|error| wrong(&error))?;
    let solid = ElasticMesh::solid(&moved, &material(part)?, model).map_err(|e| wrong(&e))?;
    Ok((solid, size))
}

/// α M + β K where the vertices are at `positions`.
fn matrix(
    mesh: &ElasticMesh,
    assembly: &mut Assembly,
    positions: &[DVec3],
    inertia: Inertia,
    factors: (f64, f64),
) -> Option<SparseMatrix> {
    assembly.evaluate(mesh, positions, Stiffness::Exact).ok()?;
    let mut matrix = assembly.pattern().clone();
    assembly.write_matrix(mesh, inertia, factors, &mut matrix);
    Some(matrix)
}

fn solve(part: &Part, matrix: Option<SparseMatrix>, mut b: Vec<f64>) -> Result<Vec<f64>, Failure> {
    let fail = || part.wrong("its matrix is not positive");
    let matrix = matrix.ok_or_else(fail)?;
    let analysis = Analysis::new(&matrix, Ordering::MinimumDegree).map_err(|_| fail())?;
    let mut factor = CholeskyFactor::new(analysis.into());
    factor.factorise(&matrix, |_| true, |_| 0.0).map_err(|_| fail())?;
    factor.solve(&mut b);
    Ok(b)
}

fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let all: Vec<f64> = numbers.collect();
    all.iter().sum::<f64>() / all.len() as f64
}

fn cantilever(part: &Part) -> Result<Value, Failure> {
    let (mesh, size) = block(part, Energy::Linear)?;
    let load = part.key("load").number()?;
    let mut assembly = Assembly::new(&mesh, |vertex| mesh.rest()[vertex].x == 0.0);
    let stiffness = matrix(&mesh, &mut assembly, mesh.rest(), Inertia::Lumped, (0.0, 1.0));
    let is_end = |vertex: u32| (mesh.rest()[vertex as usize].x - size.x).abs() < 1e-9 * size.x;
    let free = assembly.free();
    let ends = free.iter().filter(|&&vertex| is_end(vertex)).count() as f64;
    let pull = |&vertex: &u32| [0.0, 0.0, if is_end(vertex) { -load / ends } else { 0.0 }];
    let right: Vec<f64> = free.iter().flat_map(pull).collect();
    let moved = solve(part, stiffness, right.clone())?;
    let work: f64 = right.iter().zip(&moved).map(|(force, way)| force * way).sum();
    let tips = free.iter().zip(moved.chunks(3)).filter(|(at, _)| is_end(**at)).map(|(_, x)| x[2]);
    let Elasticity { young, poisson, .. } = material(part)?;
    let bending = -load * size.x.powi(3) / (3.0 * young * size.y * size.z.powi(3) / 12.0);
    let shear = young / (2.0 * (1.0 + poisson));
    let sheared = -load * size.x / (5.0 / 6.0 * shear * size.y * size.z);
    Ok(json!({
        "tip_deflection_mean": mean(tips), "energy": 0.5 * work,
        "euler_bernoulli": bending, "timoshenko": bending + sheared,
    }))
}

fn hanging_bar(part: &Part) -> Result<Value, Failure> {
    let (mesh, size) = block(part, Energy::Linear)?;
    let gravity = part.key("g").number()?;
    let is_top = |vertex: usize| (mesh.rest()[vertex].z - size.z).abs() < 1e-9 * size.z;
    let tip = |inertia: Inertia| -> Result<f64, Failure> {
        let mut assembly = Assembly::new(&mesh, is_top);
        let stiffness = matrix(&mesh, &mut assembly, mesh.rest(), inertia, (0.0, 1.0));
        let mut all = Assembly::new(&mesh, |_| false);
        let mass = matrix(&mesh, &mut all, mesh.rest(), inertia, (1.0, 0.0));
        let mass = mass.ok_or_else(|| part.wrong("it has no mass"))?;
        let down: Vec<f64> = mesh.rest().iter().flat_map(|_| [0.0, 0.0, -gravity]).collect();
        let mut weight = vec![0.0; down.len()];
        mass.multiply(&down, &mut weight);
        let free = assembly.free();
        let load = free.iter().flat_map(|&at| [0, 1, 2].map(|i| weight[3 * at as usize + i]));
        let moved = solve(part, stiffness, load.collect())?;
        let bottom = free.iter().zip(moved.chunks(3));
        let bottom = bottom.filter(|(at, _)| mesh.rest()[**at as usize].z == 0.0);
        Ok(mean(bottom.map(|(_, x)| x[2])))
    };
    let Elasticity { young, density, .. } = material(part)?;
    Ok(json!({
        "mass": mesh.mass(),
        "analytic_tip": -density * gravity * size.z * size.z / (2.0 * young),
        "tip_mean_lumped": tip(Inertia::Lumped)?,
        "tip_mean_consistent": tip(Inertia::Consistent)?,
    }))
}

fn modes(part: &Part) -> Result<Value, Failure> {
    let (mesh, _) = block(part, Energy::Linear)?;
    let mut assembly = Assembly::new(&mesh, |_| false);
    let mut answer = json!({"total_mass": mesh.mass()});
    for (inertia, name) in [(Inertia::Lumped, "lumped"), (Inertia::Consistent, "consistent")] {
        let fail = || part.wrong("its mass is not positive");
        let mut of = |factors| {
            let found = matrix(&mesh, &mut assembly, mesh.rest(), inertia, factors);
            found.ok_or_else(fail)
        };
        let (stiffness, mass) = (of((0.0, 1.0))?, of((1.0, 0.0))?);
        // L⁻¹ K L⁻ᵀ with M = L Lᵀ.
        let n = stiffness.rows();
        let mut reduced = stiffness.to_dense();
        let mut factor = DenseCholesky::default();
        factor.begin(n).copy_from_slice(&mass.to_dense());
        factor.factorise().map_err(|_| fail())?;
        for _ in 0..2 {
            reduced.chunks_exact_mut(n).for_each(|column| factor.solve_lower(column));
            reduced = (0..n * n).map(|at| reduced[at % n * n + at / n]).collect();
        }
        let values = SymmetricEigen::of(&reduced, n).ok_or_else(fail)?.values;
        let largest = values.last().copied().unwrap_or(0.0);
        let zeros = values.iter().filter(|value| value.abs() < 1e-9 * largest).count();
        let elastic: Vec<f64> = values.iter().skip(zeros).take(MODES).copied().collect();
        answer[format!("zero_modes_{name}")] = json!(zeros);
        answer[format!("omega2_{name}")] = json!(elastic);
    }
    Ok(answer)
}

fn vectors(flat: &[f64]) -> Vec<DVec3> {
    flat.chunks_exact(3).map(DVec3::from_slice).collect()
}

fn flat(vectors: &[DVec3]) -> Vec<f64> {
    vectors.iter().flat_map(|vector| vector.to_array()).collect()
}

fn step(part: &Part) -> Result<Value, Failure> {
    let (h, g) = (part.key("h").number()?, part.key("g").number()?);
    let list = |key: &str| part.key(key).read::<Vec<f64>>("a list of numbers");
    let (q, u) = (vectors(&list("q")?), vectors(&list("u")?));
    let [a, b]: [f64; 2] = part.key("rayleigh").read("two numbers")?;
    let (mesh, _) = block(part, Energy::Linear)?;
    if q.len() != mesh.rest().len() || u.len() != q.len() {
        return Err(part.wrong("q and u need three numbers for every vertex of the box"));
    }
    let mut assembly = Assembly::new(&mesh, |_| false);
    let left = matrix(&mesh, &mut assembly, &q, Inertia::Lumped, (1.0 + h * a, h * b + h * h));
    let mut forces = Vec::new();
    assembly.write_forces(&mut forces);
    let right = |at: usize| {
        let mass = mesh.masses()[at];
        (mass * u[at] + h * (mass * DVec3::NEG_Z * g + forces[at])).to_array()
    };
    let linear = solve(part, left, (0..q.len()).flat_map(right).collect())?;
    let mut answer = json!({"linear": {"u": linear}});
    let inertial: Vec<DVec3> =
        q.iter().zip(&u).map(|(&q, &u)| q + h * u - h * h * g * DVec3::Z).collect();
    for (name, model) in Energy::ALL.into_iter().filter(|(_, model)| !model.is_linear()) {
        let (mesh, size) = block(part, model)?;
        let mut assembly = Assembly::new(&mesh, |_| false);
        let (mut x, mut rounds) = (q.clone(), 0);
        loop {
            let left = matrix(&mesh, &mut assembly, &x, Inertia::Lumped, (1.0, h * h));
            assembly.write_forces(&mut forces);
            let residual = |at: usize| {
                (mesh.masses()[at] * (inertial[at] - x[at]) + h * h * forces[at]).to_array()
            };
            let change = solve(part, left, (0..x.len()).flat_map(residual).collect())?;
            x.iter_mut().zip(vectors(&change)).for_each(|(x, change)| *x += change);
            rounds += 1;
            let largest = change.iter().fold(0.0, |most: f64, change| most.max(change.abs()));
            if largest < 1e-13 * size.length() || rounds == MAX_ROUNDS {
                break;
            }
        }
        let moved = x.iter().zip(&inertial).zip(mesh.masses());
        let kinetic: f64 = moved.map(|((x, y), m)| 0.5 * m * (*x - *y).length_squared()).sum();
        let objective = kinetic + h * h * mesh.energy(&x);
        answer[name] = json!({"q": flat(&x), "objective": objective, "newton_iterations": rounds});
    }
    Ok(answer)
}
