//! Manifolds in groups of eight, and groups by colours: within a colour no body that forces
//! move is in two manifolds, so that groups of a colour may be solved in any order.

use super::group::Group;
use super::lane::LANES;
use super::rows::BodyRow;

/// Colours; a manifold that finds none free is in a group of its own, and those are solved one
/// after the other.
pub(super) const COLOURS: usize = 32;

/// Manifolds in a group.
pub(super) fn lanes(colour: usize) -> usize {
    if colour < COLOURS { LANES } else { 1 }
}

/// Where a manifold is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Seat {
    pub(super) colour: u16,
    pub(super) lane: u16,
    pub(super) group: u32,
}

/// All groups. Keeps its memory from step to step.
#[derive(Debug, Default)]
pub(super) struct Colours {
    pub(super) groups: Vec<Vec<Group>>,
    holes: Vec<Vec<(u32, u16)>>,
    /// Colours that each body is in, bit by bit.
    masks: Vec<u64>,
}

impl Colours {
    /// No body has a colour, of so many; groups are as they were until they are seated anew.
    pub(super) fn clear(&mut self, bodies: usize) {
        if self.groups.is_empty() {
            self.groups.resize_with(COLOURS + 1, Vec::new);
            self.holes.resize_with(COLOURS + 1, Vec::new);
        }
        self.masks.clear();
        self.masks.resize(bodies, 0);
    }

    /// Makes seats for so many manifolds in a colour, the first of them in the first group;
    /// what groups hold is to be written.
    pub(super) fn make_seats(&mut self, colour: usize, count: usize, nobody: u32) {
        let lanes = lanes(colour);
        self.groups[colour].resize_with(count.div_ceil(lanes), || Group::new(nobody));
        self.holes[colour].clear();
        let last = (count / lanes) as u32;
        let spare = (count % lanes..lanes).rev().map(|lane| (last, lane as u16));
        self.holes[colour].extend(spare.filter(|_| !count.is_multiple_of(lanes)));
    }

    /// The first colour that neither body is in; marks it. `moves` says which of them forces
    /// move.
    pub(super) fn choose(&mut self, bodies: [u32; 2], moves: [bool; 2]) -> usize {
        let mut used = 0;
        for side in 0..2 {
            if moves[side] {
                used |= self.masks[bodies[side] as usize];
            }
        }
        let colour = ((!used).trailing_zeros() as usize).min(COLOURS);
        if colour < COLOURS {
            for side in 0..2 {
                if moves[side] {
                    self.masks[bodies[side] as usize] |= 1 << colour;
                }
            }
        }
        colour
    }

    /// Seats a manifold in a colour that [`Colours::choose`] has given.
    pub(super) fn seat(
        &mut self,
        colour: usize,
        bodies: [u32; 2],
        moves: [bool; 2],
        nobody: u32,
    ) -> Seat {
        let (group, lane) = self.holes[colour].pop().unwrap_or_else(|| {
            let group = self.groups[colour].len() as u32;
            self.groups[colour].push(Group::new(nobody));
            let others = (1..lanes(colour) as u16).rev();
            self.holes[colour].extend(others.map(|lane| (group, lane)));
            (group, 0)
        });
        self.groups[colour][group as usize].take(lane as usize, bodies, moves);
        Seat { colour: colour as u16, lane, group }
    }

    /// Gives a seat free.
    pub(super) fn vacate(&mut self, seat: Seat, nobody: u32) {
        let (colour, lane) = (seat.colour as usize, seat.lane as usize);
        let group = &mut self.groups[colour][seat.group as usize];
        for side in 0..2 {
            if group.moves[side] >> lane & 1 == 1 && colour < COLOURS {
                self.masks[group.bodies[side][lane] as usize] &= !(1 << colour);
            }
        }
        group.clear(lane, nobody);
        self.holes[colour].push((seat.group, seat.lane));
    }

    /// Calls with the bodies of every manifold that is deeper than a bound (m).
    pub(super) fn each_deep(
        &self,
        deltas: &[BodyRow],
        bound: f64,
        mut found: impl FnMut([usize; 2]),
    ) {
        for group in self.groups.iter().flatten() {
            for lane in 0..LANES {
                let is_deep = |&k: &usize| {
                    group.at[k].normal_mass.get(lane) > 0.0 && -group.gap(k, lane, deltas) > bound
                };
                let moves = (group.moves[0] | group.moves[1]) >> lane & 1 == 1;
                if moves && (0..group.points).any(|k| is_deep(&k)) {
                    found([0, 1].map(|side| group.bodies[side][lane] as usize));
                }
            }
        }
    }

    pub(super) fn group(&self, seat: Seat) -> &Group {
        &self.groups[seat.colour as usize][seat.group as usize]
    }

    pub(super) fn group_mut(&mut self, seat: Seat) -> &mut Group {
        &mut self.groups[seat.colour as usize][seat.group as usize]
    }
}
