use stickslip_barrier::glam::DVec3;
use stickslip_barrier::{
    Curvature, Kind, Local, Pair, Slip, log_barrier, mollified_below, mollifier, smooth_friction,
};

use crate::{assert_upper, files, largest, list, number, numbers, points, rows};

/// A vertex and a face stand for a point and an edge or a point, whose corners coincide.
fn stencil(kind: &str, x: &[DVec3]) -> (Kind, [DVec3; 4], usize) {
    match kind {
        "pp" => (Kind::VertexFace, [x[0], x[1], x[1], x[1]], 2),
        "pe" => (Kind::VertexFace, [x[0], x[1], x[2], x[2]], 3),
        "pt" => (Kind::VertexFace, [x[0], x[1], x[2], x[3]], 4),
        "ee" => (Kind::EdgeEdge, [x[0], x[1], x[2], x[3]], 4),
        other => panic!("unknown kind {other}"),
    }
}

/// Points that coincide are one: what acts on them adds up.
fn joined(local: &Local, points: usize) -> Local {
    let mut sum = Local { value: local.value, ..Local::ZERO };
    let place = |point: usize| point.min(points - 1);
    for i in 0..4 {
        sum.gradient[place(i)] += local.gradient[i];
        for j in 0..4 {
            sum.hessian[place(i)][place(j)] += local.hessian[i][j];
        }
    }
    sum
}

#[test]
fn scalars_agree() {
    for file in files() {
        for case in list(&file, "barrier_table") {
            let (d, dhat) = (number(case, "d"), number(case, "dhat"));
            // Near d̂ the logarithm that theirs takes of d/d̂ is rounding to this part.
            let rounding = f64::EPSILON / (1.0 - d / dhat).abs().max(f64::EPSILON);
            for (ours, key) in log_barrier(d, dhat).into_iter().zip(["b", "b1", "b2"]) {
                let theirs = number(case, key);
                let allowed = (1e-12 + 4.0 * rounding) * theirs.abs();
                assert!((ours - theirs).abs() <= allowed, "{case}: {ours}");
            }
        }
        for case in list(&file, "friction_table") {
            let full = number(case, "eps_v") * number(case, "h");
            let found = smooth_friction(number(case, "s"), full);
            for (ours, key) in found.into_iter().zip(["M", "m_over_s", "dm"]) {
                let theirs = number(case, key);
                assert!((ours - theirs).abs() <= 1e-9 * theirs.abs().max(1e-12), "{case}: {ours}");
            }
        }
        for case in list(&file, "resting_point") {
            let [_, slope, _] = log_barrier(number(case, "d_rest"), number(case, "dhat"));
            let (weight, held) =
                (number(case, "mass") * number(case, "g"), -number(case, "kappa") * slope);
            assert!((held - weight).abs() < 1e-9 * weight, "{held} for {weight}");
        }
    }
}

#[test]
fn barriers_agree_in_all_regions_and_their_positive_parts_too() {
    let mut compared = 0;
    for file in files() {
        for case in list(&file, "distance") {
            let id = case["id"].as_str().unwrap();
            let (dhat, kappa) = (number(case, "dhat"), number(case, "kappa"));
            let (kind, x, count) = stencil(case["kind"].as_str().unwrap(), &points(case, "x"));
            let pair = Pair { kind, mollified: 0.0, offset: 0.0 };
            let Some(local) = pair.evaluate(&x, dhat, Curvature::Exact) else {
                assert!(number(case, "d") >= dhat, "{id}");
                continue;
            };
            compared += 1;
            let scalar = numbers(case, "barrier_d")[0];
            assert!((local.value - scalar).abs() <= 1e-10 * scalar.abs(), "{id}");
            assert_eq!(local.value, pair.value(&x, dhat));
            let exact = joined(&local, count);
            let gradient: Vec<f64> =
                exact.gradient[..count].iter().flat_map(|g| (kappa * *g).to_array()).collect();
            let expected = numbers(case, "grad");
            for (ours, theirs) in gradient.iter().zip(&expected) {
                assert!((ours - theirs).abs() < 1e-10 * largest(&expected), "{id}");
            }
            let scaled = |local: &Local| -> Vec<Vec<f64>> {
                let scale = |row: Vec<f64>| row.into_iter().map(|x| kappa * x).collect();
                rows(local, count).into_iter().map(scale).collect()
            };
            assert_upper(id, &scaled(&exact), &numbers(case, "hess"), 1e-9);
            if count < 4 {
                continue;
            }
            let positive = pair.evaluate(&x, dhat, Curvature::Positive).unwrap();
            let all = scaled(&positive);
            let norm = all.iter().flatten().map(|x| x * x).sum::<f64>().sqrt();
            let expected = number(case, "psd_norm");
            assert!((norm - expected).abs() < 1e-9 * expected, "{id}: {norm} for {expected}");
        }
    }
    assert!(compared > 30, "{compared}");
}

#[test]
fn mollified_edges_agree() {
    for file in files() {
        for case in list(&file, "mollified_edge_edge") {
            let id = case["id"].as_str().unwrap();
            let all = |key: &str| -> [DVec3; 4] { points(case, key).try_into().unwrap() };
            let (x, rest) = (all("x"), all("rest"));
            let square = |a: usize, b: usize| rest[a].distance_squared(rest[b]);
            let below = mollified_below(square(0, 1), square(2, 3));
            assert!((below - number(case, "eps_x")).abs() < 1e-12 * below, "{id}");
            let pair = Pair { kind: Kind::EdgeEdge, mollified: below, offset: 0.0 };
            let expected = number(case, "mollifier");
            match mollifier(&x, below) {
                Some(m) => {
                    assert!((m.value - expected).abs() < 1e-10, "{id}");
                    assert_upper(id, &rows(&m, 4), &numbers(case, "mollifier_hess"), 1e-9);
                }
                None => assert_eq!(expected, 1.0, "{id}"),
            }
            let dhat = number(case, "dhat");
            let Some(local) = pair.evaluate(&x, dhat, Curvature::Exact) else {
                assert_eq!(number(case, "value"), 0.0);
                continue;
            };
            let (value, theirs) = (local.value, number(case, "value"));
            assert!((value - theirs).abs() <= 1e-8 * theirs, "{id}: {value} for {theirs}");
            let expected = numbers(case, "grad");
            for (i, theirs) in expected.iter().enumerate() {
                let error = (local.gradient[i / 3][i % 3] - theirs).abs();
                assert!(error < 1e-7 * largest(&expected), "{id}: {error}");
            }
            assert_upper(id, &rows(&local, 4), &numbers(case, "hess"), 1e-6);
        }
    }
}

#[test]
fn friction_agrees() {
    for file in files() {
        for case in list(&file, "friction") {
            let id = case["id"].as_str().unwrap();
            let normal = DVec3::from_slice(&numbers(case, "normal"));
            let weights = numbers(case, "weights");
            let slip = Slip {
                normal,
                bound: number(case, "mu") * number(case, "normal_force"),
                full: number(case, "eps_v") * number(case, "h"),
            };
            let moved: DVec3 = points(case, "u").iter().zip(&weights).map(|(&u, &w)| w * u).sum();
            let length = slip.along(moved).length();
            let expected = number(case, "slip");
            assert!((length - expected).abs() < 1e-12 + 1e-9 * expected, "{id}");
            let (value, expected) = (slip.value(moved), number(case, "D"));
            assert!((value - expected).abs() < 1e-10 * expected, "{id}");
            let (gradient, hessian) = slip.derivatives(moved);
            let expected = numbers(case, "grad");
            for (i, theirs) in expected.iter().enumerate() {
                let ours = weights[i / 3] * gradient[i % 3];
                // A slip that is rounding alone has a gradient that is.
                let allowed = 1e-9 * largest(&expected) + 1e-10 * slip.bound;
                assert!((ours - theirs).abs() < allowed, "{id}");
            }
            let row = |i: usize| -> Vec<f64> {
                let entry = |j: usize| weights[i / 3] * weights[j / 3] * hessian.col(j % 3)[i % 3];
                (0..expected.len()).map(entry).collect()
            };
            let all: Vec<_> = (0..expected.len()).map(row).collect();
            assert_upper(id, &all, &numbers(case, "hess"), 1e-8);
        }
    }
}
