//! Edges of a surface, and what lies beside them.

/// The edges of a surface, in ascending order of their points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topology {
    /// Each edge once, the smaller point first.
    pub edges: Vec<[u32; 2]>,
    /// The edges of each face: from its corners 0 to 1, 1 to 2 and 2 to 0.
    pub face_edges: Vec<[u32; 3]>,
    /// The faces of edge e are `edge_faces[starts[e]..starts[e + 1]]`.
    starts: Vec<u32>,
    edge_faces: Vec<u32>,
}

impl Topology {
    /// Of these faces.
    pub fn new(faces: &[[u32; 3]]) -> Self {
        let mut sides: Vec<([u32; 2], u32)> = Vec::with_capacity(3 * faces.len());
        for (face, &[a, b, c]) in faces.iter().enumerate() {
            for (side, [from, to]) in [[a, b], [b, c], [c, a]].into_iter().enumerate() {
                sides.push(([from.min(to), from.max(to)], (3 * face + side) as u32));
            }
        }
        sides.sort_unstable();
        let mut topology = Self {
            edges: Vec::new(),
            face_edges: vec![[0; 3]; faces.len()],
            starts: Vec::new(),
            edge_faces: Vec::with_capacity(sides.len()),
        };
        for (edge, place) in sides {
            if topology.edges.last() != Some(&edge) {
                topology.edges.push(edge);
                topology.starts.push(topology.edge_faces.len() as u32);
            }
            let number = (topology.edges.len() - 1) as u32;
            topology.face_edges[place as usize / 3][place as usize % 3] = number;
            topology.edge_faces.push(place / 3);
        }
        topology.starts.push(topology.edge_faces.len() as u32);
        topology
    }

    /// The faces beside an edge, in ascending order.
    pub fn faces_of(&self, edge: usize) -> &[u32] {
        &self.edge_faces[self.starts[edge] as usize..self.starts[edge + 1] as usize]
    }

    /// Numbers that are equal exactly for faces which hang together over edges.
    pub fn components(&self) -> Vec<u32> {
        let mut parts = Partition::new(self.face_edges.len());
        for edge in 0..self.edges.len() {
            for pair in self.faces_of(edge).windows(2) {
                parts.join(pair[0], pair[1]);
            }
        }
        (0..self.face_edges.len() as u32).map(|face| parts.root(face)).collect()
    }
}

/// Disjoint sets of numbers, named by their smallest.
pub(super) struct Partition(Vec<u32>);

impl Partition {
    pub(super) fn new(count: usize) -> Self {
        Self((0..count as u32).collect())
    }

    pub(super) fn root(&mut self, mut at: u32) -> u32 {
        while self.0[at as usize] != at {
            let above = self.0[self.0[at as usize] as usize];
            self.0[at as usize] = above;
            at = above;
        }
        at
    }

    pub(super) fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b) as usize] = a.min(b);
    }
}
