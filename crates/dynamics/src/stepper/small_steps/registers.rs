//! Registers that hold eight numbers in single precision.
//!
//! Products are fused with sums, rounding once. A processor with registers of 256 bits does so
//! in one instruction; where there is none the same is done number by number, to the same bits.

use std::fmt::Debug;

/// Numbers in a register.
pub(super) const LANES: usize = 8;

/// What eight numbers at once are computed with.
pub(super) trait Registers: Copy + Debug {
    /// Eight numbers.
    type Eight: Copy + Debug;
    fn load(self, values: &[f32; LANES]) -> Self::Eight;
    fn store(self, a: Self::Eight) -> [f32; LANES];
    /// Eight numbers from words of two, which are not put side by side in memory first: what
    /// is stored in parts and loaded whole has to wait.
    fn of_words(self, words: [u64; LANES / 2]) -> Self::Eight;
    fn add(self, a: Self::Eight, b: Self::Eight) -> Self::Eight;
    fn sub(self, a: Self::Eight, b: Self::Eight) -> Self::Eight;
    fn mul(self, a: Self::Eight, b: Self::Eight) -> Self::Eight;
    fn div(self, a: Self::Eight, b: Self::Eight) -> Self::Eight;
    /// a b + c, rounded once.
    fn mul_add(self, a: Self::Eight, b: Self::Eight, c: Self::Eight) -> Self::Eight;
    fn neg(self, a: Self::Eight) -> Self::Eight;
    /// The larger; the second where one is no number.
    fn max(self, a: Self::Eight, b: Self::Eight) -> Self::Eight;
    fn min(self, a: Self::Eight, b: Self::Eight) -> Self::Eight;
    fn sqrt(self, a: Self::Eight) -> Self::Eight;
    /// `yes` where `test` is more than zero, `no` elsewhere.
    fn where_positive(self, test: Self::Eight, yes: Self::Eight, no: Self::Eight) -> Self::Eight;
    fn any_positive(self, a: Self::Eight) -> bool;
    /// Rows as columns.
    fn transpose(self, rows: [Self::Eight; LANES]) -> [Self::Eight; LANES];
}

/// Work that is written for any registers.
pub(super) trait Work {
    type Output;
    /// Must be `#[inline(always)]`, as all that it calls.
    fn run<R: Registers>(self, registers: R) -> Self::Output;
}

/// Runs work in the widest registers that the processor has of those known here.
#[inline(always)]
pub(super) fn in_registers<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(wide) = pulp::x86::V3::try_new() {
        return pulp::Simd::vectorize(wide, x86::In(work, wide));
    }
    work.run(Portable)
}

/// One number after the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

#[inline(always)]
fn each(f: impl Fn(usize) -> f32) -> [f32; LANES] {
    std::array::from_fn(f)
}

impl Registers for Portable {
    type Eight = [f32; LANES];
    #[inline(always)]
    fn load(self, values: &[f32; LANES]) -> [f32; LANES] {
        *values
    }
    #[inline(always)]
    fn store(self, a: [f32; LANES]) -> [f32; LANES] {
        a
    }
    #[inline(always)]
    fn of_words(self, words: [u64; LANES / 2]) -> [f32; LANES] {
        pulp::cast(words)
    }
    #[inline(always)]
    fn add(self, a: [f32; LANES], b: [f32; LANES]) -> [f32; LANES] {
        each(|k| a[k] + b[k])
    }
    #[inline(always)]
    fn sub(self, a: [f32; LANES], b: [f32; LANES]) -> [f32; LANES] {
        each(|k| a[k] - b[k])
    }
    #[inline(always)]
    fn mul(self, a: [f32; LANES], b: [f32; LANES]) -> [f32; LANES] {
        each(|k| a[k] * b[k])
    }
    #[inline(always)]
    fn div(self, a: [f32; LANES], b: [f32; LANES]) -> [f32; LANES] {
        each(|k| a[k] / b[k])
    }
    #[inline(always)]
    fn mul_add(self, a: [f32; LANES], b: [f32; LANES], c: [f32; LANES]) -> [f32; LANES] {
        each(|k| a[k].mul_add(b[k], c[k]))
    }
    #[inline(always)]
    fn neg(self, a: [f32; LANES]) -> [f32; LANES] {
        each(|k| -a[k])
    }
    #[inline(always)]
    fn max(self, a: [f32; LANES], b: [f32; LANES]) -> [f32; LANES] {
        each(|k| if a[k] > b[k] { a[k] } else { b[k] })
    }
    #[inline(always)]
    fn min(self, a: [f32; LANES], b: [f32; LANES]) -> [f32; LANES] {
        each(|k| if a[k] < b[k] { a[k] } else { b[k] })
    }
    #[inline(always)]
    fn sqrt(self, a: [f32; LANES]) -> [f32; LANES] {
        each(|k| a[k].sqrt())
    }
    #[inline(always)]
    fn where_positive(
        self,
        test: [f32; LANES],
        yes: [f32; LANES],
        no: [f32; LANES],
    ) -> [f32; LANES] {
        each(|k| if test[k] > 0.0 { yes[k] } else { no[k] })
    }
    #[inline(always)]
    fn any_positive(self, a: [f32; LANES]) -> bool {
        a.iter().any(|&own| own > 0.0)
    }
    #[inline(always)]
    fn transpose(self, rows: [[f32; LANES]; LANES]) -> [[f32; LANES]; LANES] {
        std::array::from_fn(|column| each(|row| rows[row][column]))
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{__m256, _CMP_GT_OQ};

    use pulp::x86::V3;

    use super::{LANES, Registers, Work};

    /// Work within code that is compiled for these registers.
    pub(super) struct In<W>(pub(super) W, pub(super) V3);

    impl<W: Work> pulp::WithSimd for In<W> {
        type Output = W::Output;
        #[inline(always)]
        fn with_simd<S: pulp::Simd>(self, _: S) -> W::Output {
            self.0.run(self.1)
        }
    }

    impl Registers for V3 {
        type Eight = __m256;
        #[inline(always)]
        fn load(self, values: &[f32; LANES]) -> __m256 {
            pulp::cast(*values)
        }
        #[inline(always)]
        fn store(self, a: __m256) -> [f32; LANES] {
            pulp::cast(a)
        }
        #[inline(always)]
        fn of_words(self, words: [u64; LANES / 2]) -> __m256 {
            let [a, b, c, d]: [i64; LANES / 2] = pulp::cast(words);
            self.avx._mm256_castsi256_ps(self.avx._mm256_setr_epi64x(a, b, c, d))
        }
        #[inline(always)]
        fn add(self, a: __m256, b: __m256) -> __m256 {
            self.avx._mm256_add_ps(a, b)
        }
        #[inline(always)]
        fn sub(self, a: __m256, b: __m256) -> __m256 {
            self.avx._mm256_sub_ps(a, b)
        }
        #[inline(always)]
        fn mul(self, a: __m256, b: __m256) -> __m256 {
            self.avx._mm256_mul_ps(a, b)
        }
        #[inline(always)]
        fn div(self, a: __m256, b: __m256) -> __m256 {
            self.avx._mm256_div_ps(a, b)
        }
        #[inline(always)]
        fn mul_add(self, a: __m256, b: __m256, c: __m256) -> __m256 {
            self.fma._mm256_fmadd_ps(a, b, c)
        }
        #[inline(always)]
        fn neg(self, a: __m256) -> __m256 {
            self.avx._mm256_xor_ps(a, self.load(&[-0.0; LANES]))
        }
        #[inline(always)]
        fn max(self, a: __m256, b: __m256) -> __m256 {
            self.avx._mm256_max_ps(a, b)
        }
        #[inline(always)]
        fn min(self, a: __m256, b: __m256) -> __m256 {
            self.avx._mm256_min_ps(a, b)
        }
        #[inline(always)]
        fn sqrt(self, a: __m256) -> __m256 {
            self.avx._mm256_sqrt_ps(a)
        }
        #[inline(always)]
        fn where_positive(self, test: __m256, yes: __m256, no: __m256) -> __m256 {
            let zero = self.load(&[0.0; LANES]);
            self.avx._mm256_blendv_ps(no, yes, self.avx._mm256_cmp_ps::<_CMP_GT_OQ>(test, zero))
        }
        #[inline(always)]
        fn any_positive(self, a: __m256) -> bool {
            let zero = self.load(&[0.0; LANES]);
            let positive = self.avx._mm256_cmp_ps::<_CMP_GT_OQ>(a, zero);
            self.avx._mm256_movemask_ps(positive) != 0
        }
        #[inline(always)]
        fn transpose(self, [a, b, c, d, e, f, g, h]: [__m256; LANES]) -> [__m256; LANES] {
            // Spelled out: what closures and `map` call is not inlined into wide registers.
            let avx = self.avx;
            let ab = (avx._mm256_unpacklo_ps(a, b), avx._mm256_unpackhi_ps(a, b));
            let cd = (avx._mm256_unpacklo_ps(c, d), avx._mm256_unpackhi_ps(c, d));
            let ef = (avx._mm256_unpacklo_ps(e, f), avx._mm256_unpackhi_ps(e, f));
            let gh = (avx._mm256_unpacklo_ps(g, h), avx._mm256_unpackhi_ps(g, h));
            let (p, q) = (
                avx._mm256_shuffle_ps::<0x44>(ab.0, cd.0),
                avx._mm256_shuffle_ps::<0x44>(ef.0, gh.0),
            );
            let (r, s) = (
                avx._mm256_shuffle_ps::<0xee>(ab.0, cd.0),
                avx._mm256_shuffle_ps::<0xee>(ef.0, gh.0),
            );
            let (t, u) = (
                avx._mm256_shuffle_ps::<0x44>(ab.1, cd.1),
                avx._mm256_shuffle_ps::<0x44>(ef.1, gh.1),
            );
            let (v, w) = (
                avx._mm256_shuffle_ps::<0xee>(ab.1, cd.1),
                avx._mm256_shuffle_ps::<0xee>(ef.1, gh.1),
            );
            [
                avx._mm256_permute2f128_ps::<0x20>(p, q),
                avx._mm256_permute2f128_ps::<0x20>(r, s),
                avx._mm256_permute2f128_ps::<0x20>(t, u),
                avx._mm256_permute2f128_ps::<0x20>(v, w),
                avx._mm256_permute2f128_ps::<0x31>(p, q),
                avx._mm256_permute2f128_ps::<0x31>(r, s),
                avx._mm256_permute2f128_ps::<0x31>(t, u),
                avx._mm256_permute2f128_ps::<0x31>(v, w),
            ]
        }
    }
}

#[cfg(test)]
mod tests;
