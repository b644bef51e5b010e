//! Which units of a sweep influence each other.

use crate::problem::Problem;

/// Units and the things through which they meet: movable bodies where the
/// problem has factors, else rows of A.
pub struct Graph {
    /// Movable bodies (or rows) of each unit, ascending.
    places: Vec<Vec<usize>>,
    /// Units at each place.
    units: Vec<Vec<usize>>,
    /// Whether a unit also touches something that cannot move; known with
    /// factors only.
    grounded: Option<Vec<bool>>,
}

impl Graph {
    /// The graph of `count` units; `rows_of` calls its second argument for each
    /// row of a unit.
    pub fn new(
        problem: &Problem,
        count: usize,
        rows_of: impl Fn(usize, &mut dyn FnMut(usize)),
    ) -> Self {
        let (places, grounded) = match problem.factored() {
            Some(factored) => {
                let mut body = vec![0; factored.freedoms()];
                for (index, block) in factored.inertia.blocks().iter().enumerate() {
                    block.iter().for_each(|&freedom| body[freedom] = index);
                }
                let movable = |freedom: usize| factored.inertia.moves(freedom);
                let mut grounded = vec![false; count];
                let mut places = vec![Vec::new(); count];
                for at in 0..count {
                    let place: &mut Vec<usize> = &mut places[at];
                    rows_of(at, &mut |row| {
                        for (freedom, value) in factored.jacobian.row(row) {
                            if value != 0.0 && movable(freedom) {
                                place.push(body[freedom]);
                            }
                        }
                    });
                    place.sort_unstable();
                    place.dedup();
                    // The static ground often has no columns at all.
                    grounded[at] = place.len() < 2;
                }
                (places, Some(grounded))
            }
            None => {
                let mut places = vec![Vec::new(); count];
                for at in 0..count {
                    let place: &mut Vec<usize> = &mut places[at];
                    rows_of(at, &mut |row| {
                        place.push(row);
                        let entries = problem.matrix().row(row);
                        place.extend(entries.filter(|entry| entry.1 != 0.0).map(|entry| entry.0));
                    });
                    place.sort_unstable();
                    place.dedup();
                }
                (places, None)
            }
        };
        let last = places.iter().flatten().max();
        let mut units = vec![Vec::new(); last.map_or(0, |last| last + 1)];
        for (at, place) in places.iter().enumerate() {
            place.iter().for_each(|&place| units[place].push(at));
        }
        Self { places, units, grounded }
    }

    /// A colour for each unit, the smallest that no unit at the same place has
    /// (greedy, in the order of the units).
    pub fn colours(&self) -> Vec<usize> {
        let mut colours = vec![usize::MAX; self.places.len()];
        let mut taken_by = Vec::new();
        for at in 0..self.places.len() {
            for neighbour in self.neighbours(at) {
                let colour = colours[neighbour];
                if colour != usize::MAX {
                    if colour >= taken_by.len() {
                        taken_by.resize(colour + 1, usize::MAX);
                    }
                    taken_by[colour] = at;
                }
            }
            let free = taken_by.iter().position(|&unit| unit != at);
            colours[at] = free.unwrap_or(taken_by.len());
        }
        colours
    }

    /// The distance of each unit from those that touch the ground, through
    /// movable bodies; the largest for units that no path reaches. `None` when
    /// the problem does not tell its bodies.
    pub fn layers(&self) -> Option<Vec<usize>> {
        let grounded = self.grounded.as_ref()?;
        let mut layers = vec![usize::MAX; self.places.len()];
        let mut front: Vec<usize> = (0..layers.len()).filter(|&at| grounded[at]).collect();
        let mut layer = 0;
        while !front.is_empty() {
            front.iter().for_each(|&at| layers[at] = layer);
            let mut next: Vec<usize> = front
                .iter()
                .flat_map(|&at| self.neighbours(at))
                .filter(|&at| layers[at] == usize::MAX)
                .collect();
            next.sort_unstable();
            next.dedup();
            front = next;
            layer += 1;
        }
        Some(layers)
    }

    /// Movable bodies (or rows of A) that a unit touches, ascending.
    pub fn places(&self, at: usize) -> &[usize] {
        &self.places[at]
    }

    fn neighbours(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        let places = self.places[at].iter();
        places.flat_map(move |&place| self.units[place].iter().copied().filter(move |&to| to != at))
    }
}

#[cfg(test)]
mod tests {
    use stickslip_linalg::{SparseMatrix, Triplets};

    use super::*;
    use crate::problem::{FactoredForm, Inertia, Kind, ProblemData};
    use crate::splitting::units::{Unit, units};

    fn of_units(problem: &Problem) -> Graph {
        Unit::graph(problem, &units(problem))
    }

    /// Rows between bodies (first, second) that move along a line; `None` is
    /// the ground. Body 3 is fixed: it has a column but no inverse mass.
    fn graph(rows: &[(Option<usize>, usize)]) -> Graph {
        let mut jacobian = Triplets::new();
        for (row, &(first, second)) in rows.iter().enumerate() {
            first.iter().for_each(|&body| jacobian.push(row, body, -1.0));
            jacobian.push(row, second, 1.0);
        }
        let n = rows.len();
        let factored = FactoredForm {
            jacobian: SparseMatrix::from_triplets(n, 4, &jacobian),
            inertia: Inertia::from_inverse(SparseMatrix::diagonal_matrix(&[1.0, 1.0, 1.0, 0.0])),
            compliance: vec![0.0; n],
        };
        let data = ProblemData::factored("rows", Kind::Lcp, factored, vec![0.0; n]);
        let problem = Problem::new(data).expect("well formed");
        of_units(&problem)
    }

    #[test]
    fn layers_count_bodies_from_the_ground() {
        let stack = graph(&[(Some(1), 2), (Some(0), 1), (None, 0), (Some(0), 1)]);
        assert_eq!(stack.layers(), Some(vec![2, 1, 0, 1]));
        // A fixed body is ground, and a body in the air is above everything.
        let hung = graph(&[(Some(3), 0), (Some(1), 2)]);
        assert_eq!(hung.layers(), Some(vec![0, usize::MAX]));
    }

    #[test]
    fn units_of_one_colour_share_no_movable_body() {
        let rows = [(Some(1), 2), (Some(0), 1), (None, 0), (Some(0), 1), (Some(3), 2)];
        let colours = graph(&rows).colours();
        assert_eq!(colours, [0, 1, 0, 2, 1]);
        // The fixed body connects nothing.
        assert_eq!(graph(&[(Some(3), 0), (Some(3), 1)]).colours(), [0, 0]);
    }

    #[test]
    fn without_bodies_the_matrix_tells() {
        let matrix = SparseMatrix::from_dense(3, 3, &[1.0, 0.5, 0.0, 0.5, 1.0, 0.0, 0.0, 0.0, 1.0]);
        let data = ProblemData::assembled("rows", Kind::Lcp, matrix, vec![0.0; 3]);
        let problem = Problem::new(data).expect("well formed");
        let graph = of_units(&problem);
        assert_eq!((graph.colours(), graph.layers()), (vec![0, 1, 0], None));
    }
}
