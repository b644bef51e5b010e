//! Fixed cells of space, their colours and their order along a curve.
//!
//! A cell is wider than any body in it with all that it may cover between two looks, so that a
//! body reaches into at most two cells along an axis, and these differ in parity: cells of one
//! of the eight colours share no body.

use glam::DVec3;

/// Cells along an axis are numbered from −FARTHEST on; what lies beyond counts to the outermost.
const FARTHEST: i32 = 1 << 20;

/// Number of colours.
pub const COLOURS: usize = 8;

/// A cell by its numbers along the axes.
pub type Cell = [i32; 3];

/// Space in cubes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cells {
    /// Edge of a cell (m).
    pub width: f64,
}

impl Cells {
    /// The cell of a point.
    pub fn cell(&self, point: DVec3) -> Cell {
        let number = |x: f64| {
            let number = (x / self.width).floor();
            number.clamp(f64::from(-FARTHEST), f64::from(FARTHEST - 1)) as i32
        };
        [number(point.x), number(point.y), number(point.z)]
    }

    /// The cells that a box reaches into: at most eight for a body that fits a cell.
    pub fn reached(&self, (lower, upper): (DVec3, DVec3)) -> impl Iterator<Item = Cell> + use<> {
        let (from, to) = (self.cell(lower), self.cell(upper));
        (from[2]..=to[2]).flat_map(move |z| {
            (from[1]..=to[1]).flat_map(move |y| (from[0]..=to[0]).map(move |x| [x, y, z]))
        })
    }
}

/// The colour of a cell: its parities.
pub fn colour(cell: Cell) -> usize {
    ((cell[0] & 1) | (cell[1] & 1) << 1 | (cell[2] & 1) << 2) as usize
}

/// The place of a cell along the Morton curve.
pub fn code(cell: Cell) -> u64 {
    let bits = |number: i32| spread((number + FARTHEST) as u64);
    bits(cell[0]) | bits(cell[1]) << 1 | bits(cell[2]) << 2
}

/// The place of a cell in a sweep: colour after colour, each along the curve.
pub fn turn(cell: Cell) -> u64 {
    (colour(cell) as u64) << COLOUR_SHIFT | code(cell) >> 3
}

/// The cell at a place in a sweep.
pub fn cell_of_turn(turn: u64) -> Cell {
    cell_of_code(turn << 3 | turn >> COLOUR_SHIFT)
}

/// The cell at a place along the curve.
pub fn cell_of_code(code: u64) -> Cell {
    [0, 1, 2].map(|axis| gather(code >> axis) as i32 - FARTHEST)
}

/// The lowest three bits of a code are the parities of its cell, which the colour says already.
const COLOUR_SHIFT: u32 = 60;

/// One past the last place along the curve.
pub const END: u64 = 1 << 63;

/// Puts two zeros between any two of the lowest 21 bits.
fn spread(bits: u64) -> u64 {
    let mut x = bits & 0x1f_ffff;
    x = (x | x << 32) & 0x001f_0000_0000_ffff;
    x = (x | x << 16) & 0x001f_0000_ff00_00ff;
    x = (x | x << 8) & 0x100f_00f0_0f00_f00f;
    x = (x | x << 4) & 0x10c3_0c30_c30c_30c3;
    (x | x << 2) & 0x1249_2492_4924_9249
}

/// Takes out what [`spread`] has put between the bits.
fn gather(bits: u64) -> u64 {
    let mut x = bits & 0x1249_2492_4924_9249;
    x = (x | x >> 2) & 0x10c3_0c30_c30c_30c3;
    x = (x | x >> 4) & 0x100f_00f0_0f00_f00f;
    x = (x | x >> 8) & 0x001f_0000_ff00_00ff;
    x = (x | x >> 16) & 0x001f_0000_0000_ffff;
    (x | x >> 32) & 0x1f_ffff
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bit by bit, the slow way.
    fn interleaved(cell: Cell) -> u64 {
        (0..63).fold(0, |code, bit| {
            let own = (cell[bit % 3] + FARTHEST) as u64;
            code | (own >> (bit / 3) & 1) << bit
        })
    }

    #[test]
    fn codes_interleave_the_numbers_of_a_cell() {
        for cell in [[0, 0, 0], [1, 2, 3], [-5, 77, -1_000_000], [-FARTHEST, FARTHEST - 1, 12]] {
            assert_eq!(code(cell), interleaved(cell), "{cell:?}");
            assert!(code(cell) < END);
        }
    }

    /// Colour first, then the curve; no two cells have one turn.
    #[test]
    fn turns_are_in_the_order_of_colour_and_code() {
        let cells = (0..4000).map(|at: i32| {
            [at % 17 - 8, at * 7 % 31 - 15, at * 13 % 23 - FARTHEST + at % 3 * (FARTHEST - 12)]
        });
        let mut all: Vec<Cell> = cells.collect();
        all.sort_unstable();
        all.dedup();
        all.sort_unstable_by_key(|&cell| (colour(cell), code(cell)));
        assert!(all.windows(2).all(|two| turn(two[0]) < turn(two[1])));
        assert!(all.iter().all(|&cell| cell_of_turn(turn(cell)) == cell));
    }

    #[test]
    fn a_box_narrower_than_a_cell_has_one_cell_of_each_colour() {
        let cells = Cells { width: 0.5 };
        for at in 0..50 {
            let centre = DVec3::new(0.1, -0.07, 0.031) * f64::from(at);
            let half = DVec3::splat(0.249);
            let mut seen = [0; COLOURS];
            cells.reached((centre - half, centre + half)).for_each(|cell| seen[colour(cell)] += 1);
            assert!(seen.iter().all(|&count| count <= 1), "{seen:?}");
            assert!(seen[colour(cells.cell(centre))] == 1);
        }
    }

    #[test]
    fn what_is_far_away_counts_to_the_outermost_cell() {
        let cells = Cells { width: 1e-3 };
        assert_eq!(cells.cell(DVec3::splat(1e300)), [FARTHEST - 1; 3]);
        assert_eq!(cells.cell(DVec3::splat(f64::NEG_INFINITY)), [-FARTHEST; 3]);
    }
}
