//! Preconditioners against dense factorisations, and where plain IC(0) fails.

mod breakdown;
mod deleted;
mod dense;
mod dropped;
mod exact;
mod shifted;
