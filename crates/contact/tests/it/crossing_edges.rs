//! Edges of surfaces that deform, across those of others: nothing falls between vertices.

use stickslip_contact::glam::{DQuat, DVec2, DVec3};
use stickslip_contact::{
    Collider, Deforming, DeformingContact, DeformingDetector, Pose, Shape, SiteCarrier, Solidity,
};
use stickslip_geometry::mesh::generate::{box_surface, cloth, tetrahedral_box};

/// Half the thickness of the cloth and half the width of the beam (m).
const RADIUS: f64 = 0.004;
const HALF: f64 = 0.025;

/// Points and faces of a sheet of 1 m in the plane y = 0, or of the box of 0.1 m above it.
struct Sheet {
    points: Vec<DVec3>,
    faces: Vec<[u32; 3]>,
    is_solid: bool,
}

impl Sheet {
    fn cloth(height: f64, turn: f64) -> Self {
        let sheet = cloth(DVec2::splat(0.5), [5, 5]).expect("cloth");
        let lay = DQuat::from_rotation_y(turn);
        let flat = |point: &DVec3| lay * DVec3::new(point.x, 0.0, -point.y) + DVec3::Y * height;
        let points = sheet.points().iter().map(flat).collect();
        Self { points, faces: sheet.faces().to_vec(), is_solid: false }
    }

    fn slab(height: f64) -> Self {
        let mesh = tetrahedral_box(DVec3::new(0.5, 0.05, 0.5), [5, 1, 5]).expect("a box");
        let points = mesh.points().iter().map(|&point| point + DVec3::Y * (height + 0.05));
        let faces = mesh.boundary().expect("a box").faces().to_vec();
        Self { points: points.collect(), faces, is_solid: true }
    }

    fn surface<'a>(
        &'a self,
        positions: &'a [DVec3],
        vertices: &'a [u32],
        faces: &'a [[u32; 3]],
        collider: usize,
    ) -> Deforming<'a> {
        Deforming {
            collider,
            positions,
            vertices,
            faces,
            pieces: &[],
            is_solid: self.is_solid,
            radius: if self.is_solid { 0.0 } else { RADIUS },
            margin: 0.005,
            touches_itself: false,
        }
    }

    /// Edges of the underside that cross x = ±25 mm between their ends, each way.
    fn crossing_beam(&self, underside: f64) -> usize {
        let mut edges: Vec<[u32; 2]> = Vec::new();
        for &[a, b, c] in &self.faces {
            edges.extend([[a, b], [b, c], [c, a]].map(|[a, b]| [a.min(b), a.max(b)]));
        }
        edges.sort_unstable();
        edges.dedup();
        let place = |at: u32| self.points[at as usize];
        let lies = |edge: &&[u32; 2]| edge.iter().all(|&at| (place(at).y - underside).abs() < 1e-9);
        let cuts = |edge: &[u32; 2], x: f64| (place(edge[0]).x - x) * (place(edge[1]).x - x) < 0.0;
        let both = |edge: &[u32; 2]| [HALF, -HALF].into_iter().filter(|&x| cuts(edge, x)).count();
        edges.iter().filter(lies).map(both).sum()
    }
}

fn beams() -> Vec<(&'static str, Shape)> {
    let half = DVec3::new(HALF, HALF, 2.0);
    let corners: Vec<DVec3> = (0..8)
        .map(|at| {
            let sign = |bit: usize| if at & bit == 0 { -1.0 } else { 1.0 };
            half * DVec3::new(sign(1), sign(2), sign(4))
        })
        .collect();
    let mesh = box_surface(half, [1; 3]).expect("a box");
    vec![
        ("box", Shape::cuboid(half).expect("a box")),
        ("hull", Shape::convex_hull(&corners).expect("a hull")),
        ("mesh", Shape::mesh(&mesh, Solidity::Features).expect("a mesh")),
        ("terrain", Shape::triangle_mesh(mesh.points(), mesh.faces()).expect("a terrain")),
    ]
}

fn detect(sheet: &Sheet, collider: Collider) -> Vec<DeformingContact> {
    let vertices: Vec<u32> = (0..sheet.points.len() as u32).collect();
    let surface = sheet.surface(&sheet.points, &vertices, &sheet.faces, 1);
    DeformingDetector::default().detect(&[collider], [surface]).to_vec()
}

fn still(shape: Shape, pose: Pose) -> Collider {
    Collider { shape, pose, body: 0, movable: false, margin: 0.005 }
}

/// No vertex of sheet or slab is above the beam, and none of the beam below them: each
/// edge that crosses a rim of the beam is held there, upright, apart or crossed.
#[test]
fn sheets_and_slabs_are_held_by_the_edges_of_a_beam() {
    for (name, beam) in beams() {
        for gap in [0.003, -0.003] {
            for sheet in [Sheet::cloth(gap + RADIUS, 0.0), Sheet::slab(gap)] {
                let underside = if sheet.is_solid { gap } else { gap + RADIUS };
                let beam = still(beam.clone(), Pose::at(DVec3::Y * -HALF));
                let found = detect(&sheet, beam);
                let context = format!("{name}, solid {}, gap {gap}", sheet.is_solid);
                assert_eq!(found.len(), sheet.crossing_beam(underside), "{context}: {found:?}");
                for touch in &found {
                    let contact = &touch.contact;
                    assert!((contact.gap - gap).abs() < 1e-12, "{context}: {touch:?}");
                    assert!((contact.normal - DVec3::Y).length() < 1e-12, "{context}: {touch:?}");
                    assert!((contact.point.x.abs() - HALF).abs() < 1e-12, "{context}: {touch:?}");
                    let SiteCarrier::Vertices { numbers, weights } = touch.holds[1] else {
                        panic!("{context}: {touch:?}")
                    };
                    let held: DVec3 =
                        (0..3).map(|at| weights[at] * sheet.points[numbers[at] as usize]).sum();
                    let across = held - contact.point;
                    assert!(across.x.hypot(across.z) < 1e-12, "{context}: {touch:?}");
                }
            }
        }
    }
}

/// Round beams touch along their crest, between vertices too.
#[test]
fn sheets_and_slabs_are_held_by_round_beams() {
    let lying = DQuat::from_rotation_x(std::f64::consts::FRAC_PI_2);
    let shapes = [
        ("capsule", Shape::capsule(HALF, 2.0).expect("a capsule")),
        ("cylinder", Shape::cylinder(HALF, 2.0).expect("a cylinder")),
        ("ellipsoid", Shape::ellipsoid(DVec3::new(HALF, 2.0, HALF)).expect("an ellipsoid")),
    ];
    for (name, shape) in shapes {
        for sheet in [Sheet::cloth(0.002 + RADIUS, 0.0), Sheet::slab(0.002)] {
            let beam = still(shape.clone(), Pose::new(DVec3::Y * -HALF, lying));
            let found = detect(&sheet, beam);
            let touching = |touch: &&DeformingContact| (touch.contact.gap - 0.002).abs() < 1e-4;
            let held = found.iter().filter(touching).count();
            assert!(held >= 1, "{name}, solid {}: {found:?}", sheet.is_solid);
            let upright = |touch: &DeformingContact| touch.contact.normal.y > 0.99;
            assert!(found.iter().filter(touching).all(upright), "{name}: {found:?}");
        }
    }
}

/// Two sheets, one turned, meet where their edges cross, at half the thickness of each.
#[test]
fn edges_of_two_sheets_meet_where_they_cross() {
    let gap = 0.002;
    let (low, high) = (Sheet::cloth(0.0, 0.0), Sheet::cloth(2.0 * RADIUS + gap, 0.4));
    let count = low.points.len() as u32;
    let positions = [low.points.clone(), high.points.clone()].concat();
    let numbers: [Vec<u32>; 2] = [(0..count).collect(), (count..2 * count).collect()];
    let raised: Vec<[u32; 3]> = high.faces.iter().map(|face| face.map(|at| at + count)).collect();
    let surfaces = [
        low.surface(&positions, &numbers[0], &low.faces, 0),
        high.surface(&positions, &numbers[1], &raised, 1),
    ];
    let mut detector = DeformingDetector::default();
    let found = detector.detect(&[], surfaces);
    let is_pair = |hold: &SiteCarrier| matches!(hold, SiteCarrier::Vertices { weights, .. } if weights[1] > 0.0 && weights[2] == 0.0);
    let pairs = found.iter().filter(|touch| touch.holds.iter().all(is_pair)).count();
    assert!(pairs > 50, "{pairs}");
    for touch in found {
        assert!((touch.contact.gap - gap).abs() < 1e-12, "{touch:?}");
        assert!((touch.contact.normal - DVec3::Y).length() < 1e-12, "{touch:?}");
    }
    assert!(found.is_sorted_by(|one, two| one.contact.key() < two.contact.key()));
}

/// A sheet that is flat does not touch itself, however its edges lie.
#[test]
fn a_flat_sheet_does_not_touch_itself() {
    let sheet = Sheet::cloth(0.0, 0.3);
    let vertices: Vec<u32> = (0..sheet.points.len() as u32).collect();
    let surface = sheet.surface(&sheet.points, &vertices, &sheet.faces, 0);
    let own = Deforming { touches_itself: true, ..surface };
    assert_eq!(DeformingDetector::default().detect(&[], [own]), []);
}
