//! A scene that is ready to be simulated.

use std::collections::BTreeMap;

use stickslip_dynamics::{Model, ModelError, Settings, Simulation, SweepOrder};

/// What a user changes about a scene without touching its file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overrides {
    /// Values of its parameters.
    pub parameters: BTreeMap<String, f64>,
    /// Seed of its random offsets.
    pub seed: u64,
}

/// A parameter with the value that was used.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: f64,
    /// Whether the value is the scene's own and comes from an expression: it
    /// follows from other parameters, and is no choice of its own.
    pub derived: bool,
    /// Between what it may sensibly be chosen, where the scene says so.
    pub range: Option<[f64; 2]>,
}

/// Values of several parameters under one name, such as those of a document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ParameterPreset {
    /// Its name.
    pub name: String,
    /// What it is, and what it leaves out.
    pub says: String,
    /// The values.
    pub values: BTreeMap<String, f64>,
}

/// How a scene is first seen; it changes nothing about the motion.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SceneView {
    /// Where the camera stands (m).
    pub camera: Option<[f64; 3]>,
    /// What it looks at (m).
    pub target: Option<[f64; 3]>,
    /// The body that it goes along with.
    pub follow: Option<usize>,
}

/// A scene as it was read.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Its name.
    pub name: String,
    /// What it shows.
    pub description: String,
    /// What happens in it and why that is hard to compute: a paragraph, or nothing.
    pub story: String,
    /// The document that describes it and where, if there is one.
    pub document: Option<String>,
    /// How long it runs unless set otherwise (s).
    pub seconds: f64,
    /// Its parameters with the values that were used.
    pub parameters: Vec<Parameter>,
    /// Its presets.
    pub presets: Vec<ParameterPreset>,
    /// Bodies, materials and joints.
    pub model: Model,
    /// How it is stepped.
    pub settings: Settings,
    /// How it is first seen.
    pub view: SceneView,
    /// The colours of its bodies as #rrggbb, where they have one.
    pub colors: Vec<Option<String>>,
    /// The same of its soft bodies.
    pub soft_colors: Vec<Option<String>>,
    /// What models from files lose here.
    pub remarks: Vec<stickslip_import::Remark>,
    /// The text it was read from.
    pub source: String,
}

impl Scene {
    /// The parameters that a user may choose, with their values.
    pub fn offered(&self) -> impl Iterator<Item = (&str, f64)> {
        let offered = self.parameters.iter().filter(|parameter| !parameter.derived);
        offered.map(|parameter| (parameter.name.as_str(), parameter.value))
    }

    /// The scene at its beginning. The error names the body or the setting.
    pub fn simulation(&self) -> Result<Simulation, ModelError> {
        simulation(self.model.clone(), self.settings.clone())
    }
}

/// A model at its beginning, stepped in the order that its settings ask for. The error names the
/// body or the setting.
pub fn simulation(model: Model, settings: Settings) -> Result<Simulation, ModelError> {
    match settings.order {
        SweepOrder::Lanes => Simulation::new(model, settings),
        SweepOrder::Cells => stickslip_cluster::simulation(model, settings),
    }
}
