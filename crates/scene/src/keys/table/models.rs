//! Robots and machines from files.

use super::{KeySection, key};

pub const MODEL: KeySection = KeySection {
    name: "model",
    says: "A robot or machine from an MJCF (.xml) or URDF (.urdf) file, whose z is up. What it asks for and does not get is told as warnings.",
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
