//! Rows between pairs of rigid bodies, in the least memory a sweep can do with.
//!
//! A sweep does a few operations on each number that it reads, so its time is
//! that of the memory. Six values of J and six of J M⁻¹ for each of two bodies
//! stand side by side, without an index for each of them.

use stickslip_linalg::SparseMatrix;

use crate::problem::FactoredForm;

use super::slot::Slot;

/// Degrees of freedom of a body.
const SIX: usize = 6;
/// In place of a body: the row has only one.
const NONE: u32 = u32::MAX;

/// One row of J and J M⁻¹.
#[derive(Clone)]
struct PairRow {
    bodies: [u32; 2],
    jacobian: [[f64; SIX]; 2],
    weighted: [[f64; SIX]; 2],
    compliance: f64,
}

/// All rows of a problem.
pub struct PairRows {
    packed: Vec<PairRow>,
    /// Where each row stands.
    place: Vec<u32>,
}

impl PairRows {
    /// `None` unless every six degrees of freedom are a body, no mass couples
    /// two of them, and no row touches more than two that move.
    pub fn new(factored: &FactoredForm, weighted: &SparseMatrix) -> Option<Self> {
        let freedoms = factored.freedoms();
        let apart = |freedom: usize| {
            let mut entries = factored.inertia.inverse().row(freedom);
            entries.all(|(column, value)| value == 0.0 || column / SIX == freedom / SIX)
        };
        if !freedoms.is_multiple_of(SIX)
            || freedoms / SIX >= NONE as usize
            || factored.jacobian.rows() >= NONE as usize
            || !(0..freedoms).all(apart)
        {
            return None;
        }
        let movable: Vec<bool> = (0..freedoms / SIX)
            .map(|body| {
                let mut rows = SIX * body..SIX * (body + 1);
                rows.any(|freedom| factored.inertia.moves(freedom))
            })
            .collect();
        let row = |row: usize| {
            let mut packed = PairRow {
                bodies: [NONE; 2],
                jacobian: [[0.0; SIX]; 2],
                weighted: [[0.0; SIX]; 2],
                compliance: factored.compliance[row],
            };
            for (column, value) in factored.jacobian.row(row) {
                if movable[column / SIX] {
                    packed.jacobian[packed.side(column / SIX)?][column % SIX] = value;
                }
            }
            for (column, value) in weighted.row(row).filter(|entry| entry.1 != 0.0) {
                packed.weighted[packed.side(column / SIX)?][column % SIX] = value;
            }
            Some(packed)
        };
        let packed: Vec<PairRow> = (0..factored.jacobian.rows()).map(row).collect::<Option<_>>()?;
        let place = (0..packed.len() as u32).collect();
        Some(Self { packed, place })
    }

    /// Puts the rows in this order, which names each once.
    pub fn arrange(&mut self, order: &[usize]) {
        self.packed = order.iter().map(|&row| self.row(row).clone()).collect();
        order.iter().enumerate().for_each(|(at, &row)| self.place[row] = at as u32);
    }

    fn row(&self, row: usize) -> &PairRow {
        &self.packed[self.place[row] as usize]
    }

    /// (J v)ᵢ + Cᵢ xᵢ of some rows. Rows of one contact have the same bodies,
    /// whose velocities are then read once.
    pub fn velocities<S: Slot, const N: usize>(
        &self,
        rows: [usize; N],
        x: [f64; N],
        velocity: &[S],
    ) -> [f64; N] {
        let packed = rows.map(|row| self.row(row));
        let bodies = packed[0].bodies.map(|body| load(velocity, body));
        let mut found = [0.0; N];
        for at in 0..N {
            let row = packed[at];
            let bodies = if row.bodies == packed[0].bodies {
                &bodies
            } else {
                &row.bodies.map(|body| load(velocity, body))
            };
            let mut lanes = [0.0; SIX];
            for lane in 0..SIX {
                lanes[lane] = row.jacobian[0][lane] * bodies[0][lane]
                    + row.jacobian[1][lane] * bodies[1][lane];
            }
            let [a, b, c, d, e, f] = lanes;
            found[at] = ((a + b) + (c + d)) + ((e + f) + row.compliance * x[at]);
        }
        found
    }

    /// v += (J M⁻¹)ᵢᵀ Δᵢ for some rows.
    pub fn moved<S: Slot, const N: usize>(
        &self,
        rows: [usize; N],
        changes: [f64; N],
        velocity: &[S],
    ) {
        let packed = rows.map(|row| self.row(row));
        if packed.iter().any(|row| row.bodies != packed[0].bodies) {
            rows.iter().zip(changes).for_each(|(&row, it)| self.moved([row], [it], velocity));
            return;
        }
        for (side, &body) in packed[0].bodies.iter().enumerate() {
            let Some(slots) = six(velocity, body) else { continue };
            let mut sum = slots.each_ref().map(Slot::get);
            for (row, change) in packed.iter().zip(changes) {
                for (sum, weight) in sum.iter_mut().zip(&row.weighted[side]) {
                    *sum += weight * change;
                }
            }
            slots.iter().zip(sum).for_each(|(slot, sum)| slot.set(sum));
        }
    }

    /// Bytes that a sweep reads of one row.
    pub const BYTES: usize = size_of::<PairRow>() + size_of::<u32>();
}

impl PairRow {
    /// Which of its two bodies `body` is; `None` when it has two others.
    fn side(&mut self, body: usize) -> Option<usize> {
        let side = self.bodies.iter().position(|&known| known == NONE || known == body as u32)?;
        self.bodies[side] = body as u32;
        Some(side)
    }
}

/// The velocity of a body, zero for none.
fn load<S: Slot>(velocity: &[S], body: u32) -> [f64; SIX] {
    six(velocity, body).map_or([0.0; SIX], |slots| slots.each_ref().map(Slot::get))
}

/// Where the velocity of a body stands.
fn six<S>(velocity: &[S], body: u32) -> Option<&[S; SIX]> {
    velocity.get(SIX * body as usize..)?.first_chunk()
}
