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
