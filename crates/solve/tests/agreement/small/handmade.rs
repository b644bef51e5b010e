//! Small problems that no generator gives: bounds of every sort, and a few
//! contacts cut from a scene or made of random numbers.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stickslip_linalg::{SparseMatrix, Triplets};
use stickslip_solve::{FrictionContact, Kind, Problem, ProblemData};

use super::collections::{Collection, DEFINITE, SEMIDEFINITE, Truth};
use crate::roster::generated;

/// G Gᵀ + shift·I with G n × rank and entries in (−1, 1).
fn gram(random: &mut ChaCha8Rng, n: usize, rank: usize, shift: f64) -> SparseMatrix {
    let mut triplets = Triplets::new();
    for row in 0..n {
        for column in 0..rank {
            triplets.push(row, column, random.random_range(-1.0..1.0));
        }
    }
    let factor = SparseMatrix::from_triplets(n, rank, &triplets);
    factor.product(&factor.transposed()).sum(&SparseMatrix::diagonal_matrix(&vec![shift; n]))
}

/// One-sided, two-sided, none, equal, zero inside or not; with `finite` two
/// sides or equal, so that a semidefinite problem has a solution.
fn bounds(random: &mut ChaCha8Rng, finite: bool) -> (f64, f64) {
    let (low, width) = (random.random_range(-1.0..0.5), random.random_range(0.1..1.5));
    match random.random_range(if finite { 4 } else { 0 }..7) {
        0 => (low, f64::INFINITY),
        1 => (f64::NEG_INFINITY, low),
        2 => (f64::NEG_INFINITY, f64::INFINITY),
        3 => (0.0, f64::INFINITY),
        4 => (low, low),
        _ => (low, low + width),
    }
}

fn boxed(seed: u64, definite: bool) -> Problem {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let n = 1 + seed as usize % if definite { 6 } else { 5 };
    let rank = if definite { n } else { random.random_range(0..n).max(n / 2) };
    let matrix = gram(&mut random, n, rank, if definite { 0.03 } else { 0.0 });
    let b = (0..n).map(|_| random.random_range(-1.0..1.0)).collect();
    let mut data = ProblemData::assembled(format!("box-seed{seed}"), Kind::Blcp, matrix, b);
    (data.lo, data.hi) = (0..n).map(|_| bounds(&mut random, !definite)).unzip();
    Problem::new(data).expect("a box problem")
}

/// Boxes over definite and over singular matrices.
pub fn boxes() -> Vec<Collection> {
    let collection = |label: &str, truth, seeds, guaranteed, definite| Collection {
        label: label.into(),
        truth,
        seeds,
        guaranteed,
        make: Box::new(move |seed| boxed(seed, definite)),
    };
    vec![
        collection("definite box", Truth::Definite, 4000, DEFINITE, true),
        collection("semidefinite box", Truth::Semidefinite, 2000, SEMIDEFINITE, false),
    ]
}

/// One to three contacts of `tangents` friction rows each.
fn random_contacts(seed: u64, tangents: usize) -> Problem {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let contacts = 1 + seed as usize % if tangents == 2 { 2 } else { 3 };
    let n = contacts * (1 + tangents);
    let matrix = gram(&mut random, n, n, 0.05);
    let b = (0..n).map(|_| random.random_range(-1.0..1.0)).collect();
    let mut data = ProblemData::assembled(format!("contacts-seed{seed}"), Kind::Blcp, matrix, b);
    let mu = [0.0, 0.2, 0.5, 1.0][random.random_range(0..4)];
    data.contacts = (0..n)
        .step_by(1 + tangents)
        .map(|normal| FrictionContact {
            normal,
            tangents: (normal + 1..=normal + tangents).collect(),
            mu,
            ..FrictionContact::default()
        })
        .collect();
    Problem::new(data).expect("contacts")
}

/// One or two contacts of a scene, without the rest of it.
fn cut(generator: &str, seed: u64, contacts: usize) -> Problem {
    let compliance = "compliance=1e-3";
    let scene = match generator {
        "wall" => generated("wall", seed, &["bricks=8", "columns=3", compliance]),
        "pile" => generated("pile", seed, &["bodies=5", compliance]),
        _ => generated("cable", seed, &["links=4", "mass_ratio=10", compliance]),
    };
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let first = random.random_range(0..=scene.contacts().len() - contacts);
    let rows: Vec<usize> =
        scene.contacts()[first..first + contacts].iter().flat_map(FrictionContact::rows).collect();
    scene.island(&rows).expect("whole contacts")
}

/// The same with friction bounds of about the size of the impulses.
fn cut_and_frozen(generator: &str, seed: u64) -> Problem {
    let problem = cut(generator, seed, 1 + seed as usize % 2);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let impulses: Vec<f64> = (0..problem.size()).map(|_| random.random_range(0.0..1.0)).collect();
    problem.with_frozen_bounds(&impulses).expect("frozen")
}

/// Measured, not proved: these solve every coupled problem here.
const COUPLED: &[&str] = &["lemke", "bpp"];

/// Contacts with coupled bounds, and frozen ones cut from scenes.
pub fn friction() -> Vec<Collection> {
    let mut collections = Vec::new();
    for tangents in 1..=2 {
        collections.push(Collection {
            label: format!("random contacts, {tangents} tangents"),
            truth: Truth::Any,
            seeds: 1500,
            guaranteed: COUPLED,
            make: Box::new(move |seed| random_contacts(seed, tangents)),
        });
    }
    for generator in ["wall", "pile", "cable"] {
        collections.push(Collection {
            label: format!("{generator} coupled"),
            truth: Truth::Any,
            seeds: 300,
            guaranteed: COUPLED,
            make: Box::new(move |seed| cut(generator, seed, 1 + seed as usize % 3)),
        });
        collections.push(Collection {
            label: format!("{generator} frozen"),
            truth: Truth::Definite,
            seeds: 500,
            guaranteed: DEFINITE,
            make: Box::new(move |seed| cut_and_frozen(generator, seed)),
        });
    }
    collections
}
