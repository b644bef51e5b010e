//! Each defect is found, and told with its number.

use stickslip_geometry::glam::{DAffine3, DVec3, dvec3};
use stickslip_geometry::mesh::generate::{box_surface, sphere};
use stickslip_geometry::mesh::{CellDefect, Defect, MeshError, Surface, Tetrahedra};

fn tetrahedron() -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let points = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    (points, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])
}

fn defects(points: Vec<DVec3>, faces: Vec<[u32; 3]>) -> Vec<Defect> {
    Surface::new(points, faces).unwrap().check().defects
}

#[test]
fn a_tetrahedron_is_solid() {
    let (points, faces) = tetrahedron();
    assert_eq!(defects(points, faces), []);
}

#[test]
fn a_missing_face_leaves_three_open_edges() {
    let (points, faces) = tetrahedron();
    let found = defects(points, faces[1..].to_vec());
    let open = [Defect::Boundary(0, 1, 0), Defect::Boundary(0, 2, 2), Defect::Boundary(1, 2, 1)];
    assert_eq!(found, open);
}

#[test]
fn a_turned_face_is_told() {
    let (points, mut faces) = tetrahedron();
    faces[2].swap(0, 1);
    let found = defects(points, faces);
    let opposed =
        [Defect::Opposed(1, 2, 0, 2), Defect::Opposed(1, 3, 1, 2), Defect::Opposed(2, 3, 2, 3)];
    assert_eq!(found, opposed);
}

#[test]
fn a_surface_inside_out_is_told() {
    let (points, faces) = tetrahedron();
    let surface = Surface::new(points, faces).unwrap().reversed();
    assert_eq!(surface.check().defects, [Defect::InsideOut(-1.0 / 6.0)]);
    assert!(surface.mass().is_none());
}

#[test]
fn three_faces_at_an_edge_are_told() {
    let (mut points, mut faces) = tetrahedron();
    points.push(dvec3(0.5, -1.0, -1.0));
    faces.push([0, 1, 4]);
    let found = defects(points, faces);
    assert!(found.contains(&Defect::ManyFaces(0, 1, 3)), "{found:?}");
}

#[test]
fn a_point_that_joins_two_solids_is_told() {
    let (mut points, mut faces) = tetrahedron();
    points.extend([-DVec3::X, -DVec3::Y, -DVec3::Z]);
    // The mirror image through the origin turns the other way.
    let mirrored = |at: u32| if at == 0 { 0 } else { at + 3 };
    let mirror: Vec<_> = faces.iter().map(|&[a, b, c]| [a, c, b].map(mirrored)).collect();
    faces.extend(mirror);
    assert_eq!(defects(points, faces), [Defect::Pinched(0, 2)]);
}

#[test]
fn faces_without_area_and_doubles_are_told() {
    let (mut points, mut faces) = tetrahedron();
    points.push(dvec3(2.0, 0.0, 0.0));
    faces.extend([[0, 1, 4], [1, 0, 2]]);
    let found = defects(points, faces);
    assert!(found.contains(&Defect::Degenerate(4)), "{found:?}");
    assert!(found.contains(&Defect::Duplicate(5, 0)), "{found:?}");
}

fn joined(first: &Surface, second: &Surface) -> Surface {
    let points = [first.points(), second.points()].concat();
    let offset = first.points().len() as u32;
    let moved = second.faces().iter().map(|face| face.map(|at| at + offset));
    Surface::new(points, first.faces().iter().copied().chain(moved).collect()).unwrap()
}

#[test]
fn solids_that_overlap_touch_or_stay_apart_by_one_bit() {
    let cube = box_surface(DVec3::ONE, [1, 1, 1]).unwrap();
    let ball = sphere(1.0, 3).unwrap();
    let beside = |surface: &Surface, by: f64| {
        let moved = surface.transformed(&DAffine3::from_translation(DVec3::X * by)).unwrap();
        joined(surface, &moved).check().crossing
    };
    assert!(beside(&cube, 1.5) && beside(&cube, 2.0));
    // One ulp beyond 2 in the coordinate 1 + ε of the nearer side.
    assert!(!beside(&cube, 2.0 + 4.0 * f64::EPSILON));
    assert!(beside(&ball, 1.9) && !beside(&ball, 2.1));
    // A small cube inside a large one crosses nothing.
    let small = cube.transformed(&DAffine3::from_scale(DVec3::splat(0.5))).unwrap();
    assert!(!joined(&cube, &small).check().crossing);
    assert_eq!(joined(&cube, &small).check().parts, 2);
}

/// Against a plain test over all pairs of faces with random fine triangles: a side
/// goes through a face where the signed volumes say so.
#[test]
fn crossings_are_those_of_a_plain_test() {
    use rand::{Rng, SeedableRng};
    const COUNT: usize = 150;
    let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(5);
    let mut points = Vec::new();
    for _ in 0..COUNT {
        let mut point =
            || DVec3::from_array(std::array::from_fn(|_| random.random_range(-1.0..1.0)));
        let middle = point();
        points.extend([0; 3].map(|_| middle + point() * 0.6));
    }
    let faces: Vec<[u32; 3]> = (0..COUNT as u32).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
    let surface = Surface::new(points, faces).unwrap();
    let volume = |a: DVec3, b: DVec3, c: DVec3, d: DVec3| (b - a).dot((c - a).cross(d - a));
    let pierces = |from: DVec3, to: DVec3, [a, b, c]: [DVec3; 3]| {
        let sides = [volume(from, to, a, b), volume(from, to, b, c), volume(from, to, c, a)];
        volume(a, b, c, from) * volume(a, b, c, to) < 0.0
            && (sides.iter().all(|&side| side > 0.0) || sides.iter().all(|&side| side < 0.0))
    };
    let mut expected = 0;
    for i in 0..COUNT {
        for j in i + 1..COUNT {
            let (x, y) = (surface.corners(i), surface.corners(j));
            let sides = |[a, b, c]: [DVec3; 3]| [(a, b), (b, c), (c, a)];
            let crosses = sides(x).into_iter().any(|(a, b)| pierces(a, b, y))
                || sides(y).into_iter().any(|(a, b)| pierces(a, b, x));
            expected += usize::from(crosses);
        }
    }
    let check = surface.check();
    // Loose faces have open edges only.
    assert_eq!(check.count - 3 * COUNT, expected);
    assert!(expected > 20);
}

#[test]
fn a_folded_pair_is_told() {
    let points = vec![DVec3::ZERO, DVec3::X, dvec3(0.3, 1.0, 0.0), dvec3(0.6, 0.5, 0.0)];
    let found = defects(points, vec![[0, 1, 2], [1, 0, 3]]);
    assert!(found.contains(&Defect::Crossing(0, 1)), "{found:?}");
}

#[test]
fn wrong_numbers_and_points_are_refused() {
    let (points, faces) = tetrahedron();
    assert_eq!(Surface::new(points.clone(), vec![]), Err(MeshError::Empty("face")));
    assert!(matches!(
        Surface::new(points[..3].to_vec(), faces),
        Err(MeshError::NoSuchPoint { number: 1, point: 3, points: 3, .. })
    ));
    let mut wrong = points;
    wrong[2].y = f64::NAN;
    assert_eq!(Surface::new(wrong, vec![[0, 1, 2]]), Err(MeshError::NotFinite(2)));
}

#[test]
fn flat_and_inverted_cells_are_told() {
    let points = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z, dvec3(1.0, 1.0, 0.0)];
    let cells = vec![[0, 1, 2, 3], [0, 2, 1, 3], [0, 1, 2, 4]];
    let mesh = Tetrahedra::new(points, cells).unwrap();
    let found = mesh.defects();
    assert!(found.contains(&CellDefect::Flat(2)) && found.contains(&CellDefect::Inverted(1)));
    assert!(found.contains(&CellDefect::ManyCells(0, 1, 2, 3)), "{found:?}");
}
