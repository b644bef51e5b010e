//! Bodies of any form.

use super::bodies::{MOVES, ON, PLACED, STANDS, TYPE};
use super::{Key, KeySection, key};

const SOLID: &str = "How it touches. true: as it is, which is what holds without it; \"convex\": its hull; \"decompose\": convex parts; \"sdf\": a grid of signed distances; false: every triangle is solid behind, without a mass.";
const RESOLUTION: &str =
    "With \"decompose\" and \"sdf\": voxels or cells along the longest side; 32 without it.";

const SIMPLIFY: &str = "At most so many triangles: edges are collapsed where that changes least, and the volume stays; as many as there are without it.";

pub const FILE: KeySection = KeySection {
    name: "shape.mesh",
    says: "A solid body of any form, from a file. Its surface is closed and looks outwards.",
    open: MOVES,
    also: "",
    inline: Some(ON),
    needs: &[("type", "type = \"mesh\""), ("file", "file = \"cup.obj\"")],
    keys: &[
        key("type", "type = \"mesh\"", TYPE),
        key(
            "file",
            "file = \"cup.obj\"",
            "OBJ, STL, PLY, glTF or Gmsh MSH, relative to the scene. Must be there, or a generator, or vertices.",
        ),
        SCALED[0],
        SCALED[1],
        key("simplify", "simplify = 500", SIMPLIFY),
        key("resolution", "solid = \"sdf\", resolution = 48", RESOLUTION),
        PLACED[0],
        PLACED[1],
        PLACED[2],
        PLACED[3],
        PLACED[4],
        PLACED[5],
        PLACED[6],
    ],
};

const SCALED: [Key; 2] = [
    key("scale", "scale = 0.001", "A factor, or one for each axis; 1 without it."),
    key("solid", "solid = \"convex\"", SOLID),
];

pub const GENERATOR: KeySection = KeySection {
    name: "shape.mesh.generator",
    says: "The same by a formula in the place of a file. What is round is so about y.",
    open: MOVES,
    also: "",
    inline: Some(ON),
    needs: &[
        ("type", "type = \"mesh\""),
        ("generator", "generator = \"jack\", reach = 0.2, width = 0.05"),
    ],
    keys: &[
        key("type", "type = \"mesh\"", TYPE),
        key(
            "generator",
            "generator = \"jack\", reach = 0.2, width = 0.05",
            "\"box\", \"sphere\", \"cylinder\", \"torus\", \"cup\", \"bowl\", \"jack\", \"screw\", \"nut\" or \"gear\". Must be there.",
        ),
        key(
            "size",
            "generator = \"box\", size = [1, 0.5, 1]",
            "Of a box: full edge lengths (m). Must be there.",
        ),
        key(
            "cut",
            "generator = \"box\", size = [1, 0.5, 1], cut = [2, 1, 2]",
            "Of a box: into how many squares each edge is cut; 1 each without it.",
        ),
        key(
            "radius",
            "generator = \"cylinder\", radius = 0.4, length = 0.2",
            "Of all that is round but a torus, a jack and a gear (m); of a thread, in the middle between its root and its crest. Must be there.",
        ),
        key(
            "length",
            "generator = \"cylinder\", radius = 0.4, length = 0.2",
            "Of a cylinder, cup, screw or nut along y (m). Must be there.",
        ),
        key(
            "halvings",
            "generator = \"sphere\", radius = 1, halvings = 4",
            "Of a sphere: how often the triangles of an icosahedron are cut in four; 3 without it.",
        ),
        key(
            "around",
            "generator = \"cylinder\", radius = 0.4, length = 0.2, around = 64",
            "Corners around the axis; 32 without it, 48 of a bowl, 16 of a thread.",
        ),
        key(
            "along",
            "generator = \"cylinder\", radius = 0.4, length = 0.2, along = 2",
            "Of a cylinder: rings of squares along it; 1 without it.",
        ),
        key(
            "ring_radius",
            "generator = \"torus\", ring_radius = 0.5, tube_radius = 0.1",
            "Of a torus: from its centre to the centre of its tube (m). Must be there.",
        ),
        key(
            "tube_radius",
            "generator = \"torus\", ring_radius = 0.5, tube_radius = 0.1",
            "Of a torus: of its tube (m). Must be there.",
        ),
        key(
            "across",
            "generator = \"torus\", ring_radius = 0.5, tube_radius = 0.1, across = 24",
            "Of a torus: corners around its tube; 16 without it.",
        ),
        key(
            "wall",
            "generator = \"cup\", radius = 0.1, length = 0.2, wall = 0.01",
            "Of a cup or bowl: how thick it is (m). Must be there.",
        ),
        key(
            "rings",
            "generator = \"bowl\", radius = 0.3, wall = 0.02, rings = 16",
            "Of a bowl: rings of squares from its rim to its middle; 12 without it.",
        ),
        key(
            "reach",
            "generator = \"jack\", reach = 0.2, width = 0.05",
            "Of a jack: from its centre to the end of an arm (m). Must be there.",
        ),
        key(
            "width",
            "generator = \"jack\", reach = 0.2, width = 0.05",
            "Of a jack: of an arm; of a gear: along its axis (m). Must be there.",
        ),
        key(
            "depth",
            "generator = \"screw\", radius = 0.1, depth = 0.02, pitch = 0.05, length = 0.3",
            "Of a thread: from crest to root (m). Must be there.",
        ),
        key(
            "pitch",
            "generator = \"screw\", radius = 0.1, depth = 0.02, pitch = 0.05, length = 0.3",
            "Of a thread: along the axis for every turn (m). Must be there.",
        ),
        key(
            "clearance",
            "generator = \"nut\", radius = 0.1, depth = 0.02, pitch = 0.05, length = 0.1, clearance = 0.002, outer_radius = 0.16",
            "Of a nut: how much wider than the screw of the same keys (m). Must be there.",
        ),
        key(
            "outer_radius",
            "generator = \"nut\", radius = 0.1, depth = 0.02, pitch = 0.05, length = 0.1, clearance = 0.002, outer_radius = 0.16",
            "Of a nut: around it (m). Must be there.",
        ),
        key(
            "teeth",
            "generator = \"gear\", teeth = 12, root_radius = 0.5, tip_radius = 0.68, width = 0.1",
            "Of a gear: how many. Must be there.",
        ),
        key(
            "root_radius",
            "generator = \"gear\", teeth = 12, root_radius = 0.5, tip_radius = 0.68, width = 0.1",
            "Of a gear: between its teeth (m). Must be there.",
        ),
        key(
            "tip_radius",
            "generator = \"gear\", teeth = 12, root_radius = 0.5, tip_radius = 0.68, width = 0.1",
            "Of a gear: at the tips of its teeth (m). Must be there.",
        ),
        SCALED[0],
        SCALED[1],
        key("simplify", "generator = \"sphere\", radius = 1, simplify = 200", SIMPLIFY),
        key("resolution", "solid = \"sdf\", resolution = 12", RESOLUTION),
        PLACED[0],
        PLACED[1],
        PLACED[2],
        PLACED[3],
        PLACED[4],
        PLACED[5],
        PLACED[6],
    ],
};

pub const VERTICES: KeySection = KeySection {
    name: "shape.mesh.vertices",
    says: "A surface of triangles, each solid behind. For bodies that do not move.",
    open: STANDS,
    also: "",
    inline: Some(ON),
    needs: &[
        ("type", "type = \"mesh\""),
        ("vertices", "vertices = [[0, 0, 0], [0, 0, 1], [1, 0, 0]]"),
        ("triangles", "triangles = [[0, 1, 2]]"),
    ],
    keys: &[
        key("type", "type = \"mesh\"", TYPE),
        key(
            "vertices",
            "vertices = [[0, 0, 0], [0, 0, 1], [1, 0, 0]]",
            "Corners (m). Must be there.",
        ),
        key(
            "triangles",
            "triangles = [[0, 1, 2]]",
            "Three corners each, anticlockwise from outside. Must be there.",
        ),
        PLACED[0],
        PLACED[1],
        PLACED[2],
        PLACED[3],
        PLACED[4],
        PLACED[5],
        PLACED[6],
    ],
};
