//! Bodies that begin inside each other: stepping pushes them apart, or they jam.

use std::collections::BTreeMap;

use stickslip_dynamics::{Body, Simulation};

use crate::table::count;

/// Deeper than this share of the smaller body is more than a touch.
const DEEP: f64 = 0.02;
/// Most pairs that are named.
const NAMED: usize = 5;

/// Bodies that were deep inside each other where the step before wrote its rows, five pairs at
/// most: the beginning, after the first.
pub fn inside_each_other(simulation: &Simulation) -> Vec<String> {
    let mut deepest: BTreeMap<(usize, usize), f64> = BTreeMap::new();
    let rigid = simulation.model().bodies().len();
    for contact in simulation.contacts().iter().filter(|it| it.first.max(it.second) < rigid) {
        let depth = deepest.entry((contact.first, contact.second)).or_default();
        *depth = depth.max(-contact.gap);
    }
    let bodies = simulation.model().bodies();
    deepest.retain(|&(first, second), depth| {
        *depth > DEEP * size(&bodies[first]).min(size(&bodies[second]))
    });
    let name = |body: usize| &bodies[body].description.name;
    let more = deepest.len().saturating_sub(NAMED);
    let say = |(&(first, second), depth): (&(usize, usize), &f64)| {
        let (first, second) = (name(first), name(second));
        format!("{first} and {second} begin {depth:.3} m inside each other")
    };
    let mut warnings: Vec<String> = deepest.iter().take(NAMED).map(say).collect();
    if more > 0 {
        warnings.push(format!("so do {} more", count(more, "pair")));
    }
    warnings
}

/// The smallest extent of a body (m).
fn size(body: &Body) -> f64 {
    let extents = body.colliders.iter().map(|collider| {
        let (low, high) = collider.shape.bounds(&collider.pose);
        (high - low).min_element()
    });
    extents.fold(0.0, f64::max)
}
