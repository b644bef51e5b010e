use stickslip_barrier::glam::DVec3;
use stickslip_barrier::{Curvature, Kind, Pair, Slip, log_barrier, positive_part};

use crate::rows;

const FACE: [DVec3; 4] = [
    DVec3::new(0.21, 0.09, 0.3),
    DVec3::new(0.0, 0.0, 0.0),
    DVec3::new(1.0, 0.1, 0.0),
    DVec3::new(0.1, 0.05, 1.0),
];
const EDGES: [DVec3; 4] = [
    DVec3::new(-0.5, 0.04, 0.1),
    DVec3::new(0.6, 0.06, 0.12),
    DVec3::new(-0.4, 0.0, 0.05),
    DVec3::new(0.7, 0.01, 0.2),
];

/// Central differences of value and gradient, with a distance at which they touch.
#[test]
fn derivatives_agree_with_differences() {
    let face = Pair { kind: Kind::VertexFace, mollified: 0.0, offset: 0.01 };
    let edges = Pair { kind: Kind::EdgeEdge, mollified: 0.0, offset: 0.005 };
    let parallel = Pair { mollified: 0.1, ..edges };
    for (pair, x) in [(face, FACE), (edges, EDGES), (parallel, EDGES)] {
        assert_eq!(pair.is_mollified(&x), pair.mollified > 0.0);
        let (reach, h) = (0.1, 1e-6);
        let local = pair.evaluate(&x, reach, Curvature::Exact).expect("near");
        let hessian = rows(&local, 4);
        let scale = hessian.iter().flatten().fold(0.0_f64, |all, x| all.max(x.abs()));
        for at in 0..12 {
            let moved = |by: f64| {
                let mut x = x;
                x[at / 3][at % 3] += by;
                pair.evaluate(&x, reach, Curvature::Exact).expect("near")
            };
            let (plus, minus) = (moved(h), moved(-h));
            let difference = (plus.value - minus.value) / (2.0 * h);
            assert!((difference - local.gradient[at / 3][at % 3]).abs() < 1e-7, "{difference}");
            for (other, row) in hessian.iter().enumerate() {
                let change =
                    plus.gradient[other / 3][other % 3] - minus.gradient[other / 3][other % 3];
                let error = (change / (2.0 * h) - row[at]).abs();
                assert!(error < 1e-6 * scale, "{at} {other}: {error} of {scale}");
            }
        }
    }
}

/// H⁺ − H has no negative eigenvalue, H⁺ neither, and their product is zero: that is what
/// the nearest positive matrix is.
#[test]
fn the_positive_part_is_the_nearest() {
    let face = Pair { kind: Kind::VertexFace, mollified: 0.0, offset: 0.0 };
    let edges = Pair { kind: Kind::EdgeEdge, mollified: 0.0, offset: 0.0 };
    let parallel = Pair { mollified: 0.1, ..edges };
    let corner = [DVec3::new(-0.03, 0.02, -0.01), FACE[1], FACE[2], FACE[3]];
    let side = [DVec3::new(0.5, 0.08, -0.02), FACE[1], FACE[2], FACE[3]];
    for (pair, x) in [(face, FACE), (face, corner), (face, side), (edges, EDGES), (parallel, EDGES)]
    {
        let exact = rows(&pair.evaluate(&x, 0.1, Curvature::Exact).expect("near"), 4);
        let positive = rows(&pair.evaluate(&x, 0.1, Curvature::Positive).expect("near"), 4);
        let scale = exact.iter().flatten().fold(0.0_f64, |all, x| all.max(x.abs()));
        let mut negative = false;
        for i in 0..12 {
            for j in 0..12 {
                let removed = |k: usize| positive[k][j] - exact[k][j];
                negative |= removed(i).abs() > 1e-6 * scale;
                let product: f64 = (0..12).map(|k| positive[i][k] * removed(k)).sum();
                assert!(product.abs() < 1e-11 * scale * scale, "{product} of {scale}²");
            }
        }
        assert!(negative, "something was left out");
        // vᵀ H⁺ v and vᵀ(H⁺ − H)v are not negative in many directions.
        for turn in 0..200_u32 {
            let v: Vec<f64> =
                (0..12_u32).map(|i| f64::from((turn * 37 + i * i * 11) % 19) - 9.0).collect();
            let form = |entry: &dyn Fn(usize, usize) -> f64| -> f64 {
                (0..144).map(|at| v[at / 12] * entry(at / 12, at % 12) * v[at % 12]).sum()
            };
            assert!(form(&|i, j| positive[i][j]) > -1e-9 * scale);
            assert!(form(&|i, j| positive[i][j] - exact[i][j]) > -1e-9 * scale);
        }
    }
}

/// A = Q Λ Qᵀ with Λ known: Q from reflections across vectors of many directions, Λ with
/// repeated, zero, tiny and only positive or only negative values.
#[test]
fn positive_parts_are_those_of_known_eigenvalues() {
    let spectra: [[f64; 9]; 6] = [
        [3.0, -2.0, 0.5, -7.0, 1.0, 0.0, -0.25, 4.0, 2.0],
        [1.0, 1.0, 1.0, -1.0, -1.0, -1.0, 0.0, 0.0, 0.0],
        [1e9, 1e3, 1.0, -1e-3, -1e8, 1e-6, -1.0, 5.0, 1e5],
        [2.0; 9],
        [-1.0, -2.0, -3.0, -3.0, -3.0, -4.0, -5.0, -6.0, -7.0],
        [0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, -1.0],
    ];
    for (turn, spectrum) in spectra.iter().enumerate() {
        for reflections in 0..4_usize {
            let mut q = [[0.0; 9]; 9];
            (0..9).for_each(|i| q[i][i] = 1.0);
            for k in 0..reflections {
                let u: [f64; 9] =
                    std::array::from_fn(|i| ((7 * i + 3 * k + turn) as f64 * 1.7).sin());
                let square: f64 = u.iter().map(|x| x * x).sum();
                for row in &mut q {
                    let part: f64 = row.iter().zip(&u).map(|(x, u)| x * u).sum();
                    (0..9).for_each(|j| row[j] -= 2.0 * part / square * u[j]);
                }
            }
            let whole = |keep: &dyn Fn(f64) -> f64| -> [[f64; 9]; 9] {
                std::array::from_fn(|i| {
                    std::array::from_fn(|j| {
                        (0..9).map(|k| keep(spectrum[k]) * q[i][k] * q[j][k]).sum()
                    })
                })
            };
            let found = positive_part(&whole(&|value| value));
            let expected = whole(&|value| value.max(0.0));
            let scale = spectrum.iter().fold(0.0_f64, |all, x| all.max(x.abs()));
            for (found, expected) in found.iter().flatten().zip(expected.iter().flatten()) {
                let error = (found - expected).abs();
                assert!(error < 1e-14 * scale, "{turn} {reflections}: {error} of {scale}");
            }
        }
    }
}

#[test]
fn positive_parts_of_small_matrices_are_known() {
    assert_eq!(positive_part(&[[-2.0]]), [[0.0]]);
    let found = positive_part(&[[0.0, 1.0], [1.0, 0.0]]);
    assert!(found.iter().flatten().all(|x| (x - 0.5).abs() < 1e-15), "{found:?}");
}

#[test]
fn the_ends_of_the_ranges_are_as_they_should_be() {
    assert_eq!(log_barrier(0.0, 1.0)[0], f64::INFINITY);
    assert_eq!(log_barrier(-1.0, 1.0)[0], f64::INFINITY);
    assert_eq!(log_barrier(1.0, 1.0), [0.0; 3]);
    // Twice differentiable at the reach.
    let [value, slope, curvature] = log_barrier(1.0 - 1e-6, 1.0);
    assert!(value > 0.0 && value < 1e-17 && slope < 0.0 && slope > -1e-11 && curvature < 1e-5);
    let face = Pair { kind: Kind::VertexFace, mollified: 0.0, offset: 0.2 };
    assert_eq!(face.value(&FACE, 0.1), f64::INFINITY);
    assert_eq!(face.evaluate(&FACE, 0.1, Curvature::Positive), None);
    let still = Slip { normal: DVec3::Y, bound: 3.0, full: 0.1 };
    let (gradient, hessian) = still.derivatives(DVec3::Y);
    assert_eq!((gradient, hessian.col(0)), (DVec3::ZERO, DVec3::X * 60.0));
}
