//! Bodies that deform.

use super::{KeySection, key};

pub const SOFT: KeySection = KeySection {
    name: "soft",
    says: "A body that deforms: a solid of tetrahedra, cloth or a rope. With an `accuracy` in metres soft bodies, and what touches or holds them, take rounds of their nonlinear step until gaps and joints are as near; `soft_tolerance` says it by the residual.",
    open: "[[soft]]",
    also: "",
    inline: None,
    needs: &[
        ("name", "name = \"jelly\""),
        ("mesh", "mesh = \"box\"\nsize = [1, 1, 1]"),
        ("young", "young = 1e5"),
    ],
    keys: &[
        key("name", "name = \"jelly\"", "Its name. Must be there."),
        key(
            "mesh",
            "mesh = \"duck.msh\"",
            "\"box\", \"sphere\", \"cylinder\" (about y), \"cloth\" (level) or \"rope\", or a file of tetrahedra beside the scene. Must be there.",
        ),
        key(
            "scale",
            "mesh = \"duck.msh\"\nscale = 0.01",
            "Factor on the lengths of a mesh; 1 without it.",
        ),
        key("size", "mesh = \"box\"\nsize = [1, 0.5, 1]", "Edges of a box (m)."),
        key(
            "cut",
            "mesh = \"box\"\nsize = [1, 0.5, 1]\ncut = [8, 4, 8]",
            "Cells of a box along each edge; [4, 4, 4] without it.",
        ),
        key(
            "radius",
            "mesh = \"sphere\"\nradius = 0.2",
            "Radius of a sphere, a cylinder or a rope (m).",
        ),
        key(
            "limbs",
            "mesh = \"sphere\"\nradius = 0.2\nlimbs = 0.3",
            "How far six limbs stand out of a sphere, as a share of its radius; 0 without it.",
        ),
        key(
            "length",
            "mesh = \"cylinder\"\nradius = 0.1\nlength = 0.5",
            "Length of a cylinder (m).",
        ),
        key(
            "bore",
            "mesh = \"cylinder\"\nradius = 0.3\nlength = 0.2\nbore = 0.2\nacross = 2",
            "Radius of the hole along a cylinder (m), which makes it a tube; 0 without it.",
        ),
        key(
            "across",
            "mesh = \"cylinder\"\nradius = 0.1\nlength = 0.5\nacross = 6",
            "Cells across the diameter of a cylinder, or the wall of a tube; 4 without it.",
        ),
        key(
            "pieces",
            "mesh = \"sphere\"\nradius = 0.2\npieces = 6",
            "Cells along a diameter of a sphere, along a cylinder, or pieces of a rope; 4 without it.",
        ),
        key("extent", "mesh = \"cloth\"\nextent = [2, 1]", "Sides of a cloth along x and z (m)."),
        key(
            "folds",
            "mesh = \"cloth\"\nextent = [2, 1]\nfolds = [20, 10]",
            "Cells of a cloth along its sides; [10, 10] without it.",
        ),
        key(
            "thickness",
            "mesh = \"cloth\"\nextent = [2, 1]\nthickness = 0.002",
            "Thickness of a cloth (m); 0.001 without it.",
        ),
        key(
            "path",
            "mesh = \"rope\"\nradius = 0.01\npath = [[0, 0, 0], [1, 0, 0]]",
            "Points that a rope runs along (m).",
        ),
        key("young", "young = 2e5", "Young's modulus (Pa). Must be there."),
        key(
            "poisson",
            "poisson = 0.45",
            "Poisson's ratio, above -1 and below 0.5; 0.3 without it.",
        ),
        key("density", "density = 800", "Density (kg/m³); 1000 without it."),
        key(
            "energy",
            "energy = \"stable-neo-hookean\"",
            "What resists deformation: \"linear\", \"corotated\" (without it), \"stvk\", \"neo-hookean\" or \"stable-neo-hookean\". Cloth and ropes have their own.",
        ),
        key(
            "damping",
            "damping = [0.5, 0.01]",
            "Rayleigh's damping: a of the mass (1/s) and b of the stiffness (s); none without it.",
        ),
        key(
            "pins",
            "pins = [[-0.5, -0.5, -0.5], [-0.4, 0.5, 0.5]]",
            "Vertices that stay: their numbers, or the lower and upper corner of a box around them, before the body is placed.",
        ),
        key(
            "attach",
            "attach = \"arm\"\nattached = [0, 1]",
            "A body that some vertices move with, or a list of several.",
        ),
        key(
            "attached",
            "attach = \"arm\"\nattached = [0, 1]",
            "Which vertices do, as for `pins`; with several bodies a list of such lists.",
        ),
        key("position", "position = [0, 2, 0]", "Where it is (m)."),
        key(
            "rotation",
            "rotation = { axis = [0, 0, 1], angle = 30 }",
            "How it is turned: see rotation.",
        ),
        key("velocity", "velocity = [1, 0, 0]", "Velocity at the beginning (m/s)."),
        key(
            "angular_velocity",
            "angular_velocity = [0, 0, -5]",
            "Angular velocity at the beginning, about its position (rad/s).",
        ),
        key("color", "color = \"#c96\"", "Its colour in the viewer: #rgb or #rrggbb."),
        key("material", "material = \"steel\"", "Its surface; the default one without it."),
        key(
            "rest_scale",
            "rest_scale = 0.95",
            "Its shape at rest is so many times as large: below 1 it begins stretched; 1 without it.",
        ),
        key(
            "touches_itself",
            "touches_itself = true",
            "Whether it can touch itself; false without it.",
        ),
        key("repeat", "repeat = { count = 3, step = [0, 0, 2] }", "Makes copies: see repeat."),
    ],
};
