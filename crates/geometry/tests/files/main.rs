//! Mesh files: good ones come in right, bad ones go out with one sentence.

mod bad;
mod good;
mod mutated;

use stickslip_geometry::files::{ContentError, Format, Mesh, read_bytes};
use stickslip_geometry::mesh::Surface;

/// Reads bytes of a file that names no other.
pub fn parse(format: Format, bytes: &[u8]) -> Result<Mesh, ContentError> {
    read_bytes(format, bytes, &|name| Err(format!("there is no {name}")))
}

/// The same, of a file of triangles.
pub fn parse_surface(format: Format, bytes: &[u8]) -> Surface {
    match parse(format, bytes) {
        Ok(Mesh::Surface(surface)) => surface,
        other => panic!("{other:?}"),
    }
}

/// A tetrahedron, with everything that is left out.
pub const TETRAHEDRON_OBJ: &str = "# a comment\no thing\nv 0 0 0\nv 1 0 0 1.0\nv 0 1 0\nv 0 0 1\nvn 0 0 1\n\
    f 1 3 2\nf 1//1 2//1 4//1\nf -3/1 -2/1 -1/1\nf 3 1 4\n";

/// A tetrahedron, as text.
pub const TETRAHEDRON_STL: &str = "solid a name\nfacet normal 0 0 -1\nouter loop\nvertex 0 0 0\nvertex 0 1 0\n\
    vertex 1 0 0\nendloop\nendfacet\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 0 1\n\
    endloop\nendfacet\nfacet normal 0 0 0\nouter loop\nvertex 1 0 0\nvertex 0 1 0\nvertex 0 0 1\nendloop\nendfacet\n\
    facet normal 0 0 0\nouter loop\nvertex 0 1 0\nvertex 0 0 0\nvertex 0 0 1\nendloop\nendfacet\nendsolid a name\n";

/// A tetrahedron, with a property that is left out.
pub const TETRAHEDRON_PLY: &str = "ply\nformat ascii 1.0\ncomment made by hand\nelement vertex 4\n\
    property double x\nproperty double y\nproperty double z\nproperty uchar red\nelement face 4\n\
    property list uchar int vertex_indices\nend_header\n0 0 0 9\n1 0 0 9\n0 1 0 9\n0 0 1 9\n\
    3 0 2 1\n3 0 1 3\n3 1 2 3\n3 2 0 3\n";

/// A tetrahedron, beside a point and a triangle.
pub const TETRAHEDRON_MSH_2: &str = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n3 1 \"solid\"\n\
    $EndPhysicalNames\n$Nodes\n4\n7 0 0 0\n8 1 0 0\n9 0 1 0\n12 0 0 1\n$EndNodes\n$Elements\n3\n\
    1 15 2 0 1 7\n2 2 2 0 1 7 9 8\n3 4 2 0 1 7 8 9 12\n$EndElements\n";

/// A tetrahedron, with points in two blocks.
pub const TETRAHEDRON_MSH_4: &str = "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n0 0 0 1\n\
    1 0 0 0 1 1 1 0 0\n$EndEntities\n$Nodes\n2 4 7 12\n3 1 0 3\n7\n8\n9\n0 0 0\n1 0 0\n0 1 0\n\
    2 1 1 1\n12\n0 0 1 0.5 0.5\n$EndNodes\n$Elements\n2 2 1 2\n2 1 2 1\n1 7 9 8\n3 1 4 1\n2 7 8 9 12\n$EndElements\n";

/// A tetrahedron in centimetres, turned and moved by two nodes, with normals between its
/// points and one face in a list of polygons.
pub const TETRAHEDRON_DAE: &str = r##"<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="centimeter" meter="0.01"/><up_axis>Z_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh>
<source id="at"><float_array id="at-array" count="12">0 0 0 100 0 0 0 100 0 0 0 100</float_array>
<technique_common><accessor source="#at-array" count="4" stride="3"/></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#at"/></vertices>
<triangles count="3"><input semantic="VERTEX" source="#v" offset="0"/>
<input semantic="NORMAL" source="#at" offset="1"/><p>0 0 2 0 1 0 0 1 1 1 3 1 1 0 2 0 3 0</p></triangles>
<polylist count="1"><input semantic="VERTEX" source="#v" offset="0"/><vcount>3</vcount><p>2 0 3</p>
</polylist></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node><translate>100 0 0</translate>
<node><rotate>0 0 1 90</rotate><matrix>2 0 0 0 0 2 0 0 0 0 2 0 0 0 0 1</matrix>
<instance_geometry url="#g"/></node></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>
"##;

/// A tetrahedron and a triangle.
pub const TETRAHEDRON_VTK: &str = "# vtk DataFile Version 3.0\na title\nASCII\nDATASET UNSTRUCTURED_GRID\n\
    POINTS 4 double\n0 0 0 1 0 0\n0 1 0 0 0 1\nCELLS 2 9\n3 0 2 1\n4 0 1 2 3\nCELL_TYPES 2\n5\n10\n\
    POINT_DATA 4\nSCALARS a double\n";

/// The faces of the same, as polygons with offsets.
pub const TETRAHEDRON_VTK_5: &str = "# vtk DataFile Version 5.1\na title\nASCII\nDATASET POLYDATA\n\
    POINTS 4 float\n0 0 0 1 0 0 0 1 0 0 0 1\nMETADATA\nINFORMATION 0\n\nPOLYGONS 5 12\n\
    OFFSETS vtktypeint64\n0 3 6 9 12\nCONNECTIVITY vtktypeint64\n0 2 1 0 1 3 1 2 3 2 0 3\n";

/// The same tetrahedron in a glTF file, its buffer in a `data:` address.
pub fn tetrahedron_gltf() -> String {
    use base64::Engine;
    let mut buffer = Vec::new();
    for number in [0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0] {
        buffer.extend(number.to_le_bytes());
    }
    for index in [0_u16, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3] {
        buffer.extend(index.to_le_bytes());
    }
    let data = base64::engine::general_purpose::STANDARD.encode(&buffer);
    format!(
        r#"{{"asset": {{"version": "2.0"}}, "scene": 0, "scenes": [{{"nodes": [0]}}],
        "nodes": [{{"children": [1], "scale": [2, 2, 2]}}, {{"mesh": 0, "translation": [0, 0, 5]}}],
        "meshes": [{{"primitives": [{{"attributes": {{"POSITION": 0}}, "indices": 1}}]}}],
        "accessors": [
          {{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 1]}},
          {{"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"}}],
        "bufferViews": [{{"buffer": 0, "byteLength": 48}}, {{"buffer": 0, "byteOffset": 48, "byteLength": 24}}],
        "buffers": [{{"byteLength": 72, "uri": "data:application/octet-stream;base64,{data}"}}]}}"#
    )
}

/// The tetrahedron as a binary STL file.
pub fn binary_stl() -> Vec<u8> {
    let surface = parse_surface(Format::Obj, TETRAHEDRON_OBJ.as_bytes());
    let mut bytes = b"solid, says this binary file".to_vec();
    bytes.resize(80, 0);
    bytes.extend((surface.faces().len() as u32).to_le_bytes());
    for face in 0..surface.faces().len() {
        bytes.extend([0; 12]);
        for corner in surface.corners(face) {
            corner.to_array().iter().for_each(|&x| bytes.extend((x as f32).to_le_bytes()));
        }
        bytes.extend([0; 2]);
    }
    bytes
}

/// The tetrahedron as a binary PLY file.
pub fn binary_ply(big: bool) -> Vec<u8> {
    let order = if big { "big" } else { "little" };
    let mut bytes = format!(
        "ply\nformat binary_{order}_endian 1.0\nelement vertex 4\nproperty float x\nproperty float y\n\
         property float z\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n"
    )
    .into_bytes();
    let surface = parse_surface(Format::Obj, TETRAHEDRON_OBJ.as_bytes());
    for point in surface.points() {
        for x in point.to_array() {
            let x = x as f32;
            bytes.extend(if big { x.to_be_bytes() } else { x.to_le_bytes() });
        }
    }
    for face in surface.faces() {
        bytes.push(3);
        face.iter()
            .for_each(|at| bytes.extend(if big { at.to_be_bytes() } else { at.to_le_bytes() }));
    }
    bytes
}

/// The tetrahedron as a binary MSH file of either version.
pub fn binary_msh(version_4: bool) -> Vec<u8> {
    let mut bytes =
        format!("$MeshFormat\n{} 1 8\n", if version_4 { "4.1" } else { "2.2" }).into_bytes();
    let points = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0_f64]];
    let int = |bytes: &mut Vec<u8>, value: i32| bytes.extend(value.to_le_bytes());
    let size = |bytes: &mut Vec<u8>, value: u64| bytes.extend(value.to_le_bytes());
    int(&mut bytes, 1);
    bytes.extend(b"\n$EndMeshFormat\n$Nodes\n");
    if version_4 {
        [1, 4, 1, 4].into_iter().for_each(|value| size(&mut bytes, value));
        [3, 1, 0].into_iter().for_each(|value| int(&mut bytes, value));
        size(&mut bytes, 4);
        [1, 2, 3, 4].into_iter().for_each(|value| size(&mut bytes, value));
        points.iter().flatten().for_each(|x| bytes.extend(x.to_le_bytes()));
        bytes.extend(b"\n$EndNodes\n$Elements\n");
        [1, 1, 1, 1].into_iter().for_each(|value| size(&mut bytes, value));
        [3, 1, 4].into_iter().for_each(|value| int(&mut bytes, value));
        [1, 1, 1, 2, 3, 4].into_iter().for_each(|value| size(&mut bytes, value));
    } else {
        bytes.extend(b"4\n");
        for (at, point) in points.iter().enumerate() {
            int(&mut bytes, at as i32 + 1);
            point.iter().for_each(|x| bytes.extend(x.to_le_bytes()));
        }
        bytes.extend(b"\n$EndNodes\n$Elements\n1\n");
        [4, 1, 2, 1, 0, 1, 1, 2, 3, 4].into_iter().for_each(|value| int(&mut bytes, value));
    }
    bytes.extend(b"\n$EndElements\n");
    bytes
}
