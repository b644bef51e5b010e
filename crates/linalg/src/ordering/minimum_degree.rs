//! Approximate minimum degree (Amestoy, Davis and Duff 1996).
//!
//! What is left of the graph is kept as a quotient graph: an eliminated vertex becomes an
//! element, whose list stands for the clique of its neighbours. Vertices with the same
//! neighbours are one, with a weight. The degree of a vertex i beside the newest element p is
//! bounded by |A_i \ i| + |L_p \ i| + Σ_e |L_e \ L_p| over its other elements.

use crate::SparseMatrix;

const NONE: u32 = u32::MAX;

/// Rows with more than so many times √n neighbours come last: they would spoil every degree.
const DENSE: f64 = 10.0;

/// The order of elimination: entry k is the row eliminated k-th.
pub(super) fn minimum_degree(pattern: &SparseMatrix) -> Vec<usize> {
    let mut graph = QuotientGraph::new(pattern);
    while let Some(pivot) = graph.buckets.least() {
        graph.eliminate(pivot);
    }
    graph.into_order()
}

/// Vertices by degree, the last one put in first.
struct Buckets {
    first: Vec<u32>,
    next: Vec<u32>,
    previous: Vec<u32>,
    degree: Vec<u32>,
    lowest: usize,
}

impl Buckets {
    fn put(&mut self, vertex: u32, degree: u32) {
        let head = std::mem::replace(&mut self.first[degree as usize], vertex);
        self.next[vertex as usize] = head;
        self.previous[vertex as usize] = NONE;
        self.degree[vertex as usize] = degree;
        if head != NONE {
            self.previous[head as usize] = vertex;
        }
        self.lowest = self.lowest.min(degree as usize);
    }

    fn take(&mut self, vertex: u32) {
        let (next, previous) = (self.next[vertex as usize], self.previous[vertex as usize]);
        match previous {
            NONE => self.first[self.degree[vertex as usize] as usize] = next,
            _ => self.next[previous as usize] = next,
        }
        if next != NONE {
            self.previous[next as usize] = previous;
        }
    }

    fn least(&mut self) -> Option<u32> {
        while *self.first.get(self.lowest)? == NONE {
            self.lowest += 1;
        }
        Some(self.first[self.lowest])
    }
}

/// Where a list stands in the memory of all.
#[derive(Clone, Copy, Default)]
struct List {
    begin: u32,
    /// Elements come first, then vertices.
    elements: u32,
    len: u32,
}

impl List {
    fn elements(self) -> std::ops::Range<usize> {
        self.begin as usize..(self.begin + self.elements) as usize
    }

    fn vertices(self) -> std::ops::Range<usize> {
        (self.begin + self.elements) as usize..(self.begin + self.len) as usize
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Vertex,
    Element,
    /// Merged with another vertex, or absorbed by another element.
    Gone,
}

struct QuotientGraph {
    memory: Vec<u32>,
    /// How long the memory may be before its lists are moved together.
    room: usize,
    lists: Vec<List>,
    kind: Vec<Kind>,
    /// Vertices that a vertex stands for.
    weight: Vec<u32>,
    /// Weight of an element's list.
    size: Vec<u32>,
    buckets: Buckets,
    /// The vertices that a vertex stands for, as a chain, and its end.
    merged: Vec<u32>,
    merged_end: Vec<u32>,
    /// Marks of what is in L_p, and of elements with |L_e \ L_p| + stamp.
    inside: Vec<u32>,
    outside: Vec<u64>,
    stamp: u64,
    /// First vertex with a hash, and the next one.
    hashed: Vec<u32>,
    hash_next: Vec<u32>,
    left: u32,
    pivots: Vec<u32>,
    last: Vec<u32>,
}

impl QuotientGraph {
    fn new(pattern: &SparseMatrix) -> Self {
        let count = pattern.rows();
        let mut graph = Self {
            memory: Vec::with_capacity(2 * pattern.stored()),
            room: 2 * pattern.stored(),
            lists: Vec::with_capacity(count),
            kind: vec![Kind::Vertex; count],
            weight: vec![1; count],
            size: vec![0; count],
            buckets: Buckets {
                first: vec![NONE; count + 1],
                next: vec![NONE; count],
                previous: vec![NONE; count],
                degree: vec![0; count],
                lowest: 0,
            },
            merged: vec![NONE; count],
            merged_end: (0..count as u32).collect(),
            inside: vec![NONE; count],
            outside: vec![0; count],
            stamp: 1,
            hashed: vec![NONE; count],
            hash_next: vec![NONE; count],
            left: count as u32,
            pivots: Vec::with_capacity(count),
            last: Vec::new(),
        };
        for row in 0..count {
            let begin = graph.memory.len() as u32;
            let others = pattern.row_slices(row).0.iter().filter(|&&other| other != row);
            graph.memory.extend(others.map(|&other| other as u32));
            let len = graph.memory.len() as u32 - begin;
            graph.lists.push(List { begin, elements: 0, len });
        }
        let most = (DENSE * (count as f64).sqrt()).max(16.0) as u32;
        for row in (0..count).rev() {
            let degree = graph.lists[row].len;
            if degree > most {
                graph.kind[row] = Kind::Gone;
                graph.last.push(row as u32);
                graph.left -= 1;
            } else {
                graph.buckets.put(row as u32, degree);
            }
        }
        graph
    }

    fn eliminate(&mut self, pivot: u32) {
        if self.memory.len() > self.room {
            self.move_together();
        }
        self.buckets.take(pivot);
        self.left -= self.weight[pivot as usize];
        self.make_element(pivot);
        self.count_outside(pivot);
        self.update_neighbours(pivot);
        self.merge_alike(pivot);
        self.close(pivot);
        self.pivots.push(pivot);
    }

    /// L_p: the vertices of the pivot and of its elements, which it absorbs.
    fn make_element(&mut self, pivot: u32) {
        let own = self.lists[pivot as usize];
        self.inside[pivot as usize] = pivot;
        let begin = self.memory.len() as u32;
        for at in own.elements() {
            let element = self.memory[at] as usize;
            if self.kind[element] == Kind::Element {
                self.kind[element] = Kind::Gone;
                self.gather(self.lists[element].vertices(), pivot);
            }
        }
        self.gather(own.vertices(), pivot);
        let len = self.memory.len() as u32 - begin;
        self.kind[pivot as usize] = Kind::Element;
        self.lists[pivot as usize] = List { begin, elements: 0, len };
    }

    fn gather(&mut self, range: std::ops::Range<usize>, pivot: u32) {
        for at in range {
            let vertex = self.memory[at];
            if self.kind[vertex as usize] == Kind::Vertex && self.inside[vertex as usize] != pivot {
                self.inside[vertex as usize] = pivot;
                self.memory.push(vertex);
            }
        }
    }

    /// |L_e \ L_p| of every element beside a vertex of L_p, above the stamp.
    fn count_outside(&mut self, pivot: u32) {
        let mut size = 0;
        for at in self.lists[pivot as usize].vertices() {
            let vertex = self.memory[at] as usize;
            self.buckets.take(vertex as u32);
            let weight = self.weight[vertex];
            size += weight;
            for at in self.lists[vertex].elements() {
                let element = self.memory[at] as usize;
                if self.kind[element] == Kind::Element {
                    if self.outside[element] < self.stamp {
                        self.outside[element] = self.stamp + u64::from(self.size[element]);
                    }
                    self.outside[element] -= u64::from(weight);
                }
            }
        }
        self.size[pivot as usize] = size;
    }

    /// Takes from the lists of L_p what is gone or is known through p, and finds degrees.
    fn update_neighbours(&mut self, pivot: u32) {
        for at in self.lists[pivot as usize].vertices() {
            let vertex = self.memory[at] as usize;
            let list = self.lists[vertex];
            let (mut degree, mut hash) = (0_u64, u64::from(pivot));
            // p takes the place of what it absorbed, or of what led here.
            let mut write = list.begin as usize;
            let mut kept = [0; 2];
            for at in list.elements() {
                let element = self.memory[at];
                if self.kind[element as usize] != Kind::Element {
                    continue;
                }
                let beyond = self.outside[element as usize] - self.stamp;
                if beyond == 0 {
                    // All of it is in L_p.
                    self.kind[element as usize] = Kind::Gone;
                    continue;
                }
                degree += beyond;
                hash += u64::from(element);
                self.memory[write] = element;
                write += 1;
                kept[0] += 1;
            }
            let elements_end = write;
            for at in list.vertices() {
                let other = self.memory[at];
                if self.kind[other as usize] == Kind::Vertex && self.inside[other as usize] != pivot
                {
                    degree += u64::from(self.weight[other as usize]);
                    hash += u64::from(other);
                    self.memory[write] = other;
                    write += 1;
                    kept[1] += 1;
                }
            }
            // One entry has become free: the pivot, or an element that it absorbed.
            self.memory[write] = self.memory[elements_end];
            self.memory[elements_end] = pivot;
            let [elements, vertices] = kept;
            self.lists[vertex] =
                List { begin: list.begin, elements: elements + 1, len: elements + vertices + 1 };
            if elements + vertices == 0 {
                // Nothing beyond L_p: it is eliminated with the pivot.
                self.left -= self.weight[vertex];
                self.size[pivot as usize] -= self.weight[vertex];
                self.merge(vertex as u32, pivot);
                continue;
            }
            self.buckets.degree[vertex] =
                degree.min(u64::from(self.buckets.degree[vertex])).min(u64::from(NONE)) as u32;
            let hash = (hash % self.hashed.len() as u64) as usize;
            self.buckets.previous[vertex] = hash as u32;
            self.hash_next[vertex] = std::mem::replace(&mut self.hashed[hash], vertex as u32);
        }
    }

    /// `gone` is from now on a part of `other`.
    fn merge(&mut self, gone: u32, other: u32) {
        self.kind[gone as usize] = Kind::Gone;
        let end = self.merged_end[other as usize];
        self.merged[end as usize] = gone;
        self.merged_end[other as usize] = self.merged_end[gone as usize];
    }

    /// Vertices of L_p with the same lists become one.
    fn merge_alike(&mut self, pivot: u32) {
        self.stamp += self.lists.len() as u64 + 1;
        for at in self.lists[pivot as usize].vertices() {
            let vertex = self.memory[at] as usize;
            if self.kind[vertex] != Kind::Vertex {
                continue;
            }
            let hash = self.buckets.previous[vertex] as usize;
            let mut one = std::mem::replace(&mut self.hashed[hash], NONE);
            while one != NONE {
                let mut before = one;
                let mut other = self.hash_next[one as usize];
                if other != NONE {
                    self.stamp += 1;
                    self.mark(one);
                }
                while other != NONE {
                    let next = self.hash_next[other as usize];
                    if self.is_marked(one, other) {
                        self.weight[one as usize] += self.weight[other as usize];
                        self.merge(other, one);
                        self.hash_next[before as usize] = next;
                    } else {
                        before = other;
                    }
                    other = next;
                }
                one = self.hash_next[one as usize];
            }
        }
    }

    fn mark(&mut self, vertex: u32) {
        let list = self.lists[vertex as usize];
        for at in list.begin..list.begin + list.len {
            self.outside[self.memory[at as usize] as usize] = self.stamp;
        }
    }

    /// Whether the lists of `other` are those of `one`, which are marked.
    fn is_marked(&self, one: u32, other: u32) -> bool {
        let (one, other) = (self.lists[one as usize], self.lists[other as usize]);
        let own = other.begin as usize..(other.begin + other.len) as usize;
        (one.elements, one.len) == (other.elements, other.len)
            && self.memory[own].iter().all(|&at| self.outside[at as usize] == self.stamp)
    }

    /// Keeps of L_p what is left, with new degrees.
    fn close(&mut self, pivot: u32) {
        let list = self.lists[pivot as usize];
        let mut write = list.begin as usize;
        for at in list.vertices() {
            let vertex = self.memory[at];
            if self.kind[vertex as usize] == Kind::Vertex {
                self.memory[write] = vertex;
                write += 1;
                let weight = self.weight[vertex as usize];
                let bound = self.buckets.degree[vertex as usize] + self.size[pivot as usize];
                self.buckets.put(vertex, (bound - weight).min(self.left - weight));
            }
        }
        self.memory.truncate(write);
        self.lists[pivot as usize].len = write as u32 - list.begin;
        self.stamp += self.lists.len() as u64 + 1;
    }

    /// Moves the lists together when most of the memory is of those that are gone.
    fn move_together(&mut self) {
        let is_live = |kind: &Kind| *kind != Kind::Gone;
        let mut moved = Vec::with_capacity(self.room);
        for (list, _) in self.lists.iter_mut().zip(&self.kind).filter(|(_, kind)| is_live(kind)) {
            let begin = moved.len() as u32;
            let own = list.begin as usize..(list.begin + list.len) as usize;
            moved.extend_from_slice(&self.memory[own]);
            list.begin = begin;
        }
        self.room = 2 * moved.len();
        self.memory = moved;
    }

    fn into_order(self) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.lists.len());
        for pivot in self.pivots.iter().chain(&self.last) {
            let mut vertex = *pivot;
            while vertex != NONE {
                order.push(vertex as usize);
                vertex = self.merged[vertex as usize];
            }
        }
        order
    }
}
