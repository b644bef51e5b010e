//! Bodies and joints for a simulation that runs already.

use std::rc::Rc;

use stickslip_dynamics::{BodyDescription, Change, JointDescription, ModelError, Simulation};

use super::builder::Builder;
use super::expression::Scope;
use super::mesh::MeshCache;
use super::parse;
use super::place::Source;
use super::section::TomlTable;
use crate::error::SceneError;

/// What sections `[[body]]` and `[[joint]]` describe beside the bodies of a simulation, joints
/// in world coordinates where these are now.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    bodies: Vec<BodyDescription>,
    joints: Vec<JointDescription>,
    /// The colour of every body that has one.
    pub colors: Vec<Option<String>>,
}

impl Parts {
    /// Reads them from a text; `file` is its name in messages.
    pub fn read(text: &str, file: &str, beside: &Simulation) -> Result<Self, SceneError> {
        let meshes = MeshCache::default();
        let source = Source { file, text, asked: None, meshes: &meshes };
        let table = parse(source)?;
        let document = TomlTable::new(source, Rc::new(Scope::default()), "", 0..0, &table);
        let model = beside.model().posed(&beside.state().bodies);
        let (bodies, joints) = (model.bodies().len(), model.joints().len());
        let mut builder = Builder::beside(model);
        builder.read_parts(document)?;
        let (model, colors, _) = builder.finish();
        let described = model.bodies().iter().skip(bodies).map(|body| body.description.clone());
        let joined = model.joints().iter().skip(joints).map(|joint| joint.description().clone());
        Ok(Self {
            bodies: described.collect(),
            joints: joined.collect(),
            colors: colors.into_iter().skip(bodies).collect(),
        })
    }

    /// Adds them to a change of that simulation.
    pub fn add_to(self, change: &mut Change<'_>) -> Result<(), ModelError> {
        for body in self.bodies {
            change.add_body(body)?;
        }
        for joint in self.joints {
            change.add_joint(joint)?;
        }
        Ok(())
    }
}
