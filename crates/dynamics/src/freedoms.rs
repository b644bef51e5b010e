//! Who owns which part of the velocity vector v.

use std::ops::Range;

use crate::model::Body;
use crate::soft::SoftBody;
use crate::tree::Forest;

/// Gives every mover its span of v: a rigid body that forces can move has six
/// freedoms, one that they cannot has none; after the bodies come the vertices
/// of soft bodies with three each, and none for pinned ones. All come in their
/// own order. The links of a tree share the freedoms of its joints.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// Where each mover begins, and the end of the last.
    starts: Vec<usize>,
    /// The first vertex of each soft body among the movers, and the end of the
    /// last; bodies come before the first.
    meshes: Vec<usize>,
    /// What each mover belongs to; see [`Layout::party`].
    parties: Vec<usize>,
    /// The tree of each body; empty without trees.
    trees: Vec<Option<Membership>>,
}

/// What a body is in a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Membership {
    /// Which tree.
    pub tree: usize,
    /// The first of its bodies that it moves, which stands for all of them.
    pub first: usize,
    /// How many freedoms the tree has.
    pub freedoms: usize,
}

impl Layout {
    /// The layout of these bodies, some of which are links of trees.
    pub fn new(bodies: &[Body], soft: &[SoftBody], forest: &Forest) -> Self {
        let mut starts = vec![0];
        let mut end = 0;
        let stands = |body: usize| {
            let link = forest.link(body);
            link.is_some_and(|(tree, link)| forest.trees[tree].moving(link).is_empty())
        };
        starts.extend(bodies.iter().enumerate().map(|(at, body)| {
            end += if body.is_dynamic() && !stands(at) { 6 } else { 0 };
            end
        }));
        let mut trees = Vec::new();
        if !forest.trees.is_empty() {
            let mut first = vec![None; forest.trees.len()];
            trees.extend((0..bodies.len()).map(|body| {
                let (tree, _) = forest.link(body).filter(|_| !stands(body))?;
                let first = *first[tree].get_or_insert(body);
                Some(Membership { tree, first, freedoms: forest.trees[tree].freedoms() })
            }));
        }
        let mut meshes = vec![bodies.len()];
        let first = |body: usize| trees.get(body).copied().flatten().map(|it: Membership| it.first);
        let mut parties: Vec<usize> =
            (0..bodies.len()).map(|body| first(body).unwrap_or(body)).collect();
        for (number, body) in soft.iter().enumerate() {
            starts.extend(body.is_pinned.iter().map(|&pinned| {
                end += if pinned { 0 } else { 3 };
                end
            }));
            parties.resize(parties.len() + body.vertices(), bodies.len() + number);
            meshes.push(parties.len());
        }
        Self { starts, meshes, parties, trees }
    }

    /// How many movers there are.
    pub fn movers(&self) -> usize {
        self.starts.len() - 1
    }

    /// How many of them are bodies.
    pub fn bodies(&self) -> usize {
        self.meshes[0]
    }

    /// How many soft bodies there are.
    pub fn meshes(&self) -> usize {
        self.meshes.len() - 1
    }

    /// The vertices of a soft body among the movers.
    pub fn vertices(&self, mesh: usize) -> Range<usize> {
        self.meshes[mesh]..self.meshes[mesh + 1]
    }

    /// What a mover belongs to: its own number for a body, that of the first
    /// body of its tree for a link, and the number of its soft body after all
    /// bodies for a vertex.
    pub fn party(&self, mover: usize) -> usize {
        self.parties[mover]
    }

    /// The tree that moves a body.
    pub fn tree(&self, body: usize) -> Option<Membership> {
        self.trees.get(body).copied().flatten()
    }

    /// The freedoms of a mover.
    pub fn span(&self, mover: usize) -> Range<usize> {
        self.starts[mover]..self.starts[mover + 1]
    }

    /// Whether forces can move it.
    pub fn moves(&self, mover: usize) -> bool {
        !self.span(mover).is_empty()
    }
}
