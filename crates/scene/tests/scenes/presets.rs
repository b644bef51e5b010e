//! Values of several parameters under one name.

use stickslip_scene::{Overrides, SceneError, SceneSource};

/// Scenes of Ho 2022 (§6.1: compliances of 1e-7 at the most, no coefficient of
/// friction printed) and Lefebvre 2020 (Table 2.1: 1e-6, μ = 1).
const DOCUMENTS: [(&str, &str, f64, Option<f64>); 16] = [
    ("boxes", "document", 1e-7, None),
    ("tower", "document", 1e-7, None),
    ("spinner", "document", 1e-7, None),
    ("chain", "document", 1e-7, None),
    ("trucks", "document", 1e-7, None),
    ("rocks", "document", 1e-7, None),
    ("wall", "document", 1e-7, None),
    ("crane", "document", 1e-6, Some(1.0)),
    ("winch", "document", 1e-6, Some(1.0)),
    ("parkour", "document", 1e-6, Some(1.0)),
    ("offshore", "document", 1e-6, Some(1.0)),
    ("forklift", "document", 1e-6, Some(1.0)),
    ("forwarder", "document", 1e-6, Some(1.0)),
    ("log-tower", "document", 1e-6, Some(1.0)),
    ("chain", "lefebvre", 1e-6, Some(1.0)),
    ("granular-boxes", "lefebvre", 1e-6, Some(1.0)),
];

#[test]
fn documents_have_their_compliance_and_friction() {
    for (name, preset, compliance, friction) in DOCUMENTS {
        let source = SceneSource::find(name).expect("built in");
        let preset = source.preset(preset).expect("a preset");
        assert!(preset.says.contains("linear") || name == "granular-boxes", "{name} tells");
        let overrides = Overrides { parameters: preset.values, seed: 0 };
        let scene = source.read(&overrides).expect("a valid scene");
        for material in scene.model.materials.materials() {
            let (epsilon, _) = material.surface.compliance.row(1.0 / 60.0);
            assert!(epsilon <= compliance, "{name}: {epsilon:e}");
            if let Some(friction) = friction {
                assert_eq!(material.surface.friction, friction, "{name}");
            }
        }
    }
}

const SCENE: &str = r#"name = "few"
parameters = { n = 2, size = 0.5 }

[presets.many]
n = 7
says = " Seven. "

[[body]]
name = "ball"
repeat = { count = "= n", step = [2, 0, 0] }
shape = { type = "sphere", radius = "= size" }
mass = 1
"#;

#[test]
fn a_preset_sets_what_it_names() {
    let source = SceneSource::new(SCENE, "few");
    let preset = source.preset("many").expect("there");
    assert_eq!((preset.says.as_str(), preset.values.len()), ("Seven.", 1));
    let overrides = Overrides { parameters: preset.values, seed: 0 };
    assert_eq!(source.read(&overrides).expect("valid").model.bodies().len(), 7);
    assert_eq!(source.read(&Overrides::default()).expect("valid").model.bodies().len(), 2);
}

#[test]
fn what_there_is_not_is_named() {
    let error = SceneSource::new(SCENE, "few").preset("mani").expect_err("no such preset");
    assert!(matches!(error, SceneError::Preset { .. }));
    assert_eq!(error.to_string(), "few has no preset \"mani\"; did you mean \"many\"?");
    let wrong = SCENE.replace("n = 7", "sise = 7");
    let error = SceneSource::new(wrong, "few").read(&Overrides::default()).expect_err("unknown");
    let text = error.to_string();
    assert!(text.starts_with("few: line 5") && text.contains("did you mean \"size\"?"), "{text}");
}
