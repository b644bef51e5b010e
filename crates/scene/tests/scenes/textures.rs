//! Structures and reliefs from images.

use std::fs::File;
use std::path::Path;

use png::{BitDepth, ColorType, Encoder};
use stickslip_dynamics::Simulation;
use stickslip_dynamics::glam::DVec3;
use stickslip_scene::{Overrides, Scene, SceneError, SceneSource};
use tempfile::TempDir;

use crate::directions::{run, velocity};

const G: f64 = 9.81;

fn draw(folder: &TempDir, name: &str, color: ColorType, [columns, rows]: [u32; 2], bytes: &[u8]) {
    let file = File::create(folder.path().join(name)).expect("writable");
    let mut encoder = Encoder::new(file, columns, rows);
    encoder.set_color(color);
    encoder.set_depth(BitDepth::Eight);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(bytes).expect("as many bytes as pixels need");
}

/// A floor with these keys and a puck on it, as a file beside its images.
fn read(folder: &Path, floor: &str, pair: &str) -> Result<Scene, SceneError> {
    let text = format!(
        r#"name = "tiles"
[settings]
dt = 0.01
friction_model = "cone"
[[material]]
name = "floor"
{floor}
[[material]]
name = "puck"
[[pair]]
materials = ["floor", "puck"]
friction = 0.5
{pair}
[[body]]
name = "ground"
motion = "static"
material = "floor"
shape = {{ type = "half-space" }}
[[body]]
name = "left"
position = [-2.5, 0.05, 0]
velocity = [3, 0, 0]
material = "puck"
shape = {{ type = "box", size = [0.4, 0.1, 0.4] }}
mass = 2
[[body]]
name = "right"
position = [2, 0.05, -1]
velocity = [3, 0, 0]
material = "puck"
shape = {{ type = "box", size = [0.4, 0.1, 0.4] }}
mass = 2
"#
    );
    let path = folder.join("tiles.toml").to_string_lossy().into_owned();
    SceneSource::new(text, path).read(&Overrides::default())
}

fn scene(folder: &TempDir, floor: &str, pair: &str) -> Simulation {
    let scene = read(folder.path(), floor, pair).unwrap_or_else(|error| panic!("{error}"));
    scene.simulation().expect("sound")
}

/// The structure of the floor at a place.
fn grain(simulation: &Simulation, place: DVec3) -> DVec3 {
    let materials = &simulation.model().materials;
    let floor = materials.find("floor").expect("a material");
    materials.structure(floor).expect("an image").at(place)
}

/// Grey 0 is along the right side, and 128 along the upper one; the pixels tell
/// where.
#[test]
fn grey_is_an_angle() {
    let folder = TempDir::new().expect("a folder");
    draw(&folder, "grain.png", ColorType::Grayscale, [2, 2], &[0, 128, 0, 64]);
    let simulation = scene(
        &folder,
        "structure = { image = \"grain.png\", size = [8, 4] }",
        "directions = { type = \"ellipse\", along = 0.1, across = 0.7 }",
    );
    let up = DVec3::NEG_Z;
    for (place, direction) in [
        (DVec3::new(-2.0, 0.0, -1.0), DVec3::X),
        (DVec3::new(2.0, 0.0, -1.0), up),
        (DVec3::new(3.9, 7.0, 1.9), (DVec3::X + up).normalize()),
        // It repeats.
        (DVec3::new(-6.0, 0.0, -1.0), up),
        (DVec3::new(10.0, 0.0, 1.0), (DVec3::X + up).normalize()),
    ] {
        let found = grain(&simulation, place);
        assert!(found.distance(direction) < 1e-12, "{place}: {found}");
    }
    // Grain along the way, and across it.
    let mut simulation = simulation;
    run(&mut simulation, 0.3);
    for (name, mu) in [("left", 0.1), ("right", 0.7)] {
        let speed = velocity(&simulation, name).x;
        assert!((speed - (3.0 - mu * G * 0.3)).abs() < 1e-6, "{name}: {speed}");
    }
}

/// Half the hue; neither white nor transparent pixels have a direction.
#[test]
fn hue_is_twice_an_angle() {
    let folder = TempDir::new().expect("a folder");
    let colours = [
        [255, 0, 0, 255],
        [0, 255, 0, 255],
        [0, 255, 255, 255],
        [0, 0, 90, 255],
        [200, 200, 200, 255],
        [255, 0, 0, 0],
    ];
    draw(&folder, "grain.png", ColorType::Rgba, [6, 1], colours.as_flattened());
    // On a wall that looks along z.
    let keys = "image = \"grain.png\", size = [6, 1], position = [3, 0.5, 0], up = [0, 1, 0]";
    let simulation = scene(&folder, &format!("structure = {{ {keys} }}"), "");
    for (pixel, degrees) in [(0, 0.0_f64), (1, 60.0), (2, 90.0), (3, 120.0)] {
        let found = grain(&simulation, DVec3::new(f64::from(pixel) + 0.5, 0.2, 0.0));
        let (sine, cosine) = degrees.to_radians().sin_cos();
        assert!(found.distance(DVec3::new(cosine, sine, 0.0)) < 1e-12, "{pixel}: {found}");
    }
    for pixel in [4.5, 5.5] {
        assert_eq!(grain(&simulation, DVec3::new(pixel, 0.2, 0.0)), DVec3::ZERO);
    }
}

/// Orange, pink and violet lie between red, green and blue.
#[test]
fn mixed_colours_lie_between_pure_ones() {
    let folder = TempDir::new().expect("a folder");
    draw(&folder, "grain.png", ColorType::Rgb, [3, 1], &[255, 51, 0, 255, 0, 51, 51, 0, 255]);
    let keys = "image = \"grain.png\", size = [3, 1], position = [1.5, 0, 0], up = [0, 1, 0]";
    let simulation = scene(&folder, &format!("structure = {{ {keys} }}"), "");
    for (pixel, degrees) in [(0, 6.0_f64), (1, 174.0), (2, 126.0)] {
        let found = grain(&simulation, DVec3::new(f64::from(pixel) + 0.5, 0.2, 0.0));
        let (sine, cosine) = degrees.to_radians().sin_cos();
        assert!(found.distance(DVec3::new(cosine, sine, 0.0)) < 1e-12, "{pixel}: {found}");
    }
}

/// A normal map of facets that lean by 45° against sliding along x, all of it:
/// (2/π) tan 45°.
#[test]
fn a_normal_map_is_a_relief() {
    let folder = TempDir::new().expect("a folder");
    let lean = (127.5 * (1.0 + 0.5_f64.sqrt())).round() as u8;
    draw(&folder, "facets.png", ColorType::Rgb, [1, 1], &[255 - lean, 127, lean]);
    let plowing =
        "directions = { type = \"plowing\", patch = 0.1, samples = 4, by_tangent = true }";
    let mut simulation =
        scene(&folder, "relief = { image = \"facets.png\", size = [1, 1] }", plowing);
    run(&mut simulation, 0.2);
    let speed = velocity(&simulation, "left").x;
    let mu = std::f64::consts::FRAC_2_PI;
    // 8 bits of a normal are good to 1/128.
    assert!((speed - (3.0 - mu * G * 0.2)).abs() < 0.03, "{speed}");
}

#[test]
fn what_is_wrong_with_an_image_is_named() {
    let folder = TempDir::new().expect("a folder");
    draw(&folder, "grey.png", ColorType::Grayscale, [1, 1], &[0]);
    std::fs::write(folder.path().join("text.png"), "no picture").expect("writable");
    let whole = std::fs::read(folder.path().join("grey.png")).expect("just written");
    std::fs::write(folder.path().join("half.png"), &whole[..whole.len() / 2]).expect("writable");
    for (floor, said) in [
        ("structure = { image = \"none.png\", size = [1, 1] }", "none.png"),
        ("structure = { image = \"text.png\", size = [1, 1] }", "text.png"),
        ("structure = { image = \"half.png\", size = [1, 1] }", "half.png"),
        ("structure = { image = \"grey.png\" }", "size"),
        ("structure = { image = \"grey.png\", size = [1, 0] }", "must be > 0"),
        ("structure = { image = \"grey.png\", size = [1, 1], wide = 2 }", "wide"),
        (
            "structure = { image = \"grey.png\", size = [1, 1], up = [1, 0, 1] }",
            "must be perpendicular",
        ),
        ("relief = { image = \"grey.png\", size = [1, 1] }", "normals are red, green and blue"),
    ] {
        let message = read(folder.path(), floor, "").map(|_| ()).expect_err(floor).to_string();
        assert!(message.contains(said), "{message}");
    }
}
