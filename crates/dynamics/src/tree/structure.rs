//! What a tree is made of; does not change while it is stepped.

use std::ops::Range;

use glam::DVec3;
use stickslip_contact::Pose;

use crate::joint::JointId;

/// One elementary joint in the passage from the first frame of a joint to the second. Axes
/// are in the frame that the steps before it have reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// Slides along a unit axis.
    Slide(DVec3),
    /// Turns about a unit axis.
    Turn(DVec3),
    /// Turns any way; its three rates are those of Ω in the axes of the frame before it.
    Ball,
}

impl Step {
    /// How many freedoms it has.
    pub fn freedoms(self) -> usize {
        if self == Self::Ball { 3 } else { 1 }
    }

    /// How many coordinates: the rotation of a ball is a unit quaternion x, y, z, w.
    pub fn coordinates(self) -> usize {
        if self == Self::Ball { 4 } else { 1 }
    }
}

/// A row of a joint that holds: a tree does without it, and tells its impulse alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeldRow {
    /// Its place among the rows of the joint.
    pub row: usize,
    /// What it holds along or about.
    pub direction: Direction,
}

/// A direction on a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Direction {
    /// One of the first frame.
    First(DVec3),
    /// a₂×a₁ of the x axis a₁ of the first frame and the y axis a₂ of the second.
    Across,
}

/// What a joint lets free: a frame on each body, and steps from the first to the second.
/// Slides come first; then comes one turn, or two that are perpendicular to each other at
/// all times, or a ball, or nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Passage {
    /// The frame on the first body, relative to its centre of mass; in the world
    /// where there is none.
    pub first: Pose,
    /// The frame on the second body.
    pub second: Pose,
    /// From the first to the second.
    pub steps: Vec<Step>,
    /// The rows that hold the rest.
    pub held: Vec<HeldRow>,
}

impl Passage {
    /// A body that nothing holds: slides along the axes of the world, and a ball at its
    /// centre of mass. Its rates are its velocity and its angular velocity.
    pub fn free() -> Self {
        let slides = [DVec3::X, DVec3::Y, DVec3::Z].map(Step::Slide);
        let steps = slides.into_iter().chain([Step::Ball]).collect();
        Self { first: Pose::IDENTITY, second: Pose::IDENTITY, steps, held: Vec::new() }
    }

    /// How many freedoms it has.
    pub fn freedoms(&self) -> usize {
        self.steps.iter().map(|step| step.freedoms()).sum()
    }
}

/// What a link hangs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parent {
    /// Another link.
    Link(usize),
    /// A body that forces do not move.
    Body(usize),
    /// Nothing.
    World,
}

/// A body of a tree with the joint that it hangs on.
#[derive(Clone, Debug)]
pub struct Link {
    /// The body.
    pub body: usize,
    /// Whether its mass only stands for none.
    pub is_massless: bool,
    /// What it hangs on; always a link before it.
    pub parent: Parent,
    /// The joint; `None` for the root of a tree that floats.
    pub joint: Option<JointId>,
    /// What that lets free.
    pub passage: Passage,
    /// Whether the link is the first body of its joint, and the parent the second.
    pub is_reversed: bool,
    /// Its freedoms among those of the tree, in the order of the steps.
    pub freedoms: Range<usize>,
    /// Its coordinates among those of the tree.
    pub coordinates: Range<usize>,
    /// The last freedom that moves it, its own or an ancestor's.
    pub last: Option<usize>,
}

impl Link {
    /// Tells the freedoms of each step in the order in which they come from the parent.
    pub fn each_step(&self, mut tell: impl FnMut(Range<usize>)) {
        let counts = self.passage.steps.iter().map(|step| step.freedoms());
        if self.is_reversed {
            let mut end = self.freedoms.end;
            for count in counts.rev() {
                tell(end - count..end);
                end -= count;
            }
        } else {
            let mut begin = self.freedoms.start;
            for count in counts {
                tell(begin..begin + count);
                begin += count;
            }
        }
    }
}

/// A tree of links in the order of their depth: parents come before their children.
///
/// Freedoms form a tree of their own: the parent of a freedom is the one before it on its
/// link, or the last one that moves the parent of the link.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// The links.
    pub links: Vec<Link>,
    /// Where the chain of each freedom begins in `chains`, and the end of the last.
    starts: Vec<usize>,
    /// Ancestors of each freedom from the root on, and itself.
    chains: Vec<usize>,
    /// Where pieces begin: freedoms of which each is the only child of the one before it, few
    /// enough for a block.
    pieces: Vec<usize>,
    coordinates: usize,
}

/// Most freedoms of a piece.
const PIECE: usize = 6;

impl Tree {
    /// Adds a link; gives back its number.
    pub fn add(&mut self, mut link: Link) -> usize {
        let first = self.freedoms();
        link.freedoms = first..first + link.passage.freedoms();
        let coordinates: usize = link.passage.steps.iter().map(|step| step.coordinates()).sum();
        link.coordinates = self.coordinates..self.coordinates + coordinates;
        self.coordinates += coordinates;
        link.last = match link.parent {
            Parent::Link(parent) => self.links[parent].last,
            Parent::Body(_) | Parent::World => None,
        };
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        for freedom in link.freedoms.clone() {
            self.begin_piece(freedom, link.last);
            if let Some(before) = link.last {
                let chain = self.starts[before]..self.starts[before + 1];
                self.chains.extend_from_within(chain);
            }
            self.chains.push(freedom);
            self.starts.push(self.chains.len());
            link.last = Some(freedom);
        }
        self.links.push(link);
        self.links.len() - 1
    }

    /// Adds a freedom behind another to the last piece, or lets it begin one; a piece that
    /// branches within ends there.
    fn begin_piece(&mut self, freedom: usize, before: Option<usize>) {
        let last = self.pieces.last().copied().unwrap_or_default();
        let follows = before.is_some_and(|before| before + 1 == freedom);
        if !(follows && freedom - last < PIECE) {
            self.pieces.push(freedom);
        }
        let fork = before.map(|before| before + 1).filter(|&fork| fork < freedom);
        if let Some((fork, Err(at))) = fork.map(|fork| (fork, self.pieces.binary_search(&fork))) {
            self.pieces.insert(at, fork);
        }
    }

    /// Where pieces begin: freedoms without branches between them, at most six.
    pub fn pieces(&self) -> &[usize] {
        &self.pieces
    }

    /// How many freedoms it has.
    pub fn freedoms(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// How many coordinates it has.
    pub fn coordinates(&self) -> usize {
        self.coordinates
    }

    /// The place of a freedom's row among those of a matrix with the sparsity of branches:
    /// one entry for each of its ancestors and for itself.
    pub fn row(&self, freedom: usize) -> Range<usize> {
        self.starts[freedom]..self.starts[freedom + 1]
    }

    /// How many entries such a matrix has.
    pub fn stored(&self) -> usize {
        self.chains.len()
    }

    /// The ancestors of a freedom from the root on, and itself.
    pub fn chain(&self, freedom: usize) -> &[usize] {
        &self.chains[self.row(freedom)]
    }

    /// Whether nothing that it hangs on moves but its own links.
    pub fn hangs_still(&self) -> bool {
        !self.links.iter().any(|link| matches!(link.parent, Parent::Body(_)))
    }

    /// The freedoms that move a link, from the root on.
    pub fn moving(&self, link: usize) -> &[usize] {
        self.links[link].last.map_or(&[], |last| self.chain(last))
    }
}
