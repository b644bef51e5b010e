//! Loops compiled for the width of the processor's own registers.

/// Runs `work`, compiled for the widest registers that the processor has
/// instead of those that every processor has. Whatever `work` calls must be
/// `#[inline(always)]` to profit. Rounds as without it.
#[inline(always)]
pub fn in_wide_registers<R>(work: impl FnOnce() -> R) -> R {
    pulp::Arch::new().dispatch(work)
}
