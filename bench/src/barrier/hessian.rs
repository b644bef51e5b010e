//! The barrier of a pair with its positive Hessian, one after the other.

use std::hint::black_box;
use std::time::Instant;

use glam::DVec3;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use stickslip_barrier::{Curvature, Kind, Pair};

use crate::timing::{quartiles, table};

/// d̂ of the pairs (m); their features are of the size 1.
const REACH: f64 = 0.5;

fn pairs(kind: Kind, mollified: f64, count: usize) -> Vec<(Pair, [DVec3; 4])> {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut all = Vec::new();
    while all.len() < count {
        let corners = [(); 4].map(|()| DVec3::from_array([(); 3].map(|()| random.random::<f64>())));
        let pair = Pair { kind, mollified, offset: 0.0 };
        if pair.evaluate(&corners, REACH, Curvature::Positive).is_some() {
            all.push((pair, corners));
        }
    }
    all
}

/// Microseconds of a pair of each kind, the median over turns.
pub fn run(quick: bool) -> Value {
    let (count, turns) = if quick { (1_000, 5) } else { (10_000, 15) };
    let mut shown = table(&["pair", "positive Hessian", "spread"]);
    let mut figures = Vec::new();
    for (name, kind, mollified) in [
        ("vertex and face", Kind::VertexFace, 0.0),
        ("two edges", Kind::EdgeEdge, 0.0),
        ("two edges, mollified", Kind::EdgeEdge, 10.0),
    ] {
        let pairs = pairs(kind, mollified, count);
        let turn = || {
            let begin = Instant::now();
            for (pair, corners) in &pairs {
                black_box(pair.evaluate(black_box(corners), REACH, Curvature::Positive));
            }
            1e6 * begin.elapsed().as_secs_f64() / count as f64
        };
        let [low, middle, high] = quartiles((0..turns).map(|_| turn()).collect());
        shown.add_row([
            name.to_owned(),
            format!("{middle:.2} µs"),
            format!("{low:.2}–{high:.2} µs"),
        ]);
        figures.push(json!({ "pair": name, "median_us": middle, "quartiles_us": [low, high] }));
    }
    println!("{shown}\nMedian of {turns} turns over {count} pairs on one thread.\n");
    Value::Array(figures)
}
