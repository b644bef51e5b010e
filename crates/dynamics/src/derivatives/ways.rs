//! Differences along the coordinates of the members of a part (`replay/chart.rs`), of parts whose
//! columns are not followed row by row.

use glam::DVec3;

use super::DerivativeError;
use super::tangent::{BODY, coordinates, moved, shifted};
use crate::state::BodyState;
use crate::stepper::replay::Replay;
use crate::tree::{Posture, Tree};
use crate::world::World;

/// Strides of differences: of places (parts of a body's reach, rad) and of speeds (m/s, rad/s).
const PLACE: f64 = 1e-5;
pub(super) const SPEED: f64 = 1e-4;
/// Bodies count as no smaller than this (m).
pub(super) const SMALLEST: f64 = 0.05;

/// Those of the members of a part, in the order of their chart.
#[derive(Default)]
pub(super) struct Ways {
    ways: Vec<Way>,
}

/// A way: how far a stride is, and whom it moves where, ahead and back.
struct Way {
    stride: f64,
    moved: Vec<(usize, [BodyState; 2])>,
}

impl Ways {
    /// Of these members, where they are.
    pub(super) fn new(
        world: &World,
        replay: &Replay,
        members: &[usize],
        states: &[BodyState],
    ) -> Self {
        let mut found = Self::default();
        let mut bodies = world.state.bodies.clone();
        let mut places = vec![0; bodies.len()];
        for (place, (&body, state)) in members.iter().zip(states).enumerate() {
            (bodies[body], places[body]) = (*state, place);
        }
        let reach = |body: usize| replay.reach(body).max(SMALLEST);
        for (place, (&body, state)) in members.iter().zip(states).enumerate() {
            match world.forest.link(body) {
                None => found.add_body(place, state, reach(body)),
                Some((number, 0)) => {
                    let tree = &world.forest.trees[number];
                    found.add_tree(tree, &mut bodies, &places, reach);
                }
                Some(_) => {}
            }
        }
        found
    }

    /// Tells the central differences of `values` along each way from these states.
    pub(super) fn differences(
        &self,
        states: &[BodyState],
        mut values: impl FnMut(&[BodyState]) -> Result<Vec<f64>, DerivativeError>,
        mut tell: impl FnMut(usize, &[f64]),
    ) -> Result<(), DerivativeError> {
        let mut changed = states.to_vec();
        for (number, way) in self.ways.iter().enumerate() {
            let mut side = |at: usize| {
                way.moved.iter().for_each(|(place, ends)| changed[*place] = ends[at]);
                values(&changed)
            };
            let (mut slopes, behind) = (side(0)?, side(1)?);
            let both = slopes.iter_mut().zip(&behind);
            both.for_each(|(value, behind)| *value = (*value - behind) / (2.0 * way.stride));
            way.moved.iter().for_each(|(place, _)| changed[*place] = states[*place]);
            tell(number, &slopes);
        }
        Ok(())
    }

    fn add_body(&mut self, place: usize, state: &BodyState, reach: f64) {
        for coordinate in 0..BODY {
            let stride = match coordinate / 3 {
                0 => PLACE * reach,
                1 => PLACE,
                2 => SPEED,
                _ => SPEED / reach,
            };
            let ends = [stride, -stride].map(|by| moved(state, coordinate, by));
            self.ways.push(Way { stride, moved: vec![(place, ends)] });
        }
    }

    fn add_tree(
        &mut self,
        tree: &Tree,
        states: &mut [BodyState],
        places: &[usize],
        reach: impl Fn(usize) -> f64,
    ) {
        let freedoms = tree.freedoms();
        let links: Vec<usize> = tree.links.iter().map(|link| places[link.body]).collect();
        let own: Vec<BodyState> = tree.links.iter().map(|link| states[link.body]).collect();
        let mut about = Posture::default();
        about.read(tree, states);
        about.put(tree, states);
        let closed: Vec<BodyState> = tree.links.iter().map(|link| states[link.body]).collect();
        let owners: Vec<usize> =
            tree.links.iter().flat_map(|link| link.freedoms.clone().map(|_| link.body)).collect();
        for way in 0..2 * freedoms {
            let (is_rate, freedom) = (way >= freedoms, way % freedoms);
            let body = owners[freedom];
            let slides = about.axes[freedom].angular == DVec3::ZERO;
            let stride = match (is_rate, slides) {
                (false, true) => PLACE * reach(body),
                (false, false) => PLACE,
                (true, true) => SPEED,
                (true, false) => SPEED / reach(body),
            };
            let mut moved: Vec<_> =
                links.iter().zip(&own).map(|(&at, &own)| (at, [own; 2])).collect();
            for (side, by) in [stride, -stride].into_iter().enumerate() {
                let mut posture = about.clone();
                if is_rate {
                    posture.rates[freedom] += by;
                } else {
                    posture.rates.fill(0.0);
                    posture.rates[freedom] = 1.0;
                    posture.advance(tree, by);
                    posture.rates.clone_from(&about.rates);
                }
                posture.put(tree, states);
                for (at, link) in tree.links.iter().enumerate() {
                    let change = coordinates(&states[link.body], &closed[at]);
                    moved[at].1[side] = shifted(&own[at], &change);
                }
            }
            self.ways.push(Way { stride, moved });
        }
        for (link, own) in tree.links.iter().zip(&own) {
            states[link.body] = *own;
        }
    }
}
