//! Ways in which the state at the beginning of a part can change.
//!
//! A body that nothing carries has its twelve coordinates. The links of a tree go as its joints
//! let them: one way for the place and one for the rate of each freedom, instead of twelve for
//! each link. With T the changes of the links along these ways, derivatives along them, F T, are
//! F T R by the coordinates of the links, where R T = 1:
//!
//! P = (JᵀWJ)⁻¹ JᵀW,  R = [P 0; −P T_v P  P],
//!
//! J the motion of the links by the rates, T_v how their velocities change with the places of
//! the freedoms, W their masses and inertias. What joints let pass is followed as it is; of what
//! would open them counts what a blow to the links would make of it.

use std::ops::Range;

use glam::{DMat3, DVec3};

use super::DerivativeError;
use super::dense::Matrix;
use super::tangent::{BODY, coordinates, moved, shifted};
use crate::motion::world_inertia;
use crate::parts::Body;
use crate::state::BodyState;
use crate::stepper::replay::Replay;
use crate::tree::{Posture, Tree};
use crate::world::World;

/// Strides of differences: of places (parts of a body's reach, rad) and of speeds (m/s, rad/s).
const PLACE: f64 = 1e-5;
pub(super) const SPEED: f64 = 1e-4;
/// Bodies count as no smaller than this (m).
const SMALLEST: f64 = 0.05;

/// Those of the members of a part.
#[derive(Default)]
pub(super) struct Ways {
    ways: Vec<Way>,
    /// Ways along a coordinate, and its number among those of all members.
    along: Vec<(usize, usize)>,
    trees: Vec<Branches>,
    members: usize,
}

/// A way: how far a stride is, and whom it moves where, ahead and back.
struct Way {
    stride: f64,
    moved: Vec<(usize, [BodyState; 2])>,
}

/// The ways of one tree: the places of all freedoms, then their rates.
struct Branches {
    ways: Range<usize>,
    /// The places of its links among the members.
    links: Vec<usize>,
    /// R, by the twelve coordinates of one link after the other.
    reads: Matrix,
}

impl Ways {
    /// Of these members, where they are.
    pub(super) fn new(
        world: &World,
        replay: &Replay,
        members: &[usize],
        states: &[BodyState],
    ) -> Result<Self, DerivativeError> {
        let mut found = Self { members: members.len(), ..Self::default() };
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
                    let constants = world.model.bodies();
                    let name = || constants[body].description.name.clone();
                    found
                        .add_tree(tree, constants, &mut bodies, &places, reach)
                        .ok_or_else(|| DerivativeError::Singular { name: name() })?;
                }
                Some(_) => {}
            }
        }
        Ok(found)
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.ways.len()
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

    /// Derivatives whose first columns are by the ways, by the coordinates of all members.
    pub(super) fn by_coordinates(&self, by_ways: &Matrix) -> Matrix {
        let columns = BODY * self.members + by_ways.columns() - self.len();
        let mut whole = Matrix::zeros(by_ways.rows(), columns);
        for row in 0..by_ways.rows() {
            let (from, own) = (by_ways.row(row), whole.row_mut(row));
            own[BODY * self.members..].copy_from_slice(&from[self.len()..]);
            for &(way, coordinate) in &self.along {
                own[coordinate] = from[way];
            }
            for Branches { ways, links, reads } in &self.trees {
                let some =
                    from[ways.clone()].iter().enumerate().filter(|(_, value)| **value != 0.0);
                for (way, value) in some {
                    for (&link, read) in links.iter().zip(reads.row(way).chunks_exact(BODY)) {
                        let sums = own[BODY * link..][..BODY].iter_mut();
                        sums.zip(read).for_each(|(sum, read)| *sum += value * read);
                    }
                }
            }
        }
        whole
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
            self.along.push((self.ways.len(), BODY * place + coordinate));
            self.ways.push(Way { stride, moved: vec![(place, ends)] });
        }
    }

    /// Nothing where freedoms of a tree are no motions of their own.
    fn add_tree(
        &mut self,
        tree: &Tree,
        constants: &[Body],
        states: &mut [BodyState],
        places: &[usize],
        reach: impl Fn(usize) -> f64,
    ) -> Option<()> {
        let (freedoms, size) = (tree.freedoms(), BODY * tree.links.len());
        let links: Vec<usize> = tree.links.iter().map(|link| places[link.body]).collect();
        let own: Vec<BodyState> = tree.links.iter().map(|link| states[link.body]).collect();
        let mut about = Posture::default();
        about.read(tree, states);
        about.put(tree, states);
        let closed: Vec<BodyState> = tree.links.iter().map(|link| states[link.body]).collect();
        let first = self.ways.len();
        // T, a row for each way.
        let mut changes = Matrix::zeros(2 * freedoms, size);
        for way in 0..2 * freedoms {
            let (is_rate, freedom) = (way >= freedoms, way % freedoms);
            let link = tree.links.iter().find(|link| link.freedoms.contains(&freedom))?;
            let slides = about.axes[freedom].angular == DVec3::ZERO;
            let stride = match (is_rate, slides) {
                (false, true) => PLACE * reach(link.body),
                (false, false) => PLACE,
                (true, true) => SPEED,
                (true, false) => SPEED / reach(link.body),
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
                    for (coordinate, change) in change.into_iter().enumerate() {
                        changes.add(way, BODY * at + coordinate, 0.5 * change / by);
                    }
                }
            }
            self.ways.push(Way { stride, moved });
        }
        for (link, own) in tree.links.iter().zip(&own) {
            states[link.body] = *own;
        }
        let weights = tree.links.iter().zip(&own).map(|(link, state)| {
            let mass = &constants[link.body].mass;
            (mass.mass, world_inertia(state.pose.orientation, &mass.inertia))
        });
        let reads = reads(&changes, freedoms, &weights.collect::<Vec<_>>())?;
        self.trees.push(Branches { ways: first..self.ways.len(), links, reads });
        Some(())
    }
}

/// R of a tree from Tᵀ, with W by its links.
fn reads(changes: &Matrix, freedoms: usize, weights: &[(f64, DMat3)]) -> Option<Matrix> {
    let size = 6 * weights.len();
    // Jᵀ, T_vᵀ and JᵀW.
    let part = |first_way: usize, of_velocity: bool| {
        let mut part = Matrix::zeros(freedoms, size);
        for row in 0..freedoms {
            let from = changes.row(first_way + row);
            for at in 0..size {
                let place = BODY * (at / 6) + at % 6 + if of_velocity { 6 } else { 0 };
                part.set(row, at, from[place]);
            }
        }
        part
    };
    let (motion, turning) = (part(freedoms, true), part(0, true));
    let mut weighted = motion.clone();
    for row in 0..freedoms {
        for (own, (mass, inertia)) in weighted.row_mut(row).chunks_exact_mut(6).zip(weights) {
            let angular = *inertia * DVec3::from_slice(&own[3..]);
            own[..3].iter_mut().for_each(|value| *value *= mass);
            own[3..].copy_from_slice(&angular.to_array());
        }
    }
    let normal = weighted.times(&motion.transposed());
    let nearest = normal.factorise()?.solve(weighted);
    let turned = nearest.times(&turning.transposed()).times(&nearest);
    let mut reads = Matrix::zeros(2 * freedoms, 2 * size);
    for row in 0..freedoms {
        for at in 0..size {
            let place = BODY * (at / 6) + at % 6;
            reads.set(row, place, nearest.at(row, at));
            reads.set(freedoms + row, place, -turned.at(row, at));
            reads.set(freedoms + row, place + 6, nearest.at(row, at));
        }
    }
    Some(reads)
}
