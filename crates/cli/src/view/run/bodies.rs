//! Bodies that come and go in a run, and what goes by their numbers.

use std::sync::Arc;

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{BodyId, Change, Model, ModelError};
use stickslip_scene::Scene;

use super::falling_box::box_above;
use super::live::Live;
use super::ring::Moment;

/// The bodies of a scene for a stretch of its run.
#[derive(Debug)]
pub struct Bodies {
    model: Model,
    colors: Vec<Option<String>>,
    /// The one that the camera goes along with.
    follow: Option<usize>,
}

impl Bodies {
    /// Those that a scene has.
    pub fn of(scene: &Scene) -> Arc<Self> {
        let (model, colors) = (scene.model.clone(), scene.colors.clone());
        Arc::new(Self { model, colors, follow: scene.view.follow })
    }

    /// Puts them into the scene, of the materials that it has now; gives back the others.
    pub fn put_into(&self, scene: &mut Scene) -> Model {
        let mut model = self.model.clone();
        model.materials.clone_from(&scene.model.materials);
        scene.colors.clone_from(&self.colors);
        scene.view.follow = self.follow;
        std::mem::replace(&mut scene.model, model)
    }

    /// What they take, without shapes, which are shared (bytes).
    pub fn bytes(&self) -> usize {
        size_of_val(self.model.bodies()) + size_of_val(self.model.joints())
    }
}

/// Where a body is in a later or earlier model of the same run; soft bodies have the numbers
/// after all others.
pub fn renumbered(body: usize, from: &Model, to: &Model) -> Option<usize> {
    match body.checked_sub(from.bodies().len()) {
        Some(soft) => Some(to.bodies().len() + soft),
        None => Some(to.body_with_key(from.body_key(BodyId(body))?)?.0),
    }
}

/// The bodies that there were before.
pub type Before = Model;

impl Live {
    /// Lets a box fall from above a point, in every lane.
    pub fn drop_box(&mut self, at: DVec3) -> Result<Before, String> {
        let body = box_above(at, &self.scene, &self.lanes)?;
        self.change_bodies(|change| change.add_body(body.clone()).map(|_| ()))
    }

    /// Takes a body out of every lane, with its joints.
    pub fn remove_body(&mut self, body: usize) -> Result<Before, String> {
        let model = &self.scene.model;
        if let Some(soft) = body.checked_sub(model.bodies().len()) {
            let name = model.soft_bodies().get(soft).map_or("it", |it| &*it.description.name);
            return Err(format!("{name} is soft: only rigid bodies can be taken away"));
        }
        self.change_bodies(|change| change.remove_body(BodyId(body)))
    }

    fn change_bodies(
        &mut self,
        edit: impl Fn(&mut Change<'_>) -> Result<(), ModelError>,
    ) -> Result<Before, String> {
        let moments: Vec<Moment> = self.lanes.iter().map(Moment::new).collect();
        for at in 0..self.lanes.len() {
            if let Err(error) = self.lanes[at].change_bodies(&edit) {
                // No lane goes on without the other.
                self.begin_at(self.scene.clone(), &moments)?;
                return Err(error);
            }
        }
        let model = self.lanes[0].simulation.model().clone();
        let before = std::mem::replace(&mut self.scene.model, model);
        let (colors, after) = (&self.scene.colors, &self.scene.model);
        let color = |body: usize| {
            let old = renumbered(body, after, &before)?;
            colors.get(old).cloned().flatten()
        };
        self.scene.colors = (0..after.bodies().len()).map(color).collect();
        let follow = self.scene.view.follow;
        self.scene.view.follow = follow.and_then(|body| renumbered(body, &before, after));
        self.bodies = Bodies::of(&self.scene);
        self.ring.keep(&self.lanes, &self.bodies);
        Ok(before)
    }
}
