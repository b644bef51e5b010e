//! Bodies, their shapes and how they move; cables and groups.

use super::{Key, KeySection, key};

pub const BODY: KeySection = KeySection {
    name: "body",
    says: "A rigid body.",
    open: "[[body]]",
    also: "",
    inline: None,
    needs: &[
        ("name", "name = \"crate\""),
        ("shape", "shape = { type = \"box\", size = [1, 1, 1] }"),
    ],
    keys: &[
        key(
            "name",
            "name = \"crate\"",
            "Its name; copies are called crate-0, crate-1 … Must be there.",
        ),
        key(
            "motion",
            "motion = \"static\"",
            "\"dynamic\" (without it), \"static\", or \"kinematic\" with a drive.",
        ),
        key(
            "drive",
            "motion = \"kinematic\"\ndrive = { velocity = [1, 0, 0] }",
            "How a kinematic body moves: see drive.",
        ),
        key("position", "position = [0, 2, 0]", "Where its origin is (m)."),
        key(
            "rotation",
            "rotation = { axis = [0, 0, 1], angle = 30 }",
            "How it is turned: [w, x, y, z], or see rotation.",
        ),
        key("velocity", "velocity = [1, 0, 0]", "Velocity at the beginning (m/s)."),
        key("angular_velocity", "angular_velocity = [0, 6, 0]", "Angular velocity (rad/s)."),
        key("mass", "mass = 10", "Mass (kg), in the place of that of its shapes."),
        key(
            "inertia",
            "mass = 10\ninertia = [1, 2, 1]",
            "With mass: three moments, or three rows (kg·m²).",
        ),
        key(
            "center",
            "mass = 10\ninertia = [1, 2, 1]\ncenter = [0, 0.1, 0]",
            "With inertia: the centre of mass in its own axes (m).",
        ),
        key("density", "density = 600", "kg/m³ of shapes that say none; 1000 without it."),
        key("gravity_scale", "gravity_scale = 0", "How much of gravity acts; 1 without it."),
        key(
            "surface_velocity",
            "surface_velocity = [1, 0, 0]",
            "How its surface runs over it, in its own axes (m/s): a conveyor; or a belt around it: see surface_velocity.",
        ),
        key("material", "material = \"steel\"", "Of shapes that name none."),
        key(
            "layers",
            "layers = [0, 3]",
            "The layers, from 0 to 31, that its shapes are in; 0 without it. Two shapes may touch where each is in a layer that the other meets.",
        ),
        key("meets", "meets = [1, 2]", "The layers that its shapes meet; all without it."),
        key("shape", "shape = { type = \"sphere\", radius = 0.5 }", "Its shape: see shape."),
        key(
            "shapes",
            "shapes = [{ type = \"sphere\", radius = 0.5 }]",
            "Several shapes, which together are the body.",
        ),
        key("color", "color = \"#c96\"", "Its colour in the viewer: #rgb or #rrggbb."),
        key("repeat", "repeat = { count = 5, step = [0, 1, 0] }", "Makes copies: see repeat."),
    ],
};

pub const PLACED: [Key; 7] = [
    key("position", "position = [0, 0.5, 0]", "Where it is on the body (m)."),
    key("rotation", "rotation = [1, 0, 0, 0]", "How it is turned on the body."),
    key("material", "material = \"steel\"", "What it is made of; that of the body without it."),
    key("density", "density = 7800", "kg/m³; that of the body without it."),
    key(
        "visual",
        "visual = false",
        "true: only to be looked at; it touches nothing and weighs nothing, and the body is drawn as its visual shapes.",
    ),
    key("layers", "layers = [1]", "The layers that it is in; those of the body without it."),
    key("meets", "meets = [0, 2]", "The layers that it meets; those of the body without it."),
];
pub const TYPE: &str = "Which shape. Must be there.";
pub const MOVES: &str = "[[body]]\nname = \"crate\"";
pub const STANDS: &str = "[[body]]\nname = \"yard\"\nmotion = \"static\"";
const BOXED: &str = "shape = { type = \"box\", size = [1, 1, 1] }";
pub const ON: (&str, &str) = ("shape = { ", " }");

macro_rules! shape {
    ($constant:ident, $name:literal, $open:expr, $says:literal, [$(($key:literal, $line:literal)),*], [$($what:expr),*]) => {
        pub const $constant: KeySection = KeySection {
            name: concat!("shape.", $name),
            says: $says,
            open: $open,
            also: "",
            inline: Some(ON),
            needs: &[("type", concat!("type = \"", $name, "\"")), $(($key, $line)),*],
            keys: &[
                key("type", concat!("type = \"", $name, "\""), TYPE),
                $($what,)*
                PLACED[0],
                PLACED[1],
                PLACED[2],
                PLACED[3],
                PLACED[4],
                PLACED[5],
                PLACED[6],
            ],
        };
    };
}

shape!(
    SPHERE,
    "sphere",
    MOVES,
    "A ball.",
    [("radius", "radius = 0.5")],
    [key("radius", "radius = 0.5", "Radius (m). Must be there.")]
);
shape!(
    BOX,
    "box",
    MOVES,
    "A box.",
    [("size", "size = [1, 2, 1]")],
    [key("size", "size = [1, 2, 1]", "Full edge lengths (m). Must be there.")]
);
shape!(
    CAPSULE,
    "capsule",
    MOVES,
    "A cylinder along y with round ends.",
    [("radius", "radius = 0.1"), ("length", "length = 1")],
    [
        key("radius", "radius = 0.1", "Radius (m). Must be there."),
        key("length", "length = 1", "The straight part (m). Must be there.")
    ]
);
shape!(
    CYLINDER,
    "cylinder",
    MOVES,
    "A cylinder along y.",
    [("radius", "radius = 0.4"), ("length", "length = 0.2")],
    [
        key("radius", "radius = 0.4", "Radius (m). Must be there."),
        key("length", "length = 0.2", "Height (m). Must be there.")
    ]
);
shape!(
    ELLIPSOID,
    "ellipsoid",
    MOVES,
    "An ellipsoid along its axes.",
    [("radii", "radii = [0.2, 0.3, 0.5]")],
    [key("radii", "radii = [0.2, 0.3, 0.5]", "Radii along x, y and z (m). Must be there.")]
);
shape!(
    HULL,
    "hull",
    MOVES,
    "The convex hull of points.",
    [("points", "points = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]")],
    [key(
        "points",
        "points = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]",
        "At least four that do not lie in a plane (m). Must be there."
    )]
);
shape!(
    HALF_SPACE,
    "half-space",
    STANDS,
    "Everything below a plane through the origin of the shape: a ground without end. For bodies that do not move.",
    [],
    [key("normal", "normal = [0, 1, 0]", "Out of the ground; up without it.")]
);
shape!(
    TERRAIN,
    "terrain",
    STANDS,
    "A surface of heights over a grid. For bodies that do not move.",
    [("heights", "heights = [[0, 1], [0, 0]]"), ("extent", "extent = [10, 10]")],
    [
        key("heights", "heights = [[0, 1], [0, 0]]", "Rows of heights (m) along z. Must be there."),
        key("extent", "extent = [10, 10]", "Its size along x and z (m). Must be there.")
    ]
);
pub const ROTATION: KeySection = KeySection {
    name: "rotation",
    says: "A rotation by an axis and an angle, wherever a rotation stands.",
    open: "[[body]]\nname = \"crate\"",
    also: BOXED,
    inline: Some(("rotation = { ", " }")),
    needs: &[("axis", "axis = [0, 0, 1]"), ("angle", "angle = 30")],
    keys: &[
        key("axis", "axis = [0, 0, 1]", "The axis, of any length. Must be there."),
        key("angle", "angle = 30", "Degrees, by the right-hand rule. Must be there."),
    ],
};

pub const REPEAT: KeySection = KeySection {
    name: "repeat",
    says: "Copies of a body, cable, joint or group. Expressions of the section may use i, j, k, and names {i}; a bare number is a count.",
    open: "[[body]]\nname = \"brick\"",
    also: BOXED,
    inline: Some(("repeat = { ", " }")),
    needs: &[("count", "count = [5, 8]")],
    keys: &[
        key("count", "count = [5, 8]", "One to three counts. Must be there."),
        key("step", "step = [0.25, 0.1, 0]", "How far copies are apart (m)."),
        key("jitter", "jitter = 0.01", "Moves each by chance up to so far (m); `--seed` chooses."),
        key("index", "index = [\"column\", \"row\"]", "Other names for i, j, k."),
    ],
};

pub const DRIVE: KeySection = KeySection {
    name: "drive",
    says: "How a kinematic body moves: steadily, to and fro, or from pose to pose.",
    open: "[[body]]\nname = \"belt\"\nmotion = \"kinematic\"",
    also: "",
    inline: Some(("drive = { ", " }")),
    needs: &[],
    keys: &[
        key("velocity", "velocity = [1, 0, 0]", "Steady velocity (m/s)."),
        key("angular_velocity", "angular_velocity = [0, 1, 0]", "Steady turning (rad/s)."),
        key(
            "amplitude",
            "amplitude = [0.1, 0, 0], frequency = 2",
            "How far it swings to either side (m), with frequency.",
        ),
        key("frequency", "amplitude = [0.1, 0, 0], frequency = 2", "Swings per second (Hz)."),
        key(
            "keyframes",
            "keyframes = [{ time = 1, position = [0, 1, 0] }]",
            "Poses at times: see keyframe.",
        ),
        key(
            "interpolation",
            "keyframes = [{ time = 1, position = [0, 1, 0] }], interpolation = \"smooth\"",
            "How it goes from pose to pose: \"linear\" (without it), or \"smooth\", so that velocities do not jump.",
        ),
    ],
};

pub const SURFACE_VELOCITY: KeySection = KeySection {
    name: "surface_velocity",
    says: "A belt that runs around a body while the body stays: what is above moves one way, what is below the other. Tracks, escalators.",
    open: "[[body]]\nname = \"track\"\nshape = { type = \"box\", size = [1, 0.2, 0.2] }",
    also: "",
    inline: Some(("surface_velocity = { ", " }")),
    needs: &[("axis", "axis = [0, 0, 1]"), ("speed", "speed = 2")],
    keys: &[
        key(
            "axis",
            "axis = [0, 0, 1]",
            "The axis that it runs about, by the right-hand rule, in the body's axes. Must be there.",
        ),
        key(
            "speed",
            "speed = [[0, 0], [2, 1.5]]",
            "Its speed (m/s), or a list of [time, speed]. Must be there.",
        ),
    ],
};

pub const KEYFRAME: KeySection = KeySection {
    name: "keyframe",
    says: "A pose at a time; between two of them the body goes evenly, or smoothly: see drive.",
    open: "[[body]]\nname = \"lift\"\nmotion = \"kinematic\"",
    also: "",
    inline: Some(("drive = { keyframes = [{ ", " }] }")),
    needs: &[("time", "time = 1")],
    keys: &[
        key("time", "time = 1", "When (s). Must be there."),
        key("position", "position = [0, 1, 0]", "Where (m)."),
        key("rotation", "rotation = [1, 0, 0, 0]", "How it is turned."),
    ],
};

pub const LIQUID: KeySection = KeySection {
    name: "liquid",
    says: "A liquid in a closed tank. All bodies are walls.",
    open: "[[liquid]]",
    also: "",
    inline: None,
    needs: &[
        ("name", "name = \"water\""),
        ("domain", "domain = [[0, 0, 0], [2, 1, 1]]"),
        ("region", "region = [[0, 0, 0], [1, 0.5, 1]]"),
        ("resolution", "resolution = 16"),
    ],
    keys: &[
        key("name", "name = \"water\"", "Its name. Must be there."),
        key(
            "domain",
            "domain = [[0, 0, 0], [2, 1, 1]]",
            "Lower and upper corner of the tank (m). Must be there.",
        ),
        key(
            "region",
            "region = [[0, 0, 0], [1, 0.5, 1]]",
            "Lower and upper corner of what is filled at the beginning (m). Must be there.",
        ),
        key("resolution", "resolution = 16", "Cells along the tank's longest edge. Must be there."),
        key(
            "flat",
            "flat = true",
            "Whether the tank is one cell thick; false without it. What liquid and bodies give each other is that of the whole depth of its domain.",
        ),
        key("density", "density = 800", "Density (kg/m³); that of water without it."),
        key("velocity", "velocity = [1, 0, 0]", "Velocity at the beginning (m/s)."),
        key(
            "walls",
            "walls = \"equality\"",
            "\"separating\": they push and do not pull (without it); \"equality\": what touches them stays; \"everywhere\": inner cells may part too.",
        ),
        key("repeat", "repeat = { count = 3, step = [0, 0, 2] }", "Makes copies: see repeat."),
    ],
};

pub const CABLE: KeySection = KeySection {
    name: "cable",
    says: "A chain of capsules with the stiffness of a rod. Without stiffnesses it is like steel.",
    open: "[[cable]]",
    also: "",
    inline: None,
    needs: &[
        ("name", "name = \"rope\""),
        ("path", "path = [[0, 5, 0], [2, 5, 0]]"),
        ("segments", "segments = 8"),
        ("radius", "radius = 0.02"),
        ("linear_density", "linear_density = 1"),
    ],
    keys: &[
        key("name", "name = \"rope\"", "Its name; segments are called rope-0 … Must be there."),
        key(
            "path",
            "path = [[0, 5, 0], [2, 5, 0]]",
            "Points that it is laid along (m). Must be there.",
        ),
        key("segments", "segments = 8", "Number of capsules. Must be there."),
        key("radius", "radius = 0.02", "Radius (m). Must be there."),
        key("linear_density", "linear_density = 1", "Mass per length (kg/m). Must be there."),
        key("axial_stiffness", "axial_stiffness = 1e6", "EA (N): against stretching."),
        key("bending_stiffness", "bending_stiffness = 10", "EI (N·m²); used by \"six-dof\"."),
        key("torsional_stiffness", "torsional_stiffness = 8", "GJ (N·m²); EI/1.3 without it."),
        key(
            "stretch_damping",
            "stretch_damping = 0.01",
            "Stretching relaxes within this time (s).",
        ),
        key("bend_damping", "bend_damping = 0.01", "Bending and twisting relax within it (s)."),
        key(
            "joint",
            "joint = \"six-dof\"",
            "Between segments: \"ball\" bends freely, as a rope; \"universal\" does not twist; \"six-dof\", without it, is as stiff as a rod.",
        ),
        key(
            "rest",
            "rest = \"as-laid\"",
            "Its shape without load: \"straight\", without it, or \"as-laid\".",
        ),
        key("first_end", "first_end = \"world\"", "\"free\" (without it), \"world\" or a body."),
        key("second_end", "second_end = \"arm\"", "The same for its other end."),
        key("clamped", "clamped = true", "Whether tied ends hold the direction too."),
        key("material", "material = \"steel\"", "What it is made of."),
        key("touching", "touching = true", "Whether tied ends may touch what they are tied to."),
        key("color", "color = \"#333\"", "Its colour in the viewer: #rgb or #rrggbb."),
        key("repeat", "repeat = { count = 3, step = [0, 0, 1] }", "Makes copies: see repeat."),
    ],
};

pub const GROUP: KeySection = KeySection {
    name: "group",
    says: "Bodies, cables, joints, soft bodies and groups that are placed and copied together. Inside it a body is found by its short name, outside as car/wheel.",
    open: "[[group]]",
    also: "",
    inline: None,
    needs: &[("name", "name = \"car\"")],
    keys: &[
        key("name", "name = \"car\"", "Its name, in front of those inside. Must be there."),
        key("position", "position = [10, 0, 0]", "Where it is (m)."),
        key("rotation", "rotation = { axis = [0, 1, 0], angle = 90 }", "How it is turned."),
        key("repeat", "repeat = { count = 4, step = [5, 0, 0] }", "Makes copies: see repeat."),
        key(
            "body",
            "[[group.body]]\nname = \"wheel\"\nshape = { type = \"sphere\", radius = 0.5 }",
            "A body: see [[body]].",
        ),
        key(
            "cable",
            "[[group.cable]]\nname = \"rope\"\npath = [[0, 5, 0], [2, 5, 0]]\nsegments = 8\nradius = 0.02\nlinear_density = 1",
            "A cable: see [[cable]].",
        ),
        key("model", "[[group.model]]\nfile = \"arm.xml\"", "A model from a file: see [[model]]."),
        key(
            "joint",
            "[[group.joint]]\ntype = \"fixed\"\nsecond = \"arm\"\nanchor = [0, 1, 0]",
            "A joint: see [[joint]].",
        ),
        key(
            "articulation",
            "[[group.joint]]\nname = \"elbow\"\ntype = \"hinge\"\nsecond = \"arm\"\nanchor = [0, 9, 0]\naxis = [0, 0, 1]\n\n[[group.articulation]]\njoints = [\"elbow\"]",
            "Joints that carry their bodies: see [[articulation]].",
        ),
        key(
            "soft",
            "[[group.soft]]\nname = \"jelly\"\nmesh = \"box\"\nsize = [1, 1, 1]\nyoung = 1e5",
            "A body that deforms: see [[soft]].",
        ),
        key(
            "sensor",
            "[[group.sensor]]\nname = \"imu\"\ntype = \"imu\"\nbody = \"arm\"",
            "What is measured: see sensor.imu and its like.",
        ),
        key("group", "[[group.group]]\nname = \"axle\"", "A group inside the group."),
    ],
};
