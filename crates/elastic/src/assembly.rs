//! Sums over the elements of a mesh.
//!
//! Elements are evaluated side by side, each into a place of its own; then every
//! vertex sums up what its elements say, in their order. No sum depends on who
//! was ready first, so that the bits are the same for any number of threads.

use glam::{DMat3, DVec3};
use rayon::prelude::*;
use stickslip_linalg::SparseMatrix;

use crate::element::{Local, Stiffness};
use crate::mesh::{ElasticMesh, InvertedElement};

/// How mass is spread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Inertia {
    /// A share for every vertex: a diagonal matrix.
    #[default]
    Lumped,
    /// As the shape functions have it: m (1 + δ_ab)/(n (n + 1)) in every element
    /// of n corners.
    Consistent,
}

/// An element at one of its corners.
#[derive(Clone, Copy, Debug)]
struct Visit {
    element: u32,
    corner: u32,
    /// Places of the element's corners among the blocks of a row;
    /// `u32::MAX` for pinned ones.
    slots: [u32; 4],
}

/// Which elements meet at which vertices, and their forces and stiffness where
/// they were evaluated last. Pinned vertices have no rows.
#[derive(Clone, Debug)]
pub struct Assembly {
    /// Vertices that have rows, ascending.
    free: Vec<u32>,
    /// `visits[starts[v]..starts[v + 1]]` are those of vertex v.
    starts: Vec<u32>,
    visits: Vec<Visit>,
    locals: Vec<Local>,
    has_failed: Vec<bool>,
    pattern: SparseMatrix,
}

impl Assembly {
    /// Of a mesh whose pinned vertices do not move.
    pub fn new(mesh: &ElasticMesh, is_pinned: impl Fn(usize) -> bool) -> Self {
        let vertices = mesh.rest().len();
        let mut around: Vec<Vec<(u32, u32)>> = vec![Vec::new(); vertices];
        for (number, element) in mesh.elements().iter().enumerate() {
            for (corner, &vertex) in element.vertices().iter().enumerate() {
                around[vertex as usize].push((number as u32, corner as u32));
            }
        }
        let free: Vec<u32> =
            (0..vertices).filter(|&at| !is_pinned(at)).map(|at| at as u32).collect();
        let mut place = vec![u32::MAX; vertices];
        for (at, &vertex) in free.iter().enumerate() {
            place[vertex as usize] = at as u32;
        }
        let mut pattern = SparseMatrix::zeros(0, 0);
        pattern.clear(3 * free.len());
        let (mut starts, mut visits) = (vec![0], Vec::new());
        for vertex in 0..vertices {
            let corners_of = |element: u32| mesh.elements()[element as usize].vertices();
            let mut columns: Vec<u32> = around[vertex]
                .iter()
                .flat_map(|&(element, _)| corners_of(element))
                .map(|&other| place[other as usize])
                .filter(|&other| other != u32::MAX)
                .collect();
            columns.sort_unstable();
            columns.dedup();
            for &(element, corner) in &around[vertex] {
                let mut slots = [u32::MAX; 4];
                for (slot, &other) in slots.iter_mut().zip(corners_of(element)) {
                    if let Ok(found) = columns.binary_search(&place[other as usize]) {
                        *slot = found as u32;
                    }
                }
                visits.push(Visit { element, corner, slots });
            }
            starts.push(visits.len() as u32);
            if place[vertex] != u32::MAX {
                for _ in 0..3 {
                    columns.iter().for_each(|&at| pattern.extend_row(3 * at as usize, &[0.0; 3]));
                    pattern.finish_row();
                }
            }
        }
        let elements = mesh.elements().len();
        Self {
            free,
            starts,
            visits,
            locals: vec![Local::default(); elements],
            has_failed: vec![false; elements],
            pattern,
        }
    }

    /// How many vertices there are, pinned ones too.
    pub fn vertices(&self) -> usize {
        self.starts.len() - 1
    }

    /// The vertices that have rows, ascending: freedoms 3k, 3k + 1 and 3k + 2
    /// are those of the k-th.
    pub fn free(&self) -> &[u32] {
        &self.free
    }

    /// A matrix of zeros with the pattern of the stiffness.
    pub fn pattern(&self) -> &SparseMatrix {
        &self.pattern
    }

    /// Evaluates all elements where the vertices are.
    ///
    /// # Errors
    /// Names the first element whose energy is infinite.
    pub fn evaluate(
        &mut self,
        mesh: &ElasticMesh,
        positions: &[DVec3],
        stiffness: Stiffness,
    ) -> Result<(), InvertedElement> {
        let places = self.locals.par_iter_mut().zip(self.has_failed.par_iter_mut());
        let work = mesh.elements().par_iter().zip(places);
        work.with_min_len(64).for_each(|(element, (local, has_failed))| {
            let found = element.evaluate(&element.corners(positions), stiffness, local);
            *has_failed = found.is_none();
        });
        match self.has_failed.iter().position(|&failed| failed) {
            Some(element) => Err(InvertedElement(element)),
            None => Ok(()),
        }
    }

    fn visits(&self, vertex: usize) -> &[Visit] {
        &self.visits[self.starts[vertex] as usize..self.starts[vertex + 1] as usize]
    }

    /// The force on every vertex, pinned ones too (N), of the last evaluation.
    pub fn write_forces(&self, forces: &mut Vec<DVec3>) {
        forces.clear();
        forces.extend((0..self.vertices()).map(|vertex| {
            let visits = self.visits(vertex).iter();
            visits
                .map(|visit| self.locals[visit.element as usize].force[visit.corner as usize])
                .sum::<DVec3>()
        }));
    }

    /// α M + β K over the free vertices, of the last evaluation. `matrix` is a
    /// copy of [`Self::pattern`] or was written here before.
    pub fn write_matrix(
        &self,
        mesh: &ElasticMesh,
        inertia: Inertia,
        (of_mass, of_stiffness): (f64, f64),
        matrix: &mut SparseMatrix,
    ) {
        let writer = Writer { assembly: self, mesh, inertia, of_mass, of_stiffness };
        writer.write(0, &self.free, matrix.values_mut());
    }
}

/// Vertices that one thread writes at once.
const CHUNK: usize = 128;

struct Writer<'a> {
    assembly: &'a Assembly,
    mesh: &'a ElasticMesh,
    inertia: Inertia,
    of_mass: f64,
    of_stiffness: f64,
}

impl Writer<'_> {
    /// The rows of some free vertices from the k-th on, which `values` holds.
    fn write(&self, k: usize, free: &[u32], values: &mut [f64]) {
        let starts = self.assembly.pattern.row_starts();
        if free.len() > CHUNK {
            let middle = free.len() / 2;
            let (left, right) = free.split_at(middle);
            let split = starts[3 * (k + middle)] - starts[3 * k];
            let (before, after) = values.split_at_mut(split);
            rayon::join(|| self.write(k, left, before), || self.write(k + middle, right, after));
            return;
        }
        values.fill(0.0);
        for (at, &vertex) in free.iter().enumerate() {
            let row = 3 * (k + at);
            let begin = starts[row] - starts[3 * k];
            let width = starts[row + 1] - starts[row];
            self.write_rows(row, vertex as usize, &mut values[begin..begin + 3 * width], width);
        }
    }

    fn write_rows(&self, row: usize, vertex: usize, values: &mut [f64], width: usize) {
        let mut add = |slot: usize, block: &DMat3| {
            for j in 0..3 {
                for i in 0..3 {
                    values[i * width + 3 * slot + j] += block.col(j)[i];
                }
            }
        };
        let scaled = |value: f64| DMat3::from_diagonal(DVec3::splat(value));
        if self.inertia == Inertia::Lumped {
            let columns = self.assembly.pattern.row_slices(row).0;
            // A vertex is its own neighbour.
            let own = columns.iter().position(|&column| column == row).unwrap_or(0) / 3;
            add(own, &scaled(self.of_mass * self.mesh.masses()[vertex]));
        }
        for visit in self.assembly.visits(vertex) {
            let element = &self.mesh.elements()[visit.element as usize];
            let local = &self.assembly.locals[visit.element as usize];
            let corners = element.vertices().len();
            for b in 0..corners {
                let slot = visit.slots[b];
                if slot == u32::MAX {
                    continue;
                }
                let a = visit.corner as usize;
                add(slot as usize, &(self.of_stiffness * local.stiffness[a][b]));
                if self.inertia == Inertia::Consistent {
                    let double = if a == b { 2.0 } else { 1.0 };
                    let share = double * element.mass() / (corners * (corners + 1)) as f64;
                    add(slot as usize, &scaled(self.of_mass * share));
                }
            }
        }
    }
}
