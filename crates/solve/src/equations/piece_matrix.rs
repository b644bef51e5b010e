//! Rows of a factored problem with trees, seen from 6 × 6 blocks of bodies and of pieces of
//! trees.
//!
//! A piece has at most six freedoms of a tree, one behind the other without a branch between
//! them; its block is that of one inertia on the places that it leaves. A row names the pieces
//! of the chains that it moves: those of one branch of each tree. Blocks between other pieces
//! are never there, so that a crowd of trees has a sparse matrix however many rows it has.

use std::ops::Range;

use stickslip_linalg::{BLOCK, BlockLu, SparseMatrix, in_wide_registers};

use super::block_inverse::invert;
use super::structure::Part;
use crate::problem::FactoredForm;

/// So few rows are rather taken as a dense A.
const FEW_ROWS: usize = 48;
/// Of a J that is fuller than this as well.
const SHARE: f64 = 0.125;

/// Neighbouring rows over the same pieces.
#[derive(Clone, Debug)]
struct Group {
    rows: Range<usize>,
    /// Its pieces among all that are listed.
    pieces: Range<usize>,
    /// The blocks of each of them against each, among all that are listed.
    slots: usize,
    /// Where the packed rows begin.
    packed: usize,
}

/// The matrix and its factor, and what the pattern of J says, kept as long as it stays the same.
#[derive(Debug)]
pub struct PieceMatrix {
    /// The pieces that the pattern was read with.
    starts: Vec<usize>,
    /// J.
    jacobian: SparseMatrix,
    /// Place of each freedom among those of the blocks.
    places: Vec<usize>,
    groups: Vec<Group>,
    group_of: Vec<usize>,
    pieces: Vec<usize>,
    slots: Vec<usize>,
    /// Place of every stored entry of J among the packed rows.
    entry_places: Vec<usize>,
    /// Rows of J, six numbers for each of their pieces.
    packed: Vec<[f64; BLOCK]>,
    left: Vec<[f64; BLOCK]>,
    /// H, a block for each piece.
    mass: Vec<[f64; BLOCK * BLOCK]>,
    matrix: BlockLu,
    padded: Vec<f64>,
}

impl PieceMatrix {
    /// Whether a problem has trees, and enough rows over few enough of its freedoms each.
    pub fn suits(factored: &FactoredForm) -> bool {
        let jacobian = &factored.jacobian;
        let size = jacobian.rows() as f64 * jacobian.cols() as f64;
        factored.inertia.has_trees()
            && jacobian.rows() > FEW_ROWS
            && (jacobian.stored() as f64) < SHARE * size
            && is_in_pieces(factored)
    }

    /// Reads a pattern; `None` where the factor would be too dense.
    pub fn new(factored: &FactoredForm) -> Option<Self> {
        let (jacobian, starts) = (&factored.jacobian, factored.inertia.pieces());
        let mut piece_of = vec![0; factored.freedoms()];
        let mut places = vec![0; factored.freedoms()];
        for (piece, span) in spans(starts, factored.freedoms()).enumerate() {
            for (at, freedom) in span.enumerate() {
                (piece_of[freedom], places[freedom]) = (piece, piece * BLOCK + at);
            }
        }
        let mut made = Self {
            starts: starts.to_vec(),
            jacobian: jacobian.clone(),
            places,
            groups: Vec::new(),
            group_of: Vec::new(),
            pieces: Vec::new(),
            slots: Vec::new(),
            entry_places: Vec::new(),
            packed: Vec::new(),
            left: Vec::new(),
            mass: vec![[0.0; BLOCK * BLOCK]; starts.len()],
            matrix: BlockLu::new(0, &[]).ok()?,
            padded: vec![0.0; starts.len() * BLOCK],
        };
        made.group(&piece_of);
        made.analyse(&piece_of)?;
        Some(made)
    }

    /// Whether it was made from the same pattern.
    pub fn fits(&self, factored: &FactoredForm) -> bool {
        let jacobian = &factored.jacobian;
        self.starts == factored.inertia.pieces()
            && self.jacobian.cols() == jacobian.cols()
            && self.jacobian.row_starts() == jacobian.row_starts()
            && self.jacobian.column_indices() == jacobian.column_indices()
    }

    /// Gathers neighbouring rows of which one names all pieces of the other, as those of a
    /// contact do.
    fn group(&mut self, piece_of: &[usize]) {
        let mut own: Vec<usize> = Vec::new();
        for row in 0..self.jacobian.rows() {
            own.clear();
            own.extend(self.jacobian.row_slices(row).0.iter().map(|&column| piece_of[column]));
            own.dedup();
            if let Some(group) = self.groups.last_mut() {
                let last = &self.pieces[group.pieces.clone()];
                let within = |few: &[usize], many: &[usize]| {
                    few.iter().all(|piece| many.binary_search(piece).is_ok())
                };
                let grows = within(last, &own);
                if grows || within(&own, last) {
                    if grows {
                        self.pieces.truncate(group.pieces.start);
                        self.pieces.extend_from_slice(&own);
                        group.pieces.end = self.pieces.len();
                    }
                    group.rows.end = row + 1;
                    self.group_of.push(self.groups.len() - 1);
                    continue;
                }
            }
            let begin = self.pieces.len();
            self.pieces.extend_from_slice(&own);
            self.group_of.push(self.groups.len());
            let pieces = begin..self.pieces.len();
            self.groups.push(Group { rows: row..row + 1, pieces, slots: 0, packed: 0 });
        }
    }

    /// Places of all entries, and the blocks of the factor.
    fn analyse(&mut self, piece_of: &[usize]) -> Option<()> {
        let mut pairs = Vec::new();
        let mut end = 0;
        for group in &mut self.groups {
            let pieces = &self.pieces[group.pieces.clone()];
            for (at, &one) in pieces.iter().enumerate() {
                pairs.extend(pieces[at + 1..].iter().map(|&other| (one, other)));
            }
            group.packed = end;
            for row in group.rows.clone() {
                for &column in self.jacobian.row_slices(row).0 {
                    // A group has the pieces of all of its rows.
                    let at = pieces.binary_search(&piece_of[column]).ok()?;
                    self.entry_places.push((end + at) * BLOCK + self.places[column] % BLOCK);
                }
                end += pieces.len();
            }
        }
        self.packed = vec![[0.0; BLOCK]; end];
        pairs.sort_unstable();
        pairs.dedup();
        self.matrix = BlockLu::new(self.starts.len(), &pairs).ok()?;
        for group in &mut self.groups {
            group.slots = self.slots.len();
            let pieces = &self.pieces[group.pieces.clone()];
            for &one in pieces {
                for &other in pieces {
                    self.slots.push(self.matrix.slot(one, other)?);
                }
            }
        }
        Some(())
    }

    /// Takes the numbers of J and H. `false` where a block of a body is singular.
    pub fn load(&mut self, factored: &FactoredForm) -> bool {
        self.jacobian.values_mut().copy_from_slice(factored.jacobian.values());
        let packed = self.packed.as_flattened_mut();
        for (&place, &value) in self.entry_places.iter().zip(factored.jacobian.values()) {
            packed[place] = value;
        }
        let inverse = factored.inertia.inverse();
        let spans = spans(&self.starts, factored.freedoms());
        spans.zip(&mut self.mass).all(|(span, mass)| {
            let mut block = [0.0; BLOCK * BLOCK];
            (0..BLOCK).for_each(|at| block[at * (BLOCK + 1)] = 1.0);
            for (at, freedom) in span.clone().enumerate() {
                block[at * (BLOCK + 1)] = 0.0;
                for (column, value) in inverse.row(freedom) {
                    block[at * BLOCK + column - span.start] = value;
                }
            }
            invert(&mut block, mass)
        })
    }

    /// Whether two rows are over the same pieces.
    pub fn together(&self, a: usize, b: usize) -> bool {
        self.group_of[a] == self.group_of[b]
    }

    /// Begins the matrix with H.
    pub fn begin(&mut self) {
        self.matrix.clear();
        for (piece, mass) in self.mass.iter().enumerate() {
            // Every factor has its diagonal blocks.
            let slot = self.matrix.slot(piece, piece).expect("a diagonal block");
            *self.matrix.block_mut(slot) = *mass;
        }
    }

    /// Adds Σ weight · (own J_row + Σ factorᵢ J_otherᵢ)ᵀ J_row over the rows that `part` gives
    /// a weight; the others are over the same pieces as the row.
    pub fn add<const OTHERS: usize>(&mut self, part: impl Fn(usize) -> Option<Part<OTHERS>>) {
        let Self { groups, slots, packed, left, matrix, .. } = self;
        in_wide_registers(
            #[inline(always)]
            || {
                for group in groups.iter() {
                    let width = group.pieces.len();
                    let line = |row: usize| {
                        let begin = group.packed + (row - group.rows.start) * width;
                        &packed[begin..begin + width]
                    };
                    let slots = &slots[group.slots..group.slots + width * width];
                    for row in group.rows.clone() {
                        let Some(Part { weight, own, others }) = part(row) else { continue };
                        let right = line(row);
                        left.clear();
                        left.extend(right.iter().map(|values| values.map(|it| weight * own * it)));
                        for (other, factor) in others {
                            if factor != 0.0 {
                                let scale = weight * factor;
                                for (sum, values) in left.iter_mut().zip(line(other)) {
                                    for k in 0..BLOCK {
                                        sum[k] += scale * values[k];
                                    }
                                }
                            }
                        }
                        let lines = slots.chunks_exact(width.max(1));
                        for (left, slots) in left.iter().zip(lines) {
                            for (right, &slot) in right.iter().zip(slots) {
                                let block = matrix.block_mut(slot).as_chunks_mut::<BLOCK>().0;
                                for (line, factor) in block.iter_mut().zip(left) {
                                    for k in 0..BLOCK {
                                        line[k] += factor * right[k];
                                    }
                                }
                            }
                        }
                    }
                }
            },
        );
    }

    /// Factors the matrix; `false` when a pivot vanished.
    pub fn factorise(&mut self) -> bool {
        self.matrix.factorise().is_ok()
    }

    /// Overwrites a momentum with the velocity that the factored matrix gives.
    pub fn solve(&mut self, momentum: &mut [f64]) {
        self.padded.fill(0.0);
        for (&place, &value) in self.places.iter().zip(momentum.iter()) {
            self.padded[place] = value;
        }
        self.matrix.solve(&mut self.padded);
        for (value, &place) in momentum.iter_mut().zip(&self.places) {
            *value = self.padded[place];
        }
    }

    /// momentum ← Jᵀ impulses.
    pub fn push(&self, impulses: &[f64], momentum: &mut [f64]) {
        self.jacobian.multiply_transposed(impulses, momentum);
    }

    /// speeds ← J velocity.
    pub fn speeds(&self, velocity: &[f64], speeds: &mut [f64]) {
        self.jacobian.multiply(velocity, speeds);
    }
}

/// The freedoms of each piece.
fn spans(starts: &[usize], freedoms: usize) -> impl Iterator<Item = Range<usize>> + '_ {
    let ends = starts.iter().copied().skip(1).chain([freedoms]);
    starts.iter().zip(ends).map(|(&start, end)| start..end)
}

/// Whether pieces are all that moves, none larger than a block, and H couples none of them.
fn is_in_pieces(factored: &FactoredForm) -> bool {
    let (starts, inverse) = (factored.inertia.pieces(), factored.inertia.inverse());
    starts.first() == Some(&0)
        && spans(starts, factored.freedoms()).all(|span| {
            let is_inside = |freedom: usize| {
                inverse.row_slices(freedom).0.iter().all(|column| span.contains(column))
            };
            span.len() <= BLOCK && span.clone().all(is_inside)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Inertia;

    /// A body of six freedoms and two trees that branch, of pieces of 2, 1, 2 and 3, 1.
    fn example() -> FactoredForm {
        let starts = [0, 6, 8, 9, 11, 14];
        let chains: [&[usize]; 4] =
            [&[0, 1, 2, 3, 4, 5, 6, 7, 8], &[6, 7, 9, 10, 11, 12, 13], &[11, 12, 13, 14], &[6, 7]];
        let rows = 60;
        let mut jacobian = SparseMatrix::zeros(0, 0);
        jacobian.clear(15);
        for row in 0..rows {
            let chain = chains[row / 3 % 4];
            let value = |column: &usize| ((row * 7 + column * 5) % 11) as f64 / 5.0 - 1.1;
            jacobian.extend_entries(0, chain, &chain.iter().map(value).collect::<Vec<f64>>());
            jacobian.finish_row();
        }
        let inverse = |i: usize, j: usize| match (i.max(j) < 6, i == j) {
            (_, true) => 2.0,
            (true, false) => 1.0 / (3.0 + (i + j) as f64),
            (false, false) => 0.0,
        };
        let inverse: Vec<f64> = (0..15 * 15).map(|at| inverse(at / 15, at % 15)).collect();
        let mut inertia = Inertia::from_inverse(SparseMatrix::from_dense(15, 15, &inverse));
        inertia.pieces_mut().extend(starts);
        FactoredForm { jacobian, inertia, compliance: vec![0.1; rows] }
    }

    /// H v + Σ weight (…)ᵀ J v is the momentum that v was found from.
    #[test]
    fn the_matrix_is_that_of_its_rows() {
        let factored = example();
        assert!(is_in_pieces(&factored));
        let mut matrix = PieceMatrix::new(&factored).expect("a pattern");
        assert!(matrix.load(&factored) && matrix.fits(&factored));
        assert!((0..60).all(|row| matrix.together(row, row / 3 * 3)));
        matrix.begin();
        matrix.add(|row| match row % 3 {
            0 => Some(Part { weight: 4.0, own: 1.0, others: [(row + 1, 0.5), (row + 2, 0.0)] }),
            1 => None,
            _ => Some(Part { weight: 2.0, own: 1.0, others: [(row, 0.0); 2] }),
        });
        assert!(matrix.factorise());
        let momentum: Vec<f64> = (0..15).map(|at| (at % 4) as f64 - 1.3).collect();
        let mut velocity = momentum.clone();
        matrix.solve(&mut velocity);
        let (mut speeds, mut impulses) = (vec![0.0; 60], vec![0.0; 60]);
        matrix.speeds(&velocity, &mut speeds);
        for row in 0..60 {
            match row % 3 {
                0 => {
                    impulses[row] += 4.0 * speeds[row];
                    impulses[row + 1] += 2.0 * speeds[row];
                }
                1 => {}
                _ => impulses[row] += 2.0 * speeds[row],
            }
        }
        let mut pushed = vec![0.0; 15];
        matrix.push(&impulses, &mut pushed);
        let left: Vec<f64> = momentum.iter().zip(&pushed).map(|(all, own)| all - own).collect();
        let mut again = vec![0.0; 15];
        factored.inertia.apply_inverse(&left, &mut again);
        for (one, two) in velocity.iter().zip(&again) {
            assert!((one - two).abs() < 1e-10, "{one} {two}");
        }
    }
}
