//! Sensors.

use super::{Key, KeySection, key};

const PLAIN: &str = "[[sensor]]";
const JOINED: &str = "[[joint]]\nname = \"elbow\"\ntype = \"hinge\"\nsecond = \"arm\"\n\
    anchor = [0, 9, 0]\naxis = [0, 0, 1]\n\n[[sensor]]";
const NAME: Key = key(
    "name",
    "name = \"wrist\"",
    "Its name, which is that of its columns in `run --sensors`. Must be there.",
);
const NOISE: Key = key(
    "noise",
    "noise = 0.01",
    "Standard deviation of normal noise on every number, in its unit; 0 without it. It follows the scene's seed.",
);
const REPEAT: Key = key("repeat", "repeat = { count = 2 }", "Makes copies: see repeat.");
const POSITION: Key =
    key("position", "position = [0, 0.1, 0]", "Where it is, in the axes of its body (m).");
const ROTATION: Key =
    key("rotation", "rotation = { axis = [0, 0, 1], angle = 90 }", "How it is turned on its body.");
const BODY: Key = key("body", "body = \"arm\"", "The body that carries it; the world without it.");

macro_rules! sensor {
    ($constant:ident, $name:literal, $says:literal, $open:expr, [$(($need:literal, $line:literal)),*], [$($what:expr),*]) => {
        pub const $constant: KeySection = KeySection {
            name: concat!("sensor.", $name),
            says: $says,
            open: $open,
            also: "",
            inline: None,
            needs: &[
                ("name", "name = \"wrist\""),
                ("type", concat!("type = \"", $name, "\"")),
                $(($need, $line)),*
            ],
            keys: &[
                NAME,
                key("type", concat!("type = \"", $name, "\""), "Which sensor. Must be there."),
                $($what,)*
                NOISE,
                REPEAT,
            ],
        };
    };
}

sensor!(
    FORCE_TORQUE,
    "force-torque",
    "Force and torque about the anchor of a joint on its second body, in the axes of that body: fx fy fz (N), tx ty tz (N·m).",
    JOINED,
    [("joint", "joint = \"elbow\"")],
    [key("joint", "joint = \"elbow\"", "The joint. Must be there.")]
);
sensor!(
    JOINT,
    "joint",
    "The coordinate of a hinge, slider, distance or tendon: position (rad or m), velocity, and effort, which is what motors, springs and friction do (N·m or N).",
    JOINED,
    [("joint", "joint = \"elbow\"")],
    [key("joint", "joint = \"elbow\"", "The joint. Must be there.")]
);
sensor!(
    IMU,
    "imu",
    "Specific force, which at rest is g upwards, and angular velocity, in its own axes: ax ay az (m/s²), wx wy wz (rad/s). Accelerations are means over a step.",
    PLAIN,
    [],
    [BODY, POSITION, ROTATION]
);
sensor!(
    FRAME,
    "frame",
    "Where it is and how it moves, in world axes: x y z (m), qw qx qy qz, vx vy vz (m/s), wx wy wz (rad/s).",
    PLAIN,
    [],
    [BODY, POSITION, ROTATION]
);
sensor!(
    TOUCH,
    "touch",
    "Net contact force on a body, or on a zone of it, in axes of the body, fx fy fz (N), and the sum of normal forces over an area, pressure (Pa).",
    PLAIN,
    [("body", "body = \"arm\"")],
    [
        key("body", "body = \"arm\"", "The body. Must be there."),
        key(
            "zone",
            "zone = { type = \"cylinder\", radius = 0.05, length = 0.01 }",
            "Only contacts inside this part of the body, or whose normal leads out of the body through it: a shape of any type, with position and rotation on the body. All contacts of the body without it."
        ),
        key("area", "area = 0.01", "The area (m²); 1 without it."),
        key("other", "other = \"ground\"", "Only what this body does; everything without it.")
    ]
);
sensor!(
    RANGE,
    "range",
    "Distance to what a ray meets first, other than its own body (m).",
    PLAIN,
    [],
    [
        BODY,
        POSITION,
        key(
            "direction",
            "direction = [0, -1, 0]",
            "Where it looks, in the axes of its body; along x without it."
        ),
        key(
            "reach",
            "reach = 5",
            "How far it sees, and what it says where there is nothing (m); 100 without it."
        )
    ]
);
