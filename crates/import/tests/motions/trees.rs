//! Trees in joint coordinates against the facts of mechanisms, which are computed apart and
//! held against MuJoCo and Pinocchio: mass matrices, bias and gravity forces.
//!
//! Rates of balls and of what floats are in other axes there. With u = T q̇ the mass matrix is
//! TᵀHT and the bias Tᵀ(C + H Ṫ q̇), where Ṫ q̇ is that of the centre of a root that floats,
//! ω × (ω × r), and zero elsewhere. T is read column by column from models that are built at
//! unit rates.

use std::path::{Path, PathBuf};

use glam::DVec3;
use stickslip_dynamics::{Articulated, Model};
use stickslip_import::facts::{Configuration, Dynamics};
use stickslip_import::{Mechanism, Placement, ReadOptions, Strictness};

use super::data;

fn built(mechanism: &Mechanism, at: &Configuration) -> Option<Vec<Articulated>> {
    let mut model = Model::default();
    let placement = Placement::plain(Strictness::Lenient);
    stickslip_import::build(&mut model, mechanism, at, &placement).ok()?;
    Some(Articulated::all(&model))
}

/// Rates of all trees, one after the other.
fn rates(trees: &[Articulated]) -> Vec<f64> {
    trees.iter().flat_map(|tree| tree.qvel().to_vec()).collect()
}

fn multiply(matrix: &[Vec<f64>], x: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(x).map(|(a, b)| a * b).sum()).collect()
}

fn assert_all_close(what: &str, found: &[f64], right: &[f64], tolerance: f64) {
    let size = right.iter().fold(1e-6_f64, |most, value| most.max(value.abs()));
    assert_eq!(found.len(), right.len(), "{what}");
    for (at, (found, right)) in found.iter().zip(right).enumerate() {
        let off = (found - right).abs() / size;
        assert!(off < tolerance, "{what}, {at}: {found} {right}");
    }
}

/// Compares a model somewhere; `false` where it cannot be held against the facts: some of
/// its freedoms are in no tree.
fn agrees(path: &Path, tolerance: f64) -> bool {
    let options = ReadOptions { strictness: Strictness::Lenient, ..ReadOptions::default() };
    let Ok(imported) = stickslip_import::read(path, &options) else { return false };
    let mechanism = imported.mechanism;
    let (_, freedoms) = mechanism.sizes();
    if freedoms == 0 || mechanism.tendons.iter().any(|tendon| tendon.armature > 0.0) {
        return false;
    }
    let mut at = Configuration::initial(&mechanism);
    // Somewhere else than at the beginning, and moving.
    for joint in &mechanism.joints {
        if joint.kind.sizes() == (1, 1) {
            at.qpos[joint.coordinate] += 0.3 * (1.0 + joint.coordinate as f64).sin();
        }
    }
    for (number, rate) in at.qvel.iter_mut().enumerate() {
        *rate = (0.7 * number as f64 + 0.4).cos();
    }
    let Some(mut trees) = built(&mechanism, &at) else { return false };
    let u = rates(&trees);
    if u.len() != freedoms {
        return false;
    }
    let name = path.display().to_string();
    // T, by rows.
    let mut change = vec![vec![0.0; freedoms]; freedoms];
    for column in 0..freedoms {
        let mut unit = at.clone();
        unit.qvel.fill(0.0);
        unit.qvel[column] = 1.0;
        let found = rates(&built(&mechanism, &unit).expect("it was built before"));
        for (row, value) in change.iter_mut().zip(found) {
            row[column] = value;
        }
    }
    assert_all_close(&name, &multiply(&change, &at.qvel), &u, tolerance);
    let (mut mass, mut bias, mut still) = (vec![vec![0.0; freedoms]; freedoms], vec![], vec![]);
    let mut turning = Vec::new();
    let mut first = 0;
    for tree in &mut trees {
        let size = tree.freedoms();
        let own = tree.mass_matrix();
        for (at, value) in own.into_iter().enumerate() {
            mass[first + at / size][first + at % size] = value;
        }
        bias.extend(tree.bias(mechanism.gravity));
        still.extend(tree.gravity_compensation(mechanism.gravity));
        let mut own = vec![0.0; size];
        if size >= 6 && tree.joints()[0].is_none() {
            let root = tree.links().next().expect("a root");
            let arm = tree.bodies()[root.0].pose.position - tree.pose(root).position;
            let spin = DVec3::from_slice(&tree.qvel()[3..]);
            own[..3].copy_from_slice(&spin.cross(spin.cross(arm)).to_array());
        }
        turning.extend(own);
        first += size;
    }
    let back = |forces: &[f64]| -> Vec<f64> {
        let sum = |column: usize| change.iter().zip(forces).map(|(row, f)| row[column] * f).sum();
        (0..freedoms).map(sum).collect()
    };
    let more = multiply(&mass, &turning);
    let bias: Vec<f64> = bias.iter().zip(more).map(|(bias, more)| bias + more).collect();
    // Bodies that carry their own weight have a weight of their own here.
    let truth = Dynamics::new(&mechanism, &at);
    let held = truth.gravity_compensation_force();
    let less = |forces: Vec<f64>| -> Vec<f64> {
        forces.iter().zip(&held).map(|(force, held)| force - held).collect()
    };
    assert_all_close(&format!("{name}: bias"), &back(&bias), &less(truth.bias_force()), tolerance);
    let right = less(truth.gravity_force());
    assert_all_close(&format!("{name}: gravity"), &back(&still), &right, tolerance);
    let right = truth.mass_matrix();
    for column in 0..freedoms {
        let unit: Vec<f64> = change.iter().map(|row| row[column]).collect();
        let found = back(&multiply(&mass, &unit));
        let expected: Vec<f64> = right.iter().map(|row| row[column]).collect();
        assert_all_close(&format!("{name}: mass {column}"), &found, &expected, tolerance);
    }
    true
}

fn models(folder: &Path, all: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            models(&path, all);
        } else if stickslip_import::is_model(&path) {
            all.push(path);
        }
    }
}

#[test]
fn trees_have_the_masses_and_forces_of_the_facts() {
    let mut all = Vec::new();
    models(&data(), &mut all);
    all.sort();
    let compared = all.iter().filter(|path| agrees(path, 1e-9)).count();
    assert!(compared >= 10, "only {compared} of {} models were compared", all.len());
}

/// Robots of other people, where they are there.
#[test]
fn robots_have_the_masses_and_forces_of_the_facts() {
    let here = data();
    let folders = here.ancestors().map(|folder| folder.join("shared/problems/models"));
    let Some(folder) = folders.into_iter().find(|folder| folder.is_dir()) else {
        println!("skipped: there is no folder shared/problems beside the repository");
        return;
    };
    let mut all = Vec::new();
    models(&folder, &mut all);
    let compared = all.iter().filter(|path| agrees(path, 1e-9)).count();
    println!("{compared} of {} models were compared", all.len());
    assert!(compared >= 20, "only {compared} of {} models were compared", all.len());
}
