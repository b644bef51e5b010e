use super::*;

/// All that registers do with some numbers, as bits.
struct Everything;

impl Work for Everything {
    type Output = Vec<u32>;

    #[inline(always)]
    fn run<R: Registers>(self, r: R) -> Vec<u32> {
        let mut out = Vec::new();
        let special = [0.0, -0.0, 1.0, -1.0, f32::INFINITY, f32::NAN, 1e-40, -3.4e38];
        let number = |k: usize| {
            let mixed = (k as u32).wrapping_mul(0x9e37_79b1) >> 8;
            (mixed as f32 / 65536.0 - 100.0) * if k.is_multiple_of(3) { 1e-3 } else { 1.0 }
        };
        for at in 0..40 {
            let eight = |from: usize| match (at + from) % 5 {
                0 => special,
                _ => std::array::from_fn(|k| number(24 * at + 8 * from + k)),
            };
            let [a, b, c] = [0, 1, 2].map(|from| r.load(&eight(from)));
            let results = [
                r.add(a, b),
                r.sub(a, b),
                r.mul(a, b),
                r.div(a, b),
                r.mul_add(a, b, c),
                r.neg(a),
                r.max(a, b),
                r.min(a, b),
                r.sqrt(r.mul(a, a)),
                r.where_positive(a, b, c),
                r.of_words(pulp::cast(r.store(b))),
            ];
            // The bits of what is no number are nobody's.
            let bits = |own: f32| if own.is_nan() { u32::MAX } else { own.to_bits() };
            out.extend(results.iter().flat_map(|&own| r.store(own)).map(bits));
            out.push(u32::from(r.any_positive(a)));
            assert_eq!(r.store(b).map(f32::to_bits), r.store(results[10]).map(f32::to_bits));
            let rows = std::array::from_fn(|row| r.load(&eight(row)));
            out.extend(r.transpose(rows).iter().flat_map(|&own| r.store(own)).map(bits));
        }
        out
    }
}

/// Registers of the processor and single numbers give the same bits.
#[test]
fn registers_round_as_single_numbers_do() {
    let (wide, single) = (in_registers(Everything), Everything.run(Portable));
    let differ = wide.iter().zip(&single).position(|(one, two)| one != two);
    assert_eq!(differ, None);
}

/// Rows become columns.
#[test]
fn transposing_swaps_rows_and_columns() {
    struct Swap;
    impl Work for Swap {
        type Output = [[f32; LANES]; LANES];
        #[inline(always)]
        fn run<R: Registers>(self, r: R) -> Self::Output {
            let rows = std::array::from_fn(|row| {
                r.load(&std::array::from_fn(|column| (10 * row + column) as f32))
            });
            r.transpose(rows).map(|own| r.store(own))
        }
    }
    let turned = in_registers(Swap);
    for row in 0..LANES {
        for column in 0..LANES {
            assert_eq!(turned[row][column], (10 * column + row) as f32);
        }
    }
}
