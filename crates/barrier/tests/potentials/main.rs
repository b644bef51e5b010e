//! Barriers, mollified edges and friction: against values of another implementation,
//! against finite differences, and against what is known of positive parts.

mod differences;
mod oracle;

use std::io::Read;
use std::path::PathBuf;

use flate2::read::GzDecoder;
use serde_json::Value;
use stickslip_barrier::Local;
use stickslip_barrier::glam::DVec3;

/// The values that are kept here, and all of them where they are.
fn files() -> Vec<Value> {
    let own = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/potentials.json.gz");
    let all =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/problems/soft/ipc.json.gz");
    let mut files = vec![read(&own)];
    if all.exists() {
        files.push(read(&all));
    } else {
        println!("{} is not here: the kept values alone are compared", all.display());
    }
    files
}

fn read(path: &std::path::Path) -> Value {
    let mut text = String::new();
    GzDecoder::new(std::fs::File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn list<'a>(file: &'a Value, key: &str) -> &'a [Value] {
    file[key].as_array().unwrap()
}

fn number(case: &Value, key: &str) -> f64 {
    case[key].as_f64().unwrap_or_else(|| panic!("no {key} in {case}"))
}

fn numbers(case: &Value, key: &str) -> Vec<f64> {
    serde_json::from_value(case[key].clone()).unwrap()
}

fn points(case: &Value, key: &str) -> Vec<DVec3> {
    let all: Vec<[f64; 3]> = serde_json::from_value(case[key].clone()).unwrap();
    all.into_iter().map(DVec3::from_array).collect()
}

/// The Hessian of the first few points as rows.
fn rows(local: &Local, points: usize) -> Vec<Vec<f64>> {
    let row =
        |i: usize| (0..3 * points).map(move |j| local.hessian[i / 3][j / 3].col(j % 3)[i % 3]);
    (0..3 * points).map(|i| row(i).collect()).collect()
}

fn largest(all: &[f64]) -> f64 {
    all.iter().fold(0.0, |largest, x| largest.max(x.abs()))
}

/// Compares with the upper triangle of a symmetric matrix.
#[track_caller]
fn assert_upper(id: &str, found: &[Vec<f64>], expected: &[f64], tolerance: f64) {
    let scale = largest(expected).max(1e-300);
    let mut next = expected.iter();
    for (i, row) in found.iter().enumerate() {
        for &ours in &row[i..] {
            let theirs = *next.next().unwrap();
            let error = (ours - theirs).abs() / scale;
            assert!(error < tolerance, "{id}: {ours} for {theirs} of {scale}");
        }
    }
    assert!(next.next().is_none(), "{id}");
}
