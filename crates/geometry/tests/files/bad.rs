//! A hundred bad files, each refused with a sentence that says where.

use stickslip_geometry::files::{FileError, Format, read};

use crate::{
    TETRAHEDRON_DAE, TETRAHEDRON_MSH_2, TETRAHEDRON_MSH_4, TETRAHEDRON_OBJ, TETRAHEDRON_PLY,
    TETRAHEDRON_STL, TETRAHEDRON_VTK, TETRAHEDRON_VTK_5, binary_msh, binary_ply, binary_stl, parse,
    tetrahedron_gltf,
};

/// What is changed in a good file, and a part of the sentence that this must give.
type Change = (&'static str, &'static str, &'static str);

fn changed(format: Format, good: &str, changes: &[Change]) -> usize {
    for &(from, to, expected) in changes {
        assert!(good.contains(from), "{from:?} is not in the good file");
        let bad = good.replacen(from, to, 1);
        refused(format, bad.as_bytes(), expected);
    }
    changes.len()
}

fn refused(format: Format, bytes: &[u8], expected: &str) {
    let sentence = match parse(format, bytes) {
        Ok(_) => panic!("{format:?}: no error where {expected:?} was expected"),
        Err(error) => error.to_string(),
    };
    println!("{sentence}");
    assert!(sentence.contains(expected), "{sentence:?} does not say {expected:?}");
    assert!(!sentence.contains('\n') && sentence.len() < 400, "{sentence:?}");
}

const DAE: &[Change] = &[
    ("<COLLADA", "<COLLADA2", "this is no XML"),
    ("meter=\"0.01\"", "meter=\"-1\"", "line 3: unit: meter is no length"),
    ("url=\"#s\"", "url=\"#t\"", "url names nothing: \"#t\""),
    ("url=\"#g\"", "href=\"#g\"", "instance_geometry: url is missing"),
    ("count=\"4\"", "count=\"5\"", "accessor: point 4 is not there"),
    ("stride=\"3\"", "stride=\"2\"", "less than three coordinates"),
    ("0 0 0 100", "0 0 zero 100", "float_array: no number: \"zero\""),
    ("0 0 2 0 1 0", "0 0 7 0 1 0", "index 7 is not below the 4 points"),
    ("<vcount>3", "<vcount>4", "the corners do not come out even"),
    ("2 0 0 0 0 2", "2 0 0 0 0", "expected 16 numbers, found 15"),
    ("0 0 1 90", "0 0 0 90", "rotate: the axis has no length"),
    ("<p>2 0 3</p>", "<ph/>", "polygons with holes"),
    ("<instance_geometry url=\"#g\"/>", "<instance_controller/>", "skins are not read here"),
    (
        "<visual_scene id=\"s\"><node>",
        "<visual_scene id=\"s\"><node id=\"n\"><instance_node url=\"#n\"/>",
        "nodes lie in nodes without end",
    ),
];

const VTK: &[Change] = &[
    ("# vtk", "vtk", "line 1: expected \"# vtk DataFile\""),
    ("ASCII", "BINARY", "line 3: binary files are not read here"),
    ("UNSTRUCTURED_GRID", "RECTILINEAR_GRID", "line 4: expected POLYDATA or UNSTRUCTURED_GRID"),
    ("POINTS 4", "POINTS 400", "line 5: 400 of them do not fit"),
    ("0 1 0 0 0 1", "0 1 0 0 0 nan", "line 7: z is no finite number"),
    ("4 0 1 2 3", "4 0 1 2 4", "corner 4 of cell 1 is not below the 4 points"),
    ("4 0 1 2 3", "4 0 1 2 -3", "line 10: expected an index, found \"-3\""),
    ("CELL_TYPES 2\n5\n10", "CELL_TYPES 1\n5", "2 cells, but 1 cell types"),
    ("\n10\n", "\n24\n", "cells of type 24"),
    ("\n5\n", "\n9\n", "cell 0 of type 9 has 3 corners"),
    ("POINT_DATA", "SOMETHING", "\"SOMETHING\" is not read here"),
];

const VTK_5: &[Change] = &[
    ("0 3 6 9 12", "0 3 6 9 13", "the offsets are not in order"),
    ("0 3 6 9 12", "0 6 3 9 12", "the offsets are not in order"),
    ("CONNECTIVITY", "CORNERS", "expected CONNECTIVITY"),
];

const OBJ: &[Change] = &[
    ("v 0 0 0", "v 0 0", "line 3: z is missing"),
    ("v 0 0 0", "v", "line 3: x is missing"),
    ("v 0 0 0", "v 0 zero 0", "line 3: y is no finite number: \"zero\""),
    ("v 0 0 0", "v 0 nan 0", "line 3: y is no finite number"),
    ("v 0 0 0", "v 0 1e999 0", "line 3: y is no finite number"),
    ("v 0 0 0", "v 0 0 inf", "line 3: z is no finite number"),
    ("f 1 3 2", "f 1 3", "line 8: a face needs three corners, found 2"),
    ("f 1 3 2", "f", "line 8: a face needs three corners, found 0"),
    ("f 1 3 2", "f 1 3 5", "line 8: point 5 is not among the 4"),
    ("f 1 3 2", "f 1 3 0", "line 8: point 0 is not among the 4"),
    ("f 1 3 2", "f 1 3 -5", "line 8: point -5 is not among the 4"),
    ("f 1 3 2", "f 1 3 99999999999999999999", "line 8: a corner is no number"),
    ("f 1 3 2", "f 1 3 two", "line 8: a corner is no number of a point: \"two\""),
    ("f 1 3 2", "f 1 3 /2", "line 8: a corner is no number"),
    ("f 1 3 2", "f 1 3 1.5", "line 8: a corner is no number"),
    ("o thing", "curv 0 1 1 2", "line 2: \"curv\" is no statement"),
    ("o thing", "<html>", "line 2: \"<html>\" is no statement"),
    ("o thing", "aVeryLongWordThatIsRepeatedOnlyInPart", "line 2: \"aVeryLongWordThatIsRepea…\""),
];

const STL: &[Change] = &[
    ("vertex 0 0 0", "vertex 0 0", "line 4: z is missing"),
    ("vertex 0 0 0", "vertex 0 x 0", "line 4: y is no finite number"),
    ("vertex 0 0 0", "vertex nan 0 0", "line 4: x is no finite number"),
    ("vertex 0 0 0\n", "", "line 7: a facet needs 3 vertices, found 2"),
    ("vertex 0 0 0\n", "vertex 0 0 0\nvertex 0 0 0\n", "line 9: a facet needs 3 vertices, found 4"),
    ("endfacet\n", "", "line 8: the facet before has no endfacet"),
    ("facet normal 0 0 -1\nouter", "outer", "line 3: a vertex outside of any facet"),
    ("endfacet", "endfacet\nendfacet", "line 9: no facet is open"),
    ("outer loop", "inner loop", "line 3: \"inner\" is no word of STL"),
    ("endloop\nendfacet\nendsolid a name\n", "", "line 28: the file ends within a facet"),
    ("endfacet\nendsolid", "endsolid", "the facet before has no endfacet"),
];

const PLY: &[Change] = &[
    ("ply\n", "plx\n", "line"),
    ("format ascii 1.0\n", "", "line"),
    ("format ascii 1.0", "format ascii 7.0", "version 7.0 of PLY"),
    ("format ascii", "format morse", "line"),
    ("element vertex 4", "element vertex many", "line"),
    ("element vertex 4", "element vertex -4", "line"),
    ("element vertex 4", "element vertex 99999999999", "vertex: 99999999999 of them do not fit"),
    ("element face 4", "element face 18446744073709551615", "do not fit"),
    ("element face 4", "element face 5", "line"),
    ("element vertex 4", "element vertex 5", "line"),
    ("property double x\n", "", "vertex: x, y and z are not all there"),
    ("property double x\n", "property list uchar double x\n", "line"),
    (
        "property list uchar int vertex_indices",
        "property list uchar int corners",
        "face: vertex_indices",
    ),
    ("property list uchar int vertex_indices", "property list uchar float vertex_indices", "line"),
    ("end_header\n", "", "line"),
    ("1 0 0 9", "1 0 zero 9", "line"),
    ("1 0 0 9", "1 0 9", "line"),
    ("1 0 0 9", "1 nan 0 9", "line 13"),
    ("3 0 2 1", "2 0 2", "face 0: a face needs three corners, found 2"),
    ("3 0 2 1", "3 0 2 4", "face 0 names point 4, but there are 4"),
    ("3 0 2 1", "3 0 2 -1", "face 0: -1 is no number of a point"),
    ("3 0 2 1", "9 0 2 1", "line"),
];

const MSH_2: &[Change] = &[
    ("$MeshFormat", "$MushFormat", "line 1: expected $MeshFormat"),
    ("2.2 0 8", "1.0 0 8", "line 2: version \"1.0\" of MSH"),
    ("2.2 0 8", "4.0 0 8", "line 2: version \"4.0\" of MSH: expected 2.2 or 4.1"),
    ("2.2 0 8", "2.2 0 4", "another size than 8"),
    ("2.2 0 8", "2.2 x 8", "expected 0 for text or 1 for binary"),
    ("$EndMeshFormat", "", "$EndMeshFormat is missing"),
    ("$Nodes\n4", "$Nodes\nfour", "line 9: expected the number of points, found \"four\""),
    ("$Nodes\n4", "$Nodes\n99999999999999", "do not fit into the file"),
    ("$Nodes\n4", "$Nodes\n5", "expected a whole number, found \"$EndNodes\""),
    ("8 1 0 0", "8 1 0", "line"),
    ("8 1 0 0", "8 1 x 0", "expected a number, found \"x\""),
    ("8 1 0 0", "8 1 inf 0", "a coordinate is not finite"),
    ("8 1 0 0", "7 1 0 0", "point 7 is there twice"),
    ("$EndNodes", "", "$EndNodes is missing"),
    ("7 8 9 12", "7 8 9 13", "line 19: point 13 is not there"),
    ("3 4 2 0 1 7 8 9 12", "3 5 2 0 1 7 8 9 12 7 8 9 12", "elements of type 5"),
    ("3 4 2 0 1 7 8 9 12", "3 4 99999 7 8 9 12", "do not fit"),
    ("7 8 9 12", "7 8 9", "expected a whole number"),
    ("2 2 2 0 1 7 9 8\n3 4 2 0 1 7 8 9 12\n", "2 1 0 7 8\n3 15 0 7\n", "there is no face"),
    ("$Nodes\n", "Nodes\n", "expected a section, found \"Nodes\""),
];

const MSH_4: &[Change] = &[
    ("2 4 7 12", "2 4 7", "line"),
    ("2 4 7 12", "9999999999999999 4 7 12", "do not fit"),
    ("3 1 0 3\n", "3 1 0 99999999\n", "do not fit"),
    ("0 0 1 0.5 0.5", "0 0 1", "line"),
    ("2 7 8 9 12", "2 7 8 9 99", "point 99 is not there"),
    ("3 1 4 1", "3 1 11 1", "elements of type 11"),
    ("3 1 4 1", "3 1 4 -1", "expected a whole number from 0"),
    ("$EndElements\n", "", "$EndElements is missing"),
];

const GLTF: &[Change] = &[
    ("\"asset\"", "\"aset\"", "no glTF file"),
    ("{\"version\": \"2.0\"}", "7", "no glTF file"),
    ("\"mesh\": 0", "\"mesh\": 9", "no glTF file"),
    ("\"nodes\": [0]", "\"nodes\": [7]", "no glTF file"),
    ("\"children\": [1]", "\"children\": [0]", "nodes lie in nodes without end"),
    ("\"POSITION\": 0", "\"NORMAL\": 0", ""),
    ("\"indices\": 1}", "\"indices\": 1, \"mode\": 1}", "points and lines are no surface"),
    ("\"count\": 12", "\"count\": 13", "its data do not lie within their buffer"),
    ("\"count\": 12", "\"count\": 4000000000", "its data do not lie within their buffer"),
    ("\"count\": 4,", "\"count\": 3,", "index 3 is not below the number of points, 3"),
    ("\"byteOffset\": 48", "\"byteOffset\": 49", "its data do not lie within their buffer"),
    ("\"byteLength\": 72", "\"byteLength\": 99", "buffer 0: 99 bytes are told of, 72 are there"),
    ("data:application/octet-stream;base64,", "data:,", "without base64"),
    ("base64,", "base64,!", "not base64"),
    ("data:application/octet-stream;base64,", "../secret#", "buffer 0: there is no"),
    ("\"componentType\": 5126", "\"componentType\": 5123", ""),
    ("\"scenes\": [{\"nodes\": [0]}]", "\"scenes\": []", ""),
];

#[test]
fn a_hundred_bad_files_are_refused_with_a_sentence() {
    let mut count = changed(Format::Obj, TETRAHEDRON_OBJ, OBJ)
        + changed(Format::Stl, TETRAHEDRON_STL, STL)
        + changed(Format::Ply, TETRAHEDRON_PLY, PLY)
        + changed(Format::Msh, TETRAHEDRON_MSH_2, MSH_2)
        + changed(Format::Dae, TETRAHEDRON_DAE, DAE)
        + changed(Format::Vtk, TETRAHEDRON_VTK, VTK)
        + changed(Format::Vtk, TETRAHEDRON_VTK_5, VTK_5)
        + changed(Format::Msh, TETRAHEDRON_MSH_4, MSH_4)
        + changed(Format::Gltf, &tetrahedron_gltf(), GLTF);
    for format in
        [Format::Obj, Format::Stl, Format::Ply, Format::Gltf, Format::Dae, Format::Msh, Format::Vtk]
    {
        refused(format, b"", "");
        refused(format, &[0xff; 200], "");
        count += 2;
    }
    println!("{count} bad files");
    assert!(count >= 100);
}

#[test]
fn binary_files_that_lie_about_their_length_are_refused() {
    let mut bytes = binary_stl();
    bytes[80..84].copy_from_slice(&u32::MAX.to_le_bytes());
    bytes[0] = b'S';
    refused(Format::Stl, &bytes, "byte 80: the header tells of 4294967295 triangles");
    let mut bytes = binary_stl();
    bytes[100..104].copy_from_slice(&f32::NAN.to_le_bytes());
    refused(Format::Stl, &bytes, "byte 84: triangle 0 has a corner that is not finite");
    let mut bytes = binary_stl();
    bytes[0] = b'S';
    refused(Format::Stl, &bytes[..bytes.len() - 1], "byte 80");
    for big in [false, true] {
        let bytes = binary_ply(big);
        refused(Format::Ply, &bytes[..bytes.len() - 1], "");
        let text =
            String::from_utf8_lossy(&bytes).replace("element face 4", "element face 4000000000");
        refused(Format::Ply, text.as_bytes(), "");
    }
    for version_4 in [false, true] {
        let bytes = binary_msh(version_4);
        refused(Format::Msh, &bytes[..bytes.len() - 20], "byte");
    }
}

#[test]
fn files_that_are_not_there_or_have_no_known_name_are_refused() {
    let missing = read("nowhere/thing.obj".as_ref());
    assert!(matches!(missing, Err(FileError::Io { .. })));
    for name in ["thing.doc", "thing", "", "obj", ".obj/"] {
        let error = read(name.as_ref()).expect_err(name);
        println!("{error}");
    }
}
