//! The scenes that come with the program. Each is a file in `scenes/` of this
//! crate and one line here; so are the models that they name.

use crate::error::{SceneError, hint};

/// A scene that is part of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltinScene {
    /// Its name.
    pub name: &'static str,
    /// Where its text is kept in the repository.
    pub path: &'static str,
    /// Its text.
    pub text: &'static str,
}

macro_rules! scenes {
    ($($name:literal),* $(,)?) => {
        &[$(BuiltinScene {
            name: $name,
            path: concat!("crates/scene/scenes/", $name, ".toml"),
            text: include_str!(concat!("../scenes/", $name, ".toml")),
        }),*]
    };
}

/// Every built-in scene.
pub static SCENES: &[BuiltinScene] = scenes![
    // Structures, mechanisms and heaps to begin with.
    "incline",
    "stack",
    "heavy-stack",
    "card-house",
    "arch",
    "four-legged-table",
    "dominoes",
    "newtons-cradle",
    "grasp",
    "double-pendulum",
    "slider-crank",
    "gyroscope",
    "pendulum-chain",
    "cable",
    "pile",
    "stacks",
    "sphere-on-box",
    "marble-box",
    "tower10",
    "heavy5",
    "grid125",
    "pulley",
    "conveyor-line",
    "rover",
    // Friction that knows directions, speed and load.
    "ridges",
    "log-slide",
    "hopper",
    "brake",
    // Friction against twisting and rolling.
    "curling",
    "billiards",
    "snowboard",
    "tyre-ground",
    // The scenes of Ho 2022, Lefebvre 2020 and Preclik et al.
    "boxes",
    "tower",
    "spinner",
    "chain",
    "trucks",
    "rocks",
    "wall",
    "crane",
    "winch",
    "parkour",
    "offshore",
    "forklift",
    "forwarder",
    "log-tower",
    "granular-spheres",
    "granular-boxes",
    // Heaps by the hundreds and thousands, in small steps.
    "pyramid-5050",
    "avalanche",
    "silo",
    "ball-pit",
    // Grains for many ranks.
    "bed",
    "mill",
    // Bodies of any form.
    "oddments",
    "nut-and-bolt",
    "gears",
    "chain-links",
    "bowl",
    // Bodies that deform.
    "cantilever",
    "soft-stack",
    "heavy-on-soft",
    "jelly-drop",
    "gripper-soft",
    "cloth-on-ball",
    "trampoline",
    "tyre",
    "rope-knot",
    // Barrier steps, in which nothing ever goes through anything.
    "twist",
    "squeeze",
    "soft-heap",
    "cards-barrier",
    "bolt",
    "roller",
    "masonry-arch",
    // Springs in layers, each with a clock of its own.
    "drape",
    // Liquids that let go of their walls (Erleben 2013, §4.2).
    "dam-break",
    "dam-break-lid",
    "tank-shaken",
    "pour",
    // Liquids that push bodies.
    "boat",
    "cork",
    "water-wheel",
    "gate",
    // Machines from model files.
    "gripper",
    "robot-arm",
    "quadruped",
];

macro_rules! models {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../scenes/", $name)))),*]
    };
}

/// The files that `[[model]]` of built-in scenes may name, with their texts.
static MODELS: &[(&str, &str)] = models!["gripper.xml", "robot-arm.xml", "quadruped.xml"];

/// The text of a model that comes with the program, by the name of its file.
pub fn find_model(file: &str) -> Option<&'static str> {
    MODELS.iter().find(|(name, _)| *name == file).map(|(_, text)| *text)
}

/// The built-in scene of that name.
pub fn find_builtin(name: &str) -> Result<&'static BuiltinScene, SceneError> {
    SCENES.iter().find(|scene| scene.name == name).ok_or_else(|| SceneError::Unknown {
        name: name.into(),
        hint: hint(name, SCENES.iter().map(|scene| scene.name)),
    })
}
