//! Joints, each with the keys that all of them share.

use super::{Key, KeySection, key};

const COMMON: [Key; 12] = [
    key("name", "name = \"pivot\"", "Its name, by which motors are controlled."),
    key("first", "first = \"arm\"", "A body, or \"world\" (without it)."),
    key("second", "second = \"wheel\"", "The body that it moves. Must be there."),
    key(
        "stiffness",
        "stiffness = 1e6",
        "Lets it give way (N/m or N·m/rad); almost rigid without it.",
    ),
    key("damping", "stiffness = 1e6\ndamping = 1e3", "With stiffness: its damping."),
    key("epsilon", "epsilon = 1e-9\ngamma = 0.5", "Instead of stiffness, as of a material."),
    key("gamma", "epsilon = 1e-9\ngamma = 0.5", "With epsilon."),
    key("break_force", "break_force = 5000", "It breaks beyond this force (N)."),
    key("break_torque", "break_torque = 200", "It breaks beyond this torque (N·m)."),
    key("touching", "touching = true", "Whether its two bodies may touch; false without it."),
    key("repeat", "repeat = 1", "Makes copies: see repeat."),
    key("type", "", "Which joint. Must be there."),
];

macro_rules! joint {
    ($constant:ident, $name:literal, $says:literal, [$(($key:literal, $line:literal)),*], [$($what:expr),* $(,)?]) => {
        pub const $constant: KeySection = KeySection {
            name: concat!("joint.", $name),
            says: $says,
            open: concat!("[[joint]]\ntype = \"", $name, "\""),
            also: "",
            inline: None,
            needs: &[
                ("first", "first = \"arm\""),
                ("second", "second = \"wheel\""),
                $(($key, $line)),*
            ],
            keys: &[
                COMMON[11],
                $($what,)*
                COMMON[0], COMMON[1], COMMON[2], COMMON[3], COMMON[4], COMMON[5], COMMON[6],
                COMMON[7], COMMON[8], COMMON[9], COMMON[10],
            ],
        };
    };
}

const ANCHOR: Key = key("anchor", "anchor = [0, 1, 0]", "Where it is (m). Must be there.");
const BOUNDED: Key = key("limits", "limits = [-30, 30]", "How far it may go (degrees or m).");
const STOPPED: Key = key(
    "stop",
    "limits = [-30, 30]\nstop = { stiffness = 1e5, damping = 1e3 }",
    "How hard its limits are: see stop.",
);
const STOPPED_STRING: Key = key(
    "stop",
    "limits = [0.5, 2]\nstop = { stiffness = 1e5, damping = 1e3 }",
    "How hard its limits are: see stop.",
);
const DRIVEN: Key = key(
    "motor",
    "motor = { velocity = 2, limit = 100 }",
    "What drives it: see motor; a list where there are several.",
);
const SPRUNG: Key = key(
    "spring",
    "spring = { stiffness = 100, damping = 2 }",
    "What pulls and brakes it without a command: see spring.",
);
const TURNED: Key = key(
    "turned",
    "turned = { axis = [0, 0, 1], angle = 20 }",
    "How the second body is turned at the beginning from where its turn counts as none; not, without it.",
);

pub const ARTICULATION: KeySection = KeySection {
    name: "articulation",
    says: "Joints that carry their bodies in joint coordinates, unless `coordinates` says otherwise: they cannot open, and steps have no rows for what they hold. Joints that would close loops stay constraints.",
    open: "[[joint]]\nname = \"elbow\"\ntype = \"hinge\"\nsecond = \"arm\"\nanchor = [0, 9, 0]\naxis = [0, 0, 1]\n\n[[articulation]]",
    also: "",
    inline: None,
    needs: &[("joints", "joints = [\"elbow\"]")],
    keys: &[
        key("joints", "joints = [\"elbow\"]", "Names of the joints. Must be there."),
        key("repeat", "repeat = { count = 1 }", "Makes copies: see repeat."),
    ],
};

joint!(
    BALL,
    "ball",
    "Holds a common point.",
    [("anchor", "anchor = [0, 1, 0]")],
    [
        ANCHOR,
        key("friction", "friction = 0.5", "Dry friction torque about each axis (N·m)."),
        key("limit", "limit = 60", "Most turn about whatever axis (degrees, at most 180)."),
        SPRUNG,
        TURNED,
    ]
);
joint!(
    HINGE,
    "hinge",
    "Turns about one axis.",
    [("anchor", "anchor = [0, 1, 0]"), ("axis", "axis = [0, 0, 1]")],
    [
        ANCHOR,
        key(
            "axis",
            "axis = [0, 0, 1]",
            "The second body turns about it by the right-hand rule. Must be there."
        ),
        BOUNDED,
        STOPPED,
        DRIVEN,
        key("friction", "friction = 0.5", "Dry friction torque (N·m)."),
        SPRUNG,
    ]
);
joint!(
    PRISMATIC,
    "prismatic",
    "Slides along one axis.",
    [("anchor", "anchor = [0, 1, 0]"), ("axis", "axis = [0, 0, 1]")],
    [
        ANCHOR,
        key("axis", "axis = [0, 0, 1]", "The second body slides along it. Must be there."),
        BOUNDED,
        STOPPED,
        DRIVEN,
        key("friction", "friction = 5", "Dry friction (N)."),
        SPRUNG,
    ]
);
joint!(
    UNIVERSAL,
    "universal",
    "Two hinges in a cross: the axes stay perpendicular.",
    [
        ("anchor", "anchor = [0, 1, 0]"),
        ("first_axis", "first_axis = [1, 0, 0]"),
        ("second_axis", "second_axis = [0, 0, 1]")
    ],
    [
        ANCHOR,
        key("first_axis", "first_axis = [1, 0, 0]", "Axis on the first body. Must be there."),
        key(
            "second_axis",
            "second_axis = [0, 0, 1]",
            "Axis on the second, perpendicular to it. Must be there."
        ),
        key(
            "first_rotation",
            "first_rotation = { limits = [-40, 40] }",
            "What the turn about the first axis may do: see axis; \"free\" without it."
        ),
        key(
            "second_rotation",
            "second_rotation = { motor = { velocity = 1 } }",
            "What the turn about the second axis may do."
        ),
    ]
);
joint!(FIXED, "fixed", "Holds everything.", [("anchor", "anchor = [0, 1, 0]")], [ANCHOR]);
joint!(
    SIX_DOF,
    "six-dof",
    "Says for each of six axes what it may do: \"held\" (without it), \"free\", or see axis.",
    [("anchor", "anchor = [0, 1, 0]")],
    [
        ANCHOR,
        key("rotation", "rotation = { axis = [0, 1, 0], angle = 45 }", "How its axes are turned."),
        key("travel_x", "travel_x = \"free\"", "Travel along x."),
        key("travel_y", "travel_y = { limits = [0, 0.1] }", "Travel along y."),
        key(
            "travel_z",
            "travel_z = { limits = [0, 0], stiffness = 1e4, damping = 100 }",
            "Travel along z."
        ),
        key("rotation_x", "rotation_x = \"free\"", "Rotation about x."),
        key("rotation_y", "rotation_y = { limits = [-10, 10] }", "Rotation about y."),
        key("rotation_z", "rotation_z = { motor = { velocity = 1 } }", "Rotation about z."),
        TURNED,
    ]
);
joint!(
    DISTANCE,
    "distance",
    "Keeps two points at a distance: a rod, a rope or a strut.",
    [("first_anchor", "first_anchor = [0, 2, 0]"), ("second_anchor", "second_anchor = [0, 1, 0]")],
    [
        key(
            "first_anchor",
            "first_anchor = [0, 2, 0]",
            "Point on the first body (m). Must be there."
        ),
        key(
            "second_anchor",
            "second_anchor = [0, 1, 0]",
            "Point on the second (m). Must be there."
        ),
        key(
            "range",
            "range = [0, 2]",
            "Least and most distance (m): equal for a rod, from 0 for a rope; without it as it begins, or any where there is a spring or a motor."
        ),
        SPRUNG,
        DRIVEN,
    ]
);
joint!(
    TENDON,
    "tendon",
    "A string that runs straight from point to point; its length is held, stopped, sprung or driven. The first body on its path must be its second body.",
    [("path", "path = [{ body = \"wheel\", point = [0, 1, 0] }, { point = [0, 3, 0] }]")],
    [
        key(
            "path",
            "path = [{ body = \"wheel\", point = [0, 1, 0] }, { point = [0, 3, 0] }]",
            "Its points in their order: see path. Must be there."
        ),
        key("limits", "limits = [0.5, 2]", "Least and most length (m)."),
        STOPPED_STRING,
        DRIVEN,
        key("friction", "friction = 5", "Dry friction along it (N)."),
        SPRUNG,
    ]
);
joint!(
    BELT,
    "belt",
    "A belt or rope without mass that pulls and does not push, around wheels on which it sticks up to a ratio of tensions of e^(friction × angle). The first body on its route must be its second body.",
    [(
        "route",
        "route = [{ body = \"wheel\", point = [0, 1, 0] }, { point = [0, 3, 0], axis = [0, 0, 1], radius = 0.2, friction = 0.3 }, { point = [2, 1, 0] }]"
    )],
    [
        key(
            "route",
            "route = [{ body = \"wheel\", point = [0, 1, 0] }, { point = [0, 3, 0], axis = [0, 0, 1], radius = 0.2, friction = 0.3 }, { point = [2, 1, 0] }]",
            "What it runs around, in its order: see route. Ends with a radius are drums that it is wound onto. Must be there."
        ),
        key(
            "open",
            "route = [{ body = \"wheel\", point = [0, 1, 0], axis = [0, 0, 1], radius = 0.3 }, { point = [1, 1, 0], axis = [0, 0, 1], radius = 0.1 }]\nopen = false",
            "false: a loop around two wheels."
        ),
        key("length", "length = 7.5", "Its length at rest (m); without it that at the beginning."),
    ]
);
joint!(
    THRUSTER,
    "thruster",
    "Pushes and turns the second body against the first, and holds nothing: its motor says how much.",
    [
        ("anchor", "anchor = [0, 1, 0]"),
        ("force", "force = [0, 1, 0]"),
        ("motor", "motor = { force = 20 }")
    ],
    [
        key("anchor", "anchor = [0, 1, 0]", "Where on the second body (m). Must be there."),
        key("force", "force = [0, 1, 0]", "Force for 1 of the motor (N); none without it."),
        key("torque", "torque = [0, 0.1, 0]", "Torque for 1 of the motor (N·m); none without it."),
        key(
            "force_turns",
            "force_turns = false",
            "Whether the force turns with the second body, true without it; else with the first."
        ),
        key("torque_turns", "torque_turns = false", "The same of the torque."),
        key(
            "motor",
            "motor = { force = 20 }",
            "Its force, or its speed: see motor. Must be there; a list where there are several."
        ),
    ]
);
joint!(
    GEAR,
    "gear",
    "Two wheels whose teeth mesh: ω₁·a₁ + ratio·ω₂·a₂ = 0, both against the carrier.",
    [("first_axis", "first_axis = [0, 0, 1]"), ("second_axis", "second_axis = [0, 0, 1]")],
    [
        key("first_axis", "first_axis = [0, 0, 1]", "Axis on the first wheel. Must be there."),
        key("second_axis", "second_axis = [0, 0, 1]", "Axis on the second. Must be there."),
        key(
            "ratio",
            "ratio = 2",
            "Teeth of the second over teeth of the first, negative for inner wheels; 1 without it."
        ),
        key("carrier", "carrier = \"axle\"", "The body that carries both; the world without it."),
    ]
);
joint!(
    COUPLING,
    "coupling",
    "Keeps q + ratio·q′ at zero or in a range, where q and q′ are the turns or travels of two bodies against those that carry them.",
    [
        ("axis", "axis = [0, 0, 1]"),
        ("anchor", "anchor = [0, 1, 0]"),
        ("other", "other = \"axle\""),
        ("other_axis", "other_axis = [1, 0, 0]")
    ],
    [
        key("axis", "axis = [0, 0, 1]", "Axis of the second body. Must be there."),
        key(
            "anchor",
            "anchor = [0, 1, 0]",
            "A point from which travels are measured. Must be there."
        ),
        key(
            "slides",
            "slides = 1",
            "1: the second body's q is its travel along the axis (m); 0: its turn (rad), without it."
        ),
        key(
            "carrier",
            "carrier = \"axle\"",
            "The body against which q is measured; the world without it."
        ),
        key("other", "other = \"axle\"", "The body of q′. Must be there."),
        key("other_axis", "other_axis = [1, 0, 0]", "Its axis. Must be there."),
        key("other_slides", "other_slides = 1", "The same as slides, of q′."),
        key(
            "other_carrier",
            "other_carrier = \"wheel\"",
            "The body against which q′ is measured; the world without it."
        ),
        key("ratio", "ratio = -2", "Factor on q′; 1 without it."),
        key("range", "range = [-1, 1]", "Between what the sum stays (m or rad); 0 without it."),
    ]
);

joint!(
    DIFFERENTIAL,
    "differential",
    "Splits an input between two outputs: ω₁·a₁ = ratio·½(ω₂·a₂ + ω₃·a₂), all against the carrier.",
    [
        ("input_axis", "input_axis = [0, 0, 1]"),
        ("output_axis", "output_axis = [1, 0, 0]"),
        ("other_output", "other_output = \"axle\"")
    ],
    [
        key(
            "input_axis",
            "input_axis = [0, 0, 1]",
            "Axis on the first body, the input. Must be there."
        ),
        key("output_axis", "output_axis = [1, 0, 0]", "Axis on both outputs. Must be there."),
        key(
            "other_output",
            "other_output = \"axle\"",
            "The output besides the second body. Must be there."
        ),
        key("ratio", "ratio = 3", "Turns of the input per mean turn of the outputs; 1 without it."),
        key("carrier", "carrier = \"ground\"", "The body that carries them; the world without it."),
    ]
);

/// What a hinge needs besides.
const HINGED: &str = "first = \"arm\"\nsecond = \"wheel\"\nanchor = [0, 1, 0]\naxis = [0, 0, 1]";

const SPRING: [Key; 4] = [
    key("stiffness", "stiffness = 1e5", "Stiffness (N/m or N·m/rad); almost rigid without it."),
    key("damping", "stiffness = 1e5, damping = 1e3", "With stiffness: its damping."),
    key("epsilon", "epsilon = 1e-9, gamma = 0.5", "Instead of stiffness, as of a material."),
    key("gamma", "epsilon = 1e-9, gamma = 0.5", "With epsilon."),
];

pub const MOTOR: KeySection = KeySection {
    name: "motor",
    says: "What drives a hinge, a slider or an axis: to a velocity, to a position by a spring, or with a force.",
    open: "[[joint]]\ntype = \"hinge\"",
    also: HINGED,
    inline: Some(("motor = { ", " }")),
    needs: &[],
    keys: &[
        key("velocity", "velocity = 2", "Speed (m/s or rad/s), or a list of [time, speed]."),
        key(
            "position",
            "position = [[0, 0], [2, 90]]",
            "In its place: where to (m or degrees), or a list of [time, place].",
        ),
        key(
            "force",
            "force = [[0, 0], [1, 20]]",
            "In its place: a force (N) or torque (N·m), or a list of [time, force].",
        ),
        key("stiffness", "position = 90, stiffness = 1e4", "With position: of its spring."),
        key("damping", "position = 90, stiffness = 1e4, damping = 100", "With stiffness."),
        key("epsilon", "position = 90, epsilon = 1e-9, gamma = 0.5", "Instead of stiffness."),
        key("gamma", "position = 90, epsilon = 1e-9, gamma = 0.5", "With epsilon."),
        key(
            "limit",
            "velocity = 2, limit = 100",
            "Most force (N) or torque (N·m); any without it.",
        ),
    ],
};

pub const STOP: KeySection = KeySection {
    name: "stop",
    says: "How hard the limits of a hinge or slider are.",
    open: "[[joint]]\ntype = \"hinge\"",
    also: HINGED,
    inline: Some(("stop = { ", " }")),
    needs: &[],
    keys: &[SPRING[0], SPRING[1], SPRING[2], SPRING[3]],
};

pub const PATH: KeySection = KeySection {
    name: "path",
    says: "One point of a tendon.",
    open: "[[joint]]\ntype = \"tendon\"",
    also: "first = \"arm\"\nsecond = \"wheel\"",
    inline: Some((
        "path = [{ body = \"wheel\", point = [0, 1, 0] }, { point = [0, 3, 0] }, { ",
        " }, { body = \"wheel\", point = [0.5, 1, 0] }]",
    )),
    needs: &[("point", "point = [0.5, 3, 0]")],
    keys: &[
        key("body", "body = \"axle\"", "The body that it is on; \"world\" without it."),
        key("point", "point = [0.5, 3, 0]", "Where it is (m). Must be there."),
        key(
            "divisor",
            "divisor = 2",
            "A new branch begins here, whose length is divided by this, as behind a pulley block.",
        ),
    ],
};

pub const ROUTE: KeySection = KeySection {
    name: "route",
    says: "One wheel, eye or end on the route of a belt.",
    open: "[[joint]]\ntype = \"belt\"",
    also: "first = \"arm\"\nsecond = \"wheel\"",
    inline: Some((
        "route = [{ body = \"wheel\", point = [0, 1, 0] }, { ",
        " }, { point = [2, 1, 0] }]",
    )),
    needs: &[("point", "point = [0, 3, 0]")],
    keys: &[
        key("body", "body = \"axle\"", "The body that it is on; \"world\" without it."),
        key(
            "point",
            "point = [0, 3, 0]",
            "The point, or the centre of a wheel (m). Must be there.",
        ),
        key(
            "axis",
            "axis = [0, 0, 1], radius = 0.2",
            "The axis of a wheel, about which the belt winds by the right hand.",
        ),
        key(
            "radius",
            "axis = [0, 0, 1], radius = 0.2",
            "Radius of a wheel (m); 0 for a point or an eye.",
        ),
        key("friction", "friction = 0.3", "Coefficient of friction between belt and wheel."),
        key(
            "turns",
            "axis = [0, 0, 1], radius = 0.2, turns = 2",
            "Whole turns around a wheel besides; of a drum at an end how often the belt is wound onto it.",
        ),
    ],
};

pub const SPRINGS: KeySection = KeySection {
    name: "spring",
    says: "What pulls and brakes an axis, a ball, a distance or a tendon without a command.",
    open: "[[joint]]\ntype = \"hinge\"",
    also: HINGED,
    inline: Some(("spring = { ", " }")),
    needs: &[],
    keys: &[
        key("stiffness", "stiffness = 100", "Stiffness (N/m or N·m/rad); 0 without it."),
        key("damping", "damping = 2", "Damping (N·s/m or N·m·s/rad); 0 without it."),
        key(
            "rest",
            "stiffness = 100, rest = [-10, 10]",
            "Where the spring rests (m or degrees): one value, or two between which it is slack; 0 without it.",
        ),
        key(
            "armature",
            "armature = 0.1",
            "Inertia of what moves with the axis alone (kg or kg·m²), for steps without accuracy.",
        ),
    ],
};

pub const AXIS: KeySection = KeySection {
    name: "axis",
    says: "What one axis of a six-dof or universal joint may do; stiffness says how hard its limits are.",
    open: "[[joint]]\ntype = \"six-dof\"",
    also: "first = \"arm\"\nsecond = \"wheel\"\nanchor = [0, 1, 0]",
    inline: Some(("travel_x = { ", " }")),
    needs: &[],
    keys: &[
        key("limits", "limits = [0, 0.1]", "How far it may go (m or degrees)."),
        key("motor", "motor = { velocity = 0.1 }", "What drives it: see motor."),
        key("friction", "friction = 5", "Dry friction (N or N·m)."),
        SPRUNG,
        SPRING[0],
        SPRING[1],
        SPRING[2],
        SPRING[3],
    ],
};
