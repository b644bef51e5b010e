//! Friction that depends on direction, speed and load.

use super::{Key, KeySection, key};

const ON: (&str, &str) = ("directions = { ", " }");

const MATERIALS: &str = "[[material]]\nname = \"wood\"\nstructure = [1, 0, 0]\nrelief = [\"0.5\", \"1\", \"0\"]\n[[material]]\nname = \"felt\"\n[[pair]]\nmaterials = [\"wood\", \"wood\"]";

const TWO: &str = "[[material]]\nname = \"wood\"\nstructure = [1, 0, 0]\n[[material]]\nname = \"felt\"\n[[pair]]\nmaterials = [\"wood\", \"felt\"]";

const TYPE: &str = "Which model. Must be there.";

const FRAME: Key = key(
    "frame",
    "frame = \"sliding\"",
    "What the first axis follows: the structure of the \"first\" material of the pair (without it) or of the \"second\", or the direction of \"sliding\" at the beginning of the step.",
);

/// One kind of directions.
const fn kind(
    name: &'static str,
    says: &'static str,
    open: &'static str,
    needs: &'static [(&'static str, &'static str)],
    keys: &'static [Key],
) -> KeySection {
    KeySection { name, says, open, also: "", inline: Some(ON), needs, keys }
}

pub const MATCHSTICK: KeySection = kind(
    "directions.matchstick",
    "Friction by the angle between the structures of both surfaces: these coefficients where they are parallel, the pair's `friction` in all directions where they are crossed.",
    MATERIALS,
    &[("type", "type = \"matchstick\""), ("along", "along = 0.1"), ("across", "across = 0.8")],
    &[
        key("type", "type = \"matchstick\"", TYPE),
        key("along", "along = 0.1", "Coefficient along parallel structures. Must be there."),
        key("across", "across = 0.8", "Coefficient across them. Must be there."),
        key(
            "torsion",
            "torsion = 0.01",
            "Radius (m) of friction against spinning where they are parallel; that of the pair everywhere without it.",
        ),
    ],
);

pub const ELLIPSE: KeySection = kind(
    "directions.ellipse",
    "An ellipse of friction with fixed coefficients.",
    MATERIALS,
    &[("type", "type = \"ellipse\""), ("along", "along = 0.1"), ("across", "across = 0.8")],
    &[
        key("type", "type = \"ellipse\"", TYPE),
        key("along", "along = 0.1", "Coefficient along the first axis. Must be there."),
        key("across", "across = 0.8", "Coefficient across it. Must be there."),
        FRAME,
    ],
);

pub const BOUNDS: KeySection = kind(
    "directions.bounds",
    "Bounds of friction that differ by side, each tangent by itself.",
    TWO,
    &[
        ("type", "type = \"bounds\""),
        ("along", "along = [0.8, 0.1]"),
        ("across", "across = [0.4, 0.4]"),
    ],
    &[
        key("type", "type = \"bounds\"", TYPE),
        key(
            "along",
            "along = [0.8, 0.1]",
            "Coefficients against the second material sliding backward and forward along the first axis over the first. Must be there.",
        ),
        key("across", "across = [0.4, 0.4]", "The same along the second axis. Must be there."),
        FRAME,
    ],
);

pub const LIMIT_SURFACE: KeySection = kind(
    "directions.limit-surface",
    "Any convex limit surface, sampled along rays: a polygon of the largest forces on the second material per load.",
    MATERIALS,
    &[("type", "type = \"limit-surface\""), ("radius", "radius = \"0.4 + 0.05 * cos(2 * angle)\"")],
    &[
        key("type", "type = \"limit-surface\"", TYPE),
        key(
            "radius",
            "radius = [0.5, 0.4, 0.3, 0.5, 0.4, 0.3]",
            "How far it reaches in equally spaced directions, the first along the first axis; or a formula of the `angle` (degrees). Must be there.",
        ),
        key(
            "rays",
            "rays = 24, radius = \"0.4 + 0.05 * cos(2 * angle)\"",
            "How many rays sample a formula; 16 without it.",
        ),
        FRAME,
    ],
);

pub const TENSORS: KeySection = kind(
    "directions.tensors",
    "Friction tensors: the force is −factor (Q₁ + R Q₂ Rᵀ) v/‖v‖ per load, R turning the structure of the one surface to that of the other.",
    MATERIALS,
    &[
        ("type", "type = \"tensors\""),
        ("first", "first = [[0.1, 0], [0, 0.4]]"),
        ("second", "second = [[0.2, 0], [0, 0.2]]"),
    ],
    &[
        key("type", "type = \"tensors\"", TYPE),
        key(
            "first",
            "first = [[0.1, 0], [0, 0.4]]",
            "Q of the first material, in the frame of its structure. Must be there.",
        ),
        key("second", "second = [[0.2, 0], [0, 0.2]]", "Q of the second. Must be there."),
        key("factor", "factor = 0.5", "What they are multiplied by; 1 without it."),
        key(
            "cone",
            "cone = false",
            "Whether friction may be anything on the ellipse of the tensors and takes most power (true without it), or is the force above, with the slip of the beginning of the step.",
        ),
    ],
);

pub const PLOWING: KeySection = kind(
    "directions.plowing",
    "What stands out of one surface plows the other: friction by the `relief` of the materials, averaged over a patch around the contact.",
    MATERIALS,
    &[("type", "type = \"plowing\"")],
    &[
        key("type", "type = \"plowing\"", TYPE),
        key("patch", "patch = 0.05", "Side of the patch (m); 0.1 without it."),
        key("samples", "samples = 8", "Samples along each side of it, at most 256; 16 without it."),
        key(
            "facets",
            "facets = 8",
            "Directions that are measured: 4 (without it) bound each tangent by itself, more of them make a polygon.",
        ),
        key(
            "by_tangent",
            "by_tangent = true",
            "Whether steep facets count by the tangent of their angle and not by the angle; false without it.",
        ),
    ],
);

pub const STRIBECK: KeySection = KeySection {
    name: "stribeck",
    says: "Static and kinetic friction: μ(v) = kinetic + (friction − kinetic) exp(−(v/speed)^exponent) + viscous v, v being the speed of slip at the beginning of the step, or in the last round of an accurate one. With directions, all coefficients are multiplied by μ(v)/friction.",
    open: "[[pair]]\nmaterials = [\"default\", \"default\"]",
    also: "",
    inline: Some(("stribeck = { ", " }")),
    needs: &[("kinetic", "kinetic = 0.3"), ("speed", "speed = 0.01")],
    keys: &[
        key("kinetic", "kinetic = 0.3", "The coefficient of fast sliding. Must be there."),
        key(
            "speed",
            "speed = 0.01",
            "The speed at which most of the fall is done (m/s). Must be there.",
        ),
        key("exponent", "exponent = 2", "How suddenly it falls; 1 without it."),
        key("viscous", "viscous = 0.1", "What every m/s adds; 0 without it."),
    ],
};

const IMAGE: &[Key] = &[
    key(
        "image",
        "image = \"surface.png\"",
        "A PNG file, relative to the scene file; it repeats beyond its edges. Must be there.",
    ),
    key("size", "size = [2, 1]", "Width and height of the image on the body (m). Must be there."),
    key("position", "position = [0, 0.5, 0]", "The middle of the image on the body (m)."),
    key(
        "right",
        "right = [0, 1, 0]",
        "The axis of the body along the rows of the image; x without it.",
    ),
    key(
        "up",
        "up = [0, 1, 0]",
        "The axis of the body from its lower to its upper side, perpendicular to right; −z without it: so it lies on top of a body whose y is up.",
    ),
];

pub const STRUCTURE: KeySection = KeySection {
    name: "structure",
    says: "The structure of a material from an image: the angle of the direction in the plane of the image, counter-clockwise from its right side, is 180° × grey/256, or half the hue of a colour. Where the image is transparent, or a colour has no hue, there is none.",
    open: "[[material]]\nname = \"wood\"",
    also: "",
    inline: Some(("structure = { ", " }")),
    needs: &[("image", "image = \"grain.png\""), ("size", "size = [2, 1]")],
    keys: IMAGE,
};

pub const RELIEF: KeySection = KeySection {
    name: "relief",
    says: "The relief of a material from a normal map: red, green and blue from 0 to 255 are −1 to 1 along the right side of the image, its upper side and out of it. Where the image is transparent, there is none.",
    open: "[[material]]\nname = \"wood\"",
    also: "",
    inline: Some(("relief = { ", " }")),
    needs: &[("image", "image = \"ridges.png\""), ("size", "size = [2, 1]")],
    keys: IMAGE,
};
