//! Which units of a sweep influence each other.

use crate::problem::{Problem, connected_blocks};

use super::units::Unit;

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
    /// The graph of these units.
    pub fn new(problem: &Problem, units: &[Unit]) -> Self {
        let (places, grounded) = match problem.factored() {
            Some(factored) => {
                let mut body = vec![0; factored.freedoms()];
                for (index, block) in connected_blocks(&factored.inverse_mass).iter().enumerate() {
                    block.iter().for_each(|&freedom| body[freedom] = index);
                }
                let movable = |freedom: usize| {
                    factored.inverse_mass.row(freedom).any(|(_, value)| value != 0.0)
                };
                let mut grounded = vec![false; units.len()];
                let mut places = vec![Vec::new(); units.len()];
                for (at, unit) in units.iter().enumerate() {
                    let place: &mut Vec<usize> = &mut places[at];
                    unit.for_each_row(problem, |row| {
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
                let mut places = vec![Vec::new(); units.len()];
                for (at, unit) in units.iter().enumerate() {
                    let place: &mut Vec<usize> = &mut places[at];
                    unit.for_each_row(problem, |row| {
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
        let count = places.iter().flatten().max().map_or(0, |last| last + 1);
        let mut units = vec![Vec::new(); count];
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
