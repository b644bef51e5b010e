//! C ← C − A B of dense matrices stored column by column.
//!
//! Every entry of C takes its products one after the other, in the order of the inner
//! index and each with one rounding, whatever the tiles and the width of the registers:
//! all processors, all shapes and all cuts of a matrix into blocks end in the same bits.

use pulp::Simd;

/// Columns of a tile, which stays in registers while products are added to it.
const WIDE: usize = 6;
/// Inner indices at a time: as many columns of A as stay in the nearest cache.
const DEEP: usize = 256;
/// Columns at a time: as many of B as stay in the second cache.
const MANY: usize = 16 * WIDE;

/// Columns of equal length, `stride` apart.
#[derive(Clone, Copy)]
pub struct Columns<'a> {
    pub values: &'a [f64],
    pub stride: usize,
}

/// B with −B's entries in the order in which tiles read them.
#[derive(Clone, Debug, Default)]
pub struct Packed {
    values: Vec<f64>,
    /// Rows of A that several tiles read.
    strip: Vec<f64>,
    inner: usize,
    columns: usize,
}

impl Packed {
    /// Packs −B, where `entry(k, j)` is that of B in row k and column j.
    #[inline(always)]
    pub fn pack(&mut self, inner: usize, columns: usize, entry: impl Fn(usize, usize) -> f64) {
        self.values.clear();
        self.inner = inner;
        self.columns = columns;
        let mut k = 0;
        while k < inner {
            let deep = DEEP.min(inner - k);
            let mut j = 0;
            while j < columns {
                let wide = tile_width(columns - j);
                for k in k..k + deep {
                    for j in j..j + wide {
                        self.values.push(-entry(k, j));
                    }
                }
                j += wide;
            }
            k += deep;
        }
    }
}

/// The width of the next tile where so many columns are left.
#[inline(always)]
fn tile_width(left: usize) -> usize {
    match left {
        WIDE.. => WIDE,
        4 | 5 => 4,
        2 | 3 => 2,
        _ => 1,
    }
}

/// C ← C − A B over the first `rows` rows. Entries in a column j > row + `diagonal` are not
/// asked for, and may be left as they are.
#[inline(always)]
pub fn subtract_packed<S: Simd>(
    simd: S,
    c: &mut [f64],
    c_stride: usize,
    a: Columns<'_>,
    b: &mut Packed,
    rows: usize,
    diagonal: usize,
) {
    let Packed { values, strip, inner, columns } = b;
    let (mut k, mut begin) = (0, 0);
    while k < *inner {
        let deep = DEEP.min(*inner - k);
        let block = &values[begin..begin + deep * *columns];
        let mut first = 0;
        while first < *columns {
            let last = (*columns).min(first + MANY);
            let mut row = 0;
            while row < rows {
                // Two registers of rows, or what is left in one.
                let left = rows - row;
                let two = 2 * S::F64_LANES;
                let tall = if left >= two { two } else { left.min(S::F64_LANES) };
                let last = last.min(row + tall + diagonal);
                let mut a = Columns { values: &a.values[k * a.stride + row..], stride: a.stride };
                if last > first + 3 * WIDE && tall == two {
                    copy_strip::<S>(strip, a, deep);
                    a = Columns { values: strip, stride: two };
                }
                let mut j = first;
                while j < last {
                    let wide = tile_width(*columns - j);
                    let b = &block[j * deep..(j + wide) * deep];
                    let c = &mut c[j * c_stride + row..];
                    match wide {
                        WIDE => tile::<S, WIDE>(simd, c, c_stride, a, b, tall),
                        4 => tile::<S, 4>(simd, c, c_stride, a, b, tall),
                        2 => tile::<S, 2>(simd, c, c_stride, a, b, tall),
                        _ => tile::<S, 1>(simd, c, c_stride, a, b, tall),
                    }
                    j += wide;
                }
                row += tall;
            }
            first = last;
        }
        k += deep;
        begin += deep * *columns;
    }
}

/// Two registers of rows of A one after the other: what several tiles read is then together.
#[inline(always)]
fn copy_strip<S: Simd>(strip: &mut Vec<f64>, a: Columns<'_>, deep: usize) {
    let two = 2 * S::F64_LANES;
    strip.clear();
    for k in 0..deep {
        strip.extend_from_slice(&a.values[k * a.stride..k * a.stride + two]);
    }
}

/// A tile of two whole registers of rows, or of a part of one.
#[inline(always)]
fn tile<S: Simd, const N: usize>(
    simd: S,
    c: &mut [f64],
    c_stride: usize,
    a: Columns<'_>,
    b: &[f64],
    tall: usize,
) {
    let lanes = S::F64_LANES;
    if tall > lanes {
        let mut upper = [simd.splat_f64s(0.0); N];
        let mut lower = upper;
        for j in 0..N {
            let column = &c[j * c_stride..j * c_stride + 2 * lanes];
            (upper[j], lower[j]) = (load::<S>(column), load::<S>(&column[lanes..]));
        }
        let mut begin = 0;
        for factors in b.as_chunks::<N>().0 {
            let values = &a.values[begin..begin + 2 * lanes];
            let (one, two) = (load::<S>(values), load::<S>(&values[lanes..]));
            for j in 0..N {
                let factor = simd.splat_f64s(factors[j]);
                upper[j] = simd.mul_add_f64s(one, factor, upper[j]);
                lower[j] = simd.mul_add_f64s(two, factor, lower[j]);
            }
            begin += a.stride;
        }
        for j in 0..N {
            let column = &mut c[j * c_stride..j * c_stride + 2 * lanes];
            let registers = S::as_mut_simd_f64s(column).0;
            registers[0] = upper[j];
            registers[1] = lower[j];
        }
    } else {
        let mut sums = [simd.splat_f64s(0.0); N];
        for j in 0..N {
            sums[j] = simd.partial_load_f64s(&c[j * c_stride..j * c_stride + tall]);
        }
        let mut begin = 0;
        for factors in b.as_chunks::<N>().0 {
            let values = simd.partial_load_f64s(&a.values[begin..begin + tall]);
            for j in 0..N {
                sums[j] = simd.mul_add_f64s(values, simd.splat_f64s(factors[j]), sums[j]);
            }
            begin += a.stride;
        }
        for j in 0..N {
            simd.partial_store_f64s(&mut c[j * c_stride..j * c_stride + tall], sums[j]);
        }
    }
}

#[inline(always)]
fn load<S: Simd>(values: &[f64]) -> S::f64s {
    S::as_simd_f64s(&values[..S::F64_LANES]).0[0]
}
