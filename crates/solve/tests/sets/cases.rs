//! One of each set, with a map from the unit cube onto it that shares nothing
//! with the projections: the oracle of every test.

use std::f64::consts::{PI, TAU};

use stickslip_solve::sets::*;

/// How far unbounded sets are sampled.
pub const REACH: f64 = 20.0;

type Member = Box<dyn Fn([f64; 3]) -> [f64; 3]>;

pub struct Case {
    pub set: Box<dyn AdmissibleSet>,
    /// Points of the set; every point up to `REACH` is met. Coordinates
    /// beyond the dimension are zero.
    pub member: Member,
    pub is_cone: bool,
}

impl Case {
    pub fn project(&self, z: [f64; 3]) -> [f64; 3] {
        let mut point = self.flat(z);
        self.set.project(&mut point[..self.set.dimension()]);
        point
    }

    pub fn contains(&self, z: [f64; 3], slack: f64) -> bool {
        self.set.contains(&z[..self.set.dimension()], slack)
    }

    /// z without the coordinates that the set does not have.
    pub fn flat(&self, mut z: [f64; 3]) -> [f64; 3] {
        z[self.set.dimension()..].fill(0.0);
        z
    }
}

fn case(
    set: impl AdmissibleSet + 'static,
    is_cone: bool,
    member: impl Fn([f64; 3]) -> [f64; 3] + 'static,
) -> Case {
    Case { set: Box::new(set), member: Box::new(member), is_cone }
}

/// A point of the unit disc.
fn in_disc(u: f64, v: f64) -> [f64; 2] {
    [u * (TAU * v).cos(), u * (TAU * v).sin()]
}

/// A point of the hull of `vertices` (in order): between their mean and a
/// point of the boundary.
fn in_hull(vertices: &[[f64; 2]], u: f64, v: f64) -> [f64; 2] {
    let k = vertices.len();
    let at = ((v * k as f64) as usize).min(k - 1);
    let part = v * k as f64 - at as f64;
    let (a, b) = (vertices[at], vertices[(at + 1) % k]);
    [0, 1].map(|i| {
        let mean = vertices.iter().map(|vertex| vertex[i]).sum::<f64>() / k as f64;
        mean + u * (a[i] + part * (b[i] - a[i]) - mean)
    })
}

pub fn regular(k: usize, radius: f64) -> Vec<[f64; 2]> {
    let angle = |i: usize| TAU * i as f64 / k as f64;
    (0..k).map(|i| [radius * angle(i).cos(), radius * angle(i).sin()]).collect()
}

/// Every set at the size `scale`. Cones do not change, only their samples do.
pub fn cases(scale: f64) -> Vec<Case> {
    // Cubed, so that a scan with equal steps sees the apex of a cone well.
    let reach = move |u: f64| REACH * scale * u.powi(3);
    let lo_hi = |lo: f64, hi: f64, u: f64| lo + (hi - lo) * u;
    let fits = "the parameters are right";
    let mut all = vec![
        case(HalfLine, true, move |[u, ..]| [reach(u), 0.0, 0.0]),
        case(Interval::new(-scale, 2.0 * scale).expect(fits), false, move |[u, ..]| {
            [lo_hi(-scale, 2.0 * scale, u), 0.0, 0.0]
        }),
        case(Cuboid::friction(1.5 * scale).expect(fits), false, move |[u, v, w]| {
            [reach(u), scale * lo_hi(-1.5, 1.5, v), scale * lo_hi(-1.5, 1.5, w)]
        }),
        case(Disc::new(2.0 * scale).expect(fits), false, move |[u, v, _]| {
            let [t, s] = in_disc(u, v);
            [2.0 * scale * t, 2.0 * scale * s, 0.0]
        }),
        case(Cylinder::new(1.25 * scale).expect(fits), false, move |[u, v, w]| {
            let [t, s] = in_disc(v, w);
            [reach(u), 1.25 * scale * t, 1.25 * scale * s]
        }),
        case(Ellipse::new([3.0 * scale, 0.5 * scale]).expect(fits), false, move |[u, v, _]| {
            let [t, s] = in_disc(u, v);
            [3.0 * scale * t, 0.5 * scale * s, 0.0]
        }),
    ];
    for axes in [[1.0, 0.5, 0.25], [2.0, 2.0, 2.0], [0.1, 0.0, 4.0], [3.0, 1e-6, 1.0]] {
        let axes = axes.map(|axis| axis * scale);
        all.push(case(Ellipsoid::new(axes).expect(fits), false, move |[u, v, w]| {
            let ([t, s], height) = (in_disc((PI * v).sin(), w), (PI * v).cos());
            [u * axes[0] * t, u * axes[1] * s, u * axes[2] * height]
        }));
    }
    for axes in [[3.0, 0.5], [0.4, 0.4], [1.0, 0.0], [0.0, 0.0]] {
        all.push(case(EllipticCone::new(axes).expect(fits), true, move |[u, v, w]| {
            let [t, s] = in_disc(v, w);
            [reach(u), axes[0] * reach(u) * t, axes[1] * reach(u) * s]
        }));
    }
    for mu in [0.0, 0.3, 1.0, 4.0] {
        all.push(case(CircularCone::new(mu).expect(fits), true, move |[u, v, w]| {
            let [t, s] = in_disc(v, w);
            [reach(u), mu * reach(u) * t, mu * reach(u) * s]
        }));
        all.push(case(DualCone::new(mu).expect(fits), true, move |[u, v, w]| {
            let [t, s] = in_disc(reach(v), w);
            [mu * reach(v) + reach(u), t, s]
        }));
        all.push(case(Pyramid::new(mu).expect(fits), true, move |[u, v, w]| {
            let n = reach(u);
            [n, mu * n * lo_hi(-1.0, 1.0, v), mu * n * lo_hi(-1.0, 1.0, w)]
        }));
    }
    let hulls: [&[[f64; 2]]; 3] = [
        &[[1.0, 0.4], [-0.6, 0.4], [-0.6, -0.9], [1.0, -0.9]],
        &[[0.0, -0.8], [1.0, 0.0], [0.0, 0.5]],
        &[[0.0, 0.0], [0.7, 0.4]],
    ];
    for corners in hulls {
        let polygon = Polygon::hull(corners).expect(fits);
        all.push(case(PolygonCone::new(polygon, 0.7).expect(fits), true, move |[u, v, w]| {
            let ([t, s], n) = (in_hull(corners, v, w), reach(u));
            [n, 0.7 * n * t, 0.7 * n * s]
        }));
    }
    for k in [2, 4, 6, 10] {
        let unit = regular(k, 1.0);
        let vertices = unit.clone();
        all.push(case(
            RegularPolygon::new(k, 2.0 * scale).expect(fits),
            false,
            move |[u, v, _]| {
                let [t, s] = in_hull(&vertices, u, v);
                [2.0 * scale * t, 2.0 * scale * s, 0.0]
            },
        ));
        let vertices = unit.clone();
        all.push(case(Prism::new(k, 1.5 * scale).expect(fits), false, move |[u, v, w]| {
            let [t, s] = in_hull(&vertices, v, w);
            [reach(u), 1.5 * scale * t, 1.5 * scale * s]
        }));
        all.push(case(PolyhedralCone::new(k, 0.7).expect(fits), true, move |[u, v, w]| {
            let [t, s] = in_hull(&unit, v, w);
            [reach(u), 0.7 * reach(u) * t, 0.7 * reach(u) * s]
        }));
    }
    for vertices in [
        vec![[1.0, -2.0], [4.0, 1.0], [0.0, 3.0], [-1.0, 0.5]],
        vec![[-1.0, -1.0], [2.0, 0.0]],
        vec![[0.5, -0.25]],
        vec![[-3.0, 0.0], [3.0, 0.0], [3.0, 1e-9], [-3.0, 1e-9]],
    ] {
        let vertices: Vec<[f64; 2]> =
            vertices.into_iter().map(|vertex| vertex.map(|value| value * scale)).collect();
        all.push(case(Polygon::hull(&vertices).expect(fits), false, move |[u, v, _]| {
            let [t, s] = in_hull(&vertices, u, v);
            [t, s, 0.0]
        }));
    }
    all
}
