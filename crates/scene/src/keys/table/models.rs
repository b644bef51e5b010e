//! Robots and machines from files.

use super::{KeySection, key};

pub const MODEL: KeySection = KeySection {
    name: "model",
    says: "A robot or machine from an MJCF (.xml) or URDF (.urdf) file, whose z is up. What it asks for and does not get is reported as warnings.",
    open: "[[model]]",
    also: "",
    inline: None,
    needs: &[("file", "file = \"arm.xml\"")],
    keys: &[
        key("file", "file = \"arm.xml\"", "The file, relative to the scene. Must be there."),
        key(
            "name",
            "name = \"left\"",
            "Its bodies and joints are then called \"left/…\"; without it, as in the file.",
        ),
        key("position", "position = [0, 1, 0]", "Where its origin stands (m)."),
        key(
            "rotation",
            "rotation = { axis = [1, 0, 0], angle = -90 }",
            "How it is turned. This turns its z up where y is.",
        ),
        key(
            "floating",
            "floating = true",
            "Whether the root of a URDF moves freely; no without it.",
        ),
        key(
            "meshes",
            "meshes = \"decompose\"",
            "How meshes touch: \"convex\", their hulls (without it); \"decompose\", convex parts; \"surface\", as they are, which must then be closed.",
        ),
        key(
            "overlaps",
            "overlaps = \"touch\"",
            "Links of the model that begin inside each other \"pass\" through each other from then on, which is said, or \"touch\"; \"format\" without it: those of a URDF pass, as it cannot say what may touch, those of MJCF, which can, touch.",
        ),
        key(
            "drive",
            "drive = \"position\"",
            "Which hinges and sliders without a motor get one: \"position\", \"velocity\" or \"force\" for all of them, \"none\", or \"file\" (without it): those that a URDF names in transmission or ros2_control. Limits are the efforts of the file; positions are held where they begin.",
        ),
        key(
            "motors",
            "motors = [{ joint = \"elbow\", mode = \"position\", stiffness = 200 }]",
            "Motors for single joints: see motors.",
        ),
        key("key", "key = \"home\"", "The state of the file in which it begins."),
        key(
            "state",
            "state = \"start.json\"",
            "A file with the state in which it begins: qpos, qvel and ctrl, or joint_values.",
        ),
        key(
            "packages",
            "packages = [\"arm_description=../arm\"]",
            "Folders of packages that a URDF names by package://.",
        ),
        key(
            "reading",
            "reading = \"lenient\"",
            "\"strict\" makes errors of warnings, \"lenient\" warnings of missing features; \"normal\" without it.",
        ),
        key(
            "repeat",
            "name = \"arm\"\nrepeat = { count = 3, step = [0, 0, 2] }",
            "Makes copies, which need a name: see repeat.",
        ),
    ],
};

pub const MOTORS: KeySection = KeySection {
    name: "motors",
    says: "A motor for a joint of a model that has none; it is called as the joint.",
    open: "[[model]]\nfile = \"arm.urdf\"",
    also: "",
    inline: Some(("motors = [{ ", " }]")),
    needs: &[("joint", "joint = \"elbow\""), ("mode", "mode = \"position\"")],
    keys: &[
        key("joint", "joint = \"elbow\"", "The joint, as the file calls it. Must be there."),
        key(
            "mode",
            "mode = \"velocity\"",
            "Its command: a \"position\" (rad or m), a \"velocity\", or a \"force\". Must be there.",
        ),
        key(
            "stiffness",
            "stiffness = 200",
            "Of positions (N·m/rad or N/m); without it the limit is reached 0.1 rad or m away.",
        ),
        key(
            "damping",
            "damping = 10",
            "N·m·s/rad or N·s/m; without it a tenth of the stiffness, and of velocities ten times the limit.",
        ),
        key("limit", "limit = 50", "Largest torque or force; the effort of the file without it."),
    ],
};
