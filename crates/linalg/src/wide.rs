//! Loops compiled for the width of the processor's own registers.

/// Runs `work`, compiled for the widest registers that the processor has
/// instead of those that every processor has. Whatever `work` calls must be
/// `#[inline(always)]` to profit. Rounds as without it.
#[inline(always)]
pub fn in_wide_registers<R>(work: impl FnOnce() -> R) -> R {
    pulp::Arch::new().dispatch(work)
}

/// sums += factor · values, to be called in wide registers. Sixteen numbers at a time, and then
/// eight and four without a loop: a compiler that takes a loop over fours for one over numbers
/// that stand four apart spends its time on sorting them.
#[inline(always)]
pub fn add_scaled(sums: &mut [f64], factor: f64, values: &[f64]) {
    let (sixteens, sums) = sums.as_chunks_mut::<16>();
    let (others, values) = values.as_chunks::<16>();
    for (sums, values) in sixteens.iter_mut().zip(others) {
        add_whole(sums, factor, values);
    }
    let (eight, sums) = sums.as_chunks_mut::<8>();
    let (other, values) = values.as_chunks::<8>();
    if let ([sums], [values]) = (eight, other) {
        add_whole(sums, factor, values);
    }
    let (four, sums) = sums.as_chunks_mut::<4>();
    let (other, values) = values.as_chunks::<4>();
    if let ([sums], [values]) = (four, other) {
        add_whole(sums, factor, values);
    }
    sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += factor * value);
}

#[inline(always)]
fn add_whole<const COUNT: usize>(sums: &mut [f64; COUNT], factor: f64, values: &[f64; COUNT]) {
    for at in 0..COUNT {
        sums[at] += factor * values[at];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_length_is_added_whole() {
        for length in 0..40 {
            let values: Vec<f64> = (0..length).map(|at| at as f64).collect();
            let mut sums = vec![1.0; length];
            in_wide_registers(|| add_scaled(&mut sums, -2.0, &values));
            assert!(sums.iter().zip(&values).all(|(sum, value)| *sum == 1.0 - 2.0 * value));
        }
    }
}
