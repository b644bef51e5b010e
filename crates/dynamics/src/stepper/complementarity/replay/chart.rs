//! Coordinates of the members of a part: twelve of a body that nothing carries, and the places and
//! the rates of the freedoms of a tree, where its first link is.

use glam::DVec3;

use super::slopes::Seed;
use crate::derivatives::tangent::{BODY, coordinates};
use crate::state::BodyState;
use crate::tree::Posture;
use crate::world::World;

/// Which coordinates the members have; the same wherever they are.
#[derive(Clone, Debug, Default)]
pub struct Chart {
    /// Bodies and trees in the order of their first members.
    pub pieces: Vec<Piece>,
    /// Number of coordinates.
    pub len: usize,
    /// Whether there are trees.
    pub has_trees: bool,
}

/// A body or a tree.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Its first coordinate.
    pub first: usize,
    /// The tree, or nothing.
    pub tree: Option<usize>,
    /// Its place among the members, or those of the links.
    pub members: Vec<usize>,
    /// Number of its coordinates: twelve, or two for each freedom.
    pub len: usize,
}

impl Chart {
    /// Of these members, ascending.
    pub fn new(world: &World, members: &[usize]) -> Self {
        let mut chart = Self::default();
        let place = |body: usize| members.binary_search(&body).unwrap_or(0);
        for (at, &body) in members.iter().enumerate() {
            let (tree, own, len) = match world.forest.link(body) {
                None => (None, vec![at], BODY),
                Some((number, 0)) => {
                    let tree = &world.forest.trees[number];
                    let links = tree.links.iter().map(|link| place(link.body)).collect();
                    (Some(number), links, 2 * tree.freedoms())
                }
                Some(_) => continue,
            };
            chart.has_trees |= tree.is_some();
            chart.pieces.push(Piece { first: chart.len, tree, members: own, len });
            chart.len += len;
        }
        chart
    }

    /// Trees with their places among the pieces.
    pub fn trees(&self) -> impl Iterator<Item = (usize, &Piece)> {
        self.pieces.iter().filter_map(|piece| Some((piece.tree?, piece)))
    }

    /// What a coordinate changes.
    pub fn seeds(&self) -> impl Iterator<Item = Seed<'static>> + '_ {
        self.pieces.iter().enumerate().flat_map(|(at, piece)| {
            (0..piece.len).map(move |coordinate| match piece.tree {
                None => Seed::State(piece.members[0], coordinate),
                Some(_) => Seed::Way(at, coordinate),
            })
        })
    }

    /// The postures of trees whose members are in these states.
    pub fn postures(
        &self,
        world: &mut World,
        members: &[usize],
        states: &[BodyState],
        postures: &mut Vec<Posture>,
    ) {
        if !self.has_trees {
            return;
        }
        for (&body, state) in members.iter().zip(states) {
            world.state.bodies[body] = *state;
        }
        postures.resize_with(self.trees().count(), Posture::default);
        for ((number, _), posture) in self.trees().zip(postures) {
            posture.read(&world.forest.trees[number], &world.state.bodies);
        }
    }

    /// Adds the coordinates of states about others, whose trees have these postures.
    pub fn coordinates(
        &self,
        world: &World,
        (states, postures): (&[BodyState], &[Posture]),
        (about, centres): (&[BodyState], &[Posture]),
        into: &mut Vec<f64>,
    ) {
        let mut trees = postures.iter().zip(centres);
        for piece in &self.pieces {
            match piece.tree {
                None => {
                    let at = piece.members[0];
                    into.extend(coordinates(&states[at], &about[at]));
                }
                Some(number) => {
                    if let Some((posture, centre)) = trees.next() {
                        posture.write_about(&world.forest.trees[number], centre, into);
                    }
                }
            }
        }
    }
}

/// Adds a vector to a column.
pub(super) fn add(column: &mut [f64], first: usize, vector: DVec3) {
    for axis in 0..3 {
        column[first + axis] += vector[axis];
    }
}
