//! Distances and their derivatives: against values of another implementation in
//! all regions, against finite differences, and the tree against a plain loop.

use std::collections::BTreeSet;
use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;
use stickslip_geometry::distance::{
    EdgeEdge, PointEdge, PointTriangle, SurfaceTree, edge_edge, point_edge,
    point_point_derivatives, point_triangle,
};
use stickslip_geometry::glam::DVec3;

/// Name of the region, square of the distance, gradient and Hessian in any number of points.
type Everything = (String, f64, Vec<f64>, Vec<Vec<f64>>);

fn everything(kind: &str, x: &[DVec3]) -> Everything {
    fn flat<const N: usize>(
        region: String,
        all: stickslip_geometry::distance::Derivatives<N>,
    ) -> Everything {
        let hessian = all.hessian.iter().map(|row| row.to_vec()).collect();
        (region, all.value, all.gradient.to_vec(), hessian)
    }
    match kind {
        "pp" => flat("P_P".into(), point_point_derivatives(&[x[0], x[1]])),
        "pe" => {
            let edge = [x[1], x[2]];
            let nearest = point_edge(x[0], edge);
            let region = match nearest.region {
                PointEdge::End(end) => format!("P_E{end}"),
                PointEdge::Inside => "P_E".into(),
            };
            flat(region, nearest.derivatives(x[0], edge))
        }
        "pt" => {
            let corners = [x[1], x[2], x[3]];
            let nearest = point_triangle(x[0], corners);
            let region = match nearest.region {
                PointTriangle::Corner(corner) => format!("P_T{corner}"),
                PointTriangle::Side(side) => format!("P_E{side}"),
                PointTriangle::Inside => "P_T".into(),
            };
            flat(region, nearest.derivatives(x[0], corners))
        }
        "ee" => {
            let (first, second) = ([x[0], x[1]], [x[2], x[3]]);
            let nearest = edge_edge(first, second);
            let region = match nearest.region {
                EdgeEdge::Ends(a, b) => format!("EA{a}_EB{b}"),
                EdgeEdge::EndInside(a) => format!("EA{a}_EB"),
                EdgeEdge::InsideEnd(b) => format!("EA_EB{b}"),
                EdgeEdge::Inside => "EA_EB".into(),
            };
            flat(region, nearest.derivatives(first, second))
        }
        other => panic!("unknown kind {other}"),
    }
}

fn cases() -> Vec<(Value, String, Vec<DVec3>)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/distance.json.gz");
    let mut text = String::new();
    GzDecoder::new(std::fs::File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    let mut file: Value = serde_json::from_str(&text).unwrap();
    let cases: Vec<Value> = serde_json::from_value(file["distance"].take()).unwrap();
    let with_points = |case: Value| {
        let x: Vec<[f64; 3]> = serde_json::from_value(case["x"].clone()).unwrap();
        let kind = case["kind"].as_str().unwrap().to_owned();
        (case, kind, x.into_iter().map(DVec3::from_array).collect())
    };
    cases.into_iter().map(with_points).collect()
}

#[test]
fn all_regions_agree_with_the_oracle() {
    let mut regions = BTreeSet::new();
    let (mut worst_gradient, mut worst_hessian) = (0.0_f64, 0.0_f64);
    for (case, kind, x) in cases() {
        let id = case["id"].as_str().unwrap();
        let (region, square, gradient, hessian) = everything(&kind, &x);
        assert_eq!(region, case["type"], "{id}");
        regions.insert((kind, region));
        let near = |ours: f64, theirs: f64, scale: f64| (ours - theirs).abs() / scale.max(1.0);
        let expected = case["d2"].as_f64().unwrap();
        assert!(near(square, expected, expected) < 1e-10, "{id}: {square} for {expected}");
        let numbers = |key: &str| serde_json::from_value::<Vec<f64>>(case[key].clone()).unwrap();
        let size = |all: &[f64]| all.iter().fold(0.0_f64, |all, x| all.max(x.abs()));
        let expected = numbers("grad_d2");
        for (ours, theirs) in gradient.iter().zip(&expected) {
            worst_gradient = worst_gradient.max(near(*ours, *theirs, size(&expected)));
        }
        let expected = numbers("hess_d2");
        let mut upper = expected.iter();
        for (i, row) in hessian.iter().enumerate() {
            for &ours in &row[i..] {
                let theirs = *upper.next().unwrap();
                let error = near(ours, theirs, size(&expected));
                assert!(error < 1e-10, "{id}: {ours} for {theirs}");
                worst_hessian = worst_hessian.max(error);
            }
        }
    }
    println!("{} regions, gradient {worst_gradient:e}, Hessian {worst_hessian:e}", regions.len());
    assert!(worst_gradient < 1e-10, "{worst_gradient}");
    assert_eq!(regions.len(), 20);
}

/// Central differences of the value and of the gradient, where no border is crossed.
#[test]
fn derivatives_agree_with_differences() {
    let h = 1e-5;
    let mut compared = 0;
    for (case, kind, x) in cases() {
        let (region, _, gradient, hessian) = everything(&kind, &x);
        for at in 0..3 * x.len() {
            let moved = |by: f64| {
                let mut x = x.clone();
                x[at / 3][at % 3] += by;
                everything(&kind, &x)
            };
            let (plus, minus) = (moved(h), moved(-h));
            if plus.0 != region || minus.0 != region {
                continue;
            }
            compared += 1;
            let scale = hessian.iter().flatten().fold(1.0_f64, |all, x| all.max(x.abs()));
            let difference = (plus.1 - minus.1) / (2.0 * h);
            assert!((difference - gradient[at]).abs() < 1e-6 * scale, "{}", case["id"]);
            for (other, row) in hessian.iter().enumerate() {
                let difference = (plus.2[other] - minus.2[other]) / (2.0 * h);
                let error = (difference - row[at]).abs();
                assert!(error < 1e-4 * scale, "{}: {difference} for {}", case["id"], row[at]);
            }
        }
    }
    assert!(compared > 1400, "{compared}");
}

fn random_point(random: &mut ChaCha8Rng) -> DVec3 {
    DVec3::from_array(std::array::from_fn(|_| random.random_range(-1.0..1.0)))
}

/// The minimum over a fine grid of weights is never below what is reported, and near it.
#[test]
fn nothing_is_nearer_than_the_nearest() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let steps = 60;
    for turn in 0..200 {
        let mut x: [DVec3; 4] = std::array::from_fn(|_| random_point(&mut random));
        // Needles, points and parallel edges too.
        match turn % 5 {
            0 => x[3] = x[2] + (x[2] - x[1]) * 1e-9,
            1 => x[3] = x[2],
            2 => x[3] = x[2] + (x[1] - x[0]) * 0.7,
            _ => {}
        }
        let (face, edges) =
            (point_triangle(x[0], [x[1], x[2], x[3]]), edge_edge([x[0], x[1]], [x[2], x[3]]));
        let (mut least_face, mut least_edges) = (f64::INFINITY, f64::INFINITY);
        for i in 0..=steps {
            for j in 0..=steps {
                let (s, t) = (f64::from(i) / f64::from(steps), f64::from(j) / f64::from(steps));
                let on_face = x[1] + (x[2] - x[1]) * s + (x[3] - x[2]) * (s * t);
                least_face = least_face.min(on_face.distance(x[0]));
                let gap = x[0] + (x[1] - x[0]) * s - x[2] - (x[3] - x[2]) * t;
                least_edges = least_edges.min(gap.length());
            }
        }
        for (told, least) in [(face.distance(), least_face), (edges.distance(), least_edges)] {
            assert!(told <= least + 1e-12 && told > least - 0.06, "{told} and {least}");
        }
        // The weights make the vector.
        let mixed: DVec3 = (0..4).map(|i| x[i] * face.weights[i]).sum();
        assert!((mixed - face.vector).length() < 1e-8, "{mixed} for {}", face.vector);
        let mixed: DVec3 = (0..4).map(|i| x[i] * edges.weights[i]).sum();
        assert!((mixed - edges.vector).length() < 1e-5, "{mixed} for {}", edges.vector);
    }
}

#[test]
fn the_tree_finds_what_a_loop_finds() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    for count in [0, 1, 5, 700] {
        let faces = (0..count)
            .map(|_| {
                let middle = random_point(&mut random);
                std::array::from_fn(|_| middle + random_point(&mut random) * 0.2)
            })
            .collect();
        let surface = SurfaceTree::new(faces);
        for _ in 0..200 {
            let point = random_point(&mut random) * 2.0;
            let found = surface.nearest(point, f64::INFINITY);
            assert_eq!(found, surface.nearest_of_all(point));
            if let Some(found) = found {
                assert_eq!(surface.nearest(point, found.distance * 0.99), None);
            }
        }
    }
}
