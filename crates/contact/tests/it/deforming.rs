//! Surfaces that deform: against rigid shapes, each other and themselves.

use stickslip_contact::glam::{DVec2, DVec3};
use stickslip_contact::{
    Collider, Deforming, DeformingContact, DeformingDetector, Pose, Shape, SiteCarrier,
};
use stickslip_geometry::mesh::generate::{cloth, tetrahedral_box};

/// A cube with edges of 1 m about a place, its faces looking outwards.
struct Cube {
    positions: Vec<DVec3>,
    vertices: Vec<u32>,
    faces: Vec<[u32; 3]>,
}

fn cube(centre: DVec3, first: u32) -> Cube {
    let mesh = tetrahedral_box(DVec3::splat(0.5), [2; 3]).expect("a box");
    let faces: Vec<[u32; 3]> = mesh.boundary().expect("a box").faces().to_vec();
    let mut vertices: Vec<u32> = faces.iter().flatten().map(|vertex| first + vertex).collect();
    vertices.sort_unstable();
    vertices.dedup();
    Cube {
        positions: mesh.points().iter().map(|&point| centre + point).collect(),
        vertices,
        faces: faces.iter().map(|face| face.map(|vertex| first + vertex)).collect(),
    }
}

fn surface<'a>(cube: &'a Cube, positions: &'a [DVec3], collider: usize) -> Deforming<'a> {
    Deforming {
        collider,
        positions,
        vertices: &cube.vertices,
        faces: &cube.faces,
        pieces: &[],
        is_solid: true,
        radius: 0.0,
        margin: 0.005,
        touches_itself: true,
    }
}

fn rigid(shape: Shape, place: DVec3) -> Collider {
    Collider { shape, pose: Pose::at(place), body: 0, movable: true, margin: 0.005 }
}

fn weights_sum_to_one(touch: &DeformingContact) {
    for hold in touch.holds {
        if let SiteCarrier::Vertices { weights, .. } = hold {
            assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{touch:?}");
            assert!(weights.iter().all(|weight| *weight >= 0.0), "{touch:?}");
        }
    }
}

#[test]
fn a_cube_on_the_ground_touches_with_the_vertices_of_its_underside() {
    let cube = cube(DVec3::Y * 0.499, 0);
    let ground = [rigid(Shape::half_space(DVec3::Y).expect("a plane"), DVec3::ZERO)];
    let mut detector = DeformingDetector::default();
    let found = detector.detect(&ground, [surface(&cube, &cube.positions, 1)]);
    assert_eq!(found.len(), 9, "{found:?}");
    for touch in found {
        assert_eq!(touch.contact.normal, DVec3::Y);
        assert!((touch.contact.gap + 0.001).abs() < 1e-12);
        assert_eq!(touch.holds[0], SiteCarrier::Body);
        weights_sum_to_one(touch);
    }
    assert!(found.is_sorted_by(|one, two| one.contact.key() < two.contact.key()));
}

/// A ball between the vertices of a face is met by the face alone.
#[test]
fn a_ball_above_the_inside_of_a_face_is_held_by_its_corners() {
    let cube = cube(DVec3::ZERO, 0);
    let ball = [rigid(Shape::sphere(0.1).expect("a ball"), DVec3::new(0.3, 0.602, 0.1))];
    let mut detector = DeformingDetector::default();
    let found = detector.detect(&ball, [surface(&cube, &cube.positions, 1)]);
    let [touch] = found else { panic!("{found:?}") };
    assert!((touch.contact.gap - 0.002).abs() < 1e-12, "{touch:?}");
    assert!((touch.contact.normal - DVec3::NEG_Y).length() < 1e-12);
    weights_sum_to_one(touch);
    let SiteCarrier::Vertices { numbers, weights } = touch.holds[1] else { panic!("{touch:?}") };
    let foot: DVec3 = (0..3).map(|at| weights[at] * cube.positions[numbers[at] as usize]).sum();
    assert!((foot - DVec3::new(0.3, 0.5, 0.1)).length() < 1e-12, "{foot}");
}

/// In a dent a ball is met by every side of it, each once, and by nothing behind.
#[test]
fn a_ball_in_a_dent_rests_on_all_of_its_sides() {
    let mut cube = cube(DVec3::ZERO, 0);
    let top = cube.positions.iter().position(|point| *point == DVec3::Y * 0.5).expect("a middle");
    cube.positions[top].y = 0.1;
    let (radius, reach) = (0.02, 0.01);
    // A side of the dent rises by 0.4 m on 0.5 m, or on √2/4 m across a corner.
    let steepest = (1.0 + 0.4 * 0.4 * 8.0_f64).sqrt().recip();
    // A little off the middle, so that no foot is on an edge.
    let centre = DVec3::new(0.0007, 0.1 + (radius + 0.002) / steepest, 0.0011);
    let ball = [rigid(Shape::sphere(radius).expect("a ball"), centre)];
    let mut detector = DeformingDetector::default();
    let dented = Deforming { touches_itself: false, ..surface(&cube, &cube.positions, 1) };
    let found = detector.detect(&ball, [dented]);
    let mut gaps = Vec::new();
    for face in &cube.faces {
        let [a, b, c] = face.map(|vertex| cube.positions[vertex as usize]);
        let normal = (b - a).cross(c - a).normalize();
        let height = (centre - a).dot(normal);
        let foot = centre - height * normal;
        let is_inside = [(a, b), (b, c), (c, a)]
            .iter()
            .all(|(from, to)| (*to - *from).cross(foot - *from).dot(normal) > 0.0);
        if is_inside && (0.0..radius + reach).contains(&height) {
            gaps.push(height - radius);
        }
    }
    assert!(gaps.len() >= 4 && gaps.iter().all(|gap| (0.0015..0.008).contains(gap)), "{gaps:?}");
    for gap in &gaps {
        let told = found.iter().filter(|touch| (touch.contact.gap - gap).abs() < 1e-12).count();
        let there = gaps.iter().filter(|other| (**other - gap).abs() < 1e-12).count();
        assert_eq!(told, there, "{gap}: {found:?}");
    }
    for touch in found {
        weights_sum_to_one(touch);
        assert!(touch.contact.normal.y < -0.3 && touch.contact.gap > 0.001, "{touch:?}");
    }
    assert!(found.is_sorted_by(|one, two| one.contact.key() < two.contact.key()));
}

/// All normals are upright: what stands at the rim is not pushed sideways.
#[test]
fn two_cubes_on_each_other_touch_in_their_common_face_alone() {
    let low = cube(DVec3::ZERO, 0);
    let count = low.positions.len() as u32;
    for gap in [0.003, -0.003] {
        let high = cube(DVec3::new(0.1, 1.0 + gap, 0.05), count);
        let mut all = low.positions.clone();
        all.extend(&high.positions);
        let mut detector = DeformingDetector::default();
        let found = detector.detect(&[], [surface(&low, &all, 0), surface(&high, &all, 1)]);
        assert!(found.len() >= 8, "{found:?}");
        for touch in found {
            assert!((touch.contact.gap - gap).abs() < 1e-12, "{touch:?}");
            assert!((touch.contact.normal - DVec3::Y).length() < 1e-9, "{touch:?}");
            weights_sum_to_one(touch);
        }
    }
}

/// From either side, at half its thickness.
#[test]
fn cloth_holds_on_both_sides() {
    let sheet = cloth(DVec2::splat(1.0), [4, 4]).expect("cloth");
    let vertices: Vec<u32> = (0..sheet.points().len() as u32).collect();
    let surface = Deforming {
        collider: 1,
        positions: sheet.points(),
        vertices: &vertices,
        faces: sheet.faces(),
        pieces: &[],
        is_solid: false,
        radius: 0.01,
        margin: 0.005,
        touches_itself: true,
    };
    for side in [1.0, -1.0] {
        let place = DVec3::new(0.1, 0.2, side * 0.105);
        let ball = [rigid(Shape::sphere(0.1).expect("a ball"), place)];
        let mut detector = DeformingDetector::default();
        let found = detector.detect(&ball, [surface]);
        let [touch] = found else { panic!("{found:?}") };
        assert!((touch.contact.gap + 0.005).abs() < 1e-12, "{touch:?}");
        assert!((touch.contact.normal + side * DVec3::Z).length() < 1e-12, "{touch:?}");
    }
}

#[test]
fn a_rope_touches_itself_but_not_its_neighbours() {
    let positions: Vec<DVec3> =
        [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.5, 0.0], [0.5, 0.5, 0.019], [0.5, -0.5, 0.019]]
            .map(DVec3::from_array)
            .to_vec();
    let pieces: Vec<[u32; 2]> = (0..4).map(|at| [at, at + 1]).collect();
    let rope = Deforming {
        collider: 0,
        positions: &positions,
        vertices: &[0, 1, 2, 3, 4],
        faces: &[],
        pieces: &pieces,
        is_solid: false,
        radius: 0.01,
        margin: 0.0,
        touches_itself: true,
    };
    let mut detector = DeformingDetector::default();
    let found = detector.detect(&[], [rope]);
    let [touch] = found else { panic!("{found:?}") };
    assert!((touch.contact.gap + 0.001).abs() < 1e-12, "{touch:?}");
    weights_sum_to_one(touch);
    let apart = Deforming { touches_itself: false, ..rope };
    assert!(detector.detect(&[], [apart]).is_empty());
}

/// Pieces shorter than the rope is thick are within its thickness of many others.
#[test]
fn a_straight_rope_of_short_pieces_does_not_touch_itself() {
    let touches = |turn: f64| {
        // An arc of 0.2 m that turns by so much.
        let place = |at: usize| {
            let share = at as f64 / 40.0;
            let angle = turn * share;
            let radius = 0.2 / turn;
            DVec3::new(radius * angle.sin(), radius * (1.0 - angle.cos()), 0.0)
        };
        let positions: Vec<DVec3> = (0..=40).map(place).collect();
        let vertices: Vec<u32> = (0..=40).collect();
        let pieces: Vec<[u32; 2]> = (0..40).map(|at| [at, at + 1]).collect();
        let rope = Deforming {
            collider: 0,
            positions: &positions,
            vertices: &vertices,
            faces: &[],
            pieces: &pieces,
            is_solid: false,
            radius: 0.01,
            margin: 0.005,
            touches_itself: true,
        };
        DeformingDetector::default().detect(&[], [rope]).len()
    };
    assert_eq!(touches(0.5), 0);
    // Nearly a circle, whose ends come within 3 cm of each other.
    assert!((1..20).contains(&touches(5.7)), "{}", touches(5.7));
}

/// A beam of 1 m with a square of 0.1 m, along x or, turned, along z.
fn beam(centre: DVec3, is_turned: bool, first: u32) -> Cube {
    let mesh = tetrahedral_box(DVec3::new(0.5, 0.05, 0.05), [1; 3]).expect("a box");
    let turn = |x: DVec3| if is_turned { DVec3::new(x.z, x.y, -x.x) } else { x };
    let faces = mesh.boundary().expect("a box").faces().to_vec();
    Cube {
        positions: mesh.points().iter().map(|&point| centre + turn(point)).collect(),
        vertices: (first..first + mesh.points().len() as u32).collect(),
        faces: faces.iter().map(|face| face.map(|vertex| first + vertex)).collect(),
    }
}

/// The corners of the square that two beams across each other share among some contacts.
fn corners_of_square(found: &[DeformingContact]) -> usize {
    let is_corner = |it: &f64| (it.abs() - 0.05).abs() < 1e-12;
    let points = found.iter().map(|touch| touch.contact.point);
    let corners = points.filter(|point| is_corner(&point.x) && is_corner(&point.z));
    let mut signs: Vec<_> = corners.map(|point| (point.x > 0.0, point.z > 0.0)).collect();
    signs.sort_unstable();
    signs.dedup();
    signs.len()
}

/// Beams across each other meet in the four corners of the square that they share, and where
/// the diagonal of a side crosses its rim, apart or crossed; their far edges do not meet
/// through them.
#[test]
fn edges_that_cross_meet_and_those_behind_them_do_not() {
    for gap in [0.002, -0.002] {
        let (low, high) = (beam(DVec3::ZERO, false, 0), beam(DVec3::Y * (0.1 + gap), true, 8));
        let positions = [low.positions.clone(), high.positions.clone()].concat();
        let apart = |cube, collider| Deforming {
            touches_itself: false,
            ..surface(cube, &positions, collider)
        };
        let mut detector = DeformingDetector::default();
        let check = |found: &[DeformingContact], diagonals: usize| {
            assert_eq!(corners_of_square(found), 4, "{gap}: {found:?}");
            assert_eq!(found.len(), 4 + 2 * diagonals, "{gap}: {found:?}");
            for touch in found {
                weights_sum_to_one(touch);
                assert!((touch.contact.gap - gap).abs() < 1e-12, "{touch:?}");
                assert!((touch.contact.normal - DVec3::Y).length() < 1e-12, "{touch:?}");
                let point = touch.contact.point;
                assert!(point.x.abs().max(point.z.abs()) < 0.05 + 1e-12, "{touch:?}");
                assert!((point.x.abs().max(point.z.abs()) - 0.05).abs() < 1e-12, "{touch:?}");
            }
        };
        check(detector.detect(&[], [apart(&low, 0), apart(&high, 1)]), 0);
        let beam = Shape::cuboid(DVec3::new(0.5, 0.05, 0.05)).expect("a box");
        let found = detector.detect(&[rigid(beam, DVec3::ZERO)], [apart(&high, 1)]);
        check(found, 1);
        assert!(found.iter().all(|touch| touch.holds[0] == SiteCarrier::Body), "{found:?}");
    }
}

/// Rims of cylinders, axes of capsules and corners of hulls meet the inside of faces.
#[test]
fn points_of_rigid_shapes_meet_faces() {
    let cube = cube(DVec3::ZERO, 0);
    let mut detector = DeformingDetector::default();
    let mut meet = |collider: Collider| {
        let found = detector.detect(&[collider], [surface(&cube, &cube.positions, 1)]);
        assert!(found.iter().all(|it| (it.contact.gap - 0.001).abs() < 1e-12), "{found:?}");
        found.iter().map(|it| it.contact.point).collect::<Vec<_>>()
    };
    let place = DVec3::new(0.23, 0.701, 0.12);
    let rim = meet(rigid(Shape::cylinder(0.05, 0.2).expect("it"), place));
    let away = |point: &DVec3| (point.x - place.x).hypot(point.z - place.z);
    assert_eq!(rim.len(), 16);
    assert!(rim.iter().all(|point| (away(point) - 0.05).abs() < 1e-12), "{rim:?}");
    let low = [DVec3::NEG_Y, DVec3::X, DVec3::NEG_X, DVec3::Z].map(|x| 0.1 * x);
    let corner = meet(rigid(Shape::convex_hull(&low).expect("it"), place - DVec3::Y * 0.1));
    assert!(matches!(corner[..], [point] if (point.x - 0.23).abs() < 1e-12), "{corner:?}");
    let capsule = Shape::capsule(0.05, 0.15).expect("it");
    let standing = meet(rigid(capsule, place));
    assert!(matches!(standing[..], [point] if (point.x - 0.23).abs() < 1e-12), "{standing:?}");
}

/// What vertices hold of two edges is where these cross, anywhere on them.
#[test]
fn edges_are_held_where_they_cross() {
    let aside = DVec3::new(0.21, 0.102, -0.13);
    let (low, high) = (beam(DVec3::ZERO, false, 0), beam(aside, true, 8));
    let positions = [low.positions.clone(), high.positions.clone()].concat();
    let apart =
        |cube, collider| Deforming { touches_itself: false, ..surface(cube, &positions, collider) };
    let mut detector = DeformingDetector::default();
    let found = detector.detect(&[], [apart(&low, 0), apart(&high, 1)]);
    assert_eq!(found.len(), 4, "{found:?}");
    for touch in found {
        let [one, two] = touch.holds.map(|hold| match hold {
            SiteCarrier::Vertices { numbers, weights } => {
                (0..3).map(|at| weights[at] * positions[numbers[at] as usize]).sum::<DVec3>()
            }
            SiteCarrier::Body => panic!("{touch:?}"),
        });
        assert!((two - one).distance(0.002 * DVec3::Y) < 1e-12, "{touch:?}");
        assert!((0.5 * (one + two)).distance(touch.contact.point) < 1e-12, "{touch:?}");
    }
}
