//! Models of robots and machines in scene files.

use stickslip_scene::{Overrides, Scene, SceneSource};

const ROD: &str = r#"<mujoco><worldbody><body name="rod"><freejoint/>
  <geom type="sphere" size="0.1" rgba="1 0.5 0.2 1"/></body></worldbody></mujoco>"#;

/// Reads a scene beside the model.
fn beside(text: &str) -> Result<Scene, String> {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("rod.xml"), ROD).expect("written");
    let file = folder.path().join("scene.toml").display().to_string();
    let text = format!("name = 'it'\n{text}");
    SceneSource::new(text, &file).read(&Overrides::default()).map_err(|error| error.to_string())
}

#[test]
fn a_model_brings_its_bodies_and_colours() {
    let scene = beside("[[model]]\nname = 'left'\nfile = 'rod.xml'\n").expect("a scene");
    let body = scene.model.find_body("left/rod").expect("the rod");
    assert_eq!(scene.colors[body.0].as_deref(), Some("#ff8033"));
}

#[test]
fn names_of_a_model_must_be_free() {
    let rod = "[[body]]\nname = 'rod'\nshape = { type = 'sphere', radius = 1 }\n";
    let error = beside(&format!("{rod}[[model]]\nfile = 'rod.xml'\n")).expect_err("twice");
    assert!(error.contains("the name \"rod\" is taken"), "{error}");
    assert!(beside(&format!("{rod}[[model]]\nname = 'it'\nfile = 'rod.xml'\n")).is_ok());
}
