//! Numbers that the visits of a sweep share.
//!
//! Visits of one colour touch different rows and bodies, so they may run on
//! several threads at once. The compiler cannot know that; relaxed atomics say
//! it without locks, and cost no more than plain memory on common machines.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

/// A number that is read and written through a shared reference.
pub trait Slot {
    /// Its value.
    fn get(&self) -> f64;
    /// Changes it.
    fn set(&self, value: f64);
}

/// For one thread.
impl Slot for Cell<f64> {
    fn get(&self) -> f64 {
        Cell::get(self)
    }
    fn set(&self, value: f64) {
        Cell::set(self, value);
    }
}

/// For several threads.
impl Slot for AtomicU64 {
    fn get(&self) -> f64 {
        f64::from_bits(self.load(Ordering::Relaxed))
    }
    fn set(&self, value: f64) {
        self.store(value.to_bits(), Ordering::Relaxed);
    }
}

/// The numbers as slots for one thread.
pub fn cells(numbers: &mut [f64]) -> &[Cell<f64>] {
    Cell::from_mut(numbers).as_slice_of_cells()
}

/// A copy of numbers that several threads may change.
#[derive(Default)]
pub struct Atomics(Vec<AtomicU64>);

impl Atomics {
    /// Copies `numbers` in.
    pub fn load(&mut self, numbers: &[f64]) -> &[AtomicU64] {
        self.0.resize_with(numbers.len(), AtomicU64::default);
        self.0.iter().zip(numbers).for_each(|(slot, &number)| slot.set(number));
        &self.0
    }

    /// Copies them out again.
    pub fn store(&self, numbers: &mut [f64]) {
        self.0.iter().zip(numbers).for_each(|(slot, number)| *number = slot.get());
    }
}
