//! Where a step begins, and whether everything is apart there.

use super::super::surfaces::{Site, Surfaces};
use super::newton::Newton;
use super::places::{Movers, Places};
use super::{Barrier, near};
use crate::model::{Model, ModelError};
use crate::state::State;
use crate::world::World;

/// Where the state has everything.
pub(super) fn write_places(state: &State, movers: &Movers, places: &mut Places) {
    places.poses.clear();
    places.poses.extend(state.bodies.iter().map(|body| body.pose));
    places.points.clear();
    places.points.extend(movers.sites.iter().map(|site| match *site {
        Site::Vertex(vertex) => state.vertices.positions[vertex],
        Site::Body(body, local) => places.poses[body].point(local),
    }));
}

/// Names of two bodies, rigid or soft, for every two faces that cross where the state is,
/// and for every vertex that is not above a half-space.
pub(crate) fn crossings(model: &Model, state: &State) -> Result<Vec<[String; 2]>, ModelError> {
    let surfaces = Surfaces::new(model, "barrier")?;
    let movers = Movers::new(&surfaces.sites, &vec![true; model.bodies().len()], &[]);
    let mut places = Places::default();
    write_places(state, &movers, &mut places);
    let mut all = surfaces.crossing_parts(&places.points);
    for plane in &surfaces.planes {
        for vertex in surfaces.vertices.iter().filter(|it| surfaces.may_touch(plane.part, it.part))
        {
            let place = places.points[vertex.points[0] as usize];
            let radius = surfaces.parts[vertex.part as usize].radius;
            let is_above = (place - plane.origin).dot(plane.normal) > radius;
            if !is_above {
                all.push([plane.part, vertex.part]);
            }
        }
    }
    let name = |part: u32| model.party_name(surfaces.parts[part as usize].party).to_owned();
    Ok(all.into_iter().map(|pair| pair.map(name)).collect())
}

impl Barrier {
    /// Puts everything where the state has it.
    pub(super) fn place(&mut self, world: &World) {
        let Newton { places, movers, .. } = &mut self.newton;
        write_places(&world.state, movers, places);
    }

    /// Whether everything is apart, by exact predicates; the sentence names two that are
    /// not.
    pub(super) fn check(&mut self, world: &World) -> Result<(), String> {
        self.newton.look(world.settings.barrier.reach);
        let Newton { surfaces, places, near, .. } = &self.newton;
        let tell = |parts: [u32; 2]| surfaces.not_apart("barrier", &world.model, parts);
        if let Some(parts) = surfaces.crossing_parts(&places.points).first() {
            return Err(tell(*parts));
        }
        let reach = world.settings.barrier.reach;
        let touching =
            |it: &&near::Candidate| !it.pair.value(&it.corners(places), reach).is_finite();
        if let Some(candidate) = near.pairs.iter().find(touching) {
            return Err(tell(candidate.parts));
        }
        for near in &near.grounded {
            let plane = &surfaces.planes[near.plane as usize];
            // NaN is not above either.
            let is_above = surfaces.height(near, places) > 0.0;
            if !is_above {
                return Err(tell([plane.part, surfaces.vertices[near.vertex as usize].part]));
            }
        }
        Ok(())
    }
}
