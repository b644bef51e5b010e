//! Who may touch whom, cell by cell in the order of a sweep.
//!
//! A pair belongs to one cell, into which both bodies reach: every rank lists the bodies of its
//! own cells, and finds each of its pairs once, among the few of a cell. Pairs with walls belong
//! to the cell of the body, and those of wide bodies to all ranks.

use glam::DVec3;

use crate::bodies::{Bodies, Role};
use crate::catalogue::Catalogue;
use crate::cells::{COLOURS, Cell, cell_of_turn, code, turn};
use crate::extent::{Extent, shared_cell};
use crate::near::{Span, in_order, is_far, may_touch, overlap, plane, tight_box};
use crate::pairs::{Pair, Pairs, WIDE, fit};
use crate::partition::Partition;

/// Bodies that other ranks hold too, and bodies by the cells of this rank.
#[derive(Debug, Default)]
pub struct Detection {
    /// Bodies with the ranks whose cells they reach into besides this one.
    pub holders: Vec<(u32, u32)>,
    /// The cells that each body reaches into.
    spans: Vec<Span>,
    /// Turns of the cells of a colour with the bodies that reach into them.
    entries: Vec<(u64, u32)>,
    /// Pairs with walls by the turns of their cells.
    at_walls: Vec<(u64, [u32; 2])>,
    /// Those of one cell by their lower ends along x.
    cell: Vec<(u32, Extent)>,
    /// Its pairs, by the numbers of their shapes.
    found: Vec<([u32; 2], [u32; 2])>,
}

/// What pairs are looked for in.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    /// What bodies are.
    pub catalogue: &'a Catalogue,
    /// Those that the rank holds.
    pub bodies: &'a Bodies,
    /// Which cells are whose.
    pub partition: &'a Partition,
    /// The number of the rank.
    pub rank: usize,
}

impl Detection {
    /// All pairs of a rank in the order of a sweep: in each colour first the cells with bodies
    /// that others hold too, so that these can be sent while the rest is swept.
    pub fn find(&mut self, scope: Scope<'_>, pairs: &mut Pairs) {
        self.list(scope);
        self.find_walls(scope);
        pairs.clear();
        let mut inner = Vec::new();
        let mut next_wall = 0;
        for phase in 0..COLOURS {
            let begin = pairs.all.len();
            let entries = self.of_colour(scope, phase);
            for cell in entries.chunk_by(|one, two| one.0 == two.0) {
                let at_cell = self.at_walls[next_wall..].iter();
                let walls = at_cell.take_while(|own| own.0 == cell[0].0).count();
                let walls = next_wall..next_wall + walls;
                next_wall = walls.end;
                self.find_in(scope, cell, walls);
                let mut places = self.found.iter().flat_map(|own| own.1);
                let is_border = places.any(|place| self.spans[place as usize].is_shared);
                let to = if is_border { &mut pairs.all } else { &mut inner };
                to.extend(self.found.iter().map(|own| Pair::new(scope, own.1)));
            }
            self.entries = entries;
            let border = pairs.all.len();
            pairs.all.append(&mut inner);
            pairs.phases[phase] = [begin..border, border..pairs.all.len()];
        }
        self.find_wide(scope);
        let begin = pairs.all.len();
        pairs.all.extend(self.found.iter().map(|own| Pair::new(scope, own.1)));
        pairs.phases[WIDE] = [begin..pairs.all.len(), pairs.all.len()..pairs.all.len()];
        fit(&mut pairs.all);
    }

    /// Lists which cells each body reaches into, and whom besides this rank they belong to.
    fn list(&mut self, Scope { catalogue, bodies, partition, rank }: Scope<'_>) {
        self.spans.clear();
        self.holders.clear();
        for at in 0..bodies.roles.len() {
            if !matches!(bodies.roles[at], Role::Own | Role::Ghost) {
                self.spans.push(Span::NONE);
                continue;
            }
            let (cells, bounds) = (&catalogue.cells, bodies.extent(catalogue, at).bounds());
            let (from, to) = (cells.cell(bounds.0), cells.cell(bounds.1));
            debug_assert!((0..3).all(|axis| to[axis] - from[axis] <= 1), "wider than a cell");
            let goes_on = [0, 1, 2].map(|axis| to[axis] > from[axis]);
            let mut span = Span { from, goes_on, is_shared: false };
            let first = self.holders.len();
            if !partition.is_whole() {
                for cell in (0..COLOURS).filter_map(|colour| span.of_colour(colour)) {
                    let owner = partition.owner(cell);
                    let is_new = || self.holders[first..].iter().all(|own| own.1 != owner as u32);
                    if owner != rank && is_new() {
                        self.holders.push((at as u32, owner as u32));
                    }
                }
            }
            span.is_shared = self.holders.len() > first;
            self.spans.push(span);
        }
    }

    /// Who reaches into which cells of a colour and of this rank, in the order of a sweep.
    fn of_colour(&mut self, scope: Scope<'_>, colour: usize) -> Vec<(u64, u32)> {
        let Scope { bodies, partition, rank, .. } = scope;
        let mut entries = std::mem::take(&mut self.entries);
        entries.clear();
        for (at, span) in self.spans.iter().enumerate() {
            if !matches!(bodies.roles[at], Role::Own | Role::Ghost) {
                continue;
            }
            let is_own = |cell: &Cell| !span.is_shared || partition.owner(*cell) == rank;
            if let Some(cell) = span.of_colour(colour).filter(is_own) {
                entries.push((turn(cell), at as u32));
            }
        }
        entries.sort_unstable();
        entries
    }

    /// Pairs of bodies of this rank with walls.
    fn find_walls(&mut self, Scope { catalogue, bodies, .. }: Scope<'_>) {
        self.at_walls.clear();
        let cells = &catalogue.cells;
        let is_wall = |at: &usize| bodies.roles[*at] == Role::Wall;
        for wall in (0..bodies.roles.len()).filter(is_wall) {
            let Some(bounds) = tight_box(catalogue, bodies, wall) else { continue };
            let (lower, upper) = bounds;
            let plane = plane(catalogue, bodies, wall);
            let mut offer = |at: usize| {
                if bodies.roles[at] != Role::Own
                    || plane.is_some_and(|plane| is_far(catalogue, bodies, plane, at))
                    || !may_touch(catalogue, bodies, (wall, bounds), at)
                {
                    return;
                }
                let own = cells.cell(bodies.poses[at].position);
                self.at_walls.push((turn(own), in_order(bodies, [wall, at]).1));
            };
            // Whoever touches it is at most half a cell away from its box.
            let half = DVec3::splat(0.5 * cells.width);
            let (from, to) = (cells.cell(lower - half), cells.cell(upper + half));
            let across = |axis: usize| f64::from(to[axis]) - f64::from(from[axis]) + 1.0;
            if across(0) * across(1) * across(2) > bodies.roles.len() as f64 {
                (0..bodies.roles.len()).for_each(&mut offer);
                continue;
            }
            for cell in cells.reached((lower - half, upper + half)) {
                let code = code(cell);
                let begin = bodies.codes.partition_point(|&own| own < code);
                let count = bodies.codes[begin..].iter().take_while(|&&own| own == code).count();
                (begin..begin + count).for_each(&mut offer);
            }
        }
        self.at_walls.sort_unstable();
    }

    /// The pairs of a cell, in the order of the numbers of their shapes.
    fn find_in(
        &mut self,
        Scope { catalogue, bodies, .. }: Scope<'_>,
        cell: &[(u64, u32)],
        walls: std::ops::Range<usize>,
    ) {
        let extent = |&(_, at): &(u64, u32)| (at, bodies.extent(catalogue, at as usize));
        self.cell.clear();
        self.cell.extend(cell.iter().map(extent));
        let lower = |own: &(u32, Extent)| own.1.place.x - own.1.reach;
        self.cell.sort_unstable_by(|one, two| lower(one).total_cmp(&lower(two)));
        self.found.clear();
        let walls = self.at_walls[walls].iter();
        self.found.extend(walls.map(|own| in_order(bodies, own.1.map(|at| at as usize))));
        let here = cell_of_turn(cell[0].0);
        for (at, (one, own)) in self.cell.iter().enumerate() {
            let others = self.cell[at + 1..].iter();
            let end = own.place.x + own.reach;
            for (two, other) in others.take_while(|other| lower(other) <= end) {
                let (one, two) = (*one as usize, *two as usize);
                let bounds = || tight_box(catalogue, bodies, one);
                let touches = |bounds| may_touch(catalogue, bodies, (one, bounds), two);
                if own.is_near(other)
                    && shared_cell(&catalogue.cells, own, other) == Some(here)
                    && bounds().is_some_and(touches)
                {
                    self.found.push(in_order(bodies, [one, two]));
                }
            }
        }
        self.found.sort_unstable();
    }

    /// Pairs of wide and joined bodies with whomever this rank holds.
    fn find_wide(&mut self, Scope { catalogue, bodies, .. }: Scope<'_>) {
        self.found.clear();
        let all = 0..bodies.roles.len();
        let is_wide = |at: &usize| bodies.roles[*at].is_everywhere();
        for wide in all.clone().filter(is_wide) {
            let Some(bounds) = tight_box(catalogue, bodies, wide) else { continue };
            for at in all.clone().filter(|at| !is_wide(at) || *at > wide) {
                let near = bodies.extent(catalogue, at).bounds();
                if overlap(near, bounds) && may_touch(catalogue, bodies, (wide, bounds), at) {
                    self.found.push(in_order(bodies, [wide, at]));
                }
            }
        }
        self.found.sort_unstable();
    }
}
