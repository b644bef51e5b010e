//! A box that is let fall into a run: how large and how dense, and where it begins.

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{Body, BodyDescription, ColliderDescription, Pose, Shape, Simulation};
use stickslip_scene::Scene;

use super::lane::Lane;

/// How far from all else it begins, in edges.
const GAP: f64 = 0.05;
/// How high above the point its centre may begin, in edges: where there is room first.
const HEIGHTS: [f64; 4] = [2.0, 1.5, 1.0, 0.6];
/// Where there is none, so many times half an edge higher.
const HIGHER: std::ops::Range<u32> = 5..400;
/// Its edge as a part of the scene where no body can be taken for a measure.
const SHARE: f64 = 0.05;
/// As dense as water where no body says (kg/m³).
const DENSITY: f64 = 1000.0;

/// A box above a point, as large and dense as the scene's bodies usually are, where there is
/// room for it in every lane.
pub fn box_above(at: DVec3, scene: &Scene, lanes: &[Lane]) -> Result<BodyDescription, String> {
    let bodies = || scene.model.bodies().iter().filter(|body| body.is_dynamic());
    let first = lanes.first().map(|lane| &lane.simulation);
    let edge = median(bodies().filter_map(size))
        .or_else(|| first.map(|simulation| SHARE * extent(simulation)))
        .filter(|edge| *edge > 0.0)
        .unwrap_or(SHARE);
    let shape = Shape::cuboid(DVec3::splat(0.5 * edge)).map_err(|error| error.to_string())?;
    let up = (-scene.settings.gravity).try_normalize().unwrap_or(DVec3::Y);
    let pose = |height: f64| Pose::at(at + up * (height * edge));
    let has_room = |height: &f64| {
        let free = |lane: &Lane| lane.simulation.has_room(&shape, &pose(*height), GAP * edge);
        lanes.iter().all(free)
    };
    let mut heights = HEIGHTS.into_iter().chain(HIGHER.map(|halves| 0.5 * f64::from(halves)));
    let height = heights.find(has_room).ok_or("there is no room for a box above that point")?;
    let is_taken =
        |name: &String| scene.model.bodies().iter().any(|body| body.description.name == *name);
    let name = (1..).map(|at| format!("dropped-{at}")).find(|name| !is_taken(name));
    let collider = ColliderDescription {
        density: median(bodies().filter_map(density)).unwrap_or(DENSITY),
        ..ColliderDescription::new(shape)
    };
    Ok(BodyDescription::dynamic(name.unwrap_or_default(), pose(height), vec![collider]))
}

/// The middle one of a body's three extents (m).
fn size(body: &Body) -> Option<f64> {
    let touching = body.colliders.iter().filter(|it| !it.visual);
    let corners = touching.map(|it| it.shape.bounds(&it.pose));
    let (low, high) = corners.reduce(around)?;
    let extents = high - low;
    let middle = extents.element_sum() - extents.max_element() - extents.min_element();
    (middle.is_finite() && middle > 0.0).then_some(middle)
}

fn density(body: &Body) -> Option<f64> {
    let touching = body.colliders.iter().filter(|it| !it.visual);
    let volumes = touching.filter_map(|it| Some(it.shape.mass_properties(1.0)?.mass));
    let density = body.mass.mass / volumes.sum::<f64>();
    (density.is_finite() && density > 0.0).then_some(density)
}

/// The largest extent of all that has an end (m).
fn extent(simulation: &Simulation) -> f64 {
    let state = simulation.state();
    let bodies = simulation.model().bodies().iter().zip(&state.bodies);
    let shapes = bodies.flat_map(|(body, state)| {
        let place = |pose: &Pose| state.pose.compose(pose);
        body.colliders.iter().map(move |it| it.shape.bounds(&place(&it.pose)))
    });
    let finite = shapes.filter(|(low, high)| low.is_finite() && high.is_finite());
    let drops = state.liquids.iter().flat_map(|liquid| &liquid.particles.positions);
    let points = drops.chain(&state.vertices.positions).map(|&point| (point, point));
    let corners = finite.chain(points).reduce(around);
    corners.map_or(0.0, |(low, high)| (high - low).max_element())
}

fn around(one: (DVec3, DVec3), other: (DVec3, DVec3)) -> (DVec3, DVec3) {
    (one.0.min(other.0), one.1.max(other.1))
}

fn median(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}
