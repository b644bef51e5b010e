//! What makes no elastic mesh: one sentence each.

use stickslip_elastic::glam::DVec3;
use stickslip_elastic::{ElasticMesh, Elasticity, Energy};
use stickslip_geometry::mesh::generate::tetrahedral_box;
use stickslip_geometry::mesh::{Surface, Tetrahedra};

use crate::derivatives::SOFT;

fn of_material(material: Elasticity) -> String {
    let mesh = tetrahedral_box(DVec3::ONE, [1; 3]).expect("a box");
    let found = ElasticMesh::solid(&mesh, &material, Energy::Linear);
    found.expect_err("no material").to_string()
}

#[test]
fn materials() {
    let expected = "poisson is 0.5; expected a ratio above -1 and below 0.5";
    assert_eq!(of_material(Elasticity { poisson: 0.5, ..SOFT }), expected);
    let found = of_material(Elasticity { young: f64::NAN, ..SOFT });
    assert_eq!(found, "young is NaN; expected a modulus above 0 Pa");
    let found = of_material(Elasticity { density: -1.0, ..SOFT });
    assert_eq!(found, "density is -1; expected a density above 0 kg/m³");
}

#[test]
fn meshes() {
    let points = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z, DVec3::ONE, DVec3::X + DVec3::Y];
    let solid = |cells: Vec<[u32; 4]>| {
        let mesh = Tetrahedra::new(points.clone(), cells).expect("numbers in range");
        ElasticMesh::solid(&mesh, &SOFT, Energy::Linear).expect_err("no solid").to_string()
    };
    assert_eq!(solid(vec![[0, 2, 1, 3]]), "tetrahedron 0 is inside out");
    assert_eq!(solid(vec![[0, 1, 2, 3], [0, 1, 2, 5]]), "tetrahedron 1 has no volume");
    assert_eq!(solid(vec![[0, 1, 2, 3]]), "vertex 4 belongs to no element");
    let cloth = |faces: Vec<[u32; 3]>, thickness| {
        let sheet = Surface::new(points.clone(), faces).expect("numbers in range");
        ElasticMesh::cloth(&sheet, thickness, &SOFT).expect_err("no cloth").to_string()
    };
    assert_eq!(cloth(vec![[0, 1, 1]], 0.1), "face 0 has no area");
    let found = cloth(vec![[0, 1, 2], [0, 1, 3]], 0.1);
    assert_eq!(found, "cloth must be flat at rest, and vertex 3 is not in the plane of face 0");
    let many = cloth(vec![[0, 1, 2], [0, 1, 5], [1, 0, 2]], 0.1);
    assert_eq!(many, "the edge 0–1 belongs to 3 faces; cloth has one or two at an edge");
    let found = cloth(vec![[0, 1, 2]], 0.0);
    assert_eq!(found, "thickness is 0; expected a length above 0 m");
    let rope =
        |points: &[DVec3]| ElasticMesh::rope(points, 0.1, &SOFT).expect_err("no rope").to_string();
    assert_eq!(rope(&[DVec3::X]), "a rope has 2 vertices or more, not 1");
    let twice = [DVec3::X, DVec3::Y, DVec3::Y];
    assert_eq!(rope(&twice), "the piece of rope after vertex 1 has no length");
}
