//! Scene files, built-in scenes, recordings and saved states.

mod articulations;
mod barriers;
mod broken;
mod builtin;
mod coded;
mod combinations;
mod directions;
mod dissipation;
mod driven;
mod everyday;
mod floating;
mod golden;
mod guide;
mod headers;
mod keys;
mod liquids;
mod machines;
mod models;
mod mutations;
mod presets;
mod reading;
mod recordings;
mod shared_recordings;
mod snippets;
mod soft;
mod sparse;
mod states;
mod steppers;
mod textures;
mod twist;

use stickslip_scene::{Overrides, Scene, SceneError, SceneSource};

/// A ground, two boxes and a hinge: a little of everything.
const SMALL: &str = r#"name = "small"
description = "two boxes"
seconds = 1

[parameters]
n = 2
half = "= n / 4"

[settings]
gravity = [0, -9.81, 0]
dt = 0.01
solver = "bpp"

[[material]]
name = "rubber"
friction = 0.9
restitution = 0.5

[[pair]]
materials = ["rubber", "default"]
friction = 0.7

[[body]]
name = "ground"
motion = "static"
shape = { type = "half-space" }

[[body]]
name = "box"
repeat = { count = "= n", step = [0, 1, 0] }
position = [0, "= half", 0]
material = "rubber"
shape = { type = "box", size = [1, 1, 1] }
mass = 2

[[body]]
name = "arm"
position = [3, 1, 0]
shape = { type = "capsule", radius = 0.1, length = 1 }
density = 500

[[joint]]
name = "shoulder"
type = "hinge"
second = "arm"
anchor = [3, 2, 0]
axis = [0, 0, 1]
limits = [-90, 90]
motor = { velocity = 1.5, limit = 10 }
"#;

fn read(text: &str) -> Result<Scene, SceneError> {
    SceneSource::new(text, "test.toml").read(&Overrides::default())
}

fn good(text: &str) -> Scene {
    read(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn bad(text: &str) -> String {
    match read(text) {
        Err(error) => error.to_string(),
        Ok(_) => panic!("read, but wrong:\n{text}"),
    }
}
