//! Rows of small matrices in registers of four, laid out in a line: a loop over registers
//! would cost more than what it does.

/// Numbers that are worked on together.
pub const LANES: usize = 4;

/// Calls a function with how many registers of four a row has as its constant, so that its loops
/// are laid out in a line: up to twelve, and 0 for more.
macro_rules! for_fours {
    (@ $count:expr, $own:ident, $name:ident, $given:tt, $($fours:literal)*) => {
        match $count {
            $($fours => $own.$name::<$fours> $given,)*
            _ => $own.$name::<0> $given,
        }
    };
    ($count:expr, $own:ident.$name:ident $given:tt) => {
        for_fours!(@ $count, $own, $name, $given, 1 2 3 4 5 6 7 8 9 10 11 12)
    };
}
pub(crate) use for_fours;

/// values += Σ leftᵢ rightᵢᵀ over four pairs, to be called in wide registers: of every line of
/// `width` numbers as many as the rights are long, a multiple of four.
#[inline(always)]
pub fn add_products(values: &mut [f64], width: usize, lefts: [&[f64]; 4], rights: [&[f64]; 4]) {
    let products = Products { width, lefts, rights };
    for_fours!(rights[0].len() / LANES, products.add(values));
}

struct Products<'a> {
    width: usize,
    lefts: [&'a [f64]; 4],
    rights: [&'a [f64]; 4],
}

impl Products<'_> {
    #[inline(always)]
    fn add<const FOURS: usize>(&self, values: &mut [f64]) {
        let [l0, l1, l2, l3] = self.lefts;
        let lefts = l0.iter().zip(l1).zip(l2).zip(l3);
        let rights = self.rights.map(|right| right.as_chunks::<LANES>().0);
        let whole = rights.map(|right| right.first_chunk::<FOURS>());
        for (line, (((l0, l1), l2), l3)) in values.chunks_exact_mut(self.width).zip(lefts) {
            let left = [*l0, *l1, *l2, *l3];
            if left == [0.0; 4] {
                continue;
            }
            let line = line.as_chunks_mut::<LANES>().0;
            match (line.first_chunk_mut::<FOURS>(), whole) {
                (Some(line), [Some(r0), Some(r1), Some(r2), Some(r3)]) if FOURS > 0 => {
                    for at in 0..FOURS {
                        add(&mut line[at], left, [&r0[at], &r1[at], &r2[at], &r3[at]]);
                    }
                }
                _ => {
                    for (at, own) in line[..rights[0].len()].iter_mut().enumerate() {
                        add(own, left, rights.map(|right| &right[at]));
                    }
                }
            }
        }
    }
}

#[inline(always)]
fn add(own: &mut [f64; LANES], left: [f64; 4], rights: [&[f64; LANES]; 4]) {
    let mut sum = *own;
    for (left, right) in left.iter().zip(rights) {
        for lane in 0..LANES {
            sum[lane] += left * right[lane];
        }
    }
    *own = sum;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::in_wide_registers;

    #[test]
    fn products_of_every_length_are_added() {
        for fours in 1..16 {
            let (length, width) = (LANES * fours, LANES * fours + LANES);
            let number = |seed: usize, at: usize| ((seed * 7 + at * 5) % 11) as f64 - 5.0;
            let lefts: Vec<Vec<f64>> =
                (0..4).map(|row| (0..9).map(|at| number(row, at)).collect()).collect();
            let rights: Vec<Vec<f64>> =
                (4..8).map(|row| (0..length).map(|at| number(row, at)).collect()).collect();
            let mut values = vec![1.0; 9 * width];
            let [l, r] = [&lefts, &rights].map(|rows| std::array::from_fn(|at| &rows[at][..]));
            in_wide_registers(|| add_products(&mut values, width, l, r));
            for (at, &found) in values.iter().enumerate() {
                let (i, j) = (at / width, at % width);
                let own = (0..4).map(|row| lefts[row][i] * rights[row].get(j).unwrap_or(&0.0));
                assert_eq!(found, 1.0 + own.sum::<f64>());
            }
        }
    }
}
