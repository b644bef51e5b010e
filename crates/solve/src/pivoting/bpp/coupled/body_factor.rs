//! A factor of a body-space matrix: in blocks of six without pivoting where
//! that keeps its digits, by sparse elimination with pivoting where not.

use stickslip_linalg::{BLOCK, BlockLu, SparseLu, SparseMatrix};

/// Both ways to factor, each made when first needed.
pub struct BodyFactor {
    blocks: Option<Blocks>,
    sparse: Option<SparseLu>,
    in_blocks: bool,
    probe: Vec<f64>,
}

struct Blocks {
    matrix: BlockLu,
    /// Block of every stored entry, and its place in the block.
    places: Vec<(usize, usize)>,
}

/// Largest error of a known solution with which a factor still helps: the
/// rest is for refinement.
const LARGEST_ERROR: f64 = 1e-6;

impl BodyFactor {
    /// Analyses a pattern.
    pub fn new(pattern: &SparseMatrix) -> Self {
        Self {
            blocks: Blocks::new(pattern),
            sparse: None,
            in_blocks: false,
            probe: vec![0.0; pattern.rows()],
        }
    }

    /// Factors a matrix of that pattern; `None` when it is singular.
    pub fn factorise(&mut self, matrix: &SparseMatrix) -> Option<()> {
        self.in_blocks = self.factorise_blocks(matrix);
        if self.in_blocks {
            return Some(());
        }
        if self.sparse.is_none() {
            self.sparse = Some(SparseLu::new(matrix).ok()?);
        }
        self.sparse.as_mut()?.factorise(matrix).ok()
    }

    /// Factors in blocks; whether they give back the vector of ones.
    fn factorise_blocks(&mut self, matrix: &SparseMatrix) -> bool {
        let Some(blocks) = &mut self.blocks else { return false };
        blocks.matrix.clear();
        for (&(slot, place), &value) in blocks.places.iter().zip(matrix.values()) {
            blocks.matrix.block_mut(slot)[place] = value;
        }
        if blocks.matrix.factorise().is_err() {
            return false;
        }
        for (row, value) in self.probe.iter_mut().enumerate() {
            *value = matrix.row_slices(row).1.iter().sum();
        }
        blocks.matrix.solve(&mut self.probe);
        self.probe.iter().all(|value| (value - 1.0).abs() <= LARGEST_ERROR)
    }

    /// Overwrites a right-hand side with the solution.
    pub fn solve(&mut self, x: &mut [f64]) {
        // `factorise` came before, and leaves the one that it chose.
        if self.in_blocks {
            self.blocks.as_mut().expect("blocks").matrix.solve(x);
        } else {
            self.sparse.as_ref().expect("a factor").solve(x);
        }
    }
}

impl Blocks {
    fn new(pattern: &SparseMatrix) -> Option<Self> {
        if !pattern.rows().is_multiple_of(BLOCK) {
            return None;
        }
        let entries = || {
            (0..pattern.rows())
                .flat_map(|row| pattern.row_slices(row).0.iter().map(move |&col| (row, col)))
        };
        let mut pairs: Vec<(usize, usize)> = entries()
            .map(|(row, col)| (row / BLOCK, col / BLOCK))
            .filter(|(row, col)| row < col)
            .collect();
        pairs.sort_unstable();
        pairs.dedup();
        let matrix = BlockLu::new(pattern.rows() / BLOCK, &pairs).ok()?;
        let places = entries()
            .map(|(row, col)| {
                let slot = matrix.slot(row / BLOCK, col / BLOCK)?;
                Some((slot, row % BLOCK * BLOCK + col % BLOCK))
            })
            .collect::<Option<Vec<_>>>()?;
        Some(Self { matrix, places })
    }
}
