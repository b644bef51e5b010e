//! What friction between two materials may be, in one line each: the traits of
//! the SIGGRAPH 2022 course's Table 5.

/// The traits of a way for friction to depend on direction, speed or load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LawTraits {
    /// The key of a `[[pair]]`, or the type of its `directions`.
    pub name: &'static str,
    /// Whether it is a type of `directions`.
    pub is_directional: bool,
    /// The form of the section.
    pub section: &'static str,
    /// What it is described by.
    pub parameters: &'static str,
    /// Where the axes of its frame come from.
    pub frame: &'static str,
    /// How friction grows with the normal force.
    pub scaling: &'static str,
    /// Whether it takes the most power that its section allows.
    pub takes_most: &'static str,
}

const NO_FRAME: &str = "none";
const LINEAR: &str = "linear";

/// Every one of them.
pub const LAWS: [LawTraits; 10] = [
    LawTraits {
        name: "friction",
        is_directional: false,
        section: "disc",
        parameters: "1: μ",
        frame: NO_FRAME,
        scaling: LINEAR,
        takes_most: "yes",
    },
    LawTraits {
        name: "ellipse",
        is_directional: true,
        section: "ellipse",
        parameters: "2: along, across",
        frame: "a structure, or sliding",
        scaling: LINEAR,
        takes_most: "yes",
    },
    LawTraits {
        name: "matchstick",
        is_directional: true,
        section: "ellipse, with torsion an ellipsoid",
        parameters: "3: along, across, μ; torsion",
        frame: "mean of both structures",
        scaling: LINEAR,
        takes_most: "yes",
    },
    LawTraits {
        name: "bounds",
        is_directional: true,
        section: "rectangle",
        parameters: "4: two along, two across",
        frame: "a structure, or sliding",
        scaling: LINEAR,
        takes_most: "yes",
    },
    LawTraits {
        name: "limit-surface",
        is_directional: true,
        section: "convex polygon",
        parameters: "any number of radii",
        frame: "a structure, or sliding",
        scaling: LINEAR,
        takes_most: "yes",
    },
    LawTraits {
        name: "tensors",
        is_directional: true,
        section: "ellipse, or a point",
        parameters: "9: two tensors and a factor",
        frame: "structure of the first",
        scaling: LINEAR,
        takes_most: "only as a cone",
    },
    LawTraits {
        name: "plowing",
        is_directional: true,
        section: "rectangle or polygon",
        parameters: "2 reliefs, a patch",
        frame: "that of the contact",
        scaling: LINEAR,
        takes_most: "yes",
    },
    LawTraits {
        name: "stribeck",
        is_directional: false,
        section: "that of the pair",
        parameters: "4: kinetic, speed, exponent, viscous",
        frame: NO_FRAME,
        scaling: "linear, by speed",
        takes_most: "yes",
    },
    LawTraits {
        name: "load_curve",
        is_directional: false,
        section: "that of the pair",
        parameters: "points of force and factor",
        frame: NO_FRAME,
        scaling: "any",
        takes_most: "yes",
    },
    LawTraits {
        name: "tresca",
        is_directional: false,
        section: "that of the pair",
        parameters: "1: a force",
        frame: NO_FRAME,
        scaling: "constant",
        takes_most: "yes",
    },
];
