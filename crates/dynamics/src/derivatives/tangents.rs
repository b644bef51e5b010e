//! From the twelve coordinates of bodies to the coordinates of the members of a part, and back.
//!
//! With T the changes of the links of a tree along the places and the rates of its freedoms,
//! derivatives by these, F T, are F T R by the coordinates of the links, where R T = 1:
//!
//! P = (JᵀWJ)⁻¹ JᵀW,  R = [P 0; −P T_v P  P],
//!
//! J the motion of the links by the rates, T_v how their velocities change with the places of
//! the freedoms, W their masses and inertias. What joints let pass is followed as it is; of what
//! would open them counts what a blow to the links would make of it.

use glam::{DMat3, DVec3};

use super::DerivativeError;
use super::dense::Matrix;
use super::tangent::BODY;
use crate::motion::world_inertia;
use crate::state::BodyState;
use crate::stepper::replay::{Chart, Piece};
use crate::tree::{Motions, TreeDynamics};
use crate::world::World;

/// Those of some members at one moment.
#[derive(Clone, Debug)]
pub(super) struct Tangents {
    chart: Chart,
    members: usize,
    /// T and R of each tree, a row for each way.
    trees: Vec<(Matrix, Matrix)>,
}

impl Tangents {
    /// Of members in these states, from which R is asked for or not.
    pub(super) fn new(
        world: &mut World,
        chart: &Chart,
        (members, states): (&[usize], &[BodyState]),
        asks_for_reads: bool,
    ) -> Result<Self, DerivativeError> {
        let mut found = Self { chart: chart.clone(), members: members.len(), trees: Vec::new() };
        if !chart.has_trees {
            return Ok(found);
        }
        for (&body, state) in members.iter().zip(states) {
            world.state.bodies[body] = *state;
        }
        for (number, piece) in chart.trees() {
            let (changes, weights) = changes(world, number, piece);
            let reads = match asks_for_reads {
                true => reads(&changes, piece.len / 2, &weights).ok_or_else(|| {
                    let root = world.forest.trees[number].links[0].body;
                    let name = world.model.bodies()[root].description.name.clone();
                    DerivativeError::Singular { name }
                })?,
                false => Matrix::default(),
            };
            found.trees.push((changes, reads));
        }
        Ok(found)
    }

    /// Derivatives whose first columns are by the coordinates of the members, by those of bodies.
    pub(super) fn by_bodies(&self, by_own: &Matrix) -> Matrix {
        if self.trees.is_empty() {
            return by_own.clone();
        }
        let (own, size) = (self.chart.len, BODY * self.members);
        let rest = by_own.columns() - own;
        let mut reads = Matrix::zeros(own + rest, size + rest);
        let mut trees = self.trees.iter();
        for piece in &self.chart.pieces {
            match piece.tree.and_then(|_| trees.next()) {
                None => (0..BODY).for_each(|at| {
                    reads.set(piece.first + at, BODY * piece.members[0] + at, 1.0);
                }),
                Some((_, from)) => {
                    for way in 0..piece.len {
                        let row = reads.row_mut(piece.first + way);
                        for (&link, read) in piece.members.iter().zip(from.row(way).chunks(BODY)) {
                            row[BODY * link..][..BODY].copy_from_slice(read);
                        }
                    }
                }
            }
        }
        (0..rest).for_each(|at| reads.set(own + at, size + at, 1.0));
        by_own.times(&reads)
    }

    /// Derivatives of the coordinates of bodies from those of the members.
    pub(super) fn to_bodies(&self, of_own: &Matrix) -> Matrix {
        if self.trees.is_empty() {
            return of_own.clone();
        }
        let mut whole = Matrix::zeros(BODY * self.members, of_own.columns());
        let mut trees = self.trees.iter();
        for piece in &self.chart.pieces {
            let Some((changes, _)) = piece.tree.and_then(|_| trees.next()) else {
                for at in 0..BODY {
                    let own = whole.row_mut(BODY * piece.members[0] + at);
                    own.copy_from_slice(of_own.row(piece.first + at));
                }
                continue;
            };
            for way in 0..piece.len {
                let from = of_own.row(piece.first + way);
                for (at, &factor) in changes.row(way).iter().enumerate() {
                    if factor != 0.0 {
                        let own = whole.row_mut(BODY * piece.members[at / BODY] + at % BODY);
                        own.iter_mut().zip(from).for_each(|(sum, value)| *sum += factor * value);
                    }
                }
            }
        }
        whole
    }
}

impl Tangents {
    /// Tells each piece with its members' places of coordinates, and a tree's T and R.
    fn each_piece(&self, mut tell: impl FnMut(&Piece, Option<&(Matrix, Matrix)>)) {
        let mut trees = self.trees.iter();
        for piece in &self.chart.pieces {
            tell(piece, piece.tree.and_then(|_| trees.next()));
        }
    }

    /// Changes of the members, R x, by those of their bodies.
    pub(super) fn read(&self, bodies: &[f64]) -> Vec<f64> {
        let mut own = vec![0.0; self.chart.len];
        self.each_piece(|piece, tree| match tree {
            None => copy(bodies, BODY * piece.members[0], &mut own, piece.first),
            Some((_, reads)) => along(piece, reads, |way, at, factor| {
                own[piece.first + way] += factor * bodies[at];
            }),
        });
        own
    }

    /// A gradient by bodies, Rᵀ g, from that by the members.
    pub(super) fn read_back(&self, own: &[f64]) -> Vec<f64> {
        let mut bodies = vec![0.0; BODY * self.members];
        self.each_piece(|piece, tree| match tree {
            None => copy(own, piece.first, &mut bodies, BODY * piece.members[0]),
            Some((_, reads)) => along(piece, reads, |way, at, factor| {
                bodies[at] += factor * own[piece.first + way];
            }),
        });
        bodies
    }

    /// Changes of bodies, T x, by those of the members.
    pub(super) fn write(&self, own: &[f64]) -> Vec<f64> {
        let mut bodies = vec![0.0; BODY * self.members];
        self.each_piece(|piece, tree| match tree {
            None => copy(own, piece.first, &mut bodies, BODY * piece.members[0]),
            Some((changes, _)) => along(piece, changes, |way, at, factor| {
                bodies[at] += factor * own[piece.first + way];
            }),
        });
        bodies
    }

    /// A gradient by the members, Tᵀ g, from that by bodies.
    pub(super) fn write_back(&self, bodies: &[f64]) -> Vec<f64> {
        let mut own = vec![0.0; self.chart.len];
        self.each_piece(|piece, tree| match tree {
            None => copy(bodies, BODY * piece.members[0], &mut own, piece.first),
            Some((changes, _)) => along(piece, changes, |way, at, factor| {
                own[piece.first + way] += factor * bodies[at];
            }),
        });
        own
    }
}

/// Copies the coordinates of a body.
fn copy(from: &[f64], first: usize, into: &mut [f64], place: usize) {
    into[place..place + BODY].copy_from_slice(&from[first..first + BODY]);
}

/// Tells each entry of T or R of a tree: the way, the place among the coordinates of bodies, the
/// value.
fn along(piece: &Piece, matrix: &Matrix, mut tell: impl FnMut(usize, usize, f64)) {
    for way in 0..piece.len {
        for (&link, values) in piece.members.iter().zip(matrix.row(way).chunks_exact(BODY)) {
            let own = values.iter().enumerate().filter(|(_, value)| **value != 0.0);
            own.for_each(|(at, &value)| tell(way, BODY * link + at, value));
        }
    }
}

/// T of a tree where its links are, and their masses and inertias.
fn changes(world: &World, number: usize, piece: &Piece) -> (Matrix, Vec<(f64, DMat3)>) {
    let (tree, states) = (&world.forest.trees[number], &world.state.bodies);
    let (mut dynamics, mut motions) = (TreeDynamics::default(), Motions::default());
    dynamics.read(tree, world.model.bodies(), states);
    let posture = &dynamics.posture;
    motions.find(tree, posture, states, &posture.rates);
    let count = piece.len / 2;
    let mut changes = Matrix::zeros(piece.len, BODY * tree.links.len());
    let mut weights = Vec::with_capacity(tree.links.len());
    for (at, link) in tree.links.iter().enumerate() {
        let arm = dynamics.arm(at);
        for &freedom in tree.moving(at) {
            let axis = &posture.axes[freedom];
            let moved = [axis.at(arm), axis.angular];
            let turned = motions.by_place(posture, freedom, (at, arm));
            let mut put = |way: usize, kind: usize, vectors: [DVec3; 2]| {
                let own = &mut changes.row_mut(way)[BODY * at + kind..][..6];
                own[..3].copy_from_slice(&vectors[0].to_array());
                own[3..].copy_from_slice(&vectors[1].to_array());
            };
            put(freedom, 0, moved);
            put(freedom, 6, turned);
            put(count + freedom, 6, moved);
        }
        let mass = &world.model.bodies()[link.body].mass;
        let turned = states[link.body].pose.orientation;
        weights.push((mass.mass, world_inertia(turned, &mass.inertia)));
    }
    (changes, weights)
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
