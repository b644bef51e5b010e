//! Mass properties against closed forms and against counting points.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use stickslip_contact::glam::{DMat3, DQuat, DVec3};
use stickslip_contact::{MassProperties, Pose, Shape};

use crate::common::random_vector;

fn corners(half: DVec3, centre: DVec3) -> Vec<DVec3> {
    (0..8)
        .map(|k| {
            let sign = |bit: u32| if k >> bit & 1 == 0 { -1.0 } else { 1.0 };
            centre + half * DVec3::new(sign(0), sign(1), sign(2))
        })
        .collect()
}

fn assert_close(one: &MassProperties, two: &MassProperties, tolerance: f64) {
    assert!((one.mass - two.mass).abs() < tolerance * two.mass, "{one:?} {two:?}");
    assert!((one.centre - two.centre).length() < tolerance, "{one:?} {two:?}");
    let difference = (one.inertia - two.inertia).to_cols_array();
    let size = two.inertia.to_cols_array().iter().fold(0.0_f64, |a, b| a.max(b.abs()));
    assert!(difference.iter().all(|d| d.abs() < tolerance * size), "{one:?} {two:?}");
}

#[test]
fn closed_forms_by_hand() {
    use std::f64::consts::PI;
    let mass = |shape: Result<Shape, _>| shape.unwrap().mass_properties(3.0).unwrap();
    let ball = mass(Shape::sphere(2.0));
    assert!((ball.mass - 32.0 * PI).abs() < 1e-12);
    assert!((ball.inertia.x_axis.x - 0.4 * 32.0 * PI * 4.0).abs() < 1e-10);
    let cuboid = mass(Shape::cuboid(DVec3::new(0.5, 1.0, 1.5)));
    // Edges 1, 2, 3: m = 18, I = m/12 (4 + 9, 1 + 9, 1 + 4).
    assert!((cuboid.mass - 18.0).abs() < 1e-12);
    let expected = DMat3::from_diagonal(DVec3::new(19.5, 15.0, 7.5));
    assert!((cuboid.inertia - expected).to_cols_array().iter().all(|d| d.abs() < 1e-12));
    let cylinder = mass(Shape::cylinder(1.0, 1.0));
    // m = 6π, I_y = m/2, I_x = m (3 + 4)/12.
    assert!((cylinder.mass - 6.0 * PI).abs() < 1e-12);
    assert!((cylinder.inertia.y_axis.y - 3.0 * PI).abs() < 1e-12);
    assert!((cylinder.inertia.x_axis.x - 3.5 * PI).abs() < 1e-12);
    // A corner of a cube: m = 1/6, centre 1/4, I = 3m/40 on the diagonal and m/80 beside it.
    let tetrahedron = Shape::convex_hull(&[DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z]).unwrap();
    let corner = tetrahedron.mass_properties(6.0).unwrap();
    assert!((corner.mass - 1.0).abs() < 1e-14);
    assert!((corner.centre - DVec3::splat(0.25)).length() < 1e-14);
    assert!((corner.inertia.x_axis.x - 3.0 / 40.0).abs() < 1e-14);
    assert!((corner.inertia.x_axis.y - 1.0 / 80.0).abs() < 1e-14);
}

#[test]
fn a_hull_that_is_a_box_weighs_as_the_box() {
    let half = DVec3::new(0.3, 0.7, 0.2);
    let centre = DVec3::new(5.0, -2.0, 1.0);
    let hull = Shape::convex_hull(&corners(half, centre)).unwrap();
    let cuboid = Shape::cuboid(half).unwrap().mass_properties(2.0).unwrap();
    let expected = cuboid.placed(&Pose::at(centre));
    assert_close(&hull.mass_properties(2.0).unwrap(), &expected, 1e-12);
}

#[test]
fn a_pyramid_weighs_as_its_closed_form() {
    // Base 2 × 2 at y = 0, apex at height 3, far from the origin: the mean of the
    // corners is not the centre. m = ρ 4, centre a quarter up,
    // I_y = m/20 (a² + b²), I_x = m/20 (b² + 3/4 h²) about the centre.
    let at = DVec3::new(-4.0, 1.0, 2.0);
    let base = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    let mut points: Vec<_> = base.map(|(x, z)| at + DVec3::new(x, 0.0, z)).into();
    points.push(at + DVec3::Y * 3.0);
    let pyramid = Shape::convex_hull(&points).unwrap().mass_properties(5.0).unwrap();
    let expected = MassProperties {
        mass: 20.0,
        centre: at + DVec3::Y * 0.75,
        inertia: DMat3::from_diagonal(DVec3::new(10.75, 8.0, 10.75)),
    };
    assert_close(&pyramid, &expected, 1e-12);
}

#[test]
fn two_halves_weigh_as_the_whole() {
    let half = Shape::cuboid(DVec3::new(0.25, 0.3, 0.4)).unwrap();
    let turn = DQuat::from_rotation_y(std::f64::consts::PI);
    let both = Shape::compound(vec![
        (Pose::at(DVec3::X * 0.25), half.clone()),
        (Pose::new(DVec3::X * -0.25, turn), half),
    ]);
    let whole = Shape::cuboid(DVec3::new(0.5, 0.3, 0.4)).unwrap();
    let (one, two) = (both.unwrap().mass_properties(7.0), whole.mass_properties(7.0));
    assert_close(&one.unwrap(), &two.unwrap(), 1e-12);
}

/// Counts random points of a box around the shape by an inside test of the test's own.
fn counted(reach: f64, density: f64, inside: impl Fn(DVec3) -> bool) -> MassProperties {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let count = 400_000;
    let mass_each = density * (2.0 * reach).powi(3) / f64::from(count);
    let (mut mass, mut moment, mut second) = (0.0, DVec3::ZERO, DMat3::ZERO);
    for _ in 0..count {
        let p = reach * random_vector(&mut random);
        if inside(p) {
            mass += mass_each;
            moment += mass_each * p;
            second += mass_each * DMat3::from_cols(p * p.x, p * p.y, p * p.z);
        }
    }
    let c = moment / mass;
    let second = second - mass * DMat3::from_cols(c * c.x, c * c.y, c * c.z);
    let trace = second.x_axis.x + second.y_axis.y + second.z_axis.z;
    MassProperties { mass, centre: c, inertia: DMat3::from_diagonal(DVec3::splat(trace)) - second }
}

#[test]
fn a_capsule_weighs_as_its_slices() {
    let (radius, half, density) = (0.4_f64, 0.5_f64, 2.0);
    let capsule = Shape::capsule(radius, half).unwrap().mass_properties(density).unwrap();
    // Discs of radius ρ(y): dm = π ρ² dy, dI_y = ρ²/2 dm, dI_x = (ρ²/4 + y²) dm.
    let count = 20_000;
    let thickness = 2.0 * (half + radius) / f64::from(count);
    let (mut mass, mut along, mut across) = (0.0, 0.0, 0.0);
    for k in 0..count {
        let y = (f64::from(k) + 0.5) * thickness - half - radius;
        let square = radius * radius - (y.abs() - half).max(0.0).powi(2);
        let slice = density * std::f64::consts::PI * square * thickness;
        mass += slice;
        along += slice * square / 2.0;
        across += slice * (square / 4.0 + y * y);
    }
    let inertia = DMat3::from_diagonal(DVec3::new(across, along, across));
    assert_close(&capsule, &MassProperties { mass, centre: DVec3::ZERO, inertia }, 1e-7);
}

#[test]
fn a_compound_weighs_as_its_points() {
    let turn = DQuat::from_rotation_z(0.6);
    let place = Pose::new(DVec3::new(0.4, 0.2, -0.1), turn);
    let parts = vec![
        (place, Shape::cylinder(0.2, 0.4).unwrap()),
        (Pose::at(DVec3::X * -0.5), Shape::sphere(0.35).unwrap()),
    ];
    let compound = Shape::compound(parts).unwrap().mass_properties(2.0).unwrap();
    let expected = counted(1.0, 2.0, |p| {
        let q = turn.inverse() * (p - place.position);
        (p + DVec3::X * 0.5).length() <= 0.35 || (q.y.abs() <= 0.4 && q.x.hypot(q.z) <= 0.2)
    });
    assert_close(&compound, &expected, 0.01);
}

#[test]
fn what_has_no_volume_has_no_mass() {
    assert_eq!(Shape::half_space(DVec3::Y).unwrap().mass_properties(1.0), None);
    let ball = Shape::sphere(1.0).unwrap();
    for density in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(ball.mass_properties(density), None);
    }
}
