//! Values computed by hand or in 120 digits, and sets that are each other's
//! special cases.

use std::f64::consts::{FRAC_1_SQRT_2, SQRT_2};

use proptest::prelude::*;
use stickslip_solve::sets::*;

use crate::cases::regular;

fn close<const N: usize>(found: [f64; N], expected: [f64; N], tolerance: f64) -> bool {
    found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() <= tolerance)
}

#[test]
fn ellipsoids_agree_with_a_120_digit_bisection() {
    let table = [
        (
            [1.0, 0.5, 0.25],
            [3.0, 2.0, 1.0],
            [0.9128229470208199, 0.1971213898341053, 0.026606975203539385],
        ),
        (
            [1.0, 0.5, 0.25],
            [0.9, 0.3, 0.2],
            [0.8288332252804242, 0.22330480035736633, 0.08425235501926508],
        ),
        (
            [1.0, 1e-8, 0.5],
            [0.3, 2e-8, -0.9],
            [0.24703692045180067, 9.328646391378486e-24, -0.48450303402912004],
        ),
        (
            [1.0, 1e-3, 1e-6],
            [1.0000001, 1e-3, 1e-9],
            [0.9999213646501048, 1.2540514992301698e-5, 1.2699776571534163e-17],
        ),
        ([2.0, 0.0, 3.0], [-5.0, 7.0, 1.0], [-1.960662097401571, 0.0, 0.5920804967054426]),
        (
            [1.0, 0.999999, 1.000001],
            [1e10, -1e10, 1.0],
            [0.7071071347400265, -0.7071057205264641, 7.071085489550029e-11],
        ),
        (
            [0.3, 0.7, 0.2],
            [0.31, 1e-30, 1e-12],
            [0.3, 9.939148073022312e-31, 9.302325581395348e-13],
        ),
    ];
    for (axes, z, expected) in table {
        let found = ellipsoid::project(axes, z);
        let longest = axes.into_iter().fold(0.0, f64::max);
        assert!(close(found, expected, 4e-16 * longest), "{axes:?} {z:?}: {found:?}");
    }
}

#[test]
fn a_flat_ellipsoid_and_a_point_are_ellipsoids_too() {
    assert_eq!(ellipsoid::project([0.0; 3], [1.0, -2.0, 3.0]), [0.0; 3]);
    assert_eq!(ellipsoid::project([0.0, 2.0, 0.0], [1.0, -3.0, 3.0]), [0.0, -2.0, 0.0]);
    assert_eq!(ellipsoid::project([1.0, 0.0], [0.25, 9.0]), [0.25, 0.0]);
    assert_eq!(ellipsoid::project([1.0, 1e-200], [0.25, 9.0]), [0.25, 0.0]);
    let found = ellipsoid::project([1e-300, 1e-300], [3e300, 4e300]);
    assert!(close(found, [6e-301, 8e-301], 1e-315), "{found:?}");
}

#[test]
fn zero_size_leaves_zero() {
    let sets: [Box<dyn AdmissibleSet>; 6] = [
        Box::new(Disc::new(0.0).expect("a point")),
        Box::new(RegularPolygon::new(8, 0.0).expect("a point")),
        Box::new(Polygon::hull(&regular(6, 0.0)).expect("a point")),
        Box::new(Ellipse::new([0.0; 2]).expect("a point")),
        Box::new(Interval::new(0.0, 0.0).expect("a point")),
        Box::new(Ellipsoid::new([0.0; 3]).expect("a point")),
    ];
    for set in sets {
        let mut point = [3.0, -4.0, 1.0];
        let point = &mut point[..set.dimension()];
        set.project(point);
        assert!(point.iter().all(|&value| value == 0.0), "{} {point:?}", set.name());
    }
    let axis: [Box<dyn AdmissibleSet>; 6] = [
        Box::new(CircularCone::new(0.0).expect("a ray")),
        Box::new(Pyramid::new(0.0).expect("a ray")),
        Box::new(PolyhedralCone::new(6, 0.0).expect("a ray")),
        Box::new(Cylinder::new(0.0).expect("a ray")),
        Box::new(Prism::new(6, 0.0).expect("a ray")),
        Box::new(Cuboid::friction(0.0).expect("a ray")),
    ];
    for set in axis {
        for (n, expected) in [(2.0, 2.0), (0.0, 0.0), (-2.0, 0.0)] {
            for tangents in [[3.0, -4.0], [0.0, 0.0]] {
                let mut point = [n, tangents[0], tangents[1]];
                set.project(&mut point);
                assert!(close(point, [expected, 0.0, 0.0], 0.0), "{} {n} {point:?}", set.name());
            }
        }
    }
}

#[test]
fn cones_by_hand() {
    // μ = 1, z = (0, 2, 0): half way to the generator (1, 1, 0).
    assert!(close(circular_cone::project(1.0, [0.0, 2.0, 0.0]), [1.0, 1.0, 0.0], 1e-15));
    // μ = 3/4, t = 5·(3, 4)/5: n' = (n + μ·5)/(1 + μ²) = 2.4, ‖t'‖ = 1.8.
    let found = circular_cone::project(0.75, [0.0, 3.0, 4.0]);
    assert!(close(found, [2.4, 1.08, 1.44], 1e-15), "{found:?}");
    // Both tangents at their bound: n' = (0 + 1·(2 + 2))/(1 + 2) = 4/3.
    let third = 4.0 / 3.0;
    assert!(close(pyramid::project(1.0, [0.0, 2.0, -2.0]), [third, third, -third], 1e-15));
    // One at its bound: n' = (1 + 3)/2 = 2 > 0.5.
    assert!(close(pyramid::project(1.0, [1.0, 3.0, 0.5]), [2.0, 2.0, 0.5], 1e-15));
    assert_eq!(dual_cone::project(0.0, [-1.0, 3.0, 4.0]), [0.0, 3.0, 4.0]);
    assert_eq!(circular_cone::project(1e200, [1.0, 1e10, 0.0]), [1.0, 1e10, 0.0]);
}

#[test]
fn a_point_beyond_the_tip_of_a_sliver_is_outside() {
    let sliver = Polygon::hull(&[[0.0, 0.0], [1.0, 0.0], [0.5, 1e-17]]).expect("finite");
    assert_eq!(sliver.nearest([9.0, 0.0]), [1.0, 0.0]);
    assert!(close(sliver.nearest([0.25, 3.0]), [0.25, 0.0], 1e-16));
    assert_eq!(sliver.nearest([1e20, 3.0]), [1.0, 0.0]);
    // So thin that rounding puts points beyond the tip on the inner side of all.
    let sliver = Polygon::hull(&[[0.0, 0.0], [1.0, 0.0], [0.5, 5e-324]]).expect("finite");
    assert_eq!(sliver.nearest([1.1, 0.0]), [1.0, 0.0]);
}

#[test]
fn wrong_parameters_are_refused_by_name() {
    for bad in [-1.0, f64::NAN, f64::INFINITY] {
        let errors = [
            ("disc: the radius", Disc::new(bad).err()),
            ("cylinder: the radius", Cylinder::new(bad).err()),
            ("box: the radius", Cuboid::friction(bad).err()),
            ("prism: the radius", Prism::new(4, bad).err()),
            ("regular-polygon: the radius", RegularPolygon::new(4, bad).err()),
            ("circular-cone: the friction coefficient", CircularCone::new(bad).err()),
            ("dual-cone: the friction coefficient", DualCone::new(bad).err()),
            ("pyramid: the friction coefficient", Pyramid::new(bad).err()),
            ("polyhedral-cone: the friction coefficient", PolyhedralCone::new(4, bad).err()),
            ("ellipse: the semi-axis", Ellipse::new([1.0, bad]).err()),
            ("elliptic-cone: the semi-axis", EllipticCone::new([1.0, bad]).err()),
            ("ellipsoid: the semi-axis", Ellipsoid::new([1.0, bad, 1.0]).err()),
            ("vertex 1", Polygon::hull(&[[0.0, 1.0], [-bad.abs() * f64::INFINITY, 0.0]]).err()),
        ];
        for (place, error) in errors {
            let message = error.map(|error| error.to_string()).unwrap_or_default();
            assert!(message.starts_with(place), "{place}: {message:?}");
        }
    }
    assert_eq!(Directions::new(5), Err(SetError::Directions(5)));
    assert_eq!(Directions::new(0), Err(SetError::Directions(0)));
    assert_eq!(Polygon::hull(&[]), Err(SetError::NoVertices));
    let aside = Polygon::hull(&[[1.0, 0.0], [2.0, 0.0], [1.0, 1.0]]).expect("finite");
    assert_eq!(PolygonCone::new(aside, 0.5), Err(SetError::NoOrigin));
    assert_eq!(Cuboid::new(&[0.0], &[]), Err(SetError::BoundCount { lo: 1, hi: 0 }));
    let crossed = Cuboid::new(&[0.0, 2.0], &[1.0, 1.0]);
    assert_eq!(crossed, Err(SetError::Bounds { coordinate: 1, lo: 2.0, hi: 1.0 }));
    for (lo, hi) in [(f64::NAN, 1.0), (0.0, f64::NAN), (f64::INFINITY, f64::INFINITY)] {
        assert!(matches!(Interval::new(lo, hi), Err(SetError::Bounds { coordinate: 0, .. })));
    }
    assert!(Interval::new(f64::NEG_INFINITY, f64::INFINITY).is_ok());
}

proptest! {
    #![proptest_config(crate::settings(1000))]

    #[test]
    fn special_cases_agree(z in prop::array::uniform3(-5.0..5.0f64), mu in 0.05..3.0f64) {
        let [n, t, s] = z;
        // A square is four directions seen from 45 degrees, √2 as far out.
        let four = Directions::new(4).expect("even");
        let turn = |[n, t, s]: [f64; 3], sign: f64| {
            [n, FRAC_1_SQRT_2 * (t - sign * s), FRAC_1_SQRT_2 * (s + sign * t)]
        };
        let turned = turn(polyhedral_cone::project(&four, SQRT_2 * mu, turn(z, 1.0)), -1.0);
        prop_assert!(close(pyramid::project(mu, z), turned, 1e-14));
        // Equal semi-axes are a disc; a sphere pulls straight to its centre.
        prop_assert!(close(ellipsoid::project([mu; 2], [t, s]), disc::project(mu, [t, s]), 1e-15));
        let length = n.hypot(t).hypot(s);
        let radial = z.map(|value| value * (mu / length).min(1.0));
        prop_assert!(close(ellipsoid::project([mu; 3], z), radial, 2e-15));
        // A regular polygon is the hull of its vertices, in any order.
        let mut vertices = regular(6, mu);
        vertices.swap(0, 4);
        let hull = Polygon::hull(&vertices).expect("finite");
        let six = Directions::new(6).expect("even");
        prop_assert!(close(hull.nearest([t, s]), regular_polygon::project(&six, mu, [t, s]), 1e-14));
        // Very many directions are a circle up to half an edge.
        let many = Directions::new(40_000).expect("even");
        let round = circular_cone::project(mu, z);
        let half_edge = mu * round[0] * std::f64::consts::PI / 40_000.0;
        prop_assert!(close(polyhedral_cone::project(&many, mu, z), round, 1.01 * half_edge + 1e-7));
        // Moreau: P_K(z) − P_{K*}(−z) = z.
        let dual = dual_cone::project(mu, z.map(|value| -value));
        prop_assert!(close([0, 1, 2].map(|i| round[i] - dual[i]), z, 1e-14));
    }
}

/// Each face of a pyramid keeps its own side out.
#[test]
fn a_pyramid_ends_at_each_of_its_faces() {
    let set = Pyramid::new(0.5).expect("positive");
    assert!(set.contains(&[2.0, 1.0, -1.0], 0.0));
    for outside in [[2.0, 1.1, 0.0], [2.0, 0.0, -1.1], [2.0, 1.1, 1.1], [-0.1, 0.0, 0.0]] {
        assert!(!set.contains(&outside, 0.01), "{outside:?}");
    }
}
